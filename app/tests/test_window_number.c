// What is typed into a field for numbers is a number, or it is not taken.
#include "app/tests/app_fixture.h"
#include "app/window/panels/number_field.h"

#include <math.h>

static void only_whole_numbers_are_taken(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double number;
    } good[] = {{"0.5", 0.5}, {" -12 ", -12}, {"1e-3", 1e-3}, {".25", 0.25}, {"7.", 7}};
    for (size_t i = 0; i < sizeof good / sizeof *good; ++i) {
        double number = NAN;
        assert_true(number_field_read(good[i].text, &number));
        assert_true(number == good[i].number);
    }
    static const char *const bad[] = {"0.5.294", "",  "  ", "-",  "1 2",   "1,5",
                                      "none",    "e", "1e", "5-", "1e999", "0.5.294.1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        double number = 42;
        if (number_field_read(bad[i], &number))
            fail_msg("'%s' was taken for %g", bad[i], number);
        assert_true(number == 42);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(only_whole_numbers_are_taken)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
