// Coordinates of files and of the world. Inside, y is up; whoever is told coordinates is told those of
// the files, which may have z up.
#ifndef SNUG_CORE_SHAPE_UP_AXIS_H
#define SNUG_CORE_SHAPE_UP_AXIS_H

#include "core/base/units.h"
#include "core/base/vec.h"
#include "core/shape/box.h"

// From the file to the world: a quarter turn about x, exact: (x, y, z) -> (x, z, -y).
static inline Affine up_axis_turn(enum UpAxis up)
{
    Affine turn = affine_identity();
    if (up == UP_Z) {
        turn.m[1][1] = turn.m[2][2] = 0;
        turn.m[1][2] = 1;
        turn.m[2][1] = -1;
    }
    return turn;
}

static inline Vec3d up_axis_to_world(enum UpAxis up, Vec3d v)
{
    return up == UP_Z ? vec3d(v.x, v.z, -v.y) : v;
}

static inline Vec3d up_axis_to_file(enum UpAxis up, Vec3d v)
{
    return up == UP_Z ? vec3d(v.x, -v.z, v.y) : v;
}

// The file's axis `axis`, as a direction of the world.
static inline Vec3d up_axis_direction(enum UpAxis up, int axis)
{
    Vec3d v = vec3d(0, 0, 0);
    v.v[axis] = 1;
    return up_axis_to_world(up, v);
}

// Where a part is, by the file's coordinates.
static inline Affine up_axis_placement(enum UpAxis up, const Affine *in_world)
{
    Affine turn = up_axis_turn(up), back;
    return affine_invert(&turn, &back) ? affine_compose(&back, in_world) : *in_world;
}

static inline Box3d up_axis_box(enum UpAxis up, Box3d box)
{
    Vec3d a = up_axis_to_file(up, box.lo), b = up_axis_to_file(up, box.hi);
    for (int k = 0; k < 3; ++k) {
        box.lo.v[k] = a.v[k] < b.v[k] ? a.v[k] : b.v[k];
        box.hi.v[k] = a.v[k] < b.v[k] ? b.v[k] : a.v[k];
    }
    return box;
}

#endif
