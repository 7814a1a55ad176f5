// A box that is scaled differently along different axes is no box any more; this one is around it.
#ifndef SNUG_CORE_TREE_BV_OBB_OBB_AROUND_H
#define SNUG_CORE_TREE_BV_OBB_OBB_AROUND_H

#include "core/base/vec.h"

// Scale of a map that scales alike in all directions, mirrored or not, as far as floats can tell: 1 for
// rigid ones. 0: it does not.
static inline double affine_even_scale(const Affine *map)
{
    if (affine_is_rigid(map))
        return 1;
    double scale = cbrt(fabs(affine_determinant(map)));
    Affine unit = *map;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            unit.m[i][j] /= scale;
    return affine_is_rigid(&unit) ? scale : 0;
}

// Where edges lead, which are not at right angles, and their half lengths in units of that. The box
// has its first axis along the longest edge and the second one in the plane of the two longest: what
// is flat stays flat.
static inline void obb_around(Vec3d direction[3], double half[3])
{
    double length[3];
    for (int k = 0; k < 3; ++k)
        length[k] = half[k] * vec3d_length(direction[k]);
    int first = length[1] > length[0] ? 1 : 0;
    if (length[2] > length[first])
        first = 2;
    int second = (first + 1) % 3, third = (first + 2) % 3;
    if (length[third] > length[second])
        second = third;
    Vec3d axis[3] = {vec3d_normalised(direction[first])}, to = vec3d_normalised(direction[second]);
    axis[1] = vec3d_add_scaled(to, axis[0], -vec3d_dot(to, axis[0]));
    if (vec3d_length(axis[1]) < 1e-6) { // nearly parallel: any will do
        Vec3d x = fabs(axis[0].x) < 0.5 ? vec3d(1, 0, 0) : vec3d(0, 1, 0);
        axis[1] = vec3d_cross(axis[0], x);
    }
    axis[1] = vec3d_normalised(axis[1]);
    axis[1] = vec3d_add_scaled(axis[1], axis[0], -vec3d_dot(axis[1], axis[0]));
    axis[1] = vec3d_normalised(axis[1]);
    axis[2] = vec3d_cross(axis[0], axis[1]);
    double reach[3];
    for (int i = 0; i < 3; ++i) {
        reach[i] = 0;
        for (int k = 0; k < 3; ++k)
            reach[i] += fabs(vec3d_dot(axis[i], direction[k])) * half[k];
    }
    for (int i = 0; i < 3; ++i) {
        direction[i] = axis[i];
        half[i] = (1 + 1e-6) * reach[i];
    }
}

#endif
