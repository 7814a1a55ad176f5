// What two parts share, as a solid: the triangles that bound it. For drawing, and for who wants its form
// besides its volume (common_volume.h).
//
// They are pieces of both surfaces (pieces.h): what of each is inside the other part, and once what both
// have in common where faces lie on each other and look the same way. Edges are not stitched together:
// where pieces were cut, corners may lie on the edges of others.
#ifndef SNUG_CORE_MEANING_COMMON_SOLID_H
#define SNUG_CORE_MEANING_COMMON_SOLID_H

#include "core/meaning/pieces.h"

typedef struct CommonSolid {
    Vec3d *points; // triples in the world, turning left seen from outside
    size_t count, capacity;
    bool coarse; // as in ContactPieces: somewhere it is larger than what they share
} CommonSolid;

// Both parts are closed and do not overlap themselves: common_volume() knows their volume. False on lack
// of memory, bad placements or cancel; *out is then empty.
bool common_solid_make(CommonSolid *out, const PosedPart *a, const PosedPart *b, SolidCache *solids,
                       Job *job, Error *err);
void common_solid_free(CommonSolid *solid);
// By the divergence theorem, about a corner of it.
double common_solid_volume(const CommonSolid *solid);

#endif
