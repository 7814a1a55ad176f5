// How far each face of a part has to go inwards to be free of another part that it runs into.
#ifndef SNUG_CORE_MOTION_INSETS_H
#define SNUG_CORE_MOTION_INSETS_H

#include "core/motion/shrink.h"

// A deep part is freed by few of its faces: a box that sank into a plate by its bottom, while its
// sides, which would have to go in by half of the plate, stay. So each face is asked by itself: how
// far is it from points of it inside the other part, straight inwards, to where that part ends? And
// the other way round. Answers beyond `most` do not count. Some points of each triangle are looked
// at: what was missed shows when the shrunk part still meets the other one.
//
// insets: per triangle of the shrinker's mesh, only ever raised. Placements are rigid for the
// shrunk part, and any for the other one.
void insets_find(const Shrinker *shrinker, const Affine *placement, const Solid *other,
                 const Affine *other_placement, double most, double *insets);

#endif
