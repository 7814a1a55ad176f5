// cost(H) of the paper's equation 2, tightness of its equation 1, and shape.
#include "core/hybrid/hybrid.h"

#include <assert.h>

HybridCost hybrid_cost(const HybridTree *tree, enum Measure measure)
{
    assert(tree);
    HybridCost cost = {0, 0};
    for (int32_t i = 0; i < tree->count; ++i) {
        const HybridNode *node = &tree->nodes[i];
        if (node->child_count == 0)
            continue; // a leaf, or a group that was dissolved
        double term = node->child_count * hybrid_volume_measure(&node->volume, measure);
        cost.full += term;
        if (i == tree->root)
            cost.root_term = term;
    }
    return cost;
}

double hybrid_tightness(const HybridTree *tree, HybridId group)
{
    assert(tree && group >= 0 && group < tree->count);
    double sum = 0;
    const HybridNode *nodes = tree->nodes;
    for (HybridId c = nodes[group].first_child; c != HYBRID_NONE; c = nodes[c].next)
        sum += hybrid_volume_measure(&nodes[c].volume, MEASURE_VOLUME);
    return sum > 0 ? hybrid_volume_measure(&nodes[group].volume, MEASURE_VOLUME) / sum : -1;
}

static int32_t depth_of(const HybridTree *tree, HybridId node)
{
    int32_t depth = 1;
    while ((node = tree->nodes[node].parent) != HYBRID_NONE)
        ++depth;
    return depth;
}

HybridQuality hybrid_quality(const HybridTree *tree)
{
    assert(tree);
    HybridQuality q = {.volume = hybrid_cost(tree, MEASURE_VOLUME),
                       .area = hybrid_cost(tree, MEASURE_AREA)};
    int32_t measured = 0;
    double tightness = 0, depths = 0;
    for (int32_t i = 0; i < tree->count; ++i) {
        const HybridNode *node = &tree->nodes[i];
        if (node->primitive != HYBRID_NONE) {
            int32_t depth = depth_of(tree, i);
            ++q.leaves;
            ++q.leaf_types[node->type];
            q.depth = depth > q.depth ? depth : q.depth;
            q.least_leaf_depth =
                q.leaves == 1 || depth < q.least_leaf_depth ? depth : q.least_leaf_depth;
            depths += depth;
            continue;
        }
        ++q.groups;
        ++q.group_types[node->type];
        q.most_children = node->child_count > q.most_children ? node->child_count : q.most_children;
        double t = hybrid_tightness(tree, i);
        if (t >= 0) {
            tightness += t;
            ++measured;
        }
    }
    q.mean_leaf_depth = q.leaves > 0 ? depths / q.leaves : 0;
    q.tightness = measured > 0 ? tightness / measured : 0;
    return q;
}
