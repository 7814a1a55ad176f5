// Balls cut by no, one or two slabs (Larsson 2008, section 6), as many as pay: round sets keep the
// ball, flat ones get a slab, long and thin ones a second slab across the first. Slabs stand in an
// array of their own, so that a node without any costs no more than a ball.
#include "core/base/rounding.h"
#include "core/shape/slab_overlap.h"
#include "core/tree/binary_nodes.h"
#include "core/tree/bv/slabcutball/slab_explain.h"
#include "core/tree/bv/slabcutball/slab_fit.h"
#include "core/tree/pair/traversal.h"
#include "core/tree/pair/variants.h"
#include "core/tree/split/variants.h"

enum { MOST_SLABS = 2 };

typedef struct SlabsNode {
    float centre[3], radius;
    uint32_t first_slab : 30, slab_count : 2;
    uint32_t ref;
} SlabsNode;
_Static_assert(sizeof(SlabsNode) == 24, "a ball and two references");
// 2 slabs for each of 2 n - 1 nodes, and n fits in 27 bits.
_Static_assert(NODE_SLOT_MASK < 1u << 28, "a slab's index must fit in 30 bits");

typedef struct StoredSlab {
    float normal[3], hi, lo;
} StoredSlab;

typedef struct SlabsTree {
    SlabsNode *nodes;
    StoredSlab *slabs;
    uint32_t slab_count, node_capacity;
} SlabsTree;

// One slab cut ball per slab, all around one ball; the volume is what they have in common. Without
// slabs it is one whose planes are infinitely far.
typedef struct Slabs {
    SlabBall part[MOST_SLABS];
    int count;
} Slabs;

enum { SLABS_MARGIN, SLABS_PARALLEL, SLABS_FIRST, SLABS_SECOND, SLABS_PARAMS };
static const Param params[SLABS_PARAMS] = {
    [SLABS_MARGIN] = {.name = "margin",
                      .note = "widens each slab on both sides, as a part of the ball's radius",
                      .max = 0.1},
    [SLABS_PARALLEL] = {.name = "parallel",
                        .note = "cosine above which slabs count as parallel: cylinders are tried",
                        .max = 1,
                        .normal = 0.7},
    [SLABS_FIRST] = {.name = "first",
                     .note = "a slab is kept if it is narrower than this part of the ball",
                     .max = 1,
                     .normal = 0.9},
    [SLABS_SECOND] = {.name = "second",
                      .note = "the same for a second slab, across the first",
                      .max = 1,
                      .normal = 0.4},
};

static inline const SlabsTree *tree_of(const Bvh *bvh)
{
    return bvh->nodes;
}

// Room for two slabs per node while the tree grows; what was not needed goes at the end, when it
// is cut to the nodes there are.
static bool resize(Bvh *bvh, uint32_t node_count)
{
    if (bvh->mesh->triangle_count > (int32_t)NODE_SLOT_MASK)
        return false;
    SlabsTree *tree = bvh->nodes;
    if (!tree)
        tree = bvh->nodes = mem_calloc(1, sizeof *tree);
    if (!tree)
        return false;
    size_t slabs = node_count > tree->node_capacity ? (size_t)MOST_SLABS * node_count
                                                    : (size_t)tree->slab_count;
    void *nodes = mem_realloc(tree->nodes, (size_t)node_count * sizeof *tree->nodes);
    if (!nodes)
        return false;
    tree->nodes = nodes;
    void *stored = mem_realloc(tree->slabs, (slabs > 0 ? slabs : 1) * sizeof *tree->slabs);
    if (!stored)
        return false;
    tree->slabs = stored;
    tree->node_capacity = node_count;
    return true;
}

static void release(Bvh *bvh)
{
    SlabsTree *tree = bvh->nodes;
    if (tree) {
        mem_free(tree->nodes);
        mem_free(tree->slabs);
    }
    mem_free(tree);
}

static size_t bytes(const Bvh *bvh, MemoryRow *rows, int max)
{
    if (max < 3)
        return 0;
    const SlabsTree *tree = tree_of(bvh);
    rows[0] = (MemoryRow){"nodes", bvh->node_count * sizeof(SlabsNode)};
    rows[1] = (MemoryRow){"slabs", tree ? tree->slab_count * sizeof(StoredSlab) : 0};
    rows[2] = (MemoryRow){"triangle index", bvh->slot_count * sizeof *bvh->slots};
    return 3;
}

static NodeLinks links(const Bvh *bvh, NodeId node)
{
    return node_ref_links(tree_of(bvh)->nodes[node].ref);
}

