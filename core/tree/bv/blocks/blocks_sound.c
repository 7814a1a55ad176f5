// Whether bytes that anybody may have written are blocks.
#include "core/tree/bv/blocks/blocks.h"

// Which nodes there are follows from the references; the lists behind the blocks must say the same.
// Children are in a later block, and each block but the first has one parent: bvh_keep.c sees that.
static bool lists_are_sound(const BlockTree *tree)
{
    const uint32_t *firsts = block_firsts(tree), *places = block_places(tree);
    uint32_t next = 0;
    for (uint32_t block = 0; block < tree->block_count; ++block) {
        const uint32_t *refs = block_refs(tree, block);
        bool ended = false;
        if (firsts[block] != next || refs[0] == 0)
            return false;
        for (uint32_t i = 0; i < BLOCK_LANES; ++i) {
            ended = ended || refs[i] == 0;
            if (!ended && (next == tree->node_count || places[next++] != block * BLOCK_LANES + i))
                return false;
            bool inner = refs[i] != 0 && !(refs[i] & NODE_LEAF_BIT);
            if ((ended && refs[i] != 0) ||
                (inner && (refs[i] <= block || refs[i] >= tree->block_count)))
                return false;
        }
    }
    return next == tree->node_count && block_refs(tree, 0)[1] == 0;
}

bool blocks_sound(const Bvh *bvh, size_t bytes)
{
    const BlockTree *tree = bvh->nodes;
    if (bytes < sizeof *tree || tree->node_count != bvh->node_count || tree->block_count == 0 ||
        tree->block_count > tree->node_count ||
        tree->floats != bvh->type->volume_size / sizeof(float))
        return false;
    size_t lists = (tree->block_count + (size_t)tree->node_count) * sizeof(uint32_t);
    return bytes == sizeof *tree + tree->block_count * block_bytes(tree) + lists &&
           lists_are_sound(tree);
}
