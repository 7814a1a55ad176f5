// k-DOPs in another frame: each direction of A is a non-negative combination of three directions of
// B, so B's planes bound B along A's directions by three products each (dynamic alignment, after
// Zachmann 1998).
#ifndef SNUG_CORE_TREE_BV_KDOP_DOP_ALIGNMENT_H
#define SNUG_CORE_TREE_BV_KDOP_DOP_ALIGNMENT_H

#include "core/shape/dop26.h"

enum { DOP_MAX_HALF = 13, DOP_MAX_FACETS = 128 };

// k/2 of the thirteen directions. Half-space j < half means +direction[j], j >= half
// -direction[j-half].
typedef struct DopDirections {
    int half;
    int direction[DOP_MAX_HALF]; // into dop26_direction
} DopDirections;

// k must be 6, 14, 18, 24 or 26.
DopDirections dop_directions(int k);

// The facets of the hull of the unit normals: in each, three half-spaces whose cone covers it.
typedef struct DopFacet {
    int plane[3];
    double inverse[3][3]; // lambda = inverse * u
} DopFacet;
typedef struct DopFacets {
    int count;
    DopFacet facets[DOP_MAX_FACETS];
} DopFacets;
void dop_facets(const DopDirections *directions, DopFacets *out);

// u = sum lambda[m] * normal(plane[m]), lambda >= 0. Any such triple gives a valid bound; the facet
// that u passes through gives the least one for the regular DOP.
typedef struct DopCombination {
    int plane[3];
    double lambda[3];
} DopCombination;
DopCombination dop_combination(const DopFacets *facets, Vec3d u);

static inline Vec3d dop_normal(const DopDirections *d, int plane)
{
    return plane < d->half ? dop26_direction[d->direction[plane]]
                           : vec3d_scale(dop26_direction[d->direction[plane - d->half]], -1);
}

#endif
