// Boxes of floats rounded outward, as refits gather them: each vertex is rounded once, and unions
// are exact.
#ifndef SNUG_CORE_SHAPE_BOX_ENDS_H
#define SNUG_CORE_SHAPE_BOX_ENDS_H

#include "core/base/rounding.h"
#include "core/shape/box_lanes.h"

// The upper ends, and the lower ones with their signs turned: both only ever grow.
typedef struct Ends {
    Lanes hi, minus_lo; // lanes 0..2
} Ends;

static inline Ends ends_union(Ends a, Ends b)
{
    return (Ends){lanes_max(a.hi, b.hi), lanes_max(a.minus_lo, b.minus_lo)};
}

// Rounding is monotone, so the ends of a triangle are the greatest of its corners', each of which
// is rounded once instead of once per triangle. corners: of all vertices.
static inline Ends ends_of_triangle(const int32_t triangle[3], const Ends *corners)
{
    return ends_union(ends_union(corners[triangle[0]], corners[triangle[1]]), corners[triangle[2]]);
}

#ifdef __SSE2__
// As float_above does it: the next magnitude outward where f was rounded down. Adding 0 turns -0
// into 0, from which up is the next number of bits.
static inline Lanes stepped_up(Lanes f, LaneMask step)
{
    LaneMask bits = (LaneMask)(f + 0);
    return (Lanes)(bits + (step & (bits >> 31 | 1)));
}

static inline Ends ends_of_point(const Vec3d *p)
{
    __m128d xy = _mm_loadu_pd(p->v), z = _mm_load_sd(p->v + 2);
    __m128 low = _mm_cvtpd_ps(xy), high = _mm_cvtpd_ps(z);
    __m128d back = _mm_cvtps_pd(low), back_z = _mm_cvtps_pd(high);
    __m128 below = _mm_shuffle_ps((__m128)_mm_cmplt_pd(back, xy), (__m128)_mm_cmplt_pd(back_z, z),
                                  _MM_SHUFFLE(2, 0, 2, 0));
    __m128 above = _mm_shuffle_ps((__m128)_mm_cmpgt_pd(back, xy), (__m128)_mm_cmpgt_pd(back_z, z),
                                  _MM_SHUFFLE(2, 0, 2, 0));
    Lanes f = _mm_movelh_ps(low, high);
    return (Ends){stepped_up(f, (LaneMask)below), stepped_up(-f, (LaneMask)above)};
}
#else
static inline Ends ends_of_point(const Vec3d *p)
{
    return (Ends){{float_above(p->x), float_above(p->y), float_above(p->z), 0},
                  {float_above(-p->x), float_above(-p->y), float_above(-p->z), 0}};
}
#endif

#endif
