// Whether two slab cut balls are apart: B is moved into A's frame by any invertible affine map,
// then five statements of growing cost are tried (Larsson 2008, section 4, with its errors
// corrected). Every statement alone is valid, so a test may err towards "overlap" only.
//
// Operations until each exit, transformation included, in the paper's way of counting: 28 after the
// balls, 35 after ball B - slab A, 60 after ball A - slab B, 94 and 111 after the cylinders. The
// paper has 82 and 99: it takes 1 - cos^2 for the squared sine, which is 12 operations cheaper than
// the cross product, but for nearly parallel slabs, the ones that matter, it is all rounding.
//
// Rounding. All arithmetic is in double, S = |t| + 2 R_A + 2 N R_B, with R as in box_sat.h and N
// the stretch of the map. Differences of centres err by at most 9 * 2^-53 S, the vertices that the
// triangle tests see by 7, their products with a normal by 4 more; together with the sums that
// follow this stays far below eps = 128 * 2^-53 S. What is left comes from normals whose length is
// 1 only within 2^-22 (2^-23 as stored, the rest from maps that are rigid only within 1e-9): ball
// against slab takes |n| r for r, which is 2^-22 r; a cylinder takes k for k / |m|^2 and a sine for
// one divided by |m|, which is 3 * 2^-22 r. SLAB_PAD times the sum of the radii covers both.
#ifndef SNUG_CORE_SHAPE_SLAB_OVERLAP_H
#define SNUG_CORE_SHAPE_SLAB_OVERLAP_H

#include "core/shape/slab.h"

#define SLAB_PAD 0x1p-20

typedef struct SlabMap {
    Affine b_to_a;
    double across[3][3]; // the inverse transposed: turns slab normals
    double stretch, tilt, eps;
    bool rigid;
} SlabMap;

// What the stages of one pair hand on.
typedef struct SlabPair {
    Vec3d c; // B's centre as seen from A's
    double d0, d1, slack;
} SlabPair;

// An upper bound of a non-negative symmetric matrix's largest eigenvalue, at most 0.9 % too large:
// the 64th root of the Frobenius norm of its 64th power.
static inline double slab_largest_eigenvalue(double g[3][3])
{
    double bound = 1, share = 1;
    for (int turn = 0;; ++turn, share /= 2) {
        double square = 0, next[3][3];
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                square += g[i][j] * g[i][j];
        bound *= pow(square, share / 2);
        if (turn == 6 || !(square > 0))
            return bound;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                next[i][j] = (g[i][0] * g[0][j] + g[i][1] * g[1][j] + g[i][2] * g[2][j]) / square;
        for (int i = 0; i < 9; ++i)
            g[i / 3][i % 3] = next[i / 3][i % 3];
    }
}

static inline void slab_map_setup(SlabMap *map, const Affine *b_to_a, const Affine *a_to_b,
                                  double radius_a, double radius_b)
{
    double gram[3][3], back = 0, forth = 0, off = 0;
    map->b_to_a = *b_to_a;
    map->rigid = affine_is_rigid(b_to_a);
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            double product = 0, residual = i == j ? -1 : 0;
            for (int k = 0; k < 3; ++k) {
                product += b_to_a->m[k][i] * b_to_a->m[k][j];
                residual += a_to_b->m[i][k] * b_to_a->m[k][j];
            }
            gram[i][j] = product;
            map->across[i][j] = a_to_b->m[j][i];
            off += residual * residual;
            forth += b_to_a->m[i][j] * b_to_a->m[i][j];
            back += a_to_b->m[i][j] * a_to_b->m[i][j];
        }
    }
    // The computed inverse times the map is 1 + E: a normal turned by it is wrong by |E| r over the
    // volume. |E| from its computed entries and from their own rounding.
    map->tilt = sqrt(off) + 8 * 0x1p-53 * sqrt(back * forth);
    map->stretch = affine_stretch(b_to_a);
    if (!map->rigid)
        map->stretch = fmin(map->stretch, sqrt(slab_largest_eigenvalue(gram)) * (1 + 1e-9));
    map->eps =
        128 * 0x1p-53 * (vec3d_length(b_to_a->p) + 2 * radius_a + 2 * map->stretch * radius_b);
}

// B as seen from A. Under scale the ball grows to the largest stretch, and the slab is taken with
// it exactly: its normal turns by the inverse transposed.
static inline void slab_move_ball(const SlabMap *map, const SlabBall *own, SlabBall *moved)
{
    moved->centre = affine_apply(&map->b_to_a, own->centre);
    moved->radius = map->stretch * own->radius;
}

static inline void slab_move_slab(const SlabMap *map, const SlabBall *own, SlabBall *moved)
{
    Vec3d n = own->normal;
    for (int i = 0; i < 3; ++i)
        moved->normal.v[i] =
            map->across[i][0] * n.x + map->across[i][1] * n.y + map->across[i][2] * n.z;
    moved->hi = own->hi;
    moved->lo = own->lo;
    if (map->rigid)
        return;
    double length = vec3d_length(moved->normal), tilt = map->tilt * own->radius;
    moved->normal = vec3d_scale(moved->normal, 1 / length);
    moved->hi = (own->hi + tilt) / length;
    moved->lo = (own->lo - tilt) / length;
}

