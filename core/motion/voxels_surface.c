#include "core/motion/voxels.h"

#include "core/base/array.h"
#include "core/mesh/mesh_builder.h"

// Corners that have a vertex, in the two planes z and z + 1 around a layer of cells.
typedef struct Corners {
    const Voxels *v;
    MeshBuilder builder;
    int32_t *planes[2]; // -1: none yet
    size_t count;       // of corners in a plane
} Corners;

static void forget(int32_t *plane, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        plane[i] = -1;
}

// The corner (x, y) of the lower or upper plane of layer z.
static int32_t corner(Corners *c, const int32_t at[3], int32_t z)
{
    int32_t *place =
        &c->planes[at[2] - z][(size_t)at[1] * (size_t)(c->v->size[0] + 1) + (size_t)at[0]];
    if (*place < 0) {
        Vec3d p = vec3d(at[0], at[1], at[2]);
        *place =
            mesh_builder_vertex(&c->builder, vec3d_add(c->v->origin, vec3d_scale(p, c->v->cell)));
    }
    return *place;
}

// The square of a cell that looks along an axis, up or down.
static void add_square(Corners *c, const int32_t cell[3], int axis, bool up)
{
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    int32_t corners[4];
    for (int i = 0; i < 4; ++i) {
        int32_t at[3] = {cell[0], cell[1], cell[2]};
        at[axis] += up;
        at[u] += i == 1 || i == 2;
        at[v] += i >= 2;
        corners[up ? i : 3 - i] = corner(c, at, cell[2]);
    }
    mesh_builder_face4(&c->builder, corners[0], corners[1], corners[2], corners[3]);
}

// Nothing outermost is taken, so that every neighbour is in the grid.
static void add_cell(Corners *c, const int32_t cell[3])
{
    for (int axis = 0; axis < 3; ++axis)
        for (int up = 0; up < 2; ++up) {
            int32_t next[3] = {cell[0], cell[1], cell[2]};
            next[axis] += up ? 1 : -1;
            if (!voxels_taken(c->v, next[0], next[1], next[2]))
                add_square(c, cell, axis, up);
        }
}

static void add_layer(Corners *c, int32_t z)
{
    for (int32_t y = 1; y < c->v->size[1] - 1; ++y) {
        const uint64_t *row = voxels_row(c->v, y, z);
        for (size_t w = 0; w < c->v->words; ++w)
            for (uint64_t left = row[w]; left; left &= left - 1)
                add_cell(c, (int32_t[3]){(int32_t)(64 * w) + __builtin_ctzll(left), y, z});
    }
}

Mesh *voxels_surface(const Voxels *v, Job *job, Error *err)
{
    Corners c = {.v = v, .count = ((size_t)v->size[0] + 1) * ((size_t)v->size[1] + 1)};
    bool good = true;
    for (int i = 0; i < 2; ++i) {
        c.planes[i] = array_alloc(c.count, sizeof *c.planes[i]);
        good = good && c.planes[i];
        if (c.planes[i])
            forget(c.planes[i], c.count);
    }
    bool stopped = false;
    for (int32_t z = 1; good && !stopped && z < v->size[2] - 1; ++z) {
        add_layer(&c, z);
        int32_t *lower = c.planes[0];
        c.planes[0] = c.planes[1];
        c.planes[1] = lower;
        forget(lower, c.count);
        job_progress(job, (double)z / v->size[2]);
        stopped = job_cancelled(job);
    }
    mem_free(c.planes[0]);
    mem_free(c.planes[1]);
    c.builder.failed |= !good || stopped;
    Mesh *mesh = mesh_builder_finish(&c.builder);
    if (!mesh && !stopped)
        error_set(err, "not enough memory for the surface of what a part sweeps");
    return mesh;
}
