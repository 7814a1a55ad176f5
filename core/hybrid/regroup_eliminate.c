#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/hybrid/record.h"
#include "core/hybrid/regroup.h"
#include "core/hybrid/split.h"

static double common_volume(const Box3d *a, const Box3d *b)
{
    double volume = 1;
    for (int k = 0; k < 3; ++k)
        volume *= fmax(0, fmin(a->hi.v[k], b->hi.v[k]) - fmax(a->lo.v[k], b->lo.v[k]));
    return volume;
}

bool regroup_is_bad(const HybridWork *work, HybridId group)
{
    const HybridNode *nodes = work->tree->nodes;
    double own = hybrid_volume_measure(&nodes[group].volume, MEASURE_VOLUME), common = 0;
    if (nodes[group].child_count > 16 || hybrid_tightness(work->tree, group) > 4)
        return true;
    for (HybridId c = nodes[group].first_child; c != HYBRID_NONE; c = nodes[c].next) {
        if (hybrid_volume_measure(&nodes[c].volume, MEASURE_VOLUME) > 0.9 * own)
            return true;
        Box3d box = hybrid_box_of(&nodes[c].volume);
        for (HybridId d = nodes[c].next; d != HYBRID_NONE; d = nodes[d].next) {
            Box3d other = hybrid_box_of(&nodes[d].volume);
            common += common_volume(&box, &other);
        }
    }
    return common > 0.5 * own;
}

// The children cut in two by Mueller's rule; a half of one child stays as it is.
static bool cut_in_two(HybridWork *work, HybridId group)
{
    HybridTree *tree = work->tree;
    int32_t count = tree->nodes[group].child_count, i = 0;
    Box3d *boxes = array_alloc((size_t)count, sizeof *boxes);
    int32_t *items = array_alloc((size_t)count, sizeof *items);
    HybridId *children = array_alloc((size_t)count, sizeof *children);
    bool fine = boxes && items && children;
    HybridId c = tree->nodes[group].first_child;
    for (; fine && c != HYBRID_NONE; c = tree->nodes[c].next, ++i) {
        boxes[i] = hybrid_box_of(&tree->nodes[c].volume);
        items[i] = i;
        children[i] = c;
    }
    HybridSplitter *splitter = fine ? hybrid_splitter_create(boxes, count) : NULL;
    fine = fine && splitter;
    int32_t left = fine ? hybrid_split(splitter, items, count) : 0;
    for (int side = 0; fine && side < 2; ++side) {
        int32_t first = side ? left : 0, end = side ? count : left;
        HybridId under = group;
        if (end - first > 1) {
            under = hybrid_add_group(tree);
            fine = under != HYBRID_NONE;
            if (fine)
                hybrid_link(tree, group, under);
        }
        for (int32_t k = first; fine && k < end; ++k) {
            hybrid_unlink(tree, children[items[k]]);
            hybrid_link(tree, under, children[items[k]]);
        }
        if (fine && under != group)
            hybrid_refit(work, under, 0);
    }
    hybrid_splitter_free(splitter);
    mem_free(boxes);
    mem_free(items);
    mem_free(children);
    return fine;
}

// What the tree would cost with the group dissolved (0) or cut in two (1).
static bool try_remedy(HybridWork *work, HybridId group, int remedy)
{
    if (remedy == 1)
        return cut_in_two(work, group);
    hybrid_dissolve(work->tree, group);
    return true;
}

// a: the group, b: which remedy.
static void note_remedies(HybridRecord *record, HybridId group, const double costs[2], int best)
{
    hybrid_note_begin(record);
    for (int remedy = 0; remedy < 2; ++remedy)
        if (isfinite(costs[remedy]))
            hybrid_note(record, &(HybridCandidate){.cost = costs[remedy],
                                                   .a = group,
                                                   .b = remedy,
                                                   .taken = remedy == best});
}

bool regroup_eliminate(HybridWork *work)
{
    HybridTree before = {.root = HYBRID_NONE};
    bool fine = true;
    double cost = insertion_cost(work);
    int32_t groups = work->tree->count; // those that come in the way are not looked at again
    for (HybridId g = work->set->count; fine && g < groups; ++g) {
        if (work->tree->nodes[g].child_count < 2 || !regroup_is_bad(work, g))
            continue;
        double costs[2] = {INFINITY, INFINITY};
        fine = !job_cancelled(work->job) && hybrid_copy(&before, work->tree);
        for (int remedy = 0; fine && remedy < 2; ++remedy) {
            bool possible =
                remedy == 0 ? g != work->tree->root : work->tree->nodes[g].child_count > 2;
            if (!possible)
                continue;
            fine = try_remedy(work, g, remedy);
            costs[remedy] = insertion_cost(work);
            fine = fine && hybrid_copy(work->tree, &before);
        }
        int best = costs[1] < costs[0];
        if (fine && costs[best] < cost - 1e-9 * cost) {
            cost = costs[best];
            ++work->stats->moves;
            if (work->record)
                note_remedies(work->record, g, costs, best);
            fine = try_remedy(work, g, best) &&
                   (!work->record ||
                    hybrid_record_step(
                        work, &(HybridStep){.kind = HYBRID_STEP_BREAK, .node = g, .cost = cost},
                        NULL, 0, NULL, 0));
        }
    }
    hybrid_tree_free(&before);
    return fine;
}
