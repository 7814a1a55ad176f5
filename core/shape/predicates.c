// The second and third stage of the orientation predicates: pairs of doubles, then expansions.
#include "core/shape/predicates.h"

#include "core/shape/expansion.h"

// Stage 2 works with pairs hi + lo that are exact for the differences and rounded from there on.
// With e = 2^-53, |lo| <= e|hi| for a difference, and absolute values of the hi parts of the
// inputs:
//   x*y:     the omitted lo*lo is e^2, the roundings of the two cross products e^2 each, of their
//   sum
//            2e^2 and of the last sum 3e^2: off by 8e^2 |xy|, lo at most 3e |xy|.
//   p - q:   (both such products) 2*8e^2 weighted by their own |xy|, roundings 3e^2 and 4e^2: off
//   by
//            15e^2 N, lo at most 4e N, with N = |p| + |q|.
//   n*w:     omitted 4e^2, inherited 15e^2, roundings e^2, 4e^2, 5e^2, 6e^2: off by 35e^2 N|w|,
//            lo at most 6e N|w|.
//   sum of three of those: roundings of the tail 2e^2 + 6e^2 + 6e^2 + 8e^2: off by 57e^2 P in all.
// Terms of third order and the rounding of P are covered by taking 64 and 16. A value is accepted
// only when it is 2^30 times above its bound, so that it can be used as a number too; flush faces
// sit near e P, far above.
#define PAIR_ERROR3 (64 * 0x1p-106)
#define PAIR_BOUND3 (PAIR_ERROR3 * ORIENT_ACCURATE)
#define PAIR_BOUND2 (16 * 0x1p-106 * ORIENT_ACCURATE)

static inline Two pair_product(Two x, Two y)
{
    Two p = two_product(x.hi, y.hi);
    p.lo += x.hi * y.lo + x.lo * y.hi;
    return p;
}

// a*b - c*d
static inline Two pair_minor(Two a, Two b, Two c, Two d)
{
    Two p = pair_product(a, b), q = pair_product(c, d);
    Two r = two_diff(p.hi, q.hi);
    r.lo += p.lo - q.lo;
    return r;
}

typedef struct PairNormal {
    Two u[3], v[3]; // the sides it is made of
    Two x, y, z;
    double abs_x, abs_y, abs_z; // sums of the absolute values of the two products in each
} PairNormal;

static inline PairNormal pair_normal(const Vec3d *a, const Vec3d *b, const Vec3d *c)
{
    Two ux = two_diff(b->x, a->x), uy = two_diff(b->y, a->y), uz = two_diff(b->z, a->z);
    Two vx = two_diff(c->x, a->x), vy = two_diff(c->y, a->y), vz = two_diff(c->z, a->z);
    return (PairNormal){
        {ux, uy, uz},
        {vx, vy, vz},
        pair_minor(uy, vz, uz, vy),
        pair_minor(uz, vx, ux, vz),
        pair_minor(ux, vy, uy, vx),
        fabs(uy.hi * vz.hi) + fabs(uz.hi * vy.hi),
        fabs(uz.hi * vx.hi) + fabs(ux.hi * vz.hi),
        fabs(ux.hi * vy.hi) + fabs(uy.hi * vx.hi),
    };
}

// n . (d - a); *perm receives the sum of the absolute values of its terms.
static inline double pair_det(const PairNormal *n, const Vec3d *a, const Vec3d *d, double *perm)
{
    Two wx = two_diff(d->x, a->x), wy = two_diff(d->y, a->y), wz = two_diff(d->z, a->z);
    *perm = (fabs(wx.hi) * n->abs_x + fabs(wy.hi) * n->abs_y) + fabs(wz.hi) * n->abs_z;
    Two x = pair_product(n->x, wx), y = pair_product(n->y, wy), z = pair_product(n->z, wz);
    Two xy = two_sum(x.hi, y.hi), xyz = two_sum(xy.hi, z.hi);
    return xyz.hi + ((xy.lo + xyz.lo) + ((x.lo + y.lo) + z.lo));
}

