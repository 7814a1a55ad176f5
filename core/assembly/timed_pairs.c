#include "core/assembly/timed_pairs.h"
#include "core/base/memory.h"

#include <assert.h>

typedef struct Search {
    TimedPairs *pairs;
    const PosedPart *parts;
    const AssemblyScope *scope;
    size_t capacity;
    int32_t part;
} Search;

static void drop_pairs(TimedPairs *pairs)
{
    for (size_t i = 0; i < pairs->count; ++i)
        if (pairs->pairs[i].begun)
            timed_query_end(&pairs->pairs[i].query);
    mem_free(pairs->pairs);
    pairs->pairs = NULL;
    pairs->count = pairs->next = 0;
}

static void drop_balls(TreeBalls *balls)
{
    if (!balls)
        return;
    node_balls_free(&balls->balls);
    bvh_release(balls->tree);
    mem_free(balls);
}

void timed_pairs_free(TimedPairs *pairs)
{
    drop_pairs(pairs);
    for (size_t i = 0; i < pairs->tree_count; ++i)
        drop_balls(pairs->trees[i]);
    mem_free(pairs->trees);
    broad_phase_free(&pairs->boxes);
    *pairs = (TimedPairs){0};
}

// Trees that no part has any more, or that were refitted.
static void drop_old_balls(TimedPairs *pairs, const PosedPart *parts, int32_t part_count)
{
    size_t kept = 0;
    for (size_t i = 0; i < pairs->tree_count; ++i) {
        TreeBalls *balls = pairs->trees[i];
        bool used = false;
        for (int32_t p = 0; p < part_count && !used; ++p)
            used = parts[p].tree == balls->tree;
        if (used && balls->balls.mesh_version == balls->tree->mesh_version)
            pairs->trees[kept++] = balls;
        else
            drop_balls(balls);
    }
    pairs->tree_count = kept;
}

static const NodeBalls *balls_of(TimedPairs *pairs, const Bvh *tree)
{
    for (size_t i = 0; i < pairs->tree_count; ++i)
        if (pairs->trees[i]->tree == tree)
            return &pairs->trees[i]->balls;
    TreeBalls *balls = mem_calloc(1, sizeof *balls);
    if (!balls || !array_reserve(&pairs->trees, &pairs->tree_capacity, pairs->tree_count + 1,
                                 sizeof *pairs->trees)) {
        mem_free(balls);
        return NULL;
    }
    // The const of a posed part is a promise not to change the tree, not to share it.
    balls->tree = bvh_retain((Bvh *)tree);
    if (!node_balls_make(&balls->balls, tree)) {
        drop_balls(balls);
        return NULL;
    }
    pairs->trees[pairs->tree_count++] = balls;
    return &balls->balls;
}

// Moving one part along an axis by the overlap of the boxes takes them apart: so deep at most.
static double overlap_of(const Box3d *a, const Box3d *b)
{
    double least = INFINITY;
    for (int i = 0; i < 3; ++i)
        least = fmin(least, fmin(a->hi.v[i] - b->lo.v[i], b->hi.v[i] - a->lo.v[i]));
    return fmax(0, least);
}

static bool note_near(void *user, int32_t other)
{
    Search *s = user;
    int32_t a = s->part < other ? s->part : other, b = s->part < other ? other : s->part;
    bool twice = s->parts[other].changed && other < s->part; // the other one lists it
    if (a == b || twice || (s->scope->skip && s->scope->skip(s->scope->skip_user, a, b)))
        return true;
    TimedPairs *pairs = s->pairs;
    if (!array_reserve(&pairs->pairs, &s->capacity, pairs->count + 1, sizeof *pairs->pairs))
        return false;
    const Box3d *box_a = broad_phase_box(&pairs->boxes, a);
    const Box3d *box_b = broad_phase_box(&pairs->boxes, b);
    pairs->pairs[pairs->count++] = (TimedPair){.a = a,
                                               .b = b,
                                               .answer = {.verdict = VERDICT_UNDECIDED,
                                                          .unresolved = 1,
                                                          .error = overlap_of(box_a, box_b),
                                                          .farthest = INFINITY,
                                                          .triangle_a = -1,
                                                          .triangle_b = -1}};
    return true;
}

static int by_parts(const void *x, const void *y)
{
    const TimedPair *a = x, *b = y;
    return a->a != b->a ? (a->a > b->a) - (a->a < b->a) : (a->b > b->b) - (a->b < b->b);
}