static inline Slabs load(const SlabsTree *tree, NodeId node)
{
    const SlabsNode *n = &tree->nodes[node];
    Slabs v = {.count = n->slab_count > 1 ? 2 : 1};
    for (int i = 0; i < v.count; ++i) {
        SlabBall *part = &v.part[i];
        part->centre = vec3d((double)n->centre[0], (double)n->centre[1], (double)n->centre[2]);
        part->radius = (double)n->radius;
        if (n->slab_count == 0) {
            part->normal = vec3d(1, 0, 0);
            part->hi = INFINITY;
            part->lo = -INFINITY;
            continue;
        }
        const StoredSlab *s = &tree->slabs[n->first_slab + (uint32_t)i];
        part->normal = vec3d((double)s->normal[0], (double)s->normal[1], (double)s->normal[2]);
        part->hi = (double)s->hi;
        part->lo = (double)s->lo;
    }
    return v;
}

static void decode(const Bvh *bvh, NodeId node, const void *parent, void *volume)
{
    (void)parent;
    *(Slabs *)volume = load(tree_of(bvh), node);
}

static void store_ball(SlabsNode *node, const SlabBall *ball)
{
    for (int i = 0; i < 3; ++i)
        node->centre[i] = (float)ball->centre.v[i];
    node->radius = float_above(ball->radius);
}

static void store_slab(StoredSlab *slab, const SlabBall *ball)
{
    for (int i = 0; i < 3; ++i)
        slab->normal[i] = (float)ball->normal.v[i];
    slab->hi = float_above(ball->hi);
    slab->lo = float_below(ball->lo);
}

// Ball and normal rounded as they are stored: lo and hi are measured with these.
static SlabBall as_stored(const SlabBall *ball)
{
    SlabBall b = *ball;
    b.centre = vec3d_from(vec3_from(ball->centre));
    b.normal = vec3d_from(vec3_from(ball->normal));
    b.radius = (double)float_above(ball->radius);
    return b;
}

static bool keep_slab(const Bvh *bvh, const FitPoints *points, SlabBall *ball, double part)
{
    *ball = as_stored(ball);
    slab_extent(points, ball);
    slab_widen(ball, bvh->desc.params[SLABS_MARGIN] * ball->radius);
    return part > 0 && (ball->hi - ball->lo <= part * 2 * ball->radius || part >= 1);
}

static void fit_at(Bvh *bvh, SlabsNode *node, uint32_t first_slab, int most, const FitItems *items)
{
    SlabsTree *tree = bvh->nodes;
    FitPoints points = fit_points(items);
    SlabBall ball = slab_fit(&points);
    store_ball(node, &ball);
    node->first_slab = first_slab & 0x3FFFFFFFu;
    node->slab_count = 0;
    if (most < 1 || !keep_slab(bvh, &points, &ball, bvh->desc.params[SLABS_FIRST]))
        return;
    store_slab(&tree->slabs[first_slab], &ball);
    node->slab_count = 1;
    SlabBall second = ball;
    if (most < 2 || !slab_second_normal(&points, &ball, &second.normal) ||
        !keep_slab(bvh, &points, &second, bvh->desc.params[SLABS_SECOND]))
        return;
    store_slab(&tree->slabs[first_slab + 1], &second);
    node->slab_count = 2;
}

static void fit(Bvh *bvh, NodeId id, NodeLinks at, const void *parent, const SplitChoice *choice,
                const FitItems *items)
{
    (void)parent, (void)choice;
    SlabsTree *tree = bvh->nodes;
    SlabsNode *node = &tree->nodes[id];
    fit_at(bvh, node, tree->slab_count, MOST_SLABS, items);
    tree->slab_count += node->slab_count;
    node->ref = node_ref_pack(at);
}

// Along one direction each child reaches as far as the nearest of its parts says.
static void extent_of_children(const Slabs *a, const Slabs *b, SlabBall *ball)
{
    SlabBall least = *ball, tried = *ball;
    least.hi = INFINITY;
    least.lo = -INFINITY;
    for (int i = 0; i < a->count; ++i) {
        for (int j = 0; j < b->count; ++j) {
            slab_extent_two(&a->part[i], &b->part[j], &tried);
            least.hi = fmin(least.hi, tried.hi);
            least.lo = fmax(least.lo, tried.lo);
        }
    }
    *ball = least;
}

