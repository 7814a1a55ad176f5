#include "app/stages/mesh_set.h"

#include "core/base/array.h"

#include <stdlib.h>

static int by_address(const void *left, const void *right)
{
    uintptr_t a = (uintptr_t) * (Mesh *const *)left, b = (uintptr_t) * (Mesh *const *)right;
    return (a > b) - (a < b);
}

bool mesh_set_init(MeshSet *set, const Assembly *assembly)
{
    size_t count = (size_t)assembly->part_count;
    *set = (MeshSet){.meshes = array_alloc(count, sizeof *set->meshes),
                     .drawn = array_alloc(count, sizeof *set->drawn),
                     .rays = array_alloc(count, sizeof *set->rays)};
    if (!set->meshes || !set->drawn || !set->rays) {
        mesh_set_free(set);
        return false;
    }
    for (size_t i = 0; i < count; ++i)
        set->meshes[i] = assembly->parts[i].mesh;
    qsort((void *)set->meshes, count, sizeof *set->meshes, by_address);
    for (size_t i = 0; i < count; ++i) {
        if (i > 0 && set->meshes[i] == set->meshes[set->count - 1])
            continue;
        set->drawn[set->count] = NULL;
        set->rays[set->count] = NULL;
        set->meshes[set->count++] = set->meshes[i];
    }
    return true;
}

void mesh_set_free(MeshSet *set)
{
    for (int32_t i = 0; i < set->count; ++i) {
        render_mesh_free(set->drawn[i]);
        bvh_release(set->rays[i]);
    }
    free(set->meshes);
    free(set->drawn);
    free(set->rays);
    *set = (MeshSet){0};
}

int32_t mesh_set_find(const MeshSet *set, const Mesh *mesh)
{
    Mesh **found = set->count > 0 ? bsearch(&mesh, (const void *)set->meshes, (size_t)set->count,
                                            sizeof *set->meshes, by_address)
                                  : NULL;
    return found ? (int32_t)(found - set->meshes) : -1;
}

void mesh_set_take_drawn(MeshSet *to, MeshSet *from)
{
    // Both are sorted by address.
    for (int32_t i = 0, k = 0; i < to->count; ++i) {
        while (k < from->count && (uintptr_t)from->meshes[k] < (uintptr_t)to->meshes[i])
            ++k;
        if (k == from->count)
            return;
        if (from->meshes[k] == to->meshes[i] && !to->drawn[i]) {
            to->drawn[i] = from->drawn[k];
            to->rays[i] = from->rays[k];
            from->drawn[k] = NULL;
            from->rays[k] = NULL;
        }
    }
}
