// How far each face of a part has to go inwards to be free of another part that it runs into.
#ifndef SNUG_CORE_MOTION_INSETS_H
#define SNUG_CORE_MOTION_INSETS_H

#include "core/motion/shrink.h"

typedef struct InsetPair {
    const Shrinker *shrinker;
    Affine placement;   // rigid
    const Solid *other; // with its material
    Affine other_placement;
} InsetPair;

// A deep part is freed by few of its faces: a box that sank into a plate by its bottom, while its
// sides, which would have to go in by half of the plate, stay. So each face is asked by itself: how
// far is it from points of it inside the other part, straight inwards, to where that part ends? And
// the other way round. Answers beyond `most` do not count. Some points of each triangle are looked
// at: what was missed shows when the shrunk part still meets the other one.
// insets: per triangle of the shrinker's mesh, only ever raised.
void insets_find(const InsetPair *pair, double most, double *insets);

// The same from triangles that still meet, the shrunk part's first: edges that cross have no point
// inside. The other part's faces say on the average where out is, and a face goes in by as much of
// `way` along there as leads inwards. sums: room for a vector per triangle.
void insets_raise(const InsetPair *pair, const ContactList *met, double way, Vec3d *sums,
                  double *insets);

#endif
