// The traversal loop over two trees of blocks, compiled once per volume and instruction set. A pair
// is two nodes that are not apart; opening one of them tests the other against all its children at
// once, and those that are not apart either are put on the list; at a front those that are apart are
// kept, too. Define before including:
//   BLOCKS_RUN                              name of the function
//   BLOCKS_CONTEXT                          type of what is set up once per run, with BlockTrees
//                                           tree[2] of A and B
//   BLOCKS_SETUP(query, ctx)
//   BLOCKS_FLOATS                           of a volume (size_t)
//   BLOCKS_ONE                              type of one box in the frame of the other tree
//   BLOCKS_MOVE(ctx, of_b, block, lane, one)    fills it; of_b: it is B's
//   BLOCKS_APART(ctx, one, of_b, block, valid, exits, gaps)    one box, B's if of_b, against the lanes
//                                           of a block of the other tree: bits of those that are apart;
//                                           counts them in exits; gaps (or NULL) of lanes that are not
//                                           are the less the more they overlap
//   BLOCKS_BOUNDS(ctx, one, of_b, block, enough, bounds)   lower bounds of all distances (float); may be
//                                           rough where `enough` is reached
//   BLOCKS_SIZE(ctx, of_b, block, lane, what)   how large a node is, in A's unit
// and, for one instruction set, names of what BlockSteps asks:
//   BLOCKS_OPENED, BLOCKS_EXITS

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

// Side by side, as it was written: a copy of the whole would wait for the last store.
static inline void last_pair(Frontier *todo, BlockPair *pair)
{
    const BlockPair *last = (const BlockPair *)(const void *)todo->entries + --todo->count;
    for (int of_b = 0; of_b < 2; ++of_b)
        memcpy(&pair->side[of_b], &last->side[of_b], sizeof pair->side[of_b]);
}

static inline bool pop_pair(Query *query, BlockPair *pair)
{
    Frontier *todo = &query->todo;
    if (query->bounded || query->rank || query->order == ORDER_FIFO)
        return worklist_pop(query, pair, sizeof *pair);
    if (todo->count == todo->head)
        return false;
    last_pair(todo, pair);
    return true;
}

static inline unsigned last_lane(unsigned left)
{
    return 31u - (unsigned)__builtin_clz(left);
}

// Both numbers of a side at once, and those of a lane behind it: written and read in one go each.
static inline uint64_t side_word(const BlockSide *side)
{
    uint64_t word;
    memcpy(&word, side, sizeof word);
    return word;
}

static inline void put_words(BlockPair *to, int of_b, uint64_t stays, uint64_t first, unsigned lane)
{
    uint64_t other = first + lane * 0x100000001u;
    memcpy(&to->side[of_b], &stays, sizeof stays);
    memcpy(&to->side[!of_b], &other, sizeof other);
}

// Of all lanes that are left, where there are no keys.
static inline void push_lanes(Frontier *todo, BlockPair *to, int of_b, uint64_t stays,
                              uint64_t first, unsigned left)
{
    size_t count = 0;
    for (; left; ++count) {
        unsigned lane = last_lane(left);
        left ^= 1u << lane;
        put_words(&to[count], of_b, stays, first, lane);
    }
    frontier_pushed(todo, count);
}

// Pairs that are apart, and how far.
static bool keep_lanes(Front *front, int of_b, const BlockSide *stays, NodeId first, uint32_t place,
                       unsigned apart, const float bounds[BLOCK_LANES])
{
    for (; apart; apart &= apart - 1) {
        unsigned lane = (unsigned)__builtin_ctz(apart);
        BlockPair pair;
        pair.side[of_b] = *stays;
        pair.side[!of_b] = (BlockSide){first + lane, place + lane};
        if (!front_keep(front, &pair, sizeof pair, (double)bounds[lane]))
            return false;
    }
    return true;
}

static inline unsigned lanes_below(const float bounds[BLOCK_LANES], double bound)
{
    unsigned below = 0;
    for (unsigned i = 0; i < BLOCK_LANES; ++i)
        below |= (unsigned)((double)bounds[i] < bound) << i;
    return below;
}

// The node of_b of the pair stays, or is one of the children opened before; `block` is of the other
// tree, of which these lanes are asked for. Pairs are put on the list last to first, so that LIFO
// order takes them first to last.
static bool test_lanes(Query *query, const BLOCKS_CONTEXT *ctx, int of_b, const BlockSide *stays,
                       const BLOCKS_ONE *one, uint32_t block, unsigned asked)
{
    const BlockTree *tree = ctx->tree[!of_b];
    const float *lanes = lanes_at(tree, block);
    unsigned left = asked;
    query->stats.volume_tests += bits_set(asked);
    ++query->stats.updates;
    float bounds[BLOCK_LANES];
    if (query->bounded) {
        BLOCKS_BOUNDS(ctx, one, of_b, lanes, query->bound, bounds);
        left &= lanes_below(bounds, query->bound);
    } else {
        left &= ~BLOCKS_APART(ctx, one, of_b, lanes, asked, query->stats.exits, NULL);
    }
    uint32_t first = block_firsts(tree)[block];
    if (query->front && left != asked) {
        unsigned apart = asked & ~left;
        if (!query->bounded) { // how far apart, so that it need not be asked again soon
            query->stats.volume_tests += bits_set(apart);
            query->stats.front_tests += bits_set(apart);
            BLOCKS_BOUNDS(ctx, one, of_b, lanes, INFINITY, bounds);
        }
        if (!keep_lanes(query->front, of_b, stays, first, block * BLOCK_LANES, apart, bounds))
            return false;
    }
    if (!query->bounded && !query->rank && query->todo.head == 0) {
        BlockPair *to = frontier_room(&query->todo, BLOCK_LANES, sizeof *to);
        BlockSide side = {first, block * BLOCK_LANES};
        if (to)
            push_lanes(&query->todo, to, of_b, side_word(stays), side_word(&side), left);
        return to != NULL;
    }
    while (left) {
        unsigned lane = last_lane(left);
        left ^= 1u << lane;
        BlockPair pair;
        pair.side[of_b] = *stays;
        pair.side[!of_b] = (BlockSide){first + lane, block * BLOCK_LANES + lane};
        if (!push_pair(query, &pair, query->bounded ? (double)bounds[lane] : 0))
            return false;
    }
    return true;
}

