// The one traversal loop, compiled once per overlap test (and once more for its lifted form). A
// pair of nodes is two sides; a side is a node and, in lifted form, what was computed for it when
// its parent was opened, so that it is not computed again for every partner. Define before
// including:
//   KERNEL_RUN                        name of the function
//   KERNEL_NAMED(part)                names of its helpers, e.g. sat_##part
//   KERNEL_CONTEXT                    type of what is set up once per run
//   KERNEL_SIDE_A, KERNEL_SIDE_B      types with a NodeId node; the rest is carried state
//   KERNEL_ROOT_A/B(ctx, side)        fills the root's side
//   KERNEL_STEP_A/B(ctx, parent_side, child, side)   fills the side of a child node
//   KERNEL_TEST(ctx, a, b)            exit number; 0 = not separated
//   KERNEL_BOUND(ctx, a, b)           lower bound of the distance (double)
//   KERNEL_SIZE_A/B(ctx, side, what)  how large the node is, by an enum DescentSize, in A's unit
// and what is not as usual:
//   KERNEL_SETUP(query, ctx)          usually setup(query, ctx)
//   KERNEL_LINKS_A/B(ctx, side)       NodeLinks; usually of a node of ctx->a or ctx->b with a ref
//   sides, their roots and steps      usually NodeSide, without state
// Inside all of them `query` is the Query, for counting N_u in query->stats.updates. Arguments are
// plain names or addresses and may be used more than once. KERNEL_RUN, KERNEL_NAMED and KERNEL_TEST
// are undefined at the end; a volume with several tests defines the others once, or undefines what
// it changes. The loop takes these names for itself, which macros may not mean otherwise:
//   KERNEL_NAMED of Pair, push, opens_a, descend
//   query ctx context pair a b links_a links_b open_a open_b count_a count_b before key i j
//   budget pace exit gap
//
// Without a bound, pairs are tested when they are taken from the list, so that a first-contact
// query never tests what it does not need. With a bound, they are tested when they are put there,
// because the bound is also the key of best-first order; LIFO order then takes the nearest child
// first. Best first finds a good bound soon, but a long heap costs more than it saves: the order
// then becomes LIFO. With a rank instead, that is the key and pairs are tested when taken.

#include "core/tree/pair/worklist.h"

#ifndef KERNEL_SETUP
#define KERNEL_SETUP(query, ctx) setup(query, ctx)
#endif
#ifndef KERNEL_SIDE_A
#define KERNEL_SIDE_A NodeSide
#define KERNEL_ROOT_A(ctx, side) ((side)->node = 0)
#define KERNEL_STEP_A(ctx, parent, child, side) ((side)->node = (child))
#endif
#ifndef KERNEL_SIDE_B
#define KERNEL_SIDE_B NodeSide
#define KERNEL_ROOT_B(ctx, side) ((side)->node = 0)
#define KERNEL_STEP_B(ctx, parent, child, side) ((side)->node = (child))
#endif
#ifndef KERNEL_LINKS_A
#define KERNEL_LINKS_A(ctx, side) node_ref_links((ctx)->a[(side)->node].ref)
#define KERNEL_LINKS_B(ctx, side) node_ref_links((ctx)->b[(side)->node].ref)
#endif

typedef struct KERNEL_NAMED(Pair) {
    KERNEL_SIDE_A a;
    KERNEL_SIDE_B b;
} KERNEL_NAMED(Pair);

static bool KERNEL_NAMED(push)(Query *query, const KERNEL_CONTEXT *ctx, const KERNEL_SIDE_A *a,
                               const KERNEL_SIDE_B *b)
{
    KERNEL_NAMED(Pair) pair = {*a, *b};
    double key;
    if (query->bounded) {
        ++query->stats.volume_tests;
        key = KERNEL_BOUND(ctx, a, b);
        if (key >= query->bound)
            return !query->front || front_keep(query->front, &pair, sizeof pair, key);
    } else if (query->rank) {
        key = query->rank(query, a->node, b->node);
    } else {
        return frontier_push(&query->todo, &pair, sizeof pair);
    }
    return worklist_push_keyed(query, &pair, sizeof pair, key);
}

// For rules with a function of their own.
static bool KERNEL_NAMED(opens_a)(Query *query, const KERNEL_CONTEXT *ctx,
                                  const KERNEL_NAMED(Pair) * pair)
{
    double a[DESCENT_SIZES], b[DESCENT_SIZES];
    for (int i = 0; i < DESCENT_SIZES; ++i) {
        a[i] = (double)KERNEL_SIZE_A(ctx, &pair->a, (enum DescentSize)i);
        b[i] = (double)KERNEL_SIZE_B(ctx, &pair->b, (enum DescentSize)i);
    }
    return query->rule.opens_a(a, b);
}

