#include "app/actions/action_tools.h"
#include "app/document/selection.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    (void)err;
    selection_only(&app->document, NO_PART);
    return true;
}

const Action action_parts_select_none = {
    .name = "parts.select_none",
    .title = "Select nothing",
    .shortcut = "Ctrl+Shift+A",
    .note = "no part is selected any more",
    .enabled = action_needs_parts,
    .apply = apply,
};
