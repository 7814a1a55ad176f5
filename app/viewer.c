// snug-view: the window, behind the command `snug view`.
#include "app/actions/list_files.h"
#include "app/actions/list_path.h"
#include "app/commands/commands.h"
#include "app/draw/row_pictures.h"
#include "app/io/format.h"
#include "app/io/memory_budget.h"
#include "app/scenes/scene.h"
#include "app/session/save.h"
#include "app/window/endings.h"
#include "app/window/loop/script_player.h"
#include "app/window/memory_guard.h"
#include "app/window/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { NO_SCENE = -1, USUAL_WIDTH = 1280, USUAL_HEIGHT = 800 };

enum { MAX_FILES = 256 };
#define AUTOSAVE_SECONDS 30.0 // after a change

typedef struct Options {
    const char *more[MAX_FILES]; // further files
    int more_count;
    bool allow_outside, drop_degenerate;
    const char *file, *state, *screenshot, *script, *rules, *path, *memory;
    int scene;
    int width, height;
    ImportOptions import;
    bool unit_said, up_said;
} Options;

static void print_help(void)
{
    char names[256];
    import_format_names(names, sizeof names);
    printf("usage: snug view [FILE...] [options]\n"
           "Opens the viewer on %s files, on a scene it has saved (.json), or on the\n"
           "default scene.\n",
           names);
    puts("  --scene NAME       a built-in scene\n"
         "  --unit UNIT        unit of the file: mm (default), cm, m, um, in, ft\n"
         "  --up y|z           axis of the file that points up (default y)\n"
         "  --drop-degenerate  leave out triangles without area, which are kept otherwise\n"
         "  --allow-outside    a scene may name files outside of its folder\n"
         "  --memory 2GB       what would need more is refused (default: a quarter of the "
         "machine's;\n"
         "                     none: no limit)\n"
         "  --rules FILE       rules about pairs of parts, read again when files are reloaded\n"
         "  --path FILE        how parts move, for the Path panel\n"
         "  --size WxH         size of the window (default 1280x800)\n"
         "  --screenshot FILE  write a PNG of the window once all is built, then exit\n"
         "  --script FILE      play the actions in this file; exit code 1 if one of them fails\n"
         "  --state FILE       keep a description of what is shown in this file, for tests");
    puts("scenes:");
    for (int i = 0; i < SCENE_COUNT; ++i)
        printf("  %-18s %s\n", scenes[i]->name, scenes[i]->note);
}

// Returns what is wrong, or NULL.
static const char *parse_value(Options *options, const char *name, const char *value)
{
    if (strcmp(name, "--scene") == 0) {
        options->scene = scene_find(value);
        return options->scene < 0 ? "there is no such scene" : NULL;
    }
    if (strcmp(name, "--unit") == 0) {
        options->unit_said = length_unit_find(value, &options->import.unit);
        return options->unit_said ? NULL : "not a unit";
    }
    if (strcmp(name, "--up") == 0) {
        options->up_said = up_axis_find(value, &options->import.up);
        return options->up_said ? NULL : "the axis is y or z";
    }
    if (strcmp(name, "--size") == 0)
        return command_parse_size(value, &options->width, &options->height)
                   ? NULL
                   : "a size is written as 1280x800";
    if (strcmp(name, "--state") == 0)
        options->state = value;
    else if (strcmp(name, "--screenshot") == 0)
        options->screenshot = value;
    else if (strcmp(name, "--script") == 0)
        options->script = value;
    else if (strcmp(name, "--rules") == 0)
        options->rules = value;
    else if (strcmp(name, "--path") == 0)
        options->path = value;
    else if (strcmp(name, "--memory") == 0)
        options->memory = value;
    else
        return "no such option; see snug view --help";
    return NULL;
}

// False: exit with *code.
static bool parse(int argc, char **argv, Options *options, int *code)
{
    *options = (Options){.scene = NO_SCENE};
    *code = 2;
    for (int i = 1; i < argc; ++i) {
        const char *argument = argv[i], *problem = NULL;
        if (strcmp(argument, "--help") == 0) {
            print_help();
            *code = 0;
            return false;
        }
        if (argument[0] != '-' && !options->file)
            options->file = argument;
        else if (argument[0] != '-' && options->more_count == MAX_FILES)
            problem = "too many files";
        else if (argument[0] != '-')
            options->more[options->more_count++] = argument;
        else if (strcmp(argument, "--drop-degenerate") == 0)
            options->drop_degenerate = true;
        else if (strcmp(argument, "--allow-outside") == 0)
            options->allow_outside = true;
        else if (i + 1 >= argc)
            problem = "a value is missing, or there is no such option";
        else
            problem = parse_value(options, argument, argv[++i]);
        if (problem) {
            fprintf(stderr, "snug view: %s: %s\n", argument, problem);
            return false;
        }
    }
    return true;
}

