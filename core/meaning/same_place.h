// Parts whose surfaces lie on each other while their material overlaps: one was put in twice.
#ifndef SNUG_CORE_MEANING_SAME_PLACE_H
#define SNUG_CORE_MEANING_SAME_PLACE_H

#include "core/meaning/material.h"

// Why parts are in the same place, if they are.
typedef struct SamePlace {
    bool same;
    bool copy; // the parts are equal and no further apart than the tolerance
    Vec3d at;  // else a point of both materials, in the frame, further than that from both surfaces
} SamePlace;

// For parts whose surfaces are nowhere deep in each other. frame: from a's to one in which lengths
// are true. False: memory ran short.
bool same_place(const Solid *a, const Solid *b, const Affine *b_to_a, Affine frame,
                double tolerance, SamePlace *out);

#endif
