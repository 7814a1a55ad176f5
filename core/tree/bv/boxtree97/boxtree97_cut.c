// Where to cut a cell of a 1997 BoxTree: planes of least penalty, and planes that cut off
// emptiness.
#include "core/base/rounding.h"
#include "core/tree/bv/boxtree97/boxtree97.h"

#include <stdlib.h>
#include <string.h>

double cut_penalty(CutCounts counts, double gamma)
{
    return abs(counts.left - counts.right) + gamma * counts.crossing;
}

// left and right include the `both` that lie inside the thick plane: these are dealt out so that
// the sides come as close as they can.
static CutCounts dealt(int32_t left, int32_t right, int32_t both, int32_t count)
{
    CutCounts c = {left - both, right - both, count - left - right + both};
    int32_t to_left = (both + c.right - c.left + 1) / 2;
    to_left = to_left < 0 ? 0 : to_left > both ? both : to_left;
    c.left += to_left;
    c.right += both - to_left;
    return c;
}

CutCounts cut_counts(const CutItem *items, int32_t count, int axis, float plane, double thickness)
{
    int32_t left = 0, right = 0, both = 0;
    for (int32_t i = 0; i < count; ++i) {
        bool is_left = cut_is_left(&items[i], axis, plane, thickness);
        bool is_right = cut_is_right(&items[i], axis, plane, thickness);
        left += is_left;
        right += is_right;
        both += is_left && is_right;
    }
    return dealt(left, right, both, count);
}

// Axes by falling length of the cell; those without length are left out.
static int axes_by_length(const Box3 *cell, int axes[3])
{
    float length[3];
    int count = 0;
    for (int k = 0; k < 3; ++k) {
        length[k] = cell->hi.v[k] - cell->lo.v[k];
        if (!(length[k] > 0))
            continue;
        int at = count++;
        for (; at > 0 && length[axes[at - 1]] < length[k]; --at)
            axes[at] = axes[at - 1];
        axes[at] = k;
    }
    return count;
}

// --- ascending floats, by radix: sorting is most of the work of a scan

static uint32_t ordered_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

static void insertion_sort(float *x, int32_t count)
{
    for (int32_t i = 1; i < count; ++i) {
        float value = x[i];
        int32_t at = i;
        for (; at > 0 && x[at - 1] > value; --at)
            x[at] = x[at - 1];
        x[at] = value;
    }
}

static void sort_floats(float *x, float *spare, int32_t count)
{
    enum { DIGIT = 11, VALUES = 1 << DIGIT };
    // Clearing the counters costs as much as sorting some hundred numbers.
    if (count < 64) {
        insertion_sort(x, count);
        return;
    }
    float *from = x, *to = spare;
    for (int shift = 0; shift < 32; shift += DIGIT) {
        uint32_t start[VALUES] = {0}, sum = 0;
        for (int32_t i = 0; i < count; ++i)
            ++start[ordered_bits(from[i]) >> shift & (VALUES - 1)];
        for (int v = 0; v < VALUES; ++v) {
            uint32_t here = start[v];
            start[v] = sum;
            sum += here;
        }
        for (int32_t i = 0; i < count; ++i)
            to[start[ordered_bits(from[i]) >> shift & (VALUES - 1)]++] = from[i];
        float *swap = from;
        from = to;
        to = swap;
    }
    if (from != x)
        memcpy(x, from, (size_t)count * sizeof *x);
}

// --- the scan

// Sorted ends of the items along one axis, and how many of them a rising plane has passed.
typedef struct Sweep {
    const float *hi, *lo, *thin_hi, *thin_lo;
    int32_t count, thin_count;
    int32_t left, not_right, thin_left, thin_not_right;
    double thickness;
} Sweep;

static CutCounts sweep_to(Sweep *s, float plane)
{
    double above = (double)plane + s->thickness, below = (double)plane - s->thickness;
    while (s->left < s->count && (double)s->hi[s->left] <= above)
        ++s->left;
    while (s->not_right < s->count && (double)s->lo[s->not_right] < below)
        ++s->not_right;
    while (s->thin_left < s->thin_count && (double)s->thin_hi[s->thin_left] <= above)
        ++s->thin_left;
    while (s->thin_not_right < s->thin_count && (double)s->thin_lo[s->thin_not_right] < below)
        ++s->thin_not_right;
    return dealt(s->left, s->count - s->not_right, s->thin_left - s->thin_not_right, s->count);
}

