#include "core/mesh/deform/deform.h"

#include <math.h>

static DeformPoint move(DeformPoint p, double half, double amount)
{
    return (DeformPoint){p.u, p.v + 0.2 * half * amount * sin(2 * PI * p.u / half), p.w};
}

const DeformRule deform_wave = {
    .name = "wave",
    .note = "Two waves run along the longest side",
    .move = move,
};
