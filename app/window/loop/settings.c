#include "app/window/settings.h"

#include "app/actions/list_fields.h"
#include "app/actions/list_parts.h"
#include "app/actions/list_view.h"
#include "app/document/history.h"
#include "app/io/config.h"
#include "app/io/file.h"
#include "app/script/script.h"
#include "app/stages/move.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char FILE_NAME[] = "settings.txt";
static const char HEADING[] = "# Snug settings: actions as in scripts; delete a line, or the file, "
                              "to have the default back\n";
enum { MAX_BYTES = 1 << 16, LEAST_SIZE = 64, MOST_SIZE = 16384 };

// What of the document is kept. Hierarchies and queries are not: whoever has tried a slow one does
// not want to start with it.
typedef struct Kept {
    const Action *action;
    void (*get)(const Document *document, ActionArgs *args);
} Kept;

#define FLAG(name, field)                                                                          \
    static void get_##name(const Document *document, ActionArgs *args)                             \
    {                                                                                              \
        args->flag = document->view.field;                                                         \
    }
FLAG(edges, feature_edges)
FLAG(wire, wire_on_contact)
FLAG(lines, intersection_lines)
FLAG(grid, grid)
FLAG(through, contact.through)
FLAG(legend, contact.legend)
FLAG(dimension, contact.dimension)
FLAG(marks, contact.marks)
FLAG(bands, contact.bands)
FLAG(occlusion, occlusion)
FLAG(trackball, trackball)
#undef FLAG

static void get_look(const Document *document, ActionArgs *args)
{
    args->index = document->view.look;
}

static void get_shading(const Document *document, ActionArgs *args)
{
    args->index = document->view.shading;
}

static void get_opacity(const Document *document, ActionArgs *args)
{
    args->number = (double)document->view.overlay_opacity;
}

static void get_projection(const Document *document, ActionArgs *args)
{
    args->flag = !(document->view.camera.fov_y > 0);
}

static void get_handles(const Document *document, ActionArgs *args)
{
    args->index = document->move.handles;
}

static void get_move_axes(const Document *document, ActionArgs *args)
{
    args->flag = document->move.local;
}

// Lengths are not kept: what suits a watch does not suit a crane.
static void get_angle_step(const Document *document, ActionArgs *args)
{
    args->index = STEP_ANGLE;
    args->number = document->move.steps[STEP_ANGLE];
}

static const Kept kept[] = {
    {&action_move_handles, get_handles},       {&action_move_axes, get_move_axes},
    {&action_move_step, get_angle_step},       {&action_view_look, get_look},
    {&action_view_edges, get_edges},           {&action_view_wire, get_wire},
    {&action_view_lines, get_lines},           {&action_view_grid, get_grid},
    {&action_view_opacity, get_opacity},       {&action_contact_through, get_through},
    {&action_contact_legend, get_legend},      {&action_contact_dimension, get_dimension},
    {&action_contact_marks, get_marks},        {&action_contact_bands, get_bands},
    {&action_view_shading, get_shading},       {&action_view_occlusion, get_occlusion},
    {&action_camera_trackball, get_trackball}, {&action_camera_projection, get_projection},
};
enum { KEPT_COUNT = sizeof kept / sizeof *kept };

static bool is_kept(const Action *action)
{
    for (int i = 0; i < KEPT_COUNT; ++i)
        if (kept[i].action == action)
            return true;
    return false;
}

static bool is(const ScriptCommand *command, const char *name)
{
    return strcmp(command->name, name) == 0;
}

