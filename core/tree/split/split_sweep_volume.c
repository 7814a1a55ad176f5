// The cost sweep over every partition, by volume.
#include "core/tree/split/sweep.h"

static bool split(const SplitInput *in, int32_t *items, int32_t count, SplitChoice *out)
{
    return sweep_split(in, items, count, 3, out);
}

const SplitRule split_sweep_volume = {
    .name = "cost sweep / volume",
    .note = "of all partitions along three axes the one with the least volume times triangles",
    .weighs = "volume of each part times its triangles",
    .split = split,
};
