// By how much two placements differ, at most: in the place, or in an element of the map.
#ifndef SNUG_CORE_TESTS_AFFINE_DIFFERENCE_H
#define SNUG_CORE_TESTS_AFFINE_DIFFERENCE_H

#include "core/base/vec.h"

static inline double affine_difference(const Affine *a, const Affine *b)
{
    double most = vec3d_distance(a->p, b->p);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            most = fmax(most, fabs(a->m[i][k] - b->m[i][k]));
    return most;
}

#endif
