// One box over all primitives: what games do, and what every hierarchy has to beat.
#include "core/hybrid/record.h"

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
    for (int32_t i = 0; work->record && i < work->set->count; ++i)
        work->covered[i] = i;
    return !work->record ||
           hybrid_record_step(work, &(HybridStep){.kind = HYBRID_STEP_ROOT, .node = root},
                              work->covered, work->set->count, NULL, 0);
}

const HybridBuilder hybrid_two_level = {
    .name = "two-level",
    .note = "one axis-aligned box over all primitives",
    .build = build,
};
