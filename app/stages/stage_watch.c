// The watch stage: pairs with a safety distance and how far apart they are, the worst first; and where
// a drag crosses one. Every pose of a drag is looked at, also those that come while the worker is busy:
// they wait in line.
#include "app/document/history.h"
#include "app/document/selection.h"
#include "app/stages/rows.h"
#include "app/stages/watch_task.h"
#include "core/base/array.h"

#include <string.h>

enum { MOST_WAITING = 4096 }; // moves; then those between the first and the last frame are left out

typedef struct WatchMemory {
    WatchList list;     // while no task has it
    QueryTarget target; // as everything was noted last
    SharedRules *rules; // retained, of the target
    double clearance;
    uint64_t gesture;
    bool all, asked; // nothing is known; something is to be looked at
    bool broken;     // it failed, and is looked at again when something changes
    WatchMove *waiting;
    size_t waiting_count, waiting_capacity;
    QueryTarget before; // as everything was before the first that waits
} WatchMemory;

static WatchMemory *mine(const App *app)
{
    return stage_state(app, &stage_watch);
}

static bool is_apart(const App *app, const WatchedPair *pair)
{
    if (pair->b >= app->document.part_count || !(pair->distance.value > 0))
        return false;
    const FitRow *row = contact_row(app, pair->a, pair->b);
    return !row || row->state == PAIR_CLEAR;
}

const WatchedPair *watch_worst(const App *app)
{
    const WatchedPair *worst = NULL;
    for (size_t i = 0; i < app->watch.count; ++i) {
        const WatchedPair *pair = &app->watch.pairs[i];
        if (!is_apart(app, pair))
            continue;
        if (watched_of_selection(app, pair))
            return pair;
        worst = worst ? worst : pair;
    }
    return worst;
}

bool watched_of_selection(const App *app, const WatchedPair *pair)
{
    return selection_has(&app->document, pair->a) != selection_has(&app->document, pair->b);
}

size_t watch_too_near(const WatchState *watch)
{
    size_t count = 0;
    while (count < watch->count && watched_beyond(&watch->pairs[count]) < 0)
        ++count;
    return count;
}

static void forget(WatchMemory *memory)
{
    query_target_free(&memory->target);
    query_target_free(&memory->before);
    shared_rules_release(memory->rules);
    memory->rules = NULL;
    watch_moves_forget(memory->waiting, memory->waiting_count);
    memory->waiting_count = 0;
    memory->asked = false;
}

static void show_nothing(App *app)
{
    if (app->watch.count > 0 || app->watch.crossing_count > 0)
        ++app->watch.version;
    free(app->watch.pairs);
    app->watch = (WatchState){.version = app->watch.version};
}

static void reset(App *app)
{
    forget(mine(app));
    watch_list_free(&mine(app)->list);
    show_nothing(app);
}

static void end(App *app)
{
    free(mine(app)->waiting);
}

static bool can_measure(const App *app)
{
    return app->stages->trees_ready && !stage_shape_behind(app);
}

static bool is_wanted(const App *app)
{
    const RuleSet *rules = app->document.rules;
    bool wanted = app->document.clearance > 0;
    for (size_t i = 0; rules && i < rules->count && !wanted; ++i)
        wanted = rules->rules[i].kind == RULE_CLEARANCE && rules->rules[i].length > 0;
    return wanted && app->document.part_count > 1;
}

// A part that has another mesh, as while a variant of it is scaled; trees of other kinds over the same
// mesh are no other shape.
static bool is_other_shape(const QueryPart *known, const QueryPart *now)
{
    return known->tree != now->tree && known->tree && now->tree &&
           known->tree->mesh != now->tree->mesh;
}

// Only placements and shapes are others, and those are in line now; false: everything is to be looked at.
static bool note_moves(App *app, const SharedRules *rules)
{
    WatchMemory *memory = mine(app);
    QueryTarget *known = &memory->target;
    if (!known->parts || known->count != app->document.part_count || memory->rules != rules ||
        memory->clearance != app->document.clearance)
        return false;
    size_t first = memory->waiting_count;
    for (int32_t i = 0; i < known->count; ++i) {
        QueryPart now = query_part_of(app, rules, i);
        if (query_part_equal(&now, &known->parts[i]))
            continue;
        QueryPart *was = &known->parts[i];
        WatchMove move = {.part = i, .placement = now.placement};
        bool reshaped = is_other_shape(was, &now);
        move.tree = reshaped ? now.tree : NULL;
        now.placement = was->placement;
        now.tree = reshaped ? was->tree : now.tree;
        if (!query_part_equal(&now, was) ||
            !array_reserve(&memory->waiting, &memory->waiting_capacity, memory->waiting_count + 1,
                           sizeof *memory->waiting))
            return false;
        was->placement = move.placement;
        if (reshaped) {
            bvh_release(was->tree);
            was->tree = bvh_retain(bvh_retain(move.tree)); // once for the move
        }
        memory->waiting[memory->waiting_count++] = move;
    }
    if (memory->waiting_count == first)
        return true;
    memory->waiting[memory->waiting_count - 1].last = true;
    memory->asked = true;
    return memory->waiting_count < MOST_WAITING && !memory->broken;
}

static void begin_gesture(App *app, uint64_t gesture)
{
    WatchMemory *memory = mine(app);
    if (gesture == memory->gesture)
        return;
    memory->gesture = gesture;
    if (gesture != 0 && app->watch.crossing_count > 0) {
        app->watch.crossing_count = app->watch.crossings_more = 0;
        ++app->watch.version;
    }
}

