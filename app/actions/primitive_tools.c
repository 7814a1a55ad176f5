// What actions about primitives share.
#include "app/actions/action_tools.h"

bool action_needs_primitives(const App *app, const char **why)
{
    if (primitive_list_count(app->document.primitives.list) > 0)
        return true;
    *why = "there are no primitives";
    return false;
}

const char *action_primitive_name(const App *app, const ActionArgs *args)
{
    const PrimitiveList *list = app->document.primitives.list;
    return args->index >= 0 && args->index < primitive_list_count(list)
               ? list->set.items[args->index].name
               : "";
}

PrimitiveList *action_copy_primitives(const App *app, Error *err)
{
    PrimitiveList *copy = primitive_list_copy(app->document.primitives.list);
    if (!copy)
        error_set(err, "not enough memory for the primitives");
    return copy;
}

bool action_set_primitives(App *app, PrimitiveList *list, bool good)
{
    primitive_list_release(good ? app->document.primitives.list : list);
    if (good)
        app->document.primitives.list = list;
    return good;
}
