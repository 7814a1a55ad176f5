// Files that are opened and saved.
#include "app/actions/action_tools.h"
#include "app/actions/poses.h"
#include "app/document/lists.h"
#include "app/session/cad_sources.h"
#include "app/session/save.h"
#include "app/session/scene_file.h"
#include "core/base/array.h"

#include <string.h>
#include <strings.h>

// How a mesh is to be read.
#define UNIT_ARG                                                                                   \
    {                                                                                              \
        .type = ARG_INDEX, .optional = true, .what = "unit", .most = UNIT_COUNT - 1                \
    }
#define UP_ARG                                                                                     \
    {                                                                                              \
        .type = ARG_NUMBER, .optional = true, .what = "the up axis", .most = UP_COUNT - 1          \
    }

static ImportOptions import_options(const ActionArgs *args)
{
    return (ImportOptions){.unit = (enum LengthUnit)args->unit, .up = (enum UpAxis)args->up};
}

static void file_open(App *app, const ActionArgs *args)
{
    ImportOptions options = import_options(args);
    bool before = app->allow_outside;
    app->allow_outside = before || args->flag; // a person was asked; scripts cannot say so
    stages_open(app, args->text, &options);
    app->allow_outside = before;
}

const Action action_file_open = {
    .name = "file.open",
    .title = "Open file",
    .shortcut = "Ctrl+O",
    .note = "text: the path of a mesh or a scene (.json); index: unit of length; number: up axis, "
            "0 = y, 1 = z",
    .args = {UNIT_ARG, UP_ARG, {.type = ARG_PATH}},
    .act = file_open,
    .example = "text=\"no such file.obj\"",
};

static bool file_merge(App *app, const ActionArgs *args, Error *err)
{
    ImportOptions options = import_options(args);
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
    .args = {UNIT_ARG, UP_ARG, {.type = ARG_PATH}},
    .apply = file_merge,
    .example = "text=\"no such file.obj\"",
};

static const char *file_reload_obstacle(const App *app)
{
    for (int32_t i = 0; i < app->sources.count; ++i)
        if (app->sources.files[i].path)
            return NULL;
    return "nothing that is open came from a file";
}

static bool file_reload(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    size_t count = (size_t)app->sources.count;
    int32_t *all = array_alloc(count, sizeof *all);
    if (!all)
        return error_set(err, "not enough memory");
    for (size_t i = 0; i < count; ++i)
        all[i] = (int32_t)i;
    bool good = stages_reload(app, all, (int32_t)count, NULL);
    free(all);
    return good || error_set(err, "there is nothing to reload");
}

const Action action_file_reload = {
    .name = "file.reload",
    .title = "Reload files",
    .shortcut = "F5",
    .note = "reads the files of all parts again; poses, names and rules stay",
    .obstacle = file_reload_obstacle,
    .apply = file_reload,
};

static const char *file_deflection_obstacle(const App *app)
{
    return stages_loading(app) ? "something is being opened; cancel it first" : NULL;
}

static bool file_deflection(App *app, const ActionArgs *args, Error *err)
{
    int32_t count = 0, *cad = array_alloc((size_t)app->sources.count, sizeof *cad);
    if (!cad)
        return error_set(err, "not enough memory");
    double deflection = 1e-3 * args->number;
    for (int32_t i = 0; i < app->sources.count; ++i)
        if (cad_source(app, i))
            cad[count++] = i;
    bool good = count == 0 || stages_reload(app, cad, count, &deflection);
    free(cad);
    if (!good)
        return error_set(err, "the CAD files cannot be read again: not enough memory");
    app->deflection = deflection;
    return true;
}

const Action action_file_deflection = {
    .name = "file.deflection",
    .title = "Deflection of CAD files",
    .note = "number: how far facets may lie off curved surfaces, in mm; 0: by the size of the "
            "parts; CAD files that are open are read again",
    .args = {{.type = ARG_NUMBER,
              .what = "the deflection in mm",
              .most = 1e3 * IMPORT_MOST_DEFLECTION}},
    .obstacle = file_deflection_obstacle,
    .apply = file_deflection,
    .example = "number=0.1",
};

static void file_recover(App *app, const ActionArgs *args)
{
    if (args->flag)
        save_discard(app, args->text);
    else
        save_recover(app, args->text);
}

const Action action_file_recover = {
    .name = "file.recover",
    .title = "Recover unsaved work",
    .note = "text: an autosave that was found at the start; flag: delete it instead",
    .flags = ACTION_UNRECORDED,
    .args = {{.type = ARG_FLAG}, {.type = ARG_PATH}},
    .act = file_recover,
    .example = "text=/nonexistent/autosave.json flag=off",
};

static const char *file_save_obstacle(const App *app)
{
    return app->sources.count > 0 ? NULL : "nothing is open that came from a file";
}

static bool file_save(App *app, const ActionArgs *args, Error *err)
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
    .obstacle = file_save_obstacle,
    .apply = file_save,
};

static const char *picture_save_obstacle(const App *app)
{
    return app->wake && app->pictures.count == 0 ? NULL
           : app->wake                           ? "pictures are being taken"
                                                 : "there is no window";
}

static bool picture_save(App *app, const ActionArgs *args, Error *err)
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
    .obstacle = picture_save_obstacle,
    .apply = picture_save,
    .example = "text=/nonexistent/picture.png",
};

static bool poses_save(App *app, const ActionArgs *args, Error *err)
{
    char *text = poses_text(app);
    if (!text)
        return error_set(err, "not enough memory for the poses");
    save_text(app, args->text, text, "the poses");
    return true;
}

const Action action_poses_save = {
    .name = "poses.save",
    .title = "Save poses as text",
    .note = "text: the path; one line per part: its name and the numbers of its placement",
    .args = {{.type = ARG_PATH}},
    .obstacle = action_needs_parts,
    .apply = poses_save,
    .example = "text=/nonexistent/poses.txt",
};

static bool poses_open(App *app, const ActionArgs *args, Error *err)
{
    int32_t moved = 0, unknown = 0;
    if (!poses_read(app, args->text, &moved, &unknown, err))
        return false;
    app_notify(app, unknown > 0 ? NOTICE_WARNING : NOTICE_INFO,
               "Placed %d parts; %d lines name parts that are not here or locked", (int)moved,
               (int)unknown);
    return true;
}

const Action action_poses_open = {
    .name = "poses.open",
    .title = "Open poses",
    .note = "text: the path of a file as Save poses writes it",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PATH}},
    .obstacle = action_needs_parts,
    .apply = poses_open,
    .example = "text=assets/poses-example.txt",
};

static bool scene_open(App *app, const ActionArgs *args, Error *err)
{
    return stages_open_scene(app, args->index, err);
}

const Action action_scene_open = {
    .name = "scene.open",
    .title = "Open scene",
    .note = "index of the scene",
    .args = {{.type = ARG_INDEX, .list = &list_scenes}},
    .apply = scene_open,
};

static bool report_export(App *app, const ActionArgs *args, Error *err)
{
    return stages_export(app, args->text, err);
}

const Action action_report_export = {
    .name = "report.export",
    .title = "Export fit report",
    .note = "text: the path; .html, .csv, .json or plain text by its ending",
    .args = {{.type = ARG_PATH}},
    .obstacle = action_needs_parts,
    .apply = report_export,
    .example = "text=/nonexistent/report.txt",
};
