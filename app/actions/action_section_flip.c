#include "app/actions/action_tools.h"

static bool enabled(const App *app, const char **why)
{
    if (app->document.view.section.on)
        return true;
    *why = "there is no section plane";
    return false;
}

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    (void)err;
    SectionPlane *plane = &app->document.view.section;
    plane->normal = vec3d_scale(plane->normal, -1);
    return true;
}

const Action action_section_flip = {
    .name = "section.flip",
    .title = "Flip section plane",
    .shortcut = "Shift+S",
    .note = "cuts away the other side",
    .flags = ACTION_UNDOABLE,
    .enabled = enabled,
    .apply = apply,
};
