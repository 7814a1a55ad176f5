// Cyclic Jacobi: each rotation zeroes one off-diagonal entry; a few sweeps are exact to rounding.
#include "eigen3.h"

static void rotate(double a[3][3], double v[3][3], int p, int q)
{
    double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
    double c = 1 / sqrt(t * t + 1), s = t * c;
    for (int k = 0; k < 3; ++k) {
        double akp = a[k][p], akq = a[k][q];
        a[k][p] = c * akp - s * akq;
        a[k][q] = s * akp + c * akq;
    }
    for (int k = 0; k < 3; ++k) {
        double apk = a[p][k], aqk = a[q][k], vkp = v[k][p], vkq = v[k][q];
        a[p][k] = c * apk - s * aqk;
        a[q][k] = s * apk + c * aqk;
        v[k][p] = c * vkp - s * vkq;
        v[k][q] = s * vkp + c * vkq;
    }
}

void eigen3_symmetric(const double *m, Vec3d axes[3], double values[3])
{
    double a[3][3], v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, size = 0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            a[i][j] = m[3 * i + j];
            size += fabs(a[i][j]);
        }
    bool usable = isfinite(size) && size > 0;
    for (int sweep = 0; usable && sweep < 30; ++sweep) {
        if (fabs(a[0][1]) + fabs(a[0][2]) + fabs(a[1][2]) <= 1e-18 * size)
            break;
        for (int p = 0; p < 2; ++p)
            for (int q = p + 1; q < 3; ++q)
                if (fabs(a[p][q]) > 1e-300)
                    rotate(a, v, p, q);
    }
    int order[3] = {0, 1, 2};
    for (int i = 0; usable && i < 2; ++i)
        for (int j = i + 1; j < 3; ++j)
            if (a[order[j]][order[j]] > a[order[i]][order[i]]) {
                int swap = order[i];
                order[i] = order[j];
                order[j] = swap;
            }
    for (int i = 0; i < 2; ++i)
        axes[i] = vec3d(v[0][order[i]], v[1][order[i]], v[2][order[i]]);
    // Made orthonormal once more: products of many rotations drift by a few ulps.
    axes[0] = vec3d_normalised(axes[0]);
    axes[1] = vec3d_add_scaled(axes[1], axes[0], -vec3d_dot(axes[0], axes[1]));
    axes[1] = vec3d_normalised(axes[1]);
    axes[2] = vec3d_cross(axes[0], axes[1]);
    for (int i = 0; i < 3; ++i)
        values[i] = usable ? a[order[i]][order[i]] : 0;
}
