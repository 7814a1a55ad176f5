#include "core/mesh/shapes.h"

#include "core/base/memory.h"
#include "core/base/rng.h"
#include "core/mesh/mesh_builder.h"

#include <assert.h>

static const double TAU = 6.283185307179586476925;

Mesh *shape_box(Vec3d size)
{
    MeshBuilder b = {0};
    for (int i = 0; i < 8; ++i)
        mesh_builder_vertex(&b, vec3d((i & 1 ? 0.5 : -0.5) * size.x, (i & 2 ? 0.5 : -0.5) * size.y,
                                      (i & 4 ? 0.5 : -0.5) * size.z));
    static const int8_t FACES[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                       {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (int i = 0; i < 6; ++i)
        mesh_builder_face4(&b, FACES[i][0], FACES[i][1], FACES[i][2], FACES[i][3]);
    return mesh_builder_finish(&b);
}

// Counter-clockwise seen from +y when the angle falls, hence the minus: x to z is a left turn.
static Vec3d on_circle(double radius, double y, int32_t i, int32_t segments)
{
    double angle = -TAU * i / segments;
    return vec3d(radius * cos(angle), y, radius * sin(angle));
}

Mesh *shape_uv_sphere(double radius, int32_t slices, int32_t stacks)
{
    assert(slices >= 3 && stacks >= 2);
    MeshBuilder b = {0};
    int32_t south = mesh_builder_vertex(&b, vec3d(0, -radius, 0));
    for (int32_t j = 1; j < stacks; ++j) {
        double latitude = TAU / 2 * j / stacks;
        for (int32_t i = 0; i < slices; ++i)
            mesh_builder_vertex(
                &b, on_circle(radius * sin(latitude), -radius * cos(latitude), i, slices));
    }
    int32_t north = mesh_builder_vertex(&b, vec3d(0, radius, 0));
    for (int32_t i = 0; i < slices; ++i) {
        int32_t next = (i + 1) % slices;
        mesh_builder_face3(&b, south, 1 + next, 1 + i);
        for (int32_t j = 0; j + 2 < stacks; ++j) {
            int32_t low = 1 + j * slices, high = low + slices;
            mesh_builder_face4(&b, low + i, low + next, high + next, high + i);
        }
        int32_t last = 1 + (stacks - 2) * slices;
        mesh_builder_face3(&b, last + i, last + next, north);
    }
    return mesh_builder_finish(&b);
}

// One 4-to-1 subdivision, the new vertices pushed out to the sphere. Midpoints are found again
// through the half edges of each lower vertex index, which on a sphere mesh are few (5 or 6).
static Mesh *ico_subdivided(const Mesh *coarse, double radius)
{
    typedef struct Edge {
        int32_t other, middle;
    } Edge;
    enum { MAX_DEGREE = 6 };
    Edge(*edges)[MAX_DEGREE] = mem_calloc((size_t)coarse->vertex_count, sizeof *edges);
    if (!edges)
        return NULL;
    MeshBuilder b = {0};
    for (int32_t i = 0; i < coarse->vertex_count; ++i)
        mesh_builder_vertex(&b, coarse->vertices[i]);
    for (int32_t i = 0; i < coarse->triangle_count; ++i) {
        const int32_t *t = coarse->triangles[i];
        int32_t middle[3];
        for (int k = 0; k < 3; ++k) {
            int32_t u = t[k], v = t[(k + 1) % 3];
            int32_t lo = u < v ? u : v, hi = u < v ? v : u;
            // A middle of 0 marks a free slot: index 0 is always a coarse vertex.
            Edge *e = edges[lo];
            while (e->middle != 0 && e->other != hi)
                ++e;
            if (e->middle == 0) {
                Vec3d m = vec3d_add(coarse->vertices[lo], coarse->vertices[hi]);
                m = vec3d_scale(vec3d_normalised(m), radius);
                *e = (Edge){hi, mesh_builder_vertex(&b, m)};
            }
            middle[k] = e->middle;
            if (b.failed)
                break;
        }
        if (b.failed)
            break;
        mesh_builder_face3(&b, t[0], middle[0], middle[2]);
        mesh_builder_face3(&b, t[1], middle[1], middle[0]);
        mesh_builder_face3(&b, t[2], middle[2], middle[1]);
        mesh_builder_face3(&b, middle[0], middle[1], middle[2]);
    }
    mem_free(edges);
    return mesh_builder_finish(&b);
}

Mesh *shape_ico_sphere(double radius, int32_t subdivisions)
{
    assert(subdivisions >= 0 && subdivisions <= 12);
    const double g = (1 + sqrt(5.0)) / 2;
    static const int8_t SIGNS[4][2] = {{-1, 1}, {1, 1}, {-1, -1}, {1, -1}};
    MeshBuilder b = {0};
    for (int axis = 0; axis < 3; ++axis) {
        for (int i = 0; i < 4; ++i) {
            Vec3d p = {{0, 0, 0}};
            p.v[axis] = SIGNS[i][0];
            p.v[(axis + 1) % 3] = SIGNS[i][1] * g;
            mesh_builder_vertex(&b, vec3d_scale(vec3d_normalised(p), radius));
        }
    }
    static const int8_t FACES[20][3] = {
        {0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
        {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
        {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
    for (int i = 0; i < 20; ++i)
        mesh_builder_face3(&b, FACES[i][0], FACES[i][1], FACES[i][2]);
    Mesh *mesh = mesh_builder_finish(&b);
    for (int32_t i = 0; mesh && i < subdivisions; ++i) {
        Mesh *finer = ico_subdivided(mesh, radius);
        mesh_release(mesh);
        mesh = finer;
    }
    return mesh;
}

// Joins `rings` consecutive rings of `around` vertices, and the last ring to the first.
static void close_tube(MeshBuilder *b, int32_t rings, int32_t around)
{
    for (int32_t i = 0; i < rings; ++i) {
        int32_t here = i * around, there = (i + 1) % rings * around;
        for (int32_t j = 0; j < around; ++j) {
            int32_t next = (j + 1) % around;
            mesh_builder_face4(b, here + j, there + j, there + next, here + next);
        }
    }
}

Mesh *shape_torus(double major, double minor, int32_t major_segments, int32_t minor_segments)
{
    assert(major_segments >= 3 && minor_segments >= 3);
    MeshBuilder b = {0};
    for (int32_t i = 0; i < major_segments; ++i) {
        for (int32_t j = 0; j < minor_segments; ++j) {
            double angle = TAU * j / minor_segments;
            double r = major + minor * cos(angle), y = minor * sin(angle);
            mesh_builder_vertex(&b, on_circle(r, y, i, major_segments));
        }
    }
    close_tube(&b, major_segments, minor_segments);
    return mesh_builder_finish(&b);
}

Mesh *shape_knot(int32_t p, int32_t q, double major, double minor, double tube_radius,
                 int32_t segments, int32_t tube_segments)
{
    assert(segments >= 3 && tube_segments >= 3);
    MeshBuilder b = {0};
    for (int32_t i = 0; i < segments; ++i) {
        double t = TAU * i / segments, cp = cos(p * t), sp = sin(p * t);
        double cq = cos(q * t), sq = sin(q * t), r = major + minor * cq;
        Vec3d centre = vec3d(r * cp, minor * sq, r * sp);
        // The curve runs on a torus, whose normal never lies along the curve: a frame without twist
        // jumps, and the last ring meets the first without an offset.
        Vec3d normal = vec3d(cq * cp, sq, cq * sp);
        Vec3d tangent = vec3d(-p * r * sp - q * minor * sq * cp, q * minor * cq,
                              p * r * cp - q * minor * sq * sp);
        Vec3d side = vec3d_cross(normal, vec3d_normalised(tangent));
        for (int32_t j = 0; j < tube_segments; ++j) {
            double angle = TAU * j / tube_segments;
            Vec3d v = vec3d_add_scaled(centre, normal, tube_radius * cos(angle));
            mesh_builder_vertex(&b, vec3d_add_scaled(v, side, tube_radius * sin(angle)));
        }
    }
    close_tube(&b, segments, tube_segments);
    return mesh_builder_finish(&b);
}

Mesh *shape_cylinder(double radius, double height, int32_t segments)
{
    assert(segments >= 3);
    MeshBuilder b = {0};
    for (int32_t i = 0; i < segments; ++i) {
        mesh_builder_vertex(&b, on_circle(radius, -height / 2, i, segments));
        mesh_builder_vertex(&b, on_circle(radius, height / 2, i, segments));
    }
    for (int32_t i = 0; i < segments; ++i) {
        int32_t next = (i + 1) % segments;
        mesh_builder_face4(&b, 2 * i, 2 * next, 2 * next + 1, 2 * i + 1);
    }
    mesh_builder_polygon(&b);
    for (int32_t i = 1; i + 1 < segments; ++i)
        mesh_builder_triangle(&b, 0, 2 * i + 2, 2 * i);
    mesh_builder_polygon(&b);
    for (int32_t i = 1; i + 1 < segments; ++i)
        mesh_builder_triangle(&b, 1, 2 * i + 1, 2 * i + 3);
    return mesh_builder_finish(&b);
}

Mesh *shape_cone(double radius, double height, int32_t segments)
{
    assert(segments >= 3);
    MeshBuilder b = {0};
    int32_t tip = mesh_builder_vertex(&b, vec3d(0, height / 2, 0));
    for (int32_t i = 0; i < segments; ++i)
        mesh_builder_vertex(&b, on_circle(radius, -height / 2, i, segments));
    for (int32_t i = 0; i < segments; ++i)
        mesh_builder_face3(&b, tip, 1 + i, 1 + (i + 1) % segments);
    mesh_builder_polygon(&b);
    for (int32_t i = 1; i + 1 < segments; ++i)
        mesh_builder_triangle(&b, 1, 2 + i, 1 + i);
    return mesh_builder_finish(&b);
}

Mesh *shape_soup(int32_t triangle_count, double spread, double size, uint64_t seed)
{
    Rng rng = rng_create(seed);
    MeshBuilder b = {0};
    for (int32_t i = 0; i < triangle_count; ++i) {
        Vec3d centre = rng_in_cube(&rng, (spread - size) / 2);
        for (int k = 0; k < 3; ++k)
            mesh_builder_vertex(&b, vec3d_add(centre, rng_in_cube(&rng, size / 2)));
        mesh_builder_face3(&b, 3 * i, 3 * i + 1, 3 * i + 2);
    }
    return mesh_builder_finish(&b);
}
