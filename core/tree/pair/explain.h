// Why an overlap test said what it said of one pair of volumes, in numbers that can be drawn: a
// direction, the intervals that the test compares along it, and the gap between them. Not for
// searching: it is asked afterwards, for one pair that somebody looks at.
#ifndef SNUG_CORE_TREE_PAIR_EXPLAIN_H
#define SNUG_CORE_TREE_PAIR_EXPLAIN_H

#include "core/tree/bvh.h"

// One pair as it was tested. Volumes are as BvType.decode gives them, each in its own frame.
struct ExplainPair {
    const Bvh *a, *b;
    Affine b_to_a, a_to_b;
    const void *volume_a, *volume_b;
    int exit;      // what the test returned; 0: not separated
    bool one_is_b; // of tests of one box against a block: the one was B's
};

enum Reason {
    REASON_AXIS,     // intervals along a direction
    REASON_CLIPPING, // the same, found by clipping edges: `edge` is the one that decided
    REASON_EMPTY     // a cell without triangles: no direction, no intervals
};

// Everything in A's frame and unit. Where the volumes are not separated it is the direction, of
// those that the test tries, along which they overlap least.
struct Explanation {
    enum Reason kind;
    const char *along; // in words: "axis 2 of A"; it lives for ever
    Vec3d axis;        // of length 1
    double a[2], b[2]; // from, to: what of axis . x the test takes A's and B's volume for
    double gap;        // between the intervals; negative: by how much they overlap
    bool own;          // they are the volumes' own shadows; otherwise they hold them
    bool empty_a, empty_b;
    struct {
        bool of_b;           // whose edge it is; the other volume is the solid that clips it
        Vec3d from, to;      // its ends
        double enter, leave; // what the solid leaves of it, as fractions; enter > leave: nothing
    } edge;
};

// Begins with no direction at all: the first that is offered is kept.
void explain_begin(Explanation *out);
// Keeps the direction if the gap along it is wider than what was offered before. It may have any
// length; the intervals are of direction . x. A direction that is 0 is none.
void explain_offer(Explanation *out, Vec3d direction, const double a[2], const double b[2],
                   const char *along);

// A box of any shape: centre + sum of s_k half_k direction_k, |s_k| <= 1.
typedef struct ExplainBox {
    Vec3d centre, direction[3];
    double half[3];
} ExplainBox;
ExplainBox explain_box_between(Vec3d lo, Vec3d hi);
ExplainBox explain_box_moved(const ExplainBox *box, const Affine *map);
void explain_box_interval(const ExplainBox *box, Vec3d n, double interval[2]);

// Axes of two boxes as bits, in the order of box_sat.h: faces of A, faces of B, edges of both.
#define EXPLAIN_FACES_A 0x0007u
#define EXPLAIN_FACES_B 0x0038u
#define EXPLAIN_EDGES 0x7FC0u
#define EXPLAIN_FACES (EXPLAIN_FACES_A | EXPLAIN_FACES_B)
#define EXPLAIN_ALL (EXPLAIN_FACES | EXPLAIN_EDGES)
// Offers these axes, both boxes in A's frame.
void explain_boxes(Explanation *out, const ExplainBox *a, const ExplainBox *b, unsigned axes);
// Of a test with exits 1.. for the axes in that order: the axis of the exit, or of all it tries.
static inline unsigned explain_axes(int exit, unsigned tried)
{
    return exit > 0 ? 1u << (exit - 1) : tried;
}

// Between two balls that stand for the volumes: along the line of their centres.
void explain_balls(Explanation *out, Vec3d centre_a, double radius_a, Vec3d centre_b,
                   double radius_b, const char *along);

#endif
