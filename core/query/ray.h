// Where a ray first meets a mesh: what is under the cursor, for instance. Rays have a tree of their
// own kind, cheap to build and small, so that they do not depend on the kind that contacts are
// looked for with.
//
// The answer is that of looking at every triangle, bit for bit. A ray that meets a closed mesh
// never slips through between two triangles that share an edge: every corner is seen from the ray
// once, rounded alike for all triangles around it, and on which side of an edge the ray passes is
// decided exactly from there on. A ray on an edge or through a corner meets all triangles there. A
// triangle that is seen edge-on, or that has no area, is not met.
#ifndef SNUG_CORE_QUERY_RAY_H
#define SNUG_CORE_QUERY_RAY_H

#include "core/tree/bvh.h"

// The points origin + t * direction with from <= t <= to. Moved into the frame of a part by the
// inverse of its placement, scaled ones included, it keeps its t.
typedef struct Ray {
    Vec3d origin, direction; // of any length; of no length or not finite: meets nothing
    double from, to;
} Ray;

typedef struct RayHit {
    int32_t triangle; // -1: nothing was met
    double t;         // +inf without a triangle
} RayHit;

// What to build or refit trees for rays with.
BvhDesc ray_tree_desc(void);
bool ray_can_use(const BvType *type); // AABB and both kinds of blocks

// The hit of smallest t; of several with the same t, the triangle of lowest index. Both sides of
// triangles count. tree: of a kind that rays can use, up to date with its mesh. Takes no memory, so
// it cannot fail; any number of threads may ask the same tree.
RayHit ray_nearest(const Bvh *tree, const Ray *ray);

// The same by looking at every triangle, for tests and for parts whose tree is not there yet.
RayHit ray_nearest_of_all(const Mesh *mesh, const Ray *ray);

// Where the part of a ray in front of `limit` may meet a box, never missed by rounding: the least t
// there is, +inf: none.
double ray_enters_box(const Ray *ray, const Box3d *box, double limit);

#endif
