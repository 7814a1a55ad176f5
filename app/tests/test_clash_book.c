// Notes about clashes: read, written and refused with their line; merged by git; and found again when a
// clash has moved a little.
#include "app/io/clash_notes.h"
#include "core/meaning/clash_match.h"
#include "core/mesh/shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEAD "snug clashes 1\n# id status part part x y z who comment; places in millimetres\n"
static const char GOOD[] = HEAD
    "0123456789abcdef reviewed \"Bolt\" \"Plate\" 12.5 3 -0.25 \"Anna\" \"waits\"\n"
    "0123456789abcdef-2 approved \"Bolt\" \"Plate\" 12.5 3 -0.25 \"\" \"say \\\"yes\\\" \\\\\"\n"
    "fedcba9876543210 resolved \"Pin \xC3\xA4\" \"Plate\" 1e-07 0 0 \"\" \"\"\n";

static ClashBook *read_book(const char *text)
{
    Error err = {""};
    ClashBook *book = clash_book_create();
    if (!clash_book_parse(book, "x.clashes", text, strlen(text), &err))
        fail_msg("%s", err.text);
    return book;
}

static void notes_are_read_and_written(void **state)
{
    (void)state;
    ClashBook *book = read_book(GOOD);
    assert_int_equal(book->count, 3);
    const ClashNote *note = clash_book_find(book, UINT64_C(0x0123456789abcdef), 2);
    assert_true(note && note->status == CLASH_APPROVED);
    assert_string_equal(note->comment, "say \"yes\" \\");
    assert_null(clash_book_find(book, 5, 1));
    char *text = clash_book_text(book);
    assert_string_equal(text, GOOD);
    free(text);
    ClashBook *copy = clash_book_copy(book);
    assert_true(clash_book_equal(book, copy));
    ClashNote said = copy->notes[0];
    said.status = CLASH_ACTIVE;
    assert_true(clash_book_put(copy, &said, NULL));
    assert_false(clash_book_equal(book, copy));
    assert_int_equal(copy->count, 3);
    said = copy->notes[0];
    said.status = CLASH_NEW; // nothing is left to say
    said.assignee = said.comment = (char *)"";
    assert_true(clash_book_put(copy, &said, NULL));
    assert_int_equal(copy->count, 2);
    clash_book_release(copy);
    clash_book_release(book);
    // In any order, with other ends of lines.
    book = read_book("snug clashes 1\r\n\r\nfedcba9876543210 active \"a\" \"b\" 1 2 3 \"\" \"\"\r\n"
                     "0000000000000001 active \"a\" \"b\" 1 2 3 \"\" \"\"");
    assert_true(book->count == 2 && book->notes[0].id == 1);
    clash_book_release(book);
}

