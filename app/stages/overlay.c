#include "app/stages/overlay.h"

#include "app/stages/explode.h"

#include "app/stages/worker.h"
#include "core/base/array.h"

#include <stdio.h>

enum { NO_ENTRY = -1 };

// One level of one tree.
typedef struct Entry {
    Bvh *tree; // retained, so that its address cannot come back as another tree; NULL: free
    int level;
    bool empty;            // with the empty cells
    bool ready;            // the batches are there, or there is nothing to draw
    bool in_task;          // the worker is making it
    bool used;             // by a part, in the present frame
    VolumeBatch *batch[2]; // enum VolumeFilling
    size_t count[2];
} Entry;

typedef struct PartEntries {
    int32_t wanted, shown; // indices of entries
} PartEntries;

typedef struct Task {
    int32_t *entries;
    const Bvh **trees;
    int *levels;
    bool *empty;
    VolumeLines (*lines)[2];
    bool *done;
    size_t count;
} Task;

struct Overlay {
    Entry *entries;
    size_t count, capacity;
    PartEntries *parts;
    int32_t part_count;
    uint32_t assembly_version;
    Worker *worker; // NULL: none to be had, lines are made here
    Task task;
    bool running, pending;
    OverlayCount shown;
};

static void *must(void *memory)
{
    if (!memory) {
        fputs("snug: out of memory\n", stderr);
        abort();
    }
    return memory;
}

Overlay *overlay_create(void)
{
    Overlay *overlay = must(calloc(1, sizeof *overlay));
    overlay->worker = worker_create();
    return overlay;
}

static void make_lines(void *argument, Job *job)
{
    Task *task = argument;
    for (size_t i = 0; i < task->count; ++i) {
        task->done[i] = true;
        for (int kind = 0; kind < 1 + task->empty[i]; ++kind)
            task->done[i] = volume_lines_build(&task->lines[i][kind], task->trees[i],
                                               task->levels[i], (enum VolumeFilling)kind, job) &&
                            task->done[i];
    }
}

static void free_task(Task *task)
{
    for (size_t i = 0; i < task->count; ++i)
        for (int kind = 0; kind < 2; ++kind)
            volume_lines_free(&task->lines[i][kind]);
    free(task->entries);
    free(task->trees);
    free(task->levels);
    free(task->empty);
    free(task->lines);
    free(task->done);
    *task = (Task){0};
}

static void drop_entry(Entry *entry)
{
    for (int kind = 0; kind < 2; ++kind)
        volume_batch_destroy(entry->batch[kind]);
    bvh_release(entry->tree);
    *entry = (Entry){0};
}

static void forget_parts(Overlay *overlay, int32_t count)
{
    free(overlay->parts);
    overlay->parts = must(array_alloc((size_t)count, sizeof *overlay->parts));
    for (int32_t i = 0; i < count; ++i)
        overlay->parts[i] = (PartEntries){NO_ENTRY, NO_ENTRY};
    overlay->part_count = count;
}

void overlay_destroy(Overlay *overlay)
{
    if (!overlay)
        return;
    if (overlay->worker) {
        worker_cancel(overlay->worker);
        worker_wait(overlay->worker, -1);
        worker_take(overlay->worker);
        worker_destroy(overlay->worker);
    }
    free_task(&overlay->task);
    for (size_t i = 0; i < overlay->count; ++i)
        if (overlay->entries[i].tree)
            drop_entry(&overlay->entries[i]);
    free(overlay->entries);
    free(overlay->parts);
    free(overlay);
}

static bool matches(const Entry *entry, const Bvh *tree, int level, bool empty)
{
    return entry->tree == tree && entry->level == level && entry->empty == empty;
}

static int32_t find_entry(Overlay *overlay, int32_t guess, Bvh *tree, int level, bool empty)
{
    if (guess != NO_ENTRY && matches(&overlay->entries[guess], tree, level, empty))
        return guess;
    size_t place = overlay->count;
    for (size_t i = overlay->count; i-- > 0;) {
        if (matches(&overlay->entries[i], tree, level, empty))
            return (int32_t)i;
        if (!overlay->entries[i].tree)
            place = i;
    }
    if (place == overlay->count) {
        if (!array_reserve(&overlay->entries, &overlay->capacity, overlay->count + 1,
                           sizeof *overlay->entries))
            must(NULL);
        ++overlay->count;
    }
    overlay->entries[place] = (Entry){.tree = bvh_retain(tree), .level = level, .empty = empty};
    return (int32_t)place;
}

static void want_entries(Overlay *overlay, const App *app)
{
    const Document *document = &app->document;
    for (int32_t i = 0; i < overlay->part_count; ++i) {
        PartEntries *part = &overlay->parts[i];
        Bvh *tree = app->part_trees ? app->part_trees[i] : NULL;
        int level = document->parts[i].overlay_level;
        if (level == OVERLAY_OFF || !document->parts[i].visible)
            *part = (PartEntries){NO_ENTRY, NO_ENTRY};
        else if (tree)
            part->wanted =
                find_entry(overlay, part->wanted, tree, level,
                           document->view.empty_cells && tree->type->traits & BV_SPACE_PARTITION);
        // Without a tree one is being built: the old one's volumes stay until then.
    }
}

