#include "app/actions/action_tools.h"
#include "app/stages/move.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_index(args->index, HANDLES_COUNT, "set of handles", err))
        return false;
    app->document.move.handles = args->index;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    (void)app;
    args->index = HANDLES_TURN;
}

const Action action_move_handles = {
    .name = "move.handles",
    .title = "Handles at the selected part",
    .note = "index: enum MoveHandles",
    .reads = READS_INDEX,
    .apply = apply,
    .example = example,
};
