// The gap stage: how far the selected parts are from what is nearest to them, and how near they
// came in the present drag. On a worker of its own: nothing waits for it.
//
// Every pose of a drag is measured, also those that come while the worker is busy: they wait in
// line, so that the least distance does not depend on the speed of the machine.
#include "app/document/history.h"
#include "app/document/selection.h"
#include "app/stages/gap_task.h"
#include "app/stages/rows.h"
#include "core/base/array.h"

enum { MOST_HELD = 64 };    // of a larger selection only the primary part is measured
enum { MOST_WAITING = 48 }; // poses; then every second one is left out

typedef struct GapState {
    GapCache cache;     // while no task has it
    QueryTarget target; // measured last, or refused
    int32_t *held;      // likewise
    int32_t held_count;
    uint64_t gesture;
    Affine *waiting; // poses that were not measured yet
    int32_t waiting_count;
    bool baseline; // the first of them is where something begins: it was not moved there
    double before; // the distance of the sample before
    bool approached;
} GapState;

static GapState *mine(const App *app)
{
    return stage_state(app, &stage_gap);
}

static void forget_gap(App *app)
{
    if (app->gap.other == NO_PART && app->least_gap.other == NO_PART)
        return;
    app->gap = app->least_gap = (Gap){.part = NO_PART, .other = NO_PART};
    ++app->gap_version;
}

static void forget_target(GapState *watch)
{
    query_target_free(&watch->target);
    free(watch->held);
    watch->held = NULL;
    watch->held_count = 0;
    watch->waiting_count = 0;
}

static void reset(App *app)
{
    GapState *watch = mine(app);
    forget_target(watch);
    gap_cache_free(&watch->cache);
    watch->gesture = 0;
    app->gap = app->least_gap = (Gap){.part = NO_PART, .other = NO_PART};
    app->gap_current = false;
    ++app->gap_version;
}

static void end(App *app)
{
    free(mine(app)->waiting);
}

static int32_t held_parts(const App *app, int32_t *held)
{
    const Document *document = &app->document;
    int32_t count = 0;
    for (int32_t i = 0; i < document->part_count; ++i)
        if (selection_has(document, i) && document->parts[i].visible) {
            if (count == MOST_HELD && document->selected == NO_PART)
                return count;
            if (count == MOST_HELD) { // the primary one alone
                held[0] = document->selected;
                return document->parts[held[0]].visible;
            }
            held[count++] = i;
        }
    return count;
}

static bool same_held(const GapState *watch, const int32_t *held, int32_t count)
{
    return watch->held_count == count &&
           (count == 0 || memcmp(watch->held, held, (size_t)count * sizeof *held) == 0);
}

enum Change { CHANGE_NONE, CHANGE_POSE, CHANGE_ALL };

// What is another since the last sample was noted.
static enum Change change_since(const App *app, const SharedRules *rules, const int32_t *held,
                                int32_t count)
{
    const GapState *watch = mine(app);
    if (!watch->target.parts || watch->target.count != app->document.part_count ||
        !same_held(watch, held, count))
        return CHANGE_ALL;
    enum Change change = CHANGE_NONE;
    for (int32_t i = 0, h = 0; i < watch->target.count; ++i) {
        QueryPart part = query_part_of(app, rules, i);
        bool is_held = h < count && held[h] == i;
        h += is_held;
        if (query_part_equal(&part, &watch->target.parts[i]))
            continue;
        part.placement = watch->target.parts[i].placement;
        if (!is_held || !query_part_equal(&part, &watch->target.parts[i]))
            return CHANGE_ALL;
        change = CHANGE_POSE;
    }
    return change;
}

// The present pose joins the line. Where it is too long, every second one goes: the newest stays.
static bool note_sample(App *app, const int32_t *held, int32_t count)
{
    GapState *watch = mine(app);
    size_t size = (size_t)count * sizeof *watch->waiting;
    if (!watch->waiting &&
        !(watch->waiting = array_alloc((size_t)MOST_WAITING * MOST_HELD, sizeof *watch->waiting)))
        return false;
    if (watch->waiting_count == MOST_WAITING) {
        for (int32_t i = 0; i < MOST_WAITING / 2; ++i)
            memmove(watch->waiting + i * count, watch->waiting + (2 * i + 1) * count, size);
        watch->waiting_count = MOST_WAITING / 2;
    }
    for (int32_t i = 0; i < count; ++i) {
        const Affine *placement = &app->document.parts[held[i]].placement;
        watch->waiting[watch->waiting_count * count + i] = *placement;
        watch->target.parts[held[i]].placement = *placement;
    }
    ++watch->waiting_count;
    return true;
}

static bool can_measure(const App *app)
{
    return app->stages->trees_ready && !stage_shape_behind(app);
}