static void look(App *app)
{
    WatchMemory *memory = mine(app);
    app->watch.wanted = is_wanted(app);
    SharedRules *rules = can_measure(app) && app->watch.wanted ? stages_rules(app) : NULL;
    if (!app->watch.wanted && (memory->target.parts || app->watch.count > 0)) {
        forget(memory);
        show_nothing(app);
    }
    if (!rules)
        return;
    begin_gesture(app, history_gesture(app->history));
    if (note_moves(app, rules))
        return;
    forget(memory);
    if (!query_target_take(app, rules, &memory->target) ||
        !query_target_copy(&memory->before, &memory->target)) {
        forget(memory);
        return; // tried again with the next update
    }
    memory->rules = shared_rules_retain(rules);
    memory->clearance = app->document.clearance;
    memory->all = memory->asked = true;
    memory->broken = false;
}

static void *start(App *app)
{
    WatchMemory *memory = mine(app);
    WatchTask *task = memory->asked ? stage_task_create(sizeof *task) : NULL;
    if (!task)
        return NULL;
    QueryTarget next = {0};
    task->posed = query_target_posed(&memory->before, memory->all);
    task->moves = array_alloc(memory->waiting_count, sizeof *task->moves);
    if (!task->posed || !task->moves || !query_target_copy(&next, &memory->target)) {
        watch_task_drop(task);
        return NULL;
    }
    if (memory->waiting_count > 0)
        memcpy(task->moves, memory->waiting, memory->waiting_count * sizeof *task->moves);
    task->move_count = memory->waiting_count;
    task->target = memory->before;
    memory->before = next;
    task->rules = shared_rules_retain(memory->rules);
    task->clearance = memory->clearance;
    task->gesture = memory->gesture;
    task->all = memory->all;
    if (!task->all)
        task->list = memory->list;
    else
        watch_list_free(&memory->list);
    memory->list = (WatchList){0};
    memory->waiting_count = 0;
    memory->all = memory->asked = false;
    return task;
}

// What was not finished is begun anew.
static void keep(App *app, void *argument)
{
    WatchTask *task = argument;
    WatchMemory *memory = mine(app);
    if (task->head.done && !task->head.unwanted && memory->rules == task->rules && !memory->all) {
        watch_list_free(&memory->list);
        memory->list = task->list;
        task->list = (WatchList){0};
    } else if (task->head.unwanted || task->head.cancelled) {
        forget(memory);
    } else {
        memory->broken = true;
    }
}

// Once for each pair in a drag, whatever is drawn over the view.
static void warn(App *app, const WatchCrossing *crossing)
{
    const WatchState *watch = &app->watch;
    for (int32_t i = 0; i < watch->crossing_count; ++i) {
        const int32_t *part = watch->crossings[i].part;
        if ((part[0] == crossing->part[0] && part[1] == crossing->part[1]) ||
            (part[0] == crossing->part[1] && part[1] == crossing->part[0]))
            return;
    }
    char limit[64];
    length_format(crossing->limit, app->assembly.unit, limit, sizeof limit);
    app_notify(app, NOTICE_WARNING, "%s came nearer to %s than its safety distance of %s. %s",
               app->assembly.parts[crossing->part[0]].name,
               app->assembly.parts[crossing->part[1]].name, limit,
               crossing->known
                   ? "Go there, in the Safety distances panel, puts it back (clearance.return)."
                   : "Where exactly is not known, as its shape changed; undo takes it back.");
}

static void add_crossings(App *app, const WatchTask *task)
{
    WatchState *watch = &app->watch;
    watch->crossings_more += task->crossings_more;
    for (int32_t i = 0; i < task->crossing_count; ++i) {
        if (watch->crossing_count == WATCH_CROSSINGS) {
            ++watch->crossings_more;
            continue;
        }
        warn(app, &task->crossings[i]);
        watch->crossings[watch->crossing_count++] = task->crossings[i];
    }
}

static void show(App *app, void *argument)
{
    const WatchTask *task = argument;
    const WatchList *list = &mine(app)->list;
    WatchState *watch = &app->watch;
    if (mine(app)->all) // something else is asked by now
        return;
    WatchedPair *pairs = array_alloc(list->count, sizeof *pairs);
    if (!pairs)
        return;
    if (list->count > 0)
        memcpy(pairs, list->items, list->count * sizeof *pairs);
    free(watch->pairs);
    watch->pairs = pairs;
    watch->count = list->count;
    if (task->gesture == mine(app)->gesture || mine(app)->gesture == 0)
        add_crossings(app, task);
    ++watch->version;
}

// It cannot be measured: placements are singular, or memory is short. Tried again when something
// changes.
static void fail(App *app, void *task, bool stopped)
{
    (void)task, (void)stopped;
    free(app->watch.pairs);
    app->watch.pairs = NULL;
    app->watch.count = 0;
    ++app->watch.version;
}

static bool current(const App *app)
{
    return !app->watch.wanted ||
           (can_measure(app) && !stage_task(app, &stage_watch) && !mine(app)->asked);
}

static void mark(App *app)
{
    app->watch.current = current(app);
}

const Stage stage_watch = {.name = "watch",
                           .wait = STAGE_FOLLOWS,
                           .state_size = sizeof(WatchMemory),
                           .look = look,
                           .start = start,
                           .keep = keep,
                           .show = show,
                           .fail = fail,
                           .drop = watch_task_drop,
                           .mark = mark,
                           .current = current,
                           .work = watch_task_work,
                           .reset = reset,
                           .end = end};
