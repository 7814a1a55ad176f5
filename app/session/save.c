// Scenes, texts and pictures on their way to the disk, one after the other on a worker.
#include "app/io/config.h"
#include "app/io/file.h"
#include "app/io/mesh_write.h"
#include "app/io/path.h"
#include "app/picture/image.h"
#include "app/picture/svg_picture.h"
#include "app/session/open_tools.h"
#include "app/session/saver.h"
#include "app/session/scene_file_primitives.h"
#include "app/stages/rows.h"

#include <stdio.h>

Saver *saver_of(const App *app)
{
    return stage_state(app, &stage_save);
}

void save_task_free(void *argument)
{
    SaveTask *task = argument;
    if (task) {
        if (!task->head.done && task->head.err.text[0] && !task->told) // the window is gone
            fprintf(stderr, "snug: %s\n", task->head.err.text);
        free(task->path);
        free(task->text);
        free(task->pixels);
        mesh_release(task->mesh);
        free(task->taken);
        free(task);
    }
}

void save_forget(Document *document, bool *has)
{
    if (*has)
        document_free(document);
    *has = false;
}

// Twice as fine as on a page: for slides and papers.
static void write_plot(SaveTask *task)
{
    Error *err = &task->head.err;
    task->pixels = svg_picture(task->text, 2, &task->width, &task->height, err);
    task->head.done =
        task->pixels && image_write_png(task->path, task->width, task->height, task->pixels, err);
}

void save_write(SaveTask *task)
{
    Error *err = &task->head.err;
    if (task->removes)
        task->head.done = autosave_remove(task->path, err);
    else if (task->taken)
        task->head.done = autosave_take(task->taken, task->path, err);
    else if (task->plot)
        write_plot(task);
    else if (task->mesh)
        task->head.done = mesh_write(task->mesh, task->path, err);
    else if (task->pixels)
        task->head.done = image_write_png(task->path, task->width, task->height, task->pixels, err);
    else
        task->head.done = file_write_atomic(task->path, task->text, strlen(task->text), err);
}

// The scene is not on the disk, or nobody knows.
static bool lost_scene(const SaveTask *task)
{
    return !task->head.done && !task->autosave && !task->what;
}

// Autosaves are left out where none is wanted any more.
static void write_waiting(Saver *saver, bool autosaves)
{
    while (saver->waiting) {
        SaveTask *task = saver->waiting;
        if (!task->autosave || autosaves)
            save_write(task);
        else if (task->taken) // saved or discarded since
            task->head.done = autosave_discard(task->taken, &task->head.err);
        saver->never_saved |= lost_scene(task);
        saver->waiting = task->next;
        save_task_free(task);
    }
}

bool save_keep_work(App *app)
{
    Saver *saver = saver_of(app);
    const StageRun *run = stage_run(app, &stage_save);
    if (run->task) {
        worker_wait(run->worker, -1);
        saver->never_saved |= lost_scene((const SaveTask *)run->task);
    }
    write_waiting(saver, true);
    if (app->lesson.tour) // poses of a tour are nobody's work: what was kept when it began is
        return saver->keeps = saver->has_autosave;
    saver->keeps = save_wants_keeping(app);
    Error err = {""};
    SaveTask *task = saver->keeps ? save_make_task(app, saver->place.path, true, &err) : NULL;
    if (task)
        save_write(task);
    else if (saver->keeps)
        fprintf(stderr, "snug: %s\n", err.text);
    bool kept = task && task->head.done;
    save_task_free(task);
    return kept;
}

// What waits is written now; the autosave is removed: a clean end.
static void end(App *app)
{
    Saver *saver = saver_of(app);
    Error err;
    write_waiting(saver, false);
    save_forget(&saver->saved, &saver->has_saved);
    save_forget(&saver->autosaved, &saver->has_autosave);
    if (saver->keeps)
        autosave_leave(&saver->place);
    else if (!autosave_end(&saver->place, &err))
        fprintf(stderr, "snug: %s\n", err.text);
    free(saver->path);
    free(saver->recovering);
}

