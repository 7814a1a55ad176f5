#include "app/actions/action_tools.h"
#include "app/document/selection.h"
#include "app/stages/explode.h"

#define USUAL_ASPECT 1.6

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (args->flag && app->document.selected == NO_PART)
        return error_set(err, "no part is selected");
    Box3d bounds = box3d_empty();
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        const Mesh *mesh = app_part_mesh(app, i);
        bool wanted =
            args->flag ? selection_has(&app->document, i) : app->document.parts[i].visible;
        if (!wanted || mesh->vertex_count == 0)
            continue;
        Affine shown = app_shown_placement(app, i);
        Box3d box = part_world_bounds(mesh, &shown);
        bounds = box3d_including(box3d_including(bounds, box.lo), box.hi);
    }
    if (!(bounds.lo.x <= bounds.hi.x))
        return error_set(err, "there is nothing to be seen");
    double aspect = args->aspect > 0 ? args->aspect : USUAL_ASPECT;
    Camera *camera = &app->document.view.camera;
    *camera = camera_fitted(camera, bounds, aspect);
    return true;
}

const Action action_camera_fit = {
    .name = "camera.fit",
    .title = "Fit view",
    .shortcut = "F",
    .note = "flag: the selected parts alone; number: width / height of the view",
    .args = {{.type = ARG_NUMBER, .optional = true, .what = "the shape of the view"},
             {.type = ARG_FLAG, .optional = true}},
    .enabled = action_needs_parts,
    .apply = apply,
};
