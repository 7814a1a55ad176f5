// Triangle contact on positions one can draw, for every registered test; the witness; the distance.
#include "core/base/rng.h"
#include "core/shape/triangle/tri.h"
#include "core/shape/triangle/variants.h"
#include "core/tests/test_set.h"
#include "core/tests/tri_cases.h"
#include "core/tests/tri_distance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

typedef struct Drawing {
    const char *name;
    double a[9], b[9];
    enum TriContact kind;
    int count; // of the witness
} Drawing;

#define FLAT                                                                                       \
    {                                                                                              \
        0, 0, 0, 4, 0, 0, 0, 4, 0                                                                  \
    }

static const Drawing drawings[] = {
    {"parallel above", FLAT, {0, 0, 1, 4, 0, 1, 0, 4, 1}, TRI_DISJOINT, 0},
    {"crossing", FLAT, {1, 1, -1, 1, 1, 1, 3, 3, 1}, TRI_PROPER, 2},
    {"crossing planes, apart on the line", FLAT, {5, 1, -1, 5, 1, 1, 7, 1, 1}, TRI_DISJOINT, 0},
    {"one edge pierces", FLAT, {1, 1, -1, 1, 1, 1, -3, 1, 1}, TRI_PROPER, 2},
    {"corner on the face", FLAT, {1, 1, 0, 1, 1, 1, 2, 2, 1}, TRI_TOUCH, 1},
    {"corner on an edge", FLAT, {2, 0, 0, 2, 0, 1, 2, -1, 1}, TRI_TOUCH, 1},
    {"corner on a corner", FLAT, {0, 0, 0, -1, 0, 1, 0, -1, 1}, TRI_TOUCH, 1},
    {"edge in the face", FLAT, {1, 1, 0, 2, 1, 0, 1, 1, 1}, TRI_TOUCH, 2},
    {"edge in the face, sticking out", FLAT, {1, 1, 0, 9, 1, 0, 1, 1, 1}, TRI_TOUCH, 2},
    {"edge across an edge", FLAT, {2, -1, -1, 2, 1, 1, 2, -5, 1}, TRI_TOUCH, 1},
    {"common edge, folded", FLAT, {0, 0, 0, 4, 0, 0, 0, 0, 3}, TRI_TOUCH, 2},
    {"common edge, in one plane", FLAT, {0, 0, 0, 4, 0, 0, 0, -4, 0}, TRI_TOUCH, 2},
    {"common part of an edge", FLAT, {2, 0, 0, 6, 0, 0, 3, -4, 0}, TRI_TOUCH, 2},
    {"in one plane, corner on edge", FLAT, {1, 0, 0, 0, -1, 0, 2, -1, 0}, TRI_TOUCH, 1},
    {"in one plane, apart", FLAT, {5, 5, 0, 6, 5, 0, 5, 6, 0}, TRI_DISJOINT, 0},
    {"the same", FLAT, FLAT, TRI_COPLANAR, 3},
    {"one inside the other", FLAT, {0.5, 0.5, 0, 1.5, 0.5, 0, 0.5, 1.5, 0}, TRI_COPLANAR, 3},
    {"inside, sharing a corner", FLAT, {0, 0, 0, 2, 1, 0, 1, 2, 0}, TRI_COPLANAR, 3},
    {"a corner cut off", FLAT, {1, 1, 0, 9, 1, 0, 1, 9, 0}, TRI_COPLANAR, 3},
    {"a quadrangle", FLAT, {1, -1, 0, 1, 9, 0, -9, -1, 0}, TRI_COPLANAR, 4},
    {"a pentagon", FLAT, {1, -1, 0, 3, 5, 0, -1, 5, 0}, TRI_COPLANAR, 5},
    {"a star", {0, 0, 0, 6, 0, 0, 3, 6, 0}, {0, 4, 0, 3, -2, 0, 6, 4, 0}, TRI_COPLANAR, 6},
    {"segment pierces", FLAT, {1, 1, -1, 1, 1, 3, 1, 1, 1}, TRI_PROPER, 1},
    {"segment pierces an edge", FLAT, {2, 0, -1, 2, 0, 3, 2, 0, 1}, TRI_TOUCH, 1},
    {"segment ends on the face", FLAT, {1, 1, 0, 1, 1, 3, 1, 1, 1}, TRI_TOUCH, 1},
    {"segment stops short", FLAT, {1, 1, 1, 1, 1, 3, 1, 1, 2}, TRI_DISJOINT, 0},
    {"segment passes by", FLAT, {5, 5, -1, 5, 5, 3, 5, 5, 1}, TRI_DISJOINT, 0},
    {"segment in the plane", FLAT, {-1, 1, 0, 9, 1, 0, 1, 1, 0}, TRI_TOUCH, 2},
    {"segment in the plane, inside", FLAT, {1, 1, 0, 2, 1, 0, 1, 1, 0}, TRI_TOUCH, 2},
    {"segment in the plane, apart", FLAT, {-1, -1, 0, 9, -1, 0, 1, -1, 0}, TRI_DISJOINT, 0},
    {"segments cross", {0, 0, 0, 2, 2, 0, 1, 1, 0}, {0, 2, 0, 2, 0, 0, 0, 2, 0}, TRI_TOUCH, 1},
    {"segments skew", {0, 0, 0, 2, 2, 0, 1, 1, 0}, {0, 2, 1, 2, 0, 1, 0, 2, 1}, TRI_DISJOINT, 0},
    {"segments end to end", {0, 0, 0, 2, 2, 2, 1, 1, 1}, {2, 2, 2, 4, 4, 4, 3, 3, 3}, TRI_TOUCH, 1},
    {"point on the face", FLAT, {1, 1, 0, 1, 1, 0, 1, 1, 0}, TRI_TOUCH, 1},
    {"point above", FLAT, {1, 1, 1, 1, 1, 1, 1, 1, 1}, TRI_DISJOINT, 0},
    {"point on a segment", {0, 0, 0, 2, 2, 2, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1, 1}, TRI_TOUCH, 1},
    {"point beyond a segment", {0, 0, 0, 2, 2, 2, 1, 1, 1}, {3, 3, 3, 3, 3, 3, 3, 3, 3}, 0, 0},
    {"the same point", {1, 2, 3, 1, 2, 3, 1, 2, 3}, {1, 2, 3, 1, 2, 3, 1, 2, 3}, TRI_TOUCH, 1},
    {"two points", {1, 2, 3, 1, 2, 3, 1, 2, 3}, {1, 2, 4, 1, 2, 4, 1, 2, 4}, TRI_DISJOINT, 0},
};

