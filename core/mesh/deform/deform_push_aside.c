#include "core/mesh/deform/deform.h"

#include <math.h>

// A hose whose ends are held: they stay to the last digit, 15 hundredths of the half at either side, and
// the middle goes aside by up to the half.
static DeformPoint move(DeformPoint p, double half, double amount)
{
    double s = p.u / (0.85 * half), rest = 1 - s * s;
    if (rest <= 0)
        return p;
    return (DeformPoint){p.u, p.v + half * amount * rest * rest, p.w};
}

const DeformRule deform_push_aside = {
    .name = "push aside",
    .note = "The ends of the longest side stay, the middle goes to the side",
    .move = move,
};
