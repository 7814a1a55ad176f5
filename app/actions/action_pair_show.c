#include "app/actions/action_tools.h"
#include "app/document/selection.h"
#include "app/stages/pair_region.h"

#define USUAL_ASPECT 1.6

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
    *camera = camera_fitted(camera, pair_region(app, args->part, args->other), aspect);
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
