// Contacts, distance and tolerance of two trees.
#include "core/base/memory.h"
#include "core/door/door.h"
#include "core/query/edge_contacts.h"
#include "core/query/ray.h"

#include <float.h>

_Static_assert(sizeof(snug_contact) == sizeof(Contact) &&
                   offsetof(snug_contact, kind) == offsetof(Contact, kind) &&
                   offsetof(snug_contact, point_count) == offsetof(Contact, point_count) &&
                   offsetof(snug_contact, first_point) == offsetof(Contact, first_point),
               "lists of contacts are handed out as they are");
_Static_assert(sizeof(Vec3d) == 3 * sizeof(double), "and so are points");
_Static_assert((int)SNUG_TOUCH == (int)TRI_TOUCH && (int)SNUG_CROSS == (int)TRI_PROPER &&
                   (int)SNUG_COPLANAR == (int)TRI_COPLANAR,
               "kinds of contact");

static void free_list(void *memory)
{
    if (memory)
        contact_list_free(memory);
    mem_free(memory);
}

snug_status snug_find_contacts(const snug_tree *a, const snug_tree *b, const double b_to_a[12],
                               const snug_query_desc *desc, snug_contacts *found, snug_error *error)
{
    DoorQuery query;
    snug_status status = door_ready(found, DOOR_END_OF(snug_contacts, count), error);
    if (status == SNUG_OK)
        status = door_query(&query, a, b, b_to_a, desc, false, error);
    if (status != SNUG_OK)
        return status;
    ContactList *list = mem_calloc(1, sizeof *list);
    if (!list)
        return door_no_memory(error);
    QueryStats stats = {0};
    Error err = {""};
    if (!query_contacts(a->bvh, b->bvh, &query.b_to_a, &query.desc, query.job, list, &stats,
                        &err)) {
        free_list(list);
        return door_core_failed(error, &err, SNUG_BAD_KIND);
    }
    free_list(found->memory);
    snug_contacts own = {.memory = list,
                         .contacts = (const snug_contact *)(const void *)list->items,
                         .count = list->count,
                         .points = (const double *)(const void *)list->points,
                         .point_count = list->point_count,
                         .truncated = list->truncated,
                         .stats = door_stats(&stats)};
    door_give(found, &own, sizeof own);
    return SNUG_OK;
}

void snug_contacts_free(snug_contacts *found)
{
    if (!found || door_ready(found, DOOR_END_OF(snug_contacts, count), NULL) != SNUG_OK)
        return;
    free_list(found->memory);
    snug_contacts none = {.memory = NULL};
    door_give(found, &none, sizeof none);
}

_Static_assert((int)SNUG_MOST_EDGES == (int)EDGE_WITNESSES_MOST, "room for all of them");

static bool has_triangle(const Mesh *mesh, int32_t triangle)
{
    return triangle >= 0 && triangle < mesh->triangle_count;
}

snug_status snug_find_contact_edges(const snug_mesh *a, const snug_mesh *b, const double b_to_a[12],
                                    int32_t triangle_a, int32_t triangle_b,
                                    snug_edge_contact edges[SNUG_MOST_EDGES], int32_t *count,
                                    snug_error *error)
{
    const Mesh *mesh_a = (const Mesh *)a, *mesh_b = (const Mesh *)b;
    if (!a || !b || !edges || !count)
        return door_fail(error, SNUG_BAD_ARGUMENT,
                         "contact edges need two meshes and a place for the result");
    if (!has_triangle(mesh_a, triangle_a) || !has_triangle(mesh_b, triangle_b))
        return door_fail(error, SNUG_BAD_ARGUMENT,
                         "there are no triangles %d and %d in meshes of %d and %d", (int)triangle_a,
                         (int)triangle_b, (int)mesh_a->triangle_count, (int)mesh_b->triangle_count);
    Affine placement;
    snug_status status = door_placement(&placement, b_to_a, error);
    if (status != SNUG_OK)
        return status;
    EdgeWitness found[EDGE_WITNESSES_MOST];
    int found_count;
    if (!contact_edges(mesh_a, mesh_b, &placement, triangle_a, triangle_b, found, &found_count))
        return door_no_memory(error);
    for (int i = 0; i < found_count; ++i) {
        edges[i] = (snug_edge_contact){
            .edge = found[i].edge, .triangle = found[i].triangle, .of_b = found[i].of_b};
        door_vector(found[i].point, edges[i].point);
    }
    *count = found_count;
    return SNUG_OK;
}

