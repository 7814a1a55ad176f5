#include "app/actions/action_tools.h"

#include "core/base/array.h"

static bool enabled(const App *app, const char **why)
{
    *why = "nothing that is open came from a file";
    for (int32_t i = 0; i < app->sources.count; ++i)
        if (app->sources.files[i].path)
            return true;
    return false;
}

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    size_t count = (size_t)app->sources.count;
    int32_t *all = array_alloc(count, sizeof *all);
    if (!all)
        return error_set(err, "not enough memory");
    for (size_t i = 0; i < count; ++i)
        all[i] = (int32_t)i;
    bool good = stages_reload(app, all, (int32_t)count);
    free(all);
    return good || error_set(err, "there is nothing to reload");
}

const Action action_file_reload = {
    .name = "file.reload",
    .title = "Reload files",
    .shortcut = "F5",
    .note = "reads the files of all parts again; poses, names and rules stay",
    .enabled = enabled,
    .apply = apply,
};