// Each node keeps its number of slabs; inner ones keep their directions too.
static bool refit(Bvh *bvh, Job *job)
{
    SlabsTree *tree = bvh->nodes;
    for (NodeId i = bvh->node_count; i-- > 0;) {
        if ((i & 0xFFFF) == 0 && job_cancelled(job))
            return false;
        SlabsNode *node = &tree->nodes[i];
        NodeLinks at = node_ref_links(node->ref);
        if (at.leaf || at.count > 2) { // what is put around volumes is meant for two
            FitItems items = bvh_items_below(bvh, i);
            fit_at(bvh, node, node->first_slab, (int)node->slab_count, &items);
            continue;
        }
        Slabs old = load(tree, i), a = load(tree, at.first), b = load(tree, at.first + 1);
        SlabBall ball = slab_fit_two(&old.part[0], &a.part[0], &b.part[0]);
        store_ball(node, &ball);
        for (uint32_t k = 0; k < node->slab_count; ++k) {
            ball.normal = old.part[k].normal;
            SlabBall slab = as_stored(&ball);
            extent_of_children(&a, &b, &slab);
            store_slab(&tree->slabs[node->first_slab + k], &slab);
        }
    }
    bvh_refitted(bvh);
    return true;
}

static bool contains(const void *volume, Vec3d p)
{
    const Slabs *v = volume;
    for (int i = 0; i < v->count; ++i)
        if (!slab_contains(&v->part[i], p))
            return false;
    return true;
}

static double measure(const void *volume, enum Measure what)
{
    const Slabs *v = volume;
    return v->count < 2 ? slab_measure(&v->part[0], what)
                        : slab_measure_two(&v->part[0], &v->part[1], what);
}

// What the boxes around its parts have in common: a little more than the least box.
static void extent(const void *volume, Extent *out)
{
    const Slabs *v = volume;
    slab_reach(&v->part[0], out);
    for (int i = 1; i < v->count; ++i) {
        Extent other;
        slab_reach(&v->part[i], &other);
        out->box.lo = vec3d_max(out->box.lo, other.box.lo);
        out->box.hi = vec3d_min(out->box.hi, other.box.hi);
        out->thickness = fmin(out->thickness, other.thickness);
    }
}

static void outline(const void *volume, LineFn *line, void *user)
{
    const Slabs *v = volume;
    if (v->count < 2)
        slab_outline(&v->part[0], line, user);
    else
        slab_outline_two(&v->part[0], &v->part[1], line, user);
}

// --- overlap tests: a pair is apart if any two of their slab cut balls are

typedef struct SlabsContext {
    const SlabsTree *a, *b;
    SlabMap map;
    double parallel;
} SlabsContext;

typedef struct MovedSlabs {
    NodeId node;
    Slabs volume;
} MovedSlabs;

static void setup(const Query *query, SlabsContext *ctx)
{
    ctx->a = tree_of(query->a);
    ctx->b = tree_of(query->b);
    ctx->parallel = query->a->desc.params[SLABS_PARALLEL];
    slab_map_setup(&ctx->map, &query->b_to_a, &query->a_to_b, query->a->radius, query->b->radius);
}

static inline MovedSlabs moved(const SlabsContext *ctx, NodeId node)
{
    Slabs own = load(ctx->b, node);
    MovedSlabs side = {.node = node, .volume.count = own.count};
    for (int i = 0; i < own.count; ++i) {
        slab_move_ball(&ctx->map, &own.part[i], &side.volume.part[i]);
        slab_move_slab(&ctx->map, &own.part[i], &side.volume.part[i]);
    }
    return side;
}

static inline int test_moved(const SlabsContext *ctx, const NodeSide *a, const MovedSlabs *b,
                             bool exact)
{
    Slabs va = load(ctx->a, a->node);
    const Slabs *vb = &b->volume;
    SlabPair pairs[MOST_SLABS];
    for (int i = 0; i < va.count; ++i) {
        int exit = slab_balls_apart(&va.part[i], &vb->part[0], ctx->map.eps, &pairs[i]);
        if (exit)
            return exit;
    }
    for (int j = 0; j < vb->count; ++j) {
        int exit = slab_ball_apart(&va.part[0], &vb->part[j], &pairs[0]);
        if (exit)
            return exit;
        for (int i = 0; i < va.count; ++i) {
            pairs[i].d1 = pairs[0].d1;
            exit = exact
                       ? slab_supports_apart(&va.part[i], &vb->part[j], &pairs[i])
                       : slab_cylinders_apart(&va.part[i], &vb->part[j], &pairs[i], ctx->parallel);
            if (exit)
                return exit;
        }
    }
    return 0;
}

