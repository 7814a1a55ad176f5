// The stage that finds out which part comes out next: when somebody asks, on a worker of its own. What it found
// stays, and is called old once it is about something else than what is open.
#include "app/document/joint_hold.h"
#include "app/document/rigid.h"
#include "app/stages/removal_state.h"
#include "app/stages/rows.h"
#include "core/base/array.h"
#include "core/base/memory.h"

typedef struct RemovalTask {
    StageTask head;
    RemovalKey key;
    SharedRules *rules; // retained, and let go by the main thread
    PosedPart *parts;
    bool *stays; // with the base
    int32_t part, base, staying;
    RemovalWays ways;
    RemovalOrder order;
} RemovalTask;

const RemovalState *removal_state(const App *app)
{
    return stage_state(app, &stage_removal);
}

RemovalState *removal_state_mut(App *app)
{
    return stage_state(app, &stage_removal);
}

void removal_ask(App *app, int32_t part)
{
    removal_state_mut(app)->asked = true;
    removal_state_mut(app)->wanted = part;
}

// --- keys

static void key_free(RemovalKey *key)
{
    query_target_free(&key->target);
    rule_set_release(key->rules);
    joint_list_release(key->joints);
    free(key->stays);
    free(key->units);
    *key = (RemovalKey){0};
}

// Nailed to the ground, itself or by what it is fixed to.
static bool is_nailed(const Document *document, int32_t part)
{
    int32_t moved, joint = joint_that_moves(document, part, &moved);
    return joint != NO_JOINT && document->joints->joints[joint].kind == JOINT_FIXED;
}

static bool does_stay(const Document *document, int32_t part)
{
    return document->parts[part].locked || is_nailed(document, part);
}

static int32_t unit_of(const int32_t *units, int32_t part)
{
    while (units[part] != part)
        part = units[part];
    return part;
}

typedef struct BodyPart {
    uint64_t body;
    int32_t part;
} BodyPart;

static int by_body(const void *left, const void *right)
{
    const BodyPart *x = left, *y = right;
    return x->body != y->body ? (x->body > y->body) - (x->body < y->body)
                              : (x->part > y->part) - (x->part < y->part);
}

static void join(int32_t *units, int32_t part, int32_t to)
{
    units[unit_of(units, part)] = unit_of(units, to);
}

// Parts of a rigid group.
static bool join_bodies(const Document *document, int32_t *units)
{
    BodyPart *sorted = array_alloc((size_t)document->part_count, sizeof *sorted);
    size_t count = 0;
    if (!sorted)
        return false;
    for (int32_t i = 0; i < document->part_count; ++i) {
        uint64_t body = rigid_body(&document->parts[i]);
        if (body != 0 && !document->parts[i].removed)
            sorted[count++] = (BodyPart){body, i};
    }
    if (count > 1)
        qsort(sorted, count, sizeof *sorted, by_body);
    for (size_t i = 1; i < count; ++i)
        if (sorted[i].body == sorted[i - 1].body)
            join(units, sorted[i].part, sorted[i - 1].part);
    mem_free(sorted);
    return true;
}

// What is fixed to another part goes with it, and so does the rest of its body.
static bool find_units(const Document *document, int32_t *units)
{
    for (int32_t i = 0; i < document->part_count; ++i)
        units[i] = i;
    for (int32_t i = 0; i < joint_list_count(document->joints); ++i) {
        const Joint *joint = &document->joints->joints[i];
        if (joint->kind == JOINT_FIXED && joint->parent >= 0)
            join(units, joint->child, joint->parent);
    }
    if (!join_bodies(document, units))
        return false;
    for (int32_t i = 0; i < document->part_count; ++i)
        units[i] = unit_of(units, i);
    return true;
}

