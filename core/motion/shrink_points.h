// Where one point goes when all faces around it go inwards. For shrinking alone.
#ifndef SNUG_CORE_MOTION_SHRINK_POINTS_H
#define SNUG_CORE_MOTION_SHRINK_POINTS_H

#include "core/motion/projection.h"
#include "core/motion/shrink.h"

// The faces around a point, or around several that go together: -normal . offset >= inset.
typedef struct ShrinkRows {
    ProjectionRow *rows;
    size_t count, capacity;
    double largest; // inset
} ShrinkRows;

// False: memory ran short.
bool shrink_rows_add(ShrinkRows *rows, const Shrinker *shrinker, const ShrinkDesc *desc,
                     int32_t point);
void shrink_rows_free(ShrinkRows *rows);

// The shortest offset that satisfies all rows; where there is none, or it is longer than four times
// the largest inset, the next best, and *mark says which.
Vec3d shrink_offset(const ShrinkRows *rows, enum ShrinkMark *mark);

#endif
