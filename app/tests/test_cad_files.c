// STEP, IGES and BREP files as OCCT writes them (third_party/occt/write_step.cpp), read through the
// real importer: names, tree, instances, units and colours arrive, and facets lie where they say.
#include "app/io/format.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/snug-cad-files-XXXXXX";

static const char *path_of(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static int write_files(void **state)
{
    (void)state;
    char command[512];
    setenv("SNUG_IMPORTER", SNUG_IMPORTER, 1);
    if (!mkdtemp(folder))
        return 1;
    snprintf(command, sizeof command, "'%s' %s", SNUG_WRITER, folder);
    return system(command);
}

static int remove_files(void **state)
{
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

// With y up, unless something else is said: then coordinates are those of the file.
static ImportResult read_file(const char *name, const ImportOptions *options)
{
    ImportResult result;
    Error err = {""};
    ImportOptions upright = options ? *options : (ImportOptions){0};
    upright.up_said = true;
    if (!import_file(path_of(name), &upright, &result, NULL, &err))
        fail_msg("%s", err.text);
    for (int32_t i = 0; i < result.part_count; ++i)
        if (!mesh_validate(result.parts[i].mesh, &err))
            fail_msg("%s: %s", name, err.text);
    return result;
}

static Box3d world_box(const ImportedPart *part)
{
    Box3d box = box3d_empty();
    for (int32_t i = 0; i < part->mesh->vertex_count; ++i)
        box = box3d_including(box, affine_apply(&part->placement, part->mesh->vertices[i]));
    return box;
}

static void assert_box(const ImportedPart *part, Vec3d lo, Vec3d hi, double slack)
{
    Box3d box = world_box(part);
    if (vec3d_distance(box.lo, lo) > slack || vec3d_distance(box.hi, hi) > slack)
        fail_msg("%s: from %g %g %g to %g %g %g", part->name, box.lo.x, box.lo.y, box.lo.z,
                 box.hi.x, box.hi.y, box.hi.z);
}

static bool has_notice(const ImportResult *result, const char *text)
{
    for (int32_t i = 0; i < result->notice_count; ++i)
        if (strstr(result->notices[i], text))
            return true;
    return false;
}

static int32_t count_of(const Mesh *mesh, int32_t colour)
{
    int32_t count = 0;
    for (int32_t i = 0; i < mesh->triangle_count; ++i)
        count += mesh->colour_of[i] == colour;
    return count;
}

static void nested_assemblies(void **state)
{
    (void)state;
    static const char *const names[] = {"Bracket",     "Pin",     "Second pin",
                                        "Bracket (2)", "Pin (2)", "Second pin (2)"};
    ImportResult result = read_file("nested.step", NULL);
    assert_int_equal(result.part_count, 6);
    assert_int_equal(result.options.unit, UNIT_MM);
    for (int i = 0; i < 6; ++i) {
        assert_string_equal(result.parts[i].name, names[i]);
        assert_string_equal(result.parts[i].group, i < 3 ? "Left" : "Right");
        assert_ptr_equal(result.parts[i].mesh, result.parts[i % 3].mesh);
    }
    // The brackets are exact, the second one turned by a quarter and shifted.
    assert_box(&result.parts[0], vec3d(0, 0, 0), vec3d(40, 20, 10), 1e-12);
    assert_box(&result.parts[3], vec3d(80, 50, 0), vec3d(100, 90, 10), 1e-12);
    assert_box(&result.parts[4], vec3d(87, 57, 10), vec3d(93, 63, 40), 0.01);
    // Of the part, of one of its faces, of another part, and of one instance of that.
    const Mesh *bracket = result.parts[0].mesh;
    assert_int_equal(count_of(bracket, 0xff0000), 10);
    assert_int_equal(count_of(bracket, 0x00ff00), 2);
    assert_int_equal(bracket->polygon_count, 6);
    const Mesh *pins[] = {result.parts[1].mesh, result.parts[2].mesh};
    assert_int_equal(count_of(pins[0], 0x0000ff), pins[0]->triangle_count);
    assert_int_equal(count_of(pins[1], 0xffff00), pins[1]->triangle_count);
    assert_true(bracket->stated_chord_error == 0 && pins[0]->stated_chord_error > 0);
    import_result_free(&result);

    // z up: what was above is above.
    result = read_file("nested.step", &(ImportOptions){.up = UP_Z});
    assert_box(&result.parts[0], vec3d(0, 0, -20), vec3d(40, 10, 0), 1e-12);
    import_result_free(&result);
    // As it is where nobody says anything.
    Error err = {""};
    assert_true(import_file(path_of("nested.step"), NULL, &result, NULL, &err));
    assert_int_equal(result.options.up, UP_Z);
    assert_box(&result.parts[0], vec3d(0, 0, -20), vec3d(40, 10, 0), 1e-12);
    import_result_free(&result);
}

// Colours that an assembly gives to one occurrence within it.
static void occurrences_have_colours(void **state)
{
    (void)state;
    static const int32_t colours[] = {0x0000ff, 0xff0000, 0x0000ff, 0x0000ff,
                                      0x0000ff, 0xffff00, 0x00ff00, 0x0000ff};
    ImportResult result = read_file("occurrences.step", NULL);
    assert_int_equal(result.part_count, 8);
    for (int i = 0; i < 8; ++i) {
        const Mesh *pin = result.parts[i].mesh;
        if (count_of(pin, colours[i]) != pin->triangle_count)
            fail_msg("%s of %s has another colour", result.parts[i].name, result.parts[i].group);
        for (int k = 0; k < i; ++k) // equal ones share their triangles
            assert_true((colours[i] == colours[k]) == (pin == result.parts[k].mesh));
    }
    import_result_free(&result);
}

// As from 5 million triangles on, here by an importer that is told a smaller number.
static void too_many_triangles_are_made_coarser(void **state)
{
    (void)state;
    char wrapper[200];
    snprintf(wrapper, sizeof wrapper, "%s", path_of("importer.sh"));
    ImportResult fine = read_file("bolted.step", NULL);
    FILE *file = fopen(wrapper, "w");
    assert_non_null(file);
    fprintf(file, "#!/bin/sh\nexec '%s' \"$@\" --triangles 3000\n", SNUG_IMPORTER);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(wrapper, 0700), 0);
    setenv("SNUG_IMPORTER", wrapper, 1);
    ImportResult coarse = read_file("bolted.step", NULL);
    setenv("SNUG_IMPORTER", SNUG_IMPORTER, 1);
    assert_true(fine.triangle_count > 20000 && coarse.triangle_count <= 3000);
    assert_int_equal(coarse.part_count, fine.part_count);
    assert_true(has_notice(&coarse, "so it was made coarser"));
    assert_false(has_notice(&fine, "coarser"));
    import_result_free(&fine);
    import_result_free(&coarse);
}

// All in the unit of the file, the deflection too.
static void units(void **state)
{
    (void)state;
    ImportResult inch = read_file("inch.step", NULL), metre = read_file("metre.step", NULL);
    assert_int_equal(inch.options.unit, UNIT_INCH);
    assert_int_equal(metre.options.unit, UNIT_M);
    assert_box(&inch.parts[0], vec3d(10, 0, 0), vec3d(11, 1, 1), 1e-12);
    assert_box(&metre.parts[0], vec3d(0.254, 0, 0), vec3d(0.2794, 0.0254, 0.0254), 1e-14);
    double in_inch = inch.parts[1].mesh->stated_chord_error;
    assert_true(in_inch > 0 && in_inch < 0.1 / 25.4);
    assert_true(fabs(in_inch * 0.0254 / metre.parts[1].mesh->stated_chord_error - 1) < 1e-9);
    import_result_free(&inch);
    import_result_free(&metre);
    ImportResult asked = read_file("inch.step", &(ImportOptions){.unit = UNIT_M});
    assert_int_equal(asked.options.unit, UNIT_INCH); // the file says it
    assert_int_equal(asked.notice_count, 0);
    import_result_free(&asked);
    asked = read_file("inch.step", &(ImportOptions){.unit = UNIT_M, .unit_said = true});
    assert_int_equal(asked.options.unit, UNIT_M);
    assert_true(has_notice(&asked, "the file says that it is in in; read as m, as you said"));
    import_result_free(&asked);
    // OCCT's own format has none.
    asked = read_file("bad_face.brep", &(ImportOptions){.unit = UNIT_M});
    assert_int_equal(asked.options.unit, UNIT_M);
    import_result_free(&asked);
}

static void what_is_missing_is_told(void **state)
{
    (void)state;
    ImportResult result = read_file("empty_part.step", NULL);
    assert_int_equal(result.part_count, 1);
    assert_true(has_notice(&result, "part 'Sketch' has no faces and was left out"));
    import_result_free(&result);
    result = read_file("bad_face.brep", NULL);
    assert_int_equal(result.part_count, 1);
    assert_int_equal(result.parts[0].mesh->triangle_count, 10);
    assert_true(has_notice(&result, "1 of 6 faces could not be meshed and are holes: number 6"));
    import_result_free(&result);
}

static void solids_are_parts(void **state)
{
    (void)state;
    ImportResult result = read_file("two_solids.step", NULL);
    assert_int_equal(result.part_count, 2);
    assert_box(&result.parts[0], vec3d(0, 0, 0), vec3d(10, 10, 10), 1e-12);
    assert_box(&result.parts[1], vec3d(16, -4, 0), vec3d(24, 4, 10), 0.01);
    import_result_free(&result);
    // Six loose faces are one, and closed: every vertex is shared.
    result = read_file("box.iges", NULL);
    assert_int_equal(result.part_count, 1);
    assert_int_equal(result.options.unit, UNIT_INCH);
    assert_int_equal(result.parts[0].mesh->vertex_count, 8);
    assert_box(&result.parts[0], vec3d(0, 0, 0), vec3d(1, 2, 1), 1e-9);
    import_result_free(&result);
}

// How far a point lies off the surface of one of the three shapes of curved.step.
static double off_surface(int shape, Vec3d p)
{
    double r = hypot(p.x, p.y);
    return fabs(shape == 0 ? r - 20 : shape == 1 ? vec3d_length(p) - 20 : hypot(r - 20, p.z) - 5);
}

// The largest distance of the middles of triangles and of their sides.
static double measured(const ImportedPart *part, int shape)
{
    double largest = 0;
    Affine back = part->placement; // into the shape's own frame, which is only shifted
    back.p.x -= 100 * shape;
    for (int32_t i = 0; i < part->mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(part->mesh, i);
        for (int k = 0; k < 3; ++k)
            t.p[k] = affine_apply(&back, t.p[k]);
        if (shape == 0 && t.p[0].z == t.p[1].z && t.p[1].z == t.p[2].z)
            continue; // top and bottom
        Vec3d middle = vec3d_scale(vec3d_add(t.p[0], vec3d_add(t.p[1], t.p[2])), 1.0 / 3);
        largest = fmax(largest, off_surface(shape, middle));
        for (int k = 0; k < 3; ++k)
            largest = fmax(
                largest, off_surface(shape, vec3d_scale(vec3d_add(t.p[k], t.p[(k + 1) % 3]), 0.5)));
    }
    return largest;
}

static void facets_lie_where_they_say(void **state)
{
    (void)state;
    const double asked[] = {0, 0.01e-3}; // the usual one is 0.05 mm here
    double before[3] = {INFINITY, INFINITY, INFINITY};
    for (int round = 0; round < 2; ++round) {
        ImportResult result =
            read_file("curved.step", &(ImportOptions){.deflection = asked[round]});
        assert_int_equal(result.part_count, 3);
        assert_int_equal(result.degenerate_count, 0);
        for (int shape = 0; shape < 3; ++shape) {
            double stated = result.parts[shape].mesh->stated_chord_error;
            double off = measured(&result.parts[shape], shape);
            if (!(off <= stated && stated >= (round == 0 ? 0.05 : 0.01) && off < before[shape]))
                fail_msg("%s: %g off, %g stated", result.parts[shape].name, off, stated);
            before[shape] = off;
        }
        import_result_free(&result);
    }
    // The cylinder of radius 20 has at least 72 sides, however coarse the rest may be.
    ImportResult result = read_file("curved.step", &(ImportOptions){.deflection = 1e-2});
    assert_true(measured(&result.parts[0], 0) <= 20 * (1 - cos(acos(-1) / 72)) * (1 + 1e-9));
    import_result_free(&result);
    // So has a pin that is thinner than the deflection.
    result = read_file("nested.step", &(ImportOptions){.deflection = 1e-2});
    assert_true(result.parts[1].mesh->triangle_count >= 72 * 2 + 70 * 2);
    import_result_free(&result);
}

static void names_do_not_matter(void **state)
{
    (void)state;
    char from[128];
    snprintf(from, sizeof from, "%s", path_of("nested.step"));
    assert_int_equal(symlink(from, path_of("-nested.stl")), 0);
    ImportResult result = read_file("-nested.stl", NULL);
    assert_int_equal(result.part_count, 6);
    assert_true(has_notice(&result, "it is a STEP file, although its name says STL"));
    import_result_free(&result);
    assert_string_equal(import_format_within(path_of("box.iges"))->name, "IGES");
    assert_string_equal(import_format_within(path_of("bad_face.brep"))->name, "BREP");
}

// Cut anywhere, or no CAD file at all: one sentence, in which the file is named.
static void damaged_files(void **state)
{
    (void)state;
    static char bytes[1 << 16];
    FILE *from = fopen(path_of("nested.step"), "r");
    assert_non_null(from);
    size_t size = fread(bytes, 1, sizeof bytes, from);
    fclose(from);
    assert_true(size > 1000 && size < sizeof bytes);
    for (size_t kept = 20; kept < size; kept += size / 3) {
        FILE *to = fopen(path_of("cut.step"), "w");
        assert_int_equal(fwrite(bytes, 1, kept, to), kept);
        fclose(to);
        ImportResult result;
        Error err = {""};
        if (import_file(path_of("cut.step"), NULL, &result, NULL, &err)) {
            assert_true(result.part_count > 0 && result.part_count < 6);
            import_result_free(&result);
        } else {
            assert_true(strncmp(err.text, path_of("cut.step"), strlen(path_of("cut.step"))) == 0);
            assert_null(strstr(err.text, "makes no sense"));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nested_assemblies),
        cmocka_unit_test(occurrences_have_colours),
        cmocka_unit_test(too_many_triangles_are_made_coarser),
        cmocka_unit_test(units),
        cmocka_unit_test(what_is_missing_is_told),
        cmocka_unit_test(solids_are_parts),
        cmocka_unit_test(facets_lie_where_they_say),
        cmocka_unit_test(names_do_not_matter),
        cmocka_unit_test(damaged_files),
    };
    return cmocka_run_group_tests(tests, write_files, remove_files);
}
