#include "core/mesh/deform/deform.h"

#include <math.h>

static DeformPoint move(DeformPoint p, double half, double amount)
{
    double angle = 0.5 * PI * amount * p.u / half, c = cos(angle), s = sin(angle);
    return (DeformPoint){p.u, c * p.v - s * p.w, s * p.v + c * p.w};
}

const DeformRule deform_twist = {
    .name = "twist",
    .note = "Both ends turn about the longest side, against each other, up to half a turn",
    .move = move,
};
