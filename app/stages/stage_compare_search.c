// The compare_search stage: what A and B take for the same pairs of parts where they stand in the report: the selected
// pair, the selected part with all that is near it, or all pairs. Both are searched from the roots by one thread, one
// after the other, and must find the same contacts. It follows the report as fast as it can.
#include "app/document/selection.h"
#include "app/stages/rows.h"
#include "app/stages/shown_pairs.h"
#include "app/stages/tree_sums.h"
#include "core/base/array.h"
#include "core/base/clock.h"

#include <stdlib.h>

enum { MOST_ROUNDS = 3 };
static const double ROUNDS_SECONDS = 0.03; // no further round after that

typedef struct SearchPair {
    Bvh *tree[COMPARE_SIDES][2]; // retained
    Affine b_to_a;
} SearchPair;

typedef struct SearchTask {
    StageTask head;
    CompareReading result;
    SearchPair *pairs;
    size_t count, capacity;
} SearchTask;

static void drop(void *argument)
{
    SearchTask *task = argument;
    for (size_t i = 0; i < task->count; ++i)
        for (int side = 0; side < COMPARE_SIDES; ++side) {
            bvh_release(task->pairs[i].tree[side][0]);
            bvh_release(task->pairs[i].tree[side][1]);
        }
    free(task->pairs);
    free(task);
}

// --- which pairs

typedef struct Gathering {
    const App *app;
    SearchTask *task;
    int32_t part, other;
    bool later; // only parts with higher numbers: each pair once
} Gathering;

static bool add_pair(void *user, int32_t near)
{
    const Gathering *g = user;
    SearchTask *task = g->task;
    const QueryTarget *shown = &g->app->stages->shown;
    int32_t part[2] = {g->part < near ? g->part : near, g->part < near ? near : g->part};
    SearchPair pair;
    if (part[0] == part[1] || (g->other != NO_PART && near != g->other) ||
        (g->later && near < g->part) || !shown->parts[part[0]].tree ||
        !shown->parts[part[1]].tree ||
        pair_rules_skip(&g->app->stages->rules->rules, part[0], part[1]) ||
        !placement_between(&shown->parts[part[0]].placement, &shown->parts[part[1]].placement,
                           &pair.b_to_a))
        return true;
    if (!array_reserve(&task->pairs, &task->capacity, task->count + 1, sizeof pair))
        return false;
    for (int i = 0; i < 2; ++i) {
        pair.tree[SIDE_A][i] = bvh_retain(shown->parts[part[i]].tree);
        pair.tree[SIDE_B][i] = bvh_retain(g->app->compare.trees[part[i]]);
    }
    task->pairs[task->count++] = pair;
    return true;
}

static bool gather(const App *app, SearchTask *task)
{
    const BroadPhase *boxes = &app->report.boxes;
    const CompareReading *r = &task->result;
    Gathering g = {app, task, r->part, r->other, r->part == NO_PART};
    if (r->part != NO_PART)
        return broad_phase_query(boxes, broad_phase_box(boxes, r->part), add_pair, &g);
    for (g.part = 0; g.part < app->stages->shown.count; ++g.part)
        if (broad_phase_box(boxes, g.part) &&
            !broad_phase_query(boxes, broad_phase_box(boxes, g.part), add_pair, &g))
            return false;
    return true;
}

// --- what is wanted

static void selected(const App *app, int32_t pair[2])
{
    selection_pair(&app->document, pair);
    if (!shown_part_searched(app, pair[0]))
        pair[0] = pair[1] = NO_PART;
}

static SearchKind kind_of_a(const App *app)
{
    return compare_kind_of(&app->stages->tree_desc, &app->stages->shown.desc);
}

static bool same_kind(const SearchKind *a, const SearchKind *b)
{
    return search_kind_equal(a, b) && a->query.mode == b->query.mode &&
           a->query.tri == b->query.tri;
}

static bool is_about_it(const App *app, const CompareReading *r)
{
    int32_t pair[2];
    selected(app, pair);
    SearchKind kind = kind_of_a(app);
    return r->part == pair[0] && r->other == pair[1] && same_kind(&r->side[SIDE_A].kind, &kind) &&
           same_kind(&r->side[SIDE_B].kind, &app->compare.kind);
}

static bool wants(const App *app)
{
    return compare_on(app) && app->compare.trees_current && app->stages->rules &&
           app->stages->shown.parts;
}

static bool current(const App *app)
{
    return !compare_on(app) ||
           (wants(app) && app->compare.figures_known && is_about_it(app, &app->compare.figures) &&
            app->compare.figures.report_version == app->report_version);
}

