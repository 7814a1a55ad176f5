// The band stage: which surfaces are how near to the selected part. On a worker of its own; what is
// painted stays until the next is complete, and goes with its part.
#include "app/stages/bands.h"
#include "app/stages/stages.h"
#include "core/base/array.h"

#include <math.h>
#include <stdlib.h>

// Over all surfaces together: some tenths of a second of one core.
enum { MOST_SAMPLES = 120000, MOST_PER_NEIGHBOUR = 30000 };
#define RESOLUTION 0.5 // of the limit

struct BandTask {
    uint32_t generation;
    BandKey key;
    SharedRules *rules; // retained
    PosedPart *posed;
    SolidCache solids;
    BandPaint result;
    bool done, cancelled;
};

void band_paint_free(BandPaint *paint)
{
    for (size_t i = 0; i < paint->count; ++i)
        clearance_bands_free(&paint->items[i].bands);
    free(paint->items);
    *paint = (BandPaint){0};
}

static double rounded_to_125(double x)
{
    double power = pow(10, floor(log10(x))), lead = x / power;
    return power * (lead < 2 ? 1 : lead < 5 ? 2 : 5);
}

double bands_limit(const App *app)
{
    const Document *document = &app->document;
    if (document->view.contact.band_limit > 0)
        return document->view.contact.band_limit;
    if (document->clearance > 0)
        return document->clearance;
    Box3d all = box3d_empty();
    for (int32_t i = 0; i < app->assembly.part_count; ++i) {
        const Part *part = &app->assembly.parts[i];
        Vec3d at = part->rest.p;
        all = box3d_including(all, at);
        for (int32_t v = 0; v < part->mesh->vertex_count; v += 1 + part->mesh->vertex_count / 64)
            all = box3d_including(all, affine_apply(&part->rest, part->mesh->vertices[v]));
    }
    double size = app->assembly.part_count > 0 ? vec3d_distance(all.lo, all.hi) : 0;
    return size > 0 && isfinite(size) ? rounded_to_125(0.01 * size) : 0;
}

static void band_key_free(BandKey *key)
{
    query_target_free(&key->target);
    *key = (BandKey){.part = NO_PART};
}

void stage_bands_drop(BandTask *task)
{
    if (!task)
        return;
    band_key_free(&task->key);
    shared_rules_release(task->rules);
    solid_cache_free(&task->solids);
    band_paint_free(&task->result);
    free(task->posed);
    free(task);
}

static void clear(App *app)
{
    if (app->bands.count > 0 || app->bands.limit > 0)
        ++app->bands_version;
    band_paint_free(&app->bands);
    band_key_free(&app->stages->bands_key);
}

void stage_bands_reset(App *app)
{
    clear(app);
    solid_cache_free(&app->stages->bands_solids);
    if (app->stages->painting)
        worker_cancel(app->stages->bands_worker);
}

// --- on the worker

static bool add(BandTask *task, int32_t part, const PosedPart *others, int32_t count,
                size_t samples, Job *job)
{
    BandPaint *paint = &task->result;
    ClearanceDesc desc = {
        .limit = task->key.limit, .resolution = RESOLUTION * task->key.limit, .samples = samples};
    ClearanceBands bands;
    Error err = {""};
    if (!clearance_bands_make(&bands, &task->posed[part], others, count, &desc, &task->solids, job,
                              &err))
        return false;
    size_t painted = 0;
    for (int i = 0; i < CLEARANCE_BANDS; ++i)
        painted += bands.band[i].count;
    paint->coarse |= bands.coarse;
    if (painted == 0 ||
        !array_reserve(&paint->items, &paint->capacity, paint->count + 1, sizeof *paint->items)) {
        clearance_bands_free(&bands);
        return painted == 0;
    }
    paint->items[paint->count++] = (PartBands){part, bands};
    return true;
}

static bool of_interest(const BandTask *task, int32_t other)
{
    int32_t part = task->key.part;
    int32_t a = part < other ? part : other, b = part < other ? other : part;
    return other != part && task->posed[other].active &&
           !pair_rules_skip(&task->rules->rules, a, b);
}

