// What has changed since the scene was saved, the autosave of it, and what a crash has left.
#include "app/io/file.h"
#include "app/io/path.h"
#include "app/session/saver.h"
#include "core/base/clock.h"

// What is selected is saved, but nobody would miss it.
static bool same_work(Document *before, const Document *now)
{
    before->selected = now->selected;
    int32_t count = before->part_count < now->part_count ? before->part_count : now->part_count;
    for (int32_t i = 0; i < count; ++i)
        before->parts[i].selected = now->parts[i].selected;
    return document_equal(before, now);
}

static bool find_dirty(Saver *saver, const Document *now)
{
    return saver->never_saved || (saver->has_saved && !same_work(&saver->saved, now));
}

bool save_wants_keeping(const App *app)
{
    Saver *saver = saver_of(app);
    return saver->on && app->assembly.part_count > 0 && find_dirty(saver, &app->document);
}

static void autosave_now(App *app)
{
    Saver *saver = saver_of(app);
    Error err;
    saver->autosaved_at = clock_seconds();
    SaveTask *task = save_make_task(app, saver->place.path, true, &err);
    saver->changed = 0; // what fails is tried again
    if (!task) {
        app_notify(app, NOTICE_ERROR, "Autosave: %s", err.text);
        return;
    }
    save_remember(&saver->autosaved, &saver->has_autosave, &app->document);
    save_start(app, task);
}

static bool autosave_wanted(App *app)
{
    Saver *saver = saver_of(app);
    return saver->on && saver->dirty && app->assembly.part_count > 0 && !app->lesson.tour &&
           !(saver->has_autosave && same_work(&saver->autosaved, &app->document));
}

void save_auto_update(App *app)
{
    Saver *saver = saver_of(app);
    saver->dirty = find_dirty(saver, &app->document);
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
    const Saver *saver = saver_of(app);
    if (saver->changed <= 0)
        return 0;
    double left = saver->changed + saver->period - clock_seconds();
    return left > 0.01 ? left : 0.01;
}

void save_before_risk(App *app)
{
    Saver *saver = saver_of(app);
    saver->dirty = find_dirty(saver, &app->document); // it may have changed in this very frame
    if (autosave_wanted(app))
        autosave_now(app);
}

void save_before_build(App *app)
{
    static const double RECENT = 5; // seconds: sliders start one build after the other
    if (clock_seconds() - saver_of(app)->autosaved_at > RECENT)
        save_before_risk(app);
}

// By the worker, after what is being written.
static void change_file(App *app, char *taken)
{
    Saver *saver = saver_of(app);
    SaveTask *task = saver->on ? stage_task_create(sizeof *task) : NULL;
    if (!task || !(task->path = strdup(saver->place.path))) {
        if (saver->on)
            app_notify(app, NOTICE_ERROR, "Autosave: not enough memory to %s",
                       taken ? "take over what was recovered; save it now"
                             : "remove an older one; it may be offered at the next start");
        save_task_free(task);
        free(taken);
        return;
    }
    task->autosave = true;
    task->taken = taken;
    task->removes = !taken;
    save_start(app, task);
}

void save_drop_autosave(App *app)
{
    Saver *saver = saver_of(app);
    save_forget(&saver->autosaved, &saver->has_autosave);
    saver->autosaved_at = 0;
    change_file(app, NULL);
}

void save_after_load(App *app, bool all_new, const OpenRequest *request, const SceneFile *scene)
{
    Saver *saver = saver_of(app);
    if (request->path && !(saver->recovering && strcmp(saver->recovering, request->path) == 0))
        save_note_recent(app, request->path);
    for (int32_t i = 0; i < request->more_count; ++i)
        save_note_recent(app, request->more[i]);
    if (!all_new && request->path)
        saver->demo = false; // somebody's own parts are in it
    if (!all_new)
        return;
    free(saver->path);
    saver->path = NULL;
    saver->demo = !request->path;
    saver->never_saved = false;
    saver->changed = 0;
    if (!save_remember(&saver->saved, &saver->has_saved, &app->document)) {
        saver->never_saved = true; // rather a question too many
        app_notify(app, NOTICE_WARNING, "Not enough memory to tell what changes: save your work");
    }
    bool recovered =
        saver->recovering && request->path && strcmp(saver->recovering, request->path) == 0;
    if (recovered) {
        saver->path = scene && scene->autosave_of ? strdup(scene->autosave_of) : NULL;
        saver->never_saved = saver->dirty = true;
        // In one step: killed at any moment there is one of the two, and never both.
        save_remember(&saver->autosaved, &saver->has_autosave, &app->document);
        change_file(app, saver->recovering);
        saver->recovering = NULL;
        // Nobody knows it by the name of its file.
        char *title = strdup(saver->path ? file_base_name(saver->path) : "Recovered work");
        if (title) {
            free(app->assembly.title);
            app->assembly.title = title;
        }
        app_notify(app, NOTICE_INFO, "Recovered %s; save it to keep it",
                   saver->path ? file_base_name(saver->path) : "what was open");
    } else {
        save_drop_autosave(app);
        saver->path = scene ? path_absolute(request->path) : NULL;
    }
    free(saver->recovering);
    saver->recovering = NULL;
}

void save_start_autosave(App *app, double seconds)
{
    Saver *saver = saver_of(app);
    if (!autosave_begin(&saver->place)) {
        app_notify(app, NOTICE_WARNING,
                   "Unsaved work is not kept: the folder for it ($XDG_STATE_HOME/snug) cannot be "
                   "written");
        return;
    }
    saver->on = true;
    saver->period = seconds;
}

bool save_find_recoverable(App *app, char *path, size_t size)
{
    return saver_of(app)->on && autosave_find(&saver_of(app)->place, path, size);
}

void save_recover(App *app, const char *path)
{
    Saver *saver = saver_of(app);
    bool before = app->allow_outside;
    free(saver->recovering);
    saver->recovering = strdup(path);
    if (!saver->recovering) {
        app_notify(app, NOTICE_ERROR, "%s: not enough memory to recover it", path);
        return;
    }
    app->allow_outside = true; // we wrote it ourselves, with absolute paths
    stages_open(app, path, NULL);
    app->allow_outside = before;
}

void save_discard(App *app, const char *path)
{
    Error err;
    if (!autosave_discard(path, &err))
        app_notify(app, NOTICE_ERROR, "%s", err.text);
}
