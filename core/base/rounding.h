// Rounding to float towards the safe side: stored volumes only ever grow.
#ifndef SNUG_CORE_BASE_ROUNDING_H
#define SNUG_CORE_BASE_ROUNDING_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// The float next to f, up or down, where `step`; else f itself. No call and no branch on the
// rounding, which goes either way half of the time: magnitudes are ordered like their bits.
static inline float float_stepped(float f, bool up, bool step)
{
    int32_t bits;
    if (f == 0)
        return !step ? f : up ? 0x1p-149f : -0x1p-149f;
    memcpy(&bits, &f, sizeof bits);
    int32_t outward = bits < 0 ? -1 : 1; // of a magnitude
    bits += (up ? outward : -outward) * step;
    memcpy(&f, &bits, sizeof f);
    return f;
}

// Largest float <= x.
static inline float float_below(double x)
{
    float f = (float)x;
    return float_stepped(f, false, (double)f > x);
}

// Smallest float >= x.
static inline float float_above(double x)
{
    float f = (float)x;
    return float_stepped(f, true, (double)f < x);
}

#endif
