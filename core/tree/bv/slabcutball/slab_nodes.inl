// Everything about hierarchies of slab cut balls but the way a node is stored. Before including,
// define SLAB_NODE, a struct that ends in `uint32_t ref`, and
//   static SlabBall load(const SLAB_NODE *node);
//   static void store_ball(SLAB_NODE *node, const SlabBall *ball);   centre, radius up, normal
//   static void store_slab(SLAB_NODE *node, const SlabBall *ball);   lo down and hi up, after that
// and, if need be,
//   SLAB_SLACK(bvh)   how far volumes reach beyond the corners they are fitted to
//   SLAB_ITEMS(bvh, items)   the triangles that stand for the items in fitting
//   SLAB_REFIT 0      for trees that cannot be refitted
#ifndef SLAB_SLACK
#define SLAB_SLACK(bvh) ((void)(bvh), 0)
#endif
#ifndef SLAB_ITEMS
#define SLAB_ITEMS(bvh, items) (*(items))
#endif
#ifndef SLAB_REFIT
#define SLAB_REFIT 1
#endif

enum { SLAB_MARGIN, SLAB_PARALLEL, SLAB_ACROSS, SLAB_PARAMS };
#define SLAB_COMMON_PARAMS                                                                         \
    [SLAB_MARGIN] = {.name = "margin",                                                             \
                     .note = "widens each slab on both sides, as a part of the ball's radius",     \
                     .max = 0.1},                                                                  \
    [SLAB_PARALLEL] = {.name = "parallel",                                                         \
                       .note = "cosine above which slabs count as parallel: cylinders are tried",  \
                       .max = 1,                                                                   \
                       .normal = 0.7},                                                             \
    [SLAB_ACROSS] = {.name = "across",                                                             \
                     .note = "turns slabs that are nearly parallel to their parent's across it, "  \
                             "where they stay narrower than this part of the ball",                \
                     .max = 1}

// cos 45 degrees
#define SLAB_NEARLY_PARALLEL 0.7071

BINARY_NODES(SLAB_NODE)

static void decode(const Bvh *bvh, NodeId node, const void *parent, void *volume)
{
    (void)parent;
    *(SlabBall *)volume = load(node_at(bvh, node));
}

static double measure(const void *volume, enum Measure what)
{
    return slab_measure(volume, what);
}

static bool contains(const void *volume, Vec3d p)
{
    return slab_contains(volume, p);
}

static void extent(const void *volume, Extent *out)
{
    slab_reach(volume, out);
}

static void outline(const void *volume, LineFn *line, void *user)
{
    slab_outline(volume, line, user);
}

static void measure_slab(const Bvh *bvh, const FitPoints *points, SlabBall *ball)
{
    slab_extent(points, ball);
    ball->lo -= SLAB_SLACK(bvh);
    ball->hi += SLAB_SLACK(bvh);
}

static void fit(Bvh *bvh, NodeId id, NodeLinks at, const void *parent, const SplitChoice *choice,
                const FitItems *items)
{
    (void)parent, (void)choice;
    SLAB_NODE *node = (SLAB_NODE *)bvh->nodes + id;
    FitItems fitted = SLAB_ITEMS(bvh, items);
    FitPoints points = fit_points(&fitted);
    SlabBall ball = slab_fit(&points);
    memset(node, 0, sizeof *node);
    ball.radius += SLAB_SLACK(bvh);
    store_ball(node, &ball);
    ball = load(node); // the slab is measured with centre, radius and normal as stored
    measure_slab(bvh, &points, &ball);
    slab_widen(&ball, bvh->desc.params[SLAB_MARGIN] * ball.radius);
    store_slab(node, &ball);
    node->ref = node_ref_pack(at);
}

// Gives the slab of a child another direction, unless it gets too wide.
static void turn_slab(Bvh *bvh, const SlabBall *parent, NodeId child)
{
    SLAB_NODE *node = (SLAB_NODE *)bvh->nodes + child, turned = *node;
    SlabBall ball = load(node);
    if (fabs(vec3d_dot(ball.normal, parent->normal)) < SLAB_NEARLY_PARALLEL)
        return;
    FitItems items = bvh_items_below(bvh, child);
    items = SLAB_ITEMS(bvh, &items);
    FitPoints points = fit_points(&items);
    SlabBall across = ball;
    across.normal = parent->normal;
    if (!slab_second_normal(&points, &across, &across.normal))
        return;
    store_ball(&turned, &across);
    across = load(&turned);
    measure_slab(bvh, &points, &across);
    slab_widen(&across, bvh->desc.params[SLAB_MARGIN] * across.radius);
    if (across.hi - across.lo > bvh->desc.params[SLAB_ACROSS] * 2 * across.radius)
        return;
    store_slab(&turned, &across);
    *node = turned;
}

