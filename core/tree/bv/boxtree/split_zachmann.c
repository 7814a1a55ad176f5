// The volume criterion of restricted boxtrees (Zachmann 2002, section 4): of the candidates in
// zachmann.h the one whose children have the least total volume wins. For volumes that fit tightly
// the subsets' own boxes count, times their triangles.
#include "core/tree/bv/boxtree/zachmann.h"
#include "core/tree/split/variants.h"

// The one triangle of each child, by the case.
static ZachmannCandidate of_two(const SplitInput *in, const int32_t items[2], int axis, int which)
{
    ZachmannCandidate c = {.axis = axis, .which = which, .first_count = 1};
    for (int k = 0; k < 2; ++k) {
        const Box3 *box = &in->boxes[items[k]];
        c.end[k] = zachmann_side(which, k) ? -(double)box->lo.v[axis] : (double)box->hi.v[axis];
    }
    return c;
}

// Whether the second of two comes first.
static bool swapped(const SplitInput *in, const int32_t items[2], int axis, int which)
{
    const Box3 *a = &in->boxes[items[0]], *b = &in->boxes[items[1]];
    return which == ZACHMANN_UU ? b->lo.v[axis] > a->lo.v[axis] : b->hi.v[axis] < a->hi.v[axis];
}

static void note_two(const SplitInput *in, const int32_t *items, int axis, int which, double score)
{
    bool swap = swapped(in, items, axis, which);
    ZachmannCandidate c = of_two(in, (const int32_t[2]){items[swap], items[!swap]}, axis, which);
    c.score = score;
    SplitCandidate noted = zachmann_noted(&c, 2);
    split_note(in->notes, &noted);
}

// A third of all splits: nothing grows from the seeds, and both children have one triangle.
static bool split_two(const SplitInput *in, int32_t *items, SplitChoice *out,
                      ZachmannOptions options)
{
    const Box3d *cell = in->cell;
    const Box3 *a = &in->boxes[items[0]], *b = &in->boxes[items[1]];
    double best = INFINITY;
    int longest = zachmann_longest(cell), best_axis = 0, best_which = 0;
    for (int axis = 0; axis < 3; ++axis) {
        double low = cell->lo.v[axis], high = cell->hi.v[axis], extent = high - low;
        if (extent <= 0 || (options.longest_only && axis != longest))
            continue;
        double hi_a = (double)a->hi.v[axis], hi_b = (double)b->hi.v[axis];
        double lo_a = (double)a->lo.v[axis], lo_b = (double)b->lo.v[axis];
        double inverse = 1 / extent;
        bool b_first = hi_b < hi_a;
        const double score[ZACHMANN_CASES] = {
            (((b_first ? hi_b : hi_a) - low) + (high - (b_first ? lo_a : lo_b))) * inverse,
            ((hi_a - low) + (hi_b - low)) * inverse,
            ((high - lo_a) + (high - lo_b)) * inverse,
        };
        for (int which = 0; in->notes && which < ZACHMANN_CASES; ++which)
            note_two(in, items, axis, which, score[which]);
        for (int which = 0; which < ZACHMANN_CASES; ++which) {
            if (!(score[which] < best))
                continue;
            best = score[which];
            best_axis = axis;
            best_which = which;
        }
    }
    if (!(best < INFINITY))
        return false;
    bool second_first = swapped(in, items, best_axis, best_which);
    int32_t swap = items[second_first];
    items[second_first] = items[0];
    items[0] = swap;
    ZachmannCandidate chosen = of_two(in, items, best_axis, best_which);
    if (in->notes)
        zachmann_note_choice(in->notes, &chosen, 2);
    zachmann_choose(&chosen, 1, out);
    return true;
}

static bool split(const SplitInput *in, int32_t *items, int32_t count, SplitChoice *out,
                  ZachmannOptions options)
{
    ZachmannWork work;
    if (count == 2 && in->cell && split_two(in, items, out, options))
        return true;
    if (count < 2 || !zachmann_open(&work, in, count)) {
        *out = (SplitChoice){.no_memory = count >= 2};
        return false;
    }
    ZachmannSet set = zachmann_set(in, items, count, &work);
    ZachmannCandidate found[ZACHMANN_CANDIDATES];
    int any = zachmann_candidates(&set, options, work.sides, found);
    if (any > 0) {
        const ZachmannCandidate *best = &found[zachmann_best(found, any, count)];
        zachmann_apply(best, &work, items, count, out);
        if (in->notes)
            zachmann_note_choice(in->notes, best, count);
    } else if (in->notes) {
        in->notes->fell_back = true;
    }
    zachmann_close(&work);
    if (any < 0) {
        *out = (SplitChoice){.no_memory = true};
        return false;
    }
    return any || split_object_median.split(in, items, count, out); // nothing balanced enough
}

#define RULE(suffix, only, visit, rule_name, rule_note)                                            \
    static bool split_by_zachmann##suffix(const SplitInput *in, int32_t *items, int32_t count,     \
                                          SplitChoice *out)                                        \
    {                                                                                              \
        ZachmannOptions options = {.longest_only = only, .order = visit};                          \
        return split(in, items, count, out, options);                                              \
    }                                                                                              \
    const SplitRule split_zachmann##suffix = {                                                     \
        .name = rule_name,                                                                         \
        .note = rule_note,                                                                         \
        .gathers = true,                                                                           \
        .weighs = "volume of both parts: lengths by the parent's, or volumes times triangles",     \
        .split = split_by_zachmann##suffix,                                                        \
    };

RULE(, false, VISIT_ALTERNATING, "least volume",
     "greedy from seeds, three axes, three cases (Zachmann 2002)")
RULE(_longest, true, VISIT_ALTERNATING, "least volume / longest side",
     "the same on the longest side of the box only")
RULE(_random, false, VISIT_RANDOM, "least volume / random",
     "the same, triangles visited in random order")
RULE(_array, false, VISIT_ARRAY, "least volume / array",
     "the same, triangles visited as they come: creeps on sorted meshes")
#undef RULE
