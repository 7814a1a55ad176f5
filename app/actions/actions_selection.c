// Which parts are selected.
#include "app/actions/action_tools.h"
#include "app/document/selection.h"

static void part_select(App *app, const ActionArgs *args)
{
    selection_only(&app->document, args->part);
}

// Not undoable: nobody wants to step back through clicks. Undoing another action still brings back
// what was selected when it was done.
const Action action_part_select = {
    .name = "part.select",
    .title = "Select part",
    .note = "part: the part to select, or none",
    .args = {{.type = ARG_PART, .optional = true}},
    .act = part_select,
};

static void part_select_toggle(App *app, const ActionArgs *args)
{
    if (selection_has(&app->document, args->part))
        selection_remove(&app->document, args->part);
    else
        selection_add(&app->document, args->part);
}

const Action action_part_select_toggle = {
    .name = "part.select_toggle",
    .title = "Add part to the selection or remove it",
    .note = "part: selected along with the others, or no longer",
    .args = {{.type = ARG_PART}},
    .act = part_select_toggle,
};

static void part_select_range(App *app, const ActionArgs *args)
{
    int32_t step = args->part <= args->other ? 1 : -1;
    for (int32_t i = args->part;; i += step) {
        selection_add(&app->document, i);
        if (i == args->other)
            return;
    }
}

const Action action_part_select_range = {
    .name = "part.select_range",
    .title = "Add a range of parts to the selection",
    .note = "part, index: all parts from the one to the other are selected along with the others",
    .args = {{.type = ARG_PART}, {.type = ARG_OTHER}},
    .act = part_select_range,
};

static void parts_select_all(App *app, const ActionArgs *args)
{
    (void)args;
    Document *document = &app->document;
    for (int32_t i = document->part_count - 1; i >= 0; --i)
        if (document->parts[i].visible)
            selection_add(document, i);
}

const Action action_parts_select_all = {
    .name = "parts.select_all",
    .title = "Select all",
    .shortcut = "Ctrl+A",
    .note = "selects every visible part",
    .obstacle = action_needs_parts,
    .act = parts_select_all,
};

static void parts_select_none(App *app, const ActionArgs *args)
{
    (void)args;
    selection_only(&app->document, NO_PART);
}

const Action action_parts_select_none = {
    .name = "parts.select_none",
    .title = "Select nothing",
    .shortcut = "Ctrl+Shift+A",
    .note = "no part is selected any more",
    .obstacle = action_needs_parts,
    .act = parts_select_none,
};

static void parts_select_invert(App *app, const ActionArgs *args)
{
    (void)args;
    Document *document = &app->document;
    int32_t first = NO_PART;
    for (int32_t i = document->part_count - 1; i >= 0; --i) {
        bool wanted = document->parts[i].visible && !selection_has(document, i);
        document->parts[i].selected = wanted;
        first = wanted ? i : first;
    }
    document->selected = first;
}

const Action action_parts_select_invert = {
    .name = "parts.select_invert",
    .title = "Invert selection",
    .shortcut = "Ctrl+I",
    .note = "selects the visible parts that are not selected, and no others",
    .obstacle = action_needs_parts,
    .act = parts_select_invert,
};