// Any builder, then, if asked for, slabs across their parents' (section 6 of the paper): where the
// parents did not separate, the narrowest slab of a long thin child adds little to theirs.
static bool build(Bvh *bvh, Job *job, Error *err)
{
    if (!bvh->desc.builder->build(bvh, job, err))
        return false;
    for (NodeId i = 0; bvh->desc.params[SLAB_ACROSS] > 0 && i < bvh->node_count; ++i) {
        if ((i & 0xFFF) == 0 && job_cancelled(job))
            return false;
        NodeLinks at = links(bvh, i);
        SlabBall parent = load((const SLAB_NODE *)bvh->nodes + i);
        for (uint32_t k = 0; !at.leaf && k < at.count; ++k)
            turn_slab(bvh, &parent, at.first + k);
    }
    return true;
}

#if SLAB_REFIT
static void fit_around(Bvh *bvh, NodeId id, NodeId first_child)
{
    SLAB_NODE *nodes = bvh->nodes, *node = &nodes[id];
    SlabBall old = load(node), a = load(&nodes[first_child]), b = load(&nodes[first_child + 1]);
    SlabBall ball = slab_fit_two(&old, &a, &b);
    store_ball(node, &ball);
    ball = load(node);
    slab_extent_two(&a, &b, &ball);
    store_slab(node, &ball);
}

static bool refit(Bvh *bvh, Job *job)
{
    return binary_nodes_refit(bvh, job, links, fit_around);
}
#endif

typedef struct SlabContext {
    const SLAB_NODE *a, *b;
    SlabMap map;
    double parallel;
} SlabContext;

// Lifted: B's volume is moved into A's frame once per node instead of once per pair.
typedef struct MovedSlab {
    NodeId node;
    SlabBall ball;
} MovedSlab;

static void setup(const Query *query, SlabContext *ctx)
{
    ctx->a = query->a->nodes;
    ctx->b = query->b->nodes;
    ctx->parallel = query->a->desc.params[SLAB_PARALLEL];
    slab_map_setup(&ctx->map, &query->b_to_a, &query->a_to_b, query->a->radius, query->b->radius);
}

static inline MovedSlab moved(const SlabContext *ctx, NodeId node)
{
    MovedSlab side = {.node = node};
    SlabBall own = load(&ctx->b[node]);
    slab_move_ball(&ctx->map, &own, &side.ball);
    slab_move_slab(&ctx->map, &own, &side.ball);
    return side;
}

enum SlabTest { SLAB_CONSERVATIVE, SLAB_SUPPORT, SLAB_2008 };

static inline int last_stages(const SlabContext *ctx, const SlabBall *a, const SlabBall *b,
                              SlabPair *pair, enum SlabTest test)
{
    int exit = slab_ball_apart(a, b, pair);
    if (exit)
        return exit;
    return test == SLAB_SUPPORT        ? slab_supports_apart(a, b, pair)
           : test == SLAB_CONSERVATIVE ? slab_cylinders_apart(a, b, pair, ctx->parallel)
                                       : slab_cylinders_apart_2008(a, b, pair, ctx->parallel);
}

// Plain: B's slab is moved only for the pairs that its ball does not decide.
static inline int test_plain(const SlabContext *ctx, const NodeSide *a, const NodeSide *b,
                             enum SlabTest test)
{
    SlabBall ball_a = load(&ctx->a[a->node]), own = load(&ctx->b[b->node]), ball_b;
    SlabPair pair;
    slab_move_ball(&ctx->map, &own, &ball_b);
    int exit = slab_balls_apart(&ball_a, &ball_b, ctx->map.eps, &pair);
    if (exit)
        return exit;
    slab_move_slab(&ctx->map, &own, &ball_b);
    return last_stages(ctx, &ball_a, &ball_b, &pair, test);
}

static inline int test_moved(const SlabContext *ctx, const NodeSide *a, const MovedSlab *b,
                             enum SlabTest test)
{
    SlabBall ball = load(&ctx->a[a->node]);
    SlabPair pair;
    int exit = slab_balls_apart(&ball, &b->ball, ctx->map.eps, &pair);
    return exit ? exit : last_stages(ctx, &ball, &b->ball, &pair, test);
}

static inline double bound_moved(const SlabContext *ctx, const NodeSide *a, const MovedSlab *b)
{
    SlabBall ball = load(&ctx->a[a->node]);
    return slab_distance_bound(&ball, &b->ball, ctx->map.eps);
}

