#include "core/tests/feature_shapes.h"

#include "core/base/angle.h"
#include "core/mesh/mesh_builder.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_POINTS = 512 };

Mesh *shape_prism(const double (*contour)[2], int32_t count, double height)
{
    MeshBuilder b = {0};
    for (int level = -1; level <= 1; level += 2)
        for (int32_t i = 0; i < count; ++i)
            mesh_builder_vertex(&b, vec3d(contour[i][0], level * height / 2, contour[i][1]));
    for (int32_t i = 0; i < count; ++i) {
        int32_t next = (i + 1) % count;
        mesh_builder_face4(&b, i, count + i, count + next, next);
    }
    mesh_builder_polygon(&b);
    for (int32_t i = 1; i + 1 < count; ++i)
        mesh_builder_triangle(&b, 0, i, i + 1);
    mesh_builder_polygon(&b);
    for (int32_t i = 1; i + 1 < count; ++i)
        mesh_builder_triangle(&b, count, count + i + 1, count + i);
    return mesh_builder_finish(&b);
}

static int32_t add_arc(double (*contour)[2], int32_t count, double middle, double radius,
                       double from, double arc, int32_t facets)
{
    assert(count + facets < MOST_POINTS);
    for (int32_t i = 0; i <= facets; ++i, ++count) {
        double angle = from + arc * i / facets;
        contour[count][0] = middle + radius * cos(angle);
        contour[count][1] = radius * sin(angle);
    }
    return count;
}

Mesh *shape_sector(double radius, double arc, int32_t facets, double height)
{
    double contour[MOST_POINTS][2];
    int32_t count = add_arc(contour, 0, 0, radius, -arc / 2, arc, facets);
    if (arc < PI) {
        contour[count][0] = -0.3 * radius;
        contour[count++][1] = 0;
    }
    return shape_prism((const double(*)[2])contour, count, height);
}

Mesh *shape_slot(double radius, double length, int32_t facets, double height)
{
    double contour[MOST_POINTS][2];
    int32_t count = add_arc(contour, 0, length / 2, radius, -PI / 2, PI, facets);
    count = add_arc(contour, count, -length / 2, radius, PI / 2, PI, facets);
    return shape_prism((const double(*)[2])contour, count, height);
}

static void shuffle(int32_t *order, int32_t count, Rng *rng)
{
    for (int32_t i = 0; i < count; ++i)
        order[i] = i;
    for (int32_t i = count - 1; i > 0; --i) {
        int32_t j = rng_below(rng, i + 1), kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
}

static bool is_quad(const Mesh *mesh, int32_t t)
{
    const int32_t *of = mesh->polygon_of;
    return t + 1 < mesh->triangle_count && of[t] == of[t + 1] && (t == 0 || of[t - 1] != of[t]) &&
           (t + 2 >= mesh->triangle_count || of[t + 2] != of[t]) &&
           mesh->triangles[t + 1][0] == mesh->triangles[t][0] &&
           mesh->triangles[t + 1][1] == mesh->triangles[t][2];
}

static double rounded(double x, int digits)
{
    char text[64];
    snprintf(text, sizeof text, "%.*g", digits, x);
    return digits > 0 ? atof(text) : x;
}

Mesh *mesh_written_anew(Mesh *mesh, const Affine *place, int digits, Rng *rng)
{
    Mesh *copy = mesh_create(mesh->vertex_count, mesh->triangle_count);
    int32_t *vertices = malloc((size_t)mesh->vertex_count * sizeof *vertices);
    int32_t *triangles = malloc((size_t)mesh->triangle_count * sizeof *triangles);
    assert(copy && vertices && triangles);
    shuffle(vertices, mesh->vertex_count, rng);
    shuffle(triangles, mesh->triangle_count, rng);
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        Vec3d p = affine_apply(place, mesh->vertices[i]);
        for (int k = 0; k < 3; ++k)
            copy->vertices[vertices[i]].v[k] = rounded(p.v[k], digits);
    }
    for (int32_t t = 0; t < mesh->triangle_count; ++t) {
        if (is_quad(mesh, t) && rng_below(rng, 2)) {
            int32_t *one = mesh->triangles[t], *two = mesh->triangles[t + 1], last = two[2];
            two[0] = one[1];
            two[1] = one[2];
            one[2] = last;
        }
        int32_t turn = rng_below(rng, 3);
        for (int k = 0; k < 3; ++k)
            copy->triangles[triangles[t]][k] = vertices[mesh->triangles[t][(k + turn) % 3]];
    }
    free(vertices);
    free(triangles);
    mesh_release(mesh);
    return copy;
}
