// The watching stage: the files of the open assembly are loaded again when they have changed and
// stand still. A worker asks the file system: the window never waits for a slow disk.
#include "app/stages/rows.h"
#include "core/base/array.h"

#include <stdlib.h>
#include <string.h>
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
    StageTask head;
    Watched *files;
    int32_t count;
} WatchTask;

static void drop(void *argument)
{
    WatchTask *task = argument;
    for (int32_t i = 0; i < task->count; ++i)
        free(task->files[i].path);
    free(task->files);
    free(task);
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
    for (int naps = 1; !task->head.done && !job_cancelled(job); ++naps) {
        nanosleep(&nap, NULL);
        task->head.done = naps % LOOK_EVERY == 0 && look(task);
    }
}

static void *start(App *app)
{
    const Sources *from = &app->sources;
    if (!app->watch_files || from->count == 0 || stages_loading(app))
        return NULL;
    WatchTask *task = stage_task_create(sizeof *task);
    if (!task || !(task->files = array_alloc((size_t)from->count, sizeof *task->files))) {
        free(task);
        return NULL;
    }
    for (int32_t i = 0; i < from->count; ++i) {
        const SourceFile *source = &from->files[i];
        char *path = source->path ? strdup(source->path) : NULL;
        if (path)
            task->files[task->count++] = (Watched){path, i, source->stamp, source->stamp, false};
    }
    if (task->count > 0)
        return task;
    drop(task);
    return NULL;
}

static void show(App *app, void *argument)
{
    const WatchTask *task = argument;
    if (app->lesson.tour)
        return; // it is still another one when the tour is over
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
        stages_reload(app, sources, count, NULL);
    free(sources);
}

const Stage stage_file_watch = {.name = "file_watch",
                                .wait = STAGE_ALONE,
                                .start = start,
                                .show = show,
                                .drop = drop,
                                .work = watch_files};
