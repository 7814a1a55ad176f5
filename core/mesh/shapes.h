// Simple meshes made by formula, for tests, benchmarks and scenes. All are centred on the origin
// and deterministic; lengths are full sizes unless the name says radius. Solids are closed, with
// triangles counter-clockwise seen from outside, and each flat face or quad is one source polygon.
// NULL when memory is short.
#ifndef SNUG_CORE_MESH_SHAPES_H
#define SNUG_CORE_MESH_SHAPES_H

#include "core/mesh/mesh.h"

Mesh *shape_box(Vec3d size); // 12 triangles, 6 polygons
// Around the y axis: slices >= 3, stacks >= 2.
Mesh *shape_uv_sphere(double radius, int32_t slices, int32_t stacks);
Mesh *shape_ico_sphere(double radius, int32_t subdivisions); // 20 * 4^subdivisions triangles

// Ring around the y axis: 2 * major_segments * minor_segments triangles. Segments >= 3.
Mesh *shape_torus(double major, double minor, int32_t major_segments, int32_t minor_segments);

Mesh *shape_cylinder(double radius, double height, int32_t segments); // axis y
Mesh *shape_cone(double radius, double height, int32_t segments);     // axis y, tip up

// A tube along the (p, q) torus knot: p turns around the y axis, q through the hole; (2, 3) is the
// trefoil. p and q coprime. 2 * segments * tube_segments triangles. Non-convex, hard for every
// volume.
Mesh *shape_knot(int32_t p, int32_t q, double major, double minor, double tube_radius,
                 int32_t segments, int32_t tube_segments);

// A smooth body around the origin, of radius 1 before `limbs` seeded limbs (at most 16) grow out of
// it: limb_length long, about limb_width radians wide. Exactly triangle_count triangles, an even
// number >= 48. Stands in for scanned models.
Mesh *shape_blob(int32_t triangle_count, int32_t limbs, double limb_length, double limb_width,
                 uint64_t seed);

// Open: triangles of about `size`, anywhere in the cube of edge `spread`, sharing nothing.
Mesh *shape_soup(int32_t triangle_count, double spread, double size, uint64_t seed);

#endif
