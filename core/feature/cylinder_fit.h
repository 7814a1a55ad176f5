// The cylinder through points, by least squares.
#ifndef SNUG_CORE_FEATURE_CYLINDER_FIT_H
#define SNUG_CORE_FEATURE_CYLINDER_FIT_H

#include "core/base/vec.h"

#include <stddef.h>

typedef struct Cylinder {
    Vec3d origin; // on the axis
    Vec3d axis;   // unit
    double radius;
    bool inward;
} Cylinder;

// Unit vectors across a unit one, the same for the same vector.
void across(Vec3d axis, Vec3d *u, Vec3d *v);

// The circle through the points as seen along the axis, which is given. False: they lie on a line.
bool cylinder_fit_circle(Cylinder *cylinder, const Vec3d *points, size_t count);
// Axis, place and radius anew, from what is there: the sum of squared distances from the surface falls.
// False: the points do not determine them; it stays as it was.
bool cylinder_refine(Cylinder *cylinder, const Vec3d *points, size_t count, int rounds);

// Signed: how far outside of the surface a point is.
static inline double cylinder_height(const Cylinder *cylinder, Vec3d p)
{
    Vec3d d = vec3d_sub(p, cylinder->origin);
    Vec3d radial = vec3d_add_scaled(d, cylinder->axis, -vec3d_dot(d, cylinder->axis));
    return vec3d_length(radial) - cylinder->radius;
}

double cylinder_residual(const Cylinder *cylinder, const Vec3d *points,
                         size_t count); // the largest

// How much the radius changes along the axis, over all of its length: of the best line, and of the best
// parabola. Chance alone gives about 4 sigma / sqrt(count). Cones and barrels give more.
void cylinder_taper(const Cylinder *cylinder, const Vec3d *points, size_t count, double *line,
                    double *bulge, double *sigma);

#endif
