// The tree itself: nodes in one array, children as lists, so that regrouping is a matter of links.
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/hybrid/hybrid.h"

#include <assert.h>

static HybridId add_node(HybridTree *tree)
{
    if (tree->count == INT32_MAX ||
        !array_reserve(&tree->nodes, &tree->capacity, (size_t)tree->count + 1, sizeof *tree->nodes))
        return HYBRID_NONE;
    tree->nodes[tree->count] = (HybridNode){.primitive = HYBRID_NONE,
                                            .parent = HYBRID_NONE,
                                            .first_child = HYBRID_NONE,
                                            .last_child = HYBRID_NONE,
                                            .next = HYBRID_NONE};
    return tree->count++;
}

HybridId hybrid_add_group(HybridTree *tree)
{
    return add_node(tree);
}

HybridId hybrid_add_leaf(HybridTree *tree, const PrimitiveSet *set, int32_t primitive)
{
    assert(tree && set && primitive >= 0 && primitive < set->count);
    HybridId id = add_node(tree);
    if (id == HYBRID_NONE)
        return id;
    tree->nodes[id].primitive = primitive;
    tree->nodes[id].volume = set->items[primitive].volume;
    tree->nodes[id].type = hybrid_volume_type(&set->items[primitive].volume);
    return id;
}

void hybrid_link(HybridTree *tree, HybridId parent, HybridId child)
{
    assert(tree && parent != child);
    assert(parent >= 0 && parent < tree->count && child >= 0 && child < tree->count);
    HybridNode *nodes = tree->nodes, *group = &nodes[parent];
    *(group->last_child == HYBRID_NONE ? &group->first_child : &nodes[group->last_child].next) =
        child;
    group->last_child = child;
    nodes[child].next = HYBRID_NONE;
    nodes[child].parent = parent;
    ++group->child_count;
}

void hybrid_unlink(HybridTree *tree, HybridId child)
{
    assert(tree && child >= 0 && child < tree->count);
    HybridNode *nodes = tree->nodes, *group = &nodes[nodes[child].parent];
    HybridId *at = &group->first_child, before = HYBRID_NONE;
    while (*at != child) {
        before = *at;
        at = &nodes[*at].next;
    }
    *at = nodes[child].next;
    if (group->last_child == child)
        group->last_child = before;
    nodes[child].next = nodes[child].parent = HYBRID_NONE;
    --group->child_count;
}

void hybrid_dissolve(HybridTree *tree, HybridId group)
{
    HybridId parent = tree->nodes[group].parent;
    hybrid_unlink(tree, group);
    while (tree->nodes[group].first_child != HYBRID_NONE) {
        HybridId child = tree->nodes[group].first_child;
        hybrid_unlink(tree, child);
        hybrid_link(tree, parent, child);
    }
}

bool hybrid_copy(HybridTree *to, const HybridTree *from)
{
    assert(to && from && to != from);
    if (!array_reserve(&to->nodes, &to->capacity, (size_t)from->count, sizeof *to->nodes))
        return false;
    if (from->count > 0)
        memcpy(to->nodes, from->nodes, (size_t)from->count * sizeof *to->nodes);
    to->count = from->count;
    to->root = from->root;
    return true;
}

void hybrid_tree_free(HybridTree *tree)
{
    mem_free(tree->nodes);
    *tree = (HybridTree){.root = HYBRID_NONE};
}

// Breadth first: children of a node follow each other.
bool hybrid_order(HybridTree *tree)
{
    assert(tree);
    if (tree->root == HYBRID_NONE) {
        tree->count = 0;
        return true;
    }
    HybridNode *ordered = array_alloc((size_t)tree->count, sizeof *ordered);
    if (!ordered)
        return false;
    int32_t count = 1;
    ordered[0] = tree->nodes[tree->root];
    ordered[0].parent = HYBRID_NONE;
    ordered[0].next = HYBRID_NONE;
    for (int32_t i = 0; i < count; ++i) {
        HybridId child = ordered[i].first_child;
        if (child != HYBRID_NONE) {
            ordered[i].first_child = count;
            ordered[i].last_child = count + ordered[i].child_count - 1;
        }
        for (; child != HYBRID_NONE; ++count) {
            ordered[count] = tree->nodes[child];
            ordered[count].parent = i;
            child = tree->nodes[child].next;
            ordered[count].next = child == HYBRID_NONE ? HYBRID_NONE : count + 1;
        }
    }
    mem_free(tree->nodes);
    tree->nodes = ordered;
    tree->capacity = (size_t)tree->count;
    tree->count = count;
    tree->root = 0;
    return true;
}

