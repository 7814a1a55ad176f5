#include "app/actions/action_tools.h"
#include "app/actions/list_parts.h"
#include "app/document/selection.h"

static Affine moved(const App *app, const ActionArgs *args, int32_t part)
{
    const Document *from = part < app->step_start->part_count ? app->step_start : &app->document;
    return affine_compose(&args->placement, &from->parts[part].placement);
}

static bool goes(const App *app, int32_t part)
{
    return selection_has(&app->document, part) && !app->document.parts[part].locked;
}

// From where the parts were when the step began: a drag neither drifts, nor leaves anything behind
// when it is taken back by the identity.
static bool apply(App *app, const ActionArgs *args, Error *err)
{
    Document *document = &app->document;
    if (args->part != NO_PART && !action_check_movable(app, args, err))
        return false;
    int32_t count = 0, locked = 0;
    for (int32_t i = 0; i < document->part_count; ++i) {
        locked += selection_has(document, i) && document->parts[i].locked;
        if (!goes(app, i))
            continue;
        Affine to = moved(app, args, i);
        if (!action_check_placement(app, i, &to, err))
            return false;
        ++count;
    }
    if (count == 0)
        return error_set(err, "all selected parts are locked; unlock them with %s",
                         action_part_lock.shortcut);
    for (int32_t i = 0; i < document->part_count; ++i)
        if (goes(app, i))
            document->parts[i].placement = moved(app, args, i);
    action_notify_locked(app, locked);
    return true;
}

const Action action_parts_move = {
    .name = "parts.move",
    .title = "Move selected parts",
    .note =
        "placement: a motion of the world that all selected parts make; part: the one that leads",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .args = {{.type = ARG_PART, .optional = true}, {.type = ARG_MOTION}},
    .enabled = action_needs_selection,
    .apply = apply,
    .example = "part=none by=1,2,3",
};
