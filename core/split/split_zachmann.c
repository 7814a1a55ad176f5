// The volume criterion of restricted boxtrees (Zachmann 2002, section 4): of the candidates in
// zachmann.h the one whose children have the least total volume wins. For volumes that fit tightly
// the subsets' own boxes count, times their triangles.
#include "zachmann.h"

static bool split(const SplitInput *in, int32_t *items, int32_t count, SplitChoice *out,
                  ZachmannOptions options)
{
    ZachmannWork work;
    if (count < 2 || !zachmann_open(&work, count))
        return false;
    ZachmannSet set = zachmann_set(in, items, count, &work);
    ZachmannCandidate found[ZACHMANN_CANDIDATES];
    int any = zachmann_candidates(&set, options, work.sides, found);
    if (any)
        zachmann_apply(&found[zachmann_best(found, any, count)], &work, items, count, out);
    zachmann_close(&work);
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
        .id = SPLIT_ID_zachmann##suffix,                                                           \
        .name = rule_name,                                                                         \
        .note = rule_note,                                                                         \
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
