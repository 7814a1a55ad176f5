// The volume criterion with real candidates for trimming one side of both children. Read literally,
// the paper's second seed of the cases ll and uu is the extreme triangle of all, which never grows,
// so that hardly any triangle gets into the first subset and large sets cannot be trimmed. Here the
// first subset is the quarter or the half of the triangles that reach least far.
#include "core/tree/bv/boxtree/zachmann.h"

#include "core/base/array.h"

static const double parts[] = {0.25, 0.5};
enum { PARTS = sizeof parts / sizeof *parts };

typedef struct Reach {
    float end; // of the triangle, from the side that stays
    int32_t at;
} Reach;

static bool select_before(const void *order, Reach a, Reach b)
{
    (void)order;
    return a.end < b.end || (a.end == b.end && a.at < b.at); // all differ: builds repeat
}

#define SELECT_ITEM Reach
#define SELECT_ORDER const void *
#include "core/base/memory.h"
#include "core/tree/split/select_least.inl"
#include "core/tree/split/variants.h"

static float farthest(const Reach *items, int32_t first, int32_t end)
{
    float most = items[first].end;
    for (int32_t i = first + 1; i < end; ++i)
        most = items[i].end > most ? items[i].end : most;
    return most;
}

// What a set needs beyond that of the plain criterion.
typedef struct Work {
    ZachmannWork common;
    Reach *reaches;
    uint16_t *sides;   // of the best candidate so far, in bit 0
    SplitNotes *notes; // or NULL
} Work;

static void note(SplitNotes *notes, const ZachmannCandidate *c, int32_t count)
{
    SplitCandidate noted = zachmann_noted(c, count);
    split_note(notes, &noted);
}

static void gather(const ZachmannSet *set, int which, int axis, Reach *out)
{
    for (int32_t i = 0; i < set->count; ++i) {
        const Box3 *b = &set->boxes[i];
        out[i] = (Reach){which == ZACHMANN_LL ? b->hi.v[axis] : -b->lo.v[axis], i};
    }
}

// Relative length, weighted by triangles: with plain lengths a quarter would always beat a half,
// and a child with few triangles costs little however long it is.
static double score_of(const ZachmannSet *set, const ZachmannCandidate *c)
{
    double extent = set->box.hi.v[c->axis] - set->box.lo.v[c->axis], sum = 0;
    for (int k = 0; k < 2; ++k) {
        int side = zachmann_side(c->which, k);
        double length =
            side ? set->box.hi.v[c->axis] + c->end[k] : c->end[k] - set->box.lo.v[c->axis];
        sum += length * (k ? set->count - c->first_count : c->first_count);
    }
    return sum / (extent * set->count);
}

// The first `first_count` reaches make the first child.
static void try_part(const ZachmannSet *set, Work *work, ZachmannCandidate c,
                     ZachmannCandidate *best)
{
    select_least(NULL, work->reaches, set->count, c.first_count);
    c.end[0] = (double)farthest(work->reaches, 0, c.first_count);
    c.end[1] = (double)farthest(work->reaches, c.first_count, set->count);
    c.score = score_of(set, &c);
    if (work->notes)
        note(work->notes, &c, set->count);
    if (!(c.score < best->score))
        return;
    *best = c;
    for (int32_t i = 0; i < set->count; ++i)
        work->sides[work->reaches[i].at] = i >= c.first_count;
}

static ZachmannCandidate choose(const ZachmannSet *set, Work *work)
{
    ZachmannCandidate found[ZACHMANN_CANDIDATES], best = {.score = INFINITY};
    int any = zachmann_candidates(set, (ZachmannOptions){.order = VISIT_ALTERNATING},
                                  work->common.sides, found);
    int bit = -1;
    for (int i = 0; i < any; ++i) {
        found[i].score = score_of(set, &found[i]);
        if (work->notes)
            note(work->notes, &found[i], set->count);
        if (found[i].score < best.score) {
            best = found[i];
            bit = zachmann_bit(&best);
        }
    }
    for (int32_t i = 0; bit >= 0 && i < set->count; ++i)
        work->sides[i] = work->common.sides[i] >> bit & 1;
    for (int axis = 0; axis < 3; ++axis) {
        for (int which = ZACHMANN_LL; which <= ZACHMANN_UU; ++which) {
            if (!(set->box.hi.v[axis] > set->box.lo.v[axis]))
                continue;
            gather(set, which, axis, work->reaches);
            for (int p = PARTS; p-- > 0;) {
                int32_t first = (int32_t)(parts[p] * set->count);
                if (first > 0)
                    try_part(
                        set, work,
                        (ZachmannCandidate){.axis = axis, .which = which, .first_count = first},
                        &best);
            }
        }
    }
    return best;
}

// For volumes that fit tightly there is no slack to trim: the plain criterion serves them.
static bool split(const SplitInput *in, int32_t *items, int32_t count, SplitChoice *out)
{
    if (!in->cell)
        return split_zachmann.split(in, items, count, out);
    Work work;
    if (count < 2 || !zachmann_open(&work.common, in, count)) {
        *out = (SplitChoice){.no_memory = count >= 2};
        return false;
    }
    work.reaches = array_alloc((size_t)count, sizeof *work.reaches + sizeof *work.sides);
    bool any = false;
    if (work.reaches) {
        work.sides = (uint16_t *)(work.reaches + count);
        ZachmannSet set = zachmann_set(in, items, count, &work.common);
        work.notes = in->notes;
        set.notes = NULL; // lengths are weighted here before they are compared
        ZachmannCandidate best = choose(&set, &work);
        any = isfinite(best.score);
        if (any) {
            // zachmann_apply reads the candidate's own bit.
            for (int32_t i = 0; i < count; ++i)
                work.common.sides[i] = (uint16_t)(work.sides[i] << zachmann_bit(&best));
            zachmann_apply(&best, &work.common, items, count, out);
        }
        if (any && in->notes)
            zachmann_note_choice(in->notes, &best, count);
        else if (in->notes)
            in->notes->fell_back = true;
    }
    bool reached = work.reaches != NULL;
    mem_free(work.reaches);
    zachmann_close(&work.common);
    if (!reached) {
        *out = (SplitChoice){.no_memory = true};
        return false;
    }
    return any || split_object_median.split(in, items, count, out);
}

const SplitRule split_zachmann_quantile = {
    .name = "least volume / quantiles",
    .note = "the same, where the quarter or half that reaches least may be trimmed",
    .weighs = "length of each part by the parent's, times its share of the triangles",
    .split = split,
};
