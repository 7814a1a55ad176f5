// snug-view: the window, behind the command `snug view`.
#include "app/actions/list_files.h"
#include "app/actions/list_lessons.h"
#include "app/actions/list_path.h"
#include "app/actions/list_tasks.h"
#include "app/commands/check_options.h"
#include "app/commands/commands.h"
#include "app/commands/options.h"
#include "app/draw/row_pictures.h"
#include "app/io/cache.h"
#include "app/io/format.h"
#include "app/io/memory_budget.h"
#include "app/lab/commit.h"
#include "app/lab/table.h"
#include "app/scenes/scene.h"
#include "app/script/task_run.h"
#include "app/session/save.h"
#include "app/window/endings.h"
#include "app/window/loop/lesson_play.h"
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
    const char *const *files;
    int file_count;
    bool allow_outside, drop_degenerate, no_cache;
    const char *state, *screenshot, *script, *rules, *path, *memory, *lesson, *task;
    bool check; // the lesson or the task, and nothing else
    int scene;
    int width, height;
    ImportOptions import;
    bool unit_said, up_said;
} Options;

static void print_help(void)
{
    char names[256];
    import_format_names(names, sizeof names);
    printf("usage: snug [view] [FILE...] [options]\n"
           "Opens the viewer on %s files, on a scene it has saved (.json), or on the\n"
           "start page.\n",
           names);
    options_print(&view_options);
    puts("scenes:");
    for (int i = 0; i < SCENE_COUNT; ++i)
        printf("  %-18s %s\n", scenes[i]->name, scenes[i]->note);
}

static bool take(OptionWords *words, Options *options, Error *err)
{
    const char *const *text = words->text;
    *options = (Options){.scene = NO_SCENE,
                         .files = words->others,
                         .file_count = words->other_count,
                         .allow_outside = text[VIEW_ALLOW_OUTSIDE] != NULL,
                         .drop_degenerate = text[VIEW_DROP_DEGENERATE] != NULL,
                         .state = text[VIEW_STATE],
                         .screenshot = text[VIEW_SCREENSHOT],
                         .script = text[VIEW_SCRIPT],
                         .rules = text[VIEW_RULES],
                         .path = text[VIEW_PATH],
                         .lesson = text[VIEW_LESSON],
                         .task = text[VIEW_TASK],
                         .check = text[VIEW_CHECK] != NULL,
                         .no_cache = text[VIEW_NO_CACHE] != NULL,
                         .memory = text[VIEW_MEMORY]};
    if (options->lesson && options->task)
        return error_set(err, "--lesson and --task: one of them at a time");
    if (options->check && !options->lesson && !options->task)
        return error_set(err, "--check: of what? --lesson or --task says it");
    if (words->other_count > MAX_FILES)
        return error_set(err, "more than %d files", MAX_FILES);
    if (text[VIEW_SCENE] && (options->scene = scene_find(text[VIEW_SCENE])) < 0)
        return error_set(err, "--scene: there is no such scene; see snug view --help");
    options->unit_said =
        text[VIEW_UNIT] && length_unit_find(text[VIEW_UNIT], &options->import.unit);
    if (text[VIEW_UNIT] && !options->unit_said)
        return error_set(err, "--unit: not a unit");
    options->up_said = text[VIEW_UP] && up_axis_find(text[VIEW_UP], &options->import.up);
    if (text[VIEW_UP] && !options->up_said)
        return error_set(err, "--up: the axis is y or z");
    return check_options_deflection(text[VIEW_DEFLECTION], &options->import.deflection, err) &&
           (!text[VIEW_SIZE] ||
            command_parse_size(text[VIEW_SIZE], &options->width, &options->height) ||
            error_set(err, "--size: a size is written as 1280x800"));
}

// False: exit with *code. Free the words in any case, the options point to them.
static bool parse(int argc, char **argv, OptionWords *words, Options *options, int *code)
{
    Error err = {""};
    bool good = options_parse(&view_options, argc, argv, words, &err);
    *code = good && words->help ? 0 : 2;
    if (good && words->help)
        print_help();
    else if (good)
        good = take(words, options, &err);
    if (!good)
        fprintf(stderr, "snug view: %s\n", err.text);
    return good && !words->help;
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
    // Without anything the start page is shown; a picture is one of the default scene.
    bool scene =
        options->scene != NO_SCENE || (options->screenshot && !options->lesson && !options->task);
    if (options->file_count == 0 && scene && (!options->script || options->scene != NO_SCENE))
        app_do(app, &action_scene_open, &args, 0);
    for (int i = 0; i < options->file_count; ++i) {
        args.index = (int32_t)options->import.unit;
        args.number = options->import.up;
        if (snprintf(args.text, sizeof args.text, "%s", options->files[i]) >= (int)sizeof args.text)
            app_notify(app, NOTICE_ERROR, "The path of the file is too long.");
        else
            app_do(app, i == 0 ? &action_file_open : &action_file_merge, &args, 0);
    }
}

