#include "core/mesh/deform/deform.h"

#include <math.h>

static DeformPoint move(DeformPoint p, double half, double amount)
{
    double middle = cos(0.5 * PI * p.u / half), scale = 1 + 0.6 * amount * middle * middle;
    return (DeformPoint){p.u, scale * p.v, scale * p.w};
}

const DeformRule deform_blow_up = {
    .name = "blow up",
    .note = "The middle swells or shrinks, the ends stay",
    .move = move,
};
