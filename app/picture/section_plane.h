// A plane that cuts the picture open: what lies on the side its normal points to is not drawn.
#ifndef SNUG_APP_PICTURE_SECTION_PLANE_H
#define SNUG_APP_PICTURE_SECTION_PLANE_H

#include "core/base/vec.h"

#include <stdbool.h>

typedef struct SectionPlane {
    bool on;
    Vec3d point, normal; // world; the normal has length 1, or 0 while no plane was ever set
} SectionPlane;

// How far a point is on the side that is kept; below 0 it is cut away.
static inline double section_depth(const SectionPlane *plane, Vec3d p)
{
    return vec3d_dot(plane->normal, vec3d_sub(plane->point, p));
}

// Point and normal alone, bit by bit, so that a plane can be compared with itself.
#endif
