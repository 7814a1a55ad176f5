#include "app/actions/action_tools.h"
#include "app/document/selection.h"
#include "app/stages/explode.h"

#define USUAL_ASPECT 1.6

static Box3d part_box(const App *app, int32_t part)
{
    Affine shown = app_shown_placement(app, part);
    return part_world_bounds(app_part_mesh(app, part), &shown);
}

static double diagonal(const Box3d *box)
{
    return vec3d_distance(box->lo, box->hi);
}

// The place where they meet, with so much around it that one knows where one is; without a row in
// the report, both parts.
static Box3d region(const App *app, int32_t a, int32_t b)
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

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    int32_t *alone = app->document.view.shown_pair;
    bool again =
        document_pair_shown(&app->document) && alone[0] == args->part && alone[1] == args->other;
    alone[0] = args->flag && !again ? args->part : NO_PART;
    alone[1] = args->flag && !again ? args->other : NO_PART;
    if (args->flag && again)
        return true; // the others are back, and the camera stays where it is
    double aspect = args->aspect > 0 ? args->aspect : USUAL_ASPECT;
    Camera *camera = &app->document.view.camera;
    selection_only(&app->document, args->part);
    *camera = camera_fitted(camera, region(app, args->part, args->other), aspect);
    return true;
}

const Action action_pair_show = {
    .name = "pair.show",
    .title = "Zoom to pair",
    .note =
        "part, index: the two parts, of which the first is selected; number: width / height; flag: "
        "dims the others, a second time brings them back",
    .args = {{.type = ARG_PART},
             {.type = ARG_OTHER},
             {.type = ARG_NUMBER, .optional = true, .what = "the shape of the view"},
             {.type = ARG_FLAG}},
    .enabled = action_needs_parts,
    .apply = apply,
};
