// Packing a tree of single nodes into blocks, and what everybody asks of such a tree.
#include "core/tree/bv/blocks/blocks.h"
#include "core/base/pool_each.h"
#include "core/tree/build/build.h"

#include <assert.h>

// Nodes of the tree it is made from, as they will stand in blocks.
typedef struct Plan {
    uint32_t *nodes;  // by place; NO_NODE: there is none
    uint32_t *blocks; // by place: of the children; 0 for leaves
    size_t node_capacity, block_capacity;
    uint32_t block_count, node_count, depth;
} Plan;
#define NO_NODE UINT32_MAX

// A node whose children are to become a block.
typedef struct Waiting {
    uint32_t node, place, level;
} Waiting;

static bool plan_block(Plan *plan)
{
    size_t places = ((size_t)plan->block_count + 1) * BLOCK_LANES;
    if (!array_reserve(&plan->nodes, &plan->node_capacity, places, sizeof *plan->nodes) ||
        !array_reserve(&plan->blocks, &plan->block_capacity, places, sizeof *plan->blocks))
        return false;
    for (size_t i = places - BLOCK_LANES; i < places; ++i) {
        plan->nodes[i] = NO_NODE;
        plan->blocks[i] = 0;
    }
    ++plan->block_count;
    return true;
}

// What it costs to have what is below a node in so many lanes of the block above, by the chance that
// a box meets it, which is as its area: [i] for at most i + 1 lanes. Opening a block costs BLOCK_COST
// whatever it holds; comparing the triangles of a leaf LEAF_COST.
typedef struct LaneCosts {
    float cost[BLOCK_LANES];
    unsigned char left[BLOCK_LANES]; // lanes of the first child; 0: the node is a lane itself
    unsigned char open_left;         // the same where the node's children make a block
} LaneCosts;
#define BLOCK_COST 1.0f
#define LEAF_COST 1.0f

static float node_area(const Bvh *bvh, uint32_t node)
{
    float volume[16];
    bvh->type->decode(bvh, node, NULL, volume);
    return (float)bvh->type->measure(volume, MEASURE_AREA);
}

// From the leaves up; children have higher numbers than their parents. The least of all ways to cut
// (Ylitie et al. 2017, "Efficient incoherent ray traversal on GPUs through compressed wide BVHs").
static void weigh(LaneCosts *costs, const Bvh *bvh, int width)
{
    for (uint32_t node = bvh->node_count; node-- > 0;) {
        NodeLinks links = bvh->type->links(bvh, node);
        LaneCosts *own = &costs[node];
        float area = node_area(bvh, node);
        memset(own, 0, sizeof *own);
        for (int i = 0; i < width && links.leaf; ++i)
            own->cost[i] = LEAF_COST * area * (float)links.count;
        if (links.leaf)
            continue;
        const LaneCosts *x = &costs[links.first], *y = x + 1;
        for (int lanes = 2; lanes <= width; ++lanes) {
            float least = INFINITY;
            for (int k = 1; k < lanes; ++k) {
                float both = x->cost[k - 1] + y->cost[lanes - k - 1];
                if (both < least) {
                    least = both;
                    own->left[lanes - 1] = (unsigned char)k;
                }
            }
            own->cost[lanes - 1] = least;
        }
        own->open_left = own->left[width - 1];
        own->cost[0] = BLOCK_COST * area + own->cost[width - 1];
        for (int lanes = 2; lanes <= width; ++lanes)
            if (own->cost[0] <= own->cost[lanes - 1]) {
                own->cost[lanes - 1] = own->cost[0];
                own->left[lanes - 1] = 0;
            }
    }
}

typedef struct Lane {
    uint32_t node;
    NodeLinks links;
} Lane;

// The nodes that stand for what is below `node` in so many lanes, in the order of their slots.
static int choose_lanes(const Bvh *bvh, const LaneCosts *costs, uint32_t node, int lanes,
                        bool opened, Lane out[BLOCK_LANES])
{
    NodeLinks links = bvh->type->links(bvh, node);
    int left = opened ? costs[node].open_left : costs[node].left[lanes - 1];
    if (links.leaf || left == 0) {
        out[0] = (Lane){node, links};
        return 1;
    }
    int count = choose_lanes(bvh, costs, links.first, left, false, out);
    return count + choose_lanes(bvh, costs, links.first + 1, lanes - left, false, out + count);
}

