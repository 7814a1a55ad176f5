// Parts and the trees made for them.
#include "assembly.h"
#include "utf8.h"

#include <stdio.h>

static bool name_taken(const Assembly *assembly, const char *name)
{
    for (int32_t i = 0; i < assembly->part_count; ++i)
        if (strcmp(assembly->parts[i].name, name) == 0)
            return true;
    return false;
}

// The name itself, or the first free one of "name (2)", "name (3)" ... NULL: memory ran short.
static char *unique_name(const Assembly *assembly, const char *name)
{
    size_t size = strlen(name) + 16;
    char *unique = malloc(size);
    if (!unique)
        return NULL;
    snprintf(unique, size, "%s", name);
    utf8_sanitise(unique);
    if (!name_taken(assembly, unique))
        return unique;
    char *plain = strdup(unique);
    for (int n = 2; plain; ++n) {
        snprintf(unique, size, "%s (%d)", plain, n);
        if (!name_taken(assembly, unique)) {
            free(plain);
            return unique;
        }
    }
    free(unique);
    return NULL;
}

bool assembly_add(Assembly *assembly, const char *name, Mesh *mesh, const Affine *rest,
                  uint32_t colour)
{
    char *unique = unique_name(assembly, name);
    if (!unique || !array_reserve(&assembly->parts, &assembly->part_capacity,
                                  (size_t)assembly->part_count + 1, sizeof *assembly->parts)) {
        free(unique);
        return false;
    }
    assembly->parts[assembly->part_count++] = (Part){unique, mesh, *rest, colour};
    return true;
}

void assembly_free(Assembly *assembly)
{
    for (int32_t i = 0; i < assembly->part_count; ++i) {
        free(assembly->parts[i].name);
        mesh_release(assembly->parts[i].mesh);
    }
    free(assembly->parts);
    free(assembly->title);
    *assembly = (Assembly){0};
}

int64_t assembly_triangles(const Assembly *assembly)
{
    int64_t sum = 0;
    for (int32_t i = 0; i < assembly->part_count; ++i)
        sum += assembly->parts[i].mesh->triangle_count;
    return sum;
}

Bvh *tree_cache_find(const TreeCache *cache, const Mesh *mesh, const BvhDesc *desc)
{
    for (size_t i = 0; i < cache->count; ++i) {
        Bvh *tree = cache->trees[i];
        if (tree->mesh == mesh && tree->mesh_version == mesh->version &&
            bvh_desc_equal(&tree->desc, desc))
            return tree;
    }
    return NULL;
}

bool tree_cache_keep(TreeCache *cache, Bvh *bvh)
{
    if (!array_reserve(&cache->trees, &cache->capacity, cache->count + 1, sizeof *cache->trees))
        return false;
    cache->trees[cache->count++] = bvh;
    return true;
}

void tree_cache_free(TreeCache *cache)
{
    for (size_t i = 0; i < cache->count; ++i)
        bvh_release(cache->trees[i]);
    free(cache->trees);
    *cache = (TreeCache){0};
}
