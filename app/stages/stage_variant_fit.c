// The stage that says which variants of a part fit: when somebody asks, on a worker of its own. What it
// found is about everything as it stood then, but for which of the variants was in use.
#include "app/stages/rows.h"
#include "app/stages/variant_fit.h"
#include "core/base/array.h"

#include <stdio.h>

// What a table is about.
typedef struct FitsKey {
    QueryTarget target;
    RuleSet *rules; // retained
    const char *variants;
    int32_t part;
    uint32_t path_version, generation;
    double clearance, tolerance;
} FitsKey;

typedef struct FitsState {
    FitsKey key; // of the table that is shown
} FitsState;

typedef struct FitsTask {
    StageTask head;
    FitsKey key;
    SharedRules *rules; // retained
    VariantFitWork work;
    char no_way[160];
} FitsTask;

static FitsState *mine(const App *app)
{
    return stage_state(app, &stage_variant_fit);
}

static void key_free(FitsKey *key)
{
    query_target_free(&key->target);
    rule_set_release(key->rules);
    *key = (FitsKey){0};
}

static bool key_take(App *app, const SharedRules *rules, int32_t part, FitsKey *key)
{
    *key = (FitsKey){.variants = app->document.parts[part].variants,
                     .part = part,
                     .path_version = app->path.version,
                     .generation = app->stages->generation,
                     .clearance = app->document.clearance,
                     .tolerance = app->document.tolerance};
    if (!query_target_take(app, rules, &key->target))
        return false;
    key->rules = rule_set_retain(app->document.rules);
    return true;
}

// Everything stands as it did; which variant the part is just now does not matter.
static bool key_holds(App *app, const FitsKey *key)
{
    SharedRules *rules = stages_rules(app);
    const Document *document = &app->document;
    if (!rules || key->generation != app->stages->generation || !key->target.parts ||
        key->target.count != document->part_count || key->path_version != app->path.version ||
        key->rules != document->rules || key->variants != document->parts[key->part].variants ||
        key->clearance < document->clearance || key->clearance > document->clearance ||
        key->tolerance < document->tolerance || key->tolerance > document->tolerance)
        return false;
    for (int32_t i = 0; i < key->target.count; ++i) {
        QueryPart now = query_part_of(app, rules, i);
        if (i == key->part)
            now.tree = key->target.parts[i].tree;
        if (!query_part_equal(&now, &key->target.parts[i]))
            return false;
    }
    return true;
}

static void drop(void *argument)
{
    FitsTask *task = argument;
    key_free(&task->key);
    variant_fit_work_free(&task->work);
    shared_rules_release(task->rules);
    free(task);
}

static void forget(App *app)
{
    VariantTable *table = &app->variant_table;
    free(table->answers);
    table->answers = NULL;
    table->count = 0;
    table->no_way[0] = '\0';
    ++table->version;
    key_free(&mine(app)->key);
}

static bool stale(App *app, const void *task)
{
    return !key_holds(app, &((const FitsTask *)task)->key);
}

static void mark(App *app)
{
    VariantTable *table = &app->variant_table;
    table->current = table->count > 0 && key_holds(app, &mine(app)->key);
}

// --- what the worker gets

// Pairs of other parts are the same for every variant.
static void keep_own_pairs(PathProofWork *way, int32_t part)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < way->pair_count; ++i) {
        if (way->pairs[i].part[0] != part && way->pairs[i].part[1] != part)
            continue;
        way->pairs[kept] = way->pairs[i];
        memcpy(way->pair_parts[kept++], way->pair_parts[i], sizeof *way->pair_parts);
    }
    way->pair_count = kept;
}

static bool take_trial(App *app, FitsTask *task, const Variant *variant, Error *err)
{
    VariantFitWork *work = &task->work;
    VariantTrial *trial = &work->trials[work->count++];
    *trial = (VariantTrial){.map = affine_identity()};
    int32_t from = work->part;
    snprintf(trial->name, sizeof trial->name, "%s", variant ? variant->name : "as loaded");
    if (variant) {
        from = assembly_find(&app->assembly, variant->donor);
        trial->map = variant_map(variant);
    }
    if (from < 0)
        return error_set(err, "the part %s, whose mesh the variant has, is not here",
                         variant->donor);
    Mesh *donor = app->assembly.parts[from].loaded;
    trial->donor = mesh_retain(donor);
    const VariantMesh *made = variant_book_find(&app->stages->variants, donor, &trial->map);
    const Mesh *mesh = !variant ? donor : made ? made->mesh : NULL;
    if (fabs(work->shape.amount) > 0)
        mesh = NULL; // it is deformed
    trial->tree = mesh ? tree_cache_find(&app->trees, mesh, &work->desc) : NULL;
    if (trial->tree)
        bvh_retain(trial->tree);
    if (task->no_way[0])
        return true;
    trial->has_way = path_proof_begin(app, &trial->way, err);
    keep_own_pairs(&trial->way, work->part);
    trial->way.first_only = true;
    return trial->has_way;
}

