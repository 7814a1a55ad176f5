#include "explode.h"

#include "core/array.h"

static const double REACH = 1.4; // shift at full amount, against the distance from the middle

static Vec3d rest_centre(const Part *part)
{
    Box3d box = mesh_bounds(part->mesh);
    return part->mesh->vertex_count > 0 ? affine_apply(&part->rest, vec3d_lerp(box.lo, box.hi, 0.5))
                                        : part->rest.p;
}

static void find_outward(App *app)
{
    Explosion *e = &app->explosion;
    int32_t count = app->assembly.part_count;
    free(e->outward);
    e->count = 0;
    e->outward = array_alloc((size_t)count, sizeof *e->outward);
    e->assembly_version = app->assembly_version;
    e->tried = count;
    if (!e->outward)
        return; // nothing moves apart: a picture beats none
    e->count = count;
    Box3d centres = box3d_empty();
    for (int32_t i = 0; i < count; ++i) {
        e->outward[i] = rest_centre(&app->assembly.parts[i]);
        centres = box3d_including(centres, e->outward[i]);
    }
    Vec3d middle = count > 0 ? vec3d_lerp(centres.lo, centres.hi, 0.5) : vec3d(0, 0, 0);
    for (int32_t i = 0; i < count; ++i)
        e->outward[i] = vec3d_scale(vec3d_sub(e->outward[i], middle), REACH);
}

void explode_update(App *app)
{
    Explosion *e = &app->explosion;
    e->amount = app->document.view.explode;
    if (!(e->amount > 0))
        return; // the directions can wait
    if (!e->outward || e->assembly_version != app->assembly_version ||
        e->tried != app->assembly.part_count)
        find_outward(app);
}
