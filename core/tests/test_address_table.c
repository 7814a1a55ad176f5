// Numbers by address against a list that is searched from its beginning.
#include "core/base/address_table.h"
#include "core/base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { ADDRESSES = 300, NUMBERS = 1000 };

static void expect_same(const AddressTable *table, const char *things, const int *of, int count)
{
    for (int a = 0; a < ADDRESSES; ++a) {
        int wanted = 0, found = 0;
        for (int i = 0; i < count; ++i)
            wanted += of[i] == a;
        for (size_t at = 0, number; address_table_next(table, &things[16 * a], &at, &number);) {
            assert_in_range(number, 0, count - 1);
            assert_int_equal(of[number], a);
            ++found;
        }
        assert_int_equal(found, wanted);
    }
}

static void every_number_is_found_under_its_address(void **state)
{
    (void)state;
    static char things[16 * ADDRESSES];
    int of[NUMBERS];
    AddressTable table = {0};
    Rng rng = rng_create(7);
    size_t at = 0, number;
    assert_false(address_table_next(&table, things, &at, &number));
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < NUMBERS; ++i) {
            of[i] = (int)rng_below(&rng, ADDRESSES - 10); // some have none
            assert_true(address_table_add(&table, &things[16 * of[i]], (size_t)i));
            if (i < 20 || i % 200 == 0)
                expect_same(&table, things, of, i + 1);
        }
        expect_same(&table, things, of, NUMBERS);
        address_table_clear(&table);
        expect_same(&table, things, of, 0);
    }
    address_table_free(&table);
    address_table_free(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_is_found_under_its_address),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
