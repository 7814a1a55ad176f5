#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    app->document.view.contact.marks = args->flag;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    args->flag = !app->document.view.contact.marks;
}

const Action action_contact_marks = {
    .name = "contact.marks",
    .title = "Contact places",
    .shortcut = "K",
    .note = "flag: mark each place of contact with the way out of it and its depth",
    .reads = READS_FLAG,
    .flags = ACTION_UNDOABLE,
    .apply = apply,
    .example = example,
};
