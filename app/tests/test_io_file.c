// Files and names: reading only what can be read, writing all or nothing.
#include "app/io/file.h"
#include "app/io/text.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/snug_test_file_XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

// Fails when a test has left something behind.
static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

static void in_folder(char path[256], const char *name)
{
    snprintf(path, 256, "%s/%s", folder, name);
}

static void what_was_written_is_read(void **state)
{
    (void)state;
    char path[256];
    in_folder(path, "a.txt");
    Error err = {""};
    FileBytes bytes;
    assert_true(file_write_atomic(path, "hello", 5, &err));
    assert_true(file_read_whole(path, 5, &bytes, &err));
    assert_int_equal(bytes.size, 5);
    assert_string_equal(bytes.data, "hello");
    free(bytes.data);
    assert_false(file_read_whole(path, 4, &bytes, &err));
    assert_non_null(strstr(err.text, "a.txt: the file has 5 bytes, the limit is 4"));
    assert_null(bytes.data);
    assert_true(file_write_atomic(path, "", 0, &err));
    assert_true(file_read_whole(path, 4, &bytes, &err));
    assert_int_equal(bytes.size, 0);
    assert_string_equal(bytes.data, "");
    free(bytes.data);
    assert_int_equal(unlink(path), 0);
}

static void writing_keeps_permissions_and_follows_links(void **state)
{
    (void)state;
    char path[256], link[256];
    in_folder(path, "real.txt");
    in_folder(link, "link.txt");
    Error err = {""};
    struct stat info;
    mode_t mask = umask(027);
    assert_true(file_write_atomic(path, "1", 1, &err));
    umask(mask);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
    assert_int_equal(chmod(path, 0604), 0);
    assert_int_equal(symlink("real.txt", link), 0);
    assert_true(file_write_atomic(link, "22", 2, &err));
    assert_int_equal(lstat(link, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0604);
    assert_int_equal(info.st_size, 2);
    unlink(link);
    unlink(path);
}

// Also for who may write everything, as administrators may: renaming asks for no permission.
static void a_read_only_file_is_not_replaced(void **state)
{
    (void)state;
    char path[256], link[256];
    in_folder(path, "kept.txt");
    in_folder(link, "to_kept.txt");
    Error err = {""};
    FileBytes bytes;
    assert_true(file_write_atomic(path, "old", 3, &err));
    assert_int_equal(chmod(path, 0444), 0);
    assert_int_equal(symlink("kept.txt", link), 0);
    assert_false(file_write_atomic(path, "new", 3, &err));
    assert_non_null(strstr(err.text, "kept.txt: this file is read-only; write to another name"));
    assert_false(file_write_atomic(link, "new", 3, &err));
    assert_true(file_read_whole(path, 9, &bytes, &err));
    assert_string_equal(bytes.data, "old");
    free(bytes.data);
    assert_int_equal(chmod(path, 0644), 0);
    assert_true(file_write_atomic(path, "new", 3, &err));
    unlink(link);
    unlink(path);
}

// Where a program was killed in the middle, the note leads to what it has left; and to nothing else.
static void a_note_removes_a_temporary_file_and_nothing_else(void **state)
{
    (void)state;
    char note[256], path[256];
    Error err = {""};
    static const char *const NAMES[] = {".snug-1-2", "work.txt"};
    for (int i = 0; i < 2; ++i) {
        in_folder(note, "a.tmp1");
        in_folder(path, NAMES[i]);
        assert_true(file_write_atomic(path, "1", 1, &err));
        assert_int_equal(symlink(path, note), 0);
        file_clear_note(note);
        assert_int_equal(access(path, F_OK), i == 0 ? -1 : 0);
        struct stat info;
        assert_int_equal(lstat(note, &info), -1);
        unlink(path);
    }
    // Notes go with their files.
    in_folder(note, "b");
    in_folder(path, "b.txt");
    file_note_temporaries(note);
    assert_true(file_write_atomic(path, "1", 1, &err));
    file_note_temporaries("");
    unlink(path);
}

static void a_failed_write_leaves_nothing_behind(void **state)
{
    (void)state;
    char path[256];
    Error err = {""};
    in_folder(path, "no/such.txt");
    assert_false(file_write_atomic(path, "1", 1, &err));
    assert_non_null(strstr(err.text, "such.txt: there is no such folder; create it first"));
    assert_false(file_write_atomic(folder, "1", 1, &err));
    assert_non_null(strstr(err.text, "this is a folder; choose a regular file"));
    assert_false(file_write_atomic("/dev/full", "1", 1, &err));
    assert_non_null(strstr(err.text, "/dev/full: this is a device"));
}

typedef struct NameCase {
    const char *bytes, *clean;
} NameCase;

static void a_growing_file_is_there_before_it_is_whole(void **state)
{
    (void)state;
    char path[256], link[256];
    in_folder(path, "rows.csv");
    in_folder(link, "to_rows.csv");
    Error err = {""};
    FileGrowing file;
    FileBytes bytes;
    struct stat info;
    assert_true(file_write_atomic(path, "old", 3, &err));
    assert_int_equal(chmod(path, 0604), 0);
    assert_int_equal(symlink("rows.csv", link), 0);
    assert_true(file_grow_begin(link, &file, &err));
    fputs("one\ntw", file.out);
    assert_true(file_read_whole(file.place, 99, &bytes, &err)); // whole lines, without being asked
    assert_string_equal(bytes.data, "one\n");
    free(bytes.data);
    assert_true(file_read_whole(path, 99, &bytes, &err));
    assert_string_equal(bytes.data, "old");
    free(bytes.data);
    char place[256];
    snprintf(place, sizeof place, "%s", file.place);
    fputs("o\n", file.out);
    assert_true(file_grow_end(&file, &err));
    assert_true(access(place, F_OK) != 0);
    assert_true(file_read_whole(path, 99, &bytes, &err));
    assert_string_equal(bytes.data, "one\ntwo\n");
    free(bytes.data);
    assert_int_equal(lstat(link, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0604);
    // What cannot take its place stays where it is.
    assert_true(file_grow_begin(path, &file, &err));
    fputs("three\n", file.out);
    snprintf(place, sizeof place, "%s", file.place);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0755), 0);
    assert_false(file_grow_end(&file, &err));
    assert_non_null(strstr(err.text, place));
    assert_true(file_read_whole(place, 99, &bytes, &err));
    assert_string_equal(bytes.data, "three\n");
    free(bytes.data);
    // Where nothing can be written nothing begins.
    assert_false(file_grow_begin(path, &file, &err));
    assert_int_equal(rmdir(path), 0);
    unlink(place);
    unlink(link);
    in_folder(path, "none/rows.csv");
    assert_false(file_grow_begin(path, &file, &err));
    assert_non_null(strstr(err.text, "no such folder"));
}

