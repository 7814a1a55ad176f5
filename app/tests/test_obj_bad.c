// Bad OBJ input: each one is refused with file, line and reason, nothing is half-loaded or leaked.
#include "app/io/obj_load.h"
#include "app/tests/import_memory.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cmocka.h>

#define CORNERS "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
#define CUT " (the file ends here: is it complete?)"

typedef struct BadCase {
    const char *text;
    size_t size;         // 0: as long as the string
    const char *message; // after "bad.obj", to the letter
} BadCase;

#define BAD(text, message)                                                                         \
    {                                                                                              \
        text, sizeof(text) - 1, message                                                            \
    }

static const BadCase BAD_CASES[] = {
    // numbers
    BAD("v 0 0 nan\n", ":1: 'nan' is not a finite number"),
    BAD("v 0 0 -NaN\n", ":1: '-NaN' is not a finite number"),
    BAD("v 0 0 nan(7)\n", ":1: 'nan(7)' is not a finite number"),
    BAD("# one\nv inf 0 0\n", ":2: 'inf' is not a finite number"),
    BAD("v 0 -Infinity 0\n", ":1: '-Infinity' is not a finite number"),
    BAD("v 0 0 0\r\nv 0 1e999 0\r\n", ":2: '1e999' is too large, the limit is 1e+15"),
    BAD("v 0 0 1.1e15\n", ":1: '1.1e15' is too large, the limit is 1e+15"),
    BAD("v 0 0 -10000000000000001\n", ":1: '-10000000000000001' is too large, the limit is 1e+15"),
    BAD("v 0x10 0 0\n", ":1: '0x10' is not a number (hexadecimal is not allowed here)"),
    BAD("v 1,5 0 0\n", ":1: '1,5' is not a number (decimals need a point, not a comma)"),
    BAD("v . 0 0\n", ":1: '.' is not a number"),
    BAD("v 1e 0 0\n", ":1: '1e' is not a number"),
    BAD("v 1e+ 0 0\n", ":1: '1e+' is not a number"),
    BAD("v --1 0 0\n", ":1: '--1' is not a number"),
    BAD("v 1.2.3 0 0\n", ":1: '1.2.3' is not a number"),
    BAD("v 1f 0 0\n", ":1: '1f' is not a number"),
    BAD("v a b c\n", ":1: 'a' is not a number"),
    BAD("v 1 2 3 \\x\n", ":1: '\\x' is not a number"),
    BAD("v 1 2\n", ":1: a vertex has 3 coordinates, here are 2 numbers"),
    BAD("v\n", ":1: 'v' without numbers"),
    BAD("v 1 2 3 4 5\n", ":1: a vertex has 3 coordinates, here are 5 numbers"),
    BAD("v 1 2 3 4 5 6 7 8\n", ":1: more than 7 numbers"),
    // the line of the number, not of the statement
    BAD("v 1 \\\n2 \\\r\nx\n", ":3: 'x' is not a number"),
    // indices
    BAD(CORNERS "f 1 2 4\n", ":4: vertex index 4 is out of range (the file has 3 vertices)"),
    BAD(CORNERS "f 1 2 3\nf 1 2 9\nf 1 2 8\n",
        ":5: vertex index 9 is out of range (the file has 3 vertices)"),
    BAD("f 1 2 4\n" CORNERS, ":1: vertex index 4 is out of range (the file has 3 vertices)"),
    BAD(CORNERS "f 1 2 0\n", ":4: vertex index 0: indices begin at 1"),
    BAD(CORNERS "f -1 -2 -4\n",
        ":4: relative vertex index -4 is out of range (the file has 3 vertices so far)"),
    BAD("f -1 -2 -3\n" CORNERS,
        ":1: relative vertex index -1 is out of range (the file has 0 vertices so far)"),
    BAD(CORNERS "f 1 2 2147483648\n", ":4: vertex index is out of range (above 2147483647)"),
    BAD(CORNERS "f 1 2 99999999999999999999999\n",
        ":4: vertex index is out of range (above 2147483647)"),
    BAD(CORNERS "vt 0 0\nf 1/1 2/1 3/2\n",
        ":5: texture index 2 is out of range (the file has 1 texture coordinates)"),
    BAD(CORNERS "vn 0 0 1\nf 1//1 2//1 3//-2\n",
        ":5: relative normal index -2 is out of range (the file has 1 normals so far)"),
    BAD(CORNERS "f 1 2 x\n", ":4: 'x' is not a corner of a face (v, v/vt, v//vn or v/vt/vn)"),
    BAD(CORNERS "f 1 2 3.5\n", ":4: '3.5' is not a corner of a face (v, v/vt, v//vn or v/vt/vn)"),
    BAD(CORNERS "f 1 2 /3\n", ":4: '/3' is not a corner of a face (v, v/vt, v//vn or v/vt/vn)"),
    BAD(CORNERS "vn 0 0 1\nvt 0 0\nf 1 2 3/1/1/1\n",
        ":6: '3/1/1/1' is not a corner of a face (v, v/vt, v//vn or v/vt/vn)"),
    BAD(CORNERS "vn 0 0 1\nvt 0 0\nf 1 2 3/1/1/\n",
        ":6: '3/1/1/' is not a corner of a face (v, v/vt, v//vn or v/vt/vn)"),
    BAD(CORNERS "f 1 2\n", ":4: a face needs at least 3 corners, this one has 2"),
    BAD(CORNERS "f \n", ":4: a face needs at least 3 corners, this one has 0"),
    BAD(CORNERS "f\n", ":4: 'f' without numbers"),
    // cut off
    BAD(CORNERS "f 1 2 3\nf 1 2", ":5: a face needs at least 3 corners, this one has 2" CUT),
    BAD(CORNERS "f 1 2 3\nf 1 2 -",
        ":5: '-' is not a corner of a face (v, v/vt, v//vn or v/vt/vn)" CUT),
    BAD(CORNERS "f 1 2 3\nv 1 2", ":5: a vertex has 3 coordinates, here are 2 numbers" CUT),
    BAD(CORNERS "f 1 2 3\nv 1 2 3e-", ":5: '3e-' is not a number" CUT),
    BAD(CORNERS "f 1 2 3\nvn 1 2", ":5: incomplete normal" CUT),
    BAD(CORNERS "f 1 2 3\nf", ":5: 'f' without numbers" CUT),
    BAD(CORNERS "f 1 2 3\nuse", ":5: unknown statement 'use'" CUT),
    BAD(CORNERS "f 1 2 3 \\", ":4: '\\' is not a corner of a face (v, v/vt, v//vn or v/vt/vn)" CUT),
    // not text, not OBJ
    BAD("v 0 0 0\0\n", ":1: binary data (byte 0x00); this is no OBJ file"),
    BAD("# a\n# b \0 c\n", ":2: binary data (byte 0x00); this is no OBJ file"),
    BAD("o a\x01z\n", ":1: binary data (byte 0x01); this is no OBJ file"),
    BAD("\x7f"
        "ELF\x02\x01\x01\n",
        ":1: ' ELF   ' is no OBJ statement"),
    BAD("\x89PNG\r\n\x1a\n", ":1: '?PNG' is no OBJ statement"),
    BAD("\xFF\xFEv\0 \0"
        "1\0",
        ":1: this is UTF-16 text; save it as UTF-8"),
    BAD("", ": the file is empty"),
    BAD("\n\n# nothing\n", ": there are no faces in it; is this an OBJ file?"),
    BAD("solid x\nfacet normal 0 0 1\nendsolid x\n",
        ": there are no faces in it; is this an OBJ file?"),
    BAD(CORNERS "l 1 2\np 3\n", ": there are no faces in it; is this an OBJ file?"),
    // sizes that no exact test could handle
    BAD("o dust\nv 0 0 0\nv 1e-35 0 0\nv 0 1 0\nf 1 2 3\n",
        ":1: part 'dust': the extent 1e-35 along x is below 1e-30"),
};