// What is asked now, if it is not what was asked last.
static void look(App *app)
{
    SharedRules *rules = can_measure(app) ? stages_rules(app) : NULL;
    if (!rules)
        return;
    GapState *watch = mine(app);
    int32_t held[MOST_HELD];
    // Where nobody looks at it, nothing is measured.
    int32_t count = app->document.view.contact.dimension ? held_parts(app, held) : 0;
    uint64_t gesture = history_gesture(app->history);
    if (gesture != watch->gesture) { // another drag begins, or it was taken back
        watch->gesture = gesture;
        watch->approached = false;
        for (int32_t i = 0; i < watch->held_count && watch->waiting_count > 1; ++i)
            watch->waiting[i] = watch->waiting[(watch->waiting_count - 1) * watch->held_count + i];
        watch->waiting_count = watch->waiting_count > 0;
        watch->before = 0;
        if (app->least_gap.other != NO_PART)
            ++app->gap_version;
        app->least_gap = (Gap){.part = NO_PART, .other = NO_PART};
    }
    enum Change change = change_since(app, rules, held, count);
    if (change == CHANGE_NONE)
        return;
    if (change == CHANGE_ALL) {
        bool other_parts = !same_held(watch, held, count);
        int32_t *copy = array_alloc((size_t)count, sizeof *copy);
        if (!copy || !query_target_take(app, rules, &watch->target)) {
            free(copy);
            return; // tried again with the next update
        }
        memcpy(copy, held, (size_t)count * sizeof *copy);
        free(watch->held);
        watch->held = copy;
        watch->held_count = count;
        watch->waiting_count = 0;
        watch->baseline = true;
        if (other_parts) {
            watch->approached = false;
            forget_gap(app);
        }
    }
    if (count > 0 && !note_sample(app, held, count))
        forget_target(watch); // tried again with the next update
}

static void *start(App *app)
{
    GapState *watch = mine(app);
    SharedRules *rules = can_measure(app) ? stages_rules(app) : NULL;
    GapTask *task = rules && watch->waiting_count > 0 ? stage_task_create(sizeof *task) : NULL;
    if (!task)
        return NULL;
    size_t held = (size_t)watch->held_count, samples = (size_t)watch->waiting_count;
    task->gesture = watch->gesture;
    task->rules = shared_rules_retain(rules);
    task->held = array_alloc(held, sizeof *task->held);
    task->poses = array_alloc(held * samples, sizeof *task->poses);
    task->found = array_alloc(samples, sizeof *task->found);
    if (!task->held || !task->poses || !task->found ||
        !query_target_take(app, rules, &task->target) ||
        !(task->posed = query_target_posed(&task->target, false))) {
        gap_task_drop(task);
        return NULL;
    }
    memcpy(task->held, watch->held, held * sizeof *task->held);
    memcpy(task->poses, watch->waiting, held * samples * sizeof *task->poses);
    task->held_count = watch->held_count;
    task->samples = watch->waiting_count;
    task->baseline = watch->baseline;
    watch->baseline = false;
    task->cache = watch->cache;
    watch->cache = (GapCache){0};
    watch->waiting_count = 0;
    return task;
}

// The place a drag begins at is no achievement: only from where it first comes nearer.
static void take_sample(App *app, const Gap *gap, uint64_t gesture, bool baseline)
{
    GapState *watch = mine(app);
    app->gap = *gap;
    if (gesture == 0 || gesture != watch->gesture || gap->other == NO_PART)
        return;
    watch->approached |= !baseline && gap->distance < watch->before;
    watch->before = gap->distance;
    if (!baseline && watch->approached &&
        (app->least_gap.other == NO_PART || gap->distance < app->least_gap.distance))
        app->least_gap = *gap;
}

static void keep(App *app, void *argument)
{
    GapTask *task = argument;
    gap_cache_free(&mine(app)->cache);
    mine(app)->cache = task->cache;
    task->cache = (GapCache){0};
    if ((task->head.unwanted || task->head.cancelled) &&
        same_held(mine(app), task->held, task->held_count))
        forget_target(mine(app)); // its poses are to be measured once more
    ++app->gap_version;
}

static void show(App *app, void *argument)
{
    const GapTask *task = argument;
    for (int32_t s = 0; s < task->samples; ++s)
        take_sample(app, &task->found[s], task->gesture, task->baseline && s == 0);
}

// It cannot be measured: placements are singular or scaled.
static void fail(App *app, void *task, bool stopped)
{
    (void)task, (void)stopped;
    app->gap = (Gap){.part = NO_PART, .other = NO_PART};
}

// Other parts are selected by now.
static bool stale(App *app, const void *argument)
{
    const GapTask *task = argument;
    return !same_held(mine(app), task->held, task->held_count);
}

static bool current(const App *app)
{
    return can_measure(app) && !stage_task(app, &stage_gap) && mine(app)->waiting_count == 0;
}

static void mark(App *app)
{
    app->gap_current = current(app);
}

const Stage stage_gap = {.name = "gap",
                         .wait = STAGE_FOLLOWS,
                         .state_size = sizeof(GapState),
                         .look = look,
                         .stale = stale,
                         .start = start,
                         .keep = keep,
                         .show = show,
                         .fail = fail,
                         .drop = gap_task_drop,
                         .mark = mark,
                         .current = current,
                         .work = gap_task_measure,
                         .reset = reset,
                         .end = end};
