// Meshes, error texts and UTF-8: what everything else takes for granted.
#include "core/base/utf8.h"
#include "core/mesh/mesh.h"
#include "core/mesh/shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void recentring_keeps_coordinates_of_a_cad_grid_exact(void **state)
{
    (void)state;
    // A part a kilometre away with features of a micrometre, in binary fractions of a millimetre.
    Mesh *mesh = shape_box(vec3d(8, 4, 2));
    Vec3d offset = vec3d(1e6 + 0.125, -1e6 - 0.25, 123456.5);
    Vec3d before[8];
    for (int32_t i = 0; i < mesh->vertex_count && i < 8; ++i) {
        mesh->vertices[i] = vec3d_add(mesh->vertices[i], offset);
        before[i] = mesh->vertices[i];
    }
    uint32_t version = mesh->version;
    Vec3d centre = mesh_recentre(mesh);
    assert_true(mesh->version > version);
    for (int32_t i = 0; i < mesh->vertex_count && i < 8; ++i) {
        Vec3d back = vec3d_add(mesh->vertices[i], centre);
        assert_memory_equal(&back, &before[i], sizeof back);
        assert_true(fabs(mesh->vertices[i].x) <= 4.1);
    }
    mesh_release(mesh);
}

static void an_invalid_mesh_is_refused_and_named(void **state)
{
    (void)state;
    struct {
        int32_t vertex, triangle, index;
        double x;
        const char *words;
    } cases[] = {
        {2, -1, 0, NAN, "vertex 2 is not finite"},
        {1, -1, 0, -INFINITY, "vertex 1 is not finite"},
        {0, -1, 0, 2e15, "vertex 0"},
        {3, -1, 0, 1e-61, "vertex 3: coordinate 1e-61 is below 1e-40"},
        {-1, 3, 8, 0, "triangle 3: vertex index 8 is out of range (0 to 7)"},
        {-1, 0, -1, 0, "triangle 0: vertex index -1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        Mesh *mesh = shape_box(vec3d(1, 1, 1));
        Error err = {""};
        assert_true(mesh_validate(mesh, &err));
        if (cases[i].vertex >= 0)
            mesh->vertices[cases[i].vertex].x = cases[i].x;
        if (cases[i].triangle >= 0)
            mesh->triangles[cases[i].triangle][1] = cases[i].index;
        assert_false(mesh_validate(mesh, &err));
        assert_non_null(strstr(err.text, cases[i].words));
        mesh_release(mesh);
    }
    Mesh *mesh = shape_box(vec3d(1, 1, 1));
    Error err = {""};
    mesh->polygon_of[5] = 99;
    assert_false(mesh_validate(mesh, &err));
    assert_non_null(strstr(err.text, "polygon 99"));
    mesh_release(mesh);
    mesh = shape_box(vec3d(1, 1e-31, 1));
    assert_false(mesh_validate(mesh, &err));
    assert_non_null(strstr(err.text, "along y"));
    mesh_release(mesh);
}

static void recentring_removes_noise_around_zero(void **state)
{
    (void)state;
    Mesh *mesh = shape_box(vec3d(2, 2, 2));
    mesh->vertices[3].x = 1e-300;
    mesh_recentre(mesh);
    assert_true(mesh->vertices[3].x == 0);
    assert_true(mesh_validate(mesh, NULL));
    mesh_release(mesh);
}

static void absurd_counts_give_no_mesh(void **state)
{
    (void)state;
    assert_null(mesh_create(-1, 0));
    assert_null(mesh_create(0, -5));
}

static void invalid_utf8_is_replaced(void **state)
{
    (void)state;
    struct {
        const char *in, *out;
    } cases[] = {
        {"Welle \xC3\xA4 \xE2\x82\xAC \xF0\x9F\x94\xA9",
         "Welle \xC3\xA4 \xE2\x82\xAC \xF0\x9F\x94\xA9"},
        {"\xFF\xFE", "??"},
        {"cut \xE2\x82", "cut ??"},
        {"\xC0\xAF", "??"},           // overlong
        {"\xED\xA0\x80", "???"},      // a surrogate
        {"\xF4\x90\x80\x80", "????"}, // above U+10FFFF
        {"a\tb\n\x7F", "a b  "},
        {"\xC2\x85", "  "}, // a C1 control character
        // Right to left from here on, and its end; a mark, an isolate, a line's end.
        {"a\xE2\x80\xAE"
         "b\xE2\x80\xAC",
         "a   b   "},
        {"\xD8\x9C\xE2\x80\x8F\xE2\x81\xA7\xE2\x80\xA8", "           "},
        // Their neighbours stay: Hebrew, a dash, a joiner.
        {"\xD7\x90 \xE2\x80\x93 \xE2\x80\x8D", "\xD7\x90 \xE2\x80\x93 \xE2\x80\x8D"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char text[64];
        strcpy(text, cases[i].in);
        utf8_sanitise(text);
        assert_string_equal(text, cases[i].out);
        assert_true(utf8_is_clean(text));
        assert_int_equal(utf8_is_clean(cases[i].in), strcmp(cases[i].in, cases[i].out) == 0);
    }
}

static void long_error_texts_are_cut_at_a_characters_border(void **state)
{
    (void)state;
    char name[4000] = "";
    for (int i = 0; i < 1200; ++i)
        strcat(name, "\xE2\x82\xAC");
    Error err;
    assert_false(error_set(&err, "%s", name));
    assert_true(strlen(err.text) == sizeof err.text - 1);
    char copy[sizeof err.text];
    strcpy(copy, err.text);
    utf8_sanitise(copy);
    assert_string_equal(copy, err.text);
    assert_false(error_set(NULL, "nobody listens: %d", 1));
}

static void inverse_placements_undo_placements(void **state)
{
    (void)state;
    Affine t = affine_rotation(vec3d_normalised(vec3d(1, -2, 0.5)), 1.1), inverse;
    t.p = vec3d(3, 4, 5);
    t.m[0][0] *= 2;
    assert_true(affine_invert(&t, &inverse));
    Vec3d p = vec3d(0.3, -7, 11), there = affine_apply(&t, p), back = affine_apply(&inverse, there);
    assert_true(vec3d_distance(p, back) < 1e-12);
    Affine both = affine_compose(&t, &inverse);
    assert_true(fabs(affine_determinant(&both) - 1) < 1e-12);
    memset(t.m[1], 0, sizeof t.m[1]);
    assert_false(affine_invert(&t, &inverse));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recentring_keeps_coordinates_of_a_cad_grid_exact),
        cmocka_unit_test(an_invalid_mesh_is_refused_and_named),
        cmocka_unit_test(recentring_removes_noise_around_zero),
        cmocka_unit_test(absurd_counts_give_no_mesh),
        cmocka_unit_test(invalid_utf8_is_replaced),
        cmocka_unit_test(long_error_texts_are_cut_at_a_characters_border),
        cmocka_unit_test(inverse_placements_undo_placements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
