// The loop of kernel_blocks.inl for searches that only ask what is in contact: no bound, no front, no
// ranks, last in first out, one side opened at a time. Without what the others ask for it takes a
// quarter less time.

#include <float.h>

// Where each lane comes if those that are left stand by falling gap, of equal ones the last first, and
// all others behind them.
static inline void ranks_by_gap(const float gaps[BLOCK_LANES], unsigned left,
                                int32_t ranks[BLOCK_LANES])
{
    static const int32_t numbers[BLOCK_LANES] = {0, 1, 2, 3, 4, 5, 6, 7};
    static const int32_t bits[BLOCK_LANES] = {1, 2, 4, 8, 16, 32, 64, 128};
    const FloatN most = (FloatN){0} + FLT_MAX, none = (FloatN){0} - INFINITY;
    float keys[BLOCK_LANES];
    for (int part = 0; part < BLOCK_LANES; part += LANES) {
        IntN bit;
        memcpy(&bit, bits + part, sizeof bit);
        IntN in = (bit & (int)left) != 0;
        FloatN gap =
            floatn_min(floatn_load(gaps + part), most); // what is no number has a rank, too
        floatn_store(keys + part, (FloatN)(((IntN)gap & in) | ((IntN)none & ~in)));
    }
    for (int part = 0; part < BLOCK_LANES; part += LANES) {
        FloatN own = floatn_load(keys + part);
        IntN rank = {0}, number;
        memcpy(&number, numbers + part, sizeof number);
        for (int j = 0; j < BLOCK_LANES; ++j) {
            FloatN other = (FloatN){0} + keys[j];
            rank -= (other > own) | ((other == own) & (number < j));
        }
        memcpy(ranks + part, &rank, sizeof rank);
    }
}

// Those that overlap least first, so that the others are taken before them. All lanes are written, each to
// its rank: nobody can guess how many are left.
static inline void push_by_gap(Frontier *todo, BlockPair *to, int of_b, uint64_t stays,
                               uint64_t first, unsigned left, const float gaps[BLOCK_LANES])
{
    int32_t ranks[BLOCK_LANES];
    ranks_by_gap(gaps, left, ranks);
    for (unsigned lane = 0; lane < BLOCK_LANES; ++lane)
        put_words(&to[ranks[lane]], of_b, stays, first, lane);
    frontier_pushed(todo, bits_set(left));
}

// False: memory ran short.
static inline bool open_plain(Query *query, const BLOCKS_CONTEXT *ctx, const BlockPair *pair,
                              const uint32_t ref[2])
{
    bool leaf_a = ref[0] & NODE_LEAF_BIT, leaf_b = ref[1] & NODE_LEAF_BIT;
    int stays = leaf_a || (!leaf_b && !opens_a(query, ctx, pair)) ? 0 : 1;
    const BlockTree *tree = ctx->tree[!stays];
    uint32_t block = ref[!stays];
    unsigned asked = valid_lanes(refs_at(tree, block));
    BLOCKS_ONE one;
    float gaps[BLOCK_LANES];
    move_side(ctx, stays, &pair->side[stays], &one);
    query->stats.volume_tests += bits_set(asked);
    ++query->stats.updates;
    unsigned left = asked & ~BLOCKS_APART(ctx, &one, stays, lanes_at(tree, block), asked,
                                          query->stats.exits, query->eager ? gaps : NULL);
    if (!left)
        return true;
    BlockPair *to = frontier_room(&query->todo, BLOCK_LANES, sizeof *to);
    if (!to)
        return false;
    BlockSide side = {block_firsts(tree)[block], block * BLOCK_LANES};
    uint64_t stays_word = side_word(&pair->side[stays]), first = side_word(&side);
    if (query->eager && (left & (left - 1)))
        push_by_gap(&query->todo, to, stays, stays_word, first, left, gaps);
    else
        push_lanes(&query->todo, to, stays, stays_word, first, left);
    return true;
}

static inline bool is_plain(const Query *query)
{
    return !query->bounded && !query->front && !query->rank && query->order == ORDER_LIFO &&
           !query->rule.both && query->todo.head == 0 && query->again_count == 0;
}

static enum QueryStatus run_plain(Query *query, const BLOCKS_CONTEXT *ctx, Pace *pace)
{
    for (;;) {
        if (pace_over(pace, query))
            return pace_status(query);
        if (query->todo.count == 0)
            return QUERY_DONE;
        BlockPair pair;
        last_pair(&query->todo, &pair);
        uint32_t ref[2] = {side_ref(ctx, 0, &pair.side[0]), side_ref(ctx, 1, &pair.side[1])};
        if (ref[0] & ref[1] & NODE_LEAF_BIT) {
            if (!query->leaf(query, node_ref_links(ref[0]), node_ref_links(ref[1])))
                return QUERY_STOPPED;
        } else if (!open_plain(query, ctx, &pair, ref)) {
            return QUERY_FAILED;
        }
    }
}
