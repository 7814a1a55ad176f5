// Edges as people see them: a straight one may be cut into pieces by the mesh, and a round one
// always is. From one piece on the curve is followed as long as it goes on smoothly.
#include "app/stages/explode.h"
#include "app/window/measure.h"

#include <math.h>
#include <stdio.h>

enum { MAX_PIECES = 4096 };
static const double SMOOTH = 0.80; // cosine of the turn from one piece to the next: 37 degrees
static const double STRAIGHT = 1 - 1e-7;  // ... of a straight edge: 0.03 degrees
static const double CIRCLE_SLACK = 0.005; // of the radius: how far corners may lie from the circle

typedef struct Chain {
    const RenderMesh *mesh;
    const Affine *placement;
    uint32_t first, last; // points
    Vec3d points[MAX_PIECES + 1];
    int count;
    bool closed;
} Chain;

static Vec3d place(const Chain *chain, uint32_t point)
{
    return affine_apply(chain->placement, render_mesh_point(chain->mesh, point));
}

// The one edge that goes on from a point; a corner where three meet, or a sharp turn, is an end.
static bool next_point(const Chain *chain, uint32_t before, uint32_t at, double least_cosine,
                       uint32_t *next)
{
    size_t count = render_mesh_feature_count(chain->mesh);
    int found = 0;
    for (size_t i = 0; i < count && found < 2; ++i) {
        const uint32_t *ends = render_mesh_feature(chain->mesh, i);
        if (ends[0] != at && ends[1] != at)
            continue;
        uint32_t other = ends[0] == at ? ends[1] : ends[0];
        if (other == before)
            continue;
        *next = other;
        ++found;
    }
    if (found != 1)
        return false;
    Vec3d in = vec3d_sub(place(chain, at), place(chain, before));
    Vec3d out = vec3d_sub(place(chain, *next), place(chain, at));
    return vec3d_dot(in, out) >= least_cosine * vec3d_length(in) * vec3d_length(out);
}

static void extend(Chain *chain, double least_cosine)
{
    // Forward from the picked piece; then, unless it closes, turned round and on from the start.
    for (int side = 0; side < 2 && !chain->closed; ++side) {
        uint32_t before = side == 0 ? chain->first : chain->last;
        uint32_t at = side == 0 ? chain->last : chain->first, next;
        if (side == 1) {
            for (int i = 0; i < chain->count / 2; ++i) {
                Vec3d p = chain->points[i];
                chain->points[i] = chain->points[chain->count - 1 - i];
                chain->points[chain->count - 1 - i] = p;
            }
        }
        while (chain->count <= MAX_PIECES && next_point(chain, before, at, least_cosine, &next)) {
            if (side == 0 && next == chain->first) {
                chain->closed = true;
                chain->points[chain->count++] = place(chain, next);
                break;
            }
            chain->points[chain->count++] = place(chain, next);
            before = at;
            at = next;
        }
    }
}

static double length_of(const Chain *chain)
{
    double length = 0;
    for (int i = 1; i < chain->count; ++i)
        length += vec3d_distance(chain->points[i - 1], chain->points[i]);
    return length;
}

// Through three points of the chain; all others have to lie on it.
static bool fit_circle(const Chain *chain, Vec3d *centre, double *radius)
{
    if (chain->count < 4)
        return false;
    int last = chain->closed ? chain->count - 2 : chain->count - 1;
    Vec3d a = chain->points[0], b = chain->points[last / 3 + (last < 3)],
          c = chain->points[2 * last / 3 + (last < 3)];
    Vec3d u = vec3d_sub(b, a), v = vec3d_sub(c, a), n = vec3d_cross(u, v);
    double nn = vec3d_dot(n, n), uu = vec3d_dot(u, u), vv = vec3d_dot(v, v);
    if (!(nn > 1e-12 * uu * vv))
        return false;
    Vec3d from_a = vec3d_scale(
        vec3d_add(vec3d_scale(vec3d_cross(v, n), -uu), vec3d_scale(vec3d_cross(u, n), vv)),
        -1 / (2 * nn));
    *radius = vec3d_length(from_a);
    *centre = vec3d_add(a, from_a);
    for (int i = 0; i < chain->count; ++i) {
        Vec3d off = vec3d_sub(chain->points[i], *centre);
        if (fabs(vec3d_length(off) - *radius) > CIRCLE_SLACK * *radius ||
            fabs(vec3d_dot(off, n)) > CIRCLE_SLACK * *radius * sqrt(nn))
            return false;
    }
    return true;
}

bool measure_edge(const App *app, const Anchor *edge, MeasureValue *out)
{
    static Chain chain; // large, and only the window's thread measures
    if (edge->kind != ANCHOR_EDGE || edge->part < 0 || edge->part >= app->document.part_count ||
        !app->document.parts[edge->part].visible)
        return false;
    const RenderMesh *deformed = app->shapes ? app->shapes[edge->part].drawn : NULL;
    const RenderMesh *mesh = deformed ? deformed : app->render_meshes[edge->part];
    if (!mesh || edge->edge >= render_mesh_feature_count(mesh))
        return false;
    const Affine *placement = &app->document.parts[edge->part].placement;
    const uint32_t *ends = render_mesh_feature(mesh, edge->edge);
    const char *unit = length_unit_info(app->assembly.unit)->suffix;
    Vec3d centre;
    for (int smooth = 0; smooth < 2; ++smooth) {
        chain.mesh = mesh;
        chain.placement = placement;
        chain.first = ends[0];
        chain.last = ends[1];
        chain.points[0] = place(&chain, ends[0]);
        chain.points[1] = place(&chain, ends[1]);
        chain.count = 2;
        chain.closed = false;
        extend(&chain, smooth ? SMOOTH : STRAIGHT);
        if (!smooth) {
            *out = (MeasureValue){.kind = MEASURE_EDGE, .value = length_of(&chain)};
            out->ends[0] = chain.points[0];
            out->ends[1] = chain.points[chain.count - 1];
        } else if (fit_circle(&chain, &centre, &out->radius)) {
            out->kind = MEASURE_ARC;
            out->value = length_of(&chain);
            out->ends[0] = centre;
            out->ends[1] = place(&chain, ends[0]);
        }
    }
    for (int k = 0; k < 2; ++k)
        out->ends[k] = vec3d_add(out->ends[k], app_shown_shift(app, edge->part));
    if (out->kind == MEASURE_ARC)
        snprintf(out->text, sizeof out->text, "radius %.5g %s, diameter %.5g %s", out->radius, unit,
                 2 * out->radius, unit);
    else
        snprintf(out->text, sizeof out->text, "edge %.5g %s", out->value, unit);
    return true;
}
