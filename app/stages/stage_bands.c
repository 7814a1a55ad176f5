// The band stage: which surfaces are how near to the selected part. On a worker of its own; what is
// painted stays until the next is complete, and goes with its part.
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/stages/bands.h"
#include "app/stages/rows.h"
#include "core/base/array.h"

#include <math.h>
#include <stdlib.h>

// Over all surfaces together: some tenths of a second of one core.
enum { MOST_SAMPLES = 120000, MOST_PER_NEIGHBOUR = 30000 };
#define RESOLUTION 0.5 // of the limit

// What clearance bands are about.
typedef struct BandKey {
    QueryTarget target;
    int32_t part;
    double limit;
} BandKey;

typedef struct BandState {
    BandKey key;       // what app->bands belong to
    SolidCache solids; // while no task has it
} BandState;

typedef struct BandTask {
    StageTask head;
    BandKey key;
    SharedRules *rules; // retained
    PosedPart *posed;
    SolidCache solids;
    BandPaint result;
} BandTask;

static BandState *mine(const App *app)
{
    return stage_state(app, &stage_bands);
}

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
    double chosen = field_number(document, &action_contact_band_limit);
    if (chosen > 0)
        return chosen;
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

static void drop(void *argument)
{
    BandTask *task = argument;
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
    band_key_free(&mine(app)->key);
}

static void reset(App *app)
{
    clear(app);
    solid_cache_free(&mine(app)->solids);
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
    task->head.done = ok;
}

// --- on the main thread

// The part whose surroundings are to be painted; NO_PART: none.
static int32_t wanted_part(const App *app)
{
    const Document *document = &app->document;
    int32_t part = document->selected;
    return document->view.contact.bands && part != NO_PART && document->parts[part].visible &&
                   bands_limit(app) > 0
               ? part
               : NO_PART;
}

static bool same_limit(const BandKey *key, double limit)
{
    return !(key->limit < limit) && !(key->limit > limit);
}

static void look(App *app)
{
    int32_t part = wanted_part(app);
    if (part == NO_PART || (app->bands.count > 0 && mine(app)->key.part != part))
        clear(app); // those of another part
}

// In a drag the last pose is shown in the end; another part or limit is waited for.
static bool stale(App *app, const void *task)
{
    const BandKey *key = &((const BandTask *)task)->key;
    return key->part != wanted_part(app) || !same_limit(key, bands_limit(app));
}

static bool current(const App *app)
{
    const BandKey *key = &mine(app)->key;
    const SharedRules *rules = stages_known_rules(app);
    int32_t part = wanted_part(app);
    return part == NO_PART || (rules && key->part == part && same_limit(key, bands_limit(app)) &&
                               query_target_has_parts(app, rules, &key->target));
}

static void *start(App *app)
{
    BandState *state = mine(app);
    SharedRules *rules = app->stages->trees_ready ? stages_rules(app) : NULL;
    if (!rules || stage_shape_behind(app) || current(app))
        return NULL;
    BandTask *task = stage_task_create(sizeof *task);
    if (!task)
        return NULL;
    if (!query_target_take(app, rules, &task->key.target) ||
        !(task->posed = query_target_posed(&task->key.target, true))) {
        drop(task);
        return NULL;
    }
    task->rules = shared_rules_retain(rules);
    task->key.part = wanted_part(app);
    task->key.limit = bands_limit(app);
    task->solids = state->solids;
    state->solids = (SolidCache){0};
    return task;
}

static void keep(App *app, void *argument)
{
    BandTask *task = argument;
    solid_cache_free(&mine(app)->solids);
    mine(app)->solids = task->solids;
    task->solids = (SolidCache){0};
}

static void show(App *app, void *argument)
{
    BandTask *task = argument;
    clear(app);
    mine(app)->key = task->key;
    task->key = (BandKey){.part = NO_PART};
    app->bands = task->result;
    task->result = (BandPaint){0};
    ++app->bands_version;
}

// Not tried again until something changes.
static void fail(App *app, void *argument, bool stopped)
{
    (void)stopped;
    band_paint_free(&((BandTask *)argument)->result);
    show(app, argument);
}

const Stage stage_bands = {.name = "bands",
                           .wait = STAGE_FOLLOWS,
                           .state_size = sizeof(BandState),
                           .look = look,
                           .stale = stale,
                           .start = start,
                           .keep = keep,
                           .show = show,
                           .fail = fail,
                           .drop = drop,
                           .current = current,
                           .work = paint,
                           .reset = reset};
