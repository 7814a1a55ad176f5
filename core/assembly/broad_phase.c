// An AVL tree without an order: a leaf goes beside the leaf that its path of least growth ends at,
// and rotations keep the heights of siblings within one of each other. Inserting only beside leaves
// keeps every imbalance at two or less, which one rotation mends, so that even a thousand equal
// boxes make no list. Height of n leaves: at most 1.45 log2 n + 1, below 48 for 2^31.
#include "core/assembly/broad_phase.h"

#include "core/base/array.h"
#include "core/base/memory.h"

#include <assert.h>

static Box3d joined(const Box3d *a, const Box3d *b)
{
    return (Box3d){vec3d_min(a->lo, b->lo), vec3d_max(a->hi, b->hi)};
}

static double half_area(const Box3d *box)
{
    Vec3d d = vec3d_sub(box->hi, box->lo);
    return d.x * d.y + d.y * d.z + d.z * d.x;
}

static bool meet(const Box3d *a, const Box3d *b)
{
    return a->lo.x <= b->hi.x && b->lo.x <= a->hi.x && a->lo.y <= b->hi.y && b->lo.y <= a->hi.y &&
           a->lo.z <= b->hi.z && b->lo.z <= a->hi.z;
}

bool broad_phase_reserve(BroadPhase *phase, int32_t item_count)
{
    assert(phase && item_count >= 0);
    size_t items = (size_t)item_count;
    // n leaves and n - 1 above them, and the one that is never used.
    if (!array_reserve(&phase->nodes, &phase->node_capacity, 2 * items + 1, sizeof(BroadNode)) ||
        !array_reserve(&phase->leaf_of, &phase->item_capacity, items, sizeof(int32_t)))
        return false;
    for (; phase->item_count < item_count; ++phase->item_count)
        phase->leaf_of[phase->item_count] = 0;
    if (phase->node_count == 0)
        phase->nodes[phase->node_count++] = (BroadNode){0};
    return true;
}

void broad_phase_free(BroadPhase *phase)
{
    mem_free(phase->nodes);
    mem_free(phase->leaf_of);
    *phase = (BroadPhase){0};
}

bool broad_phase_copy(BroadPhase *to, const BroadPhase *from)
{
    assert(to && from && to != from);
    size_t nodes = (size_t)from->node_count, items = (size_t)from->item_count;
    *to = *from;
    to->node_capacity = nodes;
    to->item_capacity = items;
    to->nodes = array_alloc(nodes, sizeof *to->nodes);
    to->leaf_of = array_alloc(items, sizeof *to->leaf_of);
    if (!to->nodes || !to->leaf_of) {
        broad_phase_free(to);
        return false;
    }
    if (nodes > 0)
        memcpy(to->nodes, from->nodes, nodes * sizeof *to->nodes);
    if (items > 0)
        memcpy(to->leaf_of, from->leaf_of, items * sizeof *to->leaf_of);
    return true;
}

const Box3d *broad_phase_box(const BroadPhase *phase, int32_t item)
{
    int32_t leaf = item < phase->item_count ? phase->leaf_of[item] : 0;
    return leaf ? &phase->nodes[leaf].box : NULL;
}

static int32_t node_take(BroadPhase *phase)
{
    int32_t node = phase->free_node;
    if (node) {
        phase->free_node = phase->nodes[node].parent;
        return node;
    }
    assert((size_t)phase->node_count < phase->node_capacity);
    return phase->node_count++;
}

static void node_give(BroadPhase *phase, int32_t node)
{
    phase->nodes[node].parent = phase->free_node;
    phase->free_node = node;
}

static void fit(BroadNode *nodes, int32_t node)
{
    const BroadNode *x = &nodes[nodes[node].child[0]], *y = &nodes[nodes[node].child[1]];
    nodes[node].box = joined(&x->box, &y->box);
    nodes[node].height = 1 + (x->height > y->height ? x->height : y->height);
}

static void replace_child(BroadPhase *phase, int32_t parent, int32_t old, int32_t new)
{
    BroadNode *nodes = phase->nodes;
    nodes[new].parent = parent;
    if (parent == 0)
        phase->root = new;
    else
        nodes[parent].child[nodes[parent].child[1] == old] = new;
}