static void assert_refused(const char *name, bool good, const ImportResult *result,
                           const Error *err, const char *message)
{
    char wanted[512];
    snprintf(wanted, sizeof wanted, "%s%s", name, message);
    if (good)
        fail_msg("accepted, should be refused: %s", wanted);
    if (strcmp(err->text, wanted) != 0)
        fail_msg("\n  got    %s\n  wanted %s", err->text, wanted);
    assert_null(result->parts);
    assert_null(result->notices);
    assert_int_equal(result->part_count, 0);
}

static void every_bad_text_is_refused_with_line_and_reason(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof BAD_CASES / sizeof BAD_CASES[0]; ++i) {
        ImportResult result;
        Error err = {""};
        bool good = obj_import_memory("bad.obj", BAD_CASES[i].text, BAD_CASES[i].size, NULL,
                                      &result, NULL, &err);
        assert_refused("bad.obj", good, &result, &err, BAD_CASES[i].message);
    }
}

// Through a file, and cut into pieces at every possible place: the answer is one of the two.
static void every_beginning_of_a_file_is_accepted_or_refused(void **state)
{
    (void)state;
    static const char WHOLE[] = "# cut me\nmtllib a.mtl\no A\n" CORNERS
                                "vt .5 5.\nvn 0 0 1\ng B\nusemtl red\nf 1/1/1 2/1/1 3/1/1\n"
                                "f -1//-1 \\\r\n -2 1e\n";
    int accepted = 0;
    for (size_t size = 1; size < sizeof WHOLE; ++size) {
        ImportResult result;
        Error err = {""};
        if (obj_import_memory("cut.obj", WHOLE, size, NULL, &result, NULL, &err)) {
            ++accepted;
            assert_string_equal(err.text, "");
        } else {
            assert_memory_equal(err.text, "cut.obj:", 8);
        }
        import_result_free(&result);
    }
    // After the first face, and after "f -1//-1" + continuation + " -2 1" (a face of its own).
    assert_in_range(accepted, 3, 8);
}

