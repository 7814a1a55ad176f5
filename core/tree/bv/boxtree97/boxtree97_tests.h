// The overlap tests of the 1997 BoxTree: what is set up once per query, the sides of a pair with
// the cells they stand for, and the tests themselves. bv_boxtree97.c makes a traversal of each.
#ifndef SNUG_CORE_TREE_BV_BOXTREE97_BOXTREE97_TESTS_H
#define SNUG_CORE_TREE_BV_BOXTREE97_BOXTREE97_TESTS_H

#include "core/shape/box.h"
#include "core/shape/box_sat.h"
#include "core/tree/bv/boxtree97/boxtree97.h"
#include "core/tree/bv/boxtree97/clip97.h"
#include "core/tree/pair/traversal.h"

static inline Box3d widened(const Box3 *box, double by)
{
    Box3d wide;
    for (int k = 0; k < 3; ++k) {
        wide.lo.v[k] = (double)box->lo.v[k] - by;
        wide.hi.v[k] = (double)box->hi.v[k] + by;
    }
    return wide;
}

enum Exit97 { EXIT_EMPTY = 1, EXIT_FIRST_AXIS = 2, EXIT_APART = 2, EXIT_EARLY = 3 };

typedef struct Context97 {
    const Boxtree97 *a, *b;
    BoxFrames frames; // its eps allows for the widened cells
    Clip97Frames clip;
    double m[3][3], t[3];
    double wide; // of the aligned boxes
} Context97;

// Rounding of separating axes, on top of core/shape/box_sat.h: a cell's centre and half extents are
// computed from its sides and err by 2^-24 R per component, at most 4 of its units after
// projection; 55 + 4 < 64. Widening both cells moves a side by at most sqrt(3) delta along any
// axis, times the stretch for B.
static inline void setup(const Query *query, Context97 *ctx)
{
    const Affine *map = &query->b_to_a;
    double stretch = affine_stretch(map), radius_a = query->a->radius, radius_b = query->b->radius;
    ctx->a = boxtree97_of(query->a);
    ctx->b = boxtree97_of(query->b);
    box_frames_setup(&ctx->frames, map, &query->a_to_b, radius_a, radius_b);
    double widening = 1.7321 * (ctx->a->thickness + stretch * ctx->b->thickness);
    ctx->frames.eps = float_above((double)ctx->frames.eps + widening);
    clip97_frames_setup(&ctx->clip, map, &query->a_to_b, radius_a + 2 * ctx->a->thickness,
                        radius_b + 2 * ctx->b->thickness);
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            ctx->m[i][j] = map->m[i][j];
        ctx->t[i] = map->p.v[i];
    }
    // Sums of a few products in double, and as many again per level: 4e-12 of the scale is ample.
    ctx->wide = widening + 4e-12 * (vec3d_length(map->p) + radius_a + stretch * radius_b);
}

typedef struct Side97 {
    NodeId node;
    Box3 box;
} Side97;

static inline void step(const Boxtree97 *tree, const Side97 *parent, NodeId child, Side97 *side)
{
    side->box = boxtree97_child(&tree->nodes[parent->node], child, &parent->box);
    side->node = child;
}

// Before any arithmetic: nothing can be met in an empty cell.
static inline bool either_empty(const Context97 *ctx, NodeId a, NodeId b)
{
    return boxtree97_is_empty(&ctx->a->nodes[a]) || boxtree97_is_empty(&ctx->b->nodes[b]);
}

typedef struct CentredBoxes {
    float ca[3], ha[3], cb[3], hb[3];
} CentredBoxes;

static inline BoxPair centred(const Box3 *a, const Box3 *b, CentredBoxes *boxes)
{
    for (int k = 0; k < 3; ++k) {
        boxes->ca[k] = 0.5f * (a->lo.v[k] + a->hi.v[k]);
        boxes->ha[k] = 0.5f * (a->hi.v[k] - a->lo.v[k]);
        boxes->cb[k] = 0.5f * (b->lo.v[k] + b->hi.v[k]);
        boxes->hb[k] = 0.5f * (b->hi.v[k] - b->lo.v[k]);
    }
    return (BoxPair){boxes->ca, boxes->ha, boxes->cb, boxes->hb};
}

