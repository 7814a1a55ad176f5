// A smooth body with limbs, for benchmarks whose scanned models are not ours to ship. Its surface
// is that of a cube, cut into squares and blown up, so that triangles stay alike; faces cut into
// three bring the number of triangles to the one asked for.
#include "core/base/rng.h"
#include "core/mesh/mesh_builder.h"
#include "core/mesh/shapes.h"

enum { MAX_LIMBS = 16 };

typedef struct Blob {
    Vec3d limbs[MAX_LIMBS];
    int32_t limb_count;
    double length, width;
    int32_t n; // squares along an edge of the cube
    MeshBuilder mesh;
    int32_t splits; // faces still to be cut into three
} Blob;

static void draw_limbs(Blob *blob, uint64_t seed)
{
    Rng rng = rng_create(seed);
    for (int32_t i = 0; i < blob->limb_count; ++i) {
        bool apart = false;
        for (int tries = 0; !apart && tries < 100; ++tries) {
            blob->limbs[i] = rng_direction(&rng);
            apart = true;
            for (int32_t j = 0; j < i; ++j)
                apart = apart && vec3d_dot(blob->limbs[i], blob->limbs[j]) < 0.5;
        }
    }
}

static double radius_towards(const Blob *blob, Vec3d direction)
{
    double radius = 1;
    for (int32_t i = 0; i < blob->limb_count; ++i) {
        double s = 1 + (1 - vec3d_dot(direction, blob->limbs[i])) / (blob->width * blob->width);
        radius += blob->length / (s * s * s * s);
    }
    return radius;
}

// Vertices are counted layer by layer: a full square below and above, rims of 4n between.
static int32_t vertex_at(const Blob *blob, int32_t x, int32_t y, int32_t z)
{
    int32_t n = blob->n, square = (n + 1) * (n + 1), rims = 4 * n * (n - 1);
    if (z == 0 || z == n)
        return (z == 0 ? 0 : square + rims) + y * (n + 1) + x;
    int32_t along = y == 0 ? x : x == n ? n + y : y == n ? 3 * n - x : 4 * n - y;
    return square + 4 * n * (z - 1) + along;
}

static void add_vertex(Blob *blob, int32_t x, int32_t y, int32_t z)
{
    double half = blob->n / 2.0;
    Vec3d direction = vec3d_normalised(vec3d(x - half, y - half, z - half));
    mesh_builder_vertex(&blob->mesh, vec3d_scale(direction, radius_towards(blob, direction)));
}

static void add_vertices(Blob *blob)
{
    int32_t n = blob->n;
    for (int32_t z = 0; z <= n; ++z) {
        if (z == 0 || z == n) {
            for (int32_t y = 0; y <= n; ++y)
                for (int32_t x = 0; x <= n; ++x)
                    add_vertex(blob, x, y, z);
            continue;
        }
        for (int32_t i = 0; i < n; ++i)
            add_vertex(blob, i, 0, z);
        for (int32_t i = 0; i < n; ++i)
            add_vertex(blob, n, i, z);
        for (int32_t i = 0; i < n; ++i)
            add_vertex(blob, n - i, n, z);
        for (int32_t i = 0; i < n; ++i)
            add_vertex(blob, 0, n - i, z);
    }
}

static void add_triangle(Blob *blob, int32_t a, int32_t b, int32_t c)
{
    if (blob->splits == 0 || blob->mesh.failed) {
        mesh_builder_face3(&blob->mesh, a, b, c);
        return;
    }
    --blob->splits;
    const Vec3d *v = blob->mesh.vertices;
    Vec3d middle = vec3d_scale(vec3d_add(v[a], vec3d_add(v[b], v[c])), 1.0 / 3);
    int32_t m = mesh_builder_vertex(&blob->mesh, middle);
    mesh_builder_face3(&blob->mesh, a, b, m);
    mesh_builder_face3(&blob->mesh, b, c, m);
    mesh_builder_face3(&blob->mesh, c, a, m);
}

// The square at (u, v) of the face `axis`, upper or lower.
static void add_square(Blob *blob, int axis, bool upper, int32_t u, int32_t v)
{
    static const int8_t CORNERS[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    int32_t corner[4];
    for (int i = 0; i < 4; ++i) {
        int32_t at[3];
        at[axis] = upper ? blob->n : 0;
        at[(axis + 1) % 3] = u + CORNERS[upper ? i : 3 - i][0];
        at[(axis + 2) % 3] = v + CORNERS[upper ? i : 3 - i][1];
        corner[i] = vertex_at(blob, at[0], at[1], at[2]);
    }
    add_triangle(blob, corner[0], corner[1], corner[2]);
    add_triangle(blob, corner[0], corner[2], corner[3]);
}

Mesh *shape_blob(int32_t triangle_count, int32_t limbs, double limb_length, double limb_width,
                 uint64_t seed)
{
    assert(triangle_count >= 48 && triangle_count % 2 == 0 && limbs >= 0 && limbs <= MAX_LIMBS);
    Blob blob = {.limb_count = limbs,
                 .length = limb_length,
                 .width = limb_width,
                 .n = (int32_t)sqrt(triangle_count / 12.0)};
    blob.splits = (triangle_count - 12 * blob.n * blob.n) / 2;
    draw_limbs(&blob, seed);
    add_vertices(&blob);
    // At most 12 (2n + 1) / 2 faces are cut, and from n = 2 on there are more than that.
    for (int axis = 0; axis < 3; ++axis)
        for (int upper = 0; upper < 2; ++upper)
            for (int32_t u = 0; u < blob.n; ++u)
                for (int32_t v = 0; v < blob.n; ++v)
                    add_square(&blob, axis, upper, u, v);
    return mesh_builder_finish(&blob.mesh);
}
