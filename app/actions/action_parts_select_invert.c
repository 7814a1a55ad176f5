#include "app/actions/action_tools.h"
#include "app/document/selection.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    (void)err;
    Document *document = &app->document;
    int32_t first = NO_PART;
    for (int32_t i = document->part_count - 1; i >= 0; --i) {
        bool wanted = document->parts[i].visible && !selection_has(document, i);
        document->parts[i].selected = wanted;
        first = wanted ? i : first;
    }
    document->selected = first;
    return true;
}

const Action action_parts_select_invert = {
    .name = "parts.select_invert",
    .title = "Invert selection",
    .shortcut = "Ctrl+I",
    .note = "selects the visible parts that are not selected, and no others",
    .enabled = action_needs_parts,
    .apply = apply,
};
