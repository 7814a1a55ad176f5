// Sizes of a box by its half extents.
#ifndef SNUG_CORE_GEOM_BOX_MEASURE_H
#define SNUG_CORE_GEOM_BOX_MEASURE_H

#include "../bv.h"

static inline double box_measure(const float half[3], enum Measure what)
{
    double x = (double)half[0], y = (double)half[1], z = (double)half[2];
    switch (what) {
    case MEASURE_VOLUME:
        return 8 * x * y * z;
    case MEASURE_AREA:
        return 8 * (x * y + y * z + z * x);
    case MEASURE_RADIUS:
        return sqrt(x * x + y * y + z * z);
    }
    return 0;
}

// What a descent rule compares: proportional to volume, area or the radius squared.
static inline float box_descent_size(const float half[3], enum DescentRule rule)
{
    float x = half[0], y = half[1], z = half[2];
    return rule == DESCEND_radius ? x * x + y * y + z * z
           : rule == DESCEND_area ? x * y + y * z + z * x
                                  : x * y * z;
}

#endif