// Is x a multiple of the power of two behind fence = 2^52 * granule? The sum cannot keep finer
// bits.
static inline bool on_grid(double x, double fence)
{
    double y = fabs(x);
    return (y + fence) - fence == y;
}

static inline bool point_on_grid(const Vec3d *p, double fence)
{
    return on_grid(p->x, fence) && on_grid(p->y, fence) && on_grid(p->z, fence);
}

// 2^52 times the smallest power of two whose cube exceeds bound.
static inline double fence_above(double bound)
{
    int e;
    frexp(bound, &e);                            // bound < 2^e
    return ldexp(0x1p52, (e + 3002) / 3 - 1000); // rounded up; 3000 keeps the sum positive
}

// A determinant of points on a grid is a multiple of the grid's width cubed: if it is known to be
// smaller, it is zero. This spares stage 3 to coordinates of up to some 30 bits in skew planes.
static bool zero_on_grid(const Vec3d *a, const Vec3d *b, const Vec3d *c, const Vec3d *d, double det,
                         double perm)
{
    double fence = fence_above(fabs(det) + 2 * PAIR_ERROR3 * perm);
    return point_on_grid(d, fence) && point_on_grid(a, fence) && point_on_grid(b, fence) &&
           point_on_grid(c, fence);
}

// a.x*b.y == a.y*b.x for certain: exact products when the differences are exact, else only what can
// be seen without arithmetic.
static bool parallel(Two ax, Two ay, Two bx, Two by)
{
    if (ax.lo == 0 && ay.lo == 0 && bx.lo == 0 && by.lo == 0) {
        Two p = two_product(ax.hi, by.hi), q = two_product(ay.hi, bx.hi);
        return p.hi == q.hi && p.lo == q.lo;
    }
    return (ax.hi == 0 && ay.hi == 0) || (bx.hi == 0 && by.hi == 0) ||
           (ax.hi == bx.hi && ax.lo == bx.lo && ay.hi == by.hi && ay.lo == by.lo) ||
           (ax.hi == -bx.hi && ax.lo == -bx.lo && ay.hi == -by.hi && ay.lo == -by.lo);
}

// Points of a plane parallel to an axis: two rows of the determinant are multiples of each other.
// Walls of extruded outlines are full of those, with coordinates that use all their bits.
static bool zero_by_rows(const PairNormal *n, const Vec3d *a, const Vec3d *d)
{
    const Two normal[3] = {n->x, n->y, n->z};
    for (int k = 0; k < 3; ++k) {
        if (normal[k].hi != 0 || normal[k].lo != 0)
            continue;
        int i = (k + 1) % 3, j = (k + 2) % 3;
        Two wi = two_diff(d->v[i], a->v[i]), wj = two_diff(d->v[j], a->v[j]);
        if (parallel(n->u[i], n->u[j], n->v[i], n->v[j]) && parallel(n->u[i], n->u[j], wi, wj) &&
            parallel(n->v[i], n->v[j], wi, wj))
            return true;
    }
    return false;
}

static inline bool same_point(const Vec3d *a, const Vec3d *b)
{
    return a->x == b->x && a->y == b->y && a->z == b->z;
}

// What stage 2 left open: mostly true zeros, which are tried for first.
static double undecided(const PairNormal *n, const Vec3d *a, const Vec3d *b, const Vec3d *c,
                        const Vec3d *d, double det, double perm)
{
    if (perm == 0 || same_point(b, d) || same_point(c, d) || zero_by_rows(n, a, d) ||
        zero_on_grid(a, b, c, d, det, perm))
        return 0;
    return orient3d_expansion(a, b, c, d);
}

double orient3d_adapt(const Vec3d *a, const Vec3d *b, const Vec3d *c, const Vec3d *d, double perm)
{
    if (perm == 0 || same_point(b, c) || same_point(b, d) || same_point(c, d))
        return 0;
    PairNormal n = pair_normal(a, b, c);
    double det = pair_det(&n, a, d, &perm);
    return fabs(det) > PAIR_BOUND3 * perm ? det : undecided(&n, a, b, c, d, det, perm);
}

