// The volume criterion of restricted boxtrees (Zachmann 2002, section 4): of the candidates in
// zachmann.h the one whose children have the least total volume wins. For volumes that fit tightly
// the subsets' own boxes count, times their triangles.
#include "core/tree/bv/boxtree/zachmann.h"
#include "core/tree/split/variants.h"

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
    bool second_first = best_which == ZACHMANN_UU ? b->lo.v[best_axis] > a->lo.v[best_axis]
                                                  : b->hi.v[best_axis] < a->hi.v[best_axis];
    int32_t swap = items[second_first];
    items[second_first] = items[0];
    items[0] = swap;
    ZachmannCandidate chosen = {.axis = best_axis, .which = best_which};
    for (int k = 0; k < 2; ++k) {
        const Box3 *box = &in->boxes[items[k]];
        chosen.end[k] = zachmann_side(best_which, k) ? -(double)box->lo.v[best_axis]
                                                     : (double)box->hi.v[best_axis];
    }
    zachmann_choose(&chosen, 1, out);
    return true;
}

static bool split(const SplitInput *in, int32_t *items, int32_t count, SplitChoice *out,
                  ZachmannOptions options)
{
    ZachmannWork work;
    if (count == 2 && in->cell && split_two(in, items, out, options))
        return true;
    if (count < 2 || !zachmann_open(&work, count)) {
        *out = (SplitChoice){.no_memory = count >= 2};
        return false;
    }
    ZachmannSet set = zachmann_set(in, items, count, &work);
    ZachmannCandidate found[ZACHMANN_CANDIDATES];
    int any = zachmann_candidates(&set, options, work.sides, found);
    if (any > 0)
        zachmann_apply(&found[zachmann_best(found, any, count)], &work, items, count, out);
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