static void names_are_cleaned(void **state)
{
    (void)state;
    static const NameCase CASES[] = {
        {"plain", "plain"},
        {"", ""},
        {"  two \t words  ", "two words"},
        {"\x01\x02", ""},
        {"a\x1b[0mb", "a [0mb"},
        {"\xC3\xA4\xE2\x82\xAC\xF0\x9F\x94\xA9", "\xC3\xA4\xE2\x82\xAC\xF0\x9F\x94\xA9"},
        {"\xC3", "?"},
        {"\xED\xA0\x80", "???"},
        {"\xC0\xAF", "??"},
        {"a\xC2\x85z", "a z"},
        {"%s%n", "%s%n"},
    };
    char out[TEXT_NAME_MAX + 1];
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; ++i) {
        text_clean_name(CASES[i].bytes, strlen(CASES[i].bytes), out);
        assert_string_equal(out, CASES[i].clean);
    }
    text_clean_name("a\0b", 3, out);
    assert_string_equal(out, "a b");
    // Every length around the limit, with characters of every length at the border.
    static const char *const CHARACTERS[] = {"x", "\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\x94\xA9"};
    for (size_t c = 0; c < 4; ++c) {
        for (size_t lead = 0; lead < 4; ++lead) {
            char text[800] = "";
            memset(text, 'a', lead);
            while (strlen(text) < 3 * TEXT_NAME_MAX / 2) {
                strcat(text, CHARACTERS[c]);
                size_t length = strlen(text);
                text_clean_name(text, length, out);
                if (length <= TEXT_NAME_MAX) {
                    assert_string_equal(out, text);
                } else {
                    size_t kept = strlen(out) - 3;
                    assert_string_equal(out + kept, "...");
                    assert_memory_equal(out, text, kept);
                    assert_int_equal((kept - lead) % strlen(CHARACTERS[c]), 0);
                    assert_in_range(kept, TEXT_NAME_MAX - 6, TEXT_NAME_MAX - 3);
                }
            }
        }
    }
}

static void a_hundred_thousand_equal_names_become_unique(void **state)
{
    (void)state;
    enum { COUNT = 100000 };
    char **names = calloc(COUNT, sizeof *names);
    assert_non_null(names);
    for (int i = 0; i < COUNT; ++i)
        names[i] = strdup(i == 1 ? "Bolt (3)" : "Bolt");
    assert_true(text_make_unique(names, COUNT));
    assert_string_equal(names[0], "Bolt");
    assert_string_equal(names[1], "Bolt (3)");
    assert_string_equal(names[2], "Bolt (2)");
    assert_string_equal(names[3], "Bolt (4)");
    assert_string_equal(names[COUNT - 1], "Bolt (100000)");
    for (int i = 0; i < COUNT; ++i)
        free(names[i]);
    free((void *)names);
    assert_true(text_make_unique(NULL, 0));
}

static void base_names_are_what_follows_the_last_slash(void **state)
{
    (void)state;
    assert_string_equal(file_base_name("/a/b.obj"), "b.obj");
    assert_string_equal(file_base_name("b.obj"), "b.obj");
    assert_string_equal(file_base_name("/a/"), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_written_is_read),
        cmocka_unit_test(writing_keeps_permissions_and_follows_links),
        cmocka_unit_test(a_read_only_file_is_not_replaced),
        cmocka_unit_test(a_note_removes_a_temporary_file_and_nothing_else),
        cmocka_unit_test(a_failed_write_leaves_nothing_behind),
        cmocka_unit_test(a_growing_file_is_there_before_it_is_whole),
        cmocka_unit_test(names_are_cleaned),
        cmocka_unit_test(a_hundred_thousand_equal_names_become_unique),
        cmocka_unit_test(base_names_are_what_follows_the_last_slash),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
