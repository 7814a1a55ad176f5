#include "core/bench/replay.h"
#include "core/base/memory.h"

#include <string.h>

// Every node of an object hierarchy holds consecutive slots. So a node's split is where, among the
// boundaries between its slots, the one of the least level lies.
static struct {
    int32_t *slot_of; // per triangle
    int32_t *level;   // [i]: of the node that is split between slots i - 1 and i
} recorded;

// Returns the first slot below the node.
static uint32_t record(const Bvh *tree, NodeId node, int32_t level)
{
    NodeLinks at = tree->type->links(tree, node);
    if (at.leaf)
        return at.first;
    uint32_t first = record(tree, at.first, level + 1);
    for (uint32_t i = 1; i < at.count; ++i)
        recorded.level[record(tree, at.first + i, level + 1)] = level;
    return first;
}

bool replay_begin(const Bvh *tree)
{
    size_t n = tree->slot_count;
    replay_end();
    recorded.slot_of = mem_calloc(n + 1, sizeof *recorded.slot_of);
    recorded.level = mem_calloc(n + 1, sizeof *recorded.level);
    if (!recorded.slot_of || !recorded.level) {
        replay_end();
        return false;
    }
    for (size_t i = 0; i < n; ++i)
        recorded.slot_of[tree->slots[i]] = (int32_t)i;
    if (tree->node_count > 0)
        record(tree, 0, 0);
    return true;
}

void replay_end(void)
{
    mem_free(recorded.slot_of);
    mem_free(recorded.level);
    memset(&recorded, 0, sizeof recorded);
}

static bool split(const SplitInput *in, int32_t *items, int32_t count, SplitChoice *out)
{
    int32_t first = recorded.slot_of[items[0]];
    for (int32_t i = 1; i < count; ++i)
        if (recorded.slot_of[items[i]] < first)
            first = recorded.slot_of[items[i]];
    int32_t cut = first + 1;
    for (int32_t i = first + 2; i < first + count; ++i)
        if (recorded.level[i] < recorded.level[cut])
            cut = i;
    int32_t left = 0;
    for (int32_t i = 0; i < count; ++i)
        left = split_place(items, i, left, recorded.slot_of[items[i]] < cut);
    *out = (SplitChoice){
        .left_count = left, .axis = box3_longest_axis(&in->box), .reason = "as recorded"};
    return true;
}

const SplitRule split_replay = {
    .name = "the boxtree's topology",
    .note = "repeats the splits of another tree",
    .split = split,
};
