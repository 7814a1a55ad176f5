#include "action_tools.h"
#include "app/names.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    char name[ACTION_NAME_SIZE];
    if (!action_check_grouped(app, args, err) || !action_clean_name(args, name, err))
        return false;
    Document *document = &app->document;
    const char *from = document->parts[args->part].group, *to = name_intern(name);
    for (int32_t i = 0; i < document->part_count; ++i)
        if (document->parts[i].group == from)
            document->parts[i].group = to;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    action_example_grouped(app, args);
    snprintf(args->text, sizeof args->text, "Another group");
}

const Action action_group_rename = {
    .id = ACTION_group_rename,
    .name = "group.rename",
    .title = "Rename group",
    .note = "part: one of its parts; text: the new name; that of another group joins the two",
    .flags = ACTION_UNDOABLE,
    .reads = READS_PART | READS_TEXT,
    .enabled = action_needs_parts,
    .apply = apply,
    .subject = action_group_name,
    .example = example,
};
