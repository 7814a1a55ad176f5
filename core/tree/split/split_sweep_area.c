// The cost sweep over every partition, by area.
#include "core/tree/split/sweep.h"

static bool split(const SplitInput *in, int32_t *items, int32_t count, SplitChoice *out)
{
    return sweep_split(in, items, count, 2, out);
}

const SplitRule split_sweep_area = {
    .name = "cost sweep / area",
    .note = "of all partitions along three axes the one with the least area times triangles",
    .weighs = "area of each part times its triangles",
    .split = split,
};
