// Eigenvectors of a symmetric 3x3 matrix.
#ifndef SNUG_CORE_SHAPE_EIGEN3_H
#define SNUG_CORE_SHAPE_EIGEN3_H

#include "core/base/vec.h"

// m by rows. Orthonormal, right-handed axes by falling eigenvalue. A matrix of zeros, or one that
// is not finite, gives the coordinate axes.
void eigen3_symmetric(const double *m, Vec3d axes[3], double values[3]);

#endif
