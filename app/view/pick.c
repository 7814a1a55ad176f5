#include "pick.h"

#include <math.h>

static bool ray_meets_box(const Box3d *box, Vec3d o, Vec3d d, double limit)
{
    double near = 0, far = limit;
    for (int i = 0; i < 3; ++i) {
        double lo = box->lo.v[i] - o.v[i], hi = box->hi.v[i] - o.v[i];
        if (d.v[i] == 0) {
            if (lo > 0 || hi < 0)
                return false;
            continue;
        }
        double t0 = lo / d.v[i], t1 = hi / d.v[i];
        near = fmax(near, fmin(t0, t1));
        far = fmin(far, fmax(t0, t1));
    }
    // A flat part has a box without thickness: rounding must not lose it.
    return near <= far * (1 + 1e-12) + 1e-300;
}

// Möller and Trumbore 1997, both sides. Returns t, or infinity.
static double ray_meets_triangle(const Triangle *t, Vec3d o, Vec3d d)
{
    Vec3d e1 = vec3d_sub(t->p[1], t->p[0]), e2 = vec3d_sub(t->p[2], t->p[0]);
    Vec3d p = vec3d_cross(d, e2);
    double det = vec3d_dot(e1, p);
    if (det == 0)
        return INFINITY;
    Vec3d s = vec3d_sub(o, t->p[0]);
    double u = vec3d_dot(s, p) / det;
    if (!(u >= 0 && u <= 1))
        return INFINITY;
    Vec3d q = vec3d_cross(s, e1);
    double v = vec3d_dot(d, q) / det;
    if (!(v >= 0 && u + v <= 1))
        return INFINITY;
    double along = vec3d_dot(e2, q) / det;
    return along >= 0 ? along : INFINITY;
}

static Pick pick_among(const App *app, const Box3d *local_bounds, Vec3d origin, Vec3d direction,
                       bool ghosts)
{
    Pick best = {.part = NO_PART, .triangle = -1, .along = INFINITY};
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        const PartState *state = &app->document.parts[i];
        const Mesh *mesh = app_part_mesh(app, i);
        Affine to_local;
        if (!state->visible || state->ghost != ghosts ||
            !affine_invert(&state->placement, &to_local))
            continue;
        Vec3d o = affine_apply(&to_local, origin);
        Vec3d d = affine_apply_vector(&to_local, direction);
        if (!ray_meets_box(&local_bounds[i], o, d, best.along))
            continue;
        for (int32_t k = 0; k < mesh->triangle_count; ++k) {
            Triangle t = mesh_triangle(mesh, k);
            double along = ray_meets_triangle(&t, o, d);
            if (along < best.along) {
                best.part = i;
                best.triangle = k;
                best.along = along;
            }
        }
    }
    if (best.part != NO_PART)
        best.point = vec3d_add_scaled(origin, direction, best.along);
    return best;
}

Pick pick_ray(const App *app, const Box3d *local_bounds, Vec3d origin, Vec3d direction)
{
    Pick solid = pick_among(app, local_bounds, origin, direction, false);
    return solid.part != NO_PART ? solid : pick_among(app, local_bounds, origin, direction, true);
}
