#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!(args->number >= 0 && args->number <= 1))
        return error_set(err, "how far parts are apart must lie between 0 and 1");
    app->document.view.explode = args->number;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    args->number = app->document.view.explode < 0.5 ? 0.75 : 0.25;
}

const Action action_view_explode = {
    .name = "view.explode",
    .title = "Exploded view",
    .note = "number: 0 shows parts where they are, 1 far apart; contacts stay those of the real "
            "places",
    .reads = READS_NUMBER,
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .enabled = action_needs_parts,
    .apply = apply,
    .example = example,
};
