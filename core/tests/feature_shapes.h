// Shapes with known features, and the same mesh written in another way.
#ifndef SNUG_CORE_TESTS_FEATURE_SHAPES_H
#define SNUG_CORE_TESTS_FEATURE_SHAPES_H

#include "core/base/rng.h"
#include "core/tests/odd_shapes.h"

// A prism over a contour (x, z) that a fan from its first point fills, clockwise seen from above.
Mesh *shape_prism(const double (*contour)[2], int32_t count, double height);
// A piece of a disc, its facets symmetric to the x axis; the rest is cut off straight, or to a corner on
// the other side of the axis.
Mesh *shape_sector(double radius, double arc, int32_t facets, double height);
// Two halves of a disc and straight sides between them.
Mesh *shape_slot(double radius, double length, int32_t facets, double height);

// The mesh at `place`, with quads cut along any of their diagonals, vertices, triangles and corners in any
// order and no polygons known; digits of the coordinates are kept, 0: all. Takes over the mesh.
Mesh *mesh_written_anew(Mesh *mesh, const Affine *place, int digits, Rng *rng);

#endif
