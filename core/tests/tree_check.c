#include "core/tests/tree_check.h"
#include "core/base/array.h"
#include "core/base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct ValidateVisit {
    const Bvh *bvh;
    uint32_t *times_seen; // per triangle
    uint16_t *covered;    // per triangle: a bit for each of its samples; repeated triangles only
    uint16_t *reached;    // per slot: samples inside all volumes down to here; pieces only
    double root_volume, leaf_volume;
    uint32_t nodes_seen;
    Error *err;
    bool ok;
} ValidateVisit;

// Points of a triangle: the corners, the middles of its sides, the middles between all these.
enum { SAMPLES = 15 };
static void sample_triangle(const Triangle *t, Vec3d out[SAMPLES])
{
    int count = 3;
    memcpy(out, t->p, sizeof t->p);
    for (int i = 0; i < 3; ++i)
        out[count++] = vec3d_scale(vec3d_add(out[i], out[(i + 1) % 3]), 0.5);
    for (int i = 0; i < 3; ++i) {
        Vec3d middle = out[3 + i];
        out[count++] = vec3d_scale(vec3d_add(out[i], middle), 0.5);
        out[count++] = vec3d_scale(vec3d_add(out[(i + 1) % 3], middle), 0.5);
        out[count++] = vec3d_scale(vec3d_add(out[3 + (i + 1) % 3], middle), 0.5);
    }
}

// A triangle may reach beyond the cells that list it, but each of its points must be in one of
// them.
static void note_cell(ValidateVisit *v, NodeId node, NodeLinks links, const void *volume)
{
    double size = v->bvh->type->measure(volume, MEASURE_VOLUME);
    if (node == 0)
        v->root_volume = size;
    if (!links.leaf)
        return;
    v->leaf_volume += size;
    for (uint32_t i = 0; i < links.count; ++i) {
        int32_t index = v->bvh->slots[links.first + i];
        Triangle t = mesh_triangle(v->bvh->mesh, index);
        Vec3d sample[SAMPLES];
        sample_triangle(&t, sample);
        for (int k = 0; k < SAMPLES; ++k)
            if (v->bvh->type->contains(volume, sample[k]))
                v->covered[index] |= (uint16_t)(1u << k);
    }
}

// Leaves that hold pieces of triangles: each sample must be in some leaf that lists its triangle,
// and in all volumes above that leaf. Parents are visited first, so what is left of a slot's
// samples at its leaf was inside all the way down.
static void note_pieces(ValidateVisit *v, NodeLinks links, const void *volume, uint32_t first,
                        uint32_t end)
{
    const Bvh *bvh = v->bvh;
    for (uint32_t i = first; i < end; ++i) {
        Triangle t = mesh_triangle(bvh->mesh, bvh->slots[i]);
        Vec3d sample[SAMPLES];
        sample_triangle(&t, sample);
        for (int k = 0; k < SAMPLES; ++k)
            if (!bvh->type->contains(volume, sample[k]))
                v->reached[i] &= (uint16_t) ~(1u << k);
        if (links.leaf)
            v->covered[bvh->slots[i]] |= v->reached[i];
    }
}

static bool check_coverage(const ValidateVisit *v)
{
    bool partition = v->bvh->type->traits & BV_SPACE_PARTITION;
    if (partition && fabs(v->leaf_volume - v->root_volume) > 1e-9 * v->root_volume)
        return error_set(v->err, "the leaves' cells make up %.17g of the root's %.17g",
                         v->leaf_volume, v->root_volume);
    for (int32_t i = 0; i < v->bvh->mesh->triangle_count; ++i)
        if (v->covered[i] != (1u << SAMPLES) - 1)
            return error_set(v->err, "triangle %d is not listed where some of it is (%x)", i,
                             v->covered[i]);
    return true;
}

