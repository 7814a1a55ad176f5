#include "app/actions/action_tools.h"

#include <string.h>

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    PrimitiveRequest request = {.kind = PRIMITIVE_OPEN, .part = NO_PART};
    _Static_assert(sizeof request.path >= sizeof args->text, "any path fits");
    strcpy(request.path, args->text);
    return stages_primitive(app, &request, err);
}

const Action action_primitives_open = {
    .name = "primitives.open",
    .title = "Open primitives",
    .note = "text: the path of a file of primitives or of a hybrid hierarchy; it replaces those "
            "there are",
    .args = {{.type = ARG_PATH}},
    .apply = apply,
    .example = "text=assets/hybrid/chair.xml",
};
