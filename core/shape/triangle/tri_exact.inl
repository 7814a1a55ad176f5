// Triangle against triangle by signs of determinants. The includer defines
//   TRI_CONTACT            name of the function made here
//   TRI_BOUND(p, q)        bound for the rounding of all determinants among the six points
//   TRI_PLANE(p, q, d, bound, widen)  d[i] = side of q[i] of the plane through p[0..2]
//   TRI_ORIENT3(a, b, c, d, bound), TRI_ORIENT2(a, b, c)
// tri_exact.c gives it the exact predicates; the benchmark gives it bare determinants, to see what
// exactness costs.
//
// Source of the arrangement: Guigue and Devillers, "Fast and robust triangle-triangle overlap test
// using orientation predicates", 2003. The kinds and the witness are added here.

// What a triangle has in common with a plane, by the signs of its corners. lone: the corner that is
// alone on its side, so that its two edges lead to the two ends of what is common; up: that is the
// positive side. A corner in the plane counts for whichever side makes that possible.
#ifndef TRI_CUT_TABLE
#define TRI_CUT_TABLE
enum { CUT_NONE, CUT_POINT, CUT_EDGE, CUT_ACROSS }; // ACROSS: corners strictly on both sides

typedef struct TriCut {
    unsigned char lone, up, what;
} TriCut;

// Index: 9*s0 + 3*s1 + s2 with the signs as 0 (negative), 1 (zero), 2 (positive).
static const TriCut tri_cuts[27] = {
    {0, 0, CUT_NONE},   {2, 1, CUT_POINT},  {2, 1, CUT_ACROSS}, // ---  --0  --+
    {1, 1, CUT_POINT},  {0, 0, CUT_EDGE},   {2, 1, CUT_ACROSS}, // -0-  -00  -0+
    {1, 1, CUT_ACROSS}, {1, 1, CUT_ACROSS}, {0, 0, CUT_ACROSS}, // -+-  -+0  -++
    {0, 1, CUT_POINT},  {1, 0, CUT_EDGE},   {2, 1, CUT_ACROSS}, // 0--  0-0  0-+
    {2, 0, CUT_EDGE},   {0, 0, CUT_NONE},   {2, 1, CUT_EDGE},   // 00-  000  00+
    {1, 1, CUT_ACROSS}, {1, 1, CUT_EDGE},   {0, 0, CUT_POINT},  // 0+-  0+0  0++
    {0, 1, CUT_ACROSS}, {0, 1, CUT_ACROSS}, {1, 0, CUT_ACROSS}, // +--  +-0  +-+
    {0, 1, CUT_ACROSS}, {0, 1, CUT_EDGE},   {1, 0, CUT_POINT},  // +0-  +00  +0+
    {2, 0, CUT_ACROSS}, {2, 0, CUT_POINT},  {0, 0, CUT_NONE},   // ++-  ++0  +++
};

static inline TriCut tri_cut(const double d[3])
{
    int s0 = (d[0] > 0) - (d[0] < 0), s1 = (d[1] > 0) - (d[1] < 0), s2 = (d[2] > 0) - (d[2] < 0);
    return tri_cuts[13 + 9 * s0 + 3 * s1 + s2];
}

static inline bool tri_one_side(const double d[3])
{
    return (d[0] > 0 && d[1] > 0 && d[2] > 0) || (d[0] < 0 && d[1] < 0 && d[2] < 0);
}

static inline Vec3d tri_edge_point(const Vec3d *p, const double *d, int from, int to)
{
    if (d[to] == 0)
        return p[to];
    return vec3d_lerp(p[from], p[to], d[from] / (d[from] - d[to]));
}
#endif

#define TRI_PASTE_(a, b) a##b
#define TRI_PASTE(a, b) TRI_PASTE_(a, b)

