// The overlay stage: lines of the volumes that are to be drawn over the parts, made on a worker.
// What was shown of a part stays until its new lines are there.
#include "app/stages/rows.h"
#include "core/base/array.h"
#include "core/base/memory.h"

#include <stdlib.h>

typedef struct Line {
    int32_t entry;
    Bvh *tree; // retained
    int level;
    bool empty;
    bool done;
    uint8_t *hues; // by node, or NULL
    VolumeLines lines[2];
} Line;

typedef struct OverlayTask {
    StageTask head;
    Line *items;
    size_t count;
} OverlayTask;

static void free_lines(VolumeLines lines[2])
{
    for (int kind = 0; kind < 2; ++kind) {
        volume_lines_free(&lines[kind]);
        lines[kind] = (VolumeLines){0};
    }
}

static void drop(void *argument)
{
    OverlayTask *task = argument;
    for (size_t i = 0; i < task->count; ++i) {
        free_lines(task->items[i].lines);
        bvh_release(task->items[i].tree);
        mem_free(task->items[i].hues);
    }
    free(task->items);
    free(task);
}

static void work(void *argument, Job *job)
{
    OverlayTask *task = argument;
    for (size_t i = 0; i < task->count && !job_cancelled(job); ++i) {
        Line *item = &task->items[i];
        item->done = true;
        for (int kind = 0; kind < 1 + item->empty; ++kind)
            item->done = volume_lines_build(&item->lines[kind], item->tree, item->level,
                                            (enum VolumeFilling)kind, item->hues, job) &&
                         item->done;
    }
    task->head.done = !job_cancelled(job);
}

static void drop_entry(OverlayEntry *entry)
{
    free_lines(entry->lines);
    bvh_release(entry->tree);
    *entry = (OverlayEntry){0};
}

static void reset(App *app)
{
    Overlay *overlay = &app->overlay;
    for (size_t i = 0; i < overlay->count; ++i)
        drop_entry(&overlay->entries[i]);
    free(overlay->entries);
    free(overlay->parts);
    free(overlay->beside);
    tree_paint_free(&overlay->paint);
    *overlay = (Overlay){.numbers = overlay->numbers, .paint = overlay->paint};
}

void overlay_release_lines(App *app)
{
    for (size_t i = 0; i < app->overlay.count; ++i)
        free_lines(app->overlay.entries[i].lines);
}

// --- what is wanted

// What an entry is about.
typedef struct Wanted {
    Bvh *tree;
    int level;
    bool empty;
    uint32_t paint;
} Wanted;

static bool matches(const OverlayEntry *entry, const Wanted *w)
{
    return entry->tree == w->tree && entry->level == w->level && entry->empty == w->empty &&
           entry->paint == w->paint;
}

// NO_OVERLAY: memory is short.
static int32_t find_entry(Overlay *overlay, int32_t guess, const Wanted *w)
{
    if (guess != NO_OVERLAY && matches(&overlay->entries[guess], w))
        return guess;
    size_t place = overlay->count;
    for (size_t i = overlay->count; i-- > 0;) {
        if (matches(&overlay->entries[i], w))
            return (int32_t)i;
        if (!overlay->entries[i].tree)
            place = i;
    }
    if (place == overlay->count) {
        if (!array_reserve(&overlay->entries, &overlay->capacity, overlay->count + 1,
                           sizeof *overlay->entries))
            return NO_OVERLAY;
        ++overlay->count;
    }
    overlay->entries[place] = (OverlayEntry){.tree = bvh_retain(w->tree),
                                             .level = w->level,
                                             .empty = w->empty,
                                             .paint = w->paint,
                                             .number = ++overlay->numbers};
    return (int32_t)place;
}

// As many as there are parts; those that came show nothing yet.
static bool follow_parts(Overlay *overlay, int32_t count)
{
    if (overlay->part_count == count)
        return true;
    PartOverlay *parts = array_alloc((size_t)count, sizeof *parts);
    PartOverlay *beside = array_alloc((size_t)count, sizeof *beside);
    if (!parts || !beside) {
        free(parts);
        free(beside);
        return false; // tried again with the next update
    }
    for (int32_t i = 0; i < count; ++i) {
        const PartOverlay none = {NO_OVERLAY, NO_OVERLAY};
        parts[i] = i < overlay->part_count ? overlay->parts[i] : none;
        beside[i] = i < overlay->part_count ? overlay->beside[i] : none;
    }
    free(overlay->parts);
    free(overlay->beside);
    overlay->parts = parts;
    overlay->beside = beside;
    overlay->part_count = count;
    return true;
}

// Both sides at the same level.
static void want_entries(App *app, bool beside)
{
    const Document *document = &app->document;
    Overlay *overlay = &app->overlay;
    const CompareShown *other = &app->compare;
    int32_t painted = !beside && tree_paint_shown(app) ? app->tree.part : NO_PART;
    for (int32_t i = 0; i < overlay->part_count; ++i) {
        PartOverlay *part = beside ? &overlay->beside[i] : &overlay->parts[i];
        Bvh *tree = app->parts ? app->parts[i].tree : NULL;
        if (beside)
            tree = i < other->count ? other->trees[i] : NULL;
        int level = document->parts[i].overlay_level;
        if (level == OVERLAY_OFF || !document->parts[i].visible || (beside && !compare_on(app)))
            *part = (PartOverlay){NO_OVERLAY, NO_OVERLAY};
        else if (tree)
            part->wanted =
                find_entry(overlay, part->wanted,
                           &(Wanted){.tree = tree,
                                     .level = level,
                                     .empty = document->view.empty_cells &&
                                              tree->type->traits & BV_SPACE_PARTITION,
                                     .paint = i == painted ? overlay->paint.version : 0});
        // Without a tree one is being built: the old one's volumes stay until then.
    }
}

