// What a piece of a cylinder is: how far around it goes, by how many facets, and whether it is a cylinder
// at all or a band around something that is curved along the axis, too.
#include "core/base/angle.h"
#include "core/feature/round_search.h"

#include <stdlib.h>

enum { MOST_TRIANGLES = 128 };

typedef struct Interval {
    double from, to;
} Interval;

static int by_from(const void *a, const void *b)
{
    const Interval *x = a, *y = b;
    return (x->from > y->from) - (x->from < y->from);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double within_turn(double angle)
{
    angle = fmod(angle, 2 * PI);
    return angle < 0 ? angle + 2 * PI : angle;
}

// How much of a turn sorted intervals cover, all of which begin within one.
static double covered(const Interval *intervals, int32_t count, double slack)
{
    double sum = 0, end = intervals[0].from;
    for (int32_t i = 0; i < count; ++i) {
        double from = intervals[i].from - end <= slack ? end : intervals[i].from;
        if (intervals[i].to > end) {
            sum += intervals[i].to - fmax(from, end);
            end = intervals[i].to;
        }
    }
    // What goes on beyond a full turn was counted at the beginning already.
    double over = end - 2 * PI - intervals[0].from;
    if (over > -slack)
        sum -= fmax(0, over);
    return sum >= 2 * PI - count * 1e-12 - slack ? 2 * PI : sum;
}

// Of sorted angles within a turn, those that are one but for noise count once.
static int32_t count_distinct(const double *angles, int32_t count, double apart)
{
    int32_t distinct = 1;
    double last = angles[0];
    for (int32_t i = 1; i < count; ++i) {
        if (angles[i] - last > apart) {
            ++distinct;
            last = angles[i];
        }
    }
    bool round = distinct > 1 && angles[0] + 2 * PI - last <= apart;
    return distinct - round;
}

// Facets all the way round, of equal width: where their corners are. False: they are not.
static bool find_phase(const Interval *intervals, int32_t count, int32_t facets, double noise,
                       double *phase)
{
    double x = 0, y = 0;
    for (int32_t i = 0; i < count; ++i) {
        x += cos(facets * intervals[i].from) + cos(facets * intervals[i].to);
        y += sin(facets * intervals[i].from) + sin(facets * intervals[i].to);
    }
    *phase = atan2(y, x) / facets;
    double most = noise + 0.01 * 2 * PI / facets;
    for (int32_t i = 0; i < count; ++i) {
        double off = fmax(fabs(remainder(intervals[i].from - *phase, 2 * PI / facets)),
                          fabs(remainder(intervals[i].to - *phase, 2 * PI / facets)));
        if (off > most || intervals[i].to - intervals[i].from > 2 * PI / facets + 2 * most)
            return false;
    }
    return true;
}

static void measure(const RoundPiece *piece, Interval *intervals, double *angles, int32_t count,
                    double widest, Feature *out)
{
    const Cylinder *c = &piece->cylinder;
    Vec3d u, v;
    across(c->axis, &u, &v);
    double noise = 2 * piece->limit / c->radius;
    qsort(intervals, (size_t)count, sizeof *intervals, by_from);
    qsort(angles, (size_t)count, sizeof *angles, by_value);
    out->arc = covered(intervals, count, noise);
    out->facets = count_distinct(angles, count, 0.25 * widest);
    double phase = intervals[0].from;
    out->even = out->arc >= 2 * PI && find_phase(intervals, count, out->facets, noise, &phase);
    out->side = vec3d_add_scaled(vec3d_scale(u, cos(phase)), v, sin(phase));
}

bool round_piece_measure(RoundSearch *s, int32_t index, Feature *out)
{
    const RoundPiece *piece = &s->pieces[index];
    const int32_t *members = &s->members[piece->first];
    const Cylinder *c = &piece->cylinder;
    Interval *intervals = array_alloc((size_t)piece->count, sizeof *intervals);
    double *angles = array_alloc((size_t)piece->count, sizeof *angles);
    *out = (Feature){.kind = FEATURE_CYLINDER,
                     .inward = c->inward,
                     .axis = c->axis,
                     .radius = c->radius,
                     .area = piece->area,
                     .parent = -1,
                     .face = -1};
    if (!intervals || !angles) {
        mem_free(intervals);
        mem_free(angles);
        out->count = -1;
        return false;
    }
    int32_t count = 0;
    double lo = INFINITY, hi = -INFINITY, widest = 0;
    for (int32_t i = 0; i < piece->count; ++i) {
        FacetView view = facet_view(s, c, members[i]);
        lo = fmin(lo, view.lo);
        hi = fmax(hi, view.hi);
        out->residual = fmax(out->residual, view.error);
        Vec3d normal = s->facets.normals[members[i]];
        if (!(vec3d_dot(normal, normal) > 0))
            continue;
        double from = within_turn(view.at + view.from);
        widest = fmax(widest, view.to - view.from);
        intervals[count] = (Interval){from, from + view.to - view.from};
        angles[count++] = within_turn(view.at);
    }
    out->length = hi - lo;
    out->origin = vec3d_add_scaled(c->origin, c->axis, (lo + hi) / 2);
    if (count > 0)
        measure(piece, intervals, angles, count, widest, out);
    mem_free(intervals);
    mem_free(angles);
    return out->facets >= FEATURE_LEAST_FACETS && out->arc >= FEATURE_LEAST_ARC && hi > lo;
}

// --- bands

// How far a facet reaches beyond a side of the piece, at right angles to it.
static double reach_beyond(const RoundSearch *s, int32_t facet, Vec3d at, Vec3d along)
{
    const Facets *facets = &s->facets;
    Vec3d out = vec3d_normalised(vec3d_cross(facets->normals[facet], along));
    double reach = 0;
    for (int32_t i = facets->first[facet]; i < facets->first[facet + 1]; ++i) {
        Triangle t = mesh_triangle(facets->mesh, facets->triangles[i]);
        for (int k = 0; k < 3; ++k)
            reach = fmax(reach, fabs(vec3d_dot(vec3d_sub(t.p[k], at), out)));
    }
    return reach;
}

bool round_piece_is_band(RoundSearch *s, int32_t index)
{
    const RoundPiece *piece = &s->pieces[index];
    const Mesh *mesh = s->parts->mesh;
    const Cylinder *c = &piece->cylinder;
    double length = piece->hi - piece->lo, middle = (piece->lo + piece->hi) / 2;
    double rim[2] = {0}, alike[2] = {0}, hidden[2] = {0};
    for (int32_t m = piece->first; m < piece->first + piece->count; ++m) {
        int32_t facet = s->members[m];
        for (int32_t i = s->facets.first[facet]; i < s->facets.first[facet + 1]; ++i) {
            for (int32_t side = 3 * s->facets.triangles[i], k = 0; k < 3; ++k, ++side) {
                int32_t twin = side_twin(s->parts->topology, side);
                int32_t other = twin >= 0 ? s->facets.facet_of[twin / 3] : -1;
                if (other >= 0 && s->piece_of[other] == index)
                    continue;
                Vec3d from = mesh->vertices[side_vertex(mesh, side)];
                Vec3d edge = vec3d_sub(mesh->vertices[side_vertex(mesh, side_after(side))], from);
                double wide = vec3d_length(edge);
                if (!(wide > 0) || fabs(vec3d_dot(edge, c->axis)) > 0.7 * wide)
                    continue;
                int end = vec3d_dot(vec3d_sub(from, c->origin), c->axis) > middle;
                rim[end] += wide;
                double turn = other >= 0
                                  ? facets_turn(s->facets.normals[facet], s->facets.normals[other])
                                  : 2;
                if (turn < FACET_FLAT_TURN || turn > MOST_FACET_TURN ||
                    s->facets.first[other + 1] - s->facets.first[other] > MOST_TRIANGLES)
                    continue;
                double reach = reach_beyond(s, other, from, vec3d_scale(edge, 1 / wide));
                alike[end] += reach >= 0.5 * length && reach <= 2 * length ? wide : 0;
                // What a curve that goes on like this would leave over the length of the piece.
                hidden[end] += length * length * turn <= 8 * reach * 4 * piece->limit ? wide : 0;
            }
        }
    }
    bool both = alike[0] > 0.5 * rim[0] && alike[1] > 0.5 * rim[1];
    return both || hidden[0] > 0.5 * rim[0] || hidden[1] > 0.5 * rim[1];
}
