#include "core/tree/bv/kdop/dop_alignment.h"

#include <assert.h>

DopDirections dop_directions(int k)
{
    // Axes 0..2, corners 3..6, edges 7..12; 24 is 26 without (1,1,1).
    DopDirections d = {.half = k / 2};
    int n = 0;
    for (int i = 0; i < DOP26_DIRECTIONS; ++i) {
        bool axis = i < 3, corner = i >= 3 && i < 7, edge = i >= 7;
        bool wanted =
            axis || (k == 14 && corner) || (k == 18 && edge) || k == 26 || (k == 24 && i != 3);
        if (wanted)
            d.direction[n++] = i;
    }
    assert(n == d.half);
    return d;
}

static double determinant(Vec3d a, Vec3d b, Vec3d c)
{
    return vec3d_dot(a, vec3d_cross(b, c));
}

// Rows of the inverse of the matrix with columns a, b, c are the reciprocal vectors.
static void invert(Vec3d a, Vec3d b, Vec3d c, double out[3][3])
{
    double det = determinant(a, b, c);
    Vec3d rows[3] = {vec3d_cross(b, c), vec3d_cross(c, a), vec3d_cross(a, b)};
    for (int i = 0; i < 9; ++i)
        out[i / 3][i % 3] = rows[i / 3].v[i % 3] / det;
}

// Every triple whose plane has all unit normals on one side. Flat facets with more than three
// corners give several overlapping triples; the search below takes the best of them.
void dop_facets(const DopDirections *directions, DopFacets *out)
{
    int k = 2 * directions->half;
    Vec3d unit[2 * DOP_MAX_HALF];
    for (int i = 0; i < k; ++i)
        unit[i] = vec3d_normalised(dop_normal(directions, i));
    out->count = 0;
    for (int a = 0; a < k; ++a) {
        for (int b = a + 1; b < k; ++b) {
            for (int c = b + 1; c < k; ++c) {
                Vec3d n = vec3d_cross(vec3d_sub(unit[b], unit[a]), vec3d_sub(unit[c], unit[a]));
                if (vec3d_dot(n, unit[a]) < 0)
                    n = vec3d_scale(n, -1);
                bool supports = vec3d_dot(n, unit[a]) > 1e-9;
                for (int i = 0; supports && i < k; ++i)
                    supports = vec3d_dot(n, vec3d_sub(unit[i], unit[a])) < 1e-12;
                if (!supports)
                    continue;
                assert(out->count < DOP_MAX_FACETS);
                DopFacet *facet = &out->facets[out->count++];
                facet->plane[0] = a;
                facet->plane[1] = b;
                facet->plane[2] = c;
                invert(dop_normal(directions, a), dop_normal(directions, b),
                       dop_normal(directions, c), facet->inverse);
            }
        }
    }
}

DopCombination dop_combination(const DopFacets *facets, Vec3d u)
{
    DopCombination best = {{0, 0, 0}, {0, 0, 0}};
    double best_least = -INFINITY;
    for (int f = 0; f < facets->count; ++f) {
        const DopFacet *facet = &facets->facets[f];
        double lambda[3], least = INFINITY;
        for (int m = 0; m < 3; ++m) {
            const double *row = facet->inverse[m];
            lambda[m] = row[0] * u.x + row[1] * u.y + row[2] * u.z;
            least = fmin(least, lambda[m]);
        }
        // The triple with the largest smallest coefficient: non-negative but for rounding, since
        // the cones of the facets cover all directions.
        if (least > best_least) {
            best_least = least;
            for (int m = 0; m < 3; ++m) {
                best.plane[m] = facet->plane[m];
                best.lambda[m] = fmax(0, lambda[m]);
            }
        }
    }
    return best;
}
