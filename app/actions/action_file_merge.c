#include "app/actions/action_tools.h"

#include "app/io/import.h"
#include "app/session/scene_file.h"

#include <string.h>

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    ImportOptions options = {.unit = (enum LengthUnit)args->unit, .up = (enum UpAxis)args->up};
    if (scene_file_is(args->text))
        return error_set(err, "a scene cannot be added to another one; open it");
    stages_merge(app, args->text, &options);
    return true;
}

const Action action_file_merge = {
    .name = "file.merge",
    .title = "Add file",
    .shortcut = "Ctrl+Shift+O",
    .note = "text: the path; its parts join those that are open; index: unit of length; number: up "
            "axis, 0 = y, 1 = z",
    .args =
        {{.type = ARG_INDEX, .optional = true, .what = "unit", .least = 0, .most = UNIT_COUNT - 1},
         {.type = ARG_NUMBER,
          .optional = true,
          .what = "the up axis",
          .least = 0,
          .most = UP_COUNT - 1},
         {.type = ARG_PATH}},
    .apply = apply,
    .example = "text=\"no such file.obj\"",
};