static inline double bound_moved(const SlabsContext *ctx, const NodeSide *a, const MovedSlabs *b)
{
    Slabs va = load(ctx->a, a->node);
    double bound = 0;
    for (int i = 0; i < va.count; ++i)
        for (int j = 0; j < b->volume.count; ++j)
            bound = fmax(bound, slab_distance_bound(&va.part[i], &b->volume.part[j], ctx->map.eps));
    return bound;
}

static double size_of(const SlabsTree *tree, NodeId node, enum DescentSize what, double stretch)
{
    Slabs v = load(tree, node);
    if (what == DESCENT_VOLUME)
        return stretch * stretch * stretch * measure(&v, MEASURE_VOLUME);
    if (what == DESCENT_AREA)
        return stretch * stretch * measure(&v, MEASURE_AREA);
    return stretch * v.part[0].radius;
}

#define KERNEL_CONTEXT SlabsContext
#define KERNEL_LINKS_A(ctx, side) node_ref_links((ctx)->a->nodes[(side)->node].ref)
#define KERNEL_LINKS_B(ctx, side) node_ref_links((ctx)->b->nodes[(side)->node].ref)
#define KERNEL_SIZE_A(ctx, side, what) size_of((ctx)->a, (side)->node, what, 1)
#define KERNEL_SIZE_B(ctx, side, what) size_of((ctx)->b, (side)->node, what, (ctx)->map.stretch)

#define MOVED_SIDE MovedSlabs
#define MOVED_BOUND(ctx, a, b) bound_moved(ctx, a, b)
#define MOVED_NAMED(part) conservative_##part
#define MOVED_TEST(ctx, a, b) test_moved(ctx, a, b, false)
#include "core/tree/pair/kernel_moved.inl"

#define MOVED_NAMED(part) support_##part
#define MOVED_TEST(ctx, a, b) test_moved(ctx, a, b, true)
#include "core/tree/pair/kernel_moved.inl"

// A pair is apart if any two of their slab cut balls are: the widest gap of the stage.
static void explain_by(const ExplainPair *pair, enum SlabReach reach, Explanation *out)
{
    SlabMap map;
    const Slabs *a = pair->volume_a, *b = pair->volume_b;
    slab_map_setup(&map, &pair->b_to_a, &pair->a_to_b, pair->a->radius, pair->b->radius);
    explain_begin(out);
    for (int j = 0; j < b->count; ++j) {
        SlabBall moved;
        slab_move_ball(&map, &b->part[j], &moved);
        slab_move_slab(&map, &b->part[j], &moved);
        for (int i = 0; i < a->count; ++i)
            slab_explain(out, &a->part[i], &moved, pair->exit, reach,
                         pair->a->desc.params[SLABS_PARALLEL]);
    }
}

static void explain_cylinders(const ExplainPair *pair, Explanation *out)
{
    explain_by(pair, SLAB_REACH_CYLINDER, out);
}

static void explain_supports(const ExplainPair *pair, Explanation *out)
{
    explain_by(pair, SLAB_REACH_SUPPORT, out);
}

static const char *const exit_names[] = {"overlap",         "balls",           "ball B - slab A",
                                         "ball A - slab B", "B beyond slab A", "A beyond slab B"};

static const OverlapTest tests[] = {
    {
        .name = "conservative",
        .note = "five stages for every two slabs; cylinders stand for the volumes",
        .exit_names = exit_names,
        .exit_count = 5,
        .can = TEST_BOUND | TEST_SCALE | TEST_FRONT,
        .run = conservative_run,
        .run_lifted = conservative_run_lifted,
        .explain = explain_cylinders,
    },
    {
        .name = "exact support",
        .note = "the same with each slab cut ball's true reach along the other's normal",
        .exit_names = exit_names,
        .exit_count = 5,
        .can = TEST_BOUND | TEST_SCALE | TEST_FRONT,
        .run = support_run,
        .run_lifted = support_run_lifted,
        .explain = explain_supports,
    },
};

const BvType bv_scb_slabs = {
    .name = "ball with 0-2 slabs",
    .note = "balls cut by as many slabs as pay: long thin triangles get two",
    .traits = BV_WIDE | BV_ONE_BY_ONE | BV_LISTS_POINTS,
    .params = params,
    .param_count = SLABS_PARAMS,
    .rule = DESCEND_radius,
    .criterion = &split_scb,
    .volume_size = sizeof(Slabs),
    .release = release,
    .refit = refit,
    .extent = extent,
    BINARY_NODES_TYPE,
};
