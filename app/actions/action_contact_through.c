#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    app->document.view.contact.through = args->flag;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    args->flag = !app->document.view.contact.through;
}

const Action action_contact_through = {
    .name = "contact.through",
    .title = "Contacts shine through",
    .shortcut = "Shift+C",
    .note = "flag: draw polygons in contact through the parts in front of them",
    .flags = ACTION_UNDOABLE,
    .reads = READS_FLAG,
    .apply = apply,
    .example = example,
};
