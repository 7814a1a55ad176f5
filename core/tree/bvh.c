// Walking and measuring hierarchies of any volume type.
#include "core/tree/bvh.h"
#include "core/base/array.h"
#include "core/base/memory.h"

#include <assert.h>

Bvh *bvh_retain(Bvh *bvh)
{
    assert(bvh && atomic_load(&bvh->references) > 0);
    atomic_fetch_add_explicit(&bvh->references, 1, memory_order_relaxed);
    return bvh;
}

void bvh_release(Bvh *bvh)
{
    if (!bvh || atomic_fetch_sub_explicit(&bvh->references, 1, memory_order_acq_rel) > 1)
        return;
    if (bvh->type->release)
        bvh->type->release(bvh);
    else
        mem_free(bvh->nodes);
    mesh_release(bvh->mesh);
    mem_free(bvh->slots);
    mem_free(bvh->corners);
    mem_free(bvh->scratch);
    mem_free(bvh);
}

bool bvh_comparable(const Bvh *a, const Bvh *b, Error *err)
{
    assert(a && b);
    if (a->type != b->type)
        return error_set(err, "the hierarchies are of different types: %s and %s", a->type->name,
                         b->type->name);
    for (int i = 0; i < a->type->param_count; ++i)
        if (a->desc.params[i] != b->desc.params[i])
            return error_set(err, "the hierarchies differ in a parameter of %s: %s is %g and %g",
                             a->type->name, a->type->params[i].name, a->desc.params[i],
                             b->desc.params[i]);
    return true;
}

// Volumes are decoded from their parents' on the way down, so each stack entry carries its own.
bool bvh_visit(const Bvh *bvh, BvhVisitFn *visit, void *user)
{
    assert(bvh && visit);
    if (bvh->node_count == 0)
        return true;
    typedef struct Entry {
        NodeId node;
        int level;
    } Entry;
    size_t volume_size = bvh->type->volume_size, stride = sizeof(Entry) + volume_size;
    stride = (stride + 15) & ~(size_t)15;
    unsigned char *stack = NULL, *here = mem_alloc(2 * stride);
    size_t count = 0, capacity = 0;
    bool ok = here != NULL && array_reserve(&stack, &capacity, 1, stride);
    if (ok) {
        *(Entry *)(void *)here = (Entry){0, 0};
        bvh->type->decode(bvh, 0, NULL, here + sizeof(Entry));
        memcpy(stack, here, stride);
        count = 1;
    }
    while (ok && count > 0) {
        memcpy(here, stack + --count * stride, stride);
        Entry entry = *(Entry *)(void *)here;
        void *volume = here + sizeof(Entry);
        NodeLinks links = bvh->type->links(bvh, entry.node);
        if (!visit(user, entry.node, entry.level, links, volume) || links.leaf)
            continue;
        ok = array_reserve(&stack, &capacity, count + links.count, stride);
        for (uint32_t i = links.count; ok && i-- > 0;) {
            unsigned char *child = stack + count++ * stride;
            *(Entry *)(void *)child = (Entry){links.first + i, entry.level + 1};
            bvh->type->decode(bvh, links.first + i, volume, child + sizeof(Entry));
        }
    }
    mem_free(stack);
    mem_free(here);
    return ok;
}

bool bvh_volume(const Bvh *bvh, NodeId node, const NodeId *above, void *volume)
{
    assert(bvh && node < bvh->node_count && volume);
    if (!(bvh->type->traits & BV_NEEDS_PARENT)) {
        bvh->type->decode(bvh, node, NULL, volume);
        return true;
    }
    assert(above);
    size_t count = 1, bytes = bvh->type->volume_size;
    for (NodeId n = node; above[n] != BVH_NO_NODE; n = above[n])
        ++count;
    NodeId *way = array_alloc(count, sizeof *way);
    void *parent = mem_alloc(bytes);
    bool ok = way && parent;
    size_t i = count;
    for (NodeId n = node; ok && i > 0; n = above[n])
        way[--i] = n;
    for (; ok && i < count; ++i) {
        bvh->type->decode(bvh, way[i], i > 0 ? parent : NULL, volume);
        memcpy(parent, volume, bytes);
    }
    mem_free(way);
    mem_free(parent);
    return ok;
}

FitItems bvh_items_below(const Bvh *bvh, NodeId node)
{
    assert(bvh && node < bvh->node_count);
    NodeLinks left = bvh->type->links(bvh, node), right = left;
    while (!left.leaf)
        left = bvh->type->links(bvh, left.first);
    while (!right.leaf)
        right = bvh->type->links(bvh, right.first + right.count - 1);
    return (FitItems){.mesh = bvh->mesh,
                      .items = bvh->slots + left.first,
                      .count = (int32_t)(right.first + right.count - left.first)};
}

enum { CORNERS_BEYOND = 3 }; // so that four can be read anywhere

bool bvh_make_corners(Bvh *bvh)
{
    assert(bvh);
    const Mesh *mesh = bvh->mesh;
    if (!bvh->corners)
        bvh->corners = mem_calloc((size_t)bvh->slot_count + CORNERS_BEYOND, sizeof *bvh->corners);
    if (!bvh->corners)
        return false;
    for (uint32_t i = 0; i < bvh->slot_count; ++i)
        for (int c = 0; c < 3; ++c)
            for (int k = 0; k < 3; ++k)
                bvh->corners[i][c][k] =
                    (float)mesh->vertices[mesh->triangles[bvh->slots[i]][c]].v[k];
    return true;
}

void *bvh_scratch(Bvh *bvh, size_t bytes)
{
    assert(bvh);
    if (bytes > bvh->scratch_bytes) {
        mem_free(bvh->scratch);
        bvh->scratch = mem_alloc(bytes);
        bvh->scratch_bytes = bvh->scratch ? bytes : 0;
    }
    return bvh->scratch;
}

void bvh_refitted(Bvh *bvh)
{
    assert(bvh && bvh->mesh);
    bvh->mesh_version = bvh->mesh->version;
    bvh->radius = mesh_radius(bvh->mesh);
    bvh->box = mesh_bounds(bvh->mesh);
}

size_t bvh_bytes(const Bvh *bvh)
{
    assert(bvh && bvh->type);
    MemoryRow rows[16];
    size_t total = bvh->scratch_bytes, count = bvh->type->bytes(bvh, rows, 16);
    for (size_t i = 0; i < count; ++i)
        total += rows[i].bytes;
    return total;
}
