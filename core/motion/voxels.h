// Space in cubic cells, each of which is taken or not: what a moving part may reach.
#ifndef SNUG_CORE_MOTION_VOXELS_H
#define SNUG_CORE_MOTION_VOXELS_H

#include "core/base/error.h"
#include "core/base/job.h"
#include "core/mesh/mesh.h"

typedef struct Voxels {
    Vec3d origin; // corner of cell (0, 0, 0)
    double cell;  // length of a side
    int32_t size[3];
    size_t words;   // of a row along x
    uint64_t *bits; // by z, y, x
} Voxels;

// None taken. The outermost cells on all sides hold nothing of the box. False: memory ran short.
bool voxels_init(Voxels *voxels, const Box3d *box, double cell);
void voxels_free(Voxels *voxels);
// So many would be needed.
double voxels_needed(const Box3d *box, double cell);

static inline uint64_t *voxels_row(const Voxels *v, int32_t y, int32_t z)
{
    return v->bits + ((size_t)z * (size_t)v->size[1] + (size_t)y) * v->words;
}
static inline bool voxels_taken(const Voxels *v, int32_t x, int32_t y, int32_t z)
{
    return voxels_row(v, y, z)[x >> 6] >> (x & 63) & 1;
}
bool voxels_hold(const Voxels *v, Vec3d point); // it lies in a taken cell
size_t voxels_count(const Voxels *v);           // of taken ones
void voxels_clear(Voxels *v);
bool voxels_copy(Voxels *to, const Voxels *from); // false: memory ran short

// In cells from the origin.
static inline Vec3d voxels_local(const Voxels *v, Vec3d point)
{
    return vec3d_scale(vec3d_sub(point, v->origin), 1 / v->cell);
}

// What is done with a cell that a triangle comes near; false: nothing more is wanted.
typedef bool VoxelFn(void *user, Voxels *v, int32_t x, int32_t y, int32_t z);
// Visits every cell that the triangle, in local coordinates, meets or comes nearer to than `margin` (in cells),
// and none that it stays away from by more than sqrt(3) margin: boxes that are larger by the margin are compared.
// What lies out of the grid is left out. False: the function said so.
bool voxels_visit(Voxels *v, const Vec3d triangle[3], double margin, VoxelFn *visit, void *user);
void voxels_take(Voxels *v, const Vec3d triangle[3], double margin);

// Is this cell, which no wall goes through, inside?
typedef bool VoxelsInsideFn(const void *user, int32_t x, int32_t y, int32_t z);
// Cells of `walls` that are not taken hang together in regions, each of which is inside as a whole or not. Takes
// the inside ones in `into`, whose cell (0, 0, 0) is `offset` in walls; all of walls is taken afterwards. The region
// at the rim of the grid is outside. False: cancelled (err stays ""), or memory ran short.
bool voxels_fill(Voxels *walls, VoxelsInsideFn *inside, const void *user, Voxels *into,
                 const int32_t offset[3], Job *job, Error *err);

// The surface around what is taken: squares of one cell, each two triangles that turn left seen from outside. It
// is closed; edges at which cells touch only diagonally belong to four squares. NULL: cancelled or no memory.
Mesh *voxels_surface(const Voxels *v, Job *job, Error *err);

#endif
