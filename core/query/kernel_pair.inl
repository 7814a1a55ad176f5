// The one traversal loop, compiled once per overlap test. Define before including:
//   KERNEL_RUN                        name of the function
//   KERNEL_NAMED(part)                names of its helpers, e.g. sat_##part
//   KERNEL_CONTEXT                    type of what is set up once per run
//   KERNEL_SETUP(query, ctx)
//   KERNEL_ENTRY                      type of a work-list entry: NodeId a, b and what is carried along
//   KERNEL_ROOT(ctx, entry)           the entry of the two roots
//   KERNEL_STEP_A(ctx, from, child, entry)   from's pair with A's side replaced by a child
//   KERNEL_STEP_B(ctx, from, child, entry)
//   KERNEL_TEST(ctx, entry)           exit number; 0 = not separated
//   KERNEL_BOUND(ctx, entry)          lower bound of the distance (double)
//   KERNEL_LINKS_A/B(ctx, entry)      NodeLinks
//   KERNEL_SIZE_A/B(ctx, entry, rule) what the descent rule compares, in A's unit
//
// KERNEL_RUN, KERNEL_NAMED and KERNEL_TEST are undefined at the end: a volume with several tests defines
// the others once and includes this file once per test.
//
// Without a bound, entries are tested when they are taken from the list, so that a first-contact query
// never tests what it does not need. With a bound, they are tested when they are put there, because the
// bound is also the key of best-first order.

static bool KERNEL_NAMED(push)(Query *query, const KERNEL_CONTEXT *ctx, const KERNEL_ENTRY *entry)
{
    if (!query->bounded)
        return frontier_push(&query->todo, entry, sizeof *entry);
    ++query->stats.volume_tests;
    double bound = KERNEL_BOUND(ctx, entry);
    if (bound >= query->bound)
        return true;
    if (!frontier_push_keyed(&query->todo, entry, sizeof *entry, bound))
        return false;
    if (query->order == ORDER_BEST_FIRST)
        frontier_heap_up(&query->todo, sizeof *entry);
    return true;
}

static bool KERNEL_NAMED(pop)(Query *query, KERNEL_ENTRY *entry)
{
    Frontier *todo = &query->todo;
    if (!query->bounded)
        return query->order == ORDER_FIFO ? frontier_pop_first(todo, entry, sizeof *entry)
                                          : frontier_pop_last(todo, entry, sizeof *entry);
    for (;;) {
        if (todo->count == todo->head)
            return false;
        size_t at = query->order == ORDER_LIFO ? todo->count - 1 : todo->head;
        double bound = todo->keys[at];
        memcpy(entry, todo->entries + at * sizeof *entry, sizeof *entry);
        if (query->order == ORDER_BEST_FIRST)
            frontier_heap_down(todo, sizeof *entry);
        else if (query->order == ORDER_FIFO)
            ++todo->head;
        else
            --todo->count;
        if (bound < query->bound)
            return true;
    }
}

// Children are pushed last to first, so that LIFO order visits them first to last.
static bool KERNEL_NAMED(descend)(Query *query, const KERNEL_CONTEXT *ctx,
                                  const KERNEL_ENTRY *entry, NodeLinks links_a, NodeLinks links_b)
{
    KERNEL_ENTRY child;
    if (query->rule == DESCEND_both && !links_a.leaf && !links_b.leaf) {
        for (uint32_t i = links_a.count; i-- > 0;) {
            KERNEL_ENTRY half;
            KERNEL_STEP_A(ctx, entry, links_a.first + i, &half);
            for (uint32_t j = links_b.count; j-- > 0;) {
                KERNEL_STEP_B(ctx, &half, links_b.first + j, &child);
                if (!KERNEL_NAMED(push)(query, ctx, &child))
                    return false;
            }
        }
        return true;
    }
    bool open_a = links_b.leaf || (!links_a.leaf && KERNEL_SIZE_A(ctx, entry, query->rule) >=
                                                        KERNEL_SIZE_B(ctx, entry, query->rule));
    NodeLinks links = open_a ? links_a : links_b;
    for (uint32_t i = links.count; i-- > 0;) {
        if (open_a)
            KERNEL_STEP_A(ctx, entry, links.first + i, &child);
        else
            KERNEL_STEP_B(ctx, entry, links.first + i, &child);
        if (!KERNEL_NAMED(push)(query, ctx, &child))
            return false;
    }
    return true;
}

static enum QueryStatus KERNEL_RUN(Query *query, const Budget *budget)
{
    KERNEL_CONTEXT ctx;
    KERNEL_SETUP(query, &ctx);
    KERNEL_ENTRY entry;
    if (!query->started) {
        query->started = true;
        KERNEL_ROOT(&ctx, &entry);
        if (!KERNEL_NAMED(push)(query, &ctx, &entry))
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
        if (!KERNEL_NAMED(pop)(query, &entry))
            return QUERY_DONE;
        if (!query->bounded) {
            ++query->stats.volume_tests;
            int exit = KERNEL_TEST(&ctx, &entry);
            if (exit) {
                ++query->stats.exits[exit];
                continue;
            }
        }
        NodeLinks links_a = KERNEL_LINKS_A(&ctx, &entry);
        NodeLinks links_b = KERNEL_LINKS_B(&ctx, &entry);
        if (links_a.leaf && links_b.leaf) {
            if (!query->leaf(query, links_a, links_b))
                return QUERY_STOPPED;
        } else if (!KERNEL_NAMED(descend)(query, &ctx, &entry, links_a, links_b)) {
            return QUERY_FAILED;
        }
    }
}

#undef KERNEL_NAMED
#undef KERNEL_RUN
#undef KERNEL_TEST
