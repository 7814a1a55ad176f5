// Integrals over products of winding numbers, without a question about topology in them.
//
// Seen along one axis, a triangle is the lid of a column that goes down for ever. A closed surface winds
// around a point as often as the point lies in columns whose lids look up, less those that look
// down. So the integral over the product of two winding numbers is a sum over pairs of triangles whose
// projections overlap: of the volume that their two columns share, which is a polygon clipped by a
// triangle and the lower of two planes above it. That is the divergence theorem for the field
// (0, 0, z), before anything was cut: every term depends continuously on the corners, so that flush
// faces, shared edges and corners on faces need no decision, and rounding does no more harm than it
// says here. Lids seen from the side have no area and drop out.
#ifndef SNUG_CORE_MEANING_COLUMNS_H
#define SNUG_CORE_MEANING_COLUMNS_H

#include "core/base/job.h"
#include "core/mesh/mesh.h"

#include <stddef.h>

// A lid; its corners counter-clockwise seen from above, around the middle of the domain.
typedef struct Column {
    double x[3], y[3], z[3];
    double lo[3], hi[3];
    double area;   // of the projection, good to 2^-30; above 0
    double length; // no two points of the projection are further apart
    double reach;  // no x or y is larger
    int sign;      // 1 looks up, -1 down
} Column;

typedef struct ColumnNode {
    double lo[2], hi[2];
    int32_t first, count;
    int32_t right; // the second child, the first one comes next; 0: a leaf
} ColumnNode;

typedef struct Columns {
    Column *items;
    ColumnNode *nodes; // over items, which are in its order
    int32_t count, node_count;
    double surface; // area of the triangles they were made of, in space
} Columns;

typedef struct ColumnFrame {
    Vec3d middle;        // subtracted from every corner
    int up;              // the axis that columns stand on; the two others follow in their turn
    double lo[3], hi[3]; // the domain: x, y, z as columns have them
} ColumnFrame;

Vec3d column_point(const ColumnFrame *frame, Vec3d p); // as corners are seen there

// Of the triangles of a closed mesh that matter to the domain. to_frame: NULL for the mesh as it is.
// False: memory ran short.
bool columns_make(Columns *out, const Mesh *mesh, const Affine *to_frame, const ColumnFrame *frame);
void columns_free(Columns *columns);

// The true one is no further away than the error.
typedef struct Measured {
    double value, error;
} Measured;

typedef struct ColumnWork {
    const ColumnFrame *frame;
    size_t most;         // pairs of triangles whose projections may overlap; more are too many
    _Atomic size_t done; // of them
    bool too_much;
} ColumnWork;

// Over the domain: of one winding number, and of the product of two; a and b may be the same. The same
// bits on any number of threads. False: too much work, which *work says, cancelled, or no memory.
Measured columns_once(const Columns *a, const ColumnFrame *frame);
bool columns_product(const Columns *a, const Columns *b, ColumnWork *work, double from, double to,
                     Job *job, Measured *out);

#endif