// The higher child of `top` takes its place and keeps its own higher child, the other one (or, of
// two equally high ones, the one that makes the smaller box) goes down to `top`. Returns the new
// top.
static int32_t rotate(BroadPhase *phase, int32_t top, int side)
{
    BroadNode *nodes = phase->nodes;
    int32_t up = nodes[top].child[side], stays = nodes[top].child[!side];
    int32_t x = nodes[up].child[0], y = nodes[up].child[1];
    bool x_goes = nodes[x].height < nodes[y].height;
    if (nodes[x].height == nodes[y].height) {
        Box3d with_x = joined(&nodes[stays].box, &nodes[x].box);
        Box3d with_y = joined(&nodes[stays].box, &nodes[y].box);
        x_goes = half_area(&with_x) < half_area(&with_y);
    }
    int32_t goes = x_goes ? x : y, keeps = x_goes ? y : x;
    replace_child(phase, nodes[top].parent, top, up);
    nodes[up].child[0] = top;
    nodes[up].child[1] = keeps;
    nodes[top].parent = up;
    nodes[top].child[side] = goes;
    nodes[goes].parent = top;
    fit(nodes, top);
    fit(nodes, up);
    return up;
}

static void mend_upwards(BroadPhase *phase, int32_t node)
{
    for (; node; node = phase->nodes[node].parent) {
        const int32_t *child = phase->nodes[node].child;
        int32_t lean = phase->nodes[child[1]].height - phase->nodes[child[0]].height;
        if (lean > 1 || lean < -1)
            node = rotate(phase, node, lean > 1);
        else
            fit(phase->nodes, node);
    }
}

static int32_t best_leaf(const BroadPhase *phase, const Box3d *box)
{
    const BroadNode *nodes = phase->nodes;
    int32_t node = phase->root;
    while (nodes[node].height > 0) {
        double growth[2];
        for (int side = 0; side < 2; ++side) {
            const Box3d *old = &nodes[nodes[node].child[side]].box;
            Box3d grown = joined(old, box);
            growth[side] = half_area(&grown) - half_area(old);
        }
        const int32_t *child = nodes[node].child;
        bool second = growth[1] < growth[0];
        if (!second && !(growth[0] < growth[1]))
            second = nodes[child[1]].height < nodes[child[0]].height;
        node = child[second];
    }
    return node;
}

static void insert(BroadPhase *phase, int32_t leaf)
{
    if (!phase->root) {
        phase->root = leaf;
        phase->nodes[leaf].parent = 0;
        return;
    }
    int32_t beside = best_leaf(phase, &phase->nodes[leaf].box), above = node_take(phase);
    BroadNode *nodes = phase->nodes;
    replace_child(phase, nodes[beside].parent, beside, above);
    nodes[above].child[0] = beside;
    nodes[above].child[1] = leaf;
    nodes[beside].parent = nodes[leaf].parent = above;
    mend_upwards(phase, above);
}

static void take_out(BroadPhase *phase, int32_t leaf)
{
    BroadNode *nodes = phase->nodes;
    int32_t above = nodes[leaf].parent;
    if (!above) {
        phase->root = 0;
        return;
    }
    int32_t sibling = nodes[above].child[nodes[above].child[0] == leaf];
    int32_t top = nodes[above].parent;
    replace_child(phase, top, above, sibling);
    node_give(phase, above);
    mend_upwards(phase, top);
}

static Box3d whole_space(void)
{
    return (Box3d){{.v = {-INFINITY, -INFINITY, -INFINITY}}, {.v = {INFINITY, INFINITY, INFINITY}}};
}

void broad_phase_set(BroadPhase *phase, int32_t item, const Box3d *box)
{
    assert(item >= 0 && item < phase->item_count);
    int32_t leaf = phase->leaf_of[item];
    if (leaf)
        take_out(phase, leaf);
    if (!box) {
        if (leaf)
            node_give(phase, leaf);
        phase->leaf_of[item] = 0;
        return;
    }
    if (!leaf)
        leaf = phase->leaf_of[item] = node_take(phase);
    phase->nodes[leaf] = (BroadNode){.box = *box, .child = {0, item}};
    for (int i = 0; i < 3; ++i)
        if (isnan(box->lo.v[i]) || isnan(box->hi.v[i]))
            phase->nodes[leaf].box = whole_space();
    insert(phase, leaf);
}

bool broad_phase_query(const BroadPhase *phase, const Box3d *box, BroadFn *fn, void *user)
{
    int32_t stack[BROAD_MAX_HEIGHT + 1], depth = 0;
    if (phase->root)
        stack[depth++] = phase->root;
    while (depth > 0) {
        const BroadNode *node = &phase->nodes[stack[--depth]];
        if (!meet(&node->box, box))
            continue;
        if (node->height == 0) {
            if (!fn(user, node->child[1]))
                return false;
        } else {
            assert(depth < BROAD_MAX_HEIGHT);
            stack[depth++] = node->child[1];
            stack[depth++] = node->child[0];
        }
    }
    return true;
}