// Exits 1 and 2: ball against ball, ball B against slab A. B's slab is not looked at.
static inline int slab_balls_apart(const SlabBall *a, const SlabBall *b, double eps, SlabPair *p)
{
    double reach = a->radius + b->radius;
    p->c = vec3d_sub(b->centre, a->centre);
    p->slack = eps + SLAB_PAD * reach;
    reach += p->slack;
    if (vec3d_dot(p->c, p->c) > reach * reach)
        return 1;
    double r = b->radius + p->slack;
    p->d0 = vec3d_dot(a->normal, p->c);
    return p->d0 - a->hi > r || p->d0 - a->lo < -r ? 2 : 0;
}

// Exit 3: ball A against slab B. The paper's line 8 has the wrong ball's radius on the lower side.
static inline int slab_ball_apart(const SlabBall *a, const SlabBall *b, SlabPair *p)
{
    double r = a->radius + p->slack;
    p->d1 = -vec3d_dot(b->normal, p->c);
    return p->d1 - b->hi > r || p->d1 - b->lo < -r ? 3 : 0;
}

// A cylinder's disc, of radius r and sine s against the plane, whose centre is g beyond it.
static inline bool slab_disc_beyond(double g, double radius, double square_sine)
{
    return g > 0 && g * g > radius * radius * square_sine;
}

// Exits 4 and 5. Each volume lies in the cylinder of its radius around its normal, which reaches
// furthest along the other's normal at its upper or lower end, by the sign of the cosine k. Each
// statement is chosen by the sign of its own distance: the side on which the other centre lies.
static inline int slab_cylinders_apart(const SlabBall *a, const SlabBall *b, const SlabPair *p,
                                       double parallel)
{
    double k = vec3d_dot(a->normal, b->normal);
    if (fabs(k) <= parallel)
        return 0;
    Vec3d cross = vec3d_cross(a->normal, b->normal);
    double s = vec3d_dot(cross, cross);
    bool same = k > 0;
    double g0 = p->d0 > 0 ? p->d0 + (same ? b->lo : b->hi) * k - a->hi
                          : a->lo - p->d0 - (same ? b->hi : b->lo) * k;
    if (slab_disc_beyond(g0 - p->slack, b->radius, s))
        return 4;
    double g1 = p->d1 > 0 ? p->d1 + (same ? a->lo : a->hi) * k - b->hi
                          : b->lo - p->d1 - (same ? a->hi : a->lo) * k;
    return slab_disc_beyond(g1 - p->slack, a->radius, s) ? 5 : 0;
}

// The same as Figure 8 prints it: both statements chosen by the sign of d0 alone, the second one on
// the wrong side where the normals agree. Valid, but it separates less.
static inline int slab_cylinders_apart_2008(const SlabBall *a, const SlabBall *b, const SlabPair *p,
                                            double parallel)
{
    double k = vec3d_dot(a->normal, b->normal);
    if (fabs(k) <= parallel)
        return 0;
    Vec3d cross = vec3d_cross(a->normal, b->normal);
    double s = vec3d_dot(cross, cross), g0, g1;
    bool same = k > 0;
    if (p->d0 > 0) {
        g0 = p->d0 + (same ? b->lo : b->hi) * k - a->hi;
        g1 = p->d1 + (same ? a->lo : a->hi) * k - b->hi;
    } else {
        g0 = a->lo - p->d0 - (same ? b->hi : b->lo) * k;
        g1 = b->lo - p->d1 - (same ? a->hi : a->lo) * k;
    }
    if (slab_disc_beyond(g0 - p->slack, b->radius, s))
        return 4;
    return slab_disc_beyond(g1 - p->slack, a->radius, s) ? 5 : 0;
}

// How far B is beyond A's slab, on the side where that is further; d is B's centre along A's
// normal. B's slab is widened by 2^-21 of its radius, after which its normal may be taken for one
// of length 1; that share of the slack is spent here, so half of it is given back.
static inline double slab_support_gap(const SlabBall *a, const SlabBall *b, double d, double k,
                                      double sine)
{
    double pad = SLAB_PAD / 2 * b->radius, lo = b->lo - pad, hi = b->hi + pad;
    double above = d - slab_support(b->radius, lo, hi, -k, sine) - a->hi;
    double below = a->lo - d - slab_support(b->radius, lo, hi, k, sine);
    return fmax(above, below) + pad;
}

// Exits 4 and 5 with the exact support in place of the cylinder's: separates whatever the tests
// above do, and at any angle of the slabs.
static inline int slab_supports_apart(const SlabBall *a, const SlabBall *b, const SlabPair *p)
{
    double k = vec3d_dot(a->normal, b->normal);
    double sine = vec3d_length(vec3d_cross(a->normal, b->normal));
    if (slab_support_gap(a, b, p->d0, k, sine) > p->slack)
        return 4;
    return slab_support_gap(b, a, p->d1, k, sine) > p->slack ? 5 : 0;
}

// A lower bound of the distance: the largest gap of all stages. Gaps along normals are divided by
// their lengths, which are at most 1 + 2^-22.
static inline double slab_distance_bound(const SlabBall *a, const SlabBall *b, double eps)
{
    SlabPair p = {.c = vec3d_sub(b->centre, a->centre)};
    double reach = a->radius + b->radius, k = vec3d_dot(a->normal, b->normal);
    double sine = vec3d_length(vec3d_cross(a->normal, b->normal));
    p.slack = eps + SLAB_PAD * reach;
    p.d0 = vec3d_dot(a->normal, p.c);
    p.d1 = -vec3d_dot(b->normal, p.c);
    double gap = fmax(slab_support_gap(a, b, p.d0, k, sine), slab_support_gap(b, a, p.d1, k, sine));
    gap = fmax(gap, vec3d_length(p.c) - reach);
    return fmax(0, (gap - p.slack) * (1 - 0x1p-22));
}

#endif