const char *save_path(const App *app)
{
    return saver_of(app)->path;
}

bool save_is_dirty(const App *app)
{
    return saver_of(app)->dirty;
}

// Beside those that the parts had.
static bool made_at_parts(const App *app)
{
    const Document *before = &saver_of(app)->saved;
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        const PartState *now = &app->document.parts[i];
        const PartState *old = i < before->part_count ? &before->parts[i] : &(PartState){0};
        if (!now->removed && // one text is kept once
            (now->connectors != old->connectors || now->variants != old->variants))
            return true;
    }
    return false;
}

// Moving the parts of a demonstration about is play; what somebody has made in it is work.
bool save_asks(const App *app)
{
    const Saver *saver = saver_of(app);
    return save_is_dirty(app) &&
           (!saver->demo || primitive_list_count(app->document.primitives.list) > 0 ||
            !rule_set_equal(saver->saved.rules, app->document.rules) ||
            !joint_list_equal(saver->saved.joints, app->document.joints) || made_at_parts(app));
}

// Autosaves are nobody's business.
bool save_busy(const App *app)
{
    const SaveTask *writing = stage_task(app, &stage_save);
    bool busy = writing && !writing->autosave;
    for (const SaveTask *task = saver_of(app)->waiting; task; task = task->next)
        busy |= !task->autosave;
    return busy;
}

static void write_task(void *argument, Job *job)
{
    (void)job; // a file is written whole or not at all
    save_write(argument);
}

void save_start(App *app, SaveTask *task)
{
    SaveTask **last = &saver_of(app)->waiting;
    while (*last)
        last = &(*last)->next;
    *last = task;
    stage_begin(app, &stage_save);
}

