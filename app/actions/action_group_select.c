#include "action_tools.h"
#include "app/selection.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_grouped(app, args, err))
        return false;
    Document *document = &app->document;
    const char *group = document->parts[args->part].group;
    if (!args->flag)
        selection_only(document, NO_PART);
    for (int32_t i = document->part_count - 1; i >= 0; --i)
        if (document->parts[i].group == group && !document->parts[i].removed)
            selection_add(document, i);
    return true;
}

const Action action_group_select = {
    .id = ACTION_group_select,
    .name = "group.select",
    .title = "Select group",
    .note = "part: one of its parts; flag: along with what is selected",
    .reads = READS_PART | READS_FLAG,
    .enabled = action_needs_parts,
    .apply = apply,
    .subject = action_group_name,
    .example = action_example_grouped,
};
