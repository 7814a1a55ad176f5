#include "app/actions/action_tools.h"

#include "app/session/save.h"

static bool enabled(const App *app, const char **why)
{
    *why = "nothing is open that came from a file";
    return app->sources.count > 0;
}

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!args->text[0] && save_path(app))
        return save_scene(app, save_path(app), err);
    return (args->text[0] || error_set(err, "no file was named")) &&
           save_scene(app, args->text, err);
}

const Action action_file_save = {
    .name = "file.save",
    .title = "Save scene",
    .shortcut = "Ctrl+S",
    .note = "text: the path, ending in .json; nothing: where it was saved before",
    .args = {{.type = ARG_PATH, .optional = true}},
    .enabled = enabled,
    .apply = apply,
};
