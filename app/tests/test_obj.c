// OBJ import: what is in the file arrives in the parts.
#include "app/tests/import_memory.h"
#include "core/base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define CORNERS "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
#define DATA "app/tests/data/obj/"

static ImportResult read_text(const char *text)
{
    ImportResult result;
    Error err = {""};
    if (!obj_import_memory("file.obj", text, strlen(text), NULL, &result, NULL, &err))
        fail_msg("%s", err.text);
    for (int32_t i = 0; i < result.part_count; ++i)
        if (!mesh_validate(result.parts[i].mesh, &err))
            fail_msg("%s", err.text);
    return result;
}

static ImportResult read_path(const char *path, const ImportOptions *options)
{
    ImportResult result;
    Error err = {""};
    if (!obj_import(path, options, &result, NULL, &err))
        fail_msg("%s", err.text);
    return result;
}

// Corner k of triangle i of a part, where the file has it (or turned, if z is up).
static Vec3d corner(const ImportedPart *part, int32_t i, int k)
{
    return affine_apply(&part->placement, part->mesh->vertices[part->mesh->triangles[i][k]]);
}

static void assert_point(Vec3d p, double x, double y, double z)
{
    if (p.x != x || p.y != y || p.z != z)
        fail_msg("(%.17g %.17g %.17g) instead of (%.17g %.17g %.17g)", p.x, p.y, p.z, x, y, z);
}

static bool has_notice(const ImportResult *result, const char *part)
{
    for (int32_t i = 0; i < result->notice_count; ++i)
        if (strstr(result->notices[i], part))
            return true;
    return false;
}

static void assert_notice(const ImportResult *result, const char *part)
{
    if (has_notice(result, part))
        return;
    for (int32_t i = 0; i < result->notice_count; ++i)
        print_message("notice: %s\n", result->notices[i]);
    fail_msg("no notice with: %s", part);
}

// All spellings of the same triangle.
static void every_spelling_gives_the_same_triangle(void **state)
{
    (void)state;
    static const char *const TEXTS[] = {
        "v 1 2.5 -3\nv 4 5 6\nv 0.5 8 0.001\nf 1 2 3\n",
        "v 1 2.5 -3\r\nv 4 5 6\r\nv 0.5 8 0.001\r\nf 1 2 3\r\n",
        "v 1 2.5 -3\rv 4 5 6\rv 0.5 8 0.001\rf 1 2 3\r",
        "\xEF\xBB\xBFv 1 2.5 -3\nv 4 5 6\nv 0.5 8 0.001\nf 1 2 3",
        "v +1. 2.5 -3.000\nv 4.0 5e0 60E-1\nv .5 +8. 1e-3\nf +1 2 3\n",
        "v 1e0 25e-1 -.3e1\nv 0.04e+2 500e-2 6\nv 5.e-1 8 .001\nf 1 2 3\n",
        "v 1 2.5 -3 1\nv 4 5 6 1.0\nv 0.5 8 0.001 1\nf 1 2 3\n",
        "v 1 2.5 -3 1 0 0\nv 4 5 6 0 1 0\nv 0.5 8 0.001 .1 .2 .3 1\nf 1 2 3\n",
        "v 1 2.5 -3\nv 4 5 6\nv 0.5 8 0.001\nf -3 -2 -1\n",
        "v 1 2.5 -3\nv 4 5 6\nf 1 -1 3\nv 0.5 8 0.001\n",
        "f 1 2 3\nv 1 2.5 -3\nv 4 5 6\nv 0.5 8 0.001\n",
        "\tv\t1   2.5\t-3 \t\n  v 4 5 6\nv 0.5 8 0.001\n \t f\t1  2\t3 \t \n",
        "v 1 2.5 -3 # a\nv 4 5 6#b\nv 0.5 8 0.001 #\n#\nf 1 2 3 # 4 5 6\n#f 1 2 x\n",
        "v 1 \\\n2.5 -3\nv 4\\\r\n 5 6\nv 0.5 8 0.001\nf 1 2\\\n\\\n \\\r 3\n",
        "v 1 2.5 -3\nv 4 5 6\nv 0.5 8 0.001\nvn 0 0 1\nf 1//1 2//-1 3//1\n",
        "v 1 2.5 -3\nv 4 5 6\nv 0.5 8 0.001\nvt 0\nf 1/1 2/-1 3/1\n",
        "v 1 2.5 -3\nv 4 5 6\nv 0.5 8 0.001\nvt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1\n",
        "v 1 2.5 -3\nv 4 5 6\nv 0.5 8 0.001\nvn 0 0 1\nf 1/ 2// 3\n",
        "s off\nlod 1\nmg 0\nv 1 2.5 -3\nv 4 5 6\nv 0.5 8 0.001\ns 1\nf 1 2 3\n",
        "# drawing \\\nv 1 2.5 -3\nv 4 5 6\nv 0.5 8 0.001\nf 1 2 3\n",
    };
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; ++i) {
        ImportResult result = read_text(TEXTS[i]);
        // Whether a last line without an end is complete, nobody knows.
        char last = TEXTS[i][strlen(TEXTS[i]) - 1];
        if (result.part_count != 1 || result.notice_count != (last != '\n' && last != '\r'))
            fail_msg("text %zu: %d parts, %d notices", i, result.part_count, result.notice_count);
        const ImportedPart *part = &result.parts[0];
        assert_string_equal(part->name, "file");
        assert_int_equal(part->mesh->triangle_count, 1);
        assert_int_equal(part->mesh->vertex_count, 3);
        assert_null(part->mesh->colour_of);
        assert_point(corner(part, 0, 0), 1, 2.5, -3);
        assert_point(corner(part, 0, 1), 4, 5, 6);
        assert_point(corner(part, 0, 2), 0.5, 8, 0.001);
        import_result_free(&result);
    }
}

