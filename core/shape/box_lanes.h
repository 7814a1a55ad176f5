// Boxes of floats as vectors of four lanes, for the loops of construction that touch every
// triangle on every level. The fourth lane holds whatever is next to the three, never more: both
// loads stay within the box's 24 bytes.
#ifndef SNUG_CORE_SHAPE_BOX_LANES_H
#define SNUG_CORE_SHAPE_BOX_LANES_H

#include "core/shape/box.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

typedef float Lanes __attribute__((vector_size(16)));
typedef int32_t LaneMask __attribute__((vector_size(16)));

typedef struct BoxLanes {
    Lanes lo, hi; // lanes 0..2 of lo, lanes 1..3 of hi
} BoxLanes;
enum { LANE_LO = 0, LANE_HI = 1 }; // where x stands

_Static_assert(sizeof(Box3) == 24, "loads of 16 bytes at 0 and at 8 are the whole box");

static inline BoxLanes box_lanes_load(const Box3 *box)
{
    BoxLanes lanes;
    memcpy(&lanes.lo, (const char *)box, sizeof lanes.lo);
    memcpy(&lanes.hi, (const char *)box + 8, sizeof lanes.hi);
    return lanes;
}

static inline Lanes lanes_select(LaneMask mask, Lanes yes, Lanes no)
{
    LaneMask y, n;
    memcpy(&y, &yes, sizeof y);
    memcpy(&n, &no, sizeof n);
    y = (y & mask) | (n & ~mask);
    memcpy(&yes, &y, sizeof yes);
    return yes;
}

// Compilers do not see that a selection is a minimum; x86 has one instruction for it.
static inline Lanes lanes_min(Lanes a, Lanes b)
{
#ifdef __SSE2__
    return _mm_min_ps(a, b);
#else
    return lanes_select(a < b, a, b);
#endif
}

static inline Lanes lanes_max(Lanes a, Lanes b)
{
#ifdef __SSE2__
    return _mm_max_ps(a, b);
#else
    return lanes_select(a > b, a, b);
#endif
}

// Bit k: lane k of a mask.
static inline int lanes_bits(LaneMask mask)
{
#ifdef __SSE2__
    return _mm_movemask_ps((__m128)mask);
#else
    return (mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8);
#endif
}

// Lanes 1..3 to 0..2: upper ends beside lower ones. Of floats or of masks.
#define LANES_DOWN(v) __builtin_shufflevector(v, v, 1, 2, 3, 3)

static inline BoxLanes box_lanes_union(BoxLanes a, BoxLanes b)
{
    return (BoxLanes){lanes_min(a.lo, b.lo), lanes_max(a.hi, b.hi)};
}

static inline Box3 box_lanes_store(BoxLanes lanes)
{
    return (Box3){vec3(lanes.lo[0], lanes.lo[1], lanes.lo[2]),
                  vec3(lanes.hi[1], lanes.hi[2], lanes.hi[3])};
}

#endif