// The axes turned round, so that each plane of projection has its turn.
static Triangle placed(const double x[9], int turn)
{
    Triangle t;
    for (int i = 0; i < 9; ++i)
        t.p[i / 3].v[(i % 3 + turn) % 3] = x[i];
    return t;
}

static void every_test_knows_the_drawn_positions(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof drawings / sizeof drawings[0]; ++i) {
        const Drawing *d = &drawings[i];
        for (int k = 0; k < tri_test_count; ++k) {
            for (int turn = 0; turn < 6; ++turn) {
                Triangle a = placed(d->a, turn % 3), b = placed(d->b, turn % 3);
                TriWitness witness;
                enum TriContact kind = turn < 3 ? tri_tests[k]->contact(&a, &b, &witness)
                                                : tri_tests[k]->contact(&b, &a, &witness);
                // Whether an inexact test tells one point from two very near ones is its own
                // affair.
                bool count_wrong = tri_tests[k]->exact && witness.count != d->count;
                if (kind != d->kind || count_wrong || (witness.count > 0) != (kind != TRI_DISJOINT))
                    fail_msg("%s: %s, turn %d: kind %d with %d points, expected %d with %d",
                             tri_tests[k]->name, d->name, turn, (int)kind, witness.count,
                             (int)d->kind, d->count);
            }
        }
    }
}

static void the_witness_is_where_it_was_drawn(void **state)
{
    (void)state;
    Triangle a = {{vec3d(0, 0, 0), vec3d(4, 0, 0), vec3d(0, 4, 0)}};
    Triangle b = {{vec3d(1, -1, -1), vec3d(1, -1, 1), vec3d(1, 9, 0)}};
    TriWitness witness;
    assert_int_equal(tri_exact.contact(&a, &b, &witness), TRI_PROPER);
    assert_int_equal(witness.count, 2);
    double lo = fmin(witness.point[0].y, witness.point[1].y);
    double hi = fmax(witness.point[0].y, witness.point[1].y);
    assert_true(fabs(lo) < 1e-15 && fabs(hi - 3) < 1e-15);
    assert_true(witness.point[0].x == 1 && witness.point[1].x == 1);
}

