#include "app/actions/action_tools.h"
#include "app/document/selection.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_part(app, args, err) ||
        !action_check_index(args->index, app->document.part_count, "part", err))
        return false;
    int32_t step = args->part <= args->index ? 1 : -1;
    for (int32_t i = args->part;; i += step) {
        selection_add(&app->document, i);
        if (i == args->index)
            return true;
    }
}

static void example(const App *app, ActionArgs *args)
{
    args->part = 0;
    args->index = app->document.part_count - 1;
}

const Action action_part_select_range = {
    .name = "part.select_range",
    .title = "Add a range of parts to the selection",
    .note = "part, index: all parts from the one to the other are selected along with the others",
    .reads = READS_PART | READS_OTHER,
    .enabled = action_needs_parts,
    .apply = apply,
    .example = example,
};
