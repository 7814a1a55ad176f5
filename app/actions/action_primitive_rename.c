#include "app/actions/action_tools.h"

#include "core/base/utf8.h"

#include <stdio.h>
#include <string.h>

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    PrimitiveList *list = action_copy_primitives(app, err);
    if (list) {
        char *name = list->set.items[args->index].name;
        snprintf(name, PRIMITIVE_NAME_SIZE, "%.63s", args->text);
        utf8_sanitise(name); // the cut may have gone through a character
    }
    return action_set_primitives(app, list, list != NULL);
}

const Action action_primitive_rename = {
    .name = "primitive.rename",
    .title = "Rename primitive",
    .note = "index, text: the new name",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PRIMITIVE}, {.type = ARG_TEXT}},
    .enabled = action_needs_primitives,
    .apply = apply,
    .subject = action_primitive_name,
    .example = "text=\"Arm\"",
};
