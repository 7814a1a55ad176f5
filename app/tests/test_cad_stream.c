// What comes from the importer of CAD files, and what becomes of it: without OCCT, from streams made
// here.
#include "app/tests/cad_machine.h"
#include "core/shape/up_axis.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

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

// Neither parts without triangles nor ones that are scaled to nothing spoil the others.
static void test_leaves_parts_out(void **state)
{
    (void)state;
    static const double nothing[9] = {0};
    static CadBytes bytes;
    for (int round = 0; round < 2; ++round) {
        bool good_too = round == 0;
        cad_put_begin(&bytes, CAD_STREAM_VERSION);
        put_head(&bytes, 1, 2, good_too ? 3 : 1);
        put_mesh(&bytes, 0.01, "");
        memset(bytes.data + bytes.record + 8 + 32 + 4 * 24, 0, 24); // no corner but the first
        put_mesh(&bytes, 0.01, "B");
        put_turned(&bytes, CAD_NONE, 1, nothing, 0, "gone");
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
            assert_non_null(strstr(err.text, "all of its parts are scaled to nothing"));
            continue;
        }
        assert_int_equal(result.part_count, 1);
        assert_string_equal(result.parts[0].name, "good");
        assert_int_equal(result.parts[0].mesh->polygon_count, 2);
        assert_int_equal(result.notice_count, 2);
        assert_string_equal(result.notices[0], "1 parts that are scaled to nothing were left out");
        assert_string_equal(result.notices[1], "1 parts without triangles were left out");
        import_result_free(&result);
    }
}

// Mirrored and scaled instances get meshes of their own, which those of one kind share: nothing is
// turned inside out, and facets of a larger part lie farther off.
static void test_scales_and_mirrors(void **state)
{
    (void)state;
    static const double mirror[9] = {-1, 0, 0, 0, 1, 0, 0, 0, 1},
                        turned[9] = {0, 1, 0, 1, 0, 0, 0, 0, 1}, // a mirror as well
        twice[9] = {2, 0, 0, 0, 2, 0, 0, 0, 2}, skew[9] = {1, 0.5, 0, 0, 3, 0, 0, 0, 1};
    static CadBytes bytes;
    cad_put_begin(&bytes, CAD_STREAM_VERSION);
    put_head(&bytes, 1, 1, 5);
    put_mesh(&bytes, 0.01, "B");
    put_turned(&bytes, CAD_NONE, 0, mirror, 5, "mirrored");
    put_turned(&bytes, CAD_NONE, 0, turned, 0, "mirrored too");
    put_turned(&bytes, CAD_NONE, 0, twice, 0, "twice");
    put_turned(&bytes, CAD_NONE, 0, skew, 0, "skew");
    put_node(&bytes, CAD_NONE, 0, 0, "plain");
    put_end(&bytes);
    ImportResult result;
    Error err = {""};
    bool ended;
    if (!cad_bytes_import(&bytes, &result, NULL, &ended, &err))
        fail_msg("%s", err.text);
    assert_int_equal(result.part_count, 5);
    const ImportedPart *parts = result.parts;
    assert_ptr_equal(parts[0].mesh, parts[1].mesh);
    assert_ptr_not_equal(parts[0].mesh, parts[4].mesh);
    static const double boxes[5][4] = {
        {3, 0, 5, 2}, {0, 0, 2, 2}, {0, 0, 4, 4}, {0, 0, 3, 6}, {-2, 0, 0, 2}};
    // The square faces up, and mirrors within its plane do not turn it.
    for (int i = 0; i < 5; ++i) {
        assert_true(affine_is_rigid(&parts[i].placement));
        Box3d box = box3d_empty();
        for (int32_t k = 0; k < parts[i].mesh->vertex_count; ++k)
            box =
                box3d_including(box, affine_apply(&parts[i].placement, parts[i].mesh->vertices[k]));
        box = up_axis_box(UP_Z, box); // CAD files have z up
        assert_true(vec3d_distance(box.lo, vec3d(boxes[i][0], boxes[i][1], 0)) < 1e-12);
        assert_true(vec3d_distance(box.hi, vec3d(boxes[i][2], boxes[i][3], 0)) < 1e-12);
        Vec3d normal = up_axis_to_file(
            UP_Z, affine_apply_vector(&parts[i].placement, mesh_normal(parts[i].mesh, 0)));
        assert_true(normal.z > 0);
        assert_int_equal(parts[i].mesh->colour_of[1], 0x102030);
    }
    assert_true(fabs(parts[0].mesh->stated_chord_error - 0.01) < 1e-12);
    assert_true(fabs(parts[2].mesh->stated_chord_error - 0.02) < 1e-12);
    double skewed = parts[3].mesh->stated_chord_error; // the largest stretch is 3.05
    assert_true(skewed >= 0.0305 && skewed < 0.034);
    import_result_free(&result);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_parts),        cmocka_unit_test(test_leaves_parts_out),
        cmocka_unit_test(test_scales_and_mirrors), cmocka_unit_test(test_refuses_cut_streams),
        cmocka_unit_test(test_survives_any_byte),  cmocka_unit_test(test_refuses_nonsense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
