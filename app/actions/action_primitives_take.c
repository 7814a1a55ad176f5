// What a worker has made: fitted to triangles, or read from a file.
#include "app/actions/action_tools.h"

#include "app/stages/app.h"

static bool enabled(const App *app, const char **why)
{
    if (app->incoming.list)
        return true;
    *why = "no new primitives are waiting";
    return false;
}

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    const IncomingPrimitives *in = &app->incoming;
    PrimitiveList *list = in->replace ? primitive_list_create() : action_copy_primitives(app, err);
    bool good = list || error_set(err, "not enough memory");
    for (int32_t i = 0; good && i < in->list->set.count; ++i) {
        const Primitive *item = &in->list->set.items[i];
        good = primitive_list_add(list, &item->volume, item->name, in->list->covers[i], err);
    }
    int32_t last = in->replace ? NO_PRIMITIVE : primitive_list_count(list) - 1;
    if (!action_set_primitives(app, list, good))
        return false;
    app->document.primitives.selected = last;
    return true;
}

const Action action_primitives_take = {
    .name = "primitives.take",
    .title = "Take new primitives",
    .note = "the ones that were just fitted or read",
    .flags = ACTION_UNDOABLE | ACTION_UNRECORDED,
    .enabled = enabled,
    .apply = apply,
};