static bool stale(App *app, const void *task)
{
    return !wants(app) || !is_about_it(app, &((const SearchTask *)task)->result);
}

// Of the hierarchies of all parts. Without memory there are no figures.
static void measure_trees(const App *app, enum CompareSide side, CompareFigures *out)
{
    int32_t count = app->compare.count;
    const Bvh **trees = malloc((size_t)count * sizeof *trees + 1);
    for (int32_t i = 0; trees && i < count; ++i)
        trees[i] = side == SIDE_A ? app->stages->shown.parts[i].tree : app->compare.trees[i];
    TreeSums sums = tree_sums(trees, trees ? (size_t)count : 0);
    out->build_ms = sums.build_ms;
    out->bytes = sums.bytes;
    free((void *)trees);
}

static void *start(App *app)
{
    if (!wants(app) || stages_busy(app) || current(app))
        return NULL;
    SearchTask *task = stage_task_create(sizeof *task);
    int32_t pair[2];
    if (!task)
        return NULL;
    selected(app, pair);
    CompareReading *r = &task->result;
    *r = (CompareReading){.part = pair[0],
                          .other = pair[1],
                          .pairs = -1,
                          .side = {{.kind = kind_of_a(app)}, {.kind = app->compare.kind}},
                          .report_version = app->report_version};
    for (int side = 0; side < COMPARE_SIDES; ++side)
        measure_trees(app, (enum CompareSide)side, &r->side[side]);
    if (gather(app, task))
        return task;
    drop(task);
    return NULL;
}

// --- the searches

// Of both sides, pair by pair, so that whatever else the machine does falls on both. Contacts are compared in the first
// round.
static bool one_round(SearchTask *task, bool first, ContactList lists[COMPARE_SIDES], Job *job)
{
    CompareReading *r = &task->result;
    double seconds[COMPARE_SIDES] = {0};
    for (size_t i = 0; i < task->count; ++i) {
        const SearchPair *pair = &task->pairs[i];
        for (int side = 0; side < COMPARE_SIDES; ++side) {
            CompareFigures *figures = &r->side[side];
            QueryStats stats = {0};
            double begin = clock_cpu_seconds();
            if (!query_contacts(pair->tree[side][0], pair->tree[side][1], &pair->b_to_a,
                                &figures->kind.query, job, &lists[side], &stats, &task->head.err))
                return false;
            seconds[side] += clock_cpu_seconds() - begin;
            if (!first)
                continue;
            root_work_add(&figures->work,
                          &(RootWork){stats.volume_tests, stats.triangle_tests, stats.updates});
            figures->contacts += lists[side].count;
            figures->sum = compare_sum(figures->sum, &lists[side]);
        }
        if (first)
            r->differing +=
                !compare_same(&lists[SIDE_A], &lists[SIDE_B], r->side[SIDE_A].kind.query.mode);
    }
    for (int side = 0; side < COMPARE_SIDES; ++side)
        if (first || 1e3 * seconds[side] < r->side[side].ms)
            r->side[side].ms = 1e3 * seconds[side];
    ++r->rounds;
    return true;
}

static void work(void *argument, Job *job)
{
    worker_give_way();
    SearchTask *task = argument;
    ContactList lists[COMPARE_SIDES] = {{0}};
    double begin = clock_cpu_seconds();
    bool good = true;
    for (int round = 0; good && round < MOST_ROUNDS; ++round)
        if (round == 0 || clock_cpu_seconds() - begin < ROUNDS_SECONDS)
            good = one_round(task, round == 0, lists, job);
    for (int side = 0; side < COMPARE_SIDES; ++side)
        contact_list_free(&lists[side]);
    if (good)
        task->result.pairs = (int)task->count;
    // What fails is not tried again: it has no figures, and the strip says so.
    task->head.done = !job_cancelled(job);
}

static void show(App *app, void *argument)
{
    const CompareReading *r = &((SearchTask *)argument)->result;
    app->compare.figures = *r;
    app->compare.figures_known = true;
    if (r->differing > 0)
        app_notify(app, NOTICE_ERROR,
                   "The two settings do not find the same contacts, in %d of %d pairs of parts: "
                   "one of the "
                   "two is wrong. "
                   "Please report it.",
                   r->differing, r->pairs);
}

static void mark(App *app)
{
    app->compare.figures_current = compare_on(app) && current(app) && stage_query.current(app) &&
                                   app->compare.figures.pairs >= 0;
}

const Stage stage_compare_search = {.name = "compare_search",
                                    .wait = STAGE_FOLLOWS,
                                    .stale = stale,
                                    .start = start,
                                    .show = show,
                                    .drop = drop,
                                    .mark = mark,
                                    .current = current,
                                    .work = work};
