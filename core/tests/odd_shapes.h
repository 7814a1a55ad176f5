// Simple meshes that only tests want: holes, sheets, and what a bad file holds.
#ifndef SNUG_CORE_TESTS_ODD_SHAPES_H
#define SNUG_CORE_TESTS_ODD_SHAPES_H

#include "core/mesh/shapes.h"

// A ring with a rectangular profile around the y axis, 8 * segments triangles: a wall with a hole.
Mesh *shape_ring(double inner_radius, double outer_radius, double height, int32_t segments);

// Turned about the y axis: the profile of (radius, y) leads up with the material towards the axis, from the
// axis to the axis, or back to its beginning. Each face between two of its points is one source polygon.
Mesh *shape_lathe(const double (*profile)[2], int32_t count, int32_t segments);

// Open: a flat sheet in the plane y = 0, normal up. 2 * columns * rows triangles. Its boxes have no
// height, and every pair of such sheets in one plane is coplanar.
Mesh *shape_grid(double width, double depth, int32_t columns, int32_t rows);

// Open: as the soup, but each third triangle is a segment, each third a point. What a bad file
// holds.
Mesh *shape_degenerates(int32_t triangle_count, double spread, uint64_t seed);

#endif