// Lines of the window: "window 1280,800", "maximised on" and so on, one value each.
static bool set_window(WindowSettings *window, const ScriptCommand *command, Error *err)
{
    if (command->count != 1 || command->words[0].key)
        return error_set(err, "%.60s has one value", command->name);
    const char *value = command->words[0].value;
    double size[2];
    bool on = strcmp(value, "on") == 0, flag = on || strcmp(value, "off") == 0;
    if (is(command, "window") && script_numbers(value, size, 2) && size[0] >= LEAST_SIZE &&
        size[1] >= LEAST_SIZE && size[0] <= MOST_SIZE && size[1] <= MOST_SIZE) {
        window->width = (int)size[0];
        window->height = (int)size[1];
        return true;
    }
    if (is(command, "maximised") && flag) {
        window->maximised = on;
        return true;
    }
    if (is(command, "hints_seen") && flag) {
        window->hints_seen = on;
        return true;
    }
    if ((is(command, "unit") && length_unit_find(value, &window->unit)) ||
        (is(command, "up") && up_axis_find(value, &window->up)))
        return true;
    return error_set(err, "%.60s %.60s is no setting", command->name, value);
}

static bool any_name(const ScriptCommand *command, Error *err)
{
    (void)command;
    (void)err;
    return true; // set_window decides
}

static bool set(WindowSettings *window, App *app, const ScriptCommand *command, Error *err)
{
    ActionArgs args;
    if (!command->action)
        return set_window(window, command, err);
    if (!is_kept(command->action))
        return error_set(err, "%s is no setting", command->name);
    if (!script_arguments(app, command, &args, err))
        return false;
    return app_do(app, command->action, &args, 0) ||
           error_set(err, "%s was refused", command->name);
}

int settings_read(WindowSettings *window, App *app, const char *text, size_t size, Error *problem)
{
    int bad = 0, number = 0;
    for (size_t at = 0; at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t length = end ? (size_t)(end - (text + at)) : size - at;
        Script script;
        Error err = {""};
        ++number;
        bool good = script_parse(&script, "settings", text + at, length, any_name, &err);
        for (size_t i = 0; good && i < script.command_count; ++i)
            good = set(window, app, &script.commands[i], &err);
        script_free(&script);
        if (!good && bad++ == 0)
            error_set(problem, "line %d: %s", number, err.text);
        at += length + 1;
    }
    history_clear(app->history); // nobody did this: it cannot be undone
    return bad;
}

char *settings_text(const WindowSettings *window, const App *app)
{
    TextBuffer text = {0};
    text_add(&text, "%s", HEADING);
    for (int i = 0; i < KEPT_COUNT; ++i) {
        ActionArgs args = {.part = NO_PART};
        kept[i].get(&app->document, &args);
        script_line(&text, app, kept[i].action, &args);
        text_add(&text, "\n");
    }
    if (window->width > 0 && window->height > 0)
        text_add(&text, "window %d,%d\n", window->width, window->height);
    text_add(&text, "maximised %s\nhints_seen %s\n", window->maximised ? "on" : "off",
             window->hints_seen ? "on" : "off");
    text_add(&text, "unit %s\nup %s\n", length_unit_info(window->unit)->suffix,
             up_axis_name(window->up));
    return text_take(&text);
}

void settings_load(WindowSettings *window, App *app)
{
    char path[1024];
    FileBytes bytes = {0};
    Error err = {""};
    if (!config_path(FILE_NAME, false, path, sizeof path))
        return;
    if (!file_read_whole(path, MAX_BYTES, &bytes, &err)) {
        if (access(path, F_OK) == 0)
            app_notify(app, NOTICE_WARNING, "The settings cannot be read: %s", err.text);
        return;
    }
    int bad = settings_read(window, app, bytes.data, bytes.size, &err);
    if (bad > 0)
        app_notify(app, NOTICE_WARNING,
                   "%d line%s of the settings not understood and left out; the defaults hold "
                   "there. %s (%s)",
                   bad, bad == 1 ? " was" : "s were", err.text, path);
    free(bytes.data);
}

void settings_keep(const WindowSettings *window, const App *app, char **written)
{
    char path[1024];
    Error err = {""};
    char *text = settings_text(window, app);
    if (!text || (*written && strcmp(*written, text) == 0) ||
        !config_path(FILE_NAME, true, path, sizeof path)) {
        free(text);
        return;
    }
    file_write_atomic(path, text, strlen(text), &err); // without it the next start is as the last
    free(*written);
    *written = text;
}
