#include "app/actions/action_tools.h"
#include "app/document/selection.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    if (selection_has(&app->document, args->part))
        selection_remove(&app->document, args->part);
    else
        selection_add(&app->document, args->part);
    return true;
}

const Action action_part_select_toggle = {
    .name = "part.select_toggle",
    .title = "Add part to the selection or remove it",
    .note = "part: selected along with the others, or no longer",
    .args = {{.type = ARG_PART}},
    .enabled = action_needs_parts,
    .apply = apply,
};
