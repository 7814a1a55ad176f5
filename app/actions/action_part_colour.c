#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (args->index < -1 || args->index > 0xFFFFFF)
        return error_set(err, "a colour is a number from 0 to %d, or -1 for its own", 0xFFFFFF);
    uint32_t colour = args->index < 0 ? OWN_COLOUR : (uint32_t)args->index;
    return action_set_part_field(app, args, offsetof(PartState, colour), &colour, sizeof colour,
                                 err);
}

static void example(const App *app, ActionArgs *args)
{
    action_example_part(app, args);
    args->index = 0x3399CC;
}

const Action action_part_colour = {
    .name = "part.colour",
    .title = "Colour part",
    .note = "part, index: red, green and blue as one number, or -1: as in the file",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .reads = READS_PART | READS_INDEX,
    .enabled = action_needs_parts,
    .apply = apply,
    .subject = action_part_name,
    .example = example,
};
