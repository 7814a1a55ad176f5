#include "core/tests/odd_shapes.h"
#include "core/base/rng.h"
#include "core/mesh/mesh_builder.h"

#include <assert.h>

static const double TAU = 6.283185307179586476925;

Mesh *shape_ring(double inner_radius, double outer_radius, double height, int32_t segments)
{
    assert(segments >= 3 && inner_radius < outer_radius);
    // Joined as a torus of four sides is.
    Mesh *mesh = shape_torus(2, 1, segments, 4);
    for (int32_t i = 0; mesh && i < mesh->vertex_count; ++i) {
        double angle = -TAU * (i / 4) / segments;
        double radius = i % 4 < 2 ? outer_radius : inner_radius;
        double y = i % 4 == 1 || i % 4 == 2 ? height / 2 : -height / 2;
        mesh->vertices[i] = vec3d(radius * cos(angle), y, radius * sin(angle));
    }
    return mesh;
}

// A point on the axis is one vertex.
static int32_t lathe_vertex(const double (*profile)[2], const int32_t *first, int32_t i, int32_t j,
                            int32_t segments)
{
    return first[i] + (profile[i][0] > 0 ? j % segments : 0);
}

Mesh *shape_lathe(const double (*profile)[2], int32_t count, int32_t segments)
{
    enum { MOST = 32 };
    assert(count >= 3 && count <= MOST && segments >= 3);
    MeshBuilder b = {0};
    int32_t first[MOST], made = 0;
    for (int32_t i = 0; i < count; ++i) {
        first[i] = made;
        for (int32_t j = 0; j < (profile[i][0] > 0 ? segments : 1); ++j, ++made) {
            double angle = TAU * j / segments, radius = profile[i][0];
            mesh_builder_vertex(&b, vec3d(radius * cos(angle), profile[i][1], radius * sin(angle)));
        }
    }
    for (int32_t i = 0; i < count; ++i) {
        int32_t next = (i + 1) % count;
        for (int32_t j = 0; j < segments && (profile[i][0] > 0 || profile[next][0] > 0); ++j) {
            int32_t at[4] = {lathe_vertex(profile, first, i, j, segments),
                             lathe_vertex(profile, first, next, j, segments),
                             lathe_vertex(profile, first, next, j + 1, segments),
                             lathe_vertex(profile, first, i, j + 1, segments)};
            if (at[0] == at[3])
                mesh_builder_face3(&b, at[0], at[1], at[2]);
            else if (at[1] == at[2])
                mesh_builder_face3(&b, at[0], at[1], at[3]);
            else
                mesh_builder_face4(&b, at[0], at[1], at[2], at[3]);
        }
    }
    return mesh_builder_finish(&b);
}

Mesh *shape_grid(double width, double depth, int32_t columns, int32_t rows)
{
    assert(columns >= 1 && rows >= 1);
    MeshBuilder b = {0};
    for (int32_t j = 0; j <= rows; ++j)
        for (int32_t i = 0; i <= columns; ++i)
            mesh_builder_vertex(
                &b, vec3d(width * i / columns - width / 2, 0, depth * j / rows - depth / 2));
    for (int32_t j = 0; j < rows; ++j) {
        for (int32_t i = 0; i < columns; ++i) {
            int32_t v = j * (columns + 1) + i, below = v + columns + 1;
            mesh_builder_face4(&b, v, below, below + 1, v + 1);
        }
    }
    return mesh_builder_finish(&b);
}

Mesh *shape_degenerates(int32_t triangle_count, double spread, uint64_t seed)
{
    Rng rng = rng_create(seed);
    MeshBuilder b = {0};
    for (int32_t i = 0; i < triangle_count; ++i) {
        Vec3d p[3];
        for (int k = 0; k < 3; ++k)
            p[k] = rng_in_cube(&rng, spread / 2);
        // The middle one is rounded: collinear to the bit only when it is an end point.
        if (i % 3 == 1)
            p[2] = i % 2 ? p[0] : vec3d_lerp(p[0], p[1], 0.5);
        if (i % 3 == 2)
            p[2] = p[1] = p[0];
        for (int k = 0; k < 3; ++k)
            mesh_builder_vertex(&b, p[k]);
        mesh_builder_face3(&b, 3 * i, 3 * i + 1, 3 * i + 2);
    }
    return mesh_builder_finish(&b);
}