// Plain clipping of a by b in the plane z = 0, for triangles in general position.
static double clipped_area(const Triangle *a, const Triangle *b)
{
    Vec3d poly[2][12];
    int n = 3, from = 0;
    for (int i = 0; i < 3; ++i)
        poly[0][i] = a->p[i];
    Vec3d cross = vec3d_cross(vec3d_sub(b->p[1], b->p[0]), vec3d_sub(b->p[2], b->p[0]));
    for (int e = 0; e < 3; ++e) {
        Vec3d p = b->p[e], d = vec3d_sub(b->p[(e + 1) % 3], p);
        int m = 0;
        for (int i = 0; i < n; ++i) {
            Vec3d x = poly[from][i], y = poly[from][(i + 1) % n];
            double sx = vec3d_cross(d, vec3d_sub(x, p)).z * cross.z;
            double sy = vec3d_cross(d, vec3d_sub(y, p)).z * cross.z;
            if (sx >= 0)
                poly[1 - from][m++] = x;
            if ((sx < 0) != (sy < 0))
                poly[1 - from][m++] = vec3d_lerp(x, y, sx / (sx - sy));
        }
        n = m;
        from = 1 - from;
    }
    double area = 0;
    for (int i = 2; i < n; ++i)
        area += vec3d_cross(vec3d_sub(poly[from][i - 1], poly[from][0]),
                            vec3d_sub(poly[from][i], poly[from][0]))
                    .z;
    return fabs(area) / 2;
}

// Area by signed fans: it is right only when the corners come in order, and convexity is asked too.
static void the_polygon_is_the_common_area_in_order(void **state)
{
    (void)state;
    Rng rng = rng_create(3);
    int with_corners[7] = {0};
    for (int round = 0; round < 20000; ++round) {
        bool lattice = round % 2;
        Triangle a, b;
        for (int i = 0; i < 6; ++i) {
            Vec3d p = rng_in_cube(&rng, 1);
            if (lattice)
                p = vec3d(rng_below(&rng, 7), rng_below(&rng, 7), 0);
            p.z = 0;
            *(i < 3 ? &a.p[i] : &b.p[i - 3]) = p;
        }
        TriWitness w;
        if (tri_exact.contact(&a, &b, &w) != TRI_COPLANAR)
            continue;
        ++with_corners[w.count];
        double area = 0;
        bool left = false, right = false;
        for (int i = 0; i < w.count; ++i) {
            Vec3d p = w.point[i], q = w.point[(i + 1) % w.count], r = w.point[(i + 2) % w.count];
            area += p.x * q.y - p.y * q.x;
            double turn = vec3d_cross(vec3d_sub(q, p), vec3d_sub(r, q)).z;
            left |= turn > 1e-13;
            right |= turn < -1e-13;
        }
        if (fabs(fabs(area) / 2 - clipped_area(&a, &b)) > 1e-12 || (left && right))
            fail_msg("seed 3, round %d: area %.17g, expected %.17g", round, fabs(area) / 2,
                     clipped_area(&a, &b));
    }
    for (int n = 3; n <= 6; ++n)
        assert_true(with_corners[n] > 50);
}