static void give_distance(snug_distance *found, const Distance *distance, const QueryStats *stats)
{
    snug_distance own = {.value = distance->value,
                         .triangle_a = distance->triangle_a,
                         .triangle_b = distance->triangle_b,
                         .stats = door_stats(stats)};
    door_vector(distance->on_a, own.on_a);
    door_vector(distance->on_b, own.on_b);
    door_give(found, &own, sizeof own);
}

snug_status snug_find_distance(const snug_tree *a, const snug_tree *b, const double b_to_a[12],
                               const snug_query_desc *desc, snug_distance *found, snug_error *error)
{
    DoorQuery query;
    snug_status status = door_ready(found, DOOR_END_OF(snug_distance, value), error);
    if (status == SNUG_OK)
        status = door_query(&query, a, b, b_to_a, desc, true, error);
    if (status != SNUG_OK)
        return status;
    Distance distance;
    QueryStats stats;
    Error err = {""};
    if (!query_distance(a->bvh, b->bvh, &query.b_to_a, &query.desc, query.job, &distance, &stats,
                        &err))
        return door_core_failed(error, &err, SNUG_BAD_KIND);
    give_distance(found, &distance, &stats);
    return SNUG_OK;
}

snug_status snug_is_within(const snug_tree *a, const snug_tree *b, const double b_to_a[12],
                           double tolerance, const snug_query_desc *desc, int32_t *within,
                           snug_distance *found, snug_error *error)
{
    DoorQuery query;
    if (!within)
        return door_fail(error, SNUG_BAD_ARGUMENT, "there is no place for the result");
    if (!(tolerance >= 0 && tolerance <= DBL_MAX))
        return door_fail(error, SNUG_BAD_ARGUMENT, "a tolerance is 0 or more, and finite");
    snug_status status = SNUG_OK;
    if (found)
        status = door_ready(found, DOOR_END_OF(snug_distance, value), error);
    if (status == SNUG_OK)
        status = door_query(&query, a, b, b_to_a, desc, true, error);
    if (status != SNUG_OK)
        return status;
    Distance distance;
    QueryStats stats;
    bool closer;
    Error err = {""};
    if (!query_tolerance(a->bvh, b->bvh, &query.b_to_a, tolerance, &query.desc, query.job, &closer,
                         &distance, &stats, &err))
        return door_core_failed(error, &err, SNUG_BAD_KIND);
    *within = closer;
    if (found)
        give_distance(found, &distance, &stats);
    return SNUG_OK;
}

snug_status snug_find_ray_hit(const snug_tree *tree, const double origin[3],
                              const double direction[3], double longest, snug_ray_hit *hit,
                              snug_error *error)
{
    snug_status status = door_ready(hit, DOOR_END_OF(snug_ray_hit, triangle), error);
    if (status != SNUG_OK)
        return status;
    if (!tree || !origin || !direction || !(longest >= 0))
        return door_fail(error, SNUG_BAD_ARGUMENT,
                         "a ray needs a tree, an origin, a direction and a length of 0 or more");
    if (!ray_can_use(tree->bvh->type))
        return door_fail(error, SNUG_BAD_KIND, "rays need a tree of AABBs or of blocks, not of %s",
                         tree->bvh->type->name);
    if (tree->bvh->mesh_version != tree->bvh->mesh->version)
        return door_fail(error, SNUG_STALE, "a mesh has changed: refit its tree first");
    Ray ray = {.origin = vec3d(origin[0], origin[1], origin[2]),
               .direction = vec3d(direction[0], direction[1], direction[2]),
               .to = longest};
    if (!vec3d_is_finite(ray.origin) || !vec3d_is_finite(ray.direction) ||
        vec3d_length(ray.direction) == 0)
        return door_fail(error, SNUG_BAD_ARGUMENT, "a ray needs a finite origin and a direction");
    RayHit found = ray_nearest(tree->bvh, &ray);
    snug_ray_hit own = {.triangle = found.triangle, .t = found.t};
    door_give(hit, &own, sizeof own);
    return SNUG_OK;
}
