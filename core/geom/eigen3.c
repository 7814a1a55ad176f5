// Cyclic Jacobi: each rotation zeroes one off-diagonal entry; a few sweeps are exact to rounding.
#include "eigen3.h"

// p < q; r is the third index. Only the diagonal and the entries above it are kept.
static inline void rotate(double a[3][3], double v[3][3], int p, int q, int r)
{
    // The smaller root of t^2 + 2 theta t - 1 = 0, theta = apart / twice.
    double apart = a[q][q] - a[p][p], twice = 2 * a[p][q];
    double t = (apart >= 0 ? twice : -twice) / (fabs(apart) + sqrt(apart * apart + twice * twice));
    double c = 1 / sqrt(t * t + 1), s = t * c;
    double *rp = r < p ? &a[r][p] : &a[p][r], *rq = r < q ? &a[r][q] : &a[q][r];
    double before = *rp, moved = t * a[p][q];
    *rp = c * before - s * *rq;
    *rq = s * before + c * *rq;
    a[p][p] -= moved;
    a[q][q] += moved;
    a[p][q] = 0;
    for (int k = 0; k < 3; ++k) {
        double vkp = v[k][p], vkq = v[k][q];
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
        // Squared from one sweep to the next: what is below 1e-14 turns axes by less than their
        // rounding to float, unless the values are equal, and then any axes will do.
        if (fabs(a[0][1]) + fabs(a[0][2]) + fabs(a[1][2]) <= 1e-14 * size)
            break;
        if (fabs(a[0][1]) > 1e-300)
            rotate(a, v, 0, 1, 2);
        if (fabs(a[0][2]) > 1e-300)
            rotate(a, v, 0, 2, 1);
        if (fabs(a[1][2]) > 1e-300)
            rotate(a, v, 1, 2, 0);
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