// The plane across the line of the two points separates the triangles by that distance: nothing can
// be closer. And the points must belong to the triangles, as extreme points of that direction do.
static void the_distance_is_proved_by_its_points(void **state)
{
    (void)state;
    uint64_t count = 2000;
    int apart = 0;
    for (int kind = 0; kind < TRI_CASE_COUNT; ++kind) {
        if (kind == TRI_CASE_huge_and_tiny)
            continue; // the tolerances below are for sizes near 1
        for (uint64_t i = 0; i < count; ++i) {
            TriPair pair = tri_case_make((enum TriCase)kind, i);
            Vec3d on_a, on_b, swapped_a, swapped_b;
            double d = tri_distance(&pair.a, &pair.b, &on_a, &on_b);
            bool meet = tri_exact.contact(&pair.a, &pair.b, NULL) != TRI_DISJOINT;
            if (meet != (d == 0))
                fail_msg("%s, number %llu: distance %g", tri_case_names[kind],
                         (unsigned long long)i, d);
            double size = 0;
            for (int k = 0; k < 3; ++k)
                size = fmax(size, fmax(vec3d_length(pair.a.p[k]), vec3d_length(pair.b.p[k])));
            double swapped = tri_distance(&pair.b, &pair.a, &swapped_b, &swapped_a);
            if (fabs(d - swapped) > 1e-14 * size)
                fail_msg("%s, number %llu: %g, swapped %g", tri_case_names[kind],
                         (unsigned long long)i, d, swapped);
            if (d < 1e-7 * size)
                continue; // too near for a direction in doubles
            ++apart;
            Vec3d n = vec3d_scale(vec3d_sub(on_b, on_a), 1 / d);
            double a_max = -INFINITY, b_min = INFINITY;
            for (int k = 0; k < 3; ++k) {
                a_max = fmax(a_max, vec3d_dot(n, vec3d_sub(pair.a.p[k], on_a)));
                b_min = fmin(b_min, vec3d_dot(n, vec3d_sub(pair.b.p[k], on_a)));
            }
            if (fabs(vec3d_length(n) - 1) > 1e-12 || fabs(a_max) > 1e-8 * size ||
                fabs(b_min - d) > 1e-8 * size)
                fail_msg("%s, number %llu: distance %.17g, but the slab is %.17g .. %.17g",
                         tri_case_names[kind], (unsigned long long)i, d, a_max, b_min);
        }
    }
    assert_true(apart > 5000);
    printf("RAN: triangle distance: %d separated pairs\n", apart);
}

// Giving up early must not change an answer that is below the limit, and the points must lie on the
// features that are named.
static void closest_points_name_their_features_below_a_limit(void **state)
{
    (void)state;
    int with[3][3] = {{0}}, given_up = 0;
    for (int kind = 0; kind < TRI_CASE_COUNT; ++kind) {
        if (kind == TRI_CASE_huge_and_tiny)
            continue;
        for (uint64_t i = 0; i < 2000; ++i) {
            TriPair pair = tri_case_make((enum TriCase)kind, i);
            TriClosest whole, part;
            double d = tri_closest(&pair.a, &pair.b, INFINITY, &whole);
            double beyond = tri_closest(&pair.a, &pair.b, d * 1.01 + 1e-300, &part);
            double short_of = tri_closest(&pair.a, &pair.b, d * 0.99, &part);
            given_up += isinf(short_of);
            if (beyond != d || (short_of != d && !isinf(short_of)))
                fail_msg("%s, number %llu: %.17g, with limits %.17g and %.17g",
                         tri_case_names[kind], (unsigned long long)i, d, beyond, short_of);
            double off = fmax(distance_from_feature(&pair.a, whole.feature_a, whole.on_a),
                              distance_from_feature(&pair.b, whole.feature_b, whole.on_b));
            double size = 0;
            for (int k = 0; k < 3; ++k)
                size = fmax(size, fmax(vec3d_length(pair.a.p[k]), vec3d_length(pair.b.p[k])));
            if (off > 1e-9 * size)
                fail_msg("%s, number %llu: the points are %g off features %d and %d",
                         tri_case_names[kind], (unsigned long long)i, off, whole.feature_a.part,
                         whole.feature_b.part);
            ++with[whole.feature_a.part][whole.feature_b.part];
        }
    }
    assert_true(given_up > 1000);
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
            if (a + b <= 2)
                assert_true(with[a][b] > 100);
}

static void the_registry_is_complete(void **state)
{
    (void)state;
    assert_true(tri_tests[0]->exact);
    for (int k = 0; k < tri_test_count; ++k) {
        assert_non_null(tri_tests[k]->name);
        assert_non_null(tri_tests[k]->note);
        assert_non_null(tri_tests[k]->contact);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_test_knows_the_drawn_positions),
        cmocka_unit_test(the_witness_is_where_it_was_drawn),
        cmocka_unit_test(the_polygon_is_the_common_area_in_order),
        cmocka_unit_test(the_distance_is_proved_by_its_points),
        cmocka_unit_test(closest_points_name_their_features_below_a_limit),
        cmocka_unit_test(the_registry_is_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
