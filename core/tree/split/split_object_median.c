// Half of the triangles to each side along the longest axis: balanced trees of depth ceil(log2 n),
// and the way out whenever another criterion makes no progress.
#include "core/tree/split/split.h"

typedef struct Order {
    const Box3 *boxes;
    int axis;
} Order;

static bool select_before(Order by, int32_t i, int32_t j)
{
    float a = split_key(&by.boxes[i], by.axis), b = split_key(&by.boxes[j], by.axis);
    return a < b || (a == b && i < j); // ties by index: all keys differ, and builds repeat
}

#define SELECT_ITEM int32_t
#define SELECT_ORDER Order
#include "core/tree/split/select_least.inl"

static bool split(const SplitInput *in, int32_t *items, int32_t count, SplitChoice *out)
{
    int axis = box3_longest_axis(&in->box);
    int32_t left = (count + 1) / 2;
    select_least((Order){in->boxes, axis}, items, count, left);
    *out = (SplitChoice){.left_count = left, .axis = axis, .reason = "half of the triangles"};
    return count > 1;
}

const SplitRule split_object_median = {
    .name = "object median",
    .note = "half of the triangles to each side of the longest axis: least depth",
    .split = split,
};
