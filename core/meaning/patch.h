// Flat regions of a surface: what a piece of another surface lies over, whatever the triangulation.
#ifndef SNUG_CORE_MEANING_PATCH_H
#define SNUG_CORE_MEANING_PATCH_H

#include "core/meaning/solid.h"

enum PatchAnswer {
    PATCH_NONE,   // nothing to be said
    PATCH_COVERS, // seen along the normal, the region covers the polygon
    PATCH_ENDS    // its border runs through the polygon
};

typedef struct Patch {
    Vec3d normal, at; // the plane
    Vec3d edge[2];    // PATCH_ENDS: of the border, through the polygon
} Patch;

// The region around `triangle` (of the solid) whose corners are within `flat` of its plane, against
// a convex polygon in the frame; `middle` is a point inside of it that lies over the triangle.
enum PatchAnswer patch_under(const PlacedSolid *placed, int32_t triangle, const Vec3d *polygon,
                             int32_t count, Vec3d middle, double flat, Patch *patch);

#endif
