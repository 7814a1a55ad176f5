#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    uint32_t colour = args->colour < 0 ? OWN_COLOUR : (uint32_t)args->colour;
    return action_set_part_field(app, args, offsetof(PartState, colour), &colour, sizeof colour);
}

const Action action_part_colour = {
    .name = "part.colour",
    .title = "Colour part",
    .note = "part, index: red, green and blue as one number, or -1: as in the file",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .args = {{.type = ARG_PART},
             {.type = ARG_INDEX, .what = "colour", .least = -1, .most = 0xFFFFFF}},
    .enabled = action_needs_parts,
    .apply = apply,
    .example = "index=3381708",
};
