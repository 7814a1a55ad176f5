#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    for (int32_t i = 0; i < app->document.part_count; ++i)
        if (args->part == NO_PART || args->part == i)
            app->document.parts[i].overlay_level = args->level;
    return true;
}

const Action action_overlay_level = {
    .name = "overlay.level",
    .title = "Show hierarchy level",
    .note = "part (or none for all), index: the level, -1 for none",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .args = {{.type = ARG_PART, .optional = true},
             {.type = ARG_INDEX, .what = "level", .least = OVERLAY_OFF, .most = OVERLAY_MOST}},
    .enabled = action_needs_parts,
    .apply = apply,
    .subject = action_part_name,
    .example = "part=none index=2",
};
