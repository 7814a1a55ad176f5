// A cylinder is found from one of its facets: an edge that it shares with the next one leads along the
// axis, a few facets around it give a circle, and from there it grows as long as corners lie on it, with
// a better fit whenever it has doubled. Then it grows once more from what was found, to the limit that
// it is judged by.
#include "core/feature/round_search.h"

#include "core/base/angle.h"
#include "core/shape/eigen3.h"

#include <assert.h>

enum {
    FREE = -1,
    TRIED = -2,
    PATCH = 5,
    LEAST_PATCH = 3,
    NEIGHBOURS = 8,
    HYPOTHESES = 3,
    MANY = 64
};
#define LOOSE 32.0       // noises, while the fit is still one of a few facets
#define WIDER 2.5        // than facets are usually: a flat on a shaft is no facet
#define WIDER_COARSE 1.5 // the same where facets turn by more than a crease
#define MOST_AXIAL 0.3   // sine of what a facet may lean along the axis, however short it is
#define LEAST_FACING 0.9

static Vec3d corner_of(const RoundSearch *s, int32_t member, int k)
{
    return s->parts->mesh->vertices[s->parts->mesh->triangles[s->facets.triangles[member]][k]];
}

static int32_t first_of(const RoundSearch *s, int32_t facet)
{
    return s->facets.first[facet];
}

static int32_t size_of(const RoundSearch *s, int32_t facet)
{
    return first_of(s, facet + 1) - first_of(s, facet);
}

// The facet across a side, or -1.
static int32_t facet_beyond(const RoundSearch *s, int32_t side)
{
    int32_t twin = side_twin(s->parts->topology, side);
    return twin >= 0 ? s->facets.facet_of[twin / 3] : -1;
}

FacetView facet_view(const RoundSearch *s, const Cylinder *cylinder, int32_t facet)
{
    Vec3d u, v, normal = s->facets.normals[facet];
    across(cylinder->axis, &u, &v);
    double facing = cylinder->inward ? -1 : 1;
    double nx = facing * vec3d_dot(normal, u), ny = facing * vec3d_dot(normal, v);
    FacetView view = {
        .at = atan2(ny, nx), .from = INFINITY, .to = -INFINITY, .lo = INFINITY, .hi = -INFINITY};
    for (int32_t i = first_of(s, facet); i < first_of(s, facet + 1); ++i) {
        for (int k = 0; k < 3; ++k) {
            Vec3d d = vec3d_sub(corner_of(s, i, k), cylinder->origin);
            double x = vec3d_dot(d, u), y = vec3d_dot(d, v), z = vec3d_dot(d, cylinder->axis);
            double angle = atan2(nx * y - ny * x, nx * x + ny * y);
            view.from = fmin(view.from, angle);
            view.to = fmax(view.to, angle);
            view.lo = fmin(view.lo, z);
            view.hi = fmax(view.hi, z);
            view.error = fmax(view.error, fabs(hypot(x, y) - cylinder->radius));
        }
    }
    return view;
}

// Cheap tests first: large faces beside a cylinder are asked often.
static bool lies_on(const RoundSearch *s, const Cylinder *cylinder, int32_t facet, double limit,
                    double width)
{
    Vec3d normal = s->facets.normals[facet];
    double lean = fabs(vec3d_dot(normal, cylinder->axis));
    if (lean > MOST_AXIAL)
        return false;
    for (int32_t i = first_of(s, facet); i < first_of(s, facet + 1); ++i)
        for (int k = 0; k < 3; ++k)
            if (!(fabs(cylinder_height(cylinder, corner_of(s, i, k))) <= limit))
                return false;
    if (!(vec3d_dot(normal, normal) > 0))
        return true; // without area it can lean as it likes
    FacetView view = facet_view(s, cylinder, facet);
    double length = view.hi - view.lo, slack = limit + s->parts->chord;
    if (lean > 1e-6 && lean * length > 2 * slack)
        return false;
    double noise = limit / cylinder->radius;
    double middle = (view.from + view.to) / 2; // 0 where it faces away from the axis
    return view.to - view.from <= width + noise && cos(middle) >= LEAST_FACING;
}

