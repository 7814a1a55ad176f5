#include "app/window/pick.h"

#include "app/stages/explode.h"

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

// What the section plane leaves of a ray: origin + t*direction with from <= t <= to.
typedef struct Stretch {
    double from, to;
    bool cut; // it begins in the plane: what is inside a part there is its cap
} Stretch;

static Stretch kept_stretch(const SectionPlane *plane, Vec3d origin, Vec3d direction)
{
    Stretch all = {0, INFINITY, false};
    if (!plane->on)
        return all;
    double start = section_depth(plane, origin), rise = -vec3d_dot(plane->normal, direction);
    if (rise > 0 && start < 0)
        return (Stretch){-start / rise, INFINITY, true};
    if (rise < 0 && start > 0)
        return (Stretch){0, -start / rise, false};
    return start > 0 ? all : (Stretch){0, -1, false};
}

// The ray in the part's frame leaves it through this triangle.
static bool leaves(const Triangle *t, Vec3d direction)
{
    Vec3d normal = vec3d_cross(vec3d_sub(t->p[1], t->p[0]), vec3d_sub(t->p[2], t->p[0]));
    return vec3d_dot(normal, direction) > 0;
}

// The nearest hit of one part; along is infinite where there is none.
static Pick pick_part(const App *app, int32_t part, Vec3d o, Vec3d d, Stretch stretch)
{
    Pick best = {.part = NO_PART, .triangle = -1, .along = INFINITY};
    const Mesh *mesh = app_part_mesh(app, part);
    for (int32_t k = 0; k < mesh->triangle_count; ++k) {
        Triangle t = mesh_triangle(mesh, k);
        double along = ray_meets_triangle(&t, o, d);
        if (along < best.along && along >= stretch.from && along <= stretch.to)
            best = (Pick){.part = part, .triangle = k, .along = along};
    }
    if (!stretch.cut || best.part == NO_PART)
        return best;
    Triangle t = mesh_triangle(mesh, best.triangle);
    if (leaves(&t, d) && app_part_is_solid(app, part)) {
        best.along = stretch.from;
        best.on_cap = true;
    }
    return best;
}

static Pick pick_among(const App *app, const Box3d *local_bounds, Vec3d origin, Vec3d direction,
                       bool ghosts)
{
    Pick best = {.part = NO_PART, .triangle = -1, .along = INFINITY};
    Stretch stretch = kept_stretch(&app->document.view.section, origin, direction);
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        const PartState *state = &app->document.parts[i];
        Affine shown = app_shown_placement(app, i), to_local;
        if (!state->visible || state->ghost != ghosts || !document_in_full(&app->document, i) ||
            !affine_invert(&shown, &to_local))
            continue;
        Vec3d o = affine_apply(&to_local, origin);
        Vec3d d = affine_apply_vector(&to_local, direction);
        if (!ray_meets_box(&local_bounds[i], o, d,
                           fmin(stretch.to, stretch.cut ? INFINITY : best.along)))
            continue;
        Pick pick = pick_part(app, i, o, d, stretch);
        if (pick.along < best.along)
            best = pick;
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
