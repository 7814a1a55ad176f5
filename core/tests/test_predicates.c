// The orientation predicates where the right sign is known without a bignum library: small whole
// numbers, and points a few ulp from a line or plane.
#include "core/base/rng.h"
#include "core/shape/expansion.h"
#include "core/shape/predicates.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static int sign(double x)
{
    return (x > 0) - (x < 0);
}

static int sign_of_whole(int64_t x)
{
    return (x > 0) - (x < 0);
}

// The determinant stays below 2^63 for coordinates within 2^19.
static int64_t whole_orient3d(const Vec3d p[4])
{
    int64_t m[3][3];
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            m[i][k] = (int64_t)p[i + 1].v[k] - (int64_t)p[0].v[k];
    return m[2][0] * (m[0][1] * m[1][2] - m[0][2] * m[1][1]) +
           m[2][1] * (m[0][2] * m[1][0] - m[0][0] * m[1][2]) +
           m[2][2] * (m[0][0] * m[1][1] - m[0][1] * m[1][0]);
}

static void whole_numbers_give_their_sign_at_any_scale(void **state)
{
    (void)state;
    static const int32_t ranges[] = {2, 4, 50, 1 << 19};
    Rng rng = rng_create(1);
    int zeros = 0;
    for (int i = 0; i < 100000; ++i) {
        int32_t range = ranges[i % 4];
        Vec3d p[4];
        for (int k = 0; k < 12; ++k)
            p[k / 3].v[k % 3] = rng_below(&rng, range);
        if (i % 3 == 0) // in the plane of the others
            p[3] = vec3d_sub(vec3d_add(p[0], p[1]), p[2]);
        int expected = sign_of_whole(whole_orient3d(p));
        Vec2d q[3] = {{p[0].x, p[0].y}, {p[1].x, p[1].y}, {p[2].x, p[2].y}};
        int expected2 = sign(((q[1].x - q[0].x) * (q[2].y - q[0].y)) -
                             ((q[1].y - q[0].y) * (q[2].x - q[0].x))); // exact in this range
        zeros += expected == 0;
        double scale = ldexp(1, rng_below(&rng, 360) - 180);
        for (int k = 0; k < 4; ++k)
            p[k] = vec3d_scale(p[k], scale);
        for (int k = 0; k < 3; ++k)
            q[k] = (Vec2d){q[k].x * scale, q[k].y * scale};
        if (sign(orient3d(&p[0], &p[1], &p[2], &p[3])) != expected ||
            sign(orient3d_expansion(&p[0], &p[1], &p[2], &p[3])) != expected)
            fail_msg("orient3d, seed 1, round %d, range %d, scale %g", i, (int)range, scale);
        if (sign(orient2d(q[0], q[1], q[2])) != expected2 ||
            sign(orient2d_expansion(q[0], q[1], q[2])) != expected2)
            fail_msg("orient2d, seed 1, round %d, range %d, scale %g", i, (int)range, scale);
    }
    assert_true(zeros > 10000);
}

// Kettner et al. 2008: plain doubles get a good part of these wrong.
static void points_a_few_ulp_from_a_line_are_told_apart(void **state)
{
    (void)state;
    const double ulp = 0x1p-53;
    int bare_wrong = 0;
    for (int i = 0; i < 128; ++i) {
        for (int j = 0; j < 128; ++j) {
            Vec2d p = {0.5 + i * ulp, 0.5 + j * ulp}, q = {12, 12}, r = {24, 24};
            assert_int_equal(sign(orient2d(p, q, r)), (j > i) - (j < i));
            Vec3d s = vec3d(p.x, p.y, 0.5), t = vec3d(12, 12, 12), u = vec3d(24, 24, 24);
            Vec3d v = vec3d(17, 17, 3); // the plane x = y with the normal (-1, 1, 0)
            int side = sign(orient3d(&t, &u, &v, &s));
            assert_int_equal(side, (j > i) - (j < i));
            double bare = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
            bare_wrong += sign(bare) != (j > i) - (j < i);
        }
    }
    assert_true(bare_wrong > 1000); // else the case is not hard and proves nothing
}

static void exchanging_two_points_turns_the_sign(void **state)
{
    (void)state;
    Rng rng = rng_create(2);
    for (int i = 0; i < 20000; ++i) {
        Vec3d p[4];
        for (int k = 0; k < 3; ++k)
            p[k] = rng_in_cube(&rng, 1);
        // Coplanar up to rounding, so that later stages decide.
        p[3] = vec3d_add_scaled(vec3d_lerp(p[0], p[1], rng_unit(&rng)), vec3d_sub(p[2], p[0]),
                                rng_unit(&rng));
        int expected = sign(orient3d(&p[0], &p[1], &p[2], &p[3]));
        for (int a = 0; a < 4; ++a) {
            for (int b = a + 1; b < 4; ++b) {
                const Vec3d *q[4] = {&p[0], &p[1], &p[2], &p[3]};
                q[a] = &p[b];
                q[b] = &p[a];
                if (sign(orient3d(q[0], q[1], q[2], q[3])) != -expected)
                    fail_msg("seed 2, round %d, exchange %d %d", i, a, b);
            }
        }
        double d[3];
        const Vec3d three[3] = {p[3], p[0], rng_in_cube(&rng, 1)};
        orient3d_plane(p, three, d);
        assert_int_equal(sign(d[0]), expected);
        assert_int_equal(sign(d[1]), 0);
        assert_int_equal(sign(d[2]), sign(orient3d(&p[0], &p[1], &p[2], &three[2])));
    }
}

static void components_that_cancel_keep_the_sign(void **state)
{
    (void)state;
    // 1 - (1 - 2^-53) - 2^-54: adding the small ones first would round to 0.
    const double e[3] = {-0x1p-54, -(1 - 0x1p-53), 1};
    assert_true(expansion_estimate(3, e) == 0x1p-54);
    double sum[4] = {0x1p-60};
    int n = expansion_grow(1, sum, 1);
    assert_int_equal(n, 2);
    n = expansion_grow(n, sum, -1);
    assert_int_equal(n, 1);
    assert_true(sum[0] == 0x1p-60);
    assert_int_equal(expansion_grow(n, sum, -0x1p-60), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_numbers_give_their_sign_at_any_scale),
        cmocka_unit_test(points_a_few_ulp_from_a_line_are_told_apart),
        cmocka_unit_test(exchanging_two_points_turns_the_sign),
        cmocka_unit_test(components_that_cancel_keep_the_sign),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
