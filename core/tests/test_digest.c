// Digests against those that another program computes (hashlib of Python, by the tree that BLAKE2bp is),
// whatever the bytes come in and whichever instructions there are; checksums against published ones.
#include "core/base/checksum.h"
#include "core/base/cpu.h"
#include "core/base/digest.h"
#include "core/base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct Answer {
    size_t size;
    const char *text;
} Answer;

// Of bytes (7 i + i / 251) mod 256.
static const Answer ANSWERS[] = {
    {0, "b5ef811a8038f70b628fa8b294daae7492b1ebe343a80eaabbf1f6ae664dd67b"},
    {1, "a139280e72757b723e6473d5be59f36e9d50fc5cd7d4585cbc09804895a36c52"},
    {3, "236b5f2088e45ccca95a1c67386681a3ed408e660ff4b9d261f4fcc9447edcef"},
    {127, "da0754222d05822682c46112a9abcd1ff0ba3b774f04aa6c89921ef496d5f488"},
    {128, "a92fd23dd7f0cb39d082fe107350eb526835d10b065b4e820dec477512de13a6"},
    {129, "ce1f816c341fa30ab9cccd166c417202dbe2d4db4aa59d61c4bb6e9a637a7118"},
    {511, "c8d4373a70ee975eaa39ec7960249eace88ddd9e1a7f6e6aafa2764e253de447"},
    {512, "e145c89e63b5ae128249abb01250240129accec42a9fd229631d585eb2ecf5fb"},
    {513, "206176fadb449ae2832d9b61bde3b5fa18bcf7478563b784f536466f95d38eb9"},
    {640, "602adc22ed099eb26375e5d531f7822f7bdffaf22b90df029e454d792b448ef2"},
    {1023, "fe7d3a5b3872244c454f0833f6da89c6b008c0232d970a41fe3d23c6edda1461"},
    {1024, "adc371f10fd7875bfd3a3132df9a29dddf801df4f8b7686e6a22cffadbd1a49f"},
    {1025, "6049682715268070ee773a6de85a52d94cf76b12f43cad16b8182b8cf0ab729e"},
    {1152, "455c6aa074053f141f8afa61ffe0b32acff9bf98eeae4b86321c363097ac1b43"},
    {1536, "01f76e86620279772660d6fe8af54388aa44ad608b68c1af6d61c51be94e309a"},
    {1537, "47f3dbbd60ae4ede3154f40f367eff2953ee2a5bfc3eee123931706f6a0405cf"},
    {5000, "ce027e20dd553666e880fe098d596798c2c725d90a2e5752b220724891127977"},
    {70001, "68c0e5aff6ff27b03cf0060aa9f2035b538658d1004e3355163f6dbc3564bbc1"},
};
enum { ANSWER_COUNT = sizeof ANSWERS / sizeof *ANSWERS };

static uint8_t *bytes_of(size_t size)
{
    uint8_t *bytes = malloc(size + 1);
    assert_non_null(bytes);
    for (size_t i = 0; i < size; ++i)
        bytes[i] = (uint8_t)(7 * i + i / 251);
    return bytes;
}

static void expect(const Answer *answer, const DigestState *state)
{
    char text[DIGEST_TEXT];
    Digest digest = digest_end(state);
    digest_text(&digest, text);
    if (strcmp(text, answer->text) != 0)
        fail_msg("%zu bytes: %s instead of %s", answer->size, text, answer->text);
}

static void digests_are_those_of_others(void **state)
{
    (void)state;
    for (int vectors = 0; vectors < 2; ++vectors) {
        cpu_pretend(vectors ? CPU_VECTORS_BASELINE : CPU_VECTORS_FOUND);
        for (int i = 0; i < ANSWER_COUNT; ++i) {
            uint8_t *bytes = bytes_of(ANSWERS[i].size);
            DigestState all = digest_begin();
            digest_add(&all, bytes, ANSWERS[i].size);
            expect(&ANSWERS[i], &all);
            expect(&ANSWERS[i], &all); // ending changes nothing
            free(bytes);
        }
    }
    cpu_pretend(CPU_VECTORS_FOUND);
}

static void digests_do_not_depend_on_how_bytes_come(void **state)
{
    (void)state;
    Rng rng = rng_create(7);
    for (int i = 0; i < ANSWER_COUNT; ++i) {
        uint8_t *bytes = bytes_of(ANSWERS[i].size);
        for (int round = 0; round < 20; ++round) {
            DigestState state_now = digest_begin();
            int32_t most = round % 4 == 0   ? 40
                           : round % 4 == 1 ? 700
                           : round % 4 == 2 ? 3000
                                            : 9000;
            for (size_t at = 0; at < ANSWERS[i].size;) {
                size_t left = ANSWERS[i].size - at, part = (size_t)rng_below(&rng, most);
                part = part < left ? part : left;
                digest_add(&state_now, bytes + at, part);
                at += part;
            }
            expect(&ANSWERS[i], &state_now);
        }
        free(bytes);
    }
    printf("RAN: %d lengths, in 20 ways each\n", ANSWER_COUNT);
}

static void checksums_are_those_that_are_published(void **state)
{
    (void)state;
    static const char LONG[] = "Nobody inspects the spammish repetition";
    assert_true(checksum(NULL, 0) == UINT64_C(0xef46db3751d8e999));
    assert_true(checksum("a", 1) == UINT64_C(0xd24ec4f1a98c6e5b));
    assert_true(checksum("abc", 3) == UINT64_C(0x44bc2cf5ad770999));
    assert_true(checksum(LONG, sizeof LONG - 1) == UINT64_C(0xfbcea83c8a378bf1));
}

static void every_bit_counts(void **state)
{
    (void)state;
    enum { SIZE = 200 };
    uint8_t *bytes = bytes_of(SIZE);
    uint64_t whole = checksum(bytes, SIZE);
    for (int bit = 0; bit < 8 * SIZE; ++bit) {
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        assert_true(checksum(bytes, SIZE) != whole);
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digests_are_those_of_others),
        cmocka_unit_test(digests_do_not_depend_on_how_bytes_come),
        cmocka_unit_test(checksums_are_those_that_are_published),
        cmocka_unit_test(every_bit_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