static inline int test_sat(const Context97 *ctx, const Side97 *a, const Side97 *b)
{
    if (either_empty(ctx, a->node, b->node))
        return EXIT_EMPTY;
    CentredBoxes boxes;
    BoxPair pair = centred(&a->box, &b->box, &boxes);
    int exit = box_sat(&ctx->frames, &pair);
    return exit ? exit + EXIT_FIRST_AXIS - 1 : 0;
}

static inline int test_sat_lite(const Context97 *ctx, const Side97 *a, const Side97 *b)
{
    if (either_empty(ctx, a->node, b->node))
        return EXIT_EMPTY;
    CentredBoxes boxes;
    BoxPair pair = centred(&a->box, &b->box, &boxes);
    float t[3];
    int exit = box_sat_lite(&ctx->frames, &pair, t);
    return exit ? exit + EXIT_FIRST_AXIS - 1 : 0;
}

// An infinite bound is never below the best distance: pairs with an empty cell are dropped.
static inline double bound_of(const Context97 *ctx, NodeId node_a, const Box3 *a, NodeId node_b,
                              const Box3 *b)
{
    if (either_empty(ctx, node_a, node_b))
        return INFINITY;
    CentredBoxes boxes;
    BoxPair pair = centred(a, b, &boxes);
    return box_distance_bound(&ctx->frames, &pair);
}

static inline int test_clip(const Context97 *ctx, const Side97 *a, const Side97 *b)
{
    if (either_empty(ctx, a->node, b->node))
        return EXIT_EMPTY;
    Box3d box_a = widened(&a->box, ctx->a->thickness), box_b = widened(&b->box, ctx->b->thickness);
    return clip97_boxes_meet(&ctx->clip, &box_a, &box_b) ? 0 : EXIT_APART;
}

// Incremental: A's side carries the cuts of the pair that was opened; they are brought up to date
// when this pair is tested, and its children inherit them. Which side of a cell moved, and how far,
// is found when its parent is opened, for all partners at once.
typedef struct MovedSide97 {
    NodeId node;
    Box3 box;
    Clip97Move move;
} MovedSide97;

typedef struct ClipSide97 {
    NodeId node;
    MovedSide97 cell;
    Clip97Pair pair;
} ClipSide97;

static inline MovedSide97 moved_root(const Boxtree97 *tree)
{
    double to = (double)tree->root.hi.x + tree->thickness;
    return (MovedSide97){0, tree->root, {.axis = 0, .upper = true, .to = to}};
}

// The widened cell's sides, as widened() has them.
static inline MovedSide97 moved_step(const Boxtree97 *tree, const MovedSide97 *parent, NodeId child)
{
    const Boxtree97Node *above = &tree->nodes[parent->node];
    int axis = (int)(above->ref >> 30);
    bool upper = child == (above->ref & BOXTREE97_INDEX); // the first child is below the plane
    double out = upper ? tree->thickness : -tree->thickness;
    double from = (double)(upper ? parent->box.hi : parent->box.lo).v[axis] + out;
    double to = (double)above->plane + out;
    return (MovedSide97){
        child, boxtree97_child(above, child, &parent->box), {axis, upper, to, to - from}};
}

static inline void clip_root(const Context97 *ctx, ClipSide97 *side)
{
    side->node = 0;
    side->cell = moved_root(ctx->a);
    Box3d a = widened(&ctx->a->root, ctx->a->thickness),
          b = widened(&ctx->b->root, ctx->b->thickness);
    clip97_pair_setup(&ctx->clip, &a, &b, &side->pair);
}

static inline void clip_step(const Context97 *ctx, const ClipSide97 *parent, NodeId child,
                             ClipSide97 *side)
{
    side->cell = moved_step(ctx->a, &parent->cell, child);
    side->node = child;
    side->pair = parent->pair;
}

