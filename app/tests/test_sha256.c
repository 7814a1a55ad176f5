// SHA-256 against the examples of its standard, in pieces of every length.
#include "app/io/sha256.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void examples_of_the_standard(void **state)
{
    (void)state;
    static const struct {
        const char *text, *digest;
    } rows[] = {{"", "e3b0c44298fc1c149afbf4c8996fb924"},
                {"abc", "ba7816bf8f01cfea414140de5dae2223"},
                {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                 "248d6a61d20638b8e5c026930c3e6039"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        for (size_t piece = 1; piece < 60; ++piece) {
            Sha256 digest = sha256_begin();
            size_t size = strlen(rows[i].text);
            for (size_t at = 0; at < size; at += piece)
                sha256_add(&digest, rows[i].text + at, size - at < piece ? size - at : piece);
            char text[SHA256_TEXT];
            sha256_end(&digest, text);
            assert_string_equal(text, rows[i].digest);
        }
    }
    Sha256 digest = sha256_begin(), other = sha256_begin();
    for (int i = 0; i < 1000000; ++i)
        sha256_add(&digest, "a", 1);
    char text[SHA256_TEXT], second[SHA256_TEXT];
    sha256_end(&digest, text);
    assert_string_equal(text, "cdc76e5c9914fb9281a1c7e284d73e67");
    digest = sha256_begin();
    sha256_add_text(&digest, "ab");
    sha256_add_text(&digest, "c");
    sha256_add_text(&other, "a");
    sha256_add_text(&other, "bc");
    sha256_end(&digest, text);
    sha256_end(&other, second);
    assert_string_not_equal(text, second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(examples_of_the_standard)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