// Depth first, so that what is opened together stands together.
static bool plan_all(Plan *plan, const Bvh *bvh, int width, Job *job)
{
    Waiting *waiting = NULL;
    size_t count = 0, capacity = 0;
    LaneCosts *costs = array_alloc(bvh->node_count, sizeof *costs);
    bool ok = costs && plan_block(plan) && array_reserve(&waiting, &capacity, 1, sizeof *waiting);
    if (ok) {
        weigh(costs, bvh, width);
        plan->nodes[0] = 0;
        plan->node_count = plan->depth = 1;
        if (!bvh->type->links(bvh, 0).leaf)
            waiting[count++] = (Waiting){0, 0, 1};
    }
    while (ok && count > 0) {
        Waiting top = waiting[--count];
        Lane lanes[BLOCK_LANES];
        int used = choose_lanes(bvh, costs, top.node, width, true, lanes);
        uint32_t block = plan->block_count;
        ok = plan_block(plan) && !((block & 0xFFF) == 0 && job_cancelled(job)) &&
             array_reserve(&waiting, &capacity, count + BLOCK_LANES, sizeof *waiting);
        if (!ok)
            break;
        plan->blocks[top.place] = block;
        plan->node_count += (uint32_t)used;
        if (top.level + 1 > plan->depth)
            plan->depth = top.level + 1;
        for (int i = used; i-- > 0;) {
            uint32_t place = block * BLOCK_LANES + (uint32_t)i;
            plan->nodes[place] = lanes[i].node;
            if (!lanes[i].links.leaf)
                waiting[count++] = (Waiting){lanes[i].node, place, top.level + 1};
        }
    }
    mem_free(waiting);
    mem_free(costs);
    return ok;
}

static void put_volume(float *block, uint32_t lane, uint32_t floats, const void *volume)
{
    const float *from = volume;
    for (uint32_t f = 0; f < floats; ++f)
        block[f * BLOCK_LANES + lane] = from[f];
}

static void get_volume(const float *block, uint32_t lane, uint32_t floats, void *volume)
{
    float *to = volume;
    for (uint32_t f = 0; f < floats; ++f)
        to[f] = block[f * BLOCK_LANES + lane];
}

static size_t tree_bytes(const BlockTree *tree)
{
    return sizeof *tree + tree->block_count * block_bytes(tree) +
           (tree->block_count + (size_t)tree->node_count) * sizeof(uint32_t);
}

// Who stands where. Volumes come later, from several threads.
static BlockTree *lay_out(const Plan *plan, const Bvh *bvh)
{
    BlockTree head = {.block_count = plan->block_count,
                      .node_count = plan->node_count,
                      .floats = (uint32_t)(bvh->type->volume_size / sizeof(float))};
    BlockTree *tree = mem_calloc(1, tree_bytes(&head));
    if (!tree)
        return NULL;
    *tree = head;
    uint32_t *firsts = (uint32_t *)block_firsts(tree), *places = (uint32_t *)block_places(tree);
    uint32_t next = 0;
    for (uint32_t block = 0; block < plan->block_count; ++block) {
        uint32_t *refs = (uint32_t *)block_refs(tree, block);
        firsts[block] = next;
        for (uint32_t i = 0; i < BLOCK_LANES; ++i) {
            uint32_t place = block * BLOCK_LANES + i, node = plan->nodes[place];
            if (node == NO_NODE)
                continue;
            NodeLinks links = bvh->type->links(bvh, node);
            refs[i] = links.leaf ? node_ref_pack(links) : plan->blocks[place];
            places[next++] = place;
        }
    }
    assert(next == plan->node_count);
    return tree;
}

enum { BLOCKS_AT_A_TIME = 512 };

typedef struct Packing {
    const Plan *plan;
    const Bvh *bvh; // of single nodes
    BlockTree *tree;
    BlockTighten *tighten; // or NULL
} Packing;

// The volumes of one part of the blocks.
static bool pack_part(void *user, size_t part, Job *job, Error *err)
{
    (void)err;
    const Packing *packing = user;
    const Bvh *bvh = packing->bvh;
    BlockTree *tree = packing->tree;
    uint32_t block = (uint32_t)part * BLOCKS_AT_A_TIME, end = block + BLOCKS_AT_A_TIME;
    end = end < tree->block_count ? end : tree->block_count;
    for (; block < end; ++block) {
        for (uint32_t i = 0; i < BLOCK_LANES; ++i) {
            uint32_t node = packing->plan->nodes[block * BLOCK_LANES + i];
            if (node == NO_NODE)
                continue;
            float volume[16];
            bvh->type->decode(bvh, node, NULL, volume);
            if (packing->tighten) {
                FitItems items = bvh_items_below(bvh, node);
                packing->tighten(volume, &items);
            }
            put_volume((float *)block_at(tree, block), i, tree->floats, volume);
        }
    }
    return !job_cancelled(job);
}