// Whatever printf wrote with 17 digits comes back bit for bit.
static void numbers_are_rounded_correctly(void **state)
{
    (void)state;
    static const char *const HARD[] = {
        "0.3",
        "0.1",
        "0.7",
        "1000000.001",
        "123456789012345",
        "0.30000000000000004",
        "900719925474099.3",
        "900719925474099.25000000000000001",
        "2.2250738585072011e-39",
        "1.00000000000000011102230246251565404236316680908203125",
        "1.00000000000000011102230246251565404236316680908203124",
        "0000000000000000000000000000000.5",
        "5000000000000000000000000000000e-30",
        "999999999999999.9",
        "6.02214076e-23",
        "8.5e-25",
        "3e-22",
        "7e-23",
    };
    for (size_t i = 0; i < sizeof HARD / sizeof HARD[0]; ++i) {
        char text[256];
        double value = strtod(HARD[i], NULL);
        snprintf(text, sizeof text, "v %s 0 0\nv %s 1 0\nv %s 0 1\nf 1 2 3\n", HARD[i], HARD[i],
                 HARD[i]);
        ImportResult result = read_text(text);
        assert_point(corner(&result.parts[0], 0, 0), value, 0, 0);
        import_result_free(&result);
    }
    Rng rng = rng_create(11);
    for (int i = 0; i < 2000; ++i) {
        double value = ldexp(rng_uniform(&rng, -1, 1), (int)(rng_next(&rng) % 90) - 45);
        char text[256];
        snprintf(text, sizeof text, "v %.17g 0 0\nv %.17g 1 0\nv %.17g 0 1\nf 1 2 3\n", value,
                 value, value);
        ImportResult result = read_text(text);
        assert_point(corner(&result.parts[0], 0, 0), value, 0, 0);
        import_result_free(&result);
    }
}

typedef struct NameCase {
    const char *text;
    const char *names; // separated by '|', with the first line in front
} NameCase;

#define F "f 1 2 3\n"

static const NameCase NAME_CASES[] = {
    {CORNERS F, "4 file"},
    {CORNERS "o A\n" F, "4 A"},
    {CORNERS "g B\n" F, "4 B"},
    {CORNERS "o A\ng B\n" F, "5 A/B"},
    {CORNERS "o A\n" F "g B\n" F "g C\n" F "o D\n" F, "4 A|6 A/B|8 A/C|10 D"},
    {CORNERS F "o A\n" F "g\n" F, "4 file|5 A|7 A (2)"},
    {CORNERS "o A\ng B\n" F "g\n" F, "5 A/B|7 A"},
    {CORNERS "o A\n" F "o A\n" F "o A\n" F, "4 A|6 A (2)|8 A (3)"},
    {CORNERS "o A\n" F "o A (2)\n" F "o A\n" F "o A (2)\n" F, "4 A|6 A (2)|8 A (3)|10 A (2) (2)"},
    {CORNERS "g B\n" F "g B\n" F, "4 B|6 B (2)"},
    {CORNERS "o A\ng B\n" F "o A\ng B\n" F, "5 A/B|8 A/B (2)"},
    {CORNERS "o A\nusemtl x\n" F "s 1\nusemtl y\n" F, "4 A"},
    {CORNERS "g  one   two\tthree  \n" F, "4 one two three"},
    {CORNERS "o Part #3 \r\n" F, "4 Part #3"},
    {CORNERS "o  \n" F "g\n" F, "4 file|6 file (2)"},
    {CORNERS "o \xC3\xA4\xE4\x80z\n" F, "4 \xC3\xA4??z"},
    {CORNERS "o a\\\nb\n" F, "4 a b"},
};

