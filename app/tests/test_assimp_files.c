// COLLADA, FBX and 3DS through the real importer: names, tree, instances, units, axes and colours
// arrive; files that are damaged in any place cost a sentence at most.
#include "app/io/format.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define DATA "app/tests/data/mesh/"

static int use_importer(void **state)
{
    (void)state;
    return setenv("SNUG_IMPORTER_ASSIMP", SNUG_IMPORTER, 1);
}

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

static void assert_box(const ImportedPart *part, Vec3d lo, Vec3d hi)
{
    Box3d box = box3d_empty();
    for (int32_t i = 0; i < part->mesh->vertex_count; ++i)
        box = box3d_including(box, affine_apply(&part->placement, part->mesh->vertices[i]));
    if (vec3d_distance(box.lo, lo) > 1e-5 || vec3d_distance(box.hi, hi) > 1e-5)
        fail_msg("%s: from %g %g %g to %g %g %g", part->name, box.lo.x, box.lo.y, box.lo.z,
                 box.hi.x, box.hi.y, box.hi.z);
}

static void collada_arrives(void **state)
{
    (void)state;
    ImportResult result = read_path(DATA "machine.dae", NULL);
    const ImportedPart *parts = result.parts;
    assert_int_equal(result.part_count, 3);
    assert_int_equal(result.options.unit, UNIT_INCH);
    static const char *const names[] = {"Left", "Right", "Large"};
    for (int i = 0; i < 3; ++i) {
        assert_string_equal(parts[i].name, names[i]);
        assert_int_equal(parts[i].mesh->triangle_count, 12);
        assert_int_equal(parts[i].mesh->vertex_count, 8);
        assert_int_equal(parts[i].mesh->colour_of[0], 0xFF0000);
        assert_true(affine_is_rigid(&parts[i].placement));
    }
    assert_string_equal(parts[0].group, "Arms");
    assert_null(parts[2].group);
    assert_ptr_equal(parts[0].mesh, parts[1].mesh);
    // z is up in the file: (x, y, z) is at (x, z, -y).
    assert_box(&parts[0], vec3d(10, 0, -2), vec3d(12, 2, 0));
    assert_box(&parts[1], vec3d(8, 0, -7), vec3d(10, 2, -5));
    assert_box(&parts[2], vec3d(0, 20, -4), vec3d(4, 24, 0));
    import_result_free(&result);
    result =
        read_path(DATA "machine.dae",
                  &(ImportOptions){.unit = UNIT_M, .up = UP_Z, .unit_said = true, .up_said = true});
    assert_int_equal(result.options.unit, UNIT_M);
    assert_box(&result.parts[0], vec3d(10, -2, -2), vec3d(12, 0, 0)); // turned once more
    assert_int_equal(result.notice_count, 2);
    assert_string_equal(result.notices[0],
                        "COLLADA files say which axis points up; read with z up, as you said");
    assert_string_equal(result.notices[1],
                        "the file says that it is in in; read as m, as you said");
    import_result_free(&result);
}

static void fbx_arrives(void **state)
{
    (void)state;
    ImportResult result = read_path(DATA "machine.fbx", NULL);
    const ImportedPart *parts = result.parts;
    assert_int_equal(result.part_count, 2);
    assert_int_equal(result.options.unit, UNIT_MM);
    assert_string_equal(parts[0].name, "Left");
    assert_string_equal(parts[1].name, "Right");
    assert_int_equal(parts[0].mesh->colour_of[0], 0x0000FF);
    assert_ptr_equal(parts[0].mesh, parts[1].mesh);
    assert_box(&parts[0], vec3d(10, 0, -2), vec3d(12, 2, 0)); // z is up in the file
    assert_box(&parts[1], vec3d(0, 0, -7), vec3d(2, 2, -5));
    import_result_free(&result);
}

static void max3ds_arrives(void **state)
{
    (void)state;
    ImportResult result = read_path(DATA "block.3ds", &(ImportOptions){.unit = UNIT_CM});
    assert_int_equal(result.part_count, 1);
    assert_int_equal(result.options.unit, UNIT_CM); // the file does not say
    assert_string_equal(result.parts[0].name, "Block");
    assert_int_equal(result.parts[0].mesh->colour_of[0], 0x00FF00);
    assert_box(&result.parts[0], vec3d(0, 0, -2), vec3d(2, 2, 0));
    import_result_free(&result);
}

// Here and there a byte changed, or the rest cut off.
static void damage_ends_well(void **state)
{
    (void)state;
    static const char *const names[] = {"machine.dae", "machine.fbx", "block.3ds"};
    char folder[] = "/tmp/snug-assimp-XXXXXX", path[64];
    int read = 0, refused = 0;
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < 3; ++i) {
        char from[64], bytes[4096];
        snprintf(from, sizeof from, DATA "%s", names[i]);
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        FILE *file = fopen(from, "rb");
        assert_non_null(file);
        size_t size = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        for (size_t at = 10; at < size; at += size / 7) {
            char before = bytes[at];
            bytes[at] = (char)(before ^ 0x15);
            file = fopen(path, "wb");
            assert_non_null(file);
            fwrite(bytes, 1, at % 2 ? size : at + 1, file);
            fclose(file);
            bytes[at] = before;
            ImportResult result;
            Error err = {""};
            bool good = import_file(path, NULL, &result, NULL, &err);
            assert_true(good || strncmp(err.text, path, strlen(path)) == 0);
            assert_null(strstr(err.text, "makes no sense"));
            good ? ++read : ++refused;
            import_result_free(&result);
        }
        unlink(path);
    }
    rmdir(folder);
    assert_true(refused > 0 && read + refused >= 21);
    printf("RAN: %d damaged files, %d of them could still be read\n", read + refused, read);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(collada_arrives),
        cmocka_unit_test(fbx_arrives),
        cmocka_unit_test(max3ds_arrives),
        cmocka_unit_test(damage_ends_well),
    };
    return cmocka_run_group_tests(tests, use_importer, NULL);
}