// Writes what was planned. NULL: cancelled, or memory ran short.
static BlockTree *pack(const Plan *plan, const Bvh *bvh, BlockTighten *tighten, Job *job)
{
    Packing packing = {plan, bvh, lay_out(plan, bvh), tighten};
    size_t parts = (plan->block_count + BLOCKS_AT_A_TIME - 1) / BLOCKS_AT_A_TIME;
    if (packing.tree &&
        !pool_each(job ? job->pool : NULL, parts, pack_part, &packing, 1, 1, job, NULL)) {
        mem_free(packing.tree);
        return NULL;
    }
    return packing.tree;
}

// Built by the description with two children to a node, as the type of its single nodes.
bool blocks_build(Bvh *bvh, const BvType *single, BlockTighten *tighten, Job *job, Error *err)
{
    const BvType *own = bvh->type;
    int32_t width = bvh->desc.arity;
    bvh->type = single;
    bvh->desc.arity = 2;
    bool ok =
        bvh->desc.builder->build(bvh, job, err) && (!single->finish || single->finish(bvh, job));
    ok = ok && !job_cancelled(job);
    if (ok && bvh->node_count > 0) {
        Plan plan = {.nodes = NULL};
        BlockTree *tree = plan_all(&plan, bvh, width, job) ? pack(&plan, bvh, tighten, job) : NULL;
        ok = tree != NULL && bvh_make_corners(bvh);
        if (ok) {
            mem_free(bvh->nodes);
            bvh->nodes = tree;
            bvh->node_count = plan.node_count;
            bvh->depth = plan.depth;
        } else if (!job_cancelled(job)) {
            error_set(err, "not enough memory for a hierarchy of %d triangles",
                      bvh->mesh->triangle_count);
        }
        if (!ok)
            mem_free(tree);
        mem_free(plan.nodes);
        mem_free(plan.blocks);
    }
    bvh->type = own;
    bvh->desc.arity = width;
    return ok;
}

// Single nodes with the identifiers they have here, refitted as such and put back.
bool blocks_refit(Bvh *bvh, const BvType *single, Job *job)
{
    BlockTree *tree = bvh->nodes;
    if (!tree) {
        bvh_refitted(bvh);
        return true;
    }
    const BvType *own = bvh->type;
    size_t node_bytes = single->volume_size + sizeof(uint32_t);
    char *nodes = mem_alloc(tree->node_count * node_bytes);
    if (!nodes)
        return false;
    const uint32_t *places = block_places(tree);
    for (NodeId i = 0; i < tree->node_count; ++i) {
        uint32_t ref = node_ref_pack(blocks_links(bvh, i));
        get_volume(block_at(tree, places[i] / BLOCK_LANES), places[i] % BLOCK_LANES, tree->floats,
                   nodes + i * node_bytes);
        memcpy(nodes + (i + 1) * node_bytes - sizeof ref, &ref, sizeof ref);
    }
    bvh->nodes = nodes;
    bvh->type = single;
    bool ok = bvh_make_corners(bvh) && single->refit(bvh, job);
    bvh->type = own;
    bvh->nodes = tree;
    for (NodeId i = 0; ok && i < tree->node_count; ++i)
        put_volume((float *)block_at(tree, places[i] / BLOCK_LANES), places[i] % BLOCK_LANES,
                   tree->floats, nodes + i * node_bytes);
    mem_free(nodes);
    return ok;
}

NodeLinks blocks_links(const Bvh *bvh, NodeId node)
{
    const BlockTree *tree = bvh->nodes;
    uint32_t place = block_places(tree)[node];
    uint32_t ref = block_refs(tree, place / BLOCK_LANES)[place % BLOCK_LANES];
    if (ref & NODE_LEAF_BIT)
        return node_ref_links(ref);
    const uint32_t *refs = block_refs(tree, ref);
    NodeLinks links = {block_firsts(tree)[ref], 0, false};
    while (links.count < BLOCK_LANES && refs[links.count] != 0)
        ++links.count;
    return links;
}

void blocks_decode(const Bvh *bvh, NodeId node, const void *parent, void *volume)
{
    (void)parent;
    const BlockTree *tree = bvh->nodes;
    uint32_t place = block_places(tree)[node];
    get_volume(block_at(tree, place / BLOCK_LANES), place % BLOCK_LANES, tree->floats, volume);
}

size_t blocks_bytes(const Bvh *bvh, MemoryRow *rows, int max)
{
    if (max < 3)
        return 0;
    size_t corners = bvh->corners ? bvh->slot_count * sizeof *bvh->corners : 0;
    rows[0] = (MemoryRow){"nodes", bvh->nodes ? tree_bytes(bvh->nodes) : 0};
    rows[1] = (MemoryRow){"triangle index", bvh->slot_count * sizeof *bvh->slots};
    rows[2] = (MemoryRow){"corners", corners};
    return 3;
}
