// The JSON reader: what values take in memory, and keys that come twice, against comparing each with
// each.
#include "app/io/json.h"
#include "core/base/memory.h"
#include "core/base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static size_t most_asked; // the largest block

static void *resize(void *user, void *old, size_t size)
{
    (void)user;
    most_asked = size > most_asked ? size : most_asked;
    return realloc(old, size);
}

static void *allocate(void *user, size_t size)
{
    return resize(user, NULL, size);
}

static void release(void *user, void *block)
{
    (void)user;
    free(block);
}

static void test_numbers_take_little(void **state)
{
    (void)state;
    enum { COUNT = 1000000 };
    TextBuffer text = {0};
    text_add(&text, "[0");
    for (int i = 1; i < COUNT; ++i)
        text_add_bytes(&text, ",0", 2);
    text_add(&text, "]");
    Json json;
    Error err = {""};
    most_asked = 0;
    assert_true(json_parse(&json, "numbers", text.text, text.length, &err));
    assert_int_equal(json.values[0].count, COUNT);
    // 24 bytes each, and room to grow by a half.
    assert_in_range(most_asked, 24 * COUNT, 37 * COUNT);
    json_free(&json);
    free(text.text);
}

// Values of every type side by side, of which none takes the place of another.
static void test_values_keep_apart(void **state)
{
    (void)state;
    static const char text[] =
        "{\"a\": [0.3, \"two\", true, null, {\"b\": [2.5]}],\n \"c\": false}";
    Json json;
    Error err = {""};
    assert_true(json_parse(&json, "mixed", text, sizeof text - 1, &err));
    const JsonValue *root = json.values, *item = json_first(json_member(root, "a"));
    assert_int_equal(root->count, 2);
    assert_true(item->type == JSON_NUMBER && item->number == 0.3);
    assert_true(item->count > 0); // its bits say so, but a number has no children
    assert_null(json_first(item));
    item = json_next(item);
    assert_string_equal(item->text, "two");
    assert_null(json_first(item));
    item = json_next(item);
    assert_true(item->type == JSON_BOOL && item->number > 0);
    item = json_next(item);
    assert_int_equal(item->type, JSON_NULL);
    item = json_next(item);
    assert_true(json_first(json_member(item, "b"))->number == 2.5);
    assert_null(json_next(item));
    assert_int_equal(json_member(root, "c")->line, 2);
    json_free(&json);
}

static void test_keys_come_once(void **state)
{
    (void)state;
    Rng rng = rng_create(5);
    int refused = 0, taken = 0;
    for (int round = 0; round < 300; ++round) {
        int keys[JSON_MAX_KEYS], count = 1 + rng_below(&rng, round % 3 ? 40 : JSON_MAX_KEYS);
        int twice = 0; // the line of the second one that comes first in the order of keys
        char found[16] = "";
        TextBuffer text = {0};
        text_add(&text, "{");
        for (int i = 0; i < count; ++i) {
            keys[i] = rng_below(&rng, count * (rng_below(&rng, 2) ? 3 : 300));
            text_add(&text, "%s\"%d\": {\"x\": %d}", i > 0 ? ",\n" : "", keys[i], i);
            char name[16];
            snprintf(name, sizeof name, "%d", keys[i]);
            for (int k = 0; k < i; ++k)
                if (keys[k] == keys[i] && (!twice || strcmp(name, found) < 0)) {
                    twice = i + 1;
                    memcpy(found, name, sizeof found);
                }
        }
        text_add(&text, "}");
        Json json;
        Error err = {""};
        bool good = json_parse(&json, "keys", text.text, text.length, &err);
        char expected[80];
        snprintf(expected, sizeof expected, "keys:%d: the key \"%s\" comes twice", twice, found);
        assert_true(good == !twice);
        if (twice)
            assert_string_equal(err.text, expected);
        refused += !good;
        taken += good;
        json_free(&json);
        free(text.text);
    }
    assert_true(refused > 50 && taken > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_take_little),
        cmocka_unit_test(test_values_keep_apart),
        cmocka_unit_test(test_keys_come_once),
    };
    if (!mem_set_hooks(&(MemoryHooks){allocate, resize, release, NULL}))
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
