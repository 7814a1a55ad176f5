// Vertices of exactly equal coordinates are one point: files repeat them at every face. The one
// place that decides which vertices coincide, while a file is read and ever after.
#ifndef SNUG_CORE_MESH_WELD_H
#define SNUG_CORE_MESH_WELD_H

#include "core/base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Finds equal points of one growing array. Zeroed: empty.
typedef struct PointTable {
    int32_t *slots;    // index + 1 of a point; 0: free
    size_t slot_count; // 0 or a power of two
} PointTable;

// Makes room for `needed` of the points, of which `count` are in the table already. False: memory
// is short.
bool point_table_reserve(PointTable *table, const Vec3d *points, size_t count, size_t needed);

// The first point in the table that equals points[i]; there is room. When there is none, i is added
// and returned. -0 and 0 are the same place.
int32_t point_table_add(PointTable *table, const Vec3d *points, int32_t i);

void point_table_clear(PointTable *table); // keeps its memory
void point_table_free(PointTable *table);

#endif
