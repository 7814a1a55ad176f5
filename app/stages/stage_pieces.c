// The piece stage: what of the polygons in contact lies within it. On a worker of its own; what is
// painted goes with its part until the next is complete, and pairs that stand to each other as before
// are not cut again.
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/stages/piece_set.h"
#include "app/stages/rows.h"
#include "core/base/array.h"

#include <stdlib.h>
#include <string.h>

typedef struct PieceState {
    SolidCache solids; // while no task has it
} PieceState;

typedef struct PieceTask {
    StageTask head;
    PieceSet set;
    bool *missing; // per item: it is to be made
    SolidCache solids;
} PieceTask;

static PieceState *mine(const App *app)
{
    return stage_state(app, &stage_pieces);
}

bool pieces_wanted(const App *app)
{
    return field_flag(&app->document, &action_contact_local);
}

static void release(PairPieces *pair)
{
    if (--pair->references > 0)
        return;
    contact_pieces_free(&pair->pieces);
    bvh_release(pair->trees[0]);
    bvh_release(pair->trees[1]);
    free(pair);
}

void piece_set_free(PieceSet *set)
{
    for (size_t i = 0; i < set->count; ++i)
        release(set->items[i]);
    mem_free(set->items);
    *set = (PieceSet){0};
}

const PairPieces *piece_set_find(const PieceSet *set, int32_t a, int32_t b)
{
    size_t lo = 0, hi = set->count;
    while (lo < hi) {
        size_t middle = (lo + hi) / 2;
        const PairPieces *pair = set->items[middle];
        if (pair->a < a || (pair->a == a && pair->b < b))
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo < set->count && set->items[lo]->a == a && set->items[lo]->b == b ? set->items[lo]
                                                                               : NULL;
}

static PairPieces *pair_create(const Bvh *a, const Bvh *b, const Affine placements[2],
                               const int32_t parts[2], double tolerance)
{
    PairPieces *pair = calloc(1, sizeof *pair);
    if (!pair)
        return NULL;
    *pair = (PairPieces){.references = 1,
                         .a = parts[0],
                         .b = parts[1],
                         .trees = {(Bvh *)a, (Bvh *)b},
                         .placements = {placements[0], placements[1]},
                         .tolerance = tolerance};
    bvh_retain(pair->trees[0]);
    bvh_retain(pair->trees[1]);
    placement_between(&placements[0], &placements[1], &pair->b_to_a);
    return pair;
}

static bool pair_cut(PairPieces *pair, SolidCache *solids, Job *job)
{
    PosedPart posed[2];
    Error err = {""};
    for (int i = 0; i < 2; ++i)
        posed[i] = (PosedPart){pair->trees[i], pair->placements[i], true, true};
    ContactDesc desc = {.tolerance = pair->tolerance};
    double tolerance = contact_tolerance(&desc, &posed[0], &posed[1]);
    pair->made =
        contact_pieces_make(&pair->pieces, &posed[0], &posed[1], tolerance, solids, job, &err);
    return pair->made;
}

static bool set_add(PieceSet *set, PairPieces *pair)
{
    if (!pair || !array_reserve(&set->items, &set->capacity, set->count + 1, sizeof *set->items)) {
        if (pair)
            release(pair);
        return false;
    }
    set->items[set->count++] = pair;
    return true;
}

bool piece_set_only(PieceSet *set, const PosedPart *a, const PosedPart *b, const int32_t parts[2],
                    double tolerance, SolidCache *solids, Job *job)
{
    Affine placements[2] = {a->placement, b->placement};
    piece_set_free(set);
    PairPieces *pair = pair_create(a->tree, b->tree, placements, parts, tolerance);
    if (pair)
        pair_cut(pair, solids, job);
    return set_add(set, pair);
}

// --- what is wanted

static bool pair_wanted(const App *app, size_t p)
{
    const ContactState *contacts = &app->contacts;
    const PairReport *pair = &app->report.pairs[p];
    const QueryTarget *shown = &app->stages->shown;
    return p < contacts->pair_count && !contacts->quiet[p] && !contacts->stale[p] &&
           !contact_volumes_only(pair) && pair->b < shown->count &&
           app->document.parts[pair->a].visible && app->document.parts[pair->b].visible &&
           shown->parts[pair->a].tree && shown->parts[pair->b].tree;
}

// Cut for these two as they stand to each other.
static bool is_about(const PairPieces *pair, const App *app)
{
    const QueryPart *a = &app->stages->shown.parts[pair->a];
    const QueryPart *b = &app->stages->shown.parts[pair->b];
    Affine b_to_a;
    double tolerance = app->document.tolerance;
    return pair->trees[0] == a->tree && pair->trees[1] == b->tree &&
           !(pair->tolerance < tolerance) && !(pair->tolerance > tolerance) &&
           placement_between(&a->placement, &b->placement, &b_to_a) &&
           memcmp(&b_to_a, &pair->b_to_a, sizeof b_to_a) == 0;
}

static bool ready(const App *app)
{
    return app->contacts.valid && app->stages->shown.parts && !stage_shape_behind(app);
}

static bool current(const App *app)
{
    size_t found = 0;
    if (!pieces_wanted(app) || !ready(app))
        return !pieces_wanted(app);
    for (size_t p = 0; p < app->report.count; ++p) {
        if (!pair_wanted(app, p))
            continue;
        const PairPieces *pair =
            piece_set_find(&app->pieces, app->report.pairs[p].a, app->report.pairs[p].b);
        if (!pair || !is_about(pair, app))
            return false;
        ++found;
    }
    return found == app->pieces.count;
}

static void look(App *app)
{
    if (pieces_wanted(app) || app->pieces.count == 0)
        return;
    piece_set_free(&app->pieces);
    ++app->pieces_version;
}

// --- tasks

static void drop(void *argument)
{
    PieceTask *task = argument;
    piece_set_free(&task->set);
    solid_cache_free(&task->solids);
    free(task->missing);
    free(task);
}

static bool task_fill(PieceTask *task, App *app)
{
    const QueryTarget *shown = &app->stages->shown;
    task->missing = calloc(app->report.count + 1, sizeof *task->missing);
    for (size_t p = 0; task->missing && p < app->report.count; ++p) {
        const PairReport *pair = &app->report.pairs[p];
        if (!pair_wanted(app, p))
            continue;
        PairPieces *known = (PairPieces *)piece_set_find(&app->pieces, pair->a, pair->b);
        if (known && is_about(known, app)) {
            ++known->references;
        } else {
            const QueryPart *a = &shown->parts[pair->a], *b = &shown->parts[pair->b];
            Affine placements[2] = {a->placement, b->placement};
            task->missing[task->set.count] = true;
            known = pair_create(a->tree, b->tree, placements, (const int32_t[2]){pair->a, pair->b},
                                app->document.tolerance);
        }
        if (!set_add(&task->set, known))
            return false;
    }
    return task->missing != NULL;
}

static void *start(App *app)
{
    if (!pieces_wanted(app) || !ready(app) || current(app))
        return NULL;
    PieceTask *task = stage_task_create(sizeof *task);
    if (task && !task_fill(task, app)) {
        drop(task); // tried again with the next update
        return NULL;
    }
    if (task) {
        task->solids = mine(app)->solids;
        mine(app)->solids = (SolidCache){0};
    }
    return task;
}

static void work(void *argument, Job *job)
{
    PieceTask *task = argument;
    for (size_t i = 0; i < task->set.count && !job_cancelled(job); ++i)
        if (task->missing[i])
            pair_cut(task->set.items[i], &task->solids, job);
    task->head.done = !job_cancelled(job);
}

static void keep(App *app, void *argument)
{
    PieceTask *task = argument;
    solid_cache_free(&mine(app)->solids);
    mine(app)->solids = task->solids;
    task->solids = (SolidCache){0};
}

static void show(App *app, void *argument)
{
    PieceTask *task = argument;
    piece_set_free(&app->pieces);
    app->pieces = task->set;
    task->set = (PieceSet){0};
    ++app->pieces_version;
}

// Stopped: those that were not cut are painted as whole polygons until something changes.
static void fail(App *app, void *argument, bool stopped)
{
    (void)stopped;
    show(app, argument);
}

static void reset(App *app)
{
    piece_set_free(&app->pieces);
    solid_cache_free(&mine(app)->solids);
    ++app->pieces_version;
}

const Stage stage_pieces = {.name = "pieces",
                            .wait = STAGE_FOLLOWS,
                            .in_frame = true,
                            .state_size = sizeof(PieceState),
                            .look = look,
                            .start = start,
                            .keep = keep,
                            .show = show,
                            .fail = fail,
                            .drop = drop,
                            .current = current,
                            .work = work,
                            .reset = reset};
