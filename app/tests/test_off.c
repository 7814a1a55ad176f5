// OFF, as text and binary: what is in it arrives, what is damaged is refused with its line. And files
// of other programs: each is refused with what to do about it.
#include "app/io/foreign.h"
#include "app/tests/import_memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

#define DATA "app/tests/data/mesh/"

static void cubes_arrive(void **state)
{
    (void)state;
    static const char *const files[] = {DATA "cube.off", DATA "cube_binary.off"};
    for (int i = 0; i < 2; ++i) {
        ImportResult cube;
        Error err = {""};
        if (!import_file(files[i], NULL, &cube, NULL, &err))
            fail_msg("%s", err.text);
        assert_int_equal(cube.part_count, 1);
        assert_int_equal(cube.polygon_count, 6);
        assert_int_equal(cube.triangle_count, 12);
        assert_int_equal(cube.notice_count, 0);
        assert_string_equal(cube.parts[0].name, i == 0 ? "cube" : "cube_binary");
        // Whole numbers and parts of one say the same; an index says nothing.
        static const int polygons[] = {0, 4, 5};
        for (int k = 0; k < 3; ++k) {
            int32_t wanted = i == 0 && k == 2 ? COLOUR_NONE : 0xFF8000;
            assert_int_equal(cube.parts[0].mesh->colour_of[2 * polygons[k]], wanted);
        }
        Box3d box = mesh_bounds(cube.parts[0].mesh);
        assert_true(vec3d_distance(vec3d_add(box.lo, cube.parts[0].placement.p), vec3d(0, 0, 0)) ==
                    0);
        assert_true(vec3d_distance(vec3d_add(box.hi, cube.parts[0].placement.p), vec3d(2, 2, 2)) ==
                    0);
        import_result_free(&cube);
    }
}

#define CORNERS "0 0 0\n1 0 0\n0 1 0\n"

static void variants_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text, *notice;
        int triangles;
    } rows[] = {
        {"OFF 3 1 0\n" CORNERS "3 0 1 2\n", NULL, 1},
        {"3 1 0\n" CORNERS "3 0 1 2\n", NULL, 1},
        {"\n# first\nOFF # the word\r\n\n3 1 3 # counts\n" CORNERS "3 0 1 2 # red\n", NULL, 1},
        {"OFF\n3 1 0\n" CORNERS "3 0 1 2",
         "the file ends in line 6 without the end of a line: if "
         "it was cut there, the last number is wrong; export it "
         "again",
         1},
        {"COFF\n3 1 0\n0 0 0 255 0 0 255\n1 0 0 0 1 0\n0 1 0 1 1 1\n3 0 1 2\n",
         "colours of vertices are not shown, only those of faces", 1},
        {"OFF\n3 1 0\n0 0 0 9\n1 0 0 9\n0 1 0\n3 0 1 2\n",
         "numbers behind the coordinates of 2 vertices were ignored", 1},
        {"OFF\n3 3 0\n" CORNERS "2 0 1\n3 0 1 2\n1 2\n",
         "2 faces of one or two corners were left out", 1},
        {"OFF\n4 1 0\n" CORNERS "1 1 0\n4 0 1 3 2\n", NULL, 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        ImportResult result;
        Error err = {""};
        if (!off_import_memory("a.off", rows[i].text, strlen(rows[i].text), NULL, &result, NULL,
                               &err))
            fail_msg("row %zu: %s", i, err.text);
        assert_int_equal(result.triangle_count, rows[i].triangles);
        assert_int_equal(result.notice_count, rows[i].notice != NULL);
        if (rows[i].notice)
            assert_string_equal(result.notices[0], rows[i].notice);
        import_result_free(&result);
    }
}

