// Meshes for the examples.
#ifndef SNUG_CORE_EXAMPLES_SHAPES_H
#define SNUG_CORE_EXAMPLES_SHAPES_H

#include <math.h>
#include <snug/snug.h>
#include <stdio.h>
#include <stdlib.h>

// Ends the program with the library's own words.
static inline void must(snug_status status, const snug_error *error)
{
    if (status == SNUG_OK)
        return;
    fprintf(stderr, "%s: %s\n", snug_status_name(status), error->text);
    exit(1);
}

// A box around the origin.
static inline snug_mesh *make_box(double width, double height, double depth)
{
    static const int32_t sides[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6},
                                         {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3},
                                         {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    static const int32_t polygons[12] = {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5};
    double corners[8][3];
    for (int i = 0; i < 8; ++i) {
        corners[i][0] = (i & 1 ? 0.5 : -0.5) * width;
        corners[i][1] = (i & 2 ? 0.5 : -0.5) * height;
        corners[i][2] = (i & 4 ? 0.5 : -0.5) * depth;
    }
    snug_mesh_desc desc = {.struct_size = sizeof desc,
                           .vertices = corners[0],
                           .vertex_count = 8,
                           .triangles = sides[0],
                           .triangle_count = 12,
                           .polygon_of = polygons};
    snug_mesh *mesh = NULL;
    snug_error error;
    must(snug_mesh_create(&desc, &mesh, &error), &error);
    return mesh;
}

// A ball around the origin, of 32 slices and 16 stacks.
static inline snug_mesh *make_ball(double radius)
{
    enum { SLICES = 32, STACKS = 16, ROWS = STACKS + 1 };
    static double corners[ROWS * SLICES][3];
    static int32_t sides[2 * STACKS * SLICES][3];
    const double pi = 3.14159265358979323846;
    for (int i = 0; i < ROWS * SLICES; ++i) {
        double turn = 2 * pi * (i % SLICES) / SLICES, rise = pi * (i / SLICES) / STACKS;
        corners[i][0] = radius * sin(rise) * cos(turn);
        corners[i][1] = radius * cos(rise);
        corners[i][2] = radius * sin(rise) * sin(turn);
    }
    int32_t count = 0;
    for (int32_t i = 0; i < STACKS * SLICES; ++i) {
        int32_t right = i / SLICES * SLICES + (i + 1) % SLICES, below = i + SLICES;
        const int32_t quad[4] = {i, right, right + SLICES, below};
        for (int half = 0; half < 2; ++half) {
            // At the poles one half of each quad has no area.
            if (i / SLICES == (half == 0 ? 0 : STACKS - 1))
                continue;
            sides[count][0] = quad[0];
            sides[count][1] = quad[half + 1];
            sides[count++][2] = quad[half + 2];
        }
    }
    snug_mesh_desc desc = {.struct_size = sizeof desc,
                           .vertices = corners[0],
                           .vertex_count = ROWS * SLICES,
                           .triangles = sides[0],
                           .triangle_count = count};
    snug_mesh *mesh = NULL;
    snug_error error;
    must(snug_mesh_create(&desc, &mesh, &error), &error);
    return mesh;
}

static inline snug_tree *make_tree(snug_mesh *mesh)
{
    snug_tree *tree = NULL;
    snug_error error;
    must(snug_tree_build(mesh, NULL, &tree, &error), &error);
    snug_mesh_release(mesh); // the tree keeps it
    return tree;
}

#endif
