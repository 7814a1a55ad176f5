// Part of snug.h: what two parts share: how much space, and its form.
#ifndef SNUG_COMMON_H
#define SNUG_COMMON_H

#include "assembly.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct snug_common_desc {
    size_t struct_size;
    int32_t solid; // its triangles are wanted, too
    snug_job *job;
} snug_common_desc;

typedef struct snug_common {
    size_t struct_size;
    void *memory;            // the library's
    int32_t known;           // 0: there is no volume, `why` says whose fault it is
    double volume, error;    // in the cube of the unit: the true one is no further away
    const char *why;         // "Cover is not closed"; "" where it is known
    uint64_t triangle_count; // of the solid: what bounds it, not stitched together
    const double *points;    // 9 per triangle, in the world, turning left seen from outside
    int32_t coarse;          // the solid is larger than what they share in places
} snug_common;

// [own] What is inside both parts, where they are placed now. What *common held before is freed when the
// call succeeds.
SNUG_API snug_status snug_assembly_common(snug_assembly *assembly, int32_t a, int32_t b,
                                          const snug_common_desc *desc, snug_common *common,
                                          snug_error *error);
// [own]
SNUG_API void snug_common_free(snug_common *common);

#ifdef __cplusplus
}
#endif

#endif
