// What comes from the importer of CAD files, and what becomes of it: without OCCT, from streams made
// here and from programs that misbehave.
#include "app/io/cad_launch.h"
#include "app/tests/cad_bytes.h"
#include "core/shape/up_axis.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

// A triangle mesh of one square in two triangles, the second one of another colour.
static void put_mesh(CadBytes *to, double deflection, const char *name)
{
    static const double corners[4][3] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
    static const uint32_t triangles[2][3] = {{0, 1, 2}, {0, 2, 3}};
    cad_put_open(to, CAD_MESH);
    cad_put_u32(to, 4);
    cad_put_u32(to, 2);
    cad_put_u32(to, 1);
    cad_put_u32(to, 0);
    cad_put_f64(to, deflection);
    cad_put_u32(to, (uint32_t)strlen(name));
    cad_put_u32(to, 0);
    cad_put(to, name, strlen(name));
    cad_put(to, corners, sizeof corners);
    cad_put(to, triangles, sizeof triangles);
    cad_put(to, (uint32_t[]){0, 1}, 8);
    cad_put(to, (int32_t[]){-1, 0x102030}, 8);
    cad_put_close(to);
}

static void put_head(CadBytes *to, double metres, uint32_t meshes, uint32_t nodes)
{
    cad_put_open(to, CAD_HEAD);
    cad_put_f64(to, metres);
    cad_put_f64(to, 0.01);
    cad_put_f64(to, 0.08);
    cad_put_u32(to, meshes);
    cad_put_u32(to, nodes);
    cad_put_close(to);
}

static void put_turned(CadBytes *to, uint32_t parent, uint32_t mesh, const double turn[9], double x,
                       const char *name)
{
    cad_put_open(to, CAD_NODE);
    cad_put_u32(to, parent);
    cad_put_u32(to, mesh);
    cad_put(to, turn, 9 * sizeof *turn);
    cad_put(to, (double[]){x, 0, 0}, 24);
    cad_put(to, name, strlen(name));
    cad_put_close(to);
}

// A quarter turn about z, then a shift.
static void put_node(CadBytes *to, uint32_t parent, uint32_t mesh, double x, const char *name)
{
    static const double turn[9] = {0, -1, 0, 1, 0, 0, 0, 0, 1};
    put_turned(to, parent, mesh, turn, x, name);
}

static void put_end(CadBytes *to)
{
    cad_put_open(to, CAD_END);
    cad_put_close(to);
}

// Machine holds two arms of one mesh, and a plate of another.
static void put_machine(CadBytes *to)
{
    cad_put_begin(to, CAD_STREAM_VERSION);
    put_head(to, 0.0254, 2, 5);
    put_mesh(to, 0.01, "Arm");
    put_mesh(to, 0, "Plate");
    put_node(to, CAD_NONE, CAD_NONE, 10, "Machine");
    put_node(to, 0, CAD_NONE, 1, "Arms");
    put_node(to, 1, 0, 0, "Arm");
    put_node(to, 1, 0, 5, "Arm");
    put_node(to, 0, 1, 0, "");
    put_end(to);
}

static void test_reads_parts(void **state)
{
    (void)state;
    static CadBytes bytes;
    ImportResult result;
    Error err = {""};
    bool ended;
    put_machine(&bytes);
    if (!cad_bytes_import(&bytes, &result, NULL, &ended, &err))
        fail_msg("%s", err.text);
    assert_int_equal(result.part_count, 3);
    assert_int_equal(result.options.unit, UNIT_INCH);
    assert_string_equal(result.parts[0].name, "Arm");
    assert_string_equal(result.parts[1].name, "Arm (2)");
    assert_string_equal(result.parts[2].name, "bytes"); // it had none
    assert_string_equal(result.parts[0].group, "Arms"); // what all are in says nothing
    assert_null(result.parts[2].group);
    assert_ptr_equal(result.parts[0].mesh, result.parts[1].mesh);
    assert_true(result.parts[0].mesh->stated_chord_error == 0.01);
    assert_true(result.parts[2].mesh->stated_chord_error == 0);
    assert_int_equal(result.parts[0].mesh->colour_of[0], COLOUR_NONE);
    assert_int_equal(result.parts[0].mesh->colour_of[1], 0x102030);
    // Three quarter turns: the corner (2, 0, 0) of an arm lies at 10 + (0, 1) + (-5 or 0, -2).
    for (int i = 0; i < 2; ++i) {
        Vec3d corner = vec3d_sub(vec3d(2, 0, 0), vec3d(1, 1, 0)); // it was recentred
        Vec3d p = affine_apply(&result.parts[i].placement, corner);
        Vec3d in_file = vec3d(10 - (i == 1 ? 5 : 0), 1 - 2, 0);
        assert_true(vec3d_distance(p, up_axis_to_world(UP_Z, in_file)) < 1e-12);
    }
    import_result_free(&result);
}