static bool key_take(App *app, SharedRules *rules, RemovalKey *key)
{
    const Document *document = &app->document;
    size_t count = (size_t)document->part_count;
    *key = (RemovalKey){.tolerance = document->tolerance,
                        .stays = calloc(count + 1, sizeof *key->stays),
                        .units = calloc(count + 1, sizeof *key->units)};
    if (!key->stays || !key->units || !find_units(document, key->units) ||
        !query_target_take(app, rules, &key->target)) {
        key_free(key);
        return false;
    }
    key->rules = rule_set_retain(document->rules);
    key->joints = joint_list_retain(document->joints);
    for (int32_t i = 0; i < document->part_count; ++i)
        key->stays[i] = does_stay(document, i);
    key->bodies = rigid_signature(document);
    return true;
}

// shown: so many steps of the order are, and joints of parts that have left are off.
static bool key_holds_at(App *app, const RemovalKey *key, double shown)
{
    const Document *document = &app->document;
    SharedRules *rules = stages_rules(app);
    if (!rules || key->rules != document->rules || key->target.count != document->part_count ||
        key->tolerance < document->tolerance || key->tolerance > document->tolerance ||
        key->bodies != rigid_signature(document) ||
        (!(shown > 0) && !joint_list_equal(key->joints, document->joints)))
        return false;
    for (int32_t i = 0; i < document->part_count; ++i) {
        QueryPart now = query_part_of(app, rules, i), then = key->target.parts[i];
        if (shown > 0)
            then.placement = removal_placement(removal_state(app), i, shown);
        if (!query_part_equal(&now, &then))
            return false;
    }
    if (shown > 0)
        return true; // who stays follows from joints
    for (int32_t i = 0; i < document->part_count; ++i)
        if (key->stays[i] != does_stay(document, i))
            return false;
    return true;
}

// --- who stays

// Nothing stays: the largest part does that hangs on no other one.
static int32_t find_base(const Document *document, const PosedPart *parts)
{
    int32_t base = NO_PART;
    double most = 0;
    for (int32_t i = 0; i < document->part_count; ++i) {
        if (!parts[i].active || joint_list_find(document->joints, i) != NO_JOINT)
            continue;
        Box3d box = part_world_bounds(parts[i].tree->mesh, &parts[i].placement);
        double size = vec3d_distance(box.lo, box.hi);
        if (size > most)
            most = size, base = i;
    }
    return base;
}

static void find_staying(RemovalTask *task, const Document *document)
{
    task->base = NO_PART;
    memcpy(task->stays, task->key.stays, (size_t)document->part_count * sizeof *task->stays);
    for (int32_t i = 0; i < document->part_count; ++i)
        task->staying += task->key.stays[i] && task->parts[i].active;
    if (task->part == REMOVAL_ORDER && task->staying == 0)
        task->base = find_base(document, task->parts);
    if (task->base != NO_PART)
        task->stays[task->base] = true;
}

// --- the work

static bool key_holds(App *app, const RemovalKey *key)
{
    return key_holds_at(app, key, 0);
}

static void drop(void *argument)
{
    RemovalTask *task = argument;
    key_free(&task->key);
    shared_rules_release(task->rules);
    removal_ways_free(&task->ways);
    removal_order_free(&task->order);
    free(task->parts);
    free(task->stays);
    free(task);
}

static bool task_begin(App *app, RemovalTask *task)
{
    SharedRules *rules = stages_rules(app);
    if (!rules || !key_take(app, rules, &task->key))
        return false;
    task->rules = shared_rules_retain(rules);
    task->parts = query_target_posed(&task->key.target, false);
    task->stays = array_alloc((size_t)app->document.part_count, sizeof *task->stays);
    if (!task->parts || !task->stays)
        return false;
    find_staying(task, &app->document);
    return true;
}

