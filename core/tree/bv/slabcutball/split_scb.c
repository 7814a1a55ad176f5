// The criterion of the slab cut ball paper (Larsson 2008, section 3), of use to every volume: cut
// in the middle of a side, but only where both parts get a tenth of the triangles.
#include "core/base/rng.h"
#include "core/tree/bv/slabcutball/centroids.h"

enum { DRAWS = 7 };

// The draws depend on the triangles at hand alone: builds repeat.
static double median_of_draws(const SplitInput *in, int axis, const int32_t *items, int32_t count)
{
    Rng rng = rng_create((uint64_t)(uint32_t)count << 32 | (uint32_t)items[0]);
    double keys[DRAWS];
    for (int i = 0; i < DRAWS; ++i) {
        double key = split_centroid3(in, items[rng_below(&rng, count)], axis);
        int k = i;
        for (; k > 0 && keys[k - 1] > key; --k)
            keys[k] = keys[k - 1];
        keys[k] = key;
    }
    return keys[DRAWS / 2];
}

static void note_cut(SplitNotes *notes, int axis, double at, int32_t left, int32_t count,
                     enum SplitRefusal refused)
{
    SplitCandidate c = split_plane(axis, at, left, count);
    c.refused = (uint8_t)refused;
    split_note(notes, &c);
    if (refused == REFUSED_NOT)
        split_note_choice(notes, &c);
}

static void note_sorted(const SplitInput *in, int axis, const int32_t *items, int32_t count)
{
    int32_t left = count / 2;
    double sum3 =
        split_centroid3(in, items[left - 1], axis) + split_centroid3(in, items[left], axis);
    note_cut(in->notes, axis, sum3 / 6, left, count, REFUSED_NOT);
}

static bool split(const SplitInput *in, int32_t *items, int32_t count, SplitChoice *out)
{
    static const char *const reasons[] = {"middle of the longest side",
                                          "middle of the second longest side",
                                          "middle of the shortest side"};
    int axes[3];
    box3_sides_by_length(&in->box, axes);
    if (count < CENTROIDS_FEW) {
        centroids_sort(in, axes[0], items, count);
        *out = (SplitChoice){.left_count = count / 2, .axis = axes[0], .reason = "few, sorted"};
        if (in->notes && count > 1)
            note_sorted(in, axes[0], items, count);
        return count > 1;
    }
    for (int k = 0; k < 3; ++k) {
        int axis = axes[k];
        double middle = ((double)in->box.lo.v[axis] + (double)in->box.hi.v[axis]) / 2;
        int32_t left = centroids_partition(in, axis, 3 * middle, items, count);
        *out = (SplitChoice){.left_count = left, .axis = axis, .reason = reasons[k]};
        bool fine = centroids_both_a_tenth(left, count);
        if (in->notes)
            note_cut(in->notes, axis, middle, left, count, fine ? REFUSED_NOT : REFUSED_TENTH);
        if (fine)
            return true;
    }
    double cut3 = median_of_draws(in, axes[0], items, count);
    int32_t left = centroids_partition(in, axes[0], cut3, items, count);
    *out = (SplitChoice){.left_count = left, .axis = axes[0], .reason = "median of seven"};
    if (in->notes) {
        in->notes->fell_back = true;
        note_cut(in->notes, axes[0], cut3 / 3, left, count,
                 left < count ? REFUSED_NOT : REFUSED_EMPTY_SIDE);
    }
    if (left == count) // equal centroids, or a draw of large ones only
        *out = (SplitChoice){.left_count = count / 2, .axis = axes[0], .reason = "halved by index"};
    return true;
}

const SplitRule split_scb = {
    .name = "middle by 10/90",
    .note = "cut sides in the middle, longest first, unless a part gets less than a tenth; then at "
            "the median of seven random centroids (Larsson 2008)",
    .split = split,
};
