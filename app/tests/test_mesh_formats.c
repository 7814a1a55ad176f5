// STL, PLY and glTF: what is in the file arrives in the parts, what is damaged is refused with a
// reason, and nothing leads out of the file's folder.
#include "app/tests/import_memory.h"
#include "core/base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define DATA "app/tests/data/mesh/"

static ImportResult read_path(const char *path, const ImportOptions *options)
{
    ImportResult result;
    Error err = {""};
    if (!import_file(path, options, &result, NULL, &err))
        fail_msg("%s", err.text);
    for (int32_t i = 0; i < result.part_count; ++i)
        if (!mesh_validate(result.parts[i].mesh, &err))
            fail_msg("%s: %s", path, err.text);
    return result;
}

static Vec3d corner(const ImportedPart *part, int32_t i, int k)
{
    return affine_apply(&part->placement, part->mesh->vertices[part->mesh->triangles[i][k]]);
}

static Box3d box_of(const ImportedPart *part)
{
    Box3d box = box3d_empty();
    for (int32_t i = 0; i < part->mesh->triangle_count; ++i)
        for (int k = 0; k < 3; ++k)
            box = box3d_including(box, corner(part, i, k));
    return box;
}

static void assert_box(const ImportedPart *part, Vec3d lo, Vec3d hi, double tolerance)
{
    Box3d box = box_of(part);
    for (int k = 0; k < 3; ++k)
        if (!(fabs(box.lo.v[k] - lo.v[k]) <= tolerance && fabs(box.hi.v[k] - hi.v[k]) <= tolerance))
            fail_msg("%s: axis %d goes from %.17g to %.17g", part->name, k, box.lo.v[k],
                     box.hi.v[k]);
}

static void stl_arrives(void **state)
{
    (void)state;
    ImportResult two = read_path(DATA "two.stl", NULL);
    assert_int_equal(two.part_count, 2);
    assert_string_equal(two.parts[0].name, "Left block");
    assert_string_equal(two.parts[1].name, "Right block");
    assert_int_equal(two.parts[1].first_line, 87);
    assert_int_equal(two.parts[0].mesh->vertex_count, 8); // welded
    assert_box(&two.parts[1], vec3d(1.5, 0.25, 0.5), vec3d(3.5, 2.25, 2.5), 0);
    import_result_free(&two);

    ImportResult binary =
        read_path(DATA "binary.stl", &(ImportOptions){.unit = UNIT_INCH, .up = UP_Z});
    assert_int_equal(binary.part_count, 1);
    assert_string_equal(binary.parts[0].name, "binary");
    assert_int_equal(binary.options.unit, UNIT_INCH);
    assert_int_equal(binary.triangle_count, 12);
    assert_box(&binary.parts[0], vec3d(0, 0, -2), vec3d(2, 2, 0), 0); // turned
    import_result_free(&binary);
}

static void ply_arrives(void **state)
{
    (void)state;
    static const char *const FILES[] = {DATA "cube.ply", DATA "cube_little.ply",
                                        DATA "cube_big.ply"};
    for (int i = 0; i < 3; ++i) {
        ImportResult cube = read_path(FILES[i], NULL);
        assert_int_equal(cube.part_count, 1);
        assert_int_equal(cube.polygon_count, 6);
        assert_int_equal(cube.triangle_count, 12);
        assert_int_equal(cube.parts[0].mesh->colour_of[11], 0xFF8000);
        assert_box(&cube.parts[0], vec3d(0, 0, 0), vec3d(2, 2, 2), 0);
        import_result_free(&cube);
    }
}

static void gltf_arrives(void **state)
{
    (void)state;
    static const char *const FILES[] = {DATA "cube.gltf", DATA "cube.glb"};
    for (int i = 0; i < 2; ++i) {
        ImportResult cube = read_path(FILES[i], NULL);
        assert_int_equal(cube.part_count, 2);
        assert_string_equal(cube.parts[0].name, "Block");
        assert_string_equal(cube.parts[1].name, "Block (2)");
        assert_int_equal(cube.options.unit, UNIT_M);
        assert_int_equal(cube.parts[0].mesh->colour_of[0], 0xFF0000);
        // Turned by a quarter about z, then moved by its parent.
        assert_box(&cube.parts[0], vec3d(-1, 0, 0), vec3d(1, 2, 2), 1e-6);
        assert_true(affine_is_rigid(&cube.parts[0].placement));
        // Scaled: its vertices are.
        assert_box(&cube.parts[1], vec3d(5, 0, 0), vec3d(9, 2, 2), 0);
        assert_true(affine_is_rigid(&cube.parts[1].placement));
        import_result_free(&cube);
    }
    ImportResult strip = read_path(DATA "strip.gltf", NULL);
    assert_int_equal(strip.triangle_count, 3);
    assert_string_equal(strip.parts[0].name, "strip");
    assert_box(&strip.parts[0], vec3d(3, 4, 5), vec3d(4, 6, 5), 0);
    assert_int_equal(strip.notice_count, 1);
    import_result_free(&strip);
}