static char folder[] = "/tmp/snug_test_obj_XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

static const char *in_folder(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void assert_path_refused(const char *path, const char *message)
{
    ImportResult result;
    Error err = {""};
    bool good = obj_import(path, NULL, &result, NULL, &err);
    assert_refused(path, good, &result, &err, message);
}

static void only_regular_files_are_opened(void **state)
{
    (void)state;
    alarm(20); // a FIFO without a writer would block for ever
    assert_path_refused(in_folder("missing.obj"),
                        ": there is no such file; check the name and the folder");
    assert_path_refused("/dev/null/x.obj",
                        ": there is no such file; check the name and the folder");
    assert_path_refused(folder, ": this is a folder; choose a regular file");
    assert_path_refused("/dev/zero", ": this is a device; choose a regular file");
    const char *path = in_folder("pipe.obj");
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_path_refused(path, ": this is a FIFO (named pipe); choose a regular file");
    unlink(path);
    path = in_folder("socket.obj");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    assert_true(strlen(path) < sizeof address.sun_path);
    strcpy(address.sun_path, path);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
    assert_path_refused(path, ": this is a socket; choose a regular file");
    close(fd);
    unlink(path);
    alarm(0);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void a_file_without_permission_is_refused(void **state)
{
    (void)state;
    const char *path = in_folder("secret.obj");
    write_file(path, CORNERS "f 1 2 3\n");
    assert_int_equal(chmod(path, 0), 0);
    bool root = geteuid() == 0; // who may read everything: be somebody else for a moment
    if (root) {
        assert_int_equal(chmod(folder, 0755), 0);
        assert_int_equal(seteuid(65534), 0);
    }
    ImportResult result;
    Error err = {""};
    bool good = obj_import(path, NULL, &result, NULL, &err);
    if (root)
        assert_int_equal(seteuid(0), 0);
    assert_refused(path, good, &result, &err,
                   ": no permission to read it; check the permissions of file and folder");
    unlink(path);
}

static void an_endless_line_is_refused_without_reading_it_all(void **state)
{
    (void)state;
    // Half a GiB that takes no space on the disk: only the first few MiB are looked at.
    const char *path = in_folder("endless.obj");
    int fd = open(path, O_CREAT | O_WRONLY, 0600);
    assert_true(fd >= 0);
    static char digits[1 << 20];
    memset(digits, '1', sizeof digits);
    for (int i = 0; i < 6; ++i)
        assert_int_equal(write(fd, digits, sizeof digits), sizeof digits);
    assert_int_equal(ftruncate(fd, (off_t)512 << 20), 0);
    assert_path_refused(path, ":1: the line is longer than 4 MiB; this is no OBJ file");
    assert_int_equal(ftruncate(fd, 0), 0);
    assert_path_refused(path, ": the file is empty");
    // Zeros: refused at the first of them.
    assert_int_equal(ftruncate(fd, (off_t)512 << 20), 0);
    assert_path_refused(path, ":1: binary data (byte 0x00); this is no OBJ file");
    assert_int_equal(ftruncate(fd, (off_t)5 << 30), 0);
    assert_path_refused(path, ": the file has 5120 MiB, the limit is 4096 MiB");
    close(fd);
    unlink(path);
    // The same by continuation, within one line of statement.
    size_t size = (5 << 20) + 16;
    char *text = malloc(size);
    assert_non_null(text);
    strcpy(text, "# hello\nf ");
    for (size_t i = 10; i < size; i += 2) {
        text[i] = '\\';
        text[i + 1] = '\n';
    }
    ImportResult result;
    Error err = {""};
    bool good = obj_import_memory("long.obj", text, size, NULL, &result, NULL, &err);
    assert_refused("long.obj", good, &result, &err,
                   ":2: the line is longer than 4 MiB; this is no OBJ file");
    free(text);
}

static void hostile_names_are_cleaned_in_messages(void **state)
{
    (void)state;
    ImportResult result;
    Error err = {""};
    static const char TEXT[] = "v 0 0 %s%n\x1b[31m\xC3\n";
    assert_false(obj_import_memory("evil\x1b[2J\xFF%s.obj", TEXT, sizeof TEXT - 1, NULL, &result,
                                   NULL, &err));
    assert_string_equal(err.text, "evil [2J?%s.obj:1: '%s%n [31m?' is not a number");
}

static void a_cancelled_import_leaves_nothing(void **state)
{
    (void)state;
    Job job = {.cancel = true};
    ImportResult result;
    Error err = {""};
    static const char TEXT[] = CORNERS "f 1 2 3\n";
    bool good = obj_import_memory("x.obj", TEXT, sizeof TEXT - 1, NULL, &result, &job, &err);
    assert_refused("x.obj", good, &result, &err, ": cancelled");
    const char *path = in_folder("x.obj");
    write_file(path, TEXT);
    good = obj_import(path, NULL, &result, &job, &err);
    assert_refused(path, good, &result, &err, ": cancelled");
    unlink(path);
}

// Cancelled while the parts are made. (Within one enormous face: see the test of polygons.)
static void building_parts_can_be_cancelled(void **state)
{
    (void)state;
    enum { COUNT = 60000 };
    char *text = malloc(COUNT * 40);
    assert_non_null(text);
    for (int huge = 0; huge < 2; ++huge) {
        char *p = text;
        for (int i = 0; i < COUNT; ++i)
            p += sprintf(p, "v %d %d 0\n", i, i % 4 < 2 ? 1 : 50);
        for (int i = 1; i + 2 <= COUNT; ++i)
            p += huge ? sprintf(p, i == 1 ? "f 1 2 3" : " %d", i + 2)
                      : sprintf(p, "f %d %d %d\n", i, i + 1, i + 2);
        ObjScan scan;
        Error err = {""};
        ImportResult result = {0};
        ObjMaterials materials = {0};
        obj_scan_begin(&scan, "x.obj", text);
        if (!obj_scan_more(&scan, (size_t)(p - text), true, &err))
            fail_msg("%s", err.text);
        for (int cancel = 0; cancel < 2; ++cancel) {
            Job job = {.cancel = cancel};
            ObjLoad load = {.name = "x.obj",
                            .scan = &scan,
                            .materials = &materials,
                            .out = &result,
                            .job = &job,
                            .err = &err};
            assert_int_equal(obj_load_parts(&load, text, (size_t)(p - text)), !cancel);
            if (cancel) {
                assert_string_equal(err.text, "x.obj: cancelled");
                assert_true(load.vertices_seen < COUNT);
            } else {
                assert_int_equal(result.triangle_count, COUNT - 2);
                assert_true(huge || job.permille > 950);
            }
            obj_load_free(&load);
            import_result_free(&result);
        }
        obj_scan_free(&scan);
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bad_text_is_refused_with_line_and_reason),
        cmocka_unit_test(every_beginning_of_a_file_is_accepted_or_refused),
        cmocka_unit_test(only_regular_files_are_opened),
        cmocka_unit_test(a_file_without_permission_is_refused),
        cmocka_unit_test(an_endless_line_is_refused_without_reading_it_all),
        cmocka_unit_test(hostile_names_are_cleaned_in_messages),
        cmocka_unit_test(a_cancelled_import_leaves_nothing),
        cmocka_unit_test(building_parts_can_be_cancelled),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