// Both in one plane, or collapsed. In the projection two convex sets with an area have disjoint
// interiors exactly when the line of an edge of one of them has the other on its outer side, and
// are disjoint exactly when that holds strictly.
static enum TriContact TRI_PASTE(TRI_CONTACT, _flat)(const Triangle *a, const Triangle *b,
                                                     TriWitness *witness)
{
    Vec3d n = vec3d_cross(vec3d_sub(b->p[1], b->p[0]), vec3d_sub(b->p[2], b->p[0]));
    double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    int drop = z >= x && z >= y ? 2 : y >= x ? 1 : 0; // only a guess: its area is looked at below
    Vec2d p[3], q[3];
    for (int i = 0; i < 3; ++i) {
        p[i] = tri_project(a->p[i], drop);
        q[i] = tri_project(b->p[i], drop);
    }
    double area_a = TRI_ORIENT2(p[0], p[1], p[2]), area_b = TRI_ORIENT2(q[0], q[1], q[2]);
    if (area_a == 0 || area_b == 0) {
        TriShape s = tri_shape(a), t = tri_shape(b);
        if (s.n < 3 || t.n < 3)
            return tri_degenerate_contact(&s, &t, witness);
        // A sliver whose normal was only rounding: take a projection known to be good.
        drop = t.drop;
        for (int i = 0; i < 3; ++i) {
            p[i] = tri_project(a->p[i], drop);
            q[i] = tri_project(b->p[i], drop);
        }
        area_a = TRI_ORIENT2(p[0], p[1], p[2]);
        area_b = TRI_ORIENT2(q[0], q[1], q[2]);
    }
    TriShape s = {3, drop, {a->p[0], a->p[1], a->p[2]}};
    TriShape t = {3, drop, {b->p[0], b->p[1], b->p[2]}};
    if (area_a < 0) {
        Vec2d swap = p[1];
        p[1] = p[2], p[2] = swap;
        s.p[1] = a->p[2], s.p[2] = a->p[1];
    }
    if (area_b < 0) {
        Vec2d swap = q[1];
        q[1] = q[2], q[2] = swap;
        t.p[1] = b->p[2], t.p[2] = b->p[1];
    }
    bool touch = false;
    for (int i = 0, j = 1; i < 3; ++i, j = j == 2 ? 0 : j + 1) {
        double d0 = TRI_ORIENT2(p[i], p[j], q[0]), d1 = TRI_ORIENT2(p[i], p[j], q[1]);
        double d2 = TRI_ORIENT2(p[i], p[j], q[2]);
        if (d0 < 0 && d1 < 0 && d2 < 0)
            return TRI_DISJOINT;
        double e0 = TRI_ORIENT2(q[i], q[j], p[0]), e1 = TRI_ORIENT2(q[i], q[j], p[1]);
        double e2 = TRI_ORIENT2(q[i], q[j], p[2]);
        if (e0 < 0 && e1 < 0 && e2 < 0)
            return TRI_DISJOINT;
        touch |= (d0 <= 0 && d1 <= 0 && d2 <= 0) || (e0 <= 0 && e1 <= 0 && e2 <= 0);
    }
    if (witness)
        tri_planar_meet(&s, &t, drop, witness);
    return touch ? TRI_TOUCH : TRI_COPLANAR;
}

static enum TriContact TRI_CONTACT(const Triangle *a, const Triangle *b, TriWitness *witness)
{
    if (witness)
        witness->count = 0;
    double widen = witness ? ORIENT_ACCURATE : 1; // its points need numbers, not only signs
    double bound = TRI_BOUND(b->p, a->p), da[3], db[3];
    TRI_PLANE(b->p, a->p, da, bound, widen);
    if (tri_one_side(da))
        return TRI_DISJOINT;
    TRI_PLANE(a->p, b->p, db, bound, widen);
    if (tri_one_side(db))
        return TRI_DISJOINT;

    TriCut cut_a = tri_cut(da), cut_b = tri_cut(db);
    if (cut_a.what == CUT_NONE || cut_b.what == CUT_NONE)
        return TRI_PASTE(TRI_CONTACT, _flat)(a, b, witness);

    // The planes meet in a line; a cuts it in [I, J] on the edges a0a1 and a0a2, b in [L, K] on
    // b0b2 and b0b1. With each lone corner on the positive side of the other plane (else that plane
    // is turned over by exchanging two corners), I and L are left, J and K right, seen along the
    // line, and I < K when orient3d(a0, a1, b0, b1) < 0 and so on; equal exactly when it is 0.
    static const unsigned char after[3] = {1, 2, 0}, before[3] = {2, 0, 1};
    int a0 = cut_a.lone, b0 = cut_b.lone;
    int a1 = cut_b.up ? after[a0] : before[a0], a2 = cut_b.up ? before[a0] : after[a0];
    int b1 = cut_a.up ? after[b0] : before[b0], b2 = cut_a.up ? before[b0] : after[b0];
    double i_to_k = TRI_ORIENT3(&a->p[a0], &a->p[a1], &b->p[b0], &b->p[b1], bound);
    if (i_to_k > 0)
        return TRI_DISJOINT;
    double l_to_j = TRI_ORIENT3(&a->p[a0], &a->p[a2], &b->p[b0], &b->p[b2], bound);
    if (l_to_j < 0)
        return TRI_DISJOINT;

    if (witness) {
        witness->count = 1;
        if (cut_a.what == CUT_POINT) {
            witness->point[0] = a->p[a0];
        } else if (cut_b.what == CUT_POINT) {
            witness->point[0] = b->p[b0];
        } else if (i_to_k == 0) {
            witness->point[0] = tri_edge_point(a->p, da, a0, a1);
        } else if (l_to_j == 0) {
            witness->point[0] = tri_edge_point(a->p, da, a0, a2);
        } else {
            bool l_right_of_i = TRI_ORIENT3(&a->p[a0], &a->p[a1], &b->p[b0], &b->p[b2], bound) < 0;
            bool k_left_of_j = TRI_ORIENT3(&a->p[a0], &a->p[a2], &b->p[b0], &b->p[b1], bound) > 0;
            witness->count = 2;
            witness->point[0] =
                l_right_of_i ? tri_edge_point(b->p, db, b0, b2) : tri_edge_point(a->p, da, a0, a1);
            witness->point[1] =
                k_left_of_j ? tri_edge_point(b->p, db, b0, b1) : tri_edge_point(a->p, da, a0, a2);
        }
    }
    bool crosses = i_to_k < 0 && l_to_j > 0 && cut_a.what == CUT_ACROSS && cut_b.what == CUT_ACROSS;
    return crosses ? TRI_PROPER : TRI_TOUCH;
}

#undef TRI_CONTACT
#undef TRI_BOUND
#undef TRI_PLANE
#undef TRI_ORIENT3
#undef TRI_ORIENT2
#undef TRI_PASTE
#undef TRI_PASTE_
