// Principal axes of a set of triangles.
#ifndef SNUG_CORE_GEOM_COVARIANCE_H
#define SNUG_CORE_GEOM_COVARIANCE_H

#include "../mesh.h"

// Right-handed orthonormal axes by falling variance, each triangle weighted by its area, so that a
// finely meshed corner counts no more than it is large. Without any area the corners count alike.
void covariance_axes(const Mesh *mesh, const int32_t *items, int32_t count, Vec3d axes[3]);

// Extent of the triangles' corners along an axis.
void extent_along(const Mesh *mesh, const int32_t *items, int32_t count, Vec3d axis, double *lo,
                  double *hi);

#endif