static inline double size_of(const SLAB_NODE *node, enum DescentSize what, double stretch)
{
    SlabBall ball = load(node);
    if (what == DESCENT_VOLUME)
        return stretch * stretch * stretch * slab_measure(&ball, MEASURE_VOLUME);
    if (what == DESCENT_AREA)
        return stretch * stretch * slab_measure(&ball, MEASURE_AREA);
    return stretch * ball.radius;
}

#define KERNEL_CONTEXT SlabContext
#define KERNEL_SIZE_A(ctx, side, what) size_of(&(ctx)->a[(side)->node], what, 1)
#define KERNEL_SIZE_B(ctx, side, what) size_of(&(ctx)->b[(side)->node], what, (ctx)->map.stretch)

#define MOVED_SIDE MovedSlab
#define MOVED_BOUND(ctx, a, b) bound_moved(ctx, a, b)
#define MOVED_NAMED(part) conservative_##part
#define MOVED_TEST(ctx, a, b) test_moved(ctx, a, b, SLAB_CONSERVATIVE)
#define MOVED_PLAIN_TEST(ctx, a, b) test_plain(ctx, a, b, SLAB_CONSERVATIVE)
#include "core/tree/pair/kernel_moved.inl"

#define MOVED_NAMED(part) support_##part
#define MOVED_TEST(ctx, a, b) test_moved(ctx, a, b, SLAB_SUPPORT)
#define MOVED_PLAIN_TEST(ctx, a, b) test_plain(ctx, a, b, SLAB_SUPPORT)
#include "core/tree/pair/kernel_moved.inl"

#define MOVED_NAMED(part) printed_##part
#define MOVED_TEST(ctx, a, b) test_moved(ctx, a, b, SLAB_2008)
#define MOVED_PLAIN_TEST(ctx, a, b) test_plain(ctx, a, b, SLAB_2008)
#include "core/tree/pair/kernel_moved.inl"

static void explain_by(const ExplainPair *pair, enum SlabTest test, Explanation *out)
{
    SlabMap map;
    SlabBall moved;
    const SlabBall *a = pair->volume_a, *b = pair->volume_b;
    slab_map_setup(&map, &pair->b_to_a, &pair->a_to_b, pair->a->radius, pair->b->radius);
    slab_move_ball(&map, b, &moved);
    slab_move_slab(&map, b, &moved);
    explain_begin(out);
    slab_explain(out, a, &moved, pair->exit,
                 test == SLAB_SUPPORT ? SLAB_REACH_SUPPORT : SLAB_REACH_CYLINDER,
                 pair->a->desc.params[SLAB_PARALLEL]);
}

static void explain_cylinders(const ExplainPair *pair, Explanation *out)
{
    explain_by(pair, SLAB_CONSERVATIVE, out);
}

static void explain_supports(const ExplainPair *pair, Explanation *out)
{
    explain_by(pair, SLAB_SUPPORT, out);
}

static const char *const cylinder_exits[] = {
    "overlap", "balls", "ball B - slab A", "ball A - slab B", "B beyond slab A", "A beyond slab B"};

static const OverlapTest tests[] = {
    {
        .name = "conservative",
        .note = "five stages; cylinders stand for the volumes where the slabs are nearly parallel",
        .exit_names = cylinder_exits,
        .exit_count = 5,
        .can = TEST_BOUND | TEST_SCALE | TEST_FRONT,
        .run = conservative_run,
        .run_lifted = conservative_run_lifted,
        .explain = explain_cylinders,
    },
    {
        .name = "exact support",
        .note = "as before, but with the volumes' true reach along both slab normals",
        .exit_names = cylinder_exits,
        .exit_count = 5,
        .can = TEST_BOUND | TEST_SCALE | TEST_FRONT,
        .run = support_run,
        .run_lifted = support_run_lifted,
        .explain = explain_supports,
    },
    {
        .name = "2008 as printed",
        .note = "Figure 8 of Larsson 2008 with line 8 corrected: valid, but separates less",
        .exit_names = cylinder_exits,
        .exit_count = 5,
        .can = TEST_BOUND | TEST_SCALE | TEST_FRONT,
        .run = printed_run,
        .run_lifted = printed_run_lifted,
        .explain = explain_cylinders,
    },
};

// What all such types are.
#define SLAB_TYPE                                                                                  \
    .rule = DESCEND_radius, .criterion = &split_scb, .volume_size = sizeof(SlabBall),              \
    .extent = extent, BINARY_NODES_TYPE
