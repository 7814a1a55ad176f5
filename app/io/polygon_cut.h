// From the corners of a polygon in a file to triangles, common to all readers.
#ifndef SNUG_APP_IO_POLYGON_CUT_H
#define SNUG_APP_IO_POLYGON_CUT_H

#include "core/mesh/polygon.h"

typedef struct PolygonCutter {
    int32_t (*cut)[3]; // the triangles of the last polygon: indices into its corners
    size_t cut_capacity;
    Vec3d *points;
    size_t point_capacity;
    PolygonScratch scratch;
    int64_t repeated_count, forced_count; // polygons that were not quite right
} PolygonCutter;                          // zero initialised

// Three corners or more; those that repeat the one before are taken out of `corners`. Returns how
// many are left, at least 3 (a segment or a point is kept as such), with that many - 2 triangles in
// `cut`. 0: cancelled, or memory is short.
int32_t polygon_cut(PolygonCutter *cutter, const Vec3d *vertices, int32_t *corners, int32_t count,
                    const Job *job);
void polygon_cutter_free(PolygonCutter *cutter);

#endif
