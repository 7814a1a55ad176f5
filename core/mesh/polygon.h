// Triangulation of polygons in space: any size, concave, not quite flat, with collinear or repeated
// corners. Ear clipping in the plane of two axes.
#ifndef SNUG_CORE_MESH_POLYGON_H
#define SNUG_CORE_MESH_POLYGON_H

#include "core/base/job.h"
#include "core/base/vec.h"

#include <stddef.h>
#include <stdint.h>

enum PolygonResult {
    POLYGON_GOOD,   // the triangles tile the polygon
    POLYGON_FORCED, // it crosses itself or has no area: the triangles use its corners, no more
    POLYGON_CANCELLED,
    POLYGON_NO_MEMORY,
};

typedef struct PolygonNode PolygonNode;

typedef struct PolygonScratch {
    PolygonNode *nodes;
    size_t node_capacity;
    int32_t *cells;
    size_t cell_capacity;
} PolygonScratch; // zero initialised; keeps its memory from polygon to polygon

void polygon_scratch_free(PolygonScratch *scratch);

// count >= 3 corners. Writes exactly count-2 triangles of indices into `points`, turning the same
// way round as the polygon. Convex quads are cut from corner 0 to corner 2, as every other program
// does. The time is about proportional to count for ordinary polygons and bounded for all.
enum PolygonResult polygon_triangulate(const Vec3d *points, int32_t count, int32_t (*triangles)[3],
                                       PolygonScratch *scratch, const Job *job);

// Collinear, or with equal corners.
bool polygon_triangle_is_degenerate(Vec3d a, Vec3d b, Vec3d c);

#endif