static void damage_is_refused_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"#", "bad: there is nothing in it"},
        {"hello\n", "bad:1: OFF expected, not 'hello'"},
        {"OFFER\n", "bad:1: OFF expected, not 'OFFER'"},
        {"4OFF\n3 1 0\n", "bad:1: points of more than three coordinates are not read; save the "
                          "file as plain OFF"},
        {"OFF\n3 -1 0\n", "bad:2: whole numbers of vertices and faces expected"},
        {"OFF\n3 1e10 0\n", "bad:2: whole numbers of vertices and faces expected"},
        {"OFF\n3 0 0\n" CORNERS, "bad: there are no faces in it, and points alone cannot collide"},
        {"OFF\n3 1 0\n0 0 nan\n", "bad:3: a number expected, not 'nan'"},
        {"OFF\n3 1 0\n0 0 1e99\n", "bad:3: '1e99' is too large, the limit is 1e+15"},
        {"OFF\n3 1 0\n" CORNERS "3 0 1 3\n",
         "bad:6: a corner is the number of a vertex, and there are 3 (from 0)"},
        {"OFF\n3 1 0\n" CORNERS "3 0 1 -1\n",
         "bad:6: a corner is the number of a vertex, and there are 3 (from 0)"},
        {"OFF\n3 1 0\n" CORNERS "0\n", "bad:6: a face has 3 to 1048576 corners"},
        {"OFF\n3 1 0\n" CORNERS "2 0 1\n", "bad: none of its faces has three corners"},
        {"OFF\n3 1 0\n" CORNERS "3 0 1\n",
         "bad:7: a number expected, but the file ends here: is it complete?"},
        {"OFF BINARY\n\1\1", "bad: the file ends too early: is it complete?"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        ImportResult result;
        Error err = {""};
        assert_false(off_import_memory("bad", rows[i].text, strlen(rows[i].text), NULL, &result,
                                       NULL, &err));
        assert_null(result.parts);
        assert_string_equal(err.text, rows[i].message);
    }
}

// Every byte of a good file changed, and cut behind it.
static void every_damage_ends_well(void **state)
{
    (void)state;
    static const char *const files[] = {DATA "cube.off", DATA "cube_binary.off"};
    static const char with[] = {0, '#', '9', '-', '\n', (char)0xff};
    int read = 0, refused = 0;
    for (int i = 0; i < 2; ++i) {
        char bytes[1024];
        FILE *file = fopen(files[i], "rb");
        assert_non_null(file);
        size_t size = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        for (size_t at = 0; at < size; ++at)
            for (size_t k = 0; k < 2 * sizeof with; ++k) {
                char before = bytes[at];
                ImportResult result;
                Error err = {""};
                bytes[at] = with[k / 2];
                bool good = off_import_memory("damaged", bytes, k % 2 ? at + 1 : size, NULL,
                                              &result, NULL, &err);
                bytes[at] = before;
                assert_true(good ? result.part_count == 1 : err.text[0] != 0);
                good ? ++read : ++refused;
                import_result_free(&result);
            }
    }
    assert_true(read > 100 && refused > 100);
}

// --- what a file is

static FileHead head_of(const char *text)
{
    return (FileHead){text, strlen(text), strlen(text)};
}

static const char *known_as(const char *text)
{
    FileHead head = head_of(text);
    const char *found = "none";
    for (int i = 0; i < import_format_count; ++i)
        if (import_formats[i]->knows && import_formats[i]->knows(&head)) {
            assert_string_equal(found, "none"); // nothing is two formats at once
            found = import_formats[i]->name;
        }
    return found;
}

