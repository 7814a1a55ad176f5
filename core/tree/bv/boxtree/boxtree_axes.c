// What a query with restricted boxes sets up once: axes, the ends of the root boxes, and what each
// moved side does to them.
#include "core/tree/bv/boxtree/boxtree_axes.h"

#include "core/base/rounding.h"

static Vec3d column_of(const Affine *map, int j)
{
    return vec3d(map->m[0][j], map->m[1][j], map->m[2][j]);
}

static Vec3d axis_of(const Affine *b_to_a, const Affine *a_to_b, int s)
{
    if (s < 3)
        return vec3d(s == 0, s == 1, s == 2);
    if (s < 6)
        return vec3d(a_to_b->m[s - 3][0], a_to_b->m[s - 3][1], a_to_b->m[s - 3][2]);
    int i = (s - 6) / 3, j = (s - 6) % 3;
    return vec3d_cross(vec3d(i == 0, i == 1, i == 2), vec3d_normalised(column_of(b_to_a, j)));
}

// Whether the product of axis s and the normal k of a tree's sides is zero by construction. Taking
// it for zero where rounding left something only leaves an interval too large.
static bool moves_nothing(int s, int k, bool tree_b)
{
    if (s < 6)
        return (s >= 3) == tree_b && s % 3 != k;
    return (tree_b ? (s - 6) % 3 : (s - 6) / 3) == k;
}

static void add_to_moves(BoxtreeMove moves[BOXTREE_SIDES], int *scaled, int s, const double p[3],
                         bool tree_b)
{
    for (int code = 0; code < BOXTREE_SIDES; ++code) {
        int k = code >> 1;
        if (moves_nothing(s, k, tree_b))
            continue;
        // The upper side pulls the high end along where the product is positive, else the low one.
        uint8_t end = (uint8_t)(2 * s + ((p[k] > 0) == !(code & 1)));
        if (s < 6 && (s >= 3) == tree_b) {
            moves[code].own = end;
            continue;
        }
        moves[code].weight[scaled[code]] = (float)fabs(p[k]);
        moves[code].end[scaled[code]++] = end;
    }
}

static void project(const Box3 *box, const double p[3], double shift, double margin, float ends[2])
{
    double low = shift, high = shift;
    for (int k = 0; k < 3; ++k) {
        double x = p[k] * (double)box->lo.v[k], y = p[k] * (double)box->hi.v[k];
        low += fmin(x, y);
        high += fmax(x, y);
    }
    ends[0] = float_above(margin - low);
    ends[1] = float_above(margin + high);
}

static double reach_of(const Box3 *box)
{
    Vec3d far;
    for (int k = 0; k < 3; ++k)
        far.v[k] = fmax(fabs((double)box->lo.v[k]), fabs((double)box->hi.v[k]));
    return vec3d_length(far);
}

void boxtree_axes_setup(BoxtreeAxes *x, int axes, const Affine *b_to_a, const Affine *a_to_b,
                        const Box3 *root_a, const Box3 *root_b, double moves)
{
    double stretch = affine_stretch(b_to_a);
    double scale = vec3d_length(b_to_a->p) + reach_of(root_a) + stretch * reach_of(root_b);
    int scaled_a[BOXTREE_SIDES] = {0}, scaled_b[BOXTREE_SIDES] = {0};
    for (int s = 0; s < axes; ++s) {
        Vec3d axis = axis_of(b_to_a, a_to_b, s);
        double length = vec3d_length(axis), p[3];
        for (int k = 0; k < 3; ++k)
            p[k] = vec3d_dot(axis, column_of(b_to_a, k));
        double margin = 0x1p-24 * (2 * moves + 32) * length * scale;
        if (s >= 3 && s < 6) // taken for 1: the product of a row of the inverse and its column
            margin +=
                fabs(p[s - 3] - 1) * ((double)root_b->hi.v[s - 3] - (double)root_b->lo.v[s - 3]);
        project(root_a, axis.v, 0, margin, &x->root_a[2 * s]);
        project(root_b, p, vec3d_dot(axis, b_to_a->p), 0, &x->root_b[2 * s]);
        add_to_moves(x->a, scaled_a, s, axis.v, false);
        add_to_moves(x->b, scaled_b, s, p, true);
        if (s < BOXTREE_LITE_AXES)
            x->per_length[s] = (1 - 1e-6) / length;
    }
    x->volume_factor = (float)fabs(affine_determinant(b_to_a));
    x->area_factor = (float)(stretch * stretch);
}
