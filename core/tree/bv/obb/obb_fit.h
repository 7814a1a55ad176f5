// Fitting oriented boxes to triangles.
#ifndef SNUG_CORE_TREE_BV_OBB_OBB_FIT_H
#define SNUG_CORE_TREE_BV_OBB_OBB_FIT_H

#include "core/tree/bv.h"

// The box is the set of points p with |axis_k . (p - centre)| <= half_k for the axes as stored.
typedef struct ObbVolume {
    float axis[3][3], centre[3], half[3];
} ObbVolume;

static inline double obb_reach_along(const ObbVolume *box, int k, Vec3d p)
{
    return fabs(
        vec3d_dot(vec3d_from_floats(box->axis[k]), vec3d_sub(p, vec3d_from_floats(box->centre))));
}

// A share of its surface that is the same for all boxes.
static inline float obb_area(const ObbVolume *box)
{
    const float *h = box->half;
    return h[0] * h[1] + h[1] * h[2] + h[2] * h[0];
}

// What counts for the axes: the triangles' areas, their corners alike, or the area of their convex
// hull (Andersen and Bay 2006, 4.2; Gottschalk 1996).
enum ObbWeights { OBB_BY_AREA, OBB_BY_CORNERS, OBB_BY_HULL };

// Why two of them are apart, by all fifteen axes and by the six of the faces (pair/explain.h).
void obb_explain_sat(const ExplainPair *pair, Explanation *out);
void obb_explain_lite(const ExplainPair *pair, Explanation *out);
// The same by all fifteen where the one of two boxes is scaled so that the box around it is tested.
void obb_explain_around(const ExplainPair *pair, Explanation *out);

// Axes, centre and half extents. By area, axes come from the criterion where it knows them.
void obb_fit(ObbVolume *box, const FitItems *items, enum ObbWeights weights);
// Centre and half extents for axes that stay.
void obb_enclose(ObbVolume *box, const Mesh *mesh, const int32_t *items, int32_t count);
// Turned about its shortest axis until it is smallest, as far as some of the triangles tell; it stays
// as it is where that gains nothing.
void obb_turn(ObbVolume *box, const Mesh *mesh, const int32_t *items, int32_t count);
// The same box with its axes by falling half extent.
void obb_order(ObbVolume *box);

#endif
