#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    app->document.view.contact.dimension = args->flag;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    args->flag = !app->document.view.contact.dimension;
}

const Action action_contact_dimension = {
    .name = "contact.dimension",
    .title = "Distance line",
    .shortcut = "Shift+D",
    .note = "flag: draw a line from the selected part to what is nearest",
    .flags = ACTION_UNDOABLE,
    .reads = READS_FLAG,
    .apply = apply,
    .example = example,
};
