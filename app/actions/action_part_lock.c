#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    return action_set_part_flag(app, args, offsetof(PartState, locked));
}

static bool is_on(const App *app, int32_t part)
{
    return part != NO_PART && app->document.parts[part].locked;
}

const Action action_part_lock = {
    .name = "part.lock",
    .title = "Lock part",
    .shortcut = "Shift+L",
    .note = "part, flag: nothing moves it until it is unlocked",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_SELECTED}, {.type = ARG_FLAG}},
    .enabled = action_needs_parts,
    .apply = apply,
    .is_on = is_on,
};
