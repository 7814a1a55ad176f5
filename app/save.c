#include "save.h"

#include "app/io/config.h"
#include "app/io/file.h"
#include "app/io/path.h"
#include "autosave.h"
#include "core/clock.h"
#include "scene_file_primitives.h"
#include "stages.h"
#include "worker.h"

#include <stdio.h>
#include <unistd.h>

typedef struct SaveTask {
    char *path, *text;
    unsigned char *pixels; // instead of a text
    int width, height;
    const char *what; // of a text that is no scene, a literal; else NULL
    bool autosave;
    bool done;
    Error err;
    struct SaveTask *next; // waits behind this one
} SaveTask;

struct Saver {
    Worker *worker;
    SaveTask *writing, *waiting;
    char *path;     // of the scene, NULL: none yet
    Document saved; // as it is on the disk
    bool has_saved;
    bool never_saved; // recovered: what is open is on no disk but ours
    bool demo;        // a built-in scene that was never saved
    char *recovering; // an autosave of another program that is being opened
    // Autosave.
    bool on, dirty;
    double period, changed; // seconds; when the document was first found changed
    Document autosaved;     // as it is in our autosave
    bool has_autosave;
    Autosave place;
};

Saver *saver_create(void)
{
    Saver *saver = calloc(1, sizeof *saver);
    if (saver && !(saver->worker = worker_create())) {
        free(saver);
        return NULL;
    }
    return saver;
}

static void task_free(SaveTask *task)
{
    if (task) {
        free(task->path);
        free(task->text);
        free(task->pixels);
        free(task);
    }
}

static void forget(Document *document, bool *has)
{
    if (*has)
        document_free(document);
    *has = false;
}

static void write_file(SaveTask *task)
{
    task->done =
        task->pixels
            ? image_write_png(task->path, task->width, task->height, task->pixels, &task->err)
            : file_write_atomic(task->path, task->text, strlen(task->text), &task->err);
}

void saver_free(App *app)
{
    Saver *saver = app->saver;
    if (!saver)
        return;
    worker_wait(saver->worker, -1);
    worker_take(saver->worker);
    worker_destroy(saver->worker);
    task_free(saver->writing);
    while (saver->waiting) {
        SaveTask *task = saver->waiting;
        if (!task->autosave &&
            !file_write_atomic(task->path, task->text, strlen(task->text), &task->err))
            fprintf(stderr, "snug: %s\n", task->err.text);
        saver->waiting = task->next;
        task_free(task);
    }
    forget(&saver->saved, &saver->has_saved);
    forget(&saver->autosaved, &saver->has_autosave);
    autosave_end(&saver->place);
    free(saver->path);
    free(saver->recovering);
    free(saver);
    app->saver = NULL;
}

const char *save_path(const App *app)
{
    return app->saver ? app->saver->path : NULL;
}

// What is selected is saved, but nobody would miss it.
static bool same_work(Document *before, const Document *now)
{
    before->selected = now->selected;
    int32_t count = before->part_count < now->part_count ? before->part_count : now->part_count;
    for (int32_t i = 0; i < count; ++i)
        before->parts[i].selected = now->parts[i].selected;
    return document_equal(before, now);
}

bool save_is_dirty(const App *app)
{
    return app->saver && app->saver->dirty;
}

bool save_asks(const App *app)
{
    return save_is_dirty(app) && !app->saver->demo;
}

bool save_busy(const App *app)
{
    const Saver *saver = app->saver;
    if (!saver)
        return false;
    bool busy = saver->writing && !saver->writing->autosave;
    for (const SaveTask *task = saver->waiting; task; task = task->next)
        busy |= !task->autosave;
    return busy;
}

static void write_task(void *argument, Job *job)
{
    (void)job; // a file is written whole or not at all
    write_file(argument);
}

static void start(App *app, SaveTask *task)
{
    Saver *saver = app->saver;
    if (saver->writing) {
        SaveTask **last = &saver->waiting;
        while (*last)
            last = &(*last)->next;
        *last = task;
        return;
    }
    saver->writing = task;
    worker_post(saver->worker, write_task, task, app->wake);
}

