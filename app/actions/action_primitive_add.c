#include "app/actions/action_tools.h"

#include <stdio.h>
#include <string.h>

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    HybridVolume volume;
    if (!primitive_from_text(args->text, &volume, err))
        return false;
    PrimitiveList *list = action_copy_primitives(app, err);
    char name[PRIMITIVE_NAME_SIZE];
    snprintf(name, sizeof name, "%s %d", volume_type_titles[hybrid_volume_type(&volume)],
             (int)primitive_list_count(list) + 1);
    bool good = list && primitive_list_add(list, &volume, name, NULL, err);
    int32_t added = primitive_list_count(list) - 1;
    if (!action_set_primitives(app, list, good))
        return false;
    app->document.primitives.selected = added;
    return true;
}

const Action action_primitive_add = {
    .name = "primitive.add",
    .title = "Add a primitive",
    .note = "text: the volume, for example sphere 0 0 0 1",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_TEXT}},
    .apply = apply,
    .example = "text=\"sphere 0 0 0 1\"",
};
