// Flats around an axis, as those of a hexagon head or of a wrench's jaw: how the one must be rolled about the
// axis, and shifted along it, to be taken by the other.
#ifndef SNUG_CORE_FEATURE_FLATS_H
#define SNUG_CORE_FEATURE_FLATS_H

#include "core/mesh/mesh.h"

typedef struct FlatsAxis {
    Vec3d origin, axis, side; // in the world: axis and side of length 1, at right angles
    double from, to;          // faces whose middle is so far from the axis
} FlatsAxis;

typedef struct Flats {
    int fold;         // 6: a hexagon; 12: two of them, turned; 0: it is round, or there is nothing
    double phase;     // of what the flats look at, radians from the side, modulo 2 pi / fold
    double along;     // their middle along the axis, from its origin
    double low, high; // how far they go along it
} Flats;

Flats flats_around(const Mesh *mesh, const Affine *placement, const FlatsAxis *about);
// Largest distance of a vertex from the axis.
double flats_reach(const Mesh *mesh, const Affine *placement, const FlatsAxis *about);
// By how much `tool` has to be rolled to take `head`, the shorter way; 0 where one of them is round.
double flats_roll(const Flats *tool, const Flats *head);

#endif
