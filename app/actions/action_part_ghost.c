#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    return action_set_part_flag(app, args, offsetof(PartState, ghost));
}

static bool is_on(const App *app, int32_t part)
{
    return part != NO_PART && app->document.parts[part].ghost;
}

const Action action_part_ghost = {
    .name = "part.ghost",
    .title = "Ghost part",
    .shortcut = "G",
    .note = "part, flag: drawn transparent; the mouse reaches what is behind it, contacts stay",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_SELECTED}, {.type = ARG_FLAG}},
    .enabled = action_needs_parts,
    .apply = apply,
    .is_on = is_on,
};