// Files have limits that work has not.
static void tell_uncovered(App *app, const SceneFile *scene, bool autosave)
{
    const PrimitiveList *list = app->document.primitives.list;
    bool all = true;
    for (int32_t i = 0; i < primitive_list_count(list); ++i)
        all = all && (scene->settings.primitives.list->covers[i] || !list->covers[i]);
    if (!all && !autosave)
        app_notify(app, NOTICE_WARNING,
                   "The primitives cover more than %d triangles: the scene does not say which ones "
                   "for all of them",
                   SCENE_MAX_COVERED);
}

// The scene as text; NULL: err says why.
static SaveTask *make_task(App *app, const char *path, bool autosave, Error *err)
{
    SceneFile scene;
    if (!save_collect(app, path, autosave, &scene, err))
        return NULL;
    bool good = true;
    if (autosave && app->saver->path) {
        scene.autosave_of = strdup(app->saver->path);
        good = scene.autosave_of != NULL;
    }
    SaveTask *task = calloc(1, sizeof *task);
    if (task) {
        task->autosave = autosave;
        task->path = strdup(path);
        task->text = scene_file_text(&scene);
    }
    tell_uncovered(app, &scene, autosave);
    scene_file_free(&scene);
    if (good && task && task->path && task->text)
        return task;
    task_free(task);
    error_set(err, "not enough memory to save the scene");
    return NULL;
}

static bool remember(Document *to, bool *has, const Document *from)
{
    forget(to, has);
    *has = document_copy(to, from);
    return *has;
}

bool save_scene(App *app, const char *path, Error *err)
{
    Saver *saver = app->saver;
    if (!scene_file_is(path))
        return error_set(err, "%s: the name of a scene ends in .json", path);
    SaveTask *task = make_task(app, path, false, err);
    char *absolute = task ? path_absolute(path) : NULL;
    if (!task || !absolute) {
        task_free(task);
        return task ? error_set(err, "%s: there is no such folder; create it first", path) : false;
    }
    free(saver->path);
    saver->path = absolute;
    remember(&saver->saved, &saver->has_saved, &app->document);
    saver->never_saved = saver->demo = false;
    start(app, task);
    return true;
}

static void note_recent(App *app, const char *path);

static void finish(App *app, SaveTask *task)
{
    Saver *saver = app->saver;
    if (!task->done) {
        app_notify(app, NOTICE_ERROR, "%s%s", task->autosave ? "Autosave: " : "", task->err.text);
        if (!task->autosave && !task->what)
            saver->never_saved = true; // the old file is still there, so this is not on the disk
    } else if (!task->autosave && !task->what) {
        app_notify(app, NOTICE_INFO, "Saved %s", file_base_name(task->path));
        note_recent(app, task->path);
    } else if (!task->autosave && !(task->what && !task->what[0])) {
        app_notify(app, NOTICE_INFO, "Saved %s in %s", task->what, file_base_name(task->path));
    }
    task_free(task);
}

void save_text(App *app, const char *path, char *text, const char *what)
{
    SaveTask *task = calloc(1, sizeof *task);
    if (task) {
        task->text = text;
        task->path = strdup(path);
        task->what = what;
    }
    if (!app->saver || !task || !task->path || !text) {
        if (!task)
            free(text);
        task_free(task);
        app_notify(app, NOTICE_ERROR, "%s: not enough memory to write it", path);
        return;
    }
    start(app, task);
}

void save_picture(App *app, const char *path, int width, int height, unsigned char *rgba,
                  const char *what)
{
    SaveTask *task = calloc(1, sizeof *task);
    if (!task || !(task->path = strdup(path)) || !app->saver) {
        task_free(task);
        free(rgba);
        app_notify(app, NOTICE_ERROR, "%s: not enough memory to write it", path);
        return;
    }
    task->pixels = rgba;
    task->width = width;
    task->height = height;
    task->what = what;
    start(app, task);
}

int save_waiting(const App *app)
{
    const Saver *saver = app->saver;
    int count = saver && saver->writing ? 1 : 0;
    for (const SaveTask *task = saver ? saver->waiting : NULL; task; task = task->next)
        ++count;
    return count;
}