// Neither parts without triangles nor mirrored or scaled ones spoil the others.
static void test_leaves_parts_out(void **state)
{
    (void)state;
    static const double mirror[9] = {-1, 0, 0, 0, 1, 0, 0, 0, 1},
                        twice[9] = {2, 0, 0, 0, 2, 0, 0, 0, 2};
    static CadBytes bytes;
    for (int round = 0; round < 2; ++round) {
        bool good_too = round == 0;
        cad_put_begin(&bytes, CAD_STREAM_VERSION);
        put_head(&bytes, 1, 2, good_too ? 4 : 2);
        put_mesh(&bytes, 0.01, "");
        memset(bytes.data + bytes.record + 8 + 32 + 4 * 24, 0, 24); // no corner but the first
        put_mesh(&bytes, 0.01, "B");
        put_turned(&bytes, CAD_NONE, 1, mirror, 0, "mirrored");
        put_turned(&bytes, CAD_NONE, 1, twice, 0, "scaled");
        if (good_too) {
            put_node(&bytes, CAD_NONE, 0, 0, "empty");
            put_node(&bytes, CAD_NONE, 1, 0, "good");
        }
        put_end(&bytes);
        ImportResult result;
        Error err = {""};
        bool ended;
        assert_int_equal(cad_bytes_import(&bytes, &result, NULL, &ended, &err), good_too);
        if (!good_too) {
            assert_non_null(strstr(err.text, "all of its parts have mirrored or scaled placement"));
            continue;
        }
        assert_int_equal(result.part_count, 1);
        assert_string_equal(result.parts[0].name, "good");
        assert_int_equal(result.parts[0].mesh->polygon_count, 2);
        assert_int_equal(result.notice_count, 2);
        assert_string_equal(result.notices[0],
                            "2 parts with mirrored or scaled placement were left out");
        assert_string_equal(result.notices[1], "1 parts without triangles were left out");
        import_result_free(&result);
    }
}

static void test_refuses_cut_streams(void **state)
{
    (void)state;
    static CadBytes bytes;
    ImportResult result;
    Error err;
    bool ended;
    put_machine(&bytes);
    size_t whole = bytes.size;
    for (size_t size = 0; size < whole; ++size) {
        bytes.size = size;
        err.text[0] = '\0';
        assert_false(cad_bytes_import(&bytes, &result, NULL, &ended, &err));
        assert_true(ended && err.text[0]);
    }
}

// Every byte of a good stream replaced: refused or read, whatever it becomes.
static void test_survives_any_byte(void **state)
{
    (void)state;
    static CadBytes bytes;
    ImportResult result;
    Error err;
    bool ended;
    put_machine(&bytes);
    int refused = 0;
    for (size_t i = 0; i < bytes.size; ++i)
        for (unsigned change = 1; change < 256; change += 127) {
            bytes.data[i] ^= (unsigned char)change;
            if (cad_bytes_import(&bytes, &result, NULL, &ended, &err))
                import_result_free(&result);
            else
                ++refused;
            bytes.data[i] ^= (unsigned char)change;
        }
    assert_true(refused > 100);
}

typedef void SpoilFn(CadBytes *to);

