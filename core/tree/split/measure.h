// What criteria compare: volume, or where the box to be split is flat, area or length.
#ifndef SNUG_CORE_TREE_SPLIT_MEASURE_H
#define SNUG_CORE_TREE_SPLIT_MEASURE_H

#include "core/shape/box.h"

static inline double box3_extent_measure(const Box3 *box, int dimensions)
{
    double x = (double)box->hi.x - (double)box->lo.x, y = (double)box->hi.y - (double)box->lo.y,
           z = (double)box->hi.z - (double)box->lo.z;
    return dimensions == 3 ? x * y * z : dimensions == 2 ? x * y + y * z + z * x : x + y + z;
}

// At most `dimensions`, as many as the box has.
static inline int box3_dimensions(const Box3 *box, int dimensions)
{
    while (dimensions > 1 && box3_extent_measure(box, dimensions) <= 0)
        --dimensions;
    return dimensions;
}

#endif