static int take_screenshot(View *view, const char *path)
{
    Error err = {""};
    // A few frames: the window gets its size, panels theirs, results are drawn.
    for (int i = 0; i < 8; ++i) {
        view_poll(view);
        view_frame(view);
        stages_wait(view->app);
    }
    if (!view_screenshot(view, path, &err)) {
        fprintf(stderr, "snug view: %s\n", err.text);
        return 1;
    }
    return 0;
}

// A script opens what it needs itself. By an action, so that it is in the recorded script as well.
static void open_first(App *app, const Options *options)
{
    ActionArgs args = {.part = NO_PART, .index = options->scene == NO_SCENE ? 0 : options->scene};
    if (options->script && !options->file && options->scene == NO_SCENE)
        return;
    if (options->file) {
        args.index = (int32_t)options->import.unit;
        args.number = options->import.up;
        snprintf(args.text, sizeof args.text, "%s", options->file);
    }
    if (options->file && strlen(options->file) >= sizeof args.text)
        app_notify(app, NOTICE_ERROR, "The path of the file is too long.");
    else
        app_do(app, options->file ? &action_file_open : &action_scene_open, &args, 0);
    for (int i = 0; i < options->more_count; ++i) {
        snprintf(args.text, sizeof args.text, "%s", options->more[i]);
        app_do(app, &action_file_merge, &args, 0);
    }
}

static void open_path(App *app, const char *path)
{
    ActionArgs args = {.part = NO_PART};
    if (path && strlen(path) >= sizeof args.text)
        app_notify(app, NOTICE_ERROR, "The path of the file is too long.");
    else if (path && snprintf(args.text, sizeof args.text, "%s", path) > 0)
        app_do(app, &action_path_load, &args, 0);
}

// What a crashed program has left, asked about once at the start.
static void offer_recovery(View *view)
{
    FileQuestion *files = &view->ui.question;
    struct stat info;
    if (!save_find_recoverable(view->app, files->path, sizeof files->path) ||
        stat(files->path, &info) != 0)
        return;
    struct tm when;
    if (localtime_r(&info.st_mtime, &when))
        strftime(files->when, sizeof files->when, "%Y-%m-%d %H:%M", &when);
    files->asked = ASK_RECOVER;
}

// What was said on the command line goes before what was kept. The kept unit is the file browser's:
// the same command must not mean something else tomorrow.
static void say_settings(const Options *options, WindowSettings *settings)
{
    if (options->width > 0 || settings->width <= 0) {
        settings->width = options->width > 0 ? options->width : USUAL_WIDTH;
        settings->height = options->width > 0 ? options->height : USUAL_HEIGHT;
        settings->maximised = false;
    }
    if (options->unit_said)
        settings->unit = options->import.unit;
    if (options->up_said)
        settings->up = options->import.up;
}

int main(int argc, char **argv)
{
    Options options;
    int code;
    if (!parse(argc, argv, &options, &code))
        return code;
    App app;
    View view;
    ScriptPlayer player = {0};
    Error err = {""};
    if (!memory_budget_begin(options.memory, &err)) {
        fprintf(stderr, "snug view: --memory: %s\n", err.text);
        return 2;
    }
    if (!memory_guard_begin(&err)) {
        fprintf(stderr, "snug view: %s\n", err.text);
        return 1;
    }
    if (options.script && !script_read(&player.script, options.script, player_knows, &err)) {
        fprintf(stderr, "snug view: %s\n", err.text);
        return 2;
    }
    WindowSettings settings = {0};
    bool keeps = !options.screenshot && !options.script; // pictures are the same on every machine
    if (!options.screenshot)
        endings_hold();
    bool ready = app_init(&app, &err);
    if (ready && keeps)
        settings_load(&settings, &app);
    say_settings(&options, &settings);
    if (!ready || !view_init(&view, &app, settings.width, settings.height, &err)) {
        fprintf(stderr, "snug view: %s\n", err.text);
        app_free(&app);
        player_free(&player);
        return 1;
    }
    view.state_path = options.state;
    view.rules.path = options.rules;
    if (options.script)
        view.player = &player;
    view_apply_settings(&view, &settings);
    if (keeps)
        ui_restore_layout(&view);
    app.draw_rows = row_pictures_draw;
    app.allow_outside = options.allow_outside;
    app.drop_degenerate = options.drop_degenerate;
    if (keeps) {
        save_start_autosave(&app, AUTOSAVE_SECONDS);
        recent_load(&app.recent);
        offer_recovery(&view);
    }
    if (!options.screenshot)
        endings_watch(&app);
    open_first(&app, &options);
    open_path(&app, options.path);
    code = 0;
    if (options.screenshot)
        code = take_screenshot(&view, options.screenshot);
    else
        view_run(&view);
    if (options.script)
        code = !player_done(&player) || player.failed;
    if (endings_signal() != 0) {
        code = 128 + endings_signal(); // as shells say it
        if (save_keep_work(&app))
            fputs("snug view: unsaved work was kept; the next start offers it\n", stderr);
    }
    player_free(&player);
    ui_keep_layout(&view);
    view_keep_settings(&view);
    app_free(&app);
    view_free(&view);
    return code;
}
