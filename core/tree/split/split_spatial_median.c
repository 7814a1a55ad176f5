// Cut the longest side of the box in the middle; a triangle goes where the middle of its own extent
// lies (van den Bergen 1998, section 2).
#include "core/tree/split/split.h"

static bool split(const SplitInput *in, int32_t *items, int32_t count, SplitChoice *out)
{
    int axis = box3_longest_axis(&in->box);
    float cut = split_key(&in->box, axis);
    int32_t left = 0;
    for (int32_t i = 0; i < count; ++i)
        left = split_place(items, i, left, split_key(&in->boxes[items[i]], axis) <= cut);
    *out = (SplitChoice){.left_count = left, .axis = axis, .reason = "middle of the longest side"};
    if (in->notes) {
        SplitCandidate middle = split_plane(axis, 0.5 * (double)cut, left, count);
        middle.refused = left > 0 && left < count ? REFUSED_NOT : REFUSED_EMPTY_SIDE;
        split_note(in->notes, &middle);
        split_note_choice(in->notes, &middle);
    }
    return left > 0 && left < count;
}

const SplitRule split_spatial_median = {
    .name = "spatial median",
    .note = "cut the longest side of the box in the middle (van den Bergen 1998)",
    .split = split,
};
