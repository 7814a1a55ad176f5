#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    app->document.view.contact.legend = args->flag;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    args->flag = !app->document.view.contact.legend;
}

const Action action_contact_legend = {
    .name = "contact.legend",
    .title = "Legend of contact",
    .note = "flag: say in a corner of the view what the colours of contact mean",
    .flags = ACTION_UNDOABLE,
    .reads = READS_FLAG,
    .apply = apply,
    .example = example,
};
