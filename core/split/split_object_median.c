// Half of the triangles to each side along the longest axis: balanced trees of depth ceil(log2 n),
// and the way out whenever another criterion makes no progress.
#include "../split.h"

static bool less(const Box3 *boxes, int axis, int32_t i, int32_t j)
{
    float a = split_key(&boxes[i], axis), b = split_key(&boxes[j], axis);
    return a < b || (a == b && i < j); // ties by index: all keys differ, and builds repeat
}

// Quickselect: afterwards items[0..k) are the k least. The pivots come from a fixed-seed generator,
// so that no input is bad for long and every run is alike.
static void select_least(const Box3 *boxes, int axis, int32_t *items, int32_t count, int32_t k)
{
    uint32_t random = 0x9E3779B9u;
    int32_t first = 0, last = count - 1;
    while (first < last) {
        random = random * 1664525u + 1013904223u;
        int32_t pivot = items[first + (int32_t)((random >> 8) % (uint32_t)(last - first + 1))];
        int32_t i = first, j = last;
        while (i <= j) {
            while (less(boxes, axis, items[i], pivot))
                ++i;
            while (less(boxes, axis, pivot, items[j]))
                --j;
            if (i <= j) {
                int32_t swap = items[i];
                items[i++] = items[j];
                items[j--] = swap;
            }
        }
        if (k <= j)
            last = j;
        else if (k >= i)
            first = i;
        else
            return;
    }
}

static bool split(const SplitInput *in, int32_t *items, int32_t count, SplitChoice *out)
{
    int axis = box3_longest_axis(&in->box);
    int32_t left = (count + 1) / 2;
    select_least(in->boxes, axis, items, count, left);
    *out = (SplitChoice){.left_count = left, .axis = axis, .reason = "half of the triangles"};
    return count > 1;
}

const SplitRule split_object_median = {
    .id = SPLIT_ID_object_median,
    .name = "object median",
    .note = "half of the triangles to each side of the longest axis: least depth",
    .split = split,
};
