#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!(args->number >= 0) || !isfinite(args->number))
        return error_set(err, "a tolerance is 0 or more");
    app->document.tolerance = args->number;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    args->number = app->document.tolerance + 1;
}

const Action action_check_tolerance = {
    .name = "check.tolerance",
    .title = "Set contact tolerance",
    .note = "number: in the assembly's unit, 0 = relative to the parts; less deep is a touch",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .reads = READS_NUMBER,
    .apply = apply,
    .example = example,
};
