#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!(args->number >= 0) || !isfinite(args->number))
        return error_set(err, "a safety distance is 0 or more");
    app->document.clearance = args->number;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    args->number = app->document.clearance + 1;
}

const Action action_check_clearance = {
    .name = "check.clearance",
    .title = "Set safety distance",
    .note = "number: in the assembly's unit, 0 = none; nearer parts are listed as clashes",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .reads = READS_NUMBER,
    .apply = apply,
    .example = example,
};
