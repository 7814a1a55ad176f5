#include "app/actions/move_tools.h"

#include "app/actions/list_parts.h"
#include "app/document/selection.h"

const Affine *move_lead(const App *app)
{
    return &app->step_start->parts[app->document.selected].placement;
}

const char *move_subject(const App *app, const ActionArgs *args)
{
    (void)args;
    return action_part_name(app, &(ActionArgs){.part = app->document.selected});
}

// From where the parts were when the step began.
static Affine moved(const App *app, const Affine *motion, const Affine *lead, int32_t part)
{
    const Document *from = part < app->step_start->part_count ? app->step_start : &app->document;
    return lead && part == app->document.selected
               ? *lead
               : affine_compose(motion, &from->parts[part].placement);
}

bool move_together(App *app, const Affine *motion, const Affine *lead, Error *err)
{
    Document *document = &app->document;
    int32_t count = 0, locked = 0;
    for (int32_t i = 0; i < document->part_count; ++i) {
        if (!selection_has(document, i))
            continue;
        locked += document->parts[i].locked;
        Affine to = moved(app, motion, lead, i);
        if (!document->parts[i].locked && !action_check_placement(app, i, &to, err))
            return false;
        count += !document->parts[i].locked;
    }
    if (count == 0)
        return error_set(err, "all selected parts are locked; unlock them with %s",
                         action_part_lock.shortcut);
    for (int32_t i = 0; i < document->part_count; ++i)
        if (selection_has(document, i) && !document->parts[i].locked)
            document->parts[i].placement = moved(app, motion, lead, i);
    action_notify_locked(app, locked);
    return true;
}

bool move_selection(App *app, const Affine *lead, Error *err)
{
    Affine back, motion = affine_identity();
    if (!affine_equal(lead, move_lead(app)) && affine_invert(move_lead(app), &back))
        motion = affine_compose(lead, &back);
    return move_together(app, &motion, lead, err);
}

typedef void SubmitFn(ActionQueue *queue, const Action *action, const ActionArgs *args,
                      uint64_t merge_key);

static void submit(SubmitFn *by, ActionQueue *queue, const Document *document, const Affine *motion,
                   const Affine *lead, double degrees, uint64_t merge_key)
{
    bool together = selection_count(document) > 1;
    ActionArgs args = {
        .part = document->selected, .placement = together ? *motion : *lead, .number = degrees};
    by(queue, together ? &action_parts_move : &action_part_move, &args, merge_key);
}

void move_submit(ActionQueue *queue, const Document *document, const Affine *motion,
                 const Affine *lead, uint64_t merge_key)
{
    submit(action_submit_merged, queue, document, motion, lead, 0, merge_key);
}

void move_submit_typed(ActionQueue *queue, const Document *document, const Affine *motion,
                       const Affine *lead, double degrees)
{
    submit(action_submit_merged, queue, document, motion, lead, degrees, 0);
}

void move_submit_back(ActionQueue *queue, const Document *document, const Affine *motion,
                      const Affine *lead, uint64_t merge_key)
{
    submit(action_submit_back, queue, document, motion, lead, 0, merge_key);
}