void orient3d_plane_adapt(const Vec3d p[3], const Vec3d q[3], double d[3], double bound)
{
    if (bound == 0 || same_point(&p[1], &p[2])) {
        d[0] = d[1] = d[2] = 0;
        return;
    }
    PairNormal n = pair_normal(&p[0], &p[1], &p[2]);
    for (int i = 0; i < 3; ++i) {
        if (fabs(d[i]) > bound)
            continue;
        double perm, det = pair_det(&n, &p[0], &q[i], &perm);
        d[i] = fabs(det) > PAIR_BOUND3 * perm
                   ? det
                   : undecided(&n, &p[0], &p[1], &p[2], &q[i], det, perm);
    }
}

double orient3d_close(const Vec3d *a, const Vec3d *b, const Vec3d *c, const Vec3d *d)
{
    return orient3d(a, b, c, d);
}

void orient3d_plane_close(const Vec3d p[3], const Vec3d q[3], double d[3], double widen)
{
    orient3d_plane_widened(p, q, d, widen);
}

double orient2d_adapt(Vec2d a, Vec2d b, Vec2d c, double perm)
{
    if (perm == 0)
        return 0;
    Two ux = two_diff(b.x, a.x), uy = two_diff(b.y, a.y);
    Two vx = two_diff(c.x, a.x), vy = two_diff(c.y, a.y);
    Two det = pair_minor(ux, vy, uy, vx);
    double value = det.hi + det.lo;
    if (fabs(value) > PAIR_BOUND2 * perm)
        return value;
    return parallel(ux, uy, vx, vy) ? 0 : orient2d_expansion(a, b, c);
}

typedef struct Difference {
    double e[2];
    int n;
} Difference;

static Difference difference(double a, double b)
{
    Difference d;
    d.n = expansion_from(two_diff(a, b), d.e);
    return d;
}

// h = e * f; room for 2*n*f->n components.
static int product(int n, const double *e, const Difference *f, double *h)
{
    if (f->n == 0)
        return 0;
    int k = expansion_scale(n, e, f->e[0], h);
    if (f->n == 2) {
        double upper[32];
        int m = expansion_scale(n, e, f->e[1], upper);
        k = expansion_add(k, h, m, upper, 1);
    }
    return k;
}

// h = a*b - c*d; room for 16 components.
static int minor(const Difference *a, const Difference *b, const Difference *c, const Difference *d,
                 double h[16])
{
    double q[8];
    int n = product(a->n, a->e, b, h);
    int m = product(c->n, c->e, d, q);
    return expansion_add(n, h, m, q, -1);
}

double orient2d_expansion(Vec2d a, Vec2d b, Vec2d c)
{
    Difference ux = difference(b.x, a.x), uy = difference(b.y, a.y);
    Difference vx = difference(c.x, a.x), vy = difference(c.y, a.y);
    double h[16];
    int n = minor(&ux, &vy, &uy, &vx, h);
    return expansion_estimate(n, h);
}

double orient3d_expansion(const Vec3d *a, const Vec3d *b, const Vec3d *c, const Vec3d *d)
{
    Difference u[3], v[3];
    for (int k = 0; k < 3; ++k) {
        u[k] = difference(b->v[k], a->v[k]);
        v[k] = difference(c->v[k], a->v[k]);
    }
    double det[3 * 64], term[64], m[16];
    int n = 0;
    for (int k = 0; k < 3; ++k) {
        Difference w = difference(d->v[k], a->v[k]);
        if (w.n == 0)
            continue;
        int i = (k + 1) % 3, j = (k + 2) % 3;
        int count = minor(&u[i], &v[j], &u[j], &v[i], m);
        count = product(count, m, &w, term);
        n = expansion_add(n, det, count, term, 1);
    }
    return expansion_estimate(n, det);
}
