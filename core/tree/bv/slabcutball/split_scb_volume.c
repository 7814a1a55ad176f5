// Slab cut balls choose the axis (Larsson and Akenine-Moeller 2008, section 7): each side of the
// box is cut in the middle, and the cut whose parts have the least volume as slab cut balls wins.
// Cuts that leave less than a tenth on a side do not count, and neither do those of sides less than
// half as long as the longest. A ball between two planes has almost no volume when it is sliced
// along them, however wide it stays, so that a cut across never wins: two spheres of 20,480
// triangles fell into thin rings as wide as themselves and took 930,000 tests, where 14,000 will do.
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/tree/bv/slabcutball/centroids.h"
#include "core/tree/bv/slabcutball/slab_fit.h"
#include "core/tree/split/variants.h"

typedef struct Sum {
    double volume, area; // areas decide where all volumes are 0
} Sum;

static Box3 union_of(const SplitInput *in, const int32_t *items, int32_t count)
{
    Box3 u = in->boxes[items[0]];
    for (int32_t i = 1; i < count; ++i) {
        const Box3 *b = &in->boxes[items[i]];
        for (int k = 0; k < 3; ++k) {
            u.lo.v[k] = b->lo.v[k] < u.lo.v[k] ? b->lo.v[k] : u.lo.v[k];
            u.hi.v[k] = b->hi.v[k] > u.hi.v[k] ? b->hi.v[k] : u.hi.v[k];
        }
    }
    return u;
}

static void add_part(const SplitInput *in, const int32_t *items, int32_t count, Sum *sum)
{
    FitItems fit = {.mesh = in->mesh,
                    .boxes = in->boxes,
                    .items = items,
                    .count = count,
                    .box = union_of(in, items, count)};
    FitPoints points = fit_points(&fit);
    SlabBall ball = slab_fit(&points);
    slab_extent(&points, &ball);
    sum->volume += slab_measure(&ball, MEASURE_VOLUME);
    sum->area += slab_measure(&ball, MEASURE_AREA);
}

static double side(const Box3 *box, int axis)
{
    return (double)box->hi.v[axis] - (double)box->lo.v[axis];
}

// Reorders the items; 0 where the cut does not count.
static int32_t cut(const SplitInput *in, int axis, int32_t *items, int32_t count)
{
    if (count < CENTROIDS_FEW) {
        centroids_sort(in, axis, items, count);
        return count / 2;
    }
    double middle = ((double)in->box.lo.v[axis] + (double)in->box.hi.v[axis]) / 2;
    int32_t left = centroids_partition(in, axis, 3 * middle, items, count);
    return centroids_both_a_tenth(left, count) ? left : 0;
}

// The items as they were cut. left 0: the cut does not count.
static SplitCandidate noted(const SplitInput *in, int axis, const int32_t *items, int32_t left,
                            int32_t count)
{
    double middle = ((double)in->box.lo.v[axis] + (double)in->box.hi.v[axis]) / 2;
    if (count < CENTROIDS_FEW && left > 0)
        middle =
            (split_centroid3(in, items[left - 1], axis) + split_centroid3(in, items[left], axis)) /
            6;
    return split_plane(axis, middle, left, count);
}

static void note_refused(const SplitInput *in, int axis, int32_t count, enum SplitRefusal why)
{
    SplitCandidate c = noted(in, axis, NULL, 0, count);
    c.refused = (uint8_t)why;
    split_note(in->notes, &c);
}

static void note_cut(const SplitInput *in, int axis, const int32_t *items, int32_t left,
                     int32_t count, const Sum *sum)
{
    SplitCandidate c = noted(in, axis, items, left, count);
    c.cost = sum->volume;
    c.tie = sum->area;
    split_note(in->notes, &c);
}

static bool split(const SplitInput *in, int32_t *items, int32_t count, SplitChoice *out)
{
    enum { FEW = 256 };
    int32_t few[FEW];
    int32_t *copy = count <= FEW ? few : array_alloc((size_t)count, sizeof *copy);
    *out = (SplitChoice){.no_memory = !copy};
    if (!copy || count < 2)
        return false;
    int axes[3], best = -1;
    Sum least = {INFINITY, INFINITY};
    box3_sides_by_length(&in->box, axes);
    double longest = side(&in->box, axes[0]);
    memcpy(copy, items, (size_t)count * sizeof *copy);
    // Every cut starts from the same order: the one that is made in the end is the one measured.
    for (int k = 0; k < 3 && 2 * side(&in->box, axes[k]) >= longest; ++k) {
        memcpy(items, copy, (size_t)count * sizeof *copy);
        int32_t left = cut(in, axes[k], items, count);
        Sum sum = {0, 0};
        if (left == 0) {
            if (in->notes)
                note_refused(in, axes[k], count, REFUSED_TENTH);
            continue;
        }
        add_part(in, items, left, &sum);
        add_part(in, items + left, count - left, &sum);
        if (in->notes)
            note_cut(in, axes[k], items, left, count, &sum);
        if (sum.volume < least.volume || (sum.volume == least.volume && sum.area < least.area)) {
            least = sum;
            best = axes[k];
        }
    }
    for (int k = 1; in->notes && k < 3; ++k)
        if (2 * side(&in->box, axes[k]) < longest)
            note_refused(in, axes[k], count, REFUSED_SHORT);
    memcpy(items, copy, (size_t)count * sizeof *copy);
    if (copy != few)
        mem_free(copy);
    if (best < 0) {
        if (in->notes)
            in->notes->fell_back = true;
        return split_scb.split(in, items, count, out);
    }
    *out = (SplitChoice){.left_count = cut(in, best, items, count),
                         .axis = best,
                         .reason = "least volume of slab cut balls"};
    if (in->notes) {
        SplitCandidate c = noted(in, best, items, out->left_count, count);
        split_note_choice(in->notes, &c);
    }
    return true;
}

const SplitRule split_scb_volume = {
    .name = "slab cut ball volume",
    .note = "of the sides at least half as long as the longest, cut that one in the middle whose "
            "parts are the smallest as slab cut balls",
    .weighs = "volume of both parts as slab cut balls",
    .split = split,
};
