#include "app/window/settings.h"

#include "app/actions/list_parts.h"
#include "app/actions/list_view.h"
#include "app/document/fields.h"
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

// What of the document is kept: actions with ACTION_SETTING. Hierarchies and queries are not:
// whoever has tried a slow one does not want to start with it. Those that set no field alone:
static bool get_verb(const Action *action, const Document *document, ActionArgs *args)
{
    if (action == &action_camera_projection)
        args->flag = !(document->view.camera.fov_y > 0);
    else if (action == &action_move_step) // lengths are not kept: a watch is no crane
        *args = (ActionArgs){.index = STEP_ANGLE, .number = document->move.steps[STEP_ANGLE]};
    return action == &action_camera_projection || action == &action_move_step;
}

static void add_setting(TextBuffer *text, const App *app, const Action *action)
{
    ActionArgs args = {.part = NO_PART};
    if (action->field)
        field_to_arguments(action->field, field_value(action->field, &app->document), &args);
    else if (!get_verb(action, &app->document, &args))
        return;
    script_line(text, app, action, &args);
    text_add(text, "\n");
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
    if (!(command->action->flags & ACTION_SETTING))
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
    for (int i = 0; i < action_count; ++i)
        if (actions[i]->flags & ACTION_SETTING)
            add_setting(&text, app, actions[i]);
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