static void contents_tell_the_format(void **state)
{
    (void)state;
    static const struct {
        const char *text, *name;
    } rows[] = {
        {"# by hand\no Box\nv 0 0 0\nv 1 0 0\n", "OBJ"},
        {"mtllib a.mtl\ng \\\nlong name\n", "OBJ"},
        {"# nothing but this\n", "none"},
        {"v 1 2 3 and the last line is not whole", "none"},
        {"vertex 1 2 3\n", "none"},
        {"solid a\n facet normal 0 0 1\n", "STL"},
        {"solid ground\n", "none"},
        {"ply\nformat ascii 1.0\n", "PLY"},
        {"# x\n\nCOFF # y\n", "OFF"},
        {"OFFICE\n", "none"},
        {" {\"asset\": {\"version\": \"2.0\"}}", "glTF"},
        {"{\"snug\": 1, \"files\": []}", "none"},
        {"\xef\xbb\xbfISO-10303-21;\nHEADER;", "STEP"},
        {"\nDBRep_DrawableShape\n", "BREP"},
        {"<?xml version='1.0'?>\n<COLLADA version='1.4.1'>", "COLLADA"},
        {"<html>COLLADA</html>", "none"},
        {"Kaydara FBX Binary  ", "FBX"},
        {"; FBX 7.3\nFBXHeaderExtension: {", "FBX"},
        {"; a comment", "none"},
        {"PK\3\4"
         "........................."
         "_rels/.rels",
         "3MF"},
        {"PK\3\4"
         "........................."
         "word/a.xml.",
         "none"},
        {"", "none"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        if (strcmp(known_as(rows[i].text), rows[i].name) != 0)
            fail_msg("row %zu is taken for %s", i, known_as(rows[i].text));
    // A binary STL is as long as it says.
    char stl[84 + 50] = "solid in name only";
    stl[80] = 1;
    FileHead head = {stl, sizeof stl, sizeof stl};
    extern const ImportFormat format_stl;
    assert_true(format_stl.knows(&head));
    head.whole += 1;
    assert_false(format_stl.knows(&head));
}

static void other_programs_files(void **state)
{
    (void)state;
    static const struct {
        const char *path, *says;
    } names[] = {
        {"/x/Bolt.SLDPRT", "SolidWorks files are not read here; save it as STEP (.step) there"},
        {"a.ipt", "Inventor files are not read here; save it as STEP"},
        {"a.CATPart", "CATIA files are not read here; save it as STEP"},
        {"gear.prt.12", "Creo or NX files are not read here; save it as STEP"},
        {"a.x_t", "Parasolid files are not read here; convert it to STEP"},
        {"a.jt", "JT files are not read here; convert it to STEP"},
        {"a.dwg", "DWG files are not read here; export its solids as STEP (.step) or STL"},
        {"a.dxf", "DXF files are not read here"},
        {"a.ifc", "IFC files are not read here; convert it to glTF"},
        {"a.usdz", "USD files are not read here; export it as glTF"},
        {"a.blend", "Blender files are not read here; export it as glTF"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        ImportResult result;
        Error err = {""};
        assert_false(import_file(names[i].path, NULL, &result, NULL, &err));
        if (!strstr(err.text, names[i].says) ||
            strncmp(err.text, names[i].path, strlen(names[i].path)) != 0)
            fail_msg("%s", err.text);
    }
    assert_null(foreign_named("prt"));
    assert_null(foreign_named(".prt"));
    assert_null(foreign_named("a.obj"));
    assert_null(foreign_named("a.12"));
    static const struct {
        const char *text, *name; // NULL: may be one of ours
    } heads[] = {
        {"ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));", "IFC"},
        {"ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('AUTOMOTIVE_DESIGN'));", NULL},
        {"ISO-10303-21;\nHEADER;\nFILE_SCHEMA", NULL},
        {"BLENDER-v300", "Blender"},
        {"AC1032", "DWG"},
        {"PXR-USDC", "USD"},
        {"**ABCDEFGHIJKLMNOPQRSTUVWXYZ****", "Parasolid"},
        {"%PDF-1.7", "PDF"},
        {"OFF", NULL},
        {"", NULL},
    };
    for (size_t i = 0; i < sizeof heads / sizeof *heads; ++i) {
        FileHead head = head_of(heads[i].text);
        const ForeignFormat *found = foreign_within(&head);
        if (!found != !heads[i].name || (found && strcmp(found->name, heads[i].name) != 0))
            fail_msg("row %zu is taken for %s", i, found ? found->name : "ours");
    }
}

// Whatever it is called.
static void contents_of_others_are_refused(void **state)
{
    (void)state;
    char folder[] = "/tmp/snug-foreign-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.stl", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("BLENDER-v300RENDH", file);
    fclose(file);
    ImportResult result;
    Error err = {""};
    assert_false(import_file(path, NULL, &result, NULL, &err));
    unlink(path);
    rmdir(folder);
    assert_non_null(strstr(err.text, ".stl: Blender files are not read here"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cubes_arrive),
        cmocka_unit_test(variants_are_read),
        cmocka_unit_test(damage_is_refused_with_its_line),
        cmocka_unit_test(every_damage_ends_well),
        cmocka_unit_test(contents_tell_the_format),
        cmocka_unit_test(other_programs_files),
        cmocka_unit_test(contents_of_others_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