static void autosave_now(App *app)
{
    Saver *saver = app->saver;
    Error err;
    SaveTask *task = make_task(app, saver->place.path, true, &err);
    saver->changed = 0;
    if (!remember(&saver->autosaved, &saver->has_autosave, &app->document))
        return;
    if (task)
        start(app, task);
}

static bool autosave_wanted(App *app)
{
    Saver *saver = app->saver;
    return saver->on && saver->dirty && app->assembly.part_count > 0 &&
           !(saver->has_autosave && same_work(&saver->autosaved, &app->document));
}

void save_update(App *app)
{
    Saver *saver = app->saver;
    if (!saver)
        return;
    if (saver->writing && worker_take(saver->worker)) {
        SaveTask *task = saver->writing;
        saver->writing = NULL;
        finish(app, task);
        task = saver->waiting;
        if (task) {
            saver->waiting = task->next;
            task->next = NULL;
            start(app, task);
        }
    }
    saver->dirty =
        saver->has_saved && (saver->never_saved || !same_work(&saver->saved, &app->document));
    if (!autosave_wanted(app)) {
        saver->changed = 0;
        return;
    }
    double now = clock_seconds();
    if (saver->changed <= 0)
        saver->changed = now;
    else if (now - saver->changed >= saver->period)
        autosave_now(app);
}

double save_next_change(const App *app)
{
    const Saver *saver = app->saver;
    if (!saver || saver->changed <= 0)
        return 0;
    double left = saver->changed + saver->period - clock_seconds();
    return left > 0.01 ? left : 0.01;
}

void save_before_risk(App *app)
{
    if (app->saver && autosave_wanted(app))
        autosave_now(app);
}

// Keeps the list of recent files; what cannot be written is no loss.
static void note_recent(App *app, const char *path)
{
    char list[1024], *absolute = path_absolute(path);
    if (absolute && recent_add(&app->recent, absolute) && app->recent.kept &&
        state_path("recent.txt", true, list, sizeof list)) {
        char *text = recent_text(&app->recent);
        if (text)
            save_text(app, list, text, "");
    }
    free(absolute);
}

void save_after_load(App *app, bool all_new, const OpenRequest *request, const SceneFile *scene)
{
    Saver *saver = app->saver;
    if (saver && request->path &&
        !(saver->recovering && strcmp(saver->recovering, request->path) == 0))
        note_recent(app, request->path);
    for (int32_t i = 0; saver && i < request->more_count; ++i)
        note_recent(app, request->more[i]);
    if (!saver || !all_new)
        return;
    forget(&saver->autosaved, &saver->has_autosave);
    free(saver->path);
    saver->path = NULL;
    saver->demo = !request->path;
    saver->never_saved = false;
    saver->changed = 0;
    remember(&saver->saved, &saver->has_saved, &app->document);
    bool recovered =
        saver->recovering && request->path && strcmp(saver->recovering, request->path) == 0;
    if (recovered) {
        saver->path = scene && scene->autosave_of ? strdup(scene->autosave_of) : NULL;
        saver->never_saved = saver->dirty = true;
        if (saver->on)
            autosave_now(app); // ours, before the other one goes
        autosave_discard(saver->recovering);
        app_notify(app, NOTICE_INFO, "Recovered %s; save it to keep it",
                   saver->path ? file_base_name(saver->path) : "what was open");
    } else if (scene) {
        saver->path = path_absolute(request->path);
    }
    free(saver->recovering);
    saver->recovering = NULL;
}

void save_start_autosave(App *app, double seconds)
{
    Saver *saver = app->saver;
    if (!saver || !autosave_begin(&saver->place))
        return;
    saver->on = true;
    saver->period = seconds;
}

bool save_find_recoverable(App *app, char *path, size_t size)
{
    return app->saver && app->saver->on && autosave_find(&app->saver->place, path, size);
}

void save_recover(App *app, const char *path)
{
    Saver *saver = app->saver;
    bool before = app->allow_outside;
    free(saver->recovering);
    saver->recovering = strdup(path);
    app->allow_outside = true; // we wrote it ourselves, with absolute paths
    stages_open(app, path, NULL);
    app->allow_outside = before;
}

void save_discard(App *app, const char *path)
{
    (void)app;
    autosave_discard(path);
}
