#include "app/stages/pair_region.h"

#include "app/stages/explode.h"

static Box3d part_box(const App *app, int32_t part)
{
    Affine shown = app_shown_placement(app, part);
    return part_world_bounds(app_part_mesh(app, part), &shown);
}

static double diagonal(const Box3d *box)
{
    return vec3d_distance(box->lo, box->hi);
}

Box3d pair_region(const App *app, int32_t a, int32_t b)
{
    Box3d of_a = part_box(app, a), of_b = part_box(app, b);
    Box3d box = box3d_including(box3d_including(of_a, of_b.lo), of_b.hi);
    uint64_t id = pair_id(app->assembly.parts[a].key, app->assembly.parts[b].key);
    for (size_t i = 0; i < app->fit.count; ++i) {
        if (app->fit.rows[i].id != id)
            continue;
        box = app->fit.rows[i].where; // where it is, and from there to where the first is shown
        box.lo = vec3d_add(box.lo, app_shown_shift(app, a));
        box.hi = vec3d_add(box.hi, app_shown_shift(app, a));
        Vec3d middle = vec3d_scale(vec3d_add(box.lo, box.hi), 0.5);
        double smaller = fmin(diagonal(&of_a), diagonal(&of_b));
        double larger = fmax(diagonal(&of_a), diagonal(&of_b));
        double reach = fmax(0.5 * smaller, 0.2 * larger);
        for (int k = 0; k < 3; ++k) {
            box.lo.v[k] = fmin(box.lo.v[k], middle.v[k] - reach);
            box.hi.v[k] = fmax(box.hi.v[k], middle.v[k] + reach);
        }
    }
    return box;
}
