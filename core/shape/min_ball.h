// Balls around points: the smallest one, and a quick one.
#ifndef SNUG_CORE_SHAPE_MIN_BALL_H
#define SNUG_CORE_SHAPE_MIN_BALL_H

#include "core/base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct Ball {
    Vec3d centre;
    double radius;
} Ball;

// The smallest ball around the points, which are reordered. Meant for a few dozen points: expected
// linear time, but with a large constant. count >= 1.
Ball min_ball(Vec3d *points, int32_t count);
Vec3d min_ball_centre(Vec3d *points, int32_t count); // the same, where nobody asks how large it is

bool ball_holds(const Ball *ball, Vec3d p);
// Ritter's step: the smallest ball that contains the old one and p, or the old one where it holds p.
void ball_grow(Ball *ball, Vec3d p);

// Smallest radius about the given centre that encloses all points, rounded up.
double ball_radius_about(Vec3d centre, const Vec3d *points, int32_t count);
double ball_radius_of_square(double square); // the same, from the largest square of a distance

#endif