static void mistakes_are_told_with_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } rows[] = {
        {"", "begin with"},
        {"snug clashes 2\n", "x.clashes:1: notes about clashes begin with"},
        {HEAD "0123 new \"a\" \"b\" 0 0 0 \"\" \"\"\n", "x.clashes:3: a line begins with the id"},
        {HEAD "0123456789ABCDEF new\n", ":3: a line begins"},
        {HEAD "0123456789abcdef-1 new\n", ":3: a line begins"},
        {HEAD "0123456789abcdef-02 new\n", ":3: a line begins"},
        {HEAD "<<<<<<< HEAD\n", ":3: two versions were not merged"},
        {HEAD "0123456789abcdef\n", ":3: a status must follow"},
        {HEAD "0123456789abcdef done \"a\"\n", ":3: the status is new, active"},
        {HEAD "0123456789abcdef new a\n", ":3: the name of a part in quotes"},
        {HEAD "0123456789abcdef new \"a\" \"b\" 0 0\n", ":3: three coordinates"},
        {HEAD "0123456789abcdef new \"a\" \"b\" 0 0 nan \"\" \"\"\n", ":3: three coordinates"},
        {HEAD "0123456789abcdef new \"a\" \"b\" 0 0 0 \"\"\n", ":3: the comment in quotes"},
        {HEAD "0123456789abcdef new \"a\" \"b\" 0 0 0 \"\" \"\xFF\"\n", ":3: the comment"},
        {HEAD "0123456789abcdef new \"a\" \"b\" 0 0 0 \"\" \"\" x\n", ":3: nothing may follow"},
        {HEAD "0123456789abcdef active \"a\" \"b\" 0 0 0 \"\" \"\"\n"
              "0123456789abcdef active \"a\" \"b\" 0 0 0 \"\" \"\"\n",
         ":4: this clash has a line already"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        Error err = {""};
        ClashBook *book = clash_book_create();
        assert_false(clash_book_parse(book, "x.clashes", rows[i].text, strlen(rows[i].text), &err));
        if (!strstr(err.text, rows[i].says))
            fail_msg("%s: %s", rows[i].text, err.text);
        clash_book_release(book);
    }
    Error err = {""};
    ClashBook *book = clash_book_create();
    assert_false(clash_book_parse(book, "x", "snug clashes 1\n\0", 16, &err));
    assert_non_null(strstr(err.text, "x:2: the file is not text"));
    clash_book_release(book);
}

// By id where that is the same, else the nearest of the same names that is not far.
static void clashes_are_found_again(void **state)
{
    (void)state;
    const ClashRef then[] = {{1, 1, "Bolt", "Plate", {{0, 0, 0}}, 0},
                             {2, 1, "Bolt", "Plate", {{10, 0, 0}}, 0},
                             {3, 1, "Bolt", "Plate", {{20, 0, 0}}, 0},
                             {4, 1, "Pin", "Plate", {{0, 0, 0}}, 0},
                             {5, 1, "Bolt", "Cover", {{0, 0, 0}}, 0}};
    const ClashRef now[] = {{9, 1, "Plate", "Bolt (7)", {{21, 0, 0}}, 8},
                            {8, 1, "Plate", "Bolt", {{20.5, 0, 0}}, 8},
                            {1, 1, "Plate", "Bolt", {{500, 0, 0}}, 8},
                            {1, 2, "Plate", "Pin", {{5, 0, 0}}, 8}, // too far
                            {7, 1, "Bold", "Cover", {{0, 0, 0}}, 8}};
    int32_t now_of[5];
    assert_true(clash_match(then, 5, now, 5, now_of));
    const int32_t expected[5] = {2, -1, 1, -1, -1};
    assert_memory_equal(now_of, expected, sizeof expected);
}

// Two people, one line each: git merges lines that do not touch, and the result is a book.
static void git_merges_it(void **state)
{
    (void)state;
    char script[2000];
    snprintf(
        script, sizeof script,
        "set -e; d=$(mktemp -d); trap 'rm -rf \"$d\"' EXIT; cd \"$d\";"
        "command -v git >/dev/null || exit 77;"
        "{ echo 'snug clashes 1'; for i in 1 2 3 4 5 6 7 8 9; do "
        "echo \"000000000000000$i active \\\"a\\\" \\\"b\\\" 0 0 0 \\\"\\\" \\\"\\\"\"; done; } > "
        "base;"
        "sed 's/^0000000000000002 active/0000000000000002 approved/' base > ours;"
        "sed 's/^0000000000000007 active/0000000000000007 resolved/' base > theirs;"
        "git merge-file -p ours base theirs > merged;"
        "grep -q '^0000000000000002 approved' merged; grep -q '^0000000000000007 resolved' merged;"
        "test $(wc -l < merged) = 10");
    int code = system(script);
    assert_true(code == 0 || code == 77 << 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(notes_are_read_and_written),
                                       cmocka_unit_test(mistakes_are_told_with_their_line),
                                       cmocka_unit_test(clashes_are_found_again),
                                       cmocka_unit_test(git_merges_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
