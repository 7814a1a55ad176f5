// A mesh as a solid: its topology and a tree of its own, for points.
#include "core/meaning/material.h"

#include "core/base/array.h"
#include "core/base/pool_each.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/variants.h"
#include "core/tree/split/split.h"
#include "core/tree/split/variants.h"

#include <assert.h>

// Around the triangles of a leaf, or around the boxes of its children, which are there already.
static Box3d node_box(const Solid *solid, NodeLinks links)
{
    Box3d box = box3d_empty();
    for (uint32_t k = links.first; k < links.first + links.count; ++k) {
        if (links.leaf) {
            Triangle t = mesh_triangle(solid->mesh, solid->slots[k]);
            for (int c = 0; c < 3; ++c)
                box = box3d_including(box, t.p[c]);
        } else {
            box.lo = vec3d_min(box.lo, solid->nodes[k].box.lo);
            box.hi = vec3d_max(box.hi, solid->nodes[k].box.hi);
        }
    }
    return box;
}

// Children stand after their parents, so backwards every box finds those it is made of.
static bool make_nodes(Solid *solid, Job *job)
{
    BvhDesc desc = {.type = &bv_aabb, .split = &split_object_median, .leaf_size = 4};
    Bvh *tree = bvh_build(solid->mesh, &desc, job, NULL);
    if (!tree)
        return false;
    solid->slots = tree->slots; // nobody else has the tree, which goes
    tree->slots = NULL;
    solid->node_count = tree->node_count;
    solid->radius = tree->radius;
    solid->nodes = array_alloc(tree->node_count, sizeof *solid->nodes);
    for (uint32_t i = tree->node_count; solid->nodes && i-- > 0;) {
        NodeLinks links = tree->type->links(tree, i);
        solid->nodes[i] = (SolidNode){node_box(solid, links), node_ref_pack(links)};
    }
    bvh_release(tree);
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
        NodeLinks links = solid_links(node);
        for (uint32_t k = links.first; k < links.first + links.count; ++k) {
            if (!links.leaf)
                stack[count++] = k;
            else if (!visit(user, solid->slots[k]))
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
    mem_free(solid->nodes);
    mem_free(solid->slots);
    mesh_release(solid->mesh);
    mem_free(solid);
}

static Solid *with_material(Mesh *mesh, Job *job)
{
    Solid *solid = solid_build(mesh, job);
    if (!solid || (solid->material = material_make(solid, job)))
        return solid;
    solid_release(solid);
    return NULL;
}

static const Solid *find(const SolidCache *cache, const Mesh *mesh)
{
    for (size_t at = 0, i; address_table_next(&cache->by_mesh, mesh, &at, &i);)
        if (cache->solids[i]->version == mesh->version)
            return cache->solids[i];
    return NULL;
}

// The solid goes into the cache, or away.
static bool add(SolidCache *cache, Solid *solid)
{
    if (!array_reserve(&cache->solids, &cache->capacity, cache->count + 1, sizeof *cache->solids) ||
        !address_table_add(&cache->by_mesh, solid->mesh, cache->count)) {
        solid_release(solid);
        return false;
    }
    cache->solids[cache->count++] = solid;
    return true;
}

const Solid *solid_cache_get(SolidCache *cache, Mesh *mesh, Job *job)
{
    assert(cache && mesh);
    const Solid *known = find(cache, mesh);
    Solid *solid = known ? NULL : with_material(mesh, job);
    return known ? known : solid && add(cache, solid) ? solid : NULL;
}

typedef struct Filling {
    Mesh **meshes; // each once
    Solid **made;
    size_t count;
} Filling;

static bool fill_one(void *user, size_t i, Job *job, Error *err)
{
    (void)err;
    Filling *filling = user;
    filling->made[i] = with_material(filling->meshes[i], job);
    return filling->made[i] != NULL;
}

static int largest_first(const void *a, const void *b)
{
    const Mesh *x = *(Mesh *const *)a, *y = *(Mesh *const *)b;
    return (x->triangle_count < y->triangle_count) - (x->triangle_count > y->triangle_count);
}

// Those that the cache does not have.
static bool list_missing(const SolidCache *cache, Mesh *const *meshes, size_t count, Filling *out)
{
    AddressTable listed = {0};
    bool ok = true;
    for (size_t i = 0, at, other; ok && i < count; ++i) {
        at = 0;
        if (find(cache, meshes[i]) || address_table_next(&listed, meshes[i], &at, &other))
            continue;
        out->meshes[out->count++] = meshes[i];
        ok = address_table_add(&listed, meshes[i], i);
    }
    address_table_free(&listed);
    return ok;
}

bool solid_cache_fill(SolidCache *cache, Mesh *const *meshes, size_t count, Pool *pool, Job *job)
{
    assert(cache && (meshes || count == 0));
    Filling filling = {.meshes = array_alloc(count, sizeof *filling.meshes),
                       .made = mem_calloc(count + 1, sizeof *filling.made)};
    bool ok = filling.meshes && filling.made && list_missing(cache, meshes, count, &filling);
    if (ok) {
        qsort(filling.meshes, filling.count, sizeof *filling.meshes, largest_first);
        ok = pool_each(pool, filling.count, fill_one, &filling, 0, 1, job, NULL);
    }
    for (size_t i = 0; filling.made && i < filling.count; ++i)
        if (filling.made[i])
            ok &= add(cache, filling.made[i]); // what was made is kept, whatever became of others
    mem_free(filling.meshes);
    mem_free(filling.made);
    return ok;
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