// Drops what no part shows or waits for.
static void drop_unused(Overlay *overlay)
{
    for (size_t i = 0; i < overlay->count; ++i)
        overlay->entries[i].used = overlay->entries[i].in_task;
    for (int32_t i = 0; i < overlay->part_count; ++i) {
        const PartEntries *part = &overlay->parts[i];
        if (part->wanted != NO_ENTRY)
            overlay->entries[part->wanted].used = true;
        if (part->shown != NO_ENTRY)
            overlay->entries[part->shown].used = true;
    }
    for (size_t i = 0; i < overlay->count; ++i)
        if (overlay->entries[i].tree && !overlay->entries[i].used)
            drop_entry(&overlay->entries[i]);
}

static void start_task(Overlay *overlay, App *app)
{
    Task *task = &overlay->task;
    size_t count = 0;
    for (size_t i = 0; i < overlay->count; ++i)
        count += overlay->entries[i].tree && !overlay->entries[i].ready;
    if (count == 0)
        return;
    *task = (Task){.entries = must(array_alloc(count, sizeof *task->entries)),
                   .trees = must(array_alloc(count, sizeof *task->trees)),
                   .levels = must(array_alloc(count, sizeof *task->levels)),
                   .empty = must(array_alloc(count, sizeof *task->empty)),
                   .lines = must(calloc(count, sizeof *task->lines)),
                   .done = must(calloc(count, sizeof *task->done))};
    for (size_t i = 0; i < overlay->count; ++i) {
        Entry *entry = &overlay->entries[i];
        if (!entry->tree || entry->ready)
            continue;
        entry->in_task = true;
        task->entries[task->count] = (int32_t)i;
        task->trees[task->count] = entry->tree;
        task->levels[task->count] = entry->level;
        task->empty[task->count++] = entry->empty;
    }
    overlay->running = true;
    if (overlay->worker)
        worker_post(overlay->worker, make_lines, task, app->wake);
    else
        make_lines(task, NULL);
}

static void take_task(Overlay *overlay, App *app)
{
    Task *task = &overlay->task;
    if (!overlay->running || (overlay->worker && !worker_take(overlay->worker)))
        return;
    overlay->running = false;
    for (size_t i = 0; i < task->count; ++i) {
        Entry *entry = &overlay->entries[task->entries[i]];
        Error err = {"not enough memory to draw the volumes"};
        bool good = task->done[i];
        for (int kind = 0; kind < 2 && good; ++kind) {
            entry->count[kind] = task->lines[i][kind].count;
            if (entry->count[kind] == 0)
                continue;
            entry->batch[kind] = volume_batch_create(&task->lines[i][kind], &err);
            good = entry->batch[kind] != NULL;
        }
        if (!good)
            app_notify(app, NOTICE_ERROR, "%s", err.text);
        entry->ready = true; // what failed once would fail again in every frame
        entry->in_task = false;
    }
    free_task(task);
}

size_t overlay_update(Overlay *overlay, App *app, double wait_ms, DrawVolumes *out)
{
    const Document *document = &app->document;
    const Theme *theme = &themes[look_theme(document->view.look)];
    if (overlay->part_count != document->part_count ||
        overlay->assembly_version != app->assembly_version)
        forget_parts(overlay, document->part_count);
    overlay->assembly_version = app->assembly_version;
    take_task(overlay, app);
    want_entries(overlay, app);
    drop_unused(overlay);
    if (!overlay->running)
        start_task(overlay, app);
    if (overlay->running && overlay->worker)
        worker_wait(overlay->worker, wait_ms);
    take_task(overlay, app);

    size_t drawn = 0;
    overlay->shown = (OverlayCount){0};
    overlay->pending = false;
    for (int32_t i = 0; i < overlay->part_count; ++i) {
        PartEntries *part = &overlay->parts[i];
        if (part->wanted == NO_ENTRY)
            continue;
        if (overlay->entries[part->wanted].ready)
            part->shown = part->wanted;
        overlay->pending = overlay->pending || part->shown != part->wanted;
        if (part->shown == NO_ENTRY)
            continue;
        const Entry *entry = &overlay->entries[part->shown];
        for (int kind = 0; kind < 2; ++kind)
            if (entry->batch[kind])
                out[drawn++] = (DrawVolumes){entry->batch[kind], app_shown_placement(app, i),
                                             kind == VOLUMES_FILLED, theme->empty_cell,
                                             document->view.overlay_opacity};
        overlay->shown.volumes += entry->count[VOLUMES_FILLED];
        overlay->shown.empty += entry->count[VOLUMES_EMPTY];
    }
    return drawn;
}

bool overlay_busy(const Overlay *overlay)
{
    return overlay->running || overlay->pending;
}

OverlayCount overlay_count(const Overlay *overlay)
{
    return overlay->shown;
}