// The next node of the subtree in depth-first order, without a stack.
static HybridId step(const HybridTree *tree, HybridId top, HybridId at)
{
    const HybridNode *nodes = tree->nodes;
    if (nodes[at].first_child != HYBRID_NONE)
        return nodes[at].first_child;
    while (at != top && nodes[at].next == HYBRID_NONE)
        at = nodes[at].parent;
    return at == top ? HYBRID_NONE : nodes[at].next;
}

int32_t hybrid_coverage(const HybridTree *tree, HybridId node, int32_t *out)
{
    assert(tree && out && node >= 0 && node < tree->count);
    int32_t count = 0;
    for (HybridId at = node; at != HYBRID_NONE; at = step(tree, node, at))
        if (tree->nodes[at].primitive != HYBRID_NONE)
            out[count++] = tree->nodes[at].primitive;
    return count;
}

// --- checking

static bool check_node(const HybridTree *tree, const PrimitiveSet *set, HybridId id, Error *err)
{
    const HybridNode *node = &tree->nodes[id];
    int32_t children = 0;
    for (HybridId c = node->first_child; c != HYBRID_NONE; c = tree->nodes[c].next, ++children)
        if (c <= id || c >= tree->count || tree->nodes[c].parent != id ||
            c != node->first_child + children)
            return error_set(err, "node %d: child %d is not where it should be", id, c);
    if (children != node->child_count)
        return error_set(err, "node %d has %d children but says %d", id, children,
                         node->child_count);
    if (node->primitive == HYBRID_NONE)
        return children >= 2 ? true : error_set(err, "group %d has %d children", id, children);
    if (children > 0 || node->primitive < 0 || node->primitive >= set->count)
        return error_set(err, "leaf %d is not a leaf of the set", id);
    return true;
}

// Every primitive against all groups above its leaf.
static bool check_enclosure(const HybridTree *tree, const PrimitiveSet *set, HybridId leaf,
                            Error *err)
{
    const HybridVolume *volume = &set->items[tree->nodes[leaf].primitive].volume;
    if (!hybrid_volume_equal(volume, &tree->nodes[leaf].volume))
        return error_set(err, "leaf %d does not have its primitive's volume", leaf);
    for (HybridId up = tree->nodes[leaf].parent; up != HYBRID_NONE; up = tree->nodes[up].parent)
        if (!hybrid_volume_encloses(&tree->nodes[up].volume, volume))
            return error_set(err, "group %d (%s) does not enclose primitive %d", up,
                             volume_type_names[tree->nodes[up].type], tree->nodes[leaf].primitive);
    return true;
}

bool hybrid_validate(const HybridTree *tree, const PrimitiveSet *set, Error *err)
{
    assert(tree && set);
    if (set->count == 0)
        return tree->root == HYBRID_NONE && tree->count == 0
                   ? true
                   : error_set(err, "a tree without primitives has nodes");
    if (tree->root != 0 || tree->nodes[0].parent != HYBRID_NONE)
        return error_set(err, "the root is not node 0");
    bool *seen = mem_calloc((size_t)set->count, sizeof *seen);
    if (!seen)
        return error_set(err, "not enough memory");
    int32_t leaves = 0;
    bool sound = true;
    for (HybridId i = 0; sound && i < tree->count; ++i) {
        const HybridNode *node = &tree->nodes[i];
        sound = check_node(tree, set, i, err);
        if (!sound || node->primitive == HYBRID_NONE)
            continue;
        if (seen[node->primitive])
            sound = error_set(err, "primitive %d is in two leaves", node->primitive);
        seen[node->primitive] = true;
        ++leaves;
        sound = sound && check_enclosure(tree, set, i, err);
    }
    mem_free(seen);
    if (sound && leaves != set->count)
        return error_set(err, "%d of %d primitives are in the tree", leaves, set->count);
    return sound;
}
