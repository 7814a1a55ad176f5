// The slab cut ball: a ball between two parallel planes (Larsson and Akenine-Moeller 2008). Here in
// double, as decoded; how it is stored is the business of each volume type.
#ifndef SNUG_CORE_SHAPE_SLAB_H
#define SNUG_CORE_SHAPE_SLAB_H

#include "core/shape/box.h"

// The set of x with |x - centre| <= radius and lo <= normal . (x - centre) <= hi (f and e in the
// paper). The vector `normal` counts as it is: its length may differ from 1 by 2^-23, because it is
// stored in few bits, and lo and hi are measured with that very vector. So storing a normal costs
// no width; the tests alone have to know that it is not quite of length 1.
typedef struct SlabBall {
    Vec3d centre, normal;
    double radius, hi, lo;
} SlabBall;

// Largest u . (x - centre) over the volume for a direction u of length 1 with cosine = u . normal
// and sine = |u x normal|. Continuous in both, and it changes by at most the radius per unit.
static inline double slab_support(double radius, double lo, double hi, double cosine, double sine)
{
    double at = radius * cosine;
    if (at > hi)
        return hi * cosine + sqrt(fmax(0, (radius - hi) * (radius + hi))) * sine;
    if (at < lo)
        return lo * cosine + sqrt(fmax(0, (radius - lo) * (radius + lo))) * sine;
    return radius;
}

// Its reach along the axes, and the lesser of diameter and width of the slab.
void slab_reach(const SlabBall *ball, Extent *out);
bool slab_contains(const SlabBall *ball, Vec3d p);
double slab_measure(const SlabBall *ball, enum Measure what);
// Of a ball cut by two slabs at right angles; within 1 %, by summing over its slices.
double slab_measure_two(const SlabBall *a, const SlabBall *b, enum Measure what);
// Both rims, the equator between them, and six meridians: at most 150 lines.
void slab_outline(const SlabBall *ball, LineFn *line, void *user);
// The same for a ball cut by two slabs at right angles.
void slab_outline_two(const SlabBall *a, const SlabBall *b, LineFn *line, void *user);

#endif