// Whether the cell's last move is still to be made; all earlier ones were made for its parent.
static inline bool is_behind(Clip97Pair *pair, int which, const MovedSide97 *cell)
{
    return *clip97_side(pair, which, &cell->move) != cell->move.to;
}

// Where both boxes were opened, A's child is tried with the whole of B's box before B's child.
static inline int test_clip_incremental(const Context97 *ctx, ClipSide97 *a, const MovedSide97 *b)
{
    if (either_empty(ctx, a->node, b->node))
        return EXIT_EMPTY;
    bool moves_a = is_behind(&a->pair, 0, &a->cell), moves_b = is_behind(&a->pair, 1, b);
    if (moves_a)
        clip97_move_side(&ctx->clip, &a->pair, 0, &a->cell.move);
    if (moves_a && moves_b && !clip97_pair_meets(&a->pair))
        return EXIT_EARLY;
    if (moves_b)
        clip97_move_side(&ctx->clip, &a->pair, 1, &b->move);
    return clip97_pair_meets(&a->pair) ? 0 : EXIT_APART;
}

// Aligned: the box around B's cell along A's axes. Lifted, it follows from the one on the level
// above.
typedef struct AlignedSide97 {
    NodeId node;
    Box3 box;
    double lo[3], hi[3]; // in A's frame
} AlignedSide97;

static inline void align(const Context97 *ctx, AlignedSide97 *side)
{
    for (int x = 0; x < 3; ++x) {
        side->lo[x] = side->hi[x] = ctx->t[x];
        for (int k = 0; k < 3; ++k) {
            double p = ctx->m[x][k] * (double)side->box.lo.v[k];
            double q = ctx->m[x][k] * (double)side->box.hi.v[k];
            side->lo[x] += p < q ? p : q;
            side->hi[x] += p < q ? q : p;
        }
    }
}

// One side has moved: three multiplications and additions, as in a restricted boxtree.
static inline void align_step(const Context97 *ctx, const AlignedSide97 *parent, NodeId child,
                              AlignedSide97 *side)
{
    const Boxtree97Node *above = &ctx->b->nodes[parent->node];
    *side = *parent;
    side->box = boxtree97_child(above, child, &parent->box);
    side->node = child;
    int axis = (int)(above->ref >> 30);
    bool upper = child != (above->ref & BOXTREE97_INDEX);
    double from = (double)(upper ? parent->box.lo : parent->box.hi).v[axis];
    double by = (double)above->plane - from;
    for (int x = 0; x < 3; ++x) {
        double p = ctx->m[x][axis];
        *((p > 0) != upper ? &side->hi[x] : &side->lo[x]) += p * by;
    }
}

static inline int test_aligned(const Context97 *ctx, const Side97 *a, const AlignedSide97 *b)
{
    if (either_empty(ctx, a->node, b->node))
        return EXIT_EMPTY;
    for (int x = 0; x < 3; ++x)
        if (b->lo[x] - (double)a->box.hi.v[x] > ctx->wide ||
            (double)a->box.lo.v[x] - b->hi[x] > ctx->wide)
            return EXIT_FIRST_AXIS + x;
    return 0;
}

static inline int test_align(const Context97 *ctx, const Side97 *a, const Side97 *b)
{
    if (either_empty(ctx, a->node, b->node))
        return EXIT_EMPTY;
    AlignedSide97 side = {.node = b->node, .box = b->box};
    align(ctx, &side);
    return test_aligned(ctx, a, &side);
}

static inline void aligned_root(const Context97 *ctx, AlignedSide97 *side)
{
    side->node = 0;
    side->box = ctx->b->root;
    align(ctx, side);
}

static inline float size_of(const Box3 *box, enum DescentSize what)
{
    const float size[3] = {box->hi.x - box->lo.x, box->hi.y - box->lo.y, box->hi.z - box->lo.z};
    return box_descent_size(size, what);
}

static inline float size_of_b(const Context97 *ctx, const Box3 *box, enum DescentSize what)
{
    float factor = what == DESCENT_VOLUME ? ctx->frames.volume_factor : ctx->frames.area_factor;
    return factor * size_of(box, what);
}

#endif
