#include "app/actions/action_tools.h"
#include "app/stages/explode.h"

// Through the middle of what is shown, so that half of it is left on the side away from the usual
// view.
static bool first_plane(const App *app, SectionPlane *plane)
{
    Box3d box = box3d_empty();
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        const Mesh *mesh = app_part_mesh(app, i);
        if (!app->document.parts[i].visible || mesh->vertex_count == 0)
            continue;
        Affine placement = app_shown_placement(app, i);
        Box3d part = part_world_bounds(mesh, &placement);
        box = box3d_including(box3d_including(box, part.lo), part.hi);
    }
    if (!(box.lo.x <= box.hi.x))
        return false;
    plane->point = vec3d_lerp(box.lo, box.hi, 0.5);
    plane->normal = vec3d(0, 0, 1);
    return true;
}

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    SectionPlane *plane = &app->document.view.section;
    if (args->flag && vec3d_dot(plane->normal, plane->normal) < 0.5 && !first_plane(app, plane))
        return error_set(err, "there is nothing to be cut");
    plane->on = args->flag;
    return true;
}

static bool is_on(const App *app, int32_t part)
{
    (void)part;
    return app->document.view.section.on;
}

const Action action_view_section = {
    .name = "view.section",
    .title = "Section plane",
    .shortcut = "S",
    .note = "flag: cut the picture open; the first time through its middle",
    .args = {{.type = ARG_FLAG}},
    .flags = ACTION_UNDOABLE,
    .enabled = action_needs_parts,
    .apply = apply,
    .is_on = is_on,
};
