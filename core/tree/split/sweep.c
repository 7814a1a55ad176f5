// Sorts along each axis and takes the partition of least cost, of equals the most balanced one.
// Where the box is flat, so that all volumes are 0, areas count, and then lengths.
#include "core/tree/split/sweep.h"
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/shape/box_lanes.h"
#include "core/tree/split/measure.h"
#include "core/tree/split/sorted.h"

enum { FEW = 64 };

typedef struct SweepWork {
    SortedItem *sorted; // 4 * count: the three axes and a spare
    double *cost;       // of the first parts
    SortedItem few_sorted[4 * FEW];
    double few_cost[FEW];
} SweepWork;

static bool work_open(SweepWork *work, int32_t count)
{
    work->sorted = work->few_sorted;
    work->cost = work->few_cost;
    if (count <= FEW)
        return true;
    work->sorted = array_alloc((size_t)count, 4 * sizeof *work->sorted);
    work->cost = array_alloc((size_t)count, sizeof *work->cost);
    return work->sorted && work->cost;
}

static void work_close(SweepWork *work)
{
    if (work->sorted != work->few_sorted)
        mem_free(work->sorted);
    if (work->cost != work->few_cost)
        mem_free(work->cost);
}

static double measure_of(BoxLanes lanes, int dimensions)
{
    Box3 box = box_lanes_store(lanes);
    return box3_extent_measure(&box, dimensions);
}

// cost[i] by now is that of both parts.
static void note_axis(const SplitInput *in, int axis, const SortedItem *sorted, int32_t count,
                      const double *cost)
{
    for (int32_t i = count - 1; i > 0; --i) {
        double keys = (double)split_key(&in->boxes[sorted[i - 1].item], axis) +
                      (double)split_key(&in->boxes[sorted[i].item], axis);
        SplitCandidate c = split_plane(axis, 0.25 * keys, i, count);
        c.cost = cost[i];
        c.tie = (double)labs(2L * i - count);
        split_note_part(in->notes, &c, (int)((int64_t)i * SPLIT_NOTES_PARTS / count));
    }
}

static void note_best(const SplitInput *in, const SweepCut *best, const SortedItem *sorted,
                      int32_t count)
{
    double keys = (double)split_key(&in->boxes[sorted[best->left - 1].item], best->axis) +
                  (double)split_key(&in->boxes[sorted[best->left].item], best->axis);
    SplitCandidate c = split_plane(best->axis, 0.25 * keys, best->left, count);
    split_note_choice(in->notes, &c);
}

static void sweep_axis(const SplitInput *in, int axis, int dimensions, const SortedItem *sorted,
                       int32_t count, double *cost, SweepCut *best)
{
    BoxLanes u = box_lanes_load(&in->boxes[sorted[0].item]);
    for (int32_t i = 1; i < count; ++i) {
        cost[i] = i * measure_of(u, dimensions);
        u = box_lanes_union(u, box_lanes_load(&in->boxes[sorted[i].item]));
    }
    u = box_lanes_load(&in->boxes[sorted[count - 1].item]);
    for (int32_t i = count - 1; i > 0; --i) {
        cost[i] += (count - i) * measure_of(u, dimensions);
        SweepCut cut = {cost[i], axis, i, i};
        if (sweep_better(&cut, best, count))
            *best = cut;
        u = box_lanes_union(u, box_lanes_load(&in->boxes[sorted[i - 1].item]));
    }
}

bool sweep_split(const SplitInput *in, int32_t *items, int32_t count, int dimensions,
                 SplitChoice *out)
{
    SweepWork work;
    dimensions = box3_dimensions(&in->box, dimensions);
    bool opened = work_open(&work, count), ok = opened && count > 1;
    *out = (SplitChoice){.no_memory = !opened};
    if (ok) {
        SweepCut best = {.cost = INFINITY};
        SortedItem *spare = work.sorted + 3 * (size_t)count;
        for (int axis = 0; axis < 3; ++axis) {
            SortedItem *sorted = work.sorted + (size_t)axis * (size_t)count;
            split_sort(in, axis, items, count, sorted, spare);
            sweep_axis(in, axis, dimensions, sorted, count, work.cost, &best);
            if (in->notes)
                note_axis(in, axis, sorted, count, work.cost);
        }
        const SortedItem *chosen = work.sorted + (size_t)best.axis * (size_t)count;
        for (int32_t i = 0; i < count; ++i)
            items[i] = chosen[i].item;
        if (in->notes)
            note_best(in, &best, chosen, count);
        *out = (SplitChoice){
            .left_count = best.left, .axis = best.axis, .reason = "least cost of all partitions"};
    }
    work_close(&work);
    return ok;
}
