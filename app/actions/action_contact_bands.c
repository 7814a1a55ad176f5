#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    app->document.view.contact.bands = args->flag;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    args->flag = !app->document.view.contact.bands;
}

const Action action_contact_bands = {
    .name = "contact.bands",
    .title = "Clearance bands",
    .shortcut = "Shift+B",
    .note = "flag: paint the surfaces that are near the selected part",
    .reads = READS_FLAG,
    .flags = ACTION_UNDOABLE,
    .apply = apply,
    .example = example,
};
