// Lines of sentences: nothing is lost, nothing is too wide, numbers stay whole.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/window/wrap.h"
#include "core/base/rng.h"

#include <stdio.h>
#include <string.h>

// Every character is 1 wide.
static float measure(const char *begin, const char *end, void *context)
{
    (void)context;
    float width = 0;
    for (; begin < end; ++begin)
        width += ((unsigned char)*begin & 0xC0) != 0x80;
    return width;
}

static void check(const char *text, float width, const char *expected)
{
    char lines[512] = "";
    size_t used = 0;
    while (*text) {
        const char *next, *end = wrap_line(text, width, measure, NULL, &next);
        used +=
            (size_t)snprintf(lines + used, sizeof lines - used, "%.*s|", (int)(end - text), text);
        assert_true(next > text);
        text = next;
    }
    assert_string_equal(lines, expected);
}

static void lines_break_at_blanks_and_numbers_stay_whole(void **state)
{
    (void)state;
    check("", 10, "");
    check("short", 10, "short|");
    check("one two three", 7, "one two|three|");
    check("by 8.47 mm, 8 polygons", 8, "by|8.47 mm,|8|polygons|");
    check("penetrates Plate by 8.47 mm", 24, "penetrates Plate by|8.47 mm|");
    check("a.b.c d", 5, "a.b.c|d|");
    check("first\nsecond line", 20, "first|second line|");
    check("first\n\nlast", 20, "first||last|");
    check("  blanks   within  ", 9, "  blanks|within  |");
    check("\xC3\xA4\xC3\xB6\xC3\xBC\xC3\xA4", 2, "\xC3\xA4\xC3\xB6|\xC3\xBC\xC3\xA4|");
    check("wide", 0, "w|i|d|e|");
}

static void all_lines_at_once(void **state)
{
    (void)state;
    char lines[24];
    wrap_text("one two three\n\nlast", 7, measure, NULL, lines, sizeof lines);
    assert_string_equal(lines, "one two\nthree\n\nlast");
    wrap_text("", 7, measure, NULL, lines, sizeof lines);
    assert_string_equal(lines, "");
    // No room for more: a beginning.
    wrap_text("one two three four five six", 7, measure, NULL, lines, 10);
    assert_string_equal(lines, "one two\nt");
    // Blanks of another kind hold together what belongs together.
    wrap_text("a\xC2\xA0-\xC2\xA0"
              "b c",
              5, measure, NULL, lines, sizeof lines);
    assert_string_equal(lines, "a\xC2\xA0-\xC2\xA0"
                               "b\nc");
}

static void nothing_is_lost_and_nothing_too_wide(void **state)
{
    (void)state;
    static const char alphabet[] = "ab 1.,\n";
    Rng rng = rng_create(5);
    for (int round = 0; round < 20000; ++round) {
        char text[64];
        int length = rng_below(&rng, sizeof text);
        for (int i = 0; i < length; ++i)
            text[i] = alphabet[rng_below(&rng, sizeof alphabet - 1)];
        text[length] = '\0';
        float width = (float)(1 + rng_below(&rng, 20));
        int seen = 0, wanted = 0;
        for (const char *c = text; *c; ++c)
            wanted += *c != ' ' && *c != '\n';
        for (const char *at = text; *at;) {
            const char *next, *end = wrap_line(at, width, measure, NULL, &next);
            if (!(next > at) || end < at || end > next || measure(at, end, NULL) > width)
                fail_msg("round %d: \"%s\" at %d", round, text, (int)(at - text));
            for (const char *c = at; c < end; ++c) {
                assert_true(*c != '\n');
                seen += *c != ' ';
            }
            at = next;
        }
        if (seen != wanted)
            fail_msg("round %d: \"%s\" loses characters", round, text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_break_at_blanks_and_numbers_stay_whole),
        cmocka_unit_test(all_lines_at_once),
        cmocka_unit_test(nothing_is_lost_and_nothing_too_wide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