static void open_named(App *app, const Action *action, const char *name)
{
    ActionArgs args = {.part = NO_PART};
    if (name && strlen(name) >= sizeof args.text)
        app_notify(app, NOTICE_ERROR, "The name is too long.");
    else if (name && snprintf(args.text, sizeof args.text, "%s", name) > 0)
        app_do(app, action, &args, 0);
}

// What is wrong with a lesson, by file and line.
static int check_lesson(const char *name)
{
    Lesson lesson;
    Error err = {""};
    char path[1024];
    bool good = lesson_find(name, path, sizeof path) ||
                error_set(&err, "there is no lesson \"%.200s\"", name);
    good = good && lesson_read(&lesson, path, &lesson_checks, &err);
    if (!good) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    printf("%s: a lesson of %d step%s, nothing is wrong with it\n", path, lesson.step_count,
           lesson.step_count == 1 ? "" : "s");
    lesson_free(&lesson);
    return 0;
}

// The same of a task: what it is about is opened, so that names and joints are looked at as well.
static int check_task(const char *name)
{
    App app;
    Error err = {""};
    if (!app_init(&app, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    app.draws_nothing = true;
    open_named(&app, &action_task_open, name);
    stages_wait(&app);
    const TaskRun *run = task_run(&app);
    int code = run ? 0 : 1;
    if (run)
        printf("%s: a task of %d step%s, nothing is wrong with it\n", run->path,
               run->task.step_count, run->task.step_count == 1 ? "" : "s");
    for (size_t i = 0; !run && i < app.notice_count; ++i)
        if (app.notices[i].kind == NOTICE_ERROR)
            fprintf(stderr, "%s\n", app.notices[i].text);
    app_free(&app);
    return code;
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

static int run(const Options *options)
{
    App app;
    View view;
    ScriptPlayer player = {0};
    Error err = {""};
    if (!memory_budget_begin(options->memory, &err)) {
        fprintf(stderr, "snug view: --memory: %s\n", err.text);
        return 2;
    }
    if (!memory_guard_begin(&err)) {
        fprintf(stderr, "snug view: %s\n", err.text);
        return 1;
    }
    if (options->script && !script_read(&player.script, options->script, player_knows, &err)) {
        fprintf(stderr, "snug view: %s\n", err.text);
        return 2;
    }
    if (!options->no_cache)
        cache_begin();
    WindowSettings settings = {0};
    bool keeps = !options->screenshot && !options->script; // pictures are the same on every machine
    if (!options->screenshot)
        endings_hold();
    bool ready = app_init(&app, &err);
    if (ready && keeps)
        settings_load(&settings, &app);
    say_settings(options, &settings);
    if (!ready || !view_init(&view, &app, settings.width, settings.height, &err)) {
        fprintf(stderr, "snug view: %s\n", err.text);
        app_free(&app);
        player_free(&player);
        return 1;
    }
    view.state_path = options->state;
    view.rules.path = options->rules;
    if (options->script)
        view.player = &player;
    view_apply_settings(&view, &settings);
    if (keeps)
        ui_restore_layout(&view);
    app.draw_rows = row_pictures_draw;
    app.allow_outside = options->allow_outside;
    app.drop_degenerate = options->drop_degenerate;
    app.deflection = options->import.deflection;
    app.unit_said = options->unit_said;
    app.up_said = options->up_said;
    if (keeps) {
        save_start_autosave(&app, AUTOSAVE_SECONDS);
        recent_load(&app.recent);
        offer_recovery(&view);
    }
    if (!options->screenshot)
        endings_watch(&app);
    open_first(&app, options);
    open_named(&app, &action_path_load, options->path);
    open_named(&app, &action_lesson_open, options->lesson);
    open_named(&app, &action_task_open, options->task);
    int code = 0;
    if (options->screenshot)
        code = take_screenshot(&view, options->screenshot);
    else
        view_run(&view);
    if (options->script)
        code = !player_done(&player) || player.failed;
    lesson_close(&view); // before anything is kept: poses of a tour are nobody's work
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

int main(int argc, char **argv)
{
    OptionWords words;
    Options options;
    int code;
    lab_set_commit(snug_commit);
    if (parse(argc, argv, &words, &options, &code))
        code = !options.check   ? run(&options)
               : options.lesson ? check_lesson(options.lesson)
                                : check_task(options.task);
    options_free(&words);
    return code;
}
