#include "core/mesh/deform/deform.h"

#include <math.h>

// Into an arc of the length the side has: the middle line keeps its length, the rest is stretched
// or pressed by its distance from it.
static DeformPoint move(DeformPoint p, double half, double amount)
{
    if (fabs(amount) < 1e-9)
        return p;
    double radius = half / (0.75 * PI * amount), angle = p.u / radius;
    return (DeformPoint){(radius - p.v) * sin(angle), radius - (radius - p.v) * cos(angle), p.w};
}

const DeformRule deform_bend = {
    .name = "bend",
    .note = "The longest side becomes an arc, up to three quarters of a circle",
    .move = move,
};
