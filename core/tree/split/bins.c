// The cost sweep for speed: triangles are counted into bins along each axis, and only partitions
// between bins are compared. Few triangles are sorted after all.
#include "core/shape/box_lanes.h"
#include "core/tree/split/measure.h"
#include "core/tree/split/sweep.h"

enum { BINS = 32 };

typedef struct Bins {
    int32_t count[BINS];
    BoxLanes box[BINS];
} Bins;

// Twice the middles of the boxes, in the lanes of BoxLanes.hi.
static inline Lanes keys_of(const Box3 *box)
{
    BoxLanes b = box_lanes_load(box);
    return (Lanes){0, b.lo[0], b.lo[1], b.lo[2]} + b.hi;
}

typedef struct BinScale {
    double first[3], per_unit[3]; // 0 where all keys are equal: one bin
} BinScale;

static BinScale scale_of(const SplitInput *in, const int32_t *items, int32_t count)
{
    Lanes lo = keys_of(&in->boxes[items[0]]), hi = lo;
    for (int32_t i = 1; i < count; ++i) {
        Lanes keys = keys_of(&in->boxes[items[i]]);
        lo = lanes_min(lo, keys);
        hi = lanes_max(hi, keys);
    }
    BinScale scale;
    for (int k = 0; k < 3; ++k) {
        double range = (double)hi[LANE_HI + k] - (double)lo[LANE_HI + k];
        scale.first[k] = (double)lo[LANE_HI + k];
        scale.per_unit[k] = range > 0 ? BINS / range : 0;
    }
    return scale;
}

static inline int bin_of(const BinScale *scale, const Box3 *box, int axis)
{
    int bin = (int)(((double)split_key(box, axis) - scale->first[axis]) * scale->per_unit[axis]);
    return bin < BINS ? bin : BINS - 1;
}

// Bin b is followed by the plane.
static SplitCandidate candidate(const BinScale *scale, const SweepCut *cut, int32_t count)
{
    double at = scale->first[cut->axis] + (cut->at + 1) / scale->per_unit[cut->axis];
    SplitCandidate c = split_plane(cut->axis, 0.5 * at, cut->left, count);
    c.cost = cut->cost;
    c.tie = (double)labs(2L * cut->left - count);
    return c;
}

typedef struct BinNotes {
    SplitNotes *notes; // or NULL
    const BinScale *scale;
} BinNotes;

static void sweep_bins(const Bins *bins, int axis, int dimensions, int32_t count, SweepCut *best,
                       BinNotes noted)
{
    const Lanes most = {INFINITY, INFINITY, INFINITY, INFINITY};
    double cost[BINS];
    int32_t left[BINS], n = 0;
    BoxLanes u = {most, -most};
    for (int b = 0; b < BINS - 1; ++b) {
        n += bins->count[b];
        u = box_lanes_union(u, bins->box[b]);
        Box3 box = box_lanes_store(u);
        left[b] = n;
        cost[b] = n > 0 ? n * box3_extent_measure(&box, dimensions) : 0;
    }
    u = (BoxLanes){most, -most};
    for (int b = BINS - 2; b >= 0; --b) {
        u = box_lanes_union(u, bins->box[b + 1]);
        if (left[b] == 0 || left[b] == count)
            continue;
        Box3 box = box_lanes_store(u);
        double rest = (count - left[b]) * box3_extent_measure(&box, dimensions);
        SweepCut cut = {cost[b] + rest, axis, left[b], b};
        if (sweep_better(&cut, best, count))
            *best = cut;
        if (noted.notes) {
            SplitCandidate c = candidate(noted.scale, &cut, count);
            split_note_part(noted.notes, &c, b);
        }
    }
}

bool bins_split(const SplitInput *in, int32_t *items, int32_t count, int dimensions,
                SplitChoice *out)
{
    if (count <= BINS)
        return sweep_split(in, items, count, dimensions, out);
    dimensions = box3_dimensions(&in->box, dimensions);
    const Lanes most = {INFINITY, INFINITY, INFINITY, INFINITY};
    BinScale scale = scale_of(in, items, count);
    Bins bins[3];
    for (int i = 0; i < 3 * BINS; ++i) {
        bins[i / BINS].count[i % BINS] = 0;
        bins[i / BINS].box[i % BINS] = (BoxLanes){most, -most};
    }
    for (int32_t i = 0; i < count; ++i) {
        const Box3 *box = &in->boxes[items[i]];
        BoxLanes lanes = box_lanes_load(box);
        for (int k = 0; k < 3; ++k) {
            int b = bin_of(&scale, box, k);
            ++bins[k].count[b];
            bins[k].box[b] = box_lanes_union(bins[k].box[b], lanes);
        }
    }
    SweepCut best = {.cost = INFINITY};
    for (int k = 0; k < 3; ++k)
        sweep_bins(&bins[k], k, dimensions, count, &best, (BinNotes){in->notes, &scale});
    if (best.left == 0)
        return false; // all middles are one point
    if (in->notes) {
        SplitCandidate c = candidate(&scale, &best, count);
        split_note_choice(in->notes, &c);
    }
    int32_t left = 0;
    for (int32_t i = 0; i < count; ++i)
        left =
            split_place(items, i, left, bin_of(&scale, &in->boxes[items[i]], best.axis) <= best.at);
    *out =
        (SplitChoice){.left_count = left, .axis = best.axis, .reason = "least cost between bins"};
    return true;
}