typedef struct Best {
    Cut cut;
    double from_middle;
    bool any;
} Best;

static int part_of(const Box3 *cell, int axis, float plane)
{
    double lo = (double)cell->lo.v[axis], length = (double)cell->hi.v[axis] - lo;
    int part = (int)(((double)plane - lo) / length * SPLIT_NOTES_PARTS);
    return part < 0 ? 0 : part < SPLIT_NOTES_PARTS ? part : SPLIT_NOTES_PARTS - 1;
}

static void note_plane(SplitNotes *notes, const Box3 *cell, const Cut *cut, CutCounts counts,
                       double tie)
{
    SplitCandidate c = {.cost = cut->penalty,
                        .tie = tie,
                        .at = {cut->plane, NAN},
                        .left = counts.left,
                        .right = counts.right,
                        .axis = (uint8_t)cut->axis};
    split_note_part(notes, &c, part_of(cell, cut->axis, cut->plane));
}

static void consider(Best *best, Sweep *sweep, int axis, const Box3 *cell, double at, double gamma,
                     SplitNotes *notes)
{
    float plane = (float)at;
    if (!(plane > cell->lo.v[axis] && plane < cell->hi.v[axis]))
        return;
    CutCounts counts = sweep_to(sweep, plane);
    double penalty = cut_penalty(counts, gamma);
    double middle = 0.5 * ((double)cell->lo.v[axis] + (double)cell->hi.v[axis]);
    double from_middle = fabs((double)plane - middle);
    if (notes)
        note_plane(notes, cell, &(Cut){axis, plane, penalty, 0}, counts, from_middle);
    if (best->any && (penalty > best->cut.penalty ||
                      (penalty == best->cut.penalty &&
                       (axis != best->cut.axis || from_middle >= best->from_middle))))
        return;
    *best = (Best){{axis, plane, penalty, 0}, from_middle, true};
}

// The counts change only where the plane's one face passes an item's upper end or its other face an
// item's lower end. All these places are tried, and the middles between neighbours: the middle of
// the range where triangles that touch the plane belong to one side each is the plane they touch.
static void scan_axis(const CutItem *items, int32_t count, const Box3 *cell, int axis,
                      double thickness, double gamma, float *scratch, Best *best, SplitNotes *notes)
{
    float *hi = scratch, *lo = hi + count, *thin_hi = lo + count, *thin_lo = thin_hi + count;
    float *spare = thin_lo + count;
    int32_t thin = 0;
    for (int32_t i = 0; i < count; ++i) {
        hi[i] = items[i].box.hi.v[axis];
        lo[i] = items[i].box.lo.v[axis];
        // Wider ones cannot be left and right at once.
        if ((double)hi[i] - (double)lo[i] <= 2 * thickness) {
            thin_hi[thin] = hi[i];
            thin_lo[thin++] = lo[i];
        }
    }
    sort_floats(hi, spare, count);
    sort_floats(lo, spare, count);
    sort_floats(thin_hi, spare, thin);
    sort_floats(thin_lo, spare, thin);
    Sweep sweep = {.hi = hi,
                   .lo = lo,
                   .thin_hi = thin_hi,
                   .thin_lo = thin_lo,
                   .count = count,
                   .thin_count = thin,
                   .thickness = thickness};
    int32_t h = 0, l = 0;
    double before = -INFINITY;
    while (h < count || l < count) {
        double at_hi = h < count ? (double)hi[h] - thickness : INFINITY;
        double at_lo = l < count ? (double)lo[l] + thickness : INFINITY;
        double at = fmin(at_hi, at_lo);
        h += at_hi == at;
        l += at_lo == at;
        if (at == before)
            continue;
        if (isfinite(before))
            consider(best, &sweep, axis, cell, 0.5 * (before + at), gamma, notes);
        consider(best, &sweep, axis, cell, at, gamma, notes);
        before = at;
    }
}

