// The 1997 BoxTree: space cut by planes into cells, the planes chosen so that both sides get
// equally many triangles and few are crossed. What the builder, the volume type and their tests
// share. Source: [BoxTree97] in core/README.md.
//
// Cells share their planes exactly: both are the same float. A plane has the thickness 2 delta: a
// triangle that reaches at most delta beyond it stays on its side. So a triangle's place is in
// cells widened by delta on every side, and these are what is tested. What holds, and what queries
// rest on: each point of a triangle is in the widened cell of some leaf that lists the triangle.
// For a triangle listed at a node whose plane it passes by at most delta, all its points in the
// node's widened cell are in the widened cell of that one side; otherwise it is listed on both
// sides, whose widened cells together are the node's.
#ifndef SNUG_CORE_TREE_BV_BOXTREE97_BOXTREE97_H
#define SNUG_CORE_TREE_BV_BOXTREE97_BOXTREE97_H

#include "core/tree/bvh.h"
#include "core/tree/split/notes.h"

// Inner: where the plane is, its axis, the first of two children (the lower side). Leaf: how many
// slots and the first of them; none is an empty cell. Eight bytes.
typedef struct Boxtree97Node {
    union {
        float plane;
        uint32_t count;
    };
    uint32_t ref; // axis in the two highest bits, 3 means leaf; index below
} Boxtree97Node;
_Static_assert(sizeof(Boxtree97Node) == 8, "a plane or a count, and a reference");
enum { BOXTREE97_LEAF = 3 };
#define BOXTREE97_INDEX 0x3FFFFFFFu

// Why the recursion ended, leaf by leaf; and what the inner nodes are.
enum Boxtree97Count {
    STOP_EMPTY,      // nothing in it: cut off by an empty cut, or nothing left after clipping
    STOP_DEPTH,      // as many balanced cuts above as are allowed
    STOP_FEW,        // few enough triangles
    STOP_SHARE,      // a side would keep more than lambda of the triangles
    STOP_NO_PLANE,   // no plane inside the cell
    STOP_REFERENCES, // the tree lists triangles too many times already
    CUT_EMPTY,
    CUT_BALANCED,
    BOXTREE97_COUNTS
};

enum Boxtree97Param {
    PARAM_GAMMA,
    PARAM_EMPTY,
    PARAM_SHARE,
    PARAM_FEW,
    PARAM_DEPTH,
    PARAM_THICKNESS,
    PARAM_LEAVES // 1: they list edges, too
};

// What bvh->nodes points to.
typedef struct Boxtree97 {
    Box3 root;
    double thickness; // delta, in the mesh's unit
    uint32_t counts[BOXTREE97_COUNTS];
    double empty_volume; // of all empty cells
    Boxtree97Node *nodes;
} Boxtree97;

static inline const Boxtree97 *boxtree97_of(const Bvh *bvh)
{
    return bvh->nodes;
}

static inline NodeLinks boxtree97_links(const Boxtree97Node *node)
{
    if (node->ref >> 30 == BOXTREE97_LEAF)
        return (NodeLinks){node->ref & BOXTREE97_INDEX, node->count, true};
    return (NodeLinks){node->ref & BOXTREE97_INDEX, 2, false};
}

static inline bool boxtree97_is_empty(const Boxtree97Node *node)
{
    return node->ref >> 30 == BOXTREE97_LEAF && node->count == 0;
}

// The cell of a child: its parent's with one side moved to the parent's plane.
static inline Box3 boxtree97_child(const Boxtree97Node *parent, NodeId child, const Box3 *cell)
{
    Box3 box = *cell;
    int axis = (int)(parent->ref >> 30);
    bool upper = child != (parent->ref & BOXTREE97_INDEX);
    (upper ? &box.lo : &box.hi)->v[axis] = parent->plane;
    return box;
}

static inline double box3_volume(const Box3 *b)
{
    return ((double)b->hi.x - (double)b->lo.x) * ((double)b->hi.y - (double)b->lo.y) *
           ((double)b->hi.z - (double)b->lo.z);
}

// A node's volume as decoded.
typedef struct Cell97 {
    Box3 box;
    double thickness;
    Boxtree97Node node; // its children's boxes follow from it
} Cell97;

// BvType.build of this type.
bool boxtree97_build(Bvh *bvh, Job *job, Error *err);

// How many slots there are per triangle, and which part of the root box empty cells cover.
double boxtree97_pointer_factor(const Bvh *bvh);
double boxtree97_coverage(const Bvh *bvh);

// Most balanced cuts above a leaf: the paper's table, interpolated in log n; our own line beyond
// it.
int boxtree97_default_depth(int32_t triangle_count);

// --- choosing a plane

// A triangle as far as it is in the cell: a box around that part, rounded outward.
typedef struct CutItem {
    int32_t triangle;
    Box3 box;
} CutItem;

typedef struct CutCounts {
    int32_t left, right, crossing; // each item is in one of them
} CutCounts;

typedef struct Cut {
    int axis;
    float plane;
    double penalty;
    int steps; // of the bisection, the most of the three axes
} Cut;

static inline bool cut_is_left(const CutItem *item, int axis, float plane, double thickness)
{
    return (double)item->box.hi.v[axis] <= (double)plane + thickness;
}

static inline bool cut_is_right(const CutItem *item, int axis, float plane, double thickness)
{
    return (double)item->box.lo.v[axis] >= (double)plane - thickness;
}

// Items that are both (they lie inside the thick plane) are given to the side that has fewer.
CutCounts cut_counts(const CutItem *items, int32_t count, int axis, float plane, double thickness);
double cut_penalty(CutCounts counts, double gamma); // |left - right| + gamma * crossing

// The plane of least penalty inside the cell on all three axes; among equals the longer side of the
// cell, then the plane nearer to its middle. scratch has room for 5 * count floats. notes, here and
// below: whoever wants to know what was weighed, or NULL. False: no plane.
bool cut_scan(const CutItem *items, int32_t count, const Box3 *cell, double thickness, double gamma,
              float *scratch, Cut *out, SplitNotes *notes);

// The simplified penalty |left - right|, where items inside the thick plane count on both sides:
// the difference is monotone in the plane, so that bisection finds its zero.
bool cut_bisect(const CutItem *items, int32_t count, const Box3 *cell, double thickness, Cut *out,
                SplitNotes *notes);

// The largest empty part that one plane cuts off, delta away from what is inside; *empty_side says
// whether it is the lower (0) or the upper one. Returns its share of the cell's volume, 0 if none.
double cut_empty(const CutItem *items, int32_t count, const Box3 *cell, double thickness, Cut *out,
                 int *empty_side, SplitNotes *notes);

#endif
