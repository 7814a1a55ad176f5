// Rounding to float towards the safe side: stored volumes only ever grow.
#ifndef SNUG_CORE_GEOM_ROUNDING_H
#define SNUG_CORE_GEOM_ROUNDING_H

#include <math.h>

// Largest float <= x.
static inline float float_below(double x)
{
    float f = (float)x;
    return (double)f > x ? nextafterf(f, -INFINITY) : f;
}

// Smallest float >= x.
static inline float float_above(double x)
{
    float f = (float)x;
    return (double)f < x ? nextafterf(f, INFINITY) : f;
}

#endif
