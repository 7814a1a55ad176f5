// The thirteen directions of the 26-DOP and the extremal points of a set along them.
#ifndef SNUG_CORE_SHAPE_DOP26_H
#define SNUG_CORE_SHAPE_DOP26_H

#include "core/base/pair_lanes.h"
#include "core/base/vec.h"

#include <stdint.h>

enum { DOP26_DIRECTIONS = 13 };

// Unnormalised: 3 axes, 4 corners, 6 edges, in this order.
extern const Vec3d dop26_direction[DOP26_DIRECTIONS];

enum { DOP26_PAIRS = (DOP26_DIRECTIONS + 1) / 2, DOP26_PLACES = 8 };

// Two directions at a time; the last one stands twice. There is a place more, as four at a time take it.
typedef struct Extremals {
    Pair lo[DOP26_PLACES], hi[DOP26_PLACES];
    PairMask lo_point[DOP26_PLACES], hi_point[DOP26_PLACES]; // their numbers
} Extremals;

void extremals_begin(Extremals *e);
// Of points with the same projection the first one is kept.
void extremals_add(Extremals *e, Vec3d p, int32_t number);
// The same of a list, from the beginning; count >= 1.
void extremals_of(Extremals *e, const Vec3d *points, int32_t count);
void extremals_of_avx2(Extremals *e, const Vec3d *points, int32_t count); // where there is AVX2

static inline double extremals_width(const Extremals *e, int direction)
{
    return e->hi[direction / 2][direction % 2] - e->lo[direction / 2][direction % 2];
}

static inline int32_t extremals_low(const Extremals *e, int direction)
{
    return (int32_t)e->lo_point[direction / 2][direction % 2];
}

static inline int32_t extremals_high(const Extremals *e, int direction)
{
    return (int32_t)e->hi_point[direction / 2][direction % 2];
}

#endif
