// Rounding outward survives the optimiser. gcc 12 folds (double)(float)x to x when its
// straight-line vectoriser has paired two of them; the build switches that off, and this fails
// where it is back on.
#include "core/base/rng.h"
#include "core/base/rounding.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

// Through memory that the optimiser cannot see through.
static double to_float_and_back(double x)
{
    volatile float f = (float)x;
    return (double)f;
}

static void rounding_to_float_and_back_is_not_folded_away(void **state)
{
    (void)state;
    Rng rng = rng_create(3);
    for (int i = 0; i < 1000; ++i) {
        Vec3d exact = rng_in_cube(&rng, 1e6);
        Vec3 stored = vec3_from(exact);
        Vec3d back = vec3d_from(stored);
        for (int k = 0; k < 3; ++k)
            assert_true(back.v[k] == to_float_and_back(exact.v[k]));
    }
}

static void floats_below_and_above_enclose_the_double(void **state)
{
    (void)state;
    Rng rng = rng_create(4);
    for (int i = 0; i < 100000; ++i) {
        double x = rng_uniform(&rng, -1, 1) * pow(10, rng_below(&rng, 30) - 15);
        float lo = float_below(x), hi = float_above(x);
        assert_true((double)lo <= x && x <= (double)hi);
        assert_true(hi == lo || hi == nextafterf(lo, INFINITY));
        assert_true(float_below((double)lo) == lo && float_above((double)hi) == hi);
    }
}

static void rounding_is_right_at_the_ends_of_the_range(void **state)
{
    (void)state;
    static const double x[] = {0x1p-149, 0x1p-150, 1e-300, 0x1.fffffep127, 0x1.ffffffp127, 1e300};
    for (size_t i = 0; i < sizeof x / sizeof *x; ++i) {
        for (int sign = -1; sign <= 1; sign += 2) {
            double at = sign * x[i];
            float nearest = (float)at;
            float lo = (double)nearest > at ? nextafterf(nearest, -INFINITY) : nearest;
            float hi = (double)nearest < at ? nextafterf(nearest, INFINITY) : nearest;
            assert_true(float_below(at) == lo && float_above(at) == hi);
        }
    }
    assert_true(float_below(0) == 0 && float_above(0) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounding_to_float_and_back_is_not_folded_away),
        cmocka_unit_test(floats_below_and_above_enclose_the_double),
        cmocka_unit_test(rounding_is_right_at_the_ends_of_the_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
