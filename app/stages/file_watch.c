#include "app/stages/file_watch.h"

#include "app/stages/worker.h"
#include "core/base/array.h"

#include <time.h>

enum { NAP_MS = 100, LOOK_EVERY = 5 }; // naps between two looks at the files

typedef struct Watched {
    char *path;
    int32_t source;
    FileStamp known; // as it was read
    FileStamp last;  // as it was seen last
    bool changed;
} Watched;

typedef struct WatchTask {
    Watched *files;
    int32_t count;
} WatchTask;

struct FileWatch {
    Worker *worker;
    WatchTask *task;
    uint32_t version; // of the assembly whose files are watched
};

FileWatch *file_watch_create(void)
{
    FileWatch *watch = calloc(1, sizeof *watch);
    if (watch && !(watch->worker = worker_create())) {
        free(watch);
        return NULL;
    }
    return watch;
}

static void task_free(WatchTask *task)
{
    if (!task)
        return;
    for (int32_t i = 0; i < task->count; ++i)
        free(task->files[i].path);
    free(task->files);
    free(task);
}

void file_watch_free(FileWatch *watch)
{
    if (!watch)
        return;
    worker_cancel(watch->worker);
    worker_wait(watch->worker, -1);
    worker_take(watch->worker);
    worker_destroy(watch->worker);
    task_free(watch->task);
    free(watch);
}

// Two looks that find the same new file: whoever writes it is done.
static bool look(WatchTask *task)
{
    bool any = false;
    for (int32_t i = 0; i < task->count; ++i) {
        Watched *file = &task->files[i];
        FileStamp now = file_stamp(file->path);
        file->changed = now.there && !file_stamp_equal(&now, &file->known) &&
                        file_stamp_equal(&now, &file->last);
        any |= file->changed;
        file->last = now;
    }
    return any;
}

static void watch_files(void *argument, Job *job)
{
    WatchTask *task = argument;
    const struct timespec nap = {0, NAP_MS * 1000000L};
    for (int naps = 1; !job_cancelled(job); ++naps) {
        nanosleep(&nap, NULL);
        if (naps % LOOK_EVERY == 0 && look(task))
            return;
    }
}

static WatchTask *make_task(const App *app)
{
    WatchTask *task = calloc(1, sizeof *task);
    if (!task || !(task->files = calloc((size_t)app->sources.count + 1, sizeof *task->files))) {
        free(task);
        return NULL;
    }
    for (int32_t i = 0; i < app->sources.count; ++i) {
        const SourceFile *source = &app->sources.files[i];
        char *path = source->path ? strdup(source->path) : NULL;
        if (path)
            task->files[task->count++] = (Watched){path, i, source->stamp, source->stamp, false};
    }
    return task;
}

static void reload(App *app, const WatchTask *task)
{
    int32_t *sources = array_alloc((size_t)task->count, sizeof *sources), count = 0;
    for (int32_t i = 0; sources && i < task->count; ++i) {
        const Watched *file = &task->files[i];
        if (!file->changed || file->source >= app->sources.count)
            continue;
        // Whether it can be read or not: it is tried once.
        app->sources.files[file->source].stamp = file->last;
        sources[count++] = file->source;
    }
    if (count > 0)
        stages_reload(app, sources, count);
    free(sources);
}

void file_watch_update(FileWatch *watch, App *app)
{
    if (!watch)
        return;
    bool same = watch->version == app->assembly_version;
    if (watch->task && !same)
        worker_cancel(watch->worker);
    if (watch->task && worker_take(watch->worker)) {
        if (same)
            reload(app, watch->task);
        task_free(watch->task);
        watch->task = NULL;
    }
    if (watch->task || stages_loading(app))
        return;
    watch->version = app->assembly_version;
    watch->task = make_task(app);
    if (watch->task && watch->task->count > 0) {
        worker_post(watch->worker, watch_files, watch->task, app->wake);
    } else {
        task_free(watch->task);
        watch->task = NULL;
    }
}