void round_search_gather(RoundSearch *s, const int32_t *facets, int32_t count)
{
    const Mesh *mesh = s->parts->mesh;
    int32_t stamp = ++s->stamp;
    s->point_count = 0;
    for (int32_t f = 0; f < count; ++f) {
        for (int32_t i = first_of(s, facets[f]); i < first_of(s, facets[f] + 1); ++i) {
            for (int k = 0; k < 3; ++k) {
                int32_t point =
                    s->parts->topology->point_of[mesh->triangles[s->facets.triangles[i]][k]];
                if (s->point_mark[point] == stamp)
                    continue;
                s->point_mark[point] = stamp;
                s->points[s->point_count++] = mesh->vertices[point];
            }
        }
    }
}

static bool fit_queue(RoundSearch *s, Cylinder *cylinder, int rounds)
{
    round_search_gather(s, s->queue, s->queued);
    Cylinder fitted = *cylinder;
    if (!cylinder_fit_circle(&fitted, s->points, s->point_count))
        return false;
    cylinder_refine(&fitted, s->points, s->point_count, rounds);
    *cylinder = fitted;
    return true;
}

// --- where to begin

// Directions of the axis that the facet's edges and its neighbours suggest.
static int hypotheses(const RoundSearch *s, int32_t facet, Vec3d axes[HYPOTHESES])
{
    const Mesh *mesh = s->parts->mesh;
    int32_t beyond[NEIGHBOURS];
    Vec3d edges[NEIGHBOURS];
    int count = 0, found = 0;
    Vec3d normal = s->facets.normals[facet];
    double m[9] = {0};
    for (int32_t i = first_of(s, facet); i < first_of(s, facet + 1); ++i) {
        for (int k = 0; k < 3; ++k) {
            int32_t side = 3 * s->facets.triangles[i] + k, other = facet_beyond(s, side), at = 0;
            if (other < 0 || other == facet)
                continue;
            double turn = facets_turn(normal, s->facets.normals[other]);
            if (turn < FACET_FLAT_TURN || turn > MOST_FACET_TURN)
                continue;
            while (at < count && beyond[at] != other)
                ++at;
            if (at == NEIGHBOURS)
                continue;
            if (at == count) {
                beyond[count] = other;
                edges[count++] = vec3d(0, 0, 0);
                for (int r = 0; r < 9; ++r)
                    m[r] += s->facets.normals[other].v[r / 3] * s->facets.normals[other].v[r % 3];
            }
            Vec3d from = mesh->vertices[side_vertex(mesh, side)];
            Vec3d to = mesh->vertices[side_vertex(mesh, side_after(side))];
            edges[at] = vec3d_add(edges[at], vec3d_sub(to, from));
        }
    }
    int longest = -1, other = -1;
    for (int i = 0; i < count; ++i)
        if (longest < 0 || vec3d_length(edges[i]) > vec3d_length(edges[longest]))
            longest = i;
    if (longest < 0 || !(vec3d_length(edges[longest]) > 0))
        return 0;
    axes[found++] = vec3d_normalised(edges[longest]);
    double most = 0.1 * vec3d_length(edges[longest]);
    for (int i = 0; i < count; ++i) {
        double apart = vec3d_length(vec3d_cross(axes[0], edges[i]));
        if (apart > most) {
            most = apart;
            other = i;
        }
    }
    if (other >= 0)
        axes[found++] = vec3d_normalised(edges[other]);
    if (count < 3)
        return found;
    double values[3];
    Vec3d eigen[3];
    for (int r = 0; r < 9; ++r)
        m[r] += normal.v[r / 3] * normal.v[r % 3];
    eigen3_symmetric(m, eigen, values);
    if (values[2] < 0.1 * values[1])
        axes[found++] = eigen[2];
    return found;
}