typedef bool ReadFn(const char *name, const void *bytes, size_t size, const ImportOptions *options,
                    ImportResult *out, Job *job, Error *err);

static void assert_refused(ReadFn *read, const char *text, size_t size, const char *message)
{
    ImportResult result;
    Error err = {""};
    if (read("bad", text, size, NULL, &result, NULL, &err))
        fail_msg("was read, should say: %s", message);
    assert_null(result.parts);
    assert_string_equal(err.text, message);
}

#define FACET(corners) "solid\nfacet normal 0 0 1\nouter loop\n" corners
#define PLY_HEAD(vertices, faces)                                                                  \
    "ply\nformat ascii 1.0\nelement vertex " vertices                                              \
    "\nproperty float x\nproperty float y\nproperty float z\nelement face " faces                  \
    "\nproperty list uchar int vertex_indices\nend_header\n"
#define CORNERS "0 0 0\n1 0 0\n0 1 0\n"
#define GLTF(rest) "{\"asset\":{\"version\":\"2.0\"}," rest "}"
// 36 bytes: three corners of zeros.
#define BUFFER                                                                                     \
    "\"buffers\":[{\"byteLength\":36,\"uri\":\"data:;base64,AAAAAAAAAAAAAAAAAAAAAAAA"              \
    "AAAAAAAAAAAAAAAAAAAAAAAA\"}],"
#define VIEW "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"
#define ACCESSOR(count)                                                                            \
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":" count                     \
    ",\"type\":\"VEC3\"}],"
#define MESH "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"