static void *start(App *app)
{
    RemovalState *state = removal_state_mut(app);
    if (!state->asked || stages_busy(app) || !app->stages->trees_ready || stage_shape_behind(app) ||
        stages_loading(app))
        return NULL;
    RemovalTask *task = stage_task_create(sizeof *task);
    if (task)
        task->part = state->wanted;
    if (task && task_begin(app, task))
        return task;
    state->asked = false;
    app_notify(app, NOTICE_ERROR, "Parts cannot be pulled: not enough memory");
    if (task)
        drop(task);
    return NULL;
}

static void work(void *argument, Job *job)
{
    RemovalTask *task = argument;
    RemovalDesc desc = {.parts = task->parts,
                        .part_count = task->key.target.count,
                        .units = task->key.units,
                        .stays = task->stays,
                        .rules = &task->rules->rules,
                        .tolerance = task->key.tolerance,
                        .up = vec3d(0, 1, 0),
                        .job = job};
    worker_give_way();
    task->head.done = task->part == REMOVAL_ORDER
                          ? removal_order(&desc, &task->order, &task->head.err)
                          : removal_ways(&desc, task->part, &task->ways, &task->head.err);
}

static void forget_ways(RemovalState *state)
{
    removal_ways_free(&state->ways);
    key_free(&state->ways_key);
    state->ways_known = state->ways_old = false;
    state->part = NO_PART;
}

static void forget_order(RemovalState *state)
{
    removal_order_free(&state->order);
    key_free(&state->order_key);
    state->order_known = state->order_old = state->playing = false;
    state->position = 0;
    ++state->replay;
}

static void show(App *app, void *argument)
{
    RemovalTask *task = argument;
    RemovalState *state = removal_state_mut(app);
    state->asked = state->asked && state->wanted != task->part;
    if (task->part == REMOVAL_ORDER) {
        forget_order(state);
        state->order = task->order;
        state->order_key = task->key;
        state->base = task->base;
        state->staying = task->staying;
        state->order_known = true;
        task->order = (RemovalOrder){0};
        char text[512];
        removal_order_words(app, text, sizeof text);
        app_notify(app, NOTICE_INFO, "%s", text);
    } else {
        forget_ways(state);
        state->ways = task->ways;
        state->ways_key = task->key;
        state->part = task->part;
        state->ways_known = true;
        task->ways = (RemovalWays){0};
    }
    task->key = (RemovalKey){0};
}

static void fail(App *app, void *argument, bool stopped)
{
    const RemovalTask *task = argument;
    removal_state_mut(app)->asked = false;
    if (!stopped)
        app_notify(app, NOTICE_ERROR, "Parts cannot be pulled: %s",
                   task->head.err.text[0] ? task->head.err.text : "not enough memory");
}

static bool stale(App *app, const void *argument)
{
    const RemovalTask *task = argument;
    return !key_holds(app, &task->key);
}

static void look(App *app)
{
    RemovalState *state = removal_state_mut(app);
    state->ways_old = state->ways_known && !key_holds(app, &state->ways_key);
    bool as_found = state->order_known && key_holds(app, &state->order_key);
    if (as_found)
        state->position = 0; // it was undone, or never began
    state->order_old =
        state->order_known && !as_found &&
        !(state->position > 0 && key_holds_at(app, &state->order_key, state->position));
    state->playing = state->playing && !state->order_old;
}

static bool goes_on(const App *app)
{
    return removal_state(app)->asked;
}

static void cancel(App *app)
{
    removal_state_mut(app)->asked = false;
}

static void reset(App *app)
{
    RemovalState *state = removal_state_mut(app);
    forget_ways(state);
    forget_order(state);
    state->asked = false;
}

const Stage stage_removal = {.name = "removal",
                             .label = "Pulling parts",
                             .wait = STAGE_FOLLOWS,
                             .state_size = sizeof(RemovalState),
                             .look = look,
                             .stale = stale,
                             .start = start,
                             .show = show,
                             .fail = fail,
                             .drop = drop,
                             .goes_on = goes_on,
                             .cancel = cancel,
                             .work = work,
                             .reset = reset};
