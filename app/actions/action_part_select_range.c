#include "app/actions/action_tools.h"
#include "app/document/selection.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    int32_t step = args->part <= args->other ? 1 : -1;
    for (int32_t i = args->part;; i += step) {
        selection_add(&app->document, i);
        if (i == args->other)
            return true;
    }
}

const Action action_part_select_range = {
    .name = "part.select_range",
    .title = "Add a range of parts to the selection",
    .note = "part, index: all parts from the one to the other are selected along with the others",
    .args = {{.type = ARG_PART}, {.type = ARG_OTHER}},
    .enabled = action_needs_parts,
    .apply = apply,
};
