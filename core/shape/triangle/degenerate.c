// Contact where at least one triangle has collapsed to a segment or a point.
#include "core/shape/triangle/planar.h"

static bool same_point(Vec3d p, Vec3d q)
{
    return p.x == q.x && p.y == q.y && p.z == q.z;
}

// The axis along which the projections of p, q, r are not collinear; -1 when the points themselves
// are.
static int spread_axis(Vec3d p, Vec3d q, Vec3d r)
{
    for (int drop = 0; drop < 3; ++drop)
        if (orient2d(tri_project(p, drop), tri_project(q, drop), tri_project(r, drop)) != 0)
            return drop;
    return -1;
}

// An axis on which two different points differ: along it the points of their line are ordered.
static int order_axis(Vec3d p, Vec3d q)
{
    return p.x != q.x ? 0 : p.y != q.y ? 1 : 2;
}

TriShape tri_shape(const Triangle *t)
{
    TriShape s = {3, 0, {t->p[0], t->p[1], t->p[2]}};
    s.drop = spread_axis(t->p[0], t->p[1], t->p[2]);
    if (s.drop >= 0)
        return s;
    // Collinear: the outermost two, in ascending order so that the order of the corners is
    // forgotten.
    bool point = same_point(t->p[0], t->p[1]) && same_point(t->p[0], t->p[2]);
    s.n = point ? 1 : 2;
    int k = order_axis(t->p[0], same_point(t->p[0], t->p[1]) ? t->p[2] : t->p[1]);
    for (int i = 0; i < 3; ++i) {
        if (t->p[i].v[k] < s.p[0].v[k])
            s.p[0] = t->p[i];
        if (i == 0 || t->p[i].v[k] > s.p[1].v[k])
            s.p[1] = t->p[i];
    }
    return s;
}

static enum TriContact touch_at(Vec3d p, TriWitness *witness)
{
    if (witness) {
        witness->count = 1;
        witness->point[0] = p;
    }
    return TRI_TOUCH;
}

// Segments or points on one line.
static enum TriContact collinear_contact(const TriShape *a, const TriShape *b, TriWitness *witness)
{
    const TriShape *line = a->n == 2 ? a : b;
    int k = order_axis(line->p[0], line->p[1]);
    const Vec3d *a_lo = &a->p[0], *a_hi = &a->p[a->n - 1], *b_lo = &b->p[0],
                *b_hi = &b->p[b->n - 1];
    const Vec3d *swap;
    if (a_lo->v[k] > a_hi->v[k])
        swap = a_lo, a_lo = a_hi, a_hi = swap;
    if (b_lo->v[k] > b_hi->v[k])
        swap = b_lo, b_lo = b_hi, b_hi = swap;
    const Vec3d *lo = a_lo->v[k] >= b_lo->v[k] ? a_lo : b_lo;
    const Vec3d *hi = a_hi->v[k] <= b_hi->v[k] ? a_hi : b_hi;
    if (lo->v[k] > hi->v[k])
        return TRI_DISJOINT;
    touch_at(*lo, witness);
    if (witness && lo->v[k] < hi->v[k]) {
        witness->count = 2;
        witness->point[1] = *hi;
    }
    return TRI_TOUCH;
}

// A counter-clockwise copy for the projection.
static TriShape oriented(const TriShape *s, int drop)
{
    TriShape t = *s;
    if (t.n == 3 && orient2d(tri_project(t.p[0], drop), tri_project(t.p[1], drop),
                             tri_project(t.p[2], drop)) < 0) {
        t.p[1] = s->p[2];
        t.p[2] = s->p[1];
    }
    return t;
}

static enum TriContact planar_contact(const TriShape *a, const TriShape *b, int drop,
                                      TriWitness *witness)
{
    TriShape left = oriented(a, drop), right = oriented(b, drop);
    return tri_planar_meet(&left, &right, drop, witness) ? TRI_TOUCH : TRI_DISJOINT;
}

static enum TriContact line_line(const TriShape *a, const TriShape *b, TriWitness *witness)
{
    if (orient3d(&a->p[0], &a->p[1], &b->p[0], &b->p[1]) != 0)
        return TRI_DISJOINT;
    int drop = spread_axis(a->p[0], a->p[1], b->p[0]);
    if (drop < 0)
        drop = spread_axis(a->p[0], a->p[1], b->p[1]);
    return drop < 0 ? collinear_contact(a, b, witness) : planar_contact(a, b, drop, witness);
}

static enum TriContact line_triangle(const TriShape *s, const TriShape *t, TriWitness *witness)
{
    const Vec3d ends[3] = {s->p[0], s->p[1], s->p[1]};
    double d[3];
    orient3d_plane_widened(t->p, ends, d, ORIENT_ACCURATE);
    if ((d[0] > 0 && d[1] > 0) || (d[0] < 0 && d[1] < 0))
        return TRI_DISJOINT;
    if (d[0] == 0 && d[1] == 0)
        return planar_contact(s, t, t->drop, witness);
    // The line passes the three edges on the same side, or through one of them.
    bool positive = false, negative = false, border = false;
    for (int i = 0; i < 3; ++i) {
        double side = orient3d(&s->p[0], &s->p[1], &t->p[i], &t->p[(i + 1) % 3]);
        positive |= side > 0;
        negative |= side < 0;
        border |= side == 0;
    }
    if (positive && negative)
        return TRI_DISJOINT;
    touch_at(vec3d_lerp(s->p[0], s->p[1], d[0] / (d[0] - d[1])), witness);
    return border || d[0] == 0 || d[1] == 0 ? TRI_TOUCH : TRI_PROPER;
}

static enum TriContact point_any(const TriShape *p, const TriShape *s, TriWitness *witness)
{
    if (s->n == 1)
        return same_point(p->p[0], s->p[0]) ? touch_at(p->p[0], witness) : TRI_DISJOINT;
    if (s->n == 2)
        return spread_axis(p->p[0], s->p[0], s->p[1]) < 0 ? collinear_contact(p, s, witness)
                                                          : TRI_DISJOINT;
    if (orient3d(&s->p[0], &s->p[1], &s->p[2], &p->p[0]) != 0)
        return TRI_DISJOINT;
    return planar_contact(p, s, s->drop, witness);
}

enum TriContact tri_degenerate_contact(const TriShape *a, const TriShape *b, TriWitness *witness)
{
    const TriShape *lesser = a->n <= b->n ? a : b, *other = a->n <= b->n ? b : a;
    if (lesser->n == 1)
        return point_any(lesser, other, witness);
    return other->n == 2 ? line_line(lesser, other, witness)
                         : line_triangle(lesser, other, witness);
}
