// What follows from safety distances that were crossed.
#include "app/actions/action_tools.h"
#include "app/actions/move_tools.h"
#include "app/document/selection.h"

static const char *nothing_crossed(const App *app)
{
    return app->watch.crossing_count > 0 ? NULL : "no safety distance was crossed in the last drag";
}

// What moved goes back to where it was at the limit; if it is selected, so does all that is.
static bool clearance_return(App *app, const ActionArgs *args, Error *err)
{
    if (args->index < 0 || args->index >= app->watch.crossing_count)
        return error_set(err, "there is no such crossing");
    const WatchCrossing *crossing = &app->watch.crossings[args->index];
    int32_t part = crossing->part[0];
    if (!crossing->known)
        return error_set(err, "nobody knows where exactly it was");
    if (part >= app->document.part_count || app->document.parts[part].removed)
        return error_set(err, "that part is gone");
    const Affine *now = &app->document.parts[part].placement, *to = &crossing->placement[0];
    Affine back;
    if (selection_has(&app->document, part) && affine_invert(now, &back)) {
        Affine motion = affine_compose(to, &back);
        return move_together(app, &motion, part == app->document.selected ? to : NULL, err);
    }
    if (!action_check_movable(app, &(ActionArgs){.part = part}, err) ||
        !action_check_placement(app, part, to, err))
        return false;
    app->document.parts[part].placement = *to;
    return true;
}

const Action action_clearance_return = {
    .name = "clearance.return",
    .title = "Go back to where a safety distance was crossed",
    .note = "index: which one of the last drag, from the first on",
    .flags = ACTION_UNDOABLE | ACTION_MOVES | ACTION_PLACES,
    .args = {{.type = ARG_INDEX, .optional = true}},
    .obstacle = nothing_crossed,
    .apply = clearance_return,
};
