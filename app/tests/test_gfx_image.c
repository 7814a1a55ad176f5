// Picture files.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/picture/image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void png_files_appear_complete_or_not_at_all(void **state)
{
    (void)state;
    char folder[] = "/tmp/snug-png-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.png", folder);
    static const unsigned char picture[4 * 6] = {255, 0, 0, 255};
    Error err = {0};
    assert_true(image_write_png(path, 3, 2, picture, &err));
    assert_true(image_write_png(path, 3, 2, picture, &err)); // over an older one
    unsigned char head[24] = {0};
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(head, 1, sizeof head, file), sizeof head);
    fclose(file);
    assert_memory_equal(head, "\x89PNG\r\n\x1a\n", 8);
    assert_int_equal(head[19], 3);
    assert_int_equal(head[23], 2);
    unlink(path);
    assert_int_equal(rmdir(folder), 0); // nothing else was left there
    assert_false(image_write_png(path, 3, 2, picture, &err));
    assert_non_null(strstr(err.text, "a.png"));
    assert_false(image_write_png(path, 0, 2, picture, &err));
}

static void files_have_the_usual_rights(void **state)
{
    (void)state;
    char path[] = "/tmp/snug-png-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    static const unsigned char pixel[4] = {1, 2, 3, 255};
    mode_t mask = umask(022);
    Error err = {0};
    struct stat info;
    assert_true(image_write_png(path, 1, 1, pixel, &err));
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600); // those of the file that it replaces
    unlink(path);
    assert_true(image_write_png(path, 1, 1, pixel, &err));
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0644);
    umask(mask);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(png_files_appear_complete_or_not_at_all),
        cmocka_unit_test(files_have_the_usual_rights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