static void objects_and_groups_become_named_parts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof NAME_CASES / sizeof NAME_CASES[0]; ++i) {
        char got[512] = "";
        ImportResult result = read_text(NAME_CASES[i].text);
        for (int32_t k = 0; k < result.part_count; ++k) {
            size_t used = strlen(got);
            snprintf(got + used, sizeof got - used, "%s%d %s", k > 0 ? "|" : "",
                     result.parts[k].first_line, result.parts[k].name);
        }
        if (strcmp(got, NAME_CASES[i].names) != 0)
            fail_msg("case %zu: got %s, wanted %s", i, got, NAME_CASES[i].names);
        import_result_free(&result);
    }
}

static void long_names_are_cut_between_characters(void **state)
{
    (void)state;
    char text[600] = CORNERS "o ";
    for (int i = 0; i < 200; ++i)
        strcat(text, "\xC3\xA4");
    strcat(text, "\n" F);
    ImportResult result = read_text(text);
    const char *name = result.parts[0].name;
    assert_in_range(strlen(name), 100, 120);
    assert_string_equal(name + strlen(name) - 5, "\xC3\xA4...");
    import_result_free(&result);
}

static void parts_hold_only_their_own_vertices(void **state)
{
    (void)state;
    ImportResult result =
        read_text("v 0 0 0\nv 9 9 9\nv 1 0 0\nv 0 1 0\nv 1 1 0\no A\nf 1 3 4\no B\nf 4 3 5\n");
    assert_int_equal(result.part_count, 2);
    for (int32_t i = 0; i < 2; ++i)
        assert_int_equal(result.parts[i].mesh->vertex_count, 3);
    assert_point(corner(&result.parts[1], 0, 0), 0, 1, 0);
    assert_point(corner(&result.parts[1], 0, 2), 1, 1, 0);
    assert_int_equal(result.triangle_count, 2);
    import_result_free(&result);
}

static void a_distant_part_keeps_its_digits(void **state)
{
    (void)state;
    ImportResult result = read_text("v 1000000.001 0 0\nv 1000000.002 0 0\nv 1000000.001 1 0\n" F);
    const Mesh *mesh = result.parts[0].mesh;
    for (int32_t i = 0; i < 3; ++i)
        assert_true(fabs(mesh->vertices[i].x) < 0.01);
    assert_point(corner(&result.parts[0], 0, 0), 1000000.001, 0, 0);
    import_result_free(&result);
}

// Two parts that share a face at x = 0.3, of very different sizes: in the frame of either, the
// other's face lies exactly in the same plane. Rounding while recentring would open or close the
// joint.
static void flush_parts_stay_flush(void **state)
{
    (void)state;
    ImportResult result =
        read_text("v 0 0 0\nv 0.3 0.1 0\nv 0.3 0.7 1.1\no A\nf 1 2 3\n"
                  "v 0.3 0.1 0\nv 0.3 0.7 1.1\nv 1234.567 0.001 98.7\no B\nf 4 5 6\n"
                  "v 0.3 0.1 1000.1\nv 0.3 0.7 1000.3\nv 0.4 0.2 1000.2\no C\nf 7 8 9\n");
    for (int32_t i = 0; i < 3; ++i) {
        for (int32_t j = 0; j < 3; ++j) {
            Affine world_to_a = affine_identity(), b_to_a;
            const ImportedPart *a = &result.parts[i], *b = &result.parts[j];
            assert_true(affine_invert(&a->placement, &world_to_a));
            b_to_a = affine_compose(&world_to_a, &b->placement);
            Vec3d in_a = a->mesh->vertices[i == 0 ? 1 : 0];
            Vec3d from_b = affine_apply(&b_to_a, b->mesh->vertices[j == 0 ? 1 : 0]);
            assert_true(in_a.x == from_b.x && in_a.y == from_b.y);
        }
    }
    import_result_free(&result);
}