// Drops what no part shows or waits for.
static void drop_unused(Overlay *overlay)
{
    for (size_t i = 0; i < overlay->count; ++i)
        overlay->entries[i].used = overlay->entries[i].in_task;
    for (int32_t i = 0; i < overlay->part_count; ++i) {
        const int32_t uses[] = {overlay->parts[i].wanted, overlay->parts[i].shown,
                                overlay->beside[i].wanted, overlay->beside[i].shown};
        for (size_t k = 0; k < sizeof uses / sizeof *uses; ++k)
            if (uses[k] != NO_OVERLAY)
                overlay->entries[uses[k]].used = true;
    }
    for (size_t i = 0; i < overlay->count; ++i)
        if (overlay->entries[i].tree && !overlay->entries[i].used)
            drop_entry(&overlay->entries[i]);
}

static void look(App *app)
{
    if (!follow_parts(&app->overlay, app->document.part_count))
        return;
    tree_paint_update(&app->overlay.paint, app);
    want_entries(app, false);
    want_entries(app, true);
    drop_unused(&app->overlay);
}

// For a worker; NULL: siblings differ, as they do where memory is short.
static uint8_t *own_hues(const TreePaint *paint, const OverlayEntry *entry)
{
    bool painted = entry->paint > 0 && entry->paint == paint->version && paint->hues &&
                   entry->tree->node_count <= paint->nodes;
    uint8_t *hues = painted ? mem_alloc(paint->nodes) : NULL;
    if (hues)
        memcpy(hues, paint->hues, paint->nodes);
    return hues;
}

static void *start(App *app)
{
    Overlay *overlay = &app->overlay;
    size_t count = 0;
    for (size_t i = 0; i < overlay->count; ++i)
        count += overlay->entries[i].tree && !overlay->entries[i].ready;
    OverlayTask *task = count > 0 ? stage_task_create(sizeof *task) : NULL;
    if (!task || !(task->items = calloc(count, sizeof *task->items))) {
        free(task);
        return NULL;
    }
    for (size_t i = 0; i < overlay->count; ++i) {
        OverlayEntry *entry = &overlay->entries[i];
        if (!entry->tree || entry->ready)
            continue;
        entry->in_task = true;
        task->items[task->count++] = (Line){.entry = (int32_t)i,
                                            .tree = bvh_retain(entry->tree),
                                            .level = entry->level,
                                            .empty = entry->empty,
                                            .hues = own_hues(&overlay->paint, entry)};
    }
    return task;
}

static void keep(App *app, void *argument)
{
    const OverlayTask *task = argument;
    for (size_t i = 0; i < task->count; ++i)
        app->overlay.entries[task->items[i].entry].in_task = false;
}

static void show(App *app, void *argument)
{
    OverlayTask *task = argument;
    for (size_t i = 0; i < task->count; ++i) {
        Line *item = &task->items[i];
        OverlayEntry *entry = &app->overlay.entries[item->entry];
        entry->ready = true; // what failed once would fail again and again
        if (!item->done)
            app_notify(app, NOTICE_ERROR, "not enough memory to draw the volumes");
        for (int kind = 0; kind < 2 && item->done; ++kind) {
            entry->lines[kind] = item->lines[kind];
            entry->count[kind] = item->lines[kind].count;
            item->lines[kind] = (VolumeLines){0};
        }
    }
}

static void show_ready(Overlay *overlay, PartOverlay *part)
{
    if (part->wanted != NO_OVERLAY && overlay->entries[part->wanted].ready)
        part->shown = part->wanted;
    overlay->pending |= part->shown != part->wanted;
}

static void mark(App *app)
{
    Overlay *overlay = &app->overlay;
    overlay->shown = (OverlayCount){0};
    overlay->pending = false;
    for (int32_t i = 0; i < overlay->part_count; ++i) {
        const PartOverlay *part = &overlay->parts[i];
        show_ready(overlay, &overlay->parts[i]);
        show_ready(overlay, &overlay->beside[i]);
        if (part->shown == NO_OVERLAY)
            continue;
        overlay->shown.volumes += overlay->entries[part->shown].count[VOLUMES_FILLED];
        overlay->shown.empty += overlay->entries[part->shown].count[VOLUMES_EMPTY];
    }
}

static bool current(const App *app)
{
    return !app->overlay.pending;
}

const Stage stage_overlay = {.name = "overlay",
                             .wait = STAGE_FOLLOWS,
                             .in_frame = true,
                             .look = look,
                             .start = start,
                             .keep = keep,
                             .show = show,
                             .drop = drop,
                             .mark = mark,
                             .current = current,
                             .work = work,
                             .reset = reset};
