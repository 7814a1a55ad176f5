#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    return action_set_part_flag(app, args, offsetof(PartState, visible));
}

static bool is_on(const App *app, int32_t part)
{
    return part != NO_PART && app->document.parts[part].visible;
}

const Action action_part_show = {
    .name = "part.show",
    .title = "Show or hide part",
    .shortcut = "H",
    .note = "part, flag: visible; hidden parts take no part in queries",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_SELECTED}, {.type = ARG_FLAG}},
    .enabled = action_needs_parts,
    .apply = apply,
    .is_on = is_on,
};
