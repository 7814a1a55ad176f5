// The traversal loop over two trees of blocks, compiled once per volume and instruction set. A pair
// is two nodes that are not apart; opening one of them tests the other against all its children at
// once, and those that are not apart either are put on the list. Define before including:
//   BLOCKS_RUN                              name of the function
//   BLOCKS_CONTEXT                          type of what is set up once per run, with BlockTrees
//                                           tree[2] of A and B
//   BLOCKS_SETUP(query, ctx)
//   BLOCKS_FLOATS                           of a volume (size_t)
//   BLOCKS_ONE                              type of one box in the frame of the other tree
//   BLOCKS_MOVE(ctx, of_b, block, lane, one)    fills it; of_b: it is B's
//   BLOCKS_APART(ctx, one, of_b, block, valid, exits)  one box, B's if of_b, against the lanes of a
//                                           block of the other tree: bits of those that are apart;
//                                           counts them in exits
//   BLOCKS_BOUNDS(ctx, one, of_b, block, enough, bounds)   lower bounds of all distances (float); may be
//                                           rough where `enough` is reached
//   BLOCKS_SIZE(ctx, of_b, block, lane, what)   how large a node is, in A's unit

typedef struct BlockSide {
    NodeId node;
    uint32_t place;
} BlockSide;

typedef struct BlockPair {
    BlockSide side[2]; // of A, of B
} BlockPair;

// As block_at and block_refs, for the size that is known here.
static inline const float *lanes_at(const BlockTree *tree, uint32_t block)
{
    return (const float *)(const void *)(tree + 1) + block * (BLOCKS_FLOATS + 1) * BLOCK_LANES;
}

static inline const uint32_t *refs_at(const BlockTree *tree, uint32_t block)
{
    return (const uint32_t *)(const void *)(lanes_at(tree, block) + BLOCKS_FLOATS * BLOCK_LANES);
}

static inline uint32_t side_ref(const BLOCKS_CONTEXT *ctx, int of_b, const BlockSide *side)
{
    return refs_at(ctx->tree[of_b], side->place / BLOCK_LANES)[side->place % BLOCK_LANES];
}

static inline void move_side(const BLOCKS_CONTEXT *ctx, int of_b, const BlockSide *side,
                             BLOCKS_ONE *one)
{
    BLOCKS_MOVE(ctx, of_b, lanes_at(ctx->tree[of_b], side->place / BLOCK_LANES),
                side->place % BLOCK_LANES, one);
}

// Which lanes hold a node.
static inline unsigned valid_lanes(const uint32_t *refs)
{
    unsigned valid = 0;
    for (unsigned part = 0; part < BLOCK_LANES; part += LANES) {
        IntN lanes;
        memcpy(&lanes, refs + part, sizeof lanes);
        valid |= intn_bits(lanes != 0) << part;
    }
    return valid;
}

static inline bool push_pair(Query *query, const BlockPair *pair, double key)
{
    if (!query->bounded) {
        if (!query->rank)
            return frontier_push(&query->todo, pair, sizeof *pair);
        key = query->rank(query, pair->side[0].node, pair->side[1].node);
    }
    return worklist_push_keyed(query, pair, sizeof *pair, key);
}

// Word by word, as it was written.
static inline bool pop_pair(Query *query, BlockPair *pair)
{
    Frontier *todo = &query->todo;
    if (query->bounded || query->rank || query->order == ORDER_FIFO)
        return worklist_pop(query, pair, sizeof *pair);
    if (todo->count == todo->head)
        return false;
    const BlockPair *last = (const BlockPair *)(const void *)todo->entries + --todo->count;
    for (int of_b = 0; of_b < 2; ++of_b) {
        pair->side[of_b].node = last->side[of_b].node;
        pair->side[of_b].place = last->side[of_b].place;
    }
    return true;
}

// Of all lanes that are left, where there are no keys. Word by word, as they are read: a copy of the
// whole would wait for the last word.
static inline bool push_lanes(Query *query, int of_b, const BlockSide *stays, NodeId first,
                              uint32_t place, unsigned left)
{
    BlockPair *to = frontier_room(&query->todo, BLOCK_LANES, sizeof *to);
    if (!to)
        return false;
    size_t count = 0;
    for (; left; ++count) {
        unsigned lane = 31u - (unsigned)__builtin_clz(left);
        left ^= 1u << lane;
        to[count].side[of_b].node = stays->node;
        to[count].side[of_b].place = stays->place;
        to[count].side[!of_b].node = first + lane;
        to[count].side[!of_b].place = place + lane;
    }
    frontier_pushed(&query->todo, count);
    return true;
}

