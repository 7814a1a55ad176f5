// One overlap test of restricted boxes, plain and lifted. A side carries the interval ends of its
// box. Lifted, a child's ends are computed when its parent is opened, once for all partners. Plain,
// a child carries its parent's ends and is `pending` until its pair is tested, so that each pair
// steps both its nodes, as in the paper before its section 3.2.5. Define before including:
//   BOXTREE_NAMED(part)   names, e.g. lite_##part
//   BOXTREE_AXES          how many axes
//   BOXTREE_REACH_A/B     BoxtreeReach: which ends a moved side of A or B takes part in
//   BOXTREE_TABLES        1: B's products come from tables
//   BOXTREE_MOVES(tree)   how many sides a node moved
// BOXTREE_MOVES stays defined, the others are undefined at the end. What the kernel is told in
// their terms is the same each time.

typedef struct BOXTREE_NAMED(Side) {
    NodeId node;
    uint8_t moved[BOXTREE_MAX_MOVES]; // sides not yet compared; [0] may be BOXTREE_NONE or _ALL
    bool pending;
    float ends[2 * BOXTREE_AXES];
} BOXTREE_NAMED(Side);

typedef struct BOXTREE_NAMED(Context) {
    const Boxtree *a, *b;
    BoxtreeAxes axes;
#if BOXTREE_TABLES
    BoxtreeTables tables;
#endif
} BOXTREE_NAMED(Context);

static void BOXTREE_NAMED(setup)(Query *query, BOXTREE_NAMED(Context) * ctx)
{
    ctx->a = boxtree_of(query->a);
    ctx->b = boxtree_of(query->b);
    double moves = (double)query->a->depth * BOXTREE_MOVES(ctx->a) +
                   (double)query->b->depth * BOXTREE_MOVES(ctx->b);
    boxtree_axes_setup(&ctx->axes, BOXTREE_AXES, &query->b_to_a, &query->a_to_b, &ctx->a->root,
                       &ctx->b->root, moves);
#if BOXTREE_TABLES
    if (query->b->node_count > 1) {
        double start = clock_seconds();
        boxtree_tables_fill(&ctx->tables, ctx->b, &query->b_to_a);
        query->stats.table_ms += 1e3 * (clock_seconds() - start);
    }
#endif
}

static inline void BOXTREE_NAMED(root)(const float *ends, BOXTREE_NAMED(Side) * side)
{
    side->node = 0;
    side->moved[0] = BOXTREE_ALL;
    side->pending = false;
    memcpy(side->ends, ends, sizeof side->ends);
}

static inline void BOXTREE_NAMED(step_a)(const BOXTREE_NAMED(Context) * ctx,
                                         BOXTREE_NAMED(Side) * side)
{
    float offset[BOXTREE_MAX_MOVES];
    if (BOXTREE_MOVES(ctx->a) == 1)
        offset[0] = boxtree_one_move(ctx->a, side->node, side->moved);
    else
        boxtree_moves(ctx->a, side->node, offset, side->moved);
    for (int m = 0; m < BOXTREE_MOVES(ctx->a); ++m)
        boxtree_move_ends(&ctx->axes.a[side->moved[m]], BOXTREE_REACH_A, offset[m], side->ends);
    side->pending = false;
}

static inline void BOXTREE_NAMED(step_b)(const BOXTREE_NAMED(Context) * ctx,
                                         BOXTREE_NAMED(Side) * side)
{
#if BOXTREE_TABLES
    BoxtreeWord word = boxtree_one_word(ctx->b, side->node, side->moved);
    int axis = side->moved[0] >> 1;
    boxtree_tables_move(&ctx->tables, &ctx->axes.b[side->moved[0]], axis,
                        boxtree_tables_steps(&ctx->tables, ctx->b, axis, word), side->ends);
#else
    float offset[BOXTREE_MAX_MOVES];
    if (BOXTREE_MOVES(ctx->b) == 1)
        offset[0] = boxtree_one_move(ctx->b, side->node, side->moved);
    else
        boxtree_moves(ctx->b, side->node, offset, side->moved);
    for (int m = 0; m < BOXTREE_MOVES(ctx->b); ++m)
        boxtree_move_ends(&ctx->axes.b[side->moved[m]], BOXTREE_REACH_B, offset[m], side->ends);
#endif
    side->pending = false;
}

static inline int BOXTREE_NAMED(apart)(const BOXTREE_NAMED(Context) * ctx, BOXTREE_NAMED(Side) * a,
                                       BOXTREE_NAMED(Side) * b)
{
    int exit = 0;
    if (b->moved[0] == BOXTREE_ALL) { // the pair of roots
        exit = boxtree_ends_apart(a->ends, b->ends, BOXTREE_AXES);
    } else if (b->moved[0] != BOXTREE_NONE) {
        for (int m = 0; m < BOXTREE_MOVES(ctx->b) && !exit; ++m)
            exit =
                boxtree_moved_apart(&ctx->axes.b[b->moved[m]], BOXTREE_REACH_B, b->ends, a->ends);
    }
    if (!exit && a->moved[0] < BOXTREE_SIDES)
        for (int m = 0; m < BOXTREE_MOVES(ctx->a) && !exit; ++m)
            exit =
                boxtree_moved_apart(&ctx->axes.a[a->moved[m]], BOXTREE_REACH_A, a->ends, b->ends);
    a->moved[0] = b->moved[0] = BOXTREE_NONE;
    return exit;
}

// Plain form: what is pending is done now.
static inline void BOXTREE_NAMED(settle)(Query *query, const BOXTREE_NAMED(Context) * ctx,
                                         BOXTREE_NAMED(Side) * a, BOXTREE_NAMED(Side) * b)
{
    if (a && a->pending) {
        ++query->stats.updates;
        BOXTREE_NAMED(step_a)(ctx, a);
    }
    if (b && b->pending) {
        ++query->stats.updates;
        BOXTREE_NAMED(step_b)(ctx, b);
    }
}

