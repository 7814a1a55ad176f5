// Triangles of a flat polygon with holes, for generated parts.
#ifndef SNUG_CORE_MESH_TRIANGULATE_H
#define SNUG_CORE_MESH_TRIANGULATE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Point2 {
    double u, v;
} Point2;

// points: the rings one after the other, the outer one first, each in either direction. Rings must
// be simple and must not touch. Writes point_count + 2 * (ring_count - 1) - 2 triangles, all
// counter-clockwise and of positive area. False when memory is short or the rings are not as
// promised. Holes are joined by bridges, then ears are cut, the best shaped first: quadratic, meant
// for some hundred points.
bool triangulate_polygon(const Point2 *points, const int32_t *ring_sizes, int32_t ring_count,
                         int32_t (*triangles)[3]);

#endif
