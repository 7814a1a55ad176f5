// The thirteen directions of the 26-DOP and the extremal points of a set along them.
#ifndef SNUG_CORE_SHAPE_DOP26_H
#define SNUG_CORE_SHAPE_DOP26_H

#include "core/base/vec.h"

enum { DOP26_DIRECTIONS = 13 };

// Unnormalised: 3 axes, 4 corners, 6 edges, in this order.
extern const Vec3d dop26_direction[DOP26_DIRECTIONS];

typedef struct Extremals {
    double lo[DOP26_DIRECTIONS], hi[DOP26_DIRECTIONS];
    Vec3d lo_point[DOP26_DIRECTIONS], hi_point[DOP26_DIRECTIONS];
} Extremals;

void extremals_begin(Extremals *e);
void extremals_add(Extremals *e, Vec3d p);

#endif