static inline void BOXTREE_NAMED(child)(const BOXTREE_NAMED(Side) * parent, NodeId child,
                                        BOXTREE_NAMED(Side) * side)
{
    *side = *parent;
    side->node = child;
    side->pending = true;
}

// In a query with a bound nothing is tested when it is taken from the list: whoever needs the ends
// of a pending side first computes them on a copy.
static inline void BOXTREE_NAMED(child_of_pending)(Query *query, const BOXTREE_NAMED(Context) * ctx,
                                                   const BOXTREE_NAMED(Side) * parent, NodeId node,
                                                   bool is_b, BOXTREE_NAMED(Side) * side)
{
    *side = *parent;
    BOXTREE_NAMED(settle)(query, ctx, is_b ? NULL : side, is_b ? side : NULL);
    side->node = node;
    side->pending = true;
}

static inline double BOXTREE_NAMED(bound)(Query *query, const BOXTREE_NAMED(Context) * ctx,
                                          const BOXTREE_NAMED(Side) * side_a,
                                          const BOXTREE_NAMED(Side) * side_b)
{
    BOXTREE_NAMED(Side) a = *side_a, b = *side_b;
    BOXTREE_NAMED(settle)(query, ctx, &a, &b);
    return boxtree_gap(&ctx->axes, a.ends, b.ends, BOXTREE_AXES);
}

// Of B the box in its own axes, or, where only A's axes are kept, the one aligned with A.
static inline float BOXTREE_NAMED(size_a)(Query *query, const BOXTREE_NAMED(Context) * ctx,
                                          const BOXTREE_NAMED(Side) * side, enum DescentSize what)
{
    BOXTREE_NAMED(Side) settled = *side;
    BOXTREE_NAMED(settle)(query, ctx, &settled, NULL);
    return boxtree_size(settled.ends, what);
}

static inline float BOXTREE_NAMED(size_b)(Query *query, const BOXTREE_NAMED(Context) * ctx,
                                          const BOXTREE_NAMED(Side) * side, enum DescentSize what)
{
    BOXTREE_NAMED(Side) settled = *side;
    BOXTREE_NAMED(settle)(query, ctx, NULL, &settled);
    if (BOXTREE_AXES < BOXTREE_LITE_AXES)
        return boxtree_size(settled.ends, what);
    float factor = what == DESCENT_VOLUME ? ctx->axes.volume_factor : ctx->axes.area_factor;
    return factor * boxtree_size(settled.ends + 6, what);
}

#define KERNEL_CONTEXT BOXTREE_NAMED(Context)
#define KERNEL_SETUP(query, ctx) BOXTREE_NAMED(setup)(query, ctx)
#define KERNEL_SIDE_A BOXTREE_NAMED(Side)
#define KERNEL_SIDE_B BOXTREE_NAMED(Side)
#define KERNEL_ROOT_A(ctx, side) BOXTREE_NAMED(root)((ctx)->axes.root_a, side)
#define KERNEL_ROOT_B(ctx, side)                                                                   \
    (query->stats.updates += 2, BOXTREE_NAMED(root)((ctx)->axes.root_b, side))
#define KERNEL_LINKS_A(ctx, side) boxtree_links((ctx)->a, (side)->node)
#define KERNEL_LINKS_B(ctx, side) boxtree_links((ctx)->b, (side)->node)
#define KERNEL_SIZE_A(ctx, side, what) BOXTREE_NAMED(size_a)(query, ctx, side, what)
#define KERNEL_SIZE_B(ctx, side, what) BOXTREE_NAMED(size_b)(query, ctx, side, what)
#define KERNEL_BOUND(ctx, a, b) BOXTREE_NAMED(bound)(query, ctx, a, b)

#define KERNEL_STEP_A(ctx, parent, node, side)                                                     \
    BOXTREE_NAMED(child_of_pending)(query, ctx, parent, node, false, side)
#define KERNEL_STEP_B(ctx, parent, node, side)                                                     \
    BOXTREE_NAMED(child_of_pending)(query, ctx, parent, node, true, side)
#define KERNEL_RUN BOXTREE_NAMED(run)
#define KERNEL_NAMED(part) BOXTREE_NAMED(plain_##part)
#define KERNEL_TEST(ctx, a, b)                                                                     \
    (BOXTREE_NAMED(settle)(query, ctx, a, b), BOXTREE_NAMED(apart)(ctx, a, b))
#include "core/tree/pair/kernel_pair.inl"

#undef KERNEL_STEP_A
#undef KERNEL_STEP_B
#define KERNEL_STEP_A(ctx, parent, node, side)                                                     \
    (++query->stats.updates, BOXTREE_NAMED(child)(parent, node, side),                             \
     BOXTREE_NAMED(step_a)(ctx, side))
#define KERNEL_STEP_B(ctx, parent, node, side)                                                     \
    (++query->stats.updates, BOXTREE_NAMED(child)(parent, node, side),                             \
     BOXTREE_NAMED(step_b)(ctx, side))
#define KERNEL_RUN BOXTREE_NAMED(run_lifted)
#define KERNEL_NAMED(part) BOXTREE_NAMED(lifted_##part)
#define KERNEL_TEST(ctx, a, b) BOXTREE_NAMED(apart)(ctx, a, b)
#include "core/tree/pair/kernel_pair.inl"

#undef KERNEL_STEP_A
#undef KERNEL_STEP_B
#undef BOXTREE_NAMED
#undef BOXTREE_AXES
#undef BOXTREE_REACH_A
#undef BOXTREE_REACH_B
#undef BOXTREE_TABLES
