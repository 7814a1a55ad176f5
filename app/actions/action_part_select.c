#include "app/actions/action_tools.h"
#include "app/document/selection.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    selection_only(&app->document, args->part);
    return true;
}

// Not undoable: nobody wants to step back through clicks. Undoing another action still brings back
// what was selected when it was done.
const Action action_part_select = {
    .name = "part.select",
    .title = "Select part",
    .note = "part: the part to select, or none",
    .args = {{.type = ARG_PART, .optional = true}},
    .enabled = action_needs_parts,
    .apply = apply,
    .subject = action_part_name,
};
