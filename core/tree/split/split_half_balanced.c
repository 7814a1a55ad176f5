// No side more than twice the other, and of these partitions along the longest axis the one whose
// parts overlap least, or gape widest (van den Bergen 1998, section 2).
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/tree/split/sorted.h"

enum { FEW = 128 };

typedef struct Sides {
    float *suffix; // room for count + 1
    SplitNotes *notes;
} Sides;

static void note_overlap(SplitNotes *notes, const Box3 *boxes, int axis, const SortedItem *sorted,
                         int32_t count, int32_t left, double overlap, bool best)
{
    double keys = (double)split_key(&boxes[sorted[left - 1].item], axis) +
                  (double)split_key(&boxes[sorted[left].item], axis);
    SplitCandidate c = split_plane(axis, 0.25 * keys, left, count);
    c.cost = overlap;
    c.tie = (double)labs(2L * left - count);
    split_note_part(notes, &c, (int)((int64_t)left * SPLIT_NOTES_PARTS / count));
    if (best)
        split_note_choice(notes, &c);
}

// How far the first i triangles reach beyond the start of the rest; the least over the middle
// third, of equals the one nearest the middle.
static int32_t least_overlap(const Box3 *boxes, int axis, const SortedItem *sorted, int32_t count,
                             Sides sides)
{
    float *suffix = sides.suffix;
    suffix[count] = INFINITY;
    for (int32_t i = count; i-- > 0;) {
        float lo = boxes[sorted[i].item].lo.v[axis];
        suffix[i] = lo < suffix[i + 1] ? lo : suffix[i + 1];
    }
    int32_t best = 0, last = (int32_t)(2 * (int64_t)count / 3);
    double least = INFINITY;
    float prefix = -INFINITY;
    for (int32_t i = 1; i <= last; ++i) {
        float hi = boxes[sorted[i - 1].item].hi.v[axis];
        prefix = hi > prefix ? hi : prefix;
        if (3 * (int64_t)i < count)
            continue;
        double overlap = (double)prefix - (double)suffix[i];
        bool nearer = labs(2L * i - count) < labs(2L * best - count);
        bool better = overlap < least || (overlap == least && nearer);
        if (better) {
            least = overlap;
            best = i;
        }
        if (sides.notes)
            note_overlap(sides.notes, boxes, axis, sorted, count, i, overlap, better);
    }
    return best;
}

static bool split(const SplitInput *in, int32_t *items, int32_t count, SplitChoice *out)
{
    SortedItem few[2 * FEW];
    float few_ends[FEW + 1];
    SortedItem *sorted = count <= FEW ? few : array_alloc((size_t)count, 2 * sizeof *sorted);
    float *suffix = count <= FEW ? few_ends : array_alloc((size_t)count + 1, sizeof *suffix);
    bool ok = sorted && suffix && count > 1;
    *out = (SplitChoice){.no_memory = !sorted || !suffix};
    if (ok) {
        int axis = box3_longest_axis(&in->box);
        split_sort(in, axis, items, count, sorted, sorted + count);
        int32_t left = least_overlap(in->boxes, axis, sorted, count, (Sides){suffix, in->notes});
        for (int32_t i = 0; i < count; ++i)
            items[i] = sorted[i].item;
        *out = (SplitChoice){.left_count = left, .axis = axis, .reason = "least overlap"};
    }
    if (count > FEW) {
        mem_free(sorted);
        mem_free(suffix);
    }
    return ok;
}

const SplitRule split_half_balanced = {
    .name = "half balanced",
    .note = "least overlap along the longest axis with no side more than twice the other",
    .weighs = "how far the parts overlap",
    .split = split,
};
