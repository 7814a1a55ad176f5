// Capsules around points and balls.
#ifndef SNUG_CORE_TREE_BV_CAPSULE_CAPSULE_FIT_H
#define SNUG_CORE_TREE_BV_CAPSULE_CAPSULE_FIT_H

#include "core/shape/capsule.h"
#include "core/tree/fit.h"

typedef struct CapsuleLine {
    Vec3d through, direction; // of length 1, or 0: then every capsule on it is a ball
} CapsuleLine;

// A ball that the capsule has to hold, as seen from its line.
typedef struct CapsuleBead {
    double along, across, radius;
} CapsuleBead;

static inline CapsuleBead capsule_bead(const CapsuleLine *line, Vec3d p, double radius)
{
    Vec3d d = vec3d_sub(p, line->through);
    double along = vec3d_dot(d, line->direction);
    return (CapsuleBead){along, vec3d_length(vec3d_add_scaled(d, line->direction, -along)), radius};
}

// Each ball lets both ends retreat as long as they still hold it.
static inline void capsule_trim(const CapsuleBead *bead, double radius, double *lo, double *hi)
{
    double spare = radius - bead->radius;
    double retreat = sqrt(fmax(0, (spare - bead->across) * (spare + bead->across)));
    *lo = fmin(*lo, bead->along + retreat);
    *hi = fmax(*hi, bead->along - retreat);
}

// Without its radius. Ends that passed each other mean a ball.
static inline Capsule capsule_between(const CapsuleLine *line, double lo, double hi)
{
    if (lo > hi)
        lo = hi = (lo + hi) / 2;
    return (Capsule){vec3d_add_scaled(line->through, line->direction, lo),
                     vec3d_scale(line->direction, hi - lo), 0};
}

// Around the triangles below a node, along their longest principal axis. The radius is measured
// before the ends retreat: whoever rounds the segment measures it again.
Capsule capsule_fit(const FitItems *items);

#endif