// Opens one side or both. Each child's side is stepped once. Children are pushed last to first, so
// that LIFO order visits them first to last.
static bool KERNEL_NAMED(descend)(Query *query, const KERNEL_CONTEXT *ctx,
                                  const KERNEL_NAMED(Pair) * pair, NodeLinks links_a,
                                  NodeLinks links_b)
{
    bool open_a = !links_a.leaf, open_b = !links_b.leaf;
    if (open_a && open_b && !query->rule.both) {
        open_a = query->rule.opens_a ? KERNEL_NAMED(opens_a)(query, ctx, pair)
                                     : KERNEL_SIZE_A(ctx, &pair->a, query->rule.size) >=
                                           KERNEL_SIZE_B(ctx, &pair->b, query->rule.size);
        open_b = !open_a;
    }
    KERNEL_SIDE_A a[QUERY_MAX_ARITY];
    KERNEL_SIDE_B b[QUERY_MAX_ARITY];
    uint32_t count_a = open_a ? links_a.count : 1, count_b = open_b ? links_b.count : 1;
    a[0] = pair->a;
    b[0] = pair->b;
    for (uint32_t i = 0; open_a && i < count_a; ++i)
        KERNEL_STEP_A(ctx, &pair->a, links_a.first + i, &a[i]);
    for (uint32_t j = 0; open_b && j < count_b; ++j)
        KERNEL_STEP_B(ctx, &pair->b, links_b.first + j, &b[j]);
    size_t before = query->todo.count;
    for (uint32_t i = count_a; i-- > 0;)
        for (uint32_t j = count_b; j-- > 0;)
            if (!KERNEL_NAMED(push)(query, ctx, &a[i], &b[j]))
                return false;
    if (query->bounded && query->order == ORDER_LIFO && before < query->todo.count)
        frontier_sort_tail(&query->todo, before, sizeof *pair);
    return true;
}

static enum QueryStatus KERNEL_RUN(Query *query, const Budget *budget)
{
    KERNEL_CONTEXT context;
    const KERNEL_CONTEXT *ctx = &context;
    KERNEL_SETUP(query, &context);
    KERNEL_NAMED(Pair) pair;
    query->entry = (PairLayout){sizeof pair, offsetof(KERNEL_NAMED(Pair), a.node),
                                offsetof(KERNEL_NAMED(Pair), b.node)};
    if (!query->started) {
        query->started = true;
        KERNEL_ROOT_A(ctx, &pair.a);
        KERNEL_ROOT_B(ctx, &pair.b);
        if (!KERNEL_NAMED(push)(query, ctx, &pair.a, &pair.b))
            return QUERY_FAILED;
    }
    Pace pace = pace_begin(query, budget);
    for (;;) {
        if (pace_over(&pace, query))
            return pace_status(query);
        if (query->todo.count == query->todo.head && query->again_count > 0) {
            memcpy(&pair, query->again + --query->again_count * sizeof pair, sizeof pair);
            if (!KERNEL_NAMED(push)(query, ctx, &pair.a, &pair.b))
                return QUERY_FAILED;
            continue;
        }
        if (!worklist_pop(query, &pair, sizeof pair))
            return QUERY_DONE;
        if (!query->bounded) {
            ++query->stats.volume_tests;
            int exit = KERNEL_TEST(ctx, &pair.a, &pair.b);
            if (exit) {
                ++query->stats.exits[exit];
                if (query->front) { // how far apart, so that it need not be asked again soon
                    ++query->stats.volume_tests;
                    ++query->stats.front_tests;
                    double gap = KERNEL_BOUND(ctx, &pair.a, &pair.b);
                    if (!front_keep(query->front, &pair, sizeof pair, gap))
                        return QUERY_FAILED;
                }
                continue;
            }
        }
        NodeLinks links_a = KERNEL_LINKS_A(ctx, &pair.a);
        NodeLinks links_b = KERNEL_LINKS_B(ctx, &pair.b);
        if (links_a.leaf && links_b.leaf) {
            // With a bound the leaf operation is told once, and has to remember.
            if (query->front && !query->bounded && !front_keep(query->front, &pair, sizeof pair, 0))
                return QUERY_FAILED;
            if (!query->leaf(query, links_a, links_b))
                return QUERY_STOPPED;
        } else if (!KERNEL_NAMED(descend)(query, ctx, &pair, links_a, links_b)) {
            return QUERY_FAILED;
        }
    }
}

#undef KERNEL_NAMED
#undef KERNEL_RUN
#undef KERNEL_TEST
