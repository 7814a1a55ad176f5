#include "core/tests/test_set.h"
#include "core/mesh/shapes.h"
#include "core/tests/odd_shapes.h"
#include "core/tests/tri_distance.h"

#include <stdlib.h>
#include <string.h>

static Mesh *one_triangle(void)
{
    Mesh *mesh = mesh_create(3, 1);
    mesh->vertices[0] = vec3d(-1, 0.25, 0);
    mesh->vertices[1] = vec3d(1, 0, 0.5);
    mesh->vertices[2] = vec3d(0, 1, -0.5);
    for (int k = 0; k < 3; ++k)
        mesh->triangles[0][k] = k;
    return mesh;
}

static Mesh *no_triangle(void)
{
    return mesh_create(0, 0);
}

static Mesh *copies_of_one(void)
{
    Mesh *one = one_triangle(), *mesh = mesh_create(3, 64);
    memcpy(mesh->vertices, one->vertices, 3 * sizeof *mesh->vertices);
    for (int32_t i = 0; i < 64; ++i)
        memcpy(mesh->triangles[i], one->triangles[0], sizeof mesh->triangles[i]);
    mesh_release(one);
    return mesh;
}

// Sizes in a geometric series: a spatial median peels off one triangle per level.
static Mesh *geometric_series(void)
{
    enum { COUNT = 200 };
    Mesh *mesh = mesh_create(3 * COUNT, COUNT);
    double size = 1e9;
    for (int32_t i = 0; i < COUNT; ++i, size *= 0.75) {
        mesh->vertices[3 * i] = vec3d(size, 0, 0);
        mesh->vertices[3 * i + 1] = vec3d(size, size / 4, 0);
        mesh->vertices[3 * i + 2] = vec3d(size * 0.9, 0, size / 4);
        for (int k = 0; k < 3; ++k)
            mesh->triangles[i][k] = 3 * i + k;
    }
    return mesh;
}

static Mesh *far_away(void)
{
    Mesh *mesh = shape_soup(120, 1e-3, 3e-4, 11);
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        mesh->vertices[i] = vec3d_add(mesh->vertices[i], vec3d(1e6, -1e6, 1e6));
    return mesh;
}

// A body of 1e3 and, on top of it, features of 1e-3.
static Mesh *mixed_scales(void)
{
    Mesh *mesh = shape_soup(150, 1, 0.4, 5);
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        mesh->vertices[i] = vec3d_scale(mesh->vertices[i], (i / 3) % 3 == 0 ? 1e3 : 1e-3);
    return mesh;
}

static Mesh *soup(void)
{
    return shape_soup(300, 2, 0.6, 7);
}

static Mesh *degenerates(void)
{
    return shape_degenerates(120, 2, 9);
}

static Mesh *flat(void)
{
    return shape_grid(2, 2, 10, 8);
}

static Mesh *torus(void)
{
    return shape_torus(1, 0.3, 24, 12);
}

static Mesh *cone(void)
{
    return shape_cone(0.5, 2, 60);
}

static Mesh *box(void)
{
    return shape_box(vec3d(2, 1, 1));
}

const TestMesh test_meshes[] = {
    {"no triangle", no_triangle},
    {"one triangle", one_triangle},
    {"64 copies of one triangle", copies_of_one},
    {"geometric series", geometric_series},
    {"far away", far_away},
    {"mixed scales", mixed_scales},
    {"soup", soup},
    {"segments and points", degenerates},
    {"flat", flat},
    {"torus", torus},
    {"cone of slivers", cone},
    {"box", box},
};
const int test_mesh_count = sizeof test_meshes / sizeof *test_meshes;

void mesh_pairs_create(MeshPair pairs[MESH_PAIRS])
{
    MeshPair set[MESH_PAIRS] = {
        {"torus and torus", torus(), torus(), 1.8, 0.3},
        {"soup and soup", soup(), shape_soup(150, 1.5, 0.5, 8), 1.5, 0.25},
        {"flat and box", flat(), box(), 1.6, 0.25},
        {"flat and flat", flat(), shape_grid(1, 1, 5, 4), 1.5, 0.125},
        {"cone and sphere", cone(), shape_ico_sphere(0.7, 2), 1.6, 0.5},
        {"segments and soup", degenerates(), shape_soup(100, 2, 0.8, 12), 1.2, 0.5},
    };
    memcpy(pairs, set, sizeof set);
}

void mesh_pairs_free(MeshPair pairs[MESH_PAIRS])
{
    for (int i = 0; i < MESH_PAIRS; ++i) {
        mesh_release(pairs[i].a);
        mesh_release(pairs[i].b);
    }
}

Affine mesh_pair_pose(const MeshPair *pair, uint64_t seed)
{
    Rng rng = rng_create(seed);
    Affine pose = rng_rotation(&rng);
    pose.p = rng_in_cube(&rng, pair->reach);
    if (seed % 4 == 0) {
        Vec3d p = pose.p;
        pose = affine_identity();
        for (int k = 0; k < 3; ++k)
            pose.p.v[k] = round(p.v[k] / pair->grid) * pair->grid;
    }
    return pose;
}

double distance_from_feature(const Triangle *t, TriFeature feature, Vec3d p)
{
    Vec3d from = t->p[feature.index];
    if (feature.part == TRI_VERTEX)
        return vec3d_distance(p, from);
    Vec3d to = t->p[(feature.index + 1) % 3], x, y;
    Triangle edge = {{from, to, to}}, point = {{p, p, p}};
    return tri_distance(feature.part == TRI_EDGE ? &edge : t, &point, &x, &y);
}

bool long_tier(void)
{
    const char *full = getenv("SNUG_FULL");
    return full && strcmp(full, "1") == 0;
}

bool sanitised(void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return true;
#elif defined(__has_feature)
    return __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
    return false;
#endif
}

typedef struct Hash {
    const BvType *type;
    uint64_t value; // FNV-1a
} Hash;

static void mix(Hash *hash, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; ++i)
        hash->value = (hash->value ^ bytes[i]) * UINT64_C(1099511628211);
}

static void mix_line(void *user, Vec3 from, Vec3 to)
{
    mix(user, from.v, sizeof from.v);
    mix(user, to.v, sizeof to.v);
}

static bool mix_node(void *user, NodeId node, int level, NodeLinks links, const void *volume)
{
    Hash *hash = user;
    const uint32_t numbers[] = {node, (uint32_t)level, links.first, links.count, links.leaf};
    double size = hash->type->measure(volume, MEASURE_AREA);
    mix(hash, numbers, sizeof numbers);
    mix(hash, &size, sizeof size);
    if (hash->type->extent) {
        Extent extent;
        hash->type->extent(volume, &extent);
        mix(hash, &extent.box, sizeof extent.box);
    } else {
        hash->type->outline(volume, mix_line, hash);
    }
    return true;
}

uint64_t tree_hash(const Bvh *tree)
{
    Hash hash = {tree->type, UINT64_C(14695981039346656037)};
    if (!bvh_visit(tree, mix_node, &hash))
        abort();
    mix(&hash, tree->slots, tree->slot_count * sizeof *tree->slots);
    return hash.value;
}
