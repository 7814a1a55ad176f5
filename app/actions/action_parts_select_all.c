#include "app/actions/action_tools.h"
#include "app/document/selection.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    (void)err;
    Document *document = &app->document;
    for (int32_t i = document->part_count - 1; i >= 0; --i)
        if (document->parts[i].visible)
            selection_add(document, i);
    return true;
}

const Action action_parts_select_all = {
    .name = "parts.select_all",
    .title = "Select all",
    .shortcut = "Ctrl+A",
    .note = "selects every visible part",
    .enabled = action_needs_parts,
    .apply = apply,
};
