// Parts whose surfaces lie on each other while their material overlaps: one was put in twice.
#ifndef SNUG_CORE_MEANING_SAME_PLACE_H
#define SNUG_CORE_MEANING_SAME_PLACE_H

#include "core/meaning/material.h"

// *same: a point of both materials is further than the tolerance from both surfaces, although no
// point of a surface is; or the parts are equal and no further apart than the tolerance. frame: from
// a's to one in which lengths are true. False: memory ran short.
bool same_place(const Solid *a, const Solid *b, const Affine *b_to_a, Affine frame,
                double tolerance, bool *same);

#endif
