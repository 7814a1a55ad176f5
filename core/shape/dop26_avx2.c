// The extremal points of a list, all directions in four vectors. core/CMakeLists.txt compiles *_avx2.c for
// processors that have them.
#include "core/base/double_lanes.h"
#include "core/shape/dop26.h"

#include <string.h>

enum { VECTORS = 4 }; // of the thirteen directions, the last one four times

_Static_assert(sizeof(DoubleN) * VECTORS == sizeof(((Extremals *)0)->lo), "as they are kept");

// One point's product with each direction. Products with 1 and -1 are exact, those with 0 add nothing, and
// sums are in the order of vec3d_dot.
static inline __attribute__((always_inline)) DoubleN project(const Vec3d *p, int k)
{
    static const DoubleN x[] = {{1, 0, 0, 1}, {1, 1, -1, 1}, {1, 1, 1, 0}, {0, 0, 0, 0}},
                         y[] = {{0, 1, 0, 1}, {1, -1, 1, 1}, {-1, 0, 0, 1}, {1, 1, 1, 1}},
                         z[] = {{0, 0, 1, 1}, {-1, 1, 1, 0}, {0, 1, -1, 1}, {-1, -1, -1, -1}};
    return (x[k] * p->x + y[k] * p->y) + z[k] * p->z;
}

void extremals_of_avx2(Extremals *e, const Vec3d *points, int32_t count)
{
    DoubleN lo[VECTORS], hi[VECTORS];
    LongN lowest[VECTORS], highest[VECTORS];
    for (int k = 0; k < VECTORS; ++k) {
        lo[k] = hi[k] = project(points, k);
        lowest[k] = highest[k] = (LongN){0, 0, 0, 0};
    }
    for (int32_t i = 1; i < count; ++i) {
        const DoubleN mine = (DoubleN)(LongN){i, i, i, i};
#pragma GCC unroll 4
        for (int k = 0; k < VECTORS; ++k) {
            DoubleN at = project(points + i, k);
            lowest[k] = (LongN)doublen_choose(at < lo[k], mine, (DoubleN)lowest[k]);
            highest[k] = (LongN)doublen_choose(at > hi[k], mine, (DoubleN)highest[k]);
            lo[k] = doublen_min(at, lo[k]);
            hi[k] = doublen_max(at, hi[k]);
        }
    }
    memcpy(e->lo, lo, sizeof lo);
    memcpy(e->hi, hi, sizeof hi);
    memcpy(e->lo_point, lowest, sizeof lowest);
    memcpy(e->hi_point, highest, sizeof highest);
}