static void damage_is_refused_with_a_reason(void **state)
{
    (void)state;
    static const struct {
        ReadFn *read;
        const char *text, *message;
    } CASES[] = {
        {stl_import_memory, "", "bad: the file is empty"},
        {stl_import_memory, "hello",
         "bad: this is no STL file: neither 'solid' nor a binary header"},
        {stl_import_memory, "solid a\nendsolid a\n", "bad: there are no triangles in it"},
        {stl_import_memory, FACET("vertex 0 0 nan\n"), "bad:4: a number expected, not 'nan'"},
        {stl_import_memory, FACET("vertex 0 0 1e99\n"),
         "bad:4: '1e99' is too large, the limit is 1e+15"},
        {stl_import_memory, FACET("vertex 0 0 0\nvertex 1 0"),
         "bad:5: a number expected, but the file ends here: is it complete?"},
        {stl_import_memory, FACET("vertex 0 0 0\nvertex 1 0 0\nendloop\n"),
         "bad:6: 'vertex' expected, not 'endloop'"},
        {ply_import_memory, "plx", "bad: this is no PLY file: it does not begin with 'ply'"},
        {ply_import_memory, "ply\nformat ascii 2.0\n", "bad:2: '1.0' expected, not '2.0'"},
        {ply_import_memory, PLY_HEAD("3", "0") CORNERS,
         "bad: there are no faces in it, and points alone cannot collide"},
        {ply_import_memory, PLY_HEAD("3", "1") CORNERS "3 0 1 3\n",
         "bad: face 1 of 1 has the vertex 3, there are 3 (from 0)"},
        {ply_import_memory, PLY_HEAD("3", "1") CORNERS "2 0 1\n",
         "bad:13: a face has at least 3 corners"},
        {ply_import_memory, PLY_HEAD("3", "1") CORNERS "3 0 1 -1\n",
         "bad:13: a corner is not the number of a vertex"},
        {ply_import_memory, PLY_HEAD("4", "1") CORNERS "inf 0 0\n",
         "bad:13: a number expected, not 'inf'"},
        {ply_import_memory, PLY_HEAD("-1", "1"),
         "bad:3: a whole number of elements expected, not '-1'"},
        {ply_import_memory, PLY_HEAD("4000000000", "1"),
         "bad:3: '4000000000' is too large, the limit is 2.14748e+09"},
        {gltf_import_memory, "{",
         "bad:1: a key in quotes expected (the file ends here: is it complete?)"},
        {gltf_import_memory, "{}", "bad: only version 2 of glTF is read, and this file names none"},
        {gltf_import_memory, GLTF("\"a\":1"), "bad: there are no triangles in it"},
        {gltf_import_memory, GLTF("\n\"extensionsRequired\":[\"KHR_draco_mesh_compression\"]"),
         "bad:2: the file needs the extension 'KHR_draco_mesh_compression', which is not read "
         "here; "
         "export it without (compression, for example)"},
        {gltf_import_memory, GLTF(BUFFER VIEW ACCESSOR("4") MESH "\"nodes\":[{\"mesh\":0}]"),
         "bad:1: an accessor goes beyond its buffer view"},
        {gltf_import_memory, GLTF(BUFFER VIEW ACCESSOR("3") MESH "\"nodes\":[{\"mesh\":1}]"),
         "bad:1: number 1 is out of range (there are 1)"},
        {gltf_import_memory,
         GLTF(BUFFER VIEW ACCESSOR("3") MESH "\n\"nodes\":[{\"mesh\":0,\"children\":[0]}]"),
         "bad:2: nodes are nested too deeply"},
        {gltf_import_memory,
         GLTF(BUFFER VIEW ACCESSOR("3") MESH "\"nodes\":[{\"mesh\":0,\n\"scale\":[1,1]}]"),
         "bad:2: scale must be a list of 3 numbers"},
        {gltf_import_memory,
         GLTF(BUFFER VIEW ACCESSOR("3") MESH "\"nodes\":[{\"mesh\":0,\n\"rotation\":[0,0,0,0]}]"),
         "bad:2: a rotation of length 0 turns nothing; export the file again, or write [0, 0, 0, "
         "1] "
         "for no rotation"},
        {gltf_import_memory,
         GLTF(BUFFER VIEW ACCESSOR("3") MESH "\"nodes\":[{\"mesh\":0,\"scale\":[0,0,0]}]"),
         "bad: no node of its scene has triangles"},
        {gltf_import_memory,
         GLTF("\n\"buffers\":[{\"byteLength\":9,\"uri\":\"data:;base64,AAAA\"}]"),
         "bad:2: a buffer should have 9 bytes and has 3: is it complete?"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i)
        assert_refused(CASES[i].read, CASES[i].text, strlen(CASES[i].text), CASES[i].message);
    unsigned char binary[84 + 50] = {[80] = 2};
    assert_refused(stl_import_memory, (const char *)binary, sizeof binary,
                   "bad: a binary STL file of 2 triangles has 184 bytes, this one 134: is it "
                   "complete?");
    binary[80] = 1;
    memset(binary + 96, 0xFF, 4);
    assert_refused(stl_import_memory, (const char *)binary, sizeof binary,
                   "bad: triangle 1 of 1 has a coordinate that is no finite number up to 1e+15");
    printf("RAN: %zu damaged files refused\n", sizeof CASES / sizeof *CASES + 2);
}

// The base64 of the corners (0 0 0), (1 0 0), (0 1 0).
#define TRIANGLE_BUFFER                                                                            \
    "\"buffers\":[{\"byteLength\":36,\"uri\":\"data:;base64,AAAAAAAAAAAAAAAAAACAPwAA"              \
    "AAAAAAAAAAAAAAAAgD8AAAAA\"}],"
#define TRIANGLE_GLTF(rest) GLTF(TRIANGLE_BUFFER VIEW ACCESSOR("3") MESH rest)
#define OBJ_CORNERS "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
#define CUT(line)                                                                                  \
    "the file ends in line " line " without the end of a line: if it was cut there, the last "     \
    "number is wrong; export it again"

// What can be read in spite of an oddity is read, and the oddity is said: where, and what to do.
static void doubts_are_told(void **state)
{
    (void)state;
    static const struct {
        ReadFn *read;
        const char *text, *notice; // NULL: nothing to say
        int parts;
    } CASES[] = {
        {obj_import_memory, OBJ_CORNERS "f 1 2 3\n", NULL, 1},
        {obj_import_memory, OBJ_CORNERS "f 1 2 3", CUT("4"), 1},
        {obj_import_memory, OBJ_CORNERS "f 1 2 3\nv 0 0 1.2", CUT("5"), 1},
        {obj_import_memory, OBJ_CORNERS "f 1 2 3\n# the end", NULL, 1},
        {ply_import_memory, PLY_HEAD("3", "1") CORNERS "3 0 1 2\n", NULL, 1},
        {ply_import_memory, PLY_HEAD("3", "1") CORNERS "3 0 1 2", CUT("13"), 1},
        {stl_import_memory,
         FACET("vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n") "endsolid a", NULL,
         1},
        {gltf_import_memory, TRIANGLE_GLTF("\"nodes\":[{\"mesh\":0}]"), NULL, 1},
        {gltf_import_memory,
         TRIANGLE_GLTF("\"nodes\":[{\"mesh\":0}],\"scenes\":[{\"nodes\":[0]}],\n\"scene\":1"),
         "line 2: there is no scene 1 in it, so all its nodes were read; check whether some belong "
         "to other scenes",
         1},
        {gltf_import_memory, TRIANGLE_GLTF("\"nodes\":[{\"mesh\":0}],\n\"scene\":0"),
         "line 2: there is no scene 0 in it, so all its nodes were read; check whether some belong "
         "to other scenes",
         1},
        {gltf_import_memory,
         TRIANGLE_GLTF("\"nodes\":[{\"mesh\":0},\n{\"mesh\":0,\"name\":\"Gone\","
                       "\"matrix\":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}]"),
         "line 2: part Gone has a matrix or scale of 0 and was left out", 1},
        {gltf_import_memory,
         TRIANGLE_GLTF("\"nodes\":[\n{\"mesh\":0,\"name\":\"Flat\",\"scale\":[1,1,0]}]"),
         "line 2: part Flat is squeezed flat by its matrix or scale; check it", 1},
        {gltf_import_memory, TRIANGLE_GLTF("\"nodes\":[{\"mesh\":0,\n\"rotation\":[0,0,0,2]}]"),
         "1 rotations are no unit quaternions (first in line 2); they were brought to length 1: "
         "check where these parts are",
         1},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        ImportResult result;
        Error err = {""};
        if (!CASES[i].read("odd", CASES[i].text, strlen(CASES[i].text), NULL, &result, NULL, &err))
            fail_msg("case %zu: %s", i, err.text);
        assert_int_equal(result.part_count, CASES[i].parts);
        assert_box(&result.parts[0], vec3d(0, 0, 0), vec3d(1, 1, 0), 1e-6);
        bool told = false;
        for (int32_t k = 0; k < result.notice_count; ++k)
            told |= CASES[i].notice && strcmp(result.notices[k], CASES[i].notice) == 0;
        if (CASES[i].notice ? !told : result.notice_count > 0)
            fail_msg("case %zu: %s", i,
                     result.notice_count > 0 ? result.notices[0] : "nothing was said");
        import_result_free(&result);
    }
}

// Named nodes are groups, but for those that hold one part alone or all of them.
static void nodes_of_gltf_are_groups(void **state)
{
    (void)state;
    static const char text[] =
        GLTF(BUFFER VIEW ACCESSOR("3") MESH
             "\"nodes\":[{\"name\":\"All\",\"children\":[1,5,6]},"
             "{\"name\":\"Shafts/in\",\"children\":[2,3]},"
             "{\"name\":\"Key\",\"mesh\":0},"
             "{\"name\":\"Pair\",\"children\":[4,7]},{\"name\":\"Left\",\"mesh\":0},"
             "{\"name\":\"Alone\",\"children\":[8]},{\"children\":[9]},"
             "{\"name\":\"Right\",\"mesh\":0},{\"name\":\"One\",\"mesh\":0},"
             "{\"name\":\"Lid\",\"mesh\":0}]");
    static const struct {
        const char *name, *group;
    } WANTED[] = {{"Key", "Shafts\xE2\x88\x95in"},
                  {"Left", "Shafts\xE2\x88\x95in/Pair"},
                  {"Right", "Shafts\xE2\x88\x95in/Pair"},
                  {"One", NULL},
                  {"Lid", NULL}};
    ImportResult result;
    Error err = {""};
    if (!gltf_import_memory("tree", text, strlen(text), NULL, &result, NULL, &err))
        fail_msg("%s", err.text);
    assert_int_equal(result.part_count, 5);
    for (int i = 0; i < 5; ++i) {
        assert_string_equal(result.parts[i].name, WANTED[i].name);
        assert_string_equal(result.parts[i].group ? result.parts[i].group : "none",
                            WANTED[i].group ? WANTED[i].group : "none");
    }
    import_result_free(&result);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

// Every byte of every sample cut off or changed: read or refused, no more.
static void every_damage_ends_well(void **state)
{
    (void)state;
    static const char *const FILES[] = {DATA "two.stl", DATA "binary.stl", DATA "cube.ply",
                                        DATA "cube.glb", DATA "cube_big.ply"};
    static ReadFn *const READERS[] = {stl_import_memory, stl_import_memory, ply_import_memory,
                                      gltf_import_memory, ply_import_memory};
    Rng rng = rng_create(71);
    int read = 0, refused = 0;
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; ++i) {
        FILE *file = fopen(FILES[i], "rb");
        assert_non_null(file);
        char bytes[8192];
        size_t size = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        for (size_t at = 0; at < size; at += 1 + size / 300) {
            for (int cut = 0; cut < 2; ++cut) {
                char before = bytes[at];
                bytes[at] = (char)(rng_next(&rng) & 0xFF);
                ImportResult result;
                Error err = {""};
                bool good =
                    READERS[i]("damaged", bytes, cut ? at : size, NULL, &result, NULL, &err);
                bytes[at] = before;
                assert_true(good || err.text[0]);
                good ? ++read : ++refused;
                import_result_free(&result);
            }
        }
    }
    assert_true(read > 0 && refused > 0);
    printf("RAN: %d damaged files, %d of them could still be read\n", read + refused, read);
}

static void buffers_stay_in_the_folder(void **state)
{
    (void)state;
    char folder[] = "/tmp/snug-gltf-XXXXXX", path[64], text[512];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.gltf", folder);
    static const char *const OUTSIDE[] = {"/etc/hostname", "../x.bin", "a/%2e%2e/%2e%2e/x.bin",
                                          "a\\\\..\\\\..\\\\x.bin"};
    for (int i = 0; i < 4; ++i) {
        snprintf(text, sizeof text, GLTF("\"buffers\":[{\"byteLength\":1,\"uri\":\"%s\"}]"),
                 OUTSIDE[i]);
        write_file(path, text);
        ImportResult result;
        Error err = {""};
        assert_false(import_file(path, NULL, &result, NULL, &err));
        assert_non_null(strstr(err.text, "is not in the folder of the file"));
    }
    snprintf(text, sizeof text, GLTF("\"buffers\":[{\"byteLength\":1,\"uri\":\"none.bin\"}]"));
    write_file(path, text);
    ImportResult result;
    Error err = {""};
    assert_false(import_file(path, NULL, &result, NULL, &err));
    assert_non_null(strstr(err.text, "none.bin: there is no such file"));
    remove(path);
    remove(folder);
}

static void endings_choose_the_reader(void **state)
{
    (void)state;
    assert_string_equal(import_format_of("a/b.STL")->name, "STL");
    assert_string_equal(import_format_of("a.glb")->name, "glTF");
    assert_string_equal(import_format_of("a.step")->name, "STEP");
    assert_null(import_format_of("a.prt"));
    assert_null(import_format_of(".obj"));
    ImportResult result;
    Error err = {""};
    assert_false(import_file("part.xyz", NULL, &result, NULL, &err));
    assert_string_equal(err.text,
                        "part.xyz: the name must end in .obj, .stl, .ply, .off, .coff, .3mf, "
                        ".gltf, .glb, .step, .stp, .iges, .igs, .brep, .brp, .dae, .fbx or .3ds");
}

// A file under the name of another format, or of none, is read as what it is, and that is said.
static void contents_say_more_than_names(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"model.stl", "model.bin"};
    char folder[] = "/tmp/snug-contents-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    char here[1024], from[1100];
    assert_non_null(getcwd(here, sizeof here));
    snprintf(from, sizeof from, "%s/" DATA "cube.ply", here);
    for (int i = 0; i < 2; ++i) {
        snprintf(path, sizeof path, "%s/%s", folder, NAMES[i]);
        assert_int_equal(symlink(from, path), 0);
        ImportResult result = read_path(path, NULL);
        assert_int_equal(result.part_count, 1);
        assert_int_equal(result.notice_count > 0 &&
                             strcmp(result.notices[result.notice_count - 1],
                                    "it is a PLY file, although its name says STL") == 0,
                         i == 0);
        import_result_free(&result);
        remove(path);
    }
    remove(folder);
}

static void a_cancelled_job_ends_it(void **state)
{
    (void)state;
    static const char *const FILES[] = {DATA "two.stl", DATA "cube.ply", DATA "cube.glb"};
    for (int i = 0; i < 3; ++i) {
        Job job = {0};
        job_cancel(&job);
        ImportResult result;
        Error err = {""};
        assert_false(import_file(FILES[i], NULL, &result, &job, &err));
        assert_non_null(strstr(err.text, "cancelled"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stl_arrives),
        cmocka_unit_test(ply_arrives),
        cmocka_unit_test(gltf_arrives),
        cmocka_unit_test(nodes_of_gltf_are_groups),
        cmocka_unit_test(damage_is_refused_with_a_reason),
        cmocka_unit_test(doubts_are_told),
        cmocka_unit_test(every_damage_ends_well),
        cmocka_unit_test(buffers_stay_in_the_folder),
        cmocka_unit_test(endings_choose_the_reader),
        cmocka_unit_test(contents_say_more_than_names),
        cmocka_unit_test(a_cancelled_job_ends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