static void polygons_are_cut_and_remembered(void **state)
{
    (void)state;
    ImportResult result =
        read_path(DATA "plate.obj", &(ImportOptions){.unit = UNIT_INCH, .up = UP_Z});
    assert_int_equal(result.part_count, 1);
    assert_int_equal(result.notice_count, 0);
    const ImportedPart *part = &result.parts[0];
    assert_string_equal(part->name, "plate");
    assert_int_equal(part->first_line, 9);
    assert_int_equal(part->mesh->triangle_count, 5);
    assert_int_equal(part->mesh->polygon_count, 1);
    assert_int_equal(result.polygon_count, 1);
    double area = 0;
    for (int32_t i = 0; i < 5; ++i) {
        assert_int_equal(part->mesh->polygon_of[i], 0);
        // z of the file is up: y of the viewer. The other way round it is -z.
        Vec3d a = corner(part, i, 0);
        assert_true(a.y == 0.25);
        area += vec3d_cross(vec3d_sub(corner(part, i, 1), a), vec3d_sub(corner(part, i, 2), a)).y;
    }
    assert_true(area == 2 * 6.0);
    assert_int_equal(result.options.unit, UNIT_INCH);
    assert_int_equal(result.options.up, UP_Z);
    assert_true(affine_determinant(&part->placement) == 1);
    import_result_free(&result);
    result = read_text(CORNERS "v 1 1 0\n" F "f 1 2 4 3\nf 2 4 3\n");
    const int32_t polygons[] = {0, 1, 1, 2};
    assert_int_equal(result.parts[0].mesh->triangle_count, 4);
    assert_memory_equal(result.parts[0].mesh->polygon_of, polygons, sizeof polygons);
    import_result_free(&result);
}

static void a_polygon_of_three_hundred_corners_stays_whole(void **state)
{
    (void)state;
    char *text = malloc(40000), *p = text;
    assert_non_null(text);
    for (int i = 0; i < 300; ++i)
        p += sprintf(p, "v %.6f %.6f 0\n", cos(i * 0.0209), sin(i * 0.0209));
    p += sprintf(p, "f");
    for (int i = 1; i <= 300; ++i)
        p += sprintf(p, " %d", i);
    ImportResult result = read_text(text);
    assert_int_equal(result.parts[0].mesh->triangle_count, 298);
    assert_int_equal(result.parts[0].mesh->vertex_count, 300);
    import_result_free(&result);
    free(text);
}

static void repeated_corners_and_degenerate_triangles_are_reported(void **state)
{
    (void)state;
    ImportResult result = read_text(CORNERS "v 1 0 0\nf 1 2 2 3\nf 1 2 4 3 1\n");
    assert_int_equal(result.triangle_count, 2);
    assert_int_equal(result.degenerate_count, 0);
    assert_notice(&result, "2 polygons repeat a corner");
    import_result_free(&result);
    result = read_text(CORNERS "v 2 0 0\nf 1 1 1\nf 1 2 2\nf 1 2 4\nf 1 1 1 1\nf 1 2 2 2 1\n" F);
    assert_int_equal(result.triangle_count, 6);
    assert_int_equal(result.degenerate_count, 5);
    assert_notice(&result, "5 degenerate triangles are kept");
    import_result_free(&result);
    result = read_text("v 0 0 0\nv 4 4 0\nv 4 0 0\nv 0 5 0\nf 1 2 3 4\n");
    assert_notice(&result, "1 polygons cross themselves");
    import_result_free(&result);
}

static void what_is_left_out_is_said(void **state)
{
    (void)state;
    ImportResult result =
        read_text(CORNERS "o A\ng x\nvp 0\ncurv 0 1 1 2\nvp 1\ng y\nl 1 2\nl 2 3\np 1\n" F
                          "v 1e-300 0 0\nv 0 0 0 2\nvn nan 0 0\nusemtl none\nmtllib a.mtl\no C\n");
    assert_int_equal(result.part_count, 1);
    assert_string_equal(result.parts[0].name, "A/y");
    assert_notice(&result, "2 objects or groups without faces were left out: x (line 5), C (line");
    assert_notice(&result, "3 statements that are not supported were ignored: vp (line 6), curv");
    assert_notice(&result, "2 line elements and 1 point elements were ignored");
    assert_notice(&result, "1 coordinates below 1e-40 were read as 0 (first in line 14)");
    assert_notice(&result, "1 vertex weights other than 1 were ignored (first in line 15)");
    assert_notice(&result, "1 normals or texture coordinates are no numbers (first in line 16)");
    assert_notice(&result, "materials that no library defines: none");
    assert_notice(&result, "material libraries are not read here");
    assert_int_equal(result.notice_count, 8);
    import_result_free(&result);
}

