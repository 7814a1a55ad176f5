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

// The plane lies between the middles of the last one here and the first one there.
static void note_median(const SplitInput *in, const int32_t *items, int32_t count, int axis,
                        int32_t left)
{
    float last = -INFINITY, first = INFINITY;
    for (int32_t i = 0; i < count; ++i) {
        float key = split_key(&in->boxes[items[i]], axis);
        if (i < left)
            last = key > last ? key : last;
        else
            first = key < first ? key : first;
    }
    SplitCandidate c = split_plane(axis, 0.25 * ((double)last + (double)first), left, count);
    split_note(in->notes, &c);
    split_note_choice(in->notes, &c);
}

static bool split(const SplitInput *in, int32_t *items, int32_t count, SplitChoice *out)
{
    int axis = box3_longest_axis(&in->box);
    int32_t left = (count + 1) / 2;
    select_least((Order){in->boxes, axis}, items, count, left);
    *out = (SplitChoice){.left_count = left, .axis = axis, .reason = "half of the triangles"};
    if (in->notes && count > 1)
        note_median(in, items, count, axis, left);
    return count > 1;
}

const SplitRule split_object_median = {
    .name = "object median",
    .note = "half of the triangles to each side of the longest axis: least depth",
    .split = split,
};
