#include "app/actions/action_tools.h"

#include <string.h>
#include <strings.h>

static bool enabled(const App *app, const char **why)
{
    *why = app->wake ? "pictures are being taken" : "there is no window";
    return app->wake && app->pictures.count == 0;
}

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    size_t length = strlen(args->text);
    if (length < 5 || strcasecmp(args->text + length - 4, ".png") != 0)
        return error_set(err, "the name of a picture ends in .png");
    app->pictures = (PictureWish){.count = args->count > 1 ? args->count : 1, .panels = args->flag};
    memcpy(app->pictures.path, args->text, sizeof app->pictures.path);
    return true;
}

const Action action_picture_save = {
    .name = "picture.save",
    .title = "Save picture",
    .shortcut = "F12",
    .note = "text: the path, ending in .png; flag: with the panels; index: so many pictures of a "
            "full turn, numbered",
    .args =
        {{.type = ARG_INDEX, .optional = true, .what = "count of pictures", .most = PICTURES_MOST},
         {.type = ARG_FLAG, .optional = true},
         {.type = ARG_PATH}},
    .enabled = enabled,
    .apply = apply,
    .example = "text=/nonexistent/picture.png",
};
