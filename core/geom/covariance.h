// Principal axes of a set of triangles.
#ifndef SNUG_CORE_GEOM_COVARIANCE_H
#define SNUG_CORE_GEOM_COVARIANCE_H

#include "../mesh.h"

// Right-handed orthonormal axes by falling variance, each triangle weighted by its area, so that a
// finely meshed corner counts no more than it is large. Without any area the corners count alike.
void covariance_axes(const Mesh *mesh, const int32_t *items, int32_t count, Vec3d axes[3]);

// What the triangles' corners take up along three axes, and the sum of the corners.
typedef struct Extents {
    double lo[3], hi[3];
    Vec3d sum;
} Extents;
Extents extents_along(const Mesh *mesh, const int32_t *items, int32_t count, const Vec3d axes[3]);

static inline Vec3d extents_middle(const Extents *extents, const Vec3d axes[3])
{
    Vec3d middle = vec3d(0, 0, 0);
    for (int k = 0; k < 3; ++k)
        middle = vec3d_add_scaled(middle, axes[k], (extents->lo[k] + extents->hi[k]) / 2);
    return middle;
}

#endif
