#include "app/actions/action_tools.h"

#include "app/io/import.h"

#include <string.h>

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    ImportOptions options = {.unit = (enum LengthUnit)args->unit, .up = (enum UpAxis)args->up};
    bool before = app->allow_outside;
    app->allow_outside = before || args->flag; // a person was asked; scripts cannot say so
    stages_open(app, args->text, &options);
    app->allow_outside = before;
    return true;
}

const Action action_file_open = {
    .name = "file.open",
    .title = "Open file",
    .shortcut = "Ctrl+O",
    .note = "text: the path of a mesh or a scene (.json); index: unit of length; number: up axis, "
            "0 = y, 1 = z",
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