static bool validate_node(void *user, NodeId node, int level, NodeLinks links, const void *volume)
{
    (void)level;
    ValidateVisit *v = user;
    const Bvh *bvh = v->bvh;
    if (!v->ok)
        return false;
    ++v->nodes_seen;
    if (links.leaf) {
        if (links.first > bvh->slot_count || links.count > bvh->slot_count - links.first) {
            v->ok = error_set(v->err, "leaf %u reaches beyond the triangle index", node);
            return false;
        }
        for (uint32_t i = 0; i < links.count; ++i)
            ++v->times_seen[bvh->slots[links.first + i]];
    } else if (links.first <= node || links.count < 2 || links.first >= bvh->node_count ||
               links.count > bvh->node_count - links.first) {
        v->ok = error_set(v->err, "node %u: children out of order", node);
        return false;
    }
    if (v->covered && !v->reached) {
        note_cell(v, node, links, volume);
        return true;
    }
    FitItems below = bvh_items_below(bvh, node);
    if (v->reached) {
        uint32_t first = (uint32_t)(below.items - bvh->slots);
        note_pieces(v, links, volume, first, first + (uint32_t)below.count);
        return true;
    }
    for (int32_t i = 0; i < below.count; ++i) {
        Triangle t = mesh_triangle(bvh->mesh, below.items[i]);
        for (int k = 0; k < 3; ++k) {
            if (!bvh->type->contains(volume, t.p[k])) {
                v->ok = error_set(v->err, "node %u: corner %d of triangle %d is outside", node, k,
                                  below.items[i]);
                return false;
            }
        }
    }
    return true;
}

bool bvh_validate(const Bvh *bvh, Error *err)
{
    assert(bvh && bvh->mesh);
    int32_t n = bvh->mesh->triangle_count;
    bool once = !(bvh->type->traits & BV_REPEATS_TRIANGLES);
    bool pieces = !once && !(bvh->type->traits & BV_SPACE_PARTITION);
    ValidateVisit v = {.bvh = bvh, .err = err, .ok = true};
    v.times_seen = mem_calloc((size_t)n + 1, sizeof *v.times_seen);
    v.covered = once ? NULL : mem_calloc((size_t)n + 1, sizeof *v.covered);
    v.reached = pieces ? array_alloc(bvh->slot_count, sizeof *v.reached) : NULL;
    if (v.reached)
        for (uint32_t i = 0; i < bvh->slot_count; ++i)
            v.reached[i] = (1u << SAMPLES) - 1;
    if (!v.times_seen || (!once && !v.covered) || (pieces && !v.reached) ||
        !bvh_visit(bvh, validate_node, &v))
        v.ok = error_set(err, "not enough memory to check the hierarchy");
    if (v.ok && v.nodes_seen != bvh->node_count)
        v.ok = error_set(err, "%u of %u nodes are reachable", v.nodes_seen, bvh->node_count);
    for (int32_t i = 0; v.ok && i < n; ++i)
        if (v.times_seen[i] == 0 || (once && v.times_seen[i] > 1))
            v.ok = error_set(err, "triangle %d is in %u leaves", i, v.times_seen[i]);
    if (v.ok && !once)
        v.ok = check_coverage(&v);
    mem_free(v.reached);
    mem_free(v.covered);
    mem_free(v.times_seen);
    return v.ok;
}

static bool subtree_valid(const BroadPhase *phase, int32_t node, int32_t parent, int32_t *leaves)
{
    const BroadNode *n = &phase->nodes[node];
    if (n->parent != parent || n->height > BROAD_MAX_HEIGHT)
        return false;
    if (n->height == 0) {
        ++*leaves;
        return n->child[1] < phase->item_count && phase->leaf_of[n->child[1]] == node;
    }
    const BroadNode *x = &phase->nodes[n->child[0]], *y = &phase->nodes[n->child[1]];
    Box3d box = {vec3d_min(x->box.lo, y->box.lo), vec3d_max(x->box.hi, y->box.hi)};
    return memcmp(&box, &n->box, sizeof box) == 0 && abs(x->height - y->height) <= 1 &&
           n->height == 1 + (x->height > y->height ? x->height : y->height) &&
           subtree_valid(phase, n->child[0], node, leaves) &&
           subtree_valid(phase, n->child[1], node, leaves);
}

bool broad_phase_validate(const BroadPhase *phase)
{
    int32_t leaves = 0, items = 0;
    if (phase->root && !subtree_valid(phase, phase->root, 0, &leaves))
        return false;
    for (int32_t i = 0; i < phase->item_count; ++i)
        items += phase->leaf_of[i] != 0;
    return leaves == items;
}
