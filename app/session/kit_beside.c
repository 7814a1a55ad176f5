// A tool of ours comes beside what is open, unless somebody says where.
#include "app/session/pipe_kit.h"
#include "app/stages/app.h"

// Beside the right side of everything.
static Vec3d place_beside(const App *app)
{
    Box3d all = box3d_empty();
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        const PartState *state = &app->document.parts[i];
        const Mesh *mesh = app_part_mesh(app, i);
        if (state->removed || mesh->vertex_count == 0)
            continue;
        Box3d box = part_world_bounds(mesh, &state->placement);
        all = box3d_including(box3d_including(all, box.lo), box.hi);
    }
    if (!(all.lo.x <= all.hi.x))
        return vec3d(0, 0, 0);
    Vec3d middle = vec3d_scale(vec3d_add(all.lo, all.hi), 0.5);
    return vec3d(all.hi.x + 0.15 * (all.hi.x - all.lo.x), middle.y, middle.z);
}

Affine kit_beside(const App *app)
{
    return affine_translation(place_beside(app));
}

bool stages_add_kit(App *app, int piece, double size, const Affine *place, Error *err)
{
    Affine at = place ? *place : kit_beside(app);
    return load_kit(app, piece, size, &at, false, err);
}
