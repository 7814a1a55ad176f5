// A budget of memory: what is refused, when somebody looks, and what is said.
#include "core/base/array.h"
#include "core/base/error.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static size_t used;
static int looks;

static size_t in_use(void)
{
    ++looks;
    return used;
}

static void test_refused_beyond_it(void **state)
{
    (void)state;
    const size_t megabyte = 1 << 20;
    Error err = {""};
    mem_set_budget(100 * megabyte, in_use);
    used = 50 * megabyte;
    void *block = mem_alloc(40 * megabyte);
    assert_non_null(block);
    assert_int_equal(mem_take_refusal(), 0);
    assert_null(mem_alloc(60 * megabyte));
    assert_null(mem_calloc(60, megabyte));
    assert_null(mem_alloc(SIZE_MAX / 2));
    assert_int_equal(mem_take_refusal(), 100 * megabyte);
    assert_int_equal(mem_take_refusal(), 0); // said once

    // The old block stays what it was; another one is allowed half of it more.
    used = 90 * megabyte;
    assert_null(mem_realloc(block, 60 * megabyte));
    error_set(&err, "%s: not enough memory", "file");
    assert_string_equal(err.text,
                        "file: not enough memory within the budget of 0.105 GB (--memory)");
    error_set(&err, "file: not enough memory");
    assert_string_equal(err.text, "file: not enough memory");
    used = 70 * megabyte;
    block = mem_realloc(block, 60 * megabyte);
    assert_non_null(block);
    mem_free(block);
    mem_set_budget(0, NULL);
    block = mem_alloc(200 * megabyte);
    assert_non_null(block);
    mem_free(block);
}

// Small requests are looked at together, so that a list of small things ends, too.
static void test_small_things_add_up(void **state)
{
    (void)state;
    enum { MOST = 1 << 20 };
    void **blocks = mem_calloc(MOST, sizeof *blocks);
    mem_set_budget(1 << 20, in_use);
    used = 2 << 20;
    looks = 0;
    int count = 0;
    while (count < MOST && (blocks[count] = mem_alloc(64)))
        ++count;
    assert_in_range(count, 1, (8 << 20) / 64);
    assert_int_equal(looks, 1);
    mem_set_budget(0, NULL);
    while (count-- > 0)
        mem_free(blocks[count]);
    mem_free(blocks);
}

// Far from the budget it is seldom asked, however much is asked for and freed again.
static void test_looks_are_few_while_much_is_left(void **state)
{
    (void)state;
    const size_t megabyte = 1 << 20;
    mem_set_budget(256 * megabyte, in_use);
    used = 16 * megabyte;
    looks = 0;
    for (int i = 0; i < 500; ++i)
        mem_free(mem_alloc(megabyte));
    assert_in_range(looks, 3, 6);

    // What was granted a moment ago is not left any more.
    void *block = mem_alloc(230 * megabyte);
    assert_non_null(block);
    used = 257 * megabyte;
    int granted = 0;
    for (void *small; granted < 2000 && (small = mem_alloc(megabyte)); ++granted)
        mem_free(small);
    assert_in_range(granted, 0, 16);
    mem_free(block);
    mem_take_refusal();
    mem_set_budget(0, NULL);
}

static void test_trimmed_arrays_keep_their_items(void **state)
{
    (void)state;
    int *items = NULL;
    size_t capacity = 0;
    array_trim(&items, &capacity, 0, sizeof *items);
    assert_null(items);
    for (int i = 0; i < 100; ++i) {
        assert_true(array_reserve(&items, &capacity, (size_t)i + 1, sizeof *items));
        items[i] = i;
    }
    array_trim(&items, &capacity, 100, sizeof *items);
    assert_int_equal(capacity, 100);
    for (int i = 0; i < 100; ++i)
        assert_int_equal(items[i], i);
    mem_free(items);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused_beyond_it),
        cmocka_unit_test(test_small_things_add_up),
        cmocka_unit_test(test_looks_are_few_while_much_is_left),
        cmocka_unit_test(test_trimmed_arrays_keep_their_items),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