static void paint(void *argument, Job *job)
{
    worker_give_way();
    BandTask *task = argument;
    int32_t count = task->key.target.count, others = 0;
    PosedPart *near = calloc((size_t)count + 1, sizeof *near);
    for (int32_t i = 0; near && i < count; ++i)
        if (of_interest(task, i))
            near[others++] = task->posed[i];
    bool ok = near && add(task, task->key.part, near, others, MOST_SAMPLES / 2, job);
    size_t left = MOST_SAMPLES / 2;
    for (int32_t i = 0; ok && i < count && left > 0; ++i) {
        if (!of_interest(task, i))
            continue;
        size_t before = task->result.count;
        ok = add(task, i, &task->posed[task->key.part], 1,
                 left < MOST_PER_NEIGHBOUR ? left : MOST_PER_NEIGHBOUR, job);
        if (task->result.count > before) {
            size_t used = task->result.items[before].bands.samples;
            left -= used < left ? used : left;
        }
    }
    free(near);
    task->result.limit = task->key.limit;
    task->done = ok;
    task->cancelled = !ok && job_cancelled(job);
}

// --- on the main thread

static QueryPart wanted_part(const App *app, const SharedRules *rules, int32_t i)
{
    const PartState *state = &app->document.parts[i];
    return (QueryPart){app->part_trees[i], state->placement, state->visible, rules->signatures[i]};
}

static bool is_wanted(const App *app, const SharedRules *rules, const BandKey *key, double limit)
{
    if (!key->target.parts || key->target.count != app->document.part_count ||
        key->part != app->document.selected || key->limit < limit || key->limit > limit)
        return false;
    for (int32_t i = 0; i < key->target.count; ++i) {
        QueryPart part = wanted_part(app, rules, i);
        if (!query_part_equal(&part, &key->target.parts[i]))
            return false;
    }
    return true;
}

static BandTask *create_task(App *app, SharedRules *rules, double limit)
{
    size_t count = (size_t)app->document.part_count;
    BandTask *task = calloc(1, sizeof *task);
    if (!task)
        return NULL;
    QueryPart *parts = array_alloc(count, sizeof *parts);
    task->posed = array_alloc(count, sizeof *task->posed);
    if (!parts || !task->posed) {
        free(parts);
        stage_bands_drop(task);
        return NULL;
    }
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        parts[i] = wanted_part(app, rules, i);
        bvh_retain(parts[i].tree);
        task->posed[i] = (PosedPart){parts[i].tree, parts[i].placement, parts[i].active, true};
    }
    task->generation = app->stages->generation;
    task->rules = shared_rules_retain(rules);
    task->key = (BandKey){
        {.parts = parts, .count = app->document.part_count}, app->document.selected, limit};
    task->solids = app->stages->bands_solids;
    app->stages->bands_solids = (SolidCache){0};
    return task;
}

static void finish(App *app, BandTask *task)
{
    Stages *stages = app->stages;
    if (task->generation == stages->generation) {
        solid_cache_free(&stages->bands_solids);
        stages->bands_solids = task->solids;
        task->solids = (SolidCache){0};
        // What failed is not tried again until something changes; what was cancelled is.
        if (task->done || !task->cancelled) {
            clear(app);
            stages->bands_key = task->key;
            task->key = (BandKey){.part = NO_PART};
            if (task->done) {
                app->bands = task->result;
                task->result = (BandPaint){0};
            }
            ++app->bands_version;
        }
    }
    stage_bands_drop(task);
}

void stage_bands_update(App *app)
{
    Stages *stages = app->stages;
    const Document *document = &app->document;
    if (stages->painting && worker_take(stages->bands_worker)) {
        BandTask *task = stages->painting;
        stages->painting = NULL;
        finish(app, task);
    }
    int32_t part = document->selected;
    double limit = 0;
    SharedRules *rules = NULL;
    bool wanted = document->view.contact.bands && part != NO_PART &&
                  document->parts[part].visible && (limit = bands_limit(app)) > 0;
    if (!wanted) {
        clear(app);
        if (stages->painting)
            worker_cancel(stages->bands_worker);
        return;
    }
    if (app->bands.count > 0 && stages->bands_key.part != part)
        clear(app); // those of another part
    if (!stages->trees_ready || stage_shape_behind(app) || !(rules = stages_rules(app)))
        return;
    if (stages->painting) {
        // In a drag the last pose is shown in the end; another part or limit is waited for.
        const BandKey *key = &stages->painting->key;
        if (key->part != part || key->limit < limit || key->limit > limit)
            worker_cancel(stages->bands_worker);
        return;
    }
    if (is_wanted(app, rules, &stages->bands_key, limit))
        return;
    BandTask *task = create_task(app, rules, limit);
    if (!task)
        return; // tried again with the next update
    stages->painting = task;
    worker_post(stages->bands_worker, paint, task, app->wake);
}
