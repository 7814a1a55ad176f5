// Room for parts, tools and hands.
#include "app/actions/action_tools.h"
#include "app/actions/list_workspace.h"
#include "app/document/lists.h"
#include "app/io/mesh_write.h"
#include "app/scenes/kit.h"
#include "app/session/save.h"
#include "app/stages/access_state.h"
#include "app/stages/sweep_state.h"

static bool kit_add(App *app, const ActionArgs *args, Error *err)
{
    double size = args->number > 0 ? args->number : kit_pieces[args->index]->usual;
    return stages_add_kit(app, args->index, size, NULL, err);
}

const Action action_kit_add = {
    .name = "kit.add",
    .title = "Add a tool",
    .note = "index: the tool, a hand, or a segment of a pipe; number: its size in mm, 0: the usual "
            "one; it comes beside "
            "what is open",
    .args = {{.type = ARG_INDEX, .list = &list_kit},
             {.type = ARG_NUMBER, .optional = true, .what = "the size", .most = 1000}},
    .apply = kit_add,
    .example = "index=0 number=17",
};

static const char *without_path(const App *app)
{
    return app->path.path.part_count > 0 ? NULL : "there is no path: record one, or open a file";
}

static bool sweep_make_apply(App *app, const ActionArgs *args, Error *err)
{
    path_state_match(app);
    const char *why = sweep_obstacle(app, args->part);
    if (why)
        return error_set(err, "%s", why);
    sweep_ask(app, args->part);
    return true;
}

const Action action_sweep_make = {
    .name = "sweep.make",
    .title = "Space that a part sweeps",
    .note = "part: one that the path moves; its space, volume and collisions along the whole path",
    .args = {{.type = ARG_SELECTED}},
    .obstacle = without_path,
    .apply = sweep_make_apply,
};

static const char *without_sweep(const App *app)
{
    return sweep_shown(app)->known ? NULL : "nothing was swept yet";
}

static bool sweep_export(App *app, const ActionArgs *args, Error *err)
{
    if (!mesh_can_write(args->text, err))
        return false;
    save_mesh(app, args->text, sweep_shown(app)->surface, "what the part sweeps");
    return true;
}

const Action action_sweep_export = {
    .name = "sweep.export",
    .title = "Export what a part sweeps",
    .note = "text: the path, ending in .obj or .stl; the surface around the cells, in the "
            "assembly's unit",
    .args = {{.type = ARG_PATH}},
    .obstacle = without_sweep,
    .apply = sweep_export,
    .example = "text=/nonexistent/sweep.stl",
};

static void sweep_clear(App *app, const ActionArgs *args)
{
    (void)args;
    sweep_forget(app);
}

const Action action_sweep_clear = {
    .name = "sweep.clear",
    .title = "Forget what a part sweeps",
    .note = "its surface and ghosts are no longer drawn",
    .obstacle = without_sweep,
    .act = sweep_clear,
};

static bool access_try(App *app, const ActionArgs *args, Error *err)
{
    if (!app->document.parts[args->part].visible)
        return error_set(err, "the part is hidden");
    if (!access_can_try(args->index))
        return error_set(err, "a %s turns no screw", kit_pieces[args->index]->name);
    access_ask(app, args->part, args->index, args->number);
    return true;
}

const Action action_access_try = {
    .name = "access.try",
    .title = "Try a tool on a screw",
    .note =
        "part: the screw or nut; index: the tool; number: its size in mm, 0: of wrenches as the "
        "head needs it; how far it turns about the axis both ways, proven on the whole way, and "
        "what stops it",
    .args = {{.type = ARG_SELECTED},
             {.type = ARG_INDEX, .list = &list_kit},
             {.type = ARG_NUMBER, .optional = true, .what = "the size", .most = 1000}},
    .example = "index=0",
    .apply = access_try,
};

static const char *without_access(const App *app)
{
    return access_shown(app)->known ? NULL : "no tool was tried yet";
}

static bool access_place(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    const AccessShown *shown = access_shown(app);
    return stages_add_kit(app, shown->piece, shown->size, &shown->seat, err);
}

const Action action_access_place = {
    .name = "access.place",
    .title = "Put the tool there",
    .note = "adds the tool that was tried, as a part, where it turns farthest",
    .obstacle = without_access,
    .apply = access_place,
};

static void access_clear(App *app, const ActionArgs *args)
{
    (void)args;
    access_forget(app);
}

const Action action_access_clear = {
    .name = "access.clear",
    .title = "Forget the tool that was tried",
    .note = "it is no longer drawn",
    .obstacle = without_access,
    .act = access_clear,
};
