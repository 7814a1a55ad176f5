// Where a solid is too thin to have its faces moved inwards.
#ifndef SNUG_CORE_MOTION_THICKNESS_H
#define SNUG_CORE_MOTION_THICKNESS_H

#include "core/meaning/solid.h"

// Two triangles that share no point and look away from each other, within 60 degrees, with material
// between them, are the walls of a place. Every line through the solid from one to the other is at
// least as long as their distance. So that half of it is left, they may go in by half of it together:
// where their insets are more, the share of them that is not. share: per vertex, set for the first
// one at each place, the least over its triangles; 1 where it is thick enough.
typedef struct ThicknessDesc {
    const Solid *solid;
    const Vec3d *normal;  // per triangle, out of the solid, of length 1 or 0
    double inset;         // of all triangles
    const double *insets; // per triangle instead of that; NULL: all the same
} ThicknessDesc;

// *done: false where it would be too much work. False: cancelled.
bool thickness_find(const ThicknessDesc *desc, double *share, bool *done, Job *job);

#endif