// A few facets around the axis, in rings about the first. Returns how many directions they face.
static int patch(RoundSearch *s, int32_t seed, Vec3d axis)
{
    Vec3d faced[PATCH] = {s->facets.normals[seed]};
    int distinct = 1;
    int32_t stamp = ++s->stamp, looked = 0, most = 256 + 16 * size_of(s, seed);
    double step = 0;
    s->queued = 0;
    s->queue[s->queued++] = seed;
    s->mark[seed] = stamp;
    for (int32_t at = 0; at < s->queued && distinct < PATCH && looked < most; ++at) {
        int32_t facet = s->queue[at];
        for (int32_t i = first_of(s, facet); i < first_of(s, facet + 1) && looked < most; ++i) {
            for (int k = 0; k < 3 && distinct < PATCH; ++k, ++looked) {
                int32_t next = facet_beyond(s, 3 * s->facets.triangles[i] + k);
                if (next < 0 || s->mark[next] == stamp || s->piece_of[next] >= 0)
                    continue;
                Vec3d normal = s->facets.normals[next];
                double turn = facets_turn(normal, s->facets.normals[facet]);
                if (turn > MOST_FACET_TURN || fabs(vec3d_dot(normal, axis)) > 0.02)
                    continue;
                s->mark[next] = stamp;
                s->queue[s->queued++] = next;
                if (turn >= FACET_FLAT_TURN && step == 0)
                    step = turn;
                bool known = false;
                for (int d = 0; d < distinct; ++d)
                    known |= facets_turn(normal, faced[d]) <= 0.25 * step;
                if (!known)
                    faced[distinct++] = normal;
            }
        }
    }
    return distinct;
}

static double usual_width(const RoundSearch *s, const Cylinder *cylinder)
{
    double widths[PATCH] = {0};
    int count = s->queued < PATCH ? s->queued : PATCH;
    for (int i = 0; i < count; ++i) {
        FacetView view = facet_view(s, cylinder, s->queue[i]);
        double width = view.to - view.from;
        int at = i;
        for (; at > 0 && widths[at - 1] > width; --at)
            widths[at] = widths[at - 1];
        widths[at] = width;
    }
    return widths[count / 2];
}

// --- growing

// From what is queued. With `fits`, the cylinder is fitted anew whenever the number of facets doubled.
// False: cancelled.
static bool grow(RoundSearch *s, Cylinder *cylinder, double limit, double width, bool fits)
{
    int32_t stamp = ++s->stamp, kept = 0, refit;
    for (int32_t i = 0; i < s->queued; ++i) {
        int32_t facet = s->queue[i];
        if (s->mark[facet] == stamp || !lies_on(s, cylinder, facet, limit, width))
            continue;
        s->mark[facet] = stamp;
        s->queue[kept++] = facet;
    }
    s->queued = kept;
    refit = 2 * kept;
    for (int32_t at = 0; at < s->queued; ++at) {
        int32_t facet = s->queue[at];
        for (int32_t i = first_of(s, facet); i < first_of(s, facet + 1); ++i) {
            for (int k = 0; k < 3; ++k) {
                int32_t next = facet_beyond(s, 3 * s->facets.triangles[i] + k);
                if (next < 0 || s->mark[next] == stamp || s->piece_of[next] >= 0 ||
                    !lies_on(s, cylinder, next, limit, width))
                    continue;
                s->mark[next] = stamp;
                s->queue[s->queued++] = next;
            }
        }
        if (s->queued >= refit && fits) {
            fit_queue(s, cylinder, 3);
            refit = 2 * s->queued;
        }
        if (at % 4096 == 0 && job_cancelled(s->parts->job))
            return false;
    }
    return true;
}