static void spoil_version(CadBytes *to)
{
    cad_put_begin(to, CAD_STREAM_VERSION + 1);
}
static void spoil_magic(CadBytes *to)
{
    put_machine(to);
    to->data[0] = 'T';
}
static void spoil_mesh_before_head(CadBytes *to)
{
    cad_put_begin(to, CAD_STREAM_VERSION);
    put_mesh(to, 0, "A");
}
static void spoil_second_head(CadBytes *to)
{
    cad_put_begin(to, CAD_STREAM_VERSION);
    put_head(to, 1, 1, 1);
    put_head(to, 1, 1, 1);
}
static void spoil_unit(CadBytes *to)
{
    cad_put_begin(to, CAD_STREAM_VERSION);
    put_head(to, 7, 1, 1);
}
static void spoil_counts(CadBytes *to)
{
    cad_put_begin(to, CAD_STREAM_VERSION);
    put_head(to, 1, CAD_MOST_NODES + 1, 1);
}
static void spoil_mesh_too_many(CadBytes *to)
{
    cad_put_begin(to, CAD_STREAM_VERSION);
    put_head(to, 1, 1, 1);
    put_mesh(to, 0, "A");
    put_mesh(to, 0, "B");
}
static void spoil_deflection(CadBytes *to)
{
    cad_put_begin(to, CAD_STREAM_VERSION);
    put_head(to, 1, 1, 1);
    put_mesh(to, -1, "A");
}
static void spoil_parent(CadBytes *to)
{
    cad_put_begin(to, CAD_STREAM_VERSION);
    put_head(to, 1, 1, 2);
    put_mesh(to, 0, "A");
    put_node(to, 0, 0, 0, "its own parent");
}
static void spoil_part_in_part(CadBytes *to)
{
    cad_put_begin(to, CAD_STREAM_VERSION);
    put_head(to, 1, 1, 2);
    put_mesh(to, 0, "A");
    put_node(to, CAD_NONE, 0, 0, "a part");
    put_node(to, 0, 0, 0, "within a part");
}
static void spoil_mesh_of_node(CadBytes *to)
{
    cad_put_begin(to, CAD_STREAM_VERSION);
    put_head(to, 1, 1, 1);
    put_mesh(to, 0, "A");
    put_node(to, CAD_NONE, 1, 0, "of no mesh");
}
static void spoil_place(CadBytes *to)
{
    cad_put_begin(to, CAD_STREAM_VERSION);
    put_head(to, 1, 1, 1);
    put_mesh(to, 0, "A");
    put_node(to, CAD_NONE, 0, INFINITY, "far away");
}
static void spoil_depth(CadBytes *to)
{
    cad_put_begin(to, CAD_STREAM_VERSION);
    put_head(to, 1, 0, CAD_MOST_DEPTH + 2);
    for (uint32_t i = 0; i < CAD_MOST_DEPTH + 2; ++i)
        put_node(to, i == 0 ? CAD_NONE : i - 1, CAD_NONE, 0, "deep");
}
static void spoil_end(CadBytes *to)
{
    cad_put_begin(to, CAD_STREAM_VERSION);
    put_head(to, 1, 1, 1);
    put_end(to);
}
static void spoil_nothing(CadBytes *to)
{
    cad_put_begin(to, CAD_STREAM_VERSION);
    put_head(to, 1, 0, 0);
    put_end(to);
}
// Far more than there is: memory must not be taken for it.
static void spoil_size(CadBytes *to)
{
    cad_put_begin(to, CAD_STREAM_VERSION);
    put_head(to, 1, 1, 1);
    cad_put_open(to, CAD_MESH);
    uint64_t size = (uint64_t)9 << 30;
    memcpy(to->data + to->record, &size, sizeof size);
}
static void spoil_mesh_size(CadBytes *to)
{
    cad_put_begin(to, CAD_STREAM_VERSION);
    put_head(to, 1, 1, 1);
    put_mesh(to, 0, "A");
    memcpy(to->data + to->record + 8, &(uint32_t){0xfffffff0}, 4);
}

// A mesh without a name, with something else `at` bytes behind its fixed part.
static void spoil_in_mesh(CadBytes *to, size_t at, const void *with, size_t size)
{
    cad_put_begin(to, CAD_STREAM_VERSION);
    put_head(to, 1, 1, 1);
    put_mesh(to, 0, "");
    memcpy(to->data + to->record + 8 + 32 + at, with, size);
    put_node(to, CAD_NONE, 0, 0, "A");
    put_end(to);
}
enum { VERTICES = 0, CORNERS = 4 * 24, POLYGONS = CORNERS + 24, COLOURS = POLYGONS + 8 };

static void spoil_coordinate(CadBytes *to)
{
    spoil_in_mesh(to, VERTICES + 8, &(double){NAN}, 8);
}
static void spoil_corner(CadBytes *to)
{
    spoil_in_mesh(to, CORNERS + 20, &(uint32_t){4}, 4);
}
static void spoil_polygon(CadBytes *to)
{
    spoil_in_mesh(to, POLYGONS + 4, &(uint32_t){2}, 4);
}
static void spoil_colour(CadBytes *to)
{
    spoil_in_mesh(to, COLOURS, &(uint32_t){0x1000000}, 4);
}

static void test_refuses_nonsense(void **state)
{
    (void)state;
    static const struct {
        SpoilFn *spoil;
        const char *says;
    } rows[] = {{spoil_version, "speaks version 2"},
                {spoil_magic, "another format"},
                {spoil_mesh_before_head, "a mesh too many"},
                {spoil_second_head, "its head"},
                {spoil_unit, "the unit"},
                {spoil_counts, "its head"},
                {spoil_mesh_too_many, "a mesh too many"},
                {spoil_deflection, "a deflection"},
                {spoil_parent, "a part of nothing"},
                {spoil_part_in_part, "a part of nothing"},
                {spoil_mesh_of_node, "a part of nothing"},
                {spoil_place, "a placement"},
                {spoil_depth, "a placement"},
                {spoil_end, "an early end"},
                {spoil_nothing, "nothing in it that has faces"},
                {spoil_size, "the size of a record"},
                {spoil_mesh_size, "a mesh of another size"},
                {spoil_coordinate, "a coordinate"},
                {spoil_corner, "a corner that is no vertex"},
                {spoil_polygon, "polygons out of order"},
                {spoil_colour, "a colour"}};
    static CadBytes bytes;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        ImportResult result;
        Error err = {""};
        bool ended;
        rows[i].spoil(&bytes);
        assert_false(cad_bytes_import(&bytes, &result, NULL, &ended, &err));
        if (!strstr(err.text, rows[i].says) || ended)
            fail_msg("row %zu: '%s'", i, err.text);
    }
}

