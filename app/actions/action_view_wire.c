#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    app->document.view.wire_on_contact = args->flag;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    args->flag = !app->document.view.wire_on_contact;
}

const Action action_view_wire = {
    .name = "view.wire",
    .title = "Wireframe in contact",
    .shortcut = "W",
    .note = "flag: parts in contact are drawn as wireframe",
    .flags = ACTION_UNDOABLE,
    .reads = READS_FLAG,
    .apply = apply,
    .example = example,
};
