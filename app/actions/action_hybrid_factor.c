#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    app->document.primitives.desc.factors[args->index] = args->number;
    return true;
}

const Action action_hybrid_factor = {
    .name = "hybrid.factor",
    .title = "Cost of a type",
    .note = "index: type of volume, 0 box, 1 turned box, 2 sphere, 3 capsule, 4 slab cut ball; "
            "number: what its volume is multiplied by",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .args =
        {{.type = ARG_INDEX, .what = "type of volume", .least = 0, .most = VOLUME_TYPE_COUNT - 1},
         {.type = ARG_NUMBER, .what = "a factor", .least = 0.01, .most = 100}},
    .apply = apply,
    .example = "index=1 number=2",
};
