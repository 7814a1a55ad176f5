#include "app/actions/action_tools.h"
#include "app/document/lists.h"
#include "core/mesh/deform/variants.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_part(app, args, err) ||
        !action_check_index(args->index, deform_rule_count, "deformation", err))
        return false;
    if (!(args->number >= -1 && args->number <= 1))
        return error_set(err, "how much a part is deformed must lie between -1 and 1");
    app->document.parts[args->part].shape = (Deformation){args->index, args->number};
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    action_example_part(app, args);
    args->index = deform_index(&deform_bend);
    args->number = 0.25;
}

const Action action_part_deform = {
    .name = "part.deform",
    .title = "Deform part",
    .note = "part, index of the deformation, number: how much, -1 to 1",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .reads = READS_PART | READS_INDEX | READS_NUMBER,
    .list = &list_deformations,
    .enabled = action_needs_parts,
    .apply = apply,
    .subject = action_part_name,
    .example = example,
};