static bool take_trials(App *app, FitsTask *task, Error *err)
{
    Variant list[VARIANTS_MOST];
    int count = 0;
    if (!variants_read(app->document.parts[task->work.part].variants, list, &count, err))
        return false;
    task->work.trials = calloc((size_t)count + 1, sizeof *task->work.trials);
    task->work.answers = calloc((size_t)count + 1, sizeof *task->work.answers);
    if (!task->work.trials || !task->work.answers)
        return error_set(err, "not enough memory");
    for (int i = 0; i <= count; ++i)
        if (!take_trial(app, task, i == 0 ? NULL : &list[i - 1], err))
            return false;
    return true;
}

static bool take_parts(const App *app, VariantFitWork *work)
{
    work->posed = array_alloc((size_t)work->part_count, sizeof *work->posed);
    work->trees = array_alloc((size_t)work->part_count, sizeof *work->trees);
    work->assembly.unit = app->assembly.unit;
    work->assembly.up = app->assembly.up;
    bool good = work->posed && work->trees;
    for (int32_t i = 0; work->trees && i < work->part_count; ++i)
        work->trees[i] = NULL;
    for (int32_t i = 0; good && i < work->part_count; ++i) {
        const Part *part = &app->assembly.parts[i];
        const PartState *state = &app->document.parts[i];
        Bvh *tree = work->trees[i] = bvh_retain(app->parts[i].tree);
        Mesh *mesh = mesh_retain((Mesh *)tree->mesh);
        good = assembly_add(&work->assembly, part->key, mesh, &part->rest, part->colour);
        if (!good)
            mesh_release(mesh);
        good = good && assembly_rename(&work->assembly, i, part->name);
        if (good)
            work->assembly.parts[i].gone = part->gone;
        work->posed[i] = (PosedPart){tree, state->placement, state->visible, true};
    }
    return good;
}

static bool take_all(App *app, FitsTask *task, Error *err)
{
    VariantFitWork *work = &task->work;
    SharedRules *rules = stages_rules(app);
    Error why = {""};
    path_state_match(app);
    if (app->path.path.part_count == 0)
        snprintf(task->no_way, sizeof task->no_way, "there is no path");
    else if (!path_state_ready(app, &why))
        snprintf(task->no_way, sizeof task->no_way, "%.150s", why.text);
    work->part = app->variant_table.wanted_part;
    work->part_count = app->document.part_count;
    work->desc = app->stages->tree_desc;
    work->shape = app->document.parts[work->part].shape;
    if (!rules || !key_take(app, rules, work->part, &task->key) || !take_parts(app, work))
        return error_set(err, "not enough memory");
    task->rules = shared_rules_retain(rules);
    work->rules = &task->rules->rules;
    work->check = (FitCheck){.assembly = &work->assembly,
                             .parts = work->posed,
                             .query = app->document.query,
                             .contact = {.tolerance = app->document.tolerance},
                             .desc = {.clearance = app->document.clearance, .rules = work->rules}};
    return take_trials(app, task, err);
}

static void *start(App *app)
{
    VariantTable *table = &app->variant_table;
    if (!table->wanted || !app->stages->trees_ready || stage_shape_behind(app) ||
        stages_loading(app))
        return NULL;
    Error err = {""};
    FitsTask *task = stage_task_create(sizeof *task);
    if (task && table->wanted_part < app->document.part_count && take_all(app, task, &err))
        return task;
    table->wanted = false;
    app_notify(app, NOTICE_ERROR, "Which variants fit cannot be said: %s",
               err.text[0] ? err.text : "not enough memory");
    if (task)
        drop(task);
    return NULL;
}

static void work(void *argument, Job *job)
{
    FitsTask *task = argument;
    worker_give_way();
    task->head.done = variant_fit_run(&task->work, job, &task->head.err);
}

static void show(App *app, void *argument)
{
    FitsTask *task = argument;
    VariantTable *table = &app->variant_table;
    forget(app);
    table->part = task->work.part;
    table->answers = task->work.answers;
    table->count = task->work.count;
    table->wanted = false;
    snprintf(table->no_way, sizeof table->no_way, "%s", task->no_way);
    task->work.answers = NULL;
    mine(app)->key = task->key;
    task->key = (FitsKey){0};
}

static void fail(App *app, void *argument, bool stopped)
{
    const FitsTask *task = argument;
    app->variant_table.wanted = false;
    if (!stopped)
        app_notify(app, NOTICE_ERROR, "Which variants fit cannot be said: %s",
                   task->head.err.text[0] ? task->head.err.text : "not enough memory");
}

static void cancel(App *app)
{
    app->variant_table.wanted = false;
}

static void reset(App *app)
{
    forget(app);
    app->variant_table.wanted = false;
}

const Stage stage_variant_fit = {.name = "variant fit",
                                 .label = "Trying the variants",
                                 .wait = STAGE_FOLLOWS,
                                 .state_size = sizeof(FitsState),
                                 .stale = stale,
                                 .start = start,
                                 .show = show,
                                 .fail = fail,
                                 .drop = drop,
                                 .mark = mark,
                                 .work = work,
                                 .cancel = cancel,
                                 .reset = reset};