static void colours_come_from_material_files(void **state)
{
    (void)state;
    ImportResult result = read_path(DATA "parts.obj", NULL);
    assert_int_equal(result.part_count, 2);
    assert_string_equal(result.parts[0].name, "Housing/shell");
    assert_int_equal(result.parts[0].first_line, 9);
    assert_string_equal(result.parts[1].name, "Bolt");
    const int32_t *colours = result.parts[0].mesh->colour_of;
    assert_non_null(colours);
    assert_int_equal(colours[0], 0xFF0000); // the first "red" wins
    assert_int_equal(colours[1], 0xFF0000);
    colours = result.parts[1].mesh->colour_of;
    assert_int_equal(colours[0], 0x3366FF);
    assert_int_equal(colours[1], COLOUR_NONE);
    assert_notice(&result, "colours.mtl:7: this diffuse colour (Kd) was not understood");
    assert_notice(&result, "parts.obj:3: material library 'missing.mtl' could not be read");
    assert_notice(&result, "parts.obj:3: material library '../outside.mtl' is not in the folder");
    assert_notice(&result, "without faces were left out: empty (line 12)");
    assert_notice(&result, "materials that no library defines: nobody");
    assert_int_equal(result.notice_count, 5);
    // The unit and the axis are millimetres and y unless chosen.
    assert_int_equal(result.options.unit, UNIT_MM);
    assert_int_equal(result.options.up, UP_Y);
    import_result_free(&result);
}

static void a_reload_gives_the_same_parts(void **state)
{
    (void)state;
    ImportResult a = read_path(DATA "parts.obj", NULL), b = read_path(DATA "parts.obj", NULL);
    assert_int_equal(a.part_count, b.part_count);
    for (int32_t i = 0; i < a.part_count; ++i) {
        const Mesh *x = a.parts[i].mesh, *y = b.parts[i].mesh;
        assert_string_equal(a.parts[i].name, b.parts[i].name);
        assert_memory_equal(&a.parts[i].placement, &b.parts[i].placement, sizeof(Affine));
        assert_int_equal(x->vertex_count, y->vertex_count);
        assert_memory_equal(x->vertices, y->vertices,
                            (size_t)x->vertex_count * sizeof *x->vertices);
    }
    import_result_free(&a);
    import_result_free(&b);
}

static void notices_have_an_end(void **state)
{
    (void)state;
    ImportResult result = {0};
    for (int i = 0; i < 1000; ++i)
        import_notice(&result, "number %d \xFF\x1b", i);
    assert_int_equal(result.notice_count, IMPORT_MAX_NOTICES + 1);
    assert_string_equal(result.notices[99], "number 99 ? ");
    assert_notice(&result, "there is more to say");
    import_result_free(&result);
}

static void units_are_found_by_name(void **state)
{
    (void)state;
    enum LengthUnit unit = UNIT_M;
    for (int i = 0; i < UNIT_COUNT; ++i) {
        const LengthUnitInfo *info = length_unit_info((enum LengthUnit)i);
        assert_true(info->metres > 0);
        assert_true(length_unit_find(info->suffix, &unit) && unit == (enum LengthUnit)i);
        assert_true(length_unit_find(info->name, &unit) && unit == (enum LengthUnit)i);
    }
    assert_false(length_unit_find("furlong", &unit));
    enum UpAxis up = UP_Y;
    assert_true(up_axis_find("z", &up) && up == UP_Z);
    assert_false(up_axis_find("x", &up));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_spelling_gives_the_same_triangle),
        cmocka_unit_test(numbers_are_rounded_correctly),
        cmocka_unit_test(objects_and_groups_become_named_parts),
        cmocka_unit_test(long_names_are_cut_between_characters),
        cmocka_unit_test(parts_hold_only_their_own_vertices),
        cmocka_unit_test(a_distant_part_keeps_its_digits),
        cmocka_unit_test(flush_parts_stay_flush),
        cmocka_unit_test(polygons_are_cut_and_remembered),
        cmocka_unit_test(a_polygon_of_three_hundred_corners_stays_whole),
        cmocka_unit_test(repeated_corners_and_degenerate_triangles_are_reported),
        cmocka_unit_test(what_is_left_out_is_said),
        cmocka_unit_test(colours_come_from_material_files),
        cmocka_unit_test(a_reload_gives_the_same_parts),
        cmocka_unit_test(notices_have_an_end),
        cmocka_unit_test(units_are_found_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
