// Projections of restricted boxes on fixed axes, kept up to date on the way down the trees
// (Zachmann 2002, section 3.2). Moving one side by c moves one end of each interval by c |p|, p =
// the product of the axis and the side's normal: which end, and |p|, are fixed for the whole query.
//
// Axes, in this order: A's three, then the rows of B's inverse matrix (the normals of B's faces;
// for rigid placements B's axes), then the nine products of A's axes and B's unit edges. Any vector
// is a valid separating axis as long as both boxes are projected on the same one, so this holds for
// scaled, sheared and mirrored placements alike. On its own axes a tree's ends move by c itself.
//
// Ends are kept as distances outward, low end negated: ends[2s] = -low, ends[2s+1] = high. A side
// moved inwards then always subtracts, and boxes are apart on s iff A[2s+1] + B[2s] < 0 or A[2s] +
// B[2s+1] < 0. Only ends that moved since the pair of parents was tested have to be compared again.
//
// Rounding. u = 2^-24, w = the axis' length, S = |t| + r_A + N r_B: r = largest distance of the
// root box from its origin, N = the map's stretch, so that all projections are at most wS. Roots
// are computed in double and rounded outward. A step computes fl(e - fl(c fl|p|)): product and
// weight err by at most 2u c|p| (1 + u), the difference by u wS. Offsets of one path add up to no
// more than the root's extent, so the products of a path err by at most 2u 2wS = 4 u wS, the
// differences by one u wS per moved side. The sign of the sum of two floats is exact. Both trees
// together: u wS (moves + 4 + 4 + roots 2 + A's margin 1), where moves = sides moved on the longest
// paths of both. The margin 2^-24 (2 moves + 32) wS, added to A's root once, is more than twice
// that: rounding can only suppress separations. What the zeros and ones among the p lack of being
// exact is added to it (cases below).
#ifndef SNUG_CORE_TREE_BV_BOXTREE_BOXTREE_AXES_H
#define SNUG_CORE_TREE_BV_BOXTREE_BOXTREE_AXES_H

#include "core/tree/bv/boxtree/boxtree_store.h"

// Tests replace these to count operations.
#ifndef BOXTREE_MUL
#define BOXTREE_MUL(x, y) ((x) * (y))
#define BOXTREE_SUB(x, y) ((x) - (y))
#define BOXTREE_APART(x, y) ((x) < -(y))
#endif

enum {
    BOXTREE_ALIGNED_AXES = 3,
    BOXTREE_LITE_AXES = 6,
    BOXTREE_SAT_AXES = 15,
    BOXTREE_MAX_SCALED = 9
};

// What moving one side does: `own` is the end that moves by the offset itself, the others move by a
// part of it.
typedef struct BoxtreeMove {
    float weight[BOXTREE_MAX_SCALED];
    uint8_t end[BOXTREE_MAX_SCALED];
    uint8_t own;
} BoxtreeMove;

// Which part of a move a test's set of axes takes part in.
typedef struct BoxtreeReach {
    int scaled;
    bool own;
} BoxtreeReach;

typedef struct BoxtreeAxes {
    BoxtreeMove a[BOXTREE_SIDES], b[BOXTREE_SIDES]; // by code of the moved side
    float root_a[2 * BOXTREE_SAT_AXES], root_b[2 * BOXTREE_SAT_AXES];
    double per_length[BOXTREE_LITE_AXES]; // 1 / w, rounded down: gaps to distances
    float volume_factor, area_factor;     // of the map: sizes of B in A's unit
} BoxtreeAxes;

// axes: how many of them are needed. moves: sides moved on the longest paths of both trees
// together.
void boxtree_axes_setup(BoxtreeAxes *x, int axes, const Affine *b_to_a, const Affine *a_to_b,
                        const Box3 *root_a, const Box3 *root_b, double moves);

static inline void boxtree_move_ends(const BoxtreeMove *move, BoxtreeReach reach, float offset,
                                     float *ends)
{
    for (int i = 0; i < reach.scaled; ++i) {
        float *end = &ends[move->end[i]];
        *end = BOXTREE_SUB(*end, BOXTREE_MUL(offset, move->weight[i]));
    }
    if (reach.own)
        ends[move->own] = BOXTREE_SUB(ends[move->own], offset);
}

// Whether an end that moved now lies beyond the other box: 1 + axis, or 0.
static inline int boxtree_moved_apart(const BoxtreeMove *move, BoxtreeReach reach,
                                      const float *ends, const float *other)
{
    if (reach.own && BOXTREE_APART(ends[move->own], other[move->own ^ 1]))
        return 1 + move->own / 2;
    for (int i = 0; i < reach.scaled; ++i) {
        int end = move->end[i];
        if (BOXTREE_APART(ends[end], other[end ^ 1]))
            return 1 + end / 2;
    }
    return 0;
}

// The same with every end.
static inline int boxtree_ends_apart(const float *a, const float *b, int axes)
{
    for (int end = 0; end < 2 * axes; ++end)
        if (BOXTREE_APART(b[end], a[end ^ 1]))
            return 1 + end / 2;
    return 0;
}

// A lower bound of the distance: the largest gap along the face axes.
static inline double boxtree_gap(const BoxtreeAxes *x, const float *a, const float *b, int axes)
{
    double gap = 0;
    for (int s = 0; s < axes && s < BOXTREE_LITE_AXES; ++s) {
        float low = -(a[2 * s] + b[2 * s + 1]), high = -(a[2 * s + 1] + b[2 * s]);
        gap = fmax(gap, (double)(low > high ? low : high) * x->per_length[s]);
    }
    return gap;
}

#endif
