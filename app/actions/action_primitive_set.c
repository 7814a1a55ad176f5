#include "app/actions/action_tools.h"

#include <string.h>

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    HybridVolume volume;
    if (!primitive_from_text(args->text, &volume, err))
        return false;
    // A hand that rests asks for the same in every frame: what follows must not start anew.
    if (hybrid_volume_equal(&volume, &app->document.primitives.list->set.items[args->index].volume))
        return true;
    PrimitiveList *list = action_copy_primitives(app, err);
    if (list)
        list->set.items[args->index].volume = volume;
    return action_set_primitives(app, list, list != NULL);
}

const Action action_primitive_set = {
    .name = "primitive.set",
    .title = "Change primitive",
    .note = "index: which one; text: the volume it is to have, for example sphere 0 0 0 1",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .args = {{.type = ARG_PRIMITIVE}, {.type = ARG_TEXT}},
    .enabled = action_needs_primitives,
    .apply = apply,
    .subject = action_primitive_name,
    .example = "text=\"capsule 0 0 0 1 0 0 0.5\"",
};
