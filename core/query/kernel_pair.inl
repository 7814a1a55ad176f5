// The one traversal loop, compiled once per overlap test (and once more for its lifted form). A
// pair of nodes is two sides; a side is a node and, in lifted form, what was computed for it when
// its parent was opened, so that it is not computed again for every partner. Define before
// including:
//   KERNEL_RUN                        name of the function
//   KERNEL_NAMED(part)                names of its helpers, e.g. sat_##part
//   KERNEL_CONTEXT                    type of what is set up once per run
//   KERNEL_SETUP(query, ctx)
//   KERNEL_SIDE_A, KERNEL_SIDE_B      types with a NodeId node; the rest is carried state
//   KERNEL_ROOT_A/B(ctx, side)        fills the root's side
//   KERNEL_STEP_A/B(ctx, parent_side, child, side)   fills the side of a child node
//   KERNEL_TEST(ctx, a, b)            exit number; 0 = not separated
//   KERNEL_BOUND(ctx, a, b)           lower bound of the distance (double)
//   KERNEL_LINKS_A/B(ctx, side)       NodeLinks
//   KERNEL_SIZE_A/B(ctx, side, rule)  what the descent rule compares, in A's unit
// Inside all of them `query` is the Query, for counting N_u in query->stats.updates. KERNEL_RUN,
// KERNEL_NAMED and KERNEL_TEST are undefined at the end; a volume with several tests defines the
// others once, or undefines what it changes.
//
// Without a bound, pairs are tested when they are taken from the list, so that a first-contact
// query never tests what it does not need. With a bound, they are tested when they are put there,
// because the bound is also the key of best-first order.

typedef struct KERNEL_NAMED(Pair) {
    KERNEL_SIDE_A a;
    KERNEL_SIDE_B b;
} KERNEL_NAMED(Pair);

static bool KERNEL_NAMED(push)(Query *query, const KERNEL_CONTEXT *ctx, const KERNEL_SIDE_A *a,
                               const KERNEL_SIDE_B *b)
{
    KERNEL_NAMED(Pair) pair = {*a, *b};
    if (!query->bounded)
        return frontier_push(&query->todo, &pair, sizeof pair);
    ++query->stats.volume_tests;
    double bound = KERNEL_BOUND(ctx, a, b);
    if (bound >= query->bound)
        return true;
    if (!frontier_push_keyed(&query->todo, &pair, sizeof pair, bound))
        return false;
    if (query->order == ORDER_BEST_FIRST)
        frontier_heap_up(&query->todo, sizeof pair);
    return true;
}

static bool KERNEL_NAMED(pop)(Query *query, KERNEL_NAMED(Pair) * pair)
{
    Frontier *todo = &query->todo;
    if (!query->bounded)
        return query->order == ORDER_FIFO ? frontier_pop_first(todo, pair, sizeof *pair)
                                          : frontier_pop_last(todo, pair, sizeof *pair);
    for (;;) {
        if (todo->count == todo->head)
            return false;
        size_t at = query->order == ORDER_LIFO ? todo->count - 1 : todo->head;
        double bound = todo->keys[at];
        memcpy(pair, todo->entries + at * sizeof *pair, sizeof *pair);
        if (query->order == ORDER_BEST_FIRST)
            frontier_heap_down(todo, sizeof *pair);
        else if (query->order == ORDER_FIFO)
            ++todo->head;
        else
            --todo->count;
        if (bound < query->bound)
            return true;
    }
}

// Opens one side or both. Each child's side is stepped once. Children are pushed last to first, so
// that LIFO order visits them first to last.
static bool KERNEL_NAMED(descend)(Query *query, const KERNEL_CONTEXT *ctx,
                                  const KERNEL_NAMED(Pair) * pair, NodeLinks links_a,
                                  NodeLinks links_b)
{
    bool open_a = !links_a.leaf, open_b = !links_b.leaf;
    if (open_a && open_b && query->rule != DESCEND_both) {
        open_a =
            KERNEL_SIZE_A(ctx, &pair->a, query->rule) >= KERNEL_SIZE_B(ctx, &pair->b, query->rule);
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
    for (uint32_t i = count_a; i-- > 0;)
        for (uint32_t j = count_b; j-- > 0;)
            if (!KERNEL_NAMED(push)(query, ctx, &a[i], &b[j]))
                return false;
    return true;
}

static enum QueryStatus KERNEL_RUN(Query *query, const Budget *budget)
{
    KERNEL_CONTEXT context;
    const KERNEL_CONTEXT *ctx = &context;
    KERNEL_SETUP(query, &context);
    KERNEL_NAMED(Pair) pair;
    if (!query->started) {
        query->started = true;
        KERNEL_ROOT_A(ctx, &pair.a);
        KERNEL_ROOT_B(ctx, &pair.b);
        if (!KERNEL_NAMED(push)(query, ctx, &pair.a, &pair.b))
            return QUERY_FAILED;
    }
    uint64_t limit = budget && budget->volume_tests > 0
                         ? query->stats.volume_tests + budget->volume_tests
                         : UINT64_MAX;
    for (unsigned turn = 1;; ++turn) {
        if (query->stats.volume_tests >= limit)
            return query->todo.count > query->todo.head ? QUERY_UNDECIDED : QUERY_DONE;
        if ((turn & 63) == 0 && budget && job_cancelled(budget->job))
            return QUERY_UNDECIDED;
        if (!KERNEL_NAMED(pop)(query, &pair))
            return QUERY_DONE;
        if (!query->bounded) {
            ++query->stats.volume_tests;
            int exit = KERNEL_TEST(ctx, &pair.a, &pair.b);
            if (exit) {
                ++query->stats.exits[exit];
                continue;
            }
        }
        NodeLinks links_a = KERNEL_LINKS_A(ctx, &pair.a);
        NodeLinks links_b = KERNEL_LINKS_B(ctx, &pair.b);
        if (links_a.leaf && links_b.leaf) {
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
