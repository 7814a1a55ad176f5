// Rotations by degrees whose quarter turns are exact: a part turned by 90 degrees four times is
// where it was, bit for bit.
#ifndef SNUG_APP_DOCUMENT_ROTATION_H
#define SNUG_APP_DOCUMENT_ROTATION_H

#include "core/base/angle.h"
#include "core/base/vec.h"

#define DEGREES_PER_RADIAN (180 / PI)

static inline void sincos_degrees(double degrees, double *sine, double *cosine)
{
    double within = remainder(degrees, 360), quarters = nearbyint(within / 90);
    double rest = (within - 90 * quarters) / DEGREES_PER_RADIAN;
    double s = sin(rest), c = cos(rest);
    int turn = ((int)quarters % 4 + 4) % 4;
    *sine = turn == 0 ? s : turn == 1 ? c : turn == 2 ? -s : -c;
    *cosine = turn == 0 ? c : turn == 1 ? -s : turn == 2 ? -c : s;
}

// About the axis through the origin, which must have length 1. Not finite: no turn.
static inline Affine rotation_degrees(Vec3d axis, double degrees)
{
    double s = 0, c = 1;
    if (isfinite(degrees))
        sincos_degrees(degrees, &s, &c);
    double k = 1 - c, x = axis.x, y = axis.y, z = axis.z;
    return (Affine){.m = {{c + x * x * k, x * y * k - z * s, x * z * k + y * s},
                          {y * x * k + z * s, c + y * y * k, y * z * k - x * s},
                          {z * x * k - y * s, z * y * k + x * s, c + z * z * k}}};
}

// The same motion, about a point: the point stays.
static inline Affine motion_about(const Affine *turn, Vec3d point)
{
    Affine motion = *turn;
    motion.p = vec3d_sub(point, affine_apply_vector(turn, point));
    return motion;
}

#endif
