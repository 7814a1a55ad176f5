#include "app/actions/action_tools.h"
#include "app/document/names.h"
#include "app/stages/parts.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    char name[ACTION_NAME_SIZE];
    if (!action_clean_name(args, name, err))
        return false;
    int32_t other = parts_find_name(app, name);
    if (other != NO_PART && other != args->part)
        return error_set(err, "another part is already called %s", name);
    bool own = strcmp(name, app->assembly.parts[args->part].key) == 0;
    app->document.parts[args->part].name = own ? NULL : name_intern(name);
    return true;
}

const Action action_part_rename = {
    .name = "part.rename",
    .title = "Rename part",
    .shortcut = "F2",
    .note = "part, text: its new name; rules and reports still find it by the name in the file",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_SELECTED}, {.type = ARG_TEXT}},
    .enabled = action_needs_parts,
    .apply = apply,
    .example = "text=\"A part of another name\"",
};