static void count_verdicts(TimedPairs *pairs)
{
    memset(pairs->of_verdict, 0, sizeof pairs->of_verdict);
    for (size_t i = 0; i < pairs->count; ++i)
        ++pairs->of_verdict[pairs->pairs[i].answer.verdict];
}

bool timed_pairs_begin(TimedPairs *pairs, const PosedPart *parts, int32_t part_count,
                       const AssemblyScope *scope, Error *err)
{
    assert(pairs);
    assert((parts || part_count == 0) && part_count >= 0);
    drop_pairs(pairs);
    drop_old_balls(pairs, parts, part_count);
    int32_t known = pairs->boxes.item_count;
    if (!broad_phase_reserve(&pairs->boxes, part_count))
        return error_set(err, "not enough memory for the report");
    for (int32_t i = part_count; i < known; ++i)
        broad_phase_set(&pairs->boxes, i, NULL);
    for (int32_t i = 0; i < part_count; ++i) {
        const PosedPart *part = &parts[i];
        bool there = part->active && part->tree && part->tree->node_count > 0;
        if (there && !affine_is_finite(&part->placement))
            return error_set(err, "part %d has a placement that is not finite", i + 1);
        Box3d box = there ? box3d_moved(&part->tree->box, &part->placement) : box3d_empty();
        const Box3d *old = broad_phase_box(&pairs->boxes, i);
        if (there ? !old || memcmp(old, &box, sizeof box) != 0 : old != NULL)
            broad_phase_set(&pairs->boxes, i, there ? &box : NULL);
    }
    Search search = {.pairs = pairs, .parts = parts, .scope = scope};
    for (int32_t i = 0; i < part_count; ++i) {
        const Box3d *box = broad_phase_box(&pairs->boxes, i);
        search.part = i;
        if (parts[i].changed && box && !broad_phase_query(&pairs->boxes, box, note_near, &search))
            return error_set(err, "not enough memory for the report");
    }
    if (pairs->count > 1)
        qsort(pairs->pairs, pairs->count, sizeof *pairs->pairs, by_parts);
    count_verdicts(pairs);
    return true;
}

static bool begin_pair(TimedPairs *pairs, TimedPair *pair, const PosedPart *parts,
                       const QueryDesc *desc, Error *err)
{
    const PosedPart *a = &parts[pair->a], *b = &parts[pair->b];
    const NodeBalls *balls_a = balls_of(pairs, a->tree), *balls_b = balls_of(pairs, b->tree);
    if (!balls_a || !balls_b)
        return error_set(err, "not enough memory for the query");
    Affine b_to_a;
    if (!placement_between(&a->placement, &b->placement, &b_to_a))
        return error_set(err, "part %d or %d has a placement that is singular or not finite",
                         pair->a + 1, pair->b + 1);
    pair->begun =
        timed_query_begin(&pair->query, a->tree, balls_a, b->tree, balls_b, &b_to_a, desc, err);
    return pair->begun;
}

static bool run_pair(TimedPairs *pairs, TimedPair *pair, const PosedPart *parts,
                     const QueryDesc *desc, const Deadline *deadline, Job *job, Error *err)
{
    if (!pair->begun && !begin_pair(pairs, pair, parts, desc, err))
        return false;
    double before = pair->answer.error, stretch = affine_stretch(&parts[pair->a].placement);
    if (!timed_query_run(&pair->query, deadline, job, &pair->answer, err))
        return false;
    pair->answer.error *= stretch;
    pair->answer.farthest *= stretch;
    pair->answer.error = fmin(pair->answer.error, before); // which still holds
    return true;
}

bool timed_pairs_run(TimedPairs *pairs, const PosedPart *parts, const QueryDesc *desc,
                     const Deadline *deadline, Job *job, Error *err)
{
    assert(pairs);
    size_t left = pairs->of_verdict[VERDICT_UNDECIDED], first = pairs->next;
    bool ok = true, any = false;
    for (size_t i = 0; ok && i < pairs->count && left > 0; ++i) {
        size_t at = (first + i) % pairs->count;
        TimedPair *pair = &pairs->pairs[at];
        if (pair->answer.verdict != VERDICT_UNDECIDED)
            continue;
        Deadline share;
        if (deadline) {
            double now = deadline->now(deadline->user);
            if (any && now >= deadline->at)
                break; // one makes progress always
            share = *deadline;
            share.at = now + (deadline->at - now) / (double)left;
        }
        ok = run_pair(pairs, pair, parts, desc, deadline ? &share : NULL, job, err);
        any = true;
        --left;
        pairs->next = (at + 1) % pairs->count;
        if (job_cancelled(job))
            break;
    }
    count_verdicts(pairs);
    return ok;
}
