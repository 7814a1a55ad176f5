// A mesh as a solid: its topology and a tree of its own, for points.
#include "core/meaning/material.h"

#include "core/base/array.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/variants.h"
#include "core/tree/split/split.h"
#include "core/tree/split/variants.h"

#include <assert.h>

// Children stand after their parents, so backwards every box finds those it is made of.
static bool make_nodes(Solid *solid, Job *job)
{
    BvhDesc desc = {.type = &bv_aabb, .split = &split_object_median, .leaf_size = 4};
    solid->tree = bvh_build(solid->mesh, &desc, job, NULL);
    if (!solid->tree)
        return false;
    const Bvh *tree = solid->tree;
    solid->nodes = array_alloc(tree->node_count, sizeof *solid->nodes);
    for (uint32_t i = tree->node_count; solid->nodes && i-- > 0;) {
        SolidNode node = {box3d_empty(), tree->type->links(tree, i)};
        for (uint32_t k = node.links.first; k < node.links.first + node.links.count; ++k) {
            if (node.links.leaf) {
                Triangle t = mesh_triangle(solid->mesh, tree->slots[k]);
                for (int c = 0; c < 3; ++c)
                    node.box = box3d_including(node.box, t.p[c]);
            } else {
                node.box.lo = vec3d_min(node.box.lo, solid->nodes[k].box.lo);
                node.box.hi = vec3d_max(node.box.hi, solid->nodes[k].box.hi);
            }
        }
        solid->nodes[i] = node;
    }
    return solid->nodes;
}

Solid *solid_build(Mesh *mesh, Job *job)
{
    assert(mesh);
    Solid *solid = mem_calloc(1, sizeof *solid);
    if (!solid)
        return NULL;
    solid->mesh = mesh_retain(mesh);
    solid->version = mesh->version;
    Job silent = job_part(job, 0);
    solid->topology = mesh_topology(mesh, &silent);
    if (solid->topology && make_nodes(solid, &silent)) {
        solid->encloses = solid->topology->closed;
        return solid;
    }
    solid_release(solid);
    return NULL;
}

bool solid_visit_near(const Solid *solid, const Box3d *box, SolidVisitFn *visit, void *user)
{
    NodeId stack[64 * QUERY_MAX_ARITY];
    size_t count = 0;
    stack[count++] = 0;
    while (count > 0) {
        const SolidNode *node = &solid->nodes[stack[--count]];
        if (!box3d_meet(&node->box, box))
            continue;
        for (uint32_t k = node->links.first; k < node->links.first + node->links.count; ++k) {
            if (!node->links.leaf)
                stack[count++] = k;
            else if (!visit(user, solid->tree->slots[k]))
                return false;
        }
    }
    return true;
}

void solid_release(Solid *solid)
{
    if (!solid)
        return;
    material_free(solid->material);
    bvh_release(solid->tree);
    mem_free(solid->nodes);
    mesh_release(solid->mesh);
    mem_free(solid);
}

const Solid *solid_cache_get(SolidCache *cache, Mesh *mesh, Job *job)
{
    assert(cache && mesh);
    for (size_t at = 0, i; address_table_next(&cache->by_mesh, mesh, &at, &i);)
        if (cache->solids[i]->version == mesh->version)
            return cache->solids[i];
    if (!array_reserve(&cache->solids, &cache->capacity, cache->count + 1, sizeof *cache->solids))
        return NULL;
    Solid *solid = solid_build(mesh, job);
    if (solid && (!(solid->material = material_make(solid, job)) ||
                  !address_table_add(&cache->by_mesh, mesh, cache->count))) {
        solid_release(solid);
        return NULL;
    }
    if (solid)
        cache->solids[cache->count++] = solid;
    return solid;
}

void solid_cache_sweep(SolidCache *cache, const PosedPart *parts, int32_t part_count)
{
    assert(cache && (parts || part_count == 0));
    bool *used = mem_calloc(cache->count + 1, sizeof *used);
    if (!used)
        return; // another time
    for (int32_t p = 0; p < part_count; ++p) {
        const Mesh *mesh = parts[p].tree ? parts[p].tree->mesh : NULL;
        for (size_t at = 0, i; mesh && address_table_next(&cache->by_mesh, mesh, &at, &i);)
            used[i] = cache->solids[i]->version == mesh->version;
    }
    size_t kept = 0;
    address_table_clear(&cache->by_mesh);
    for (size_t i = 0; i < cache->count; ++i) {
        Solid *solid = cache->solids[i];
        if (!used[i]) {
            solid_release(solid);
            continue;
        }
        address_table_add(&cache->by_mesh, solid->mesh, kept); // there is room
        cache->solids[kept++] = solid;
    }
    cache->count = kept;
    mem_free(used);
}

void solid_cache_free(SolidCache *cache)
{
    for (size_t i = 0; i < cache->count; ++i)
        solid_release(cache->solids[i]);
    mem_free(cache->solids);
    address_table_free(&cache->by_mesh);
    *cache = (SolidCache){0};
}