bool cut_scan(const CutItem *items, int32_t count, const Box3 *cell, double thickness, double gamma,
              float *scratch, Cut *out, SplitNotes *notes)
{
    int axes[3], axis_count = axes_by_length(cell, axes);
    Best best = {0};
    for (int i = 0; i < axis_count; ++i)
        scan_axis(items, count, cell, axes[i], thickness, gamma, scratch, &best, notes);
    *out = best.cut;
    return best.any;
}

// --- the bisection

static int32_t difference(const CutItem *items, int32_t count, int axis, float plane,
                          double thickness)
{
    int32_t left = 0, right = 0;
    for (int32_t i = 0; i < count; ++i) {
        left += cut_is_left(&items[i], axis, plane, thickness);
        right += cut_is_right(&items[i], axis, plane, thickness);
    }
    return left - right;
}

bool cut_bisect(const CutItem *items, int32_t count, const Box3 *cell, double thickness, Cut *out,
                SplitNotes *notes)
{
    enum { MAX_STEPS = 40 };
    int axes[3], axis_count = axes_by_length(cell, axes);
    bool any = false;
    for (int i = 0; i < axis_count; ++i) {
        int axis = axes[i], step = 0;
        float below = cell->lo.v[axis], above = cell->hi.v[axis];
        // Planes are multiples of what floats resolve at the cell's far end: 25 halvings reach
        // that, and no time is spent on the many more floats around 0.
        double unit = ldexp(1, ilogb(fmax(fabs((double)below), fabs((double)above))) - 23);
        for (; step < MAX_STEPS; ++step) {
            float plane = (float)(unit * rint(0.5 * ((double)below + (double)above) / unit));
            if (!(plane > below && plane < above))
                break;
            int32_t d = difference(items, count, axis, plane, thickness);
            if (notes)
                note_plane(notes, cell, &(Cut){axis, plane, abs(d), 0},
                           cut_counts(items, count, axis, plane, thickness), 0);
            if (!any || abs(d) < out->penalty)
                *out = (Cut){axis, plane, abs(d), any ? out->steps : 0};
            any = true;
            if (d == 0)
                break;
            *(d < 0 ? &below : &above) = plane;
        }
        if (any && step > out->steps)
            out->steps = step;
    }
    return any;
}

// Less is better: the part of the cell that is left.
static void note_empty(SplitNotes *notes, int axis, float plane, int side, double share,
                       int32_t count)
{
    split_note(notes, &(SplitCandidate){.cost = 1 - share,
                                        .at = {plane, NAN},
                                        .left = side ? count : 0,
                                        .right = side ? 0 : count,
                                        .axis = (uint8_t)axis,
                                        .way = WAY_EMPTY});
}

double cut_empty(const CutItem *items, int32_t count, const Box3 *cell, double thickness, Cut *out,
                 int *empty_side, SplitNotes *notes)
{
    double best = 0;
    for (int axis = 0; axis < 3; ++axis) {
        float lo = cell->lo.v[axis], hi = cell->hi.v[axis];
        if (!(hi > lo))
            continue;
        // What is inside, drawn into the cell: widened cells reach beyond it.
        float content_lo = hi, content_hi = lo;
        for (int32_t i = 0; i < count; ++i) {
            content_lo = fminf(content_lo, items[i].box.lo.v[axis]);
            content_hi = fmaxf(content_hi, items[i].box.hi.v[axis]);
        }
        double length = (double)hi - (double)lo;
        for (int side = 0; side < 2; ++side) {
            float plane = side ? float_above((double)content_hi + thickness)
                               : float_below((double)content_lo - thickness);
            double gap = side ? (double)hi - (double)plane : (double)plane - (double)lo;
            if (!(plane > lo && plane < hi))
                continue;
            if (notes)
                note_empty(notes, axis, plane, side, gap / length, count);
            if (gap / length <= best)
                continue;
            best = gap / length;
            *out = (Cut){axis, plane, 0, 0};
            *empty_side = side;
        }
    }
    return best;
}