static bool add_piece(RoundSearch *s, const Cylinder *cylinder)
{
    RoundPiece piece = {.cylinder = *cylinder,
                        .limit = s->limit,
                        .lo = INFINITY,
                        .hi = -INFINITY,
                        .first = (int32_t)s->member_count,
                        .count = s->queued};
    if (!array_reserve(&s->pieces, &s->piece_capacity, s->piece_count + 1, sizeof *s->pieces) ||
        !array_reserve(&s->members, &s->member_capacity, s->member_count + (size_t)s->queued,
                       sizeof *s->members))
        return false;
    for (int32_t i = 0; i < s->queued; ++i) {
        int32_t facet = s->queue[i];
        FacetView view = facet_view(s, cylinder, facet);
        piece.lo = fmin(piece.lo, view.lo);
        piece.hi = fmax(piece.hi, view.hi);
        for (int32_t k = first_of(s, facet); k < first_of(s, facet + 1); ++k) {
            Triangle t = mesh_triangle(s->parts->mesh, s->facets.triangles[k]);
            piece.area += vec3d_length(triangle_cross(&t)) / 2;
        }
        s->piece_of[facet] = (int32_t)s->piece_count;
        s->members[s->member_count++] = facet;
    }
    s->pieces[s->piece_count++] = piece;
    return true;
}

// Cones and barrels are within the limit where they are short: what is left of them is no noise.
static bool is_straight(const RoundSearch *s, const Cylinder *cylinder)
{
    double line, bulge, sigma;
    cylinder_taper(cylinder, s->points, s->point_count, &line, &bulge, &sigma);
    double chance = 6 * sigma / sqrt((double)s->point_count) + s->parts->noise;
    return line <= chance && bulge <= chance;
}

enum Tried { NOT_ROUND, ROUND, STOPPED };

static enum Tried try_axis(RoundSearch *s, int32_t seed, Vec3d axis)
{
    Cylinder c = {.axis = axis};
    if (patch(s, seed, axis) < LEAST_PATCH || !fit_queue(s, &c, 0))
        return NOT_ROUND;
    Triangle t = mesh_triangle(s->parts->mesh, s->facets.triangles[first_of(s, seed)]);
    c.inward = vec3d_dot(vec3d_sub(t.p[0], c.origin), s->facets.normals[seed]) < 0;
    double loose_limit = s->limit + LOOSE * s->parts->noise;
    if (cylinder_residual(&c, s->points, s->point_count) > loose_limit)
        return NOT_ROUND;
    double usual = usual_width(s, &c);
    double width = usual * (usual > CREASE_DEGREES * 1.01 * PI / 180 ? WIDER_COARSE : WIDER);
    if (usual > MOST_FACET_TURN)
        return NOT_ROUND;
    if (!grow(s, &c, loose_limit, width, true))
        return STOPPED;
    // If this comes to nothing, each of many facets would try all of it again.
    for (int32_t i = 0; s->queued > MANY && i < s->queued; ++i)
        s->piece_of[s->queue[i]] = TRIED;
    if (s->queued < LEAST_PATCH || !fit_queue(s, &c, 5))
        return NOT_ROUND;
    if (!grow(s, &c, s->limit, width, false))
        return STOPPED;
    if (s->queued < LEAST_PATCH || !fit_queue(s, &c, 5) || !is_straight(s, &c) ||
        cylinder_residual(&c, s->points, s->point_count) > s->limit)
        return NOT_ROUND;
    return add_piece(s, &c) ? ROUND : STOPPED;
}

bool round_search_grow(RoundSearch *s)
{
    assert(s && s->limit > 0);
    for (int32_t f = 0; f < s->facets.count; ++f) {
        if (!job_tick(s->parts->job, (size_t)f, (size_t)s->facets.count, 0.1, 0.6))
            return false;
        Vec3d axes[HYPOTHESES];
        int count = s->piece_of[f] == FREE ? hypotheses(s, f, axes) : 0;
        for (int i = 0; i < count && s->piece_of[f] == FREE; ++i)
            if (try_axis(s, f, axes[i]) == STOPPED)
                return false;
        if (s->piece_of[f] == FREE)
            s->piece_of[f] = TRIED;
    }
    return true;
}
