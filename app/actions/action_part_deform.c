#include "app/actions/action_tools.h"
#include "app/document/lists.h"
#include "core/mesh/deform/variants.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    app->document.parts[args->part].shape = (Deformation){args->index, args->amount};
    return true;
}

const Action action_part_deform = {
    .name = "part.deform",
    .title = "Deform part",
    .note = "part, index of the deformation, number: how much, -1 to 1",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .args = {{.type = ARG_PART},
             {.type = ARG_INDEX, .list = &list_deformations},
             {.type = ARG_NUMBER, .what = "how much a part is deformed", .least = -1, .most = 1}},
    .enabled = action_needs_parts,
    .apply = apply,
    .example = "index=\"bend\" number=0.25",
};
