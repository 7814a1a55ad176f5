#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (args->index < 1 || args->index > VOLUME_TYPES_ALL)
        return error_set(err, "groups need at least one type of volume");
    app->document.primitives.desc.types[(int)args->number] = (unsigned)args->index;
    return true;
}

const Action action_hybrid_types = {
    .name = "hybrid.types",
    .title = "Types of groups",
    .note = "index: the sum of 1 box, 2 turned box, 4 sphere, 8 capsule and 16 slab cut ball, as "
            "allowed; number: the level from which this holds",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_INDEX},
             {.type = ARG_NUMBER, .what = "the level", .least = 0, .most = HYBRID_MAX_LEVELS - 1}},
    .apply = apply,
    .example = "index=4",
};
