// Parts and the trees made for them.
#include "core/assembly/assembly.h"
#include "core/base/memory.h"
#include "core/base/utf8.h"
#include "core/tree/build/build.h"

#include <assert.h>
#include <stdio.h>

// The slot that holds this name, or the free one where it belongs.
static size_t name_slot(const Assembly *assembly, const char *name)
{
    uint64_t hash = utf8_hash(name, UTF8_HASH_START);
    size_t mask = assembly->name_slot_count - 1, i = (size_t)(hash ^ hash >> 32) & mask;
    while (assembly->name_slots[i] &&
           strcmp(assembly->parts[assembly->name_slots[i] - 1].key, name) != 0)
        i = (i + 1) & mask;
    return i;
}

int32_t assembly_find(const Assembly *assembly, const char *key)
{
    assert(assembly && key);
    return assembly->name_slot_count == 0 ? -1 : assembly->name_slots[name_slot(assembly, key)] - 1;
}

// Keeps the table at most half full.
static bool grow_names(Assembly *assembly)
{
    if (2 * ((size_t)assembly->part_count + 1) <= assembly->name_slot_count)
        return true;
    size_t count = assembly->name_slot_count ? 2 * assembly->name_slot_count : 64;
    int32_t *slots = mem_calloc(count, sizeof *slots);
    if (!slots)
        return false;
    mem_free(assembly->name_slots);
    assembly->name_slots = slots;
    assembly->name_slot_count = count;
    for (int32_t i = 0; i < assembly->part_count; ++i)
        slots[name_slot(assembly, assembly->parts[i].key)] = i + 1;
    return true;
}

// The name itself, or the first free one of "name (2)", "name (3)" ... NULL: memory ran short.
static char *unique_name(Assembly *assembly, const char *name)
{
    size_t size = strlen(name) + 16;
    char *unique = mem_alloc(size);
    if (!unique)
        return NULL;
    snprintf(unique, size, "%s", name);
    utf8_sanitise(unique);
    int32_t taken = assembly_find(assembly, unique);
    if (taken < 0)
        return unique;
    const char *plain = assembly->parts[taken].key;
    int32_t *number = &assembly->parts[taken].next_number;
    do
        snprintf(unique, size, "%s (%d)", plain, (int)(*number)++);
    while (assembly_find(assembly, unique) >= 0);
    return unique;
}

bool assembly_add(Assembly *assembly, const char *name, Mesh *mesh, const Affine *rest,
                  uint32_t colour)
{
    assert(assembly && name && mesh && rest);
    char *unique = unique_name(assembly, name), *shown = unique ? mem_strdup(unique) : NULL;
    if (!shown || !grow_names(assembly) ||
        !array_reserve(&assembly->parts, &assembly->part_capacity, (size_t)assembly->part_count + 1,
                       sizeof *assembly->parts)) {
        mem_free(unique);
        mem_free(shown);
        return false;
    }
    size_t slot = name_slot(assembly, unique);
    assembly->parts[assembly->part_count++] =
        (Part){unique, shown, mesh, mesh_retain(mesh), *rest, colour, colour, false, 2};
    assembly->name_slots[slot] = assembly->part_count;
    return true;
}

void assembly_exchange(Assembly *assembly, int32_t part, Mesh *mesh)
{
    assert(assembly && mesh && part >= 0 && part < assembly->part_count);
    Mesh *before = assembly->parts[part].mesh;
    assembly->parts[part].mesh = mesh_retain(mesh);
    mesh_release(before);
}

bool assembly_rename(Assembly *assembly, int32_t part, const char *name)
{
    assert(assembly && name && part >= 0 && part < assembly->part_count);
    char *copy = mem_strdup(name);
    if (!copy)
        return false;
    mem_free(assembly->parts[part].name);
    assembly->parts[part].name = copy;
    return true;
}

void assembly_free(Assembly *assembly)
{
    for (int32_t i = 0; i < assembly->part_count; ++i) {
        mem_free(assembly->parts[i].key);
        mem_free(assembly->parts[i].name);
        mesh_release(assembly->parts[i].mesh);
        mesh_release(assembly->parts[i].loaded);
    }
    mem_free(assembly->parts);
    mem_free(assembly->name_slots);
    mem_free(assembly->title);
    *assembly = (Assembly){0};
}

int32_t assembly_live_parts(const Assembly *assembly)
{
    assert(assembly);
    int32_t count = 0;
    for (int32_t i = 0; i < assembly->part_count; ++i)
        count += !assembly->parts[i].gone;
    return count;
}

int64_t assembly_triangles(const Assembly *assembly)
{
    assert(assembly);
    int64_t sum = 0;
    for (int32_t i = 0; i < assembly->part_count; ++i)
        sum += assembly->parts[i].gone ? 0 : assembly->parts[i].mesh->triangle_count;
    return sum;
}

Bvh *tree_cache_find(const TreeCache *cache, const Mesh *mesh, const BvhDesc *desc)
{
    assert(cache && mesh);
    for (size_t at = 0, i; address_table_next(&cache->by_mesh, mesh, &at, &i);) {
        Bvh *tree = cache->trees[i];
        if (tree->mesh_version == mesh->version && bvh_desc_equal(&tree->desc, desc))
            return tree;
    }
    return NULL;
}

bool tree_cache_keep(TreeCache *cache, Bvh *bvh)
{
    assert(cache && bvh);
    if (!array_reserve(&cache->trees, &cache->capacity, cache->count + 1, sizeof *cache->trees) ||
        !address_table_add(&cache->by_mesh, bvh->mesh, cache->count))
        return false;
    cache->trees[cache->count++] = bvh;
    return true;
}

void tree_cache_filter(TreeCache *cache, TreeKeepFn *keeps, void *user)
{
    assert(cache && keeps);
    size_t kept = 0;
    address_table_clear(&cache->by_mesh);
    for (size_t i = 0; i < cache->count; ++i) {
        Bvh *tree = cache->trees[i];
        if (!keeps(user, tree)) {
            bvh_release(tree);
            continue;
        }
        address_table_add(&cache->by_mesh, tree->mesh, kept); // there is room
        cache->trees[kept++] = tree;
    }
    cache->count = kept;
}

void tree_cache_free(TreeCache *cache)
{
    for (size_t i = 0; i < cache->count; ++i)
        bvh_release(cache->trees[i]);
    mem_free(cache->trees);
    address_table_free(&cache->by_mesh);
    *cache = (TreeCache){0};
}
