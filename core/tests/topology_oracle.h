// What the topology of a mesh has to be, by comparing everything with everything.
#ifndef SNUG_CORE_TESTS_TOPOLOGY_ORACLE_H
#define SNUG_CORE_TESTS_TOPOLOGY_ORACLE_H

#include "core/mesh/topology.h"

static bool same_place(Vec3d a, Vec3d b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

enum { MOST_VERTICES = 1024 };
static int32_t oracle_points[MOST_VERTICES]; // per vertex of the mesh that is looked at

static void find_points(const Mesh *mesh)
{
    assert_true(mesh->vertex_count <= MOST_VERTICES);
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        oracle_points[i] = 0;
        while (!same_place(mesh->vertices[oracle_points[i]], mesh->vertices[i]))
            ++oracle_points[i];
    }
}

static void oracle_ends(const Mesh *mesh, int32_t side, int32_t ends[2])
{
    ends[0] = oracle_points[mesh->triangles[side / 3][side % 3]];
    ends[1] = oracle_points[mesh->triangles[side / 3][(side % 3 + 1) % 3]];
}

static bool oracle_collapsed(const Mesh *mesh, int32_t triangle)
{
    int32_t p[3];
    for (int k = 0; k < 3; ++k)
        p[k] = oracle_points[mesh->triangles[triangle][k]];
    return p[0] == p[1] || p[1] == p[2] || p[2] == p[0];
}

typedef struct EdgeTruth {
    int32_t sides[64]; // of one edge, ascending
    int32_t count, senses;
    double least; // cosine between faces
    int32_t live; // faces that have a direction
} EdgeTruth;

static EdgeTruth oracle_edge(const Mesh *mesh, int32_t side)
{
    EdgeTruth truth = {.least = 1};
    int32_t mine[2];
    oracle_ends(mesh, side, mine);
    for (int32_t s = 0; s < 3 * mesh->triangle_count; ++s) {
        int32_t ends[2];
        oracle_ends(mesh, s, ends);
        bool along = ends[0] == mine[0] && ends[1] == mine[1];
        bool back = ends[0] == mine[1] && ends[1] == mine[0];
        if (!(along || back) || oracle_collapsed(mesh, s / 3))
            continue;
        assert_true(truth.count < 64);
        truth.sides[truth.count++] = s;
        truth.senses += along ? 1 : -1;
    }
    int32_t first = -1;
    for (int32_t i = 0; i < truth.count; ++i) {
        Triangle t = mesh_triangle(mesh, truth.sides[i] / 3);
        Vec3d n = triangle_cross(&t);
        int32_t ends[2];
        if (!(vec3d_length(n) > 0))
            continue;
        ++truth.live;
        if (first < 0) {
            first = truth.sides[i];
            continue;
        }
        Triangle f = mesh_triangle(mesh, first / 3);
        Vec3d m = triangle_cross(&f);
        double c = vec3d_dot(m, n) / vec3d_length(m) / vec3d_length(n);
        int32_t begin[2];
        oracle_ends(mesh, first, begin);
        oracle_ends(mesh, truth.sides[i], ends);
        if (truth.count > 2)
            c = fabs(c);
        else if (begin[0] == ends[0])
            c = -c;
        truth.least = fmin(truth.least, c);
    }
    return truth;
}

static void check_edges(const Mesh *mesh, const MeshTopology *topology)
{
    int32_t edges = 0, open = 0, crowded = 0, turned = 0;
    for (int32_t side = 0; side < 3 * mesh->triangle_count; ++side) {
        if (oracle_collapsed(mesh, side / 3)) {
            assert_int_equal(topology->next[side], -1);
            assert_int_equal(side_twin(topology, side), -1);
            assert_false(side_is_crease(topology, side));
            continue;
        }
        EdgeTruth truth = oracle_edge(mesh, side);
        int32_t at = 0;
        while (truth.sides[at] != side)
            ++at;
        assert_int_equal(topology->next[side], truth.sides[(at + 1) % truth.count]);
        int32_t twin = truth.count == 2 ? truth.sides[1 - at] : -1;
        assert_int_equal(side_twin(topology, side), twin);
        assert_int_equal(triangle_neighbour(topology, side / 3, side % 3),
                         twin < 0 ? -1 : twin / 3);
        if (truth.count == 1 || truth.live == 0 || fabs(truth.least - sqrt(0.75)) > 1e-6)
            assert_int_equal(side_is_crease(topology, side),
                             truth.count == 1 || truth.live == 0 || truth.least < sqrt(0.75));
        if (at > 0)
            continue;
        ++edges;
        open += truth.count == 1;
        crowded += truth.count > 2;
        turned += truth.count == 2 && truth.senses != 0;
    }
    assert_int_equal(topology->edge_count, edges);
    assert_int_equal(topology->open_count, open);
    assert_int_equal(topology->crowded_count, crowded);
    assert_int_equal(topology->turned_count, turned);
    assert_int_equal(topology->closed, edges > 0 && open + crowded + turned == 0);
}

// Labels spread from triangle to triangle until none changes.
static void check_bodies(const Mesh *mesh, const MeshTopology *topology)
{
    int32_t *label = malloc(((size_t)mesh->vertex_count + 1) * sizeof *label);
    assert_non_null(label);
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        label[i] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t i = 0; i < 3 * mesh->triangle_count; ++i) {
            int32_t *a = &label[oracle_points[mesh->triangles[i / 3][i % 3]]];
            int32_t *b = &label[oracle_points[mesh->triangles[i / 3][(i % 3 + 1) % 3]]];
            changed |= *a != *b;
            *a = *b = *a < *b ? *a : *b;
        }
    }
    int32_t count = 0;
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        bool used = false;
        for (int32_t k = 0; k < 3 * mesh->triangle_count && !used; ++k)
            used = oracle_points[mesh->triangles[k / 3][k % 3]] == i;
        if (!used || label[i] != i)
            continue;
        ++count;
        int32_t listed = 0;
        for (int32_t k = 0; k < topology->body_count; ++k)
            listed += label[oracle_points[topology->bodies[k]]] == i;
        assert_int_equal(listed, 1);
    }
    assert_int_equal(topology->body_count, count);
    free(label);
}

static void oracle_check(const Mesh *mesh, const MeshTopology *topology)
{
    find_points(mesh);
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        assert_int_equal(topology->point_of[i], oracle_points[i]);
    check_edges(mesh, topology);
    check_bodies(mesh, topology);
}

#endif