// The node of_b of the pair stays, or is one of the children opened before; `block` is of the other
// tree. Pairs are put on the list last to first, so that LIFO order takes them first to last.
static bool open_block(Query *query, const BLOCKS_CONTEXT *ctx, int of_b, const BlockSide *stays,
                       const BLOCKS_ONE *one, uint32_t block)
{
    const BlockTree *tree = ctx->tree[!of_b];
    const float *lanes = lanes_at(tree, block);
    unsigned valid = valid_lanes(refs_at(tree, block)), left;
    query->stats.volume_tests += bits_set(valid);
    ++query->stats.updates;
    float bounds[BLOCK_LANES];
    if (query->bounded) {
        BLOCKS_BOUNDS(ctx, one, of_b, lanes, query->bound, bounds);
        left = 0;
        for (unsigned i = 0; i < BLOCK_LANES; ++i)
            left |= (unsigned)((double)bounds[i] < query->bound) << i;
        left &= valid;
    } else {
        left = valid & ~BLOCKS_APART(ctx, one, of_b, lanes, valid, query->stats.exits);
    }
    uint32_t first = block_firsts(tree)[block];
    if (!query->bounded && !query->rank && query->todo.head == 0)
        return push_lanes(query, of_b, stays, first, block * BLOCK_LANES, left);
    while (left) {
        unsigned lane = 31u - (unsigned)__builtin_clz(left);
        left ^= 1u << lane;
        BlockPair pair;
        pair.side[of_b] = *stays;
        pair.side[!of_b] = (BlockSide){first + lane, block * BLOCK_LANES + lane};
        if (!push_pair(query, &pair, query->bounded ? (double)bounds[lane] : 0))
            return false;
    }
    return true;
}

static bool opens_a(const Query *query, const BLOCKS_CONTEXT *ctx, const BlockPair *pair)
{
    const float *block[2];
    uint32_t lane[2];
    for (int of_b = 0; of_b < 2; ++of_b) {
        block[of_b] = lanes_at(ctx->tree[of_b], pair->side[of_b].place / BLOCK_LANES);
        lane[of_b] = pair->side[of_b].place % BLOCK_LANES;
    }
    if (!query->rule.opens_a)
        return BLOCKS_SIZE(ctx, 0, block[0], lane[0], query->rule.size) >=
               BLOCKS_SIZE(ctx, 1, block[1], lane[1], query->rule.size);
    double a[DESCENT_SIZES], b[DESCENT_SIZES];
    for (int i = 0; i < DESCENT_SIZES; ++i) {
        a[i] = (double)BLOCKS_SIZE(ctx, 0, block[0], lane[0], (enum DescentSize)i);
        b[i] = (double)BLOCKS_SIZE(ctx, 1, block[1], lane[1], (enum DescentSize)i);
    }
    return query->rule.opens_a(a, b);
}

// Opens one side or both.
static bool descend(Query *query, const BLOCKS_CONTEXT *ctx, const BlockPair *pair,
                    const uint32_t ref[2])
{
    bool leaf_a = ref[0] & NODE_LEAF_BIT, leaf_b = ref[1] & NODE_LEAF_BIT;
    size_t before = query->todo.count;
    BLOCKS_ONE one;
    bool ok = true;
    if (query->rule.both && !leaf_a && !leaf_b) {
        unsigned valid = valid_lanes(refs_at(ctx->tree[0], ref[0]));
        for (unsigned i = bits_set(valid); ok && i-- > 0;) {
            BlockSide child = {block_firsts(ctx->tree[0])[ref[0]] + i, ref[0] * BLOCK_LANES + i};
            move_side(ctx, 0, &child, &one);
            ok = open_block(query, ctx, 0, &child, &one, ref[1]);
        }
    } else {
        int stays = leaf_a || (!leaf_b && !opens_a(query, ctx, pair)) ? 0 : 1;
        move_side(ctx, stays, &pair->side[stays], &one);
        ok = open_block(query, ctx, stays, &pair->side[stays], &one, ref[!stays]);
    }
    if (ok && query->bounded && query->order == ORDER_LIFO && before < query->todo.count)
        frontier_sort_tail(&query->todo, before, sizeof *pair);
    return ok;
}

enum QueryStatus BLOCKS_RUN(Query *query, const Budget *budget)
{
    BLOCKS_CONTEXT context;
    const BLOCKS_CONTEXT *ctx = &context;
    BLOCKS_SETUP(query, &context);
    BlockPair pair;
    query->entry = (PairLayout){sizeof pair, offsetof(BlockPair, side[0].node),
                                offsetof(BlockPair, side[1].node)};
    if (!query->started) {
        query->started = true;
        BlockSide root = {0, 0};
        BLOCKS_ONE one;
        move_side(ctx, 0, &root, &one);
        if (!open_block(query, ctx, 0, &root, &one, 0))
            return QUERY_FAILED;
    }
    Pace pace = pace_begin(query, budget);
    for (;;) {
        if (pace_over(&pace, query))
            return pace_status(query);
        if (!pop_pair(query, &pair))
            return QUERY_DONE;
        uint32_t ref[2] = {side_ref(ctx, 0, &pair.side[0]), side_ref(ctx, 1, &pair.side[1])};
        if (ref[0] & ref[1] & NODE_LEAF_BIT) {
            if (!query->leaf(query, node_ref_links(ref[0]), node_ref_links(ref[1])))
                return QUERY_STOPPED;
        } else if (!descend(query, ctx, &pair, ref)) {
            return QUERY_FAILED;
        }
    }
}
