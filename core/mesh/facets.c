#include "core/mesh/facets.h"

#include "core/base/array.h"
#include "core/base/disjoint.h"

#include <assert.h>

int32_t facets_smooth_twin(const Mesh *mesh, const MeshTopology *topology, int32_t side)
{
    int32_t twin = side_is_crease(topology, side) ? -1 : side_twin(topology, side);
    bool turned = twin >= 0 && side_point(topology, mesh, twin) == side_point(topology, mesh, side);
    return turned ? -1 : twin;
}

// A triangle without area joins one neighbour: it must not close the edge between two.
static bool join_flat(Facets *facets, int32_t *parent, Job *job)
{
    const Mesh *mesh = facets->mesh;
    for (int32_t t = 0; t < mesh->triangle_count; ++t)
        parent[t] = t;
    for (int32_t t = 0; t < mesh->triangle_count; ++t) {
        Vec3d normal = mesh_normal(mesh, t);
        bool dead = vec3d_dot(normal, normal) <= 0;
        for (int32_t side = 3 * t; side < 3 * t + 3; ++side) {
            int32_t twin = facets_smooth_twin(mesh, facets->topology, side);
            if (twin < 0 || (twin < side && !dead))
                continue;
            Vec3d other = mesh_normal(mesh, twin / 3);
            if (!dead && vec3d_dot(other, other) <= 0)
                continue;
            if (dead || mesh->polygon_of[t] == mesh->polygon_of[twin / 3] ||
                facets_turn(normal, other) < FACET_FLAT_TURN)
                disjoint_join(parent, t, twin / 3);
            if (dead)
                break;
        }
        if (!job_tick(job, (size_t)t, (size_t)mesh->triangle_count, 0, 0.4))
            return false;
    }
    return true;
}

// Over which side the triangle is half of a quad: it turns there by less than half of what it turns
// by elsewhere. -1: none.
static int32_t flattest_side(const Facets *facets, int32_t t)
{
    const Mesh *mesh = facets->mesh;
    double least = INFINITY, next = INFINITY;
    int32_t found = -1;
    Vec3d normal = mesh_normal(mesh, t);
    for (int32_t side = 3 * t; side < 3 * t + 3; ++side) {
        int32_t twin = facets_smooth_twin(mesh, facets->topology, side);
        if (twin < 0)
            continue;
        double turn = facets_turn(normal, mesh_normal(mesh, twin / 3));
        next = fmin(next, fmax(turn, least));
        if (turn < least) {
            least = turn;
            found = side;
        }
    }
    return isfinite(next) && least < 0.5 * next ? found : -1;
}

// Only triangles that are facets of their own, and only two that choose each other: so no chain of
// them becomes one facet.
static bool join_halves(Facets *facets, int32_t *parent, Job *job)
{
    const Mesh *mesh = facets->mesh;
    size_t total = (size_t)mesh->triangle_count;
    int32_t *half = facets->triangles; // not yet in use: the chosen side of lone triangles
    for (int32_t t = 0; t < mesh->triangle_count; ++t)
        half[t] = -1;
    for (int32_t t = 0; t < mesh->triangle_count; ++t) // who is joined marks both
        if (disjoint_root(parent, t) != t)
            half[t] = half[disjoint_root(parent, t)] = -2;
    for (int32_t t = 0; t < mesh->triangle_count; ++t) {
        half[t] = half[t] == -1 ? flattest_side(facets, t) : -2;
        if (!job_tick(job, (size_t)t, total, 0.4, 0.8))
            return false;
    }
    for (int32_t t = 0; t < mesh->triangle_count; ++t) {
        int32_t twin = half[t] >= 0 ? side_twin(facets->topology, half[t]) : -1;
        if (twin >= 0 && half[twin / 3] == twin)
            disjoint_join(parent, t, twin / 3);
    }
    return true;
}

// By facet, in the order of their first triangles.
static bool list(Facets *facets, int32_t *parent)
{
    const Mesh *mesh = facets->mesh;
    for (int32_t t = 0; t < mesh->triangle_count; ++t) {
        int32_t root = disjoint_root(parent, t);
        facets->facet_of[t] = root == t ? facets->count++ : facets->facet_of[root];
    }
    facets->first = mem_calloc((size_t)facets->count + 2, sizeof *facets->first);
    facets->normals = mem_calloc((size_t)facets->count + 1, sizeof *facets->normals);
    if (!facets->first || !facets->normals)
        return false;
    for (int32_t t = 0; t < mesh->triangle_count; ++t)
        ++facets->first[facets->facet_of[t] + 2];
    for (int32_t f = 0; f < facets->count; ++f)
        facets->first[f + 2] += facets->first[f + 1];
    for (int32_t t = 0; t < mesh->triangle_count; ++t) {
        int32_t f = facets->facet_of[t];
        Triangle corners = mesh_triangle(mesh, t);
        facets->triangles[facets->first[f + 1]++] = t;
        facets->normals[f] = vec3d_add(facets->normals[f], triangle_cross(&corners));
    }
    for (int32_t f = 0; f < facets->count; ++f)
        facets->normals[f] = vec3d_normalised(facets->normals[f]);
    return true;
}

bool facets_find(Facets *facets, const Mesh *mesh, const MeshTopology *topology, Job *job)
{
    assert(facets && mesh && topology);
    size_t triangles = (size_t)mesh->triangle_count;
    *facets = (Facets){.mesh = mesh, .topology = topology};
    int32_t *parent = array_alloc(triangles, sizeof *parent);
    facets->facet_of = array_alloc(triangles, sizeof *facets->facet_of);
    facets->triangles = array_alloc(triangles, sizeof *facets->triangles);
    bool ok = parent && facets->facet_of && facets->triangles && join_flat(facets, parent, job) &&
              join_halves(facets, parent, job) && list(facets, parent);
    mem_free(parent);
    if (!ok)
        facets_free(facets);
    return ok;
}

void facets_free(Facets *facets)
{
    mem_free(facets->facet_of);
    mem_free(facets->first);
    mem_free(facets->triangles);
    mem_free(facets->normals);
    *facets = (Facets){0};
}