static void *start(App *app)
{
    Saver *saver = saver_of(app);
    SaveTask *task = saver->waiting;
    if (task) {
        saver->waiting = task->next;
        task->next = NULL;
    }
    return task;
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
SaveTask *save_make_task(App *app, const char *path, bool autosave, Error *err)
{
    SceneFile scene;
    if (!save_collect(app, path, autosave, &scene, err))
        return NULL;
    bool good = true;
    if (autosave && saver_of(app)->path) {
        scene.autosave_of = strdup(saver_of(app)->path);
        good = scene.autosave_of != NULL;
    }
    SaveTask *task = stage_task_create(sizeof *task);
    if (task) {
        task->autosave = autosave;
        task->path = strdup(path);
        task->text = scene_file_text(&scene);
    }
    tell_uncovered(app, &scene, autosave);
    scene_file_free(&scene);
    if (good && task && task->path && task->text)
        return task;
    save_task_free(task);
    error_set(err, "not enough memory to save the scene");
    return NULL;
}

bool save_remember(Document *to, bool *has, const Document *from)
{
    save_forget(to, has);
    *has = document_copy(to, from);
    return *has;
}

bool save_scene(App *app, const char *path, Error *err)
{
    Saver *saver = saver_of(app);
    if (!scene_file_is(path))
        return error_set(err, "%s: the name of a scene ends in .json", path);
    SaveTask *task = save_make_task(app, path, false, err);
    char *absolute = task ? path_absolute(path) : NULL;
    if (!task || !absolute) {
        bool made = task != NULL;
        save_task_free(task);
        return made ? error_set(err, "%s: there is no such folder; create it first", path) : false;
    }
    open_set_title(&app->assembly, file_base_name(path)); // as when it is opened again
    free(saver->path);                                    // which `path` may be
    saver->path = absolute;
    saver->demo = false;
    saver->never_saved = !save_remember(&saver->saved, &saver->has_saved, &app->document);
    save_start(app, task);
    return true;
}

static void show(App *app, void *argument)
{
    const SaveTask *task = argument;
    if (task->autosave)
        return;
    if (!task->what) {
        app_notify(app, NOTICE_INFO, "Saved %s", file_base_name(task->path));
        save_drop_autosave(app); // it is older now: nobody should be offered it
        save_note_recent(app, task->path);
    } else if (task->what[0]) {
        if (task->moves && task->path_version == app->path.version) {
            snprintf(app->path.file, sizeof app->path.file, "%s", task->path);
            app->path.unsaved = false;
        }
        app_notify(app, NOTICE_INFO, "Saved %s in %s", task->what, file_base_name(task->path));
    }
}

static void fail(App *app, void *argument, bool stopped)
{
    (void)stopped;
    SaveTask *task = argument;
    Saver *saver = saver_of(app);
    app_notify(app, NOTICE_ERROR, "%s%s", task->autosave ? "Autosave: " : "", task->head.err.text);
    task->told = true;
    if (task->autosave && !task->removes)
        save_forget(&saver->autosaved, &saver->has_autosave); // tried again
    saver->never_saved |= lost_scene(task);
}

// NULL: memory is short, and that was said.
static SaveTask *text_task(App *app, const char *path, char *text, const char *what)
{
    SaveTask *task = stage_task_create(sizeof *task);
    if (task) {
        task->text = text;
        task->path = strdup(path);
        task->what = what;
    }
    if (!task || !task->path || !text) {
        if (!task)
            free(text);
        save_task_free(task);
        app_notify(app, NOTICE_ERROR, "%s: not enough memory to write it", path);
        return NULL;
    }
    return task;
}

void save_text(App *app, const char *path, char *text, const char *what)
{
    SaveTask *task = text_task(app, path, text, what);
    if (task)
        save_start(app, task);
}

void save_plot(App *app, const char *path, char *svg, const char *what)
{
    SaveTask *task = text_task(app, path, svg, what);
    size_t length = strlen(path);
    if (!task)
        return;
    task->plot = length > 4 && strcmp(path + length - 4, ".png") == 0;
    save_start(app, task);
}

void save_motion_path(App *app, const char *path, char *text)
{
    SaveTask *task = text_task(app, path, text, "the path");
    if (!task)
        return;
    task->moves = true;
    task->path_version = app->path.version;
    save_start(app, task);
}

void save_picture(App *app, const char *path, int width, int height, unsigned char *rgba,
                  const char *what)
{
    SaveTask *task = stage_task_create(sizeof *task);
    if (!task || !(task->path = strdup(path))) {
        save_task_free(task);
        free(rgba);
        app_notify(app, NOTICE_ERROR, "%s: not enough memory to write it", path);
        return;
    }
    task->pixels = rgba;
    task->width = width;
    task->height = height;
    task->what = what;
    save_start(app, task);
}

void save_mesh(App *app, const char *path, Mesh *mesh, const char *what)
{
    SaveTask *task = stage_task_create(sizeof *task);
    if (!task || !(task->path = strdup(path))) {
        save_task_free(task);
        app_notify(app, NOTICE_ERROR, "%s: not enough memory to write it", path);
        return;
    }
    task->mesh = mesh_retain(mesh);
    task->what = what;
    save_start(app, task);
}

int save_waiting(const App *app)
{
    int count = stage_task(app, &stage_save) ? 1 : 0;
    for (const SaveTask *task = saver_of(app)->waiting; task; task = task->next)
        ++count;
    return count;
}

const Stage stage_save = {.name = "save",
                          .wait = STAGE_ALONE,
                          .outlives = true,
                          .state_size = sizeof(Saver),
                          .start = start,
                          .show = show,
                          .fail = fail,
                          .drop = save_task_free,
                          .mark = save_auto_update,
                          .work = write_task,
                          .pending = save_busy,
                          .before_risk = save_before_build,
                          .end = end};

// Keeps the list of recent files; what cannot be written is no loss.
void save_note_recent(App *app, const char *path)
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