// --- programs in the place of the importer

static char folder[] = "/tmp/snug-cad-XXXXXX";

// Runs a shell script as the importer; false with the reason why it failed.
static bool launch(const char *script, const CadLimits *limits, Job *job, Error *err)
{
    char path[64];
    snprintf(path, sizeof path, "%s/importer", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "#!/bin/sh\n%s\n", script);
    fclose(file);
    assert_int_equal(chmod(path, 0755), 0);
    ImportResult result = {0};
    err->text[0] = '\0';
    ImportFile in = {.name = "a.step", .path = "/a.step", .out = &result, .job = job, .err = err};
    bool good = cad_launch(&in, path, "--step", limits);
    import_result_free(&result);
    unlink(path);
    return good;
}

static void run(const char *script, const CadLimits *limits, Job *job, Error *err)
{
    assert_false(launch(script, limits, job, err));
}

// One that has sent everything is not waited for.
static void check_one_that_stays(const CadLimits *limits)
{
    static CadBytes bytes;
    char path[64], script[128];
    snprintf(path, sizeof path, "%s/stream", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    put_machine(&bytes);
    assert_int_equal(fwrite(bytes.data, 1, bytes.size, file), bytes.size);
    fclose(file);
    snprintf(script, sizeof script, "cat %s; exec sleep 600", path);
    Error err;
    if (!launch(script, limits, NULL, &err))
        fail_msg("%s", err.text);
    unlink(path);
}

static void test_programs_that_misbehave(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(folder));
    static const struct {
        const char *script, *says;
    } rows[] = {{"kill -SEGV $$", "crashed on this file (Segmentation fault)"},
                {"kill -ABRT $$", "crashed on this file (Aborted)"},
                {"kill -XCPU $$", "took more than 60 s and was stopped"},
                {"exit 127", "is the package libocct-data-exchange-7.6 installed?"},
                {"exit 3", "ended without a result (exit code 3)"},
                {"printf 'SnugCAD\\n\\001\\000\\000\\000'; kill -SEGV $$", "crashed"},
                {"printf 'SnugCAD\\n\\011\\000\\000\\000'; sleep 600", "speaks version 9"},
                {"echo this is not what was asked for; exec sleep 600", "another format"},
                {"exec cat /dev/zero", "another format"}};
    const CadLimits limits = {.cpu_seconds = 60, .silent_seconds = 60};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        Error err;
        run(rows[i].script, &limits, NULL, &err);
        if (!strstr(err.text, rows[i].says) || strncmp(err.text, "a.step: ", 8) != 0)
            fail_msg("'%s': '%s'", rows[i].script, err.text);
    }
    Error err;
    const CadLimits impatient = {.cpu_seconds = 60, .silent_seconds = 0.05};
    run("exec sleep 600", &impatient, NULL, &err);
    assert_non_null(strstr(err.text, "was stopped"));
    Job job = {0};
    job_cancel(&job);
    run("exec sleep 600", &limits, &job, &err);
    assert_string_equal(err.text, "a.step: cancelled");
    check_one_that_stays(&limits);
    assert_int_equal(rmdir(folder), 0);
}

static void test_importer_that_is_not_there(void **state)
{
    (void)state;
    char path[64];
    Error err = {""};
    setenv("SNUG_IMPORTER", "/nonexistent/importer", 1);
    assert_true(cad_find_importer("a.step", path, sizeof path, &err));
    ImportResult result = {0};
    const CadLimits limits = {.cpu_seconds = 60, .silent_seconds = 60};
    ImportFile in = {.name = "a.step", .path = "/a.step", .out = &result, .err = &err};
    assert_false(cad_launch(&in, path, "--step", &limits));
    assert_non_null(strstr(err.text, "cannot be started: No such file"));
    // Nor is one beside the tests.
    unsetenv("SNUG_IMPORTER");
    assert_false(cad_find_importer("a.step", path, sizeof path, &err));
    assert_non_null(strstr(err.text, "install the package libocct-data-exchange-dev"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_parts),
        cmocka_unit_test(test_leaves_parts_out),
        cmocka_unit_test(test_refuses_cut_streams),
        cmocka_unit_test(test_survives_any_byte),
        cmocka_unit_test(test_refuses_nonsense),
        cmocka_unit_test(test_programs_that_misbehave),
        cmocka_unit_test(test_importer_that_is_not_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
