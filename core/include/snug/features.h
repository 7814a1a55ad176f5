// Part of snug.h: what a person would point at on a part: flat faces, pins, holes, and their ends.
#ifndef SNUG_FEATURES_H
#define SNUG_FEATURES_H

#include "query.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- features: planes, cylinders and circles of a mesh, in its own coordinates
typedef struct snug_features snug_features;

typedef enum snug_feature_kind {
    SNUG_FEATURE_PLANE = 0,
    SNUG_FEATURE_CYLINDER = 1, // at least 6 facets and a quarter of a turn
    SNUG_FEATURE_CIRCLE = 2    // where a cylinder ends, all the way round
} snug_feature_kind;

typedef struct snug_feature {
    size_t struct_size;
    snug_feature_kind kind;
    int32_t inward; // a hole, or the rim of one
    int32_t convex; // circle: the tip of a pin or the mouth of a hole, not a shoulder or a bottom
    double origin[3];
    double axis[3];           // unit. Plane: out of the material; circle: away from its cylinder
    double side[3];           // unit, across the axis: to a corner between two facets
    double radius;            // through the corners; plane: no point is farther from the origin
    double length;            // cylinder: along the axis, half of it on both sides of the origin
    double arc;               // of cylinder and circle, in radians
    int32_t facets;           // around the axis
    double residual;          // no corner is farther from the plane or the cylinder
    int32_t cylinder;         // circle: which feature it ends; else -1
    int32_t face;             // circle: the plane beyond, or -1; else -1
    const int32_t *triangles; // as long as the features; none for circles
    int32_t triangle_count;
} snug_feature;

// [any] Of the mesh as it is now; job may be NULL.
SNUG_API snug_status snug_features_find(const snug_mesh *mesh, snug_job *job,
                                        snug_features **features, snug_error *error);
// [any]
SNUG_API int32_t snug_features_count(const snug_features *features);
// [any] Planes first, then cylinders, then circles; large ones before small ones.
SNUG_API snug_status snug_features_at(const snug_features *features, int32_t index,
                                      snug_feature *feature, snug_error *error);
// [any] The cylinder or else the plane that a triangle belongs to; -1: none.
SNUG_API int32_t snug_features_of_triangle(const snug_features *features, int32_t triangle);
SNUG_API void snug_features_release(snug_features *features);

#ifdef __cplusplus
}
#endif

#endif
