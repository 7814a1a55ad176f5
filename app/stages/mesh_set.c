#include "app/stages/mesh_set.h"

#include "core/base/array.h"

#include <stdlib.h>

typedef struct MeshOfPart {
    Mesh *mesh;
    int32_t part;
} MeshOfPart;

static int by_address(const void *left, const void *right)
{
    uintptr_t a = (uintptr_t) * (Mesh *const *)left, b = (uintptr_t) * (Mesh *const *)right;
    return (a > b) - (a < b);
}

static int by_mesh_then_part(const void *left, const void *right)
{
    const MeshOfPart *a = left, *b = right;
    int order = by_address(&a->mesh, &b->mesh);
    return order ? order : (a->part > b->part) - (a->part < b->part);
}

bool mesh_set_init(MeshSet *set, const Assembly *assembly)
{
    size_t count = (size_t)assembly->part_count;
    MeshOfPart *order = array_alloc(count, sizeof *order);
    *set = (MeshSet){.meshes = array_alloc(count, sizeof *set->meshes),
                     .drawn = array_alloc(count, sizeof *set->drawn),
                     .rays = array_alloc(count, sizeof *set->rays),
                     .of_part = array_alloc(count, sizeof *set->of_part)};
    if (!order || !set->meshes || !set->drawn || !set->rays || !set->of_part) {
        free(order);
        mesh_set_free(set);
        return false;
    }
    for (size_t i = 0; i < count; ++i)
        order[i] = (MeshOfPart){assembly->parts[i].mesh, (int32_t)i};
    qsort(order, count, sizeof *order, by_mesh_then_part);
    for (size_t i = 0; i < count; ++i) {
        if (i == 0 || order[i].mesh != order[i - 1].mesh) {
            set->drawn[set->count] = NULL;
            set->rays[set->count] = NULL;
            set->meshes[set->count++] = order[i].mesh;
        }
        set->of_part[order[i].part] = set->count - 1;
    }
    free(order);
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
    free(set->of_part);
    *set = (MeshSet){0};
}

bool mesh_set_has(const MeshSet *set, const Mesh *mesh)
{
    return set->count > 0 && bsearch(&mesh, (const void *)set->meshes, (size_t)set->count,
                                     sizeof mesh, by_address) != NULL;
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
