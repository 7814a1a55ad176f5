// One box over all primitives: what games do, and what every hierarchy has to beat.
#include "core/hybrid/hybrid.h"

static bool build(HybridWork *work)
{
    HybridTree *tree = work->tree;
    HybridId root = hybrid_add_group(tree);
    if (root == HYBRID_NONE)
        return false;
    for (int32_t i = 0; i < work->set->count; ++i) {
        hybrid_link(tree, root, i);
        work->volumes[i] = &work->set->items[i].volume;
    }
    tree->nodes[root].volume = hybrid_volume_fit(VOLUME_TYPE_AABB, work->volumes, work->set->count);
    tree->nodes[root].type = VOLUME_TYPE_AABB;
    tree->root = root;
    return true;
}

const HybridBuilder hybrid_two_level = {
    .name = "two-level",
    .note = "one axis-aligned box over all primitives",
    .build = build,
};