static bool open_block(Query *query, const BLOCKS_CONTEXT *ctx, int of_b, const BlockSide *stays,
                       const BLOCKS_ONE *one, uint32_t block)
{
    return test_lanes(query, ctx, of_b, stays, one, block,
                      valid_lanes(refs_at(ctx->tree[!of_b], block)));
}

// How many of the pairs before the last have this side in common with it, and the other one's block.
static size_t together(const BlockPair *last, size_t before, int side)
{
    size_t count = 0;
    while (count < before &&
           last[-1 - (ptrdiff_t)count].side[side].place == last->side[side].place &&
           last[-1 - (ptrdiff_t)count].side[!side].place / BLOCK_LANES ==
               last->side[!side].place / BLOCK_LANES)
        ++count;
    return count;
}

// The last pairs of a front that are looked at once more, as many as there are lanes of one block.
static bool look_again(Query *query, const BLOCKS_CONTEXT *ctx)
{
    const BlockPair *last = (const BlockPair *)(const void *)query->again + query->again_count - 1;
    size_t with[2];
    for (int side = 0; side < 2; ++side)
        with[side] = together(last, query->again_count - 1, side);
    int stays = with[1] > with[0];
    unsigned asked = 0;
    for (size_t i = 0; i <= with[stays]; ++i)
        asked |= 1u << last[-(ptrdiff_t)i].side[!stays].place % BLOCK_LANES;
    query->again_count -= with[stays] + 1;
    BLOCKS_ONE one;
    move_side(ctx, stays, &last->side[stays], &one);
    return test_lanes(query, ctx, stays, &last->side[stays], &one,
                      last->side[!stays].place / BLOCK_LANES, asked);
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

#include "core/tree/bv/blocks/kernel_blocks_plain.inl"

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
    if (is_plain(query))
        return run_plain(query, ctx, &pace);
    for (;;) {
        if (pace_over(&pace, query))
            return pace_status(query);
        if (!pop_pair(query, &pair)) {
            if (query->again_count == 0)
                return QUERY_DONE;
            if (!look_again(query, ctx))
                return QUERY_FAILED;
            continue;
        }
        uint32_t ref[2] = {side_ref(ctx, 0, &pair.side[0]), side_ref(ctx, 1, &pair.side[1])};
        if (ref[0] & ref[1] & NODE_LEAF_BIT) {
            // With a bound the leaf operation is told once, and has to remember.
            if (query->front && !query->bounded && !front_keep(query->front, &pair, sizeof pair, 0))
                return QUERY_FAILED;
            query->leaf_gap = INFINITY;
            bool on = query->leaf(query, node_ref_links(ref[0]), node_ref_links(ref[1]));
            if (query->leaf_gap < INFINITY && query->front &&
                !front_keep(query->front, &pair, sizeof pair, query->leaf_gap))
                return QUERY_FAILED;
            if (!on)
                return QUERY_STOPPED;
        } else if (!descend(query, ctx, &pair, ref)) {
            return QUERY_FAILED;
        }
    }
}

#ifdef BLOCKS_OPENED
static BlockSide side_of(const BlockTree *tree, NodeId node)
{
    return (BlockSide){node, block_places(tree)[node]};
}

unsigned BLOCKS_OPENED(const Query *query, NodeId a, NodeId b)
{
    BLOCKS_CONTEXT context;
    BLOCKS_SETUP(query, &context);
    BlockPair pair = {{side_of(context.tree[0], a), side_of(context.tree[1], b)}};
    bool leaf_a = side_ref(&context, 0, &pair.side[0]) & NODE_LEAF_BIT;
    bool leaf_b = side_ref(&context, 1, &pair.side[1]) & NODE_LEAF_BIT;
    if (query->rule.both && !leaf_a && !leaf_b)
        return 3;
    return leaf_a || (!leaf_b && !opens_a(query, &context, &pair)) ? 2 : 1;
}

uint32_t BLOCKS_EXITS(const Query *query, bool of_b, NodeId one, NodeId parent, NodeId *first,
                      uint8_t exits[QUERY_MAX_ARITY])
{
    BLOCKS_CONTEXT context;
    BLOCKS_SETUP(query, &context);
    const BlockTree *tree = context.tree[!of_b];
    BlockSide stays = side_of(context.tree[of_b], one), opened;
    uint32_t block = 0;
    if (parent != BLOCK_OF_ROOT) {
        opened = side_of(tree, parent);
        block = side_ref(&context, !of_b, &opened);
    }
    BLOCKS_ONE moved;
    move_side(&context, of_b, &stays, &moved);
    unsigned valid = valid_lanes(refs_at(tree, block));
    for (unsigned lane = 0; lane < bits_set(valid); ++lane) {
        uint64_t counts[1 + BLOCK_EXITS] = {0};
        BLOCKS_APART((&context), &moved, of_b, lanes_at(tree, block), 1u << lane, counts, NULL);
        exits[lane] = 0;
        for (uint8_t e = 1; e <= BLOCK_EXITS; ++e)
            exits[lane] = counts[e] ? e : exits[lane];
    }
    *first = block_firsts(tree)[block];
    return bits_set(valid);
}
#endif
