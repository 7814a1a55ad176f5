// What two parts share through the library: measured, given as triangles, and refused without harm.
#include "core/base/memory.h"
#include "core/mesh/shapes.h"
#include "core/tests/door_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static snug_assembly *two_boxes(double shift)
{
    snug_assembly *assembly = NULL;
    MUST(snug_assembly_create(NULL, &assembly, error));
    door_part(assembly, "Left", shape_box(vec3d(2, 2, 2)), vec3d(0, 0, 0));
    door_part(assembly, "Right", shape_box(vec3d(2, 2, 2)), vec3d(shift, 0.5, 0));
    return assembly;
}

static double volume_of(const snug_common *common)
{
    double sum = 0;
    for (uint64_t i = 0; i < common->triangle_count; ++i) {
        const double *p = common->points + 9 * i;
        sum += p[0] * (p[4] * p[8] - p[5] * p[7]) + p[1] * (p[5] * p[6] - p[3] * p[8]) +
               p[2] * (p[3] * p[7] - p[4] * p[6]);
    }
    return sum / 6;
}

static void boxes_share_a_box(void **state)
{
    (void)state;
    snug_common_desc desc = {.struct_size = sizeof desc};
    snug_common common = {.struct_size = sizeof common};
    for (int i = 0; i < 6; ++i) {
        double shift = 0.5 * i, wanted = fmax(0, 2 - shift) * 1.5 * 2;
        snug_assembly *assembly = two_boxes(shift);
        snug_check check = {.struct_size = sizeof check};
        if (i % 2) // with trees and without
            MUST(snug_assembly_check(assembly, NULL, &check, error));
        desc.solid = i > 0;
        MUST(snug_assembly_common(assembly, 0, 1, &desc, &common, error));
        assert_true(common.known && common.why[0] == '\0' && !common.coarse);
        assert_true(fabs(common.volume - wanted) <= common.error + 1e-12 && common.error < 1e-9);
        assert_true(!desc.solid || fabs(volume_of(&common) - wanted) < 1e-8);
        assert_true((common.triangle_count > 0) == (desc.solid && wanted > 0));
        snug_check_free(&check);
        snug_assembly_release(assembly); // what was given stays
    }
    snug_common_free(&common);
    assert_true(!common.memory && !common.points && common.triangle_count == 0);
}

static void what_has_no_inside_is_named(void **state)
{
    (void)state;
    snug_assembly *assembly = two_boxes(1);
    Mesh *open = shape_box(vec3d(1, 1, 1));
    --open->triangle_count;
    int32_t cover = door_part(assembly, "Cover", open, vec3d(0.5, 0.5, 0.5));
    snug_common_desc desc = {.struct_size = sizeof desc, .solid = 1};
    snug_common common = {.struct_size = sizeof common};
    MUST(snug_assembly_common(assembly, 0, cover, &desc, &common, error));
    assert_true(!common.known && common.triangle_count == 0 && common.volume == 0);
    assert_string_equal(common.why, "Cover is not closed");
    snug_common_free(&common);
    snug_assembly_release(assembly);
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    snug_assembly *assembly = two_boxes(1);
    snug_common_desc desc = {.struct_size = sizeof desc};
    snug_common common = {.struct_size = sizeof common}, none = {0};
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_assembly_common(NULL, 0, 1, &desc, &common, error));
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_assembly_common(assembly, 0, 2, &desc, &common, error));
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_assembly_common(assembly, -1, 1, &desc, &common, error));
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_assembly_common(assembly, 1, 1, &desc, &common, error));
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_assembly_common(assembly, 0, 1, &desc, NULL, error));
    MUST_REFUSE(SNUG_BAD_SIZE, snug_assembly_common(assembly, 0, 1, &desc, &none, error));
    MUST(snug_job_create(NULL, &desc.job, error));
    snug_job_cancel(desc.job);
    MUST_REFUSE(SNUG_CANCELLED, snug_assembly_common(assembly, 0, 1, &desc, &common, error));
    assert_null(common.memory);
    snug_job_release(desc.job);
    snug_common_free(NULL);
    snug_common_free(&common);
    snug_assembly_release(assembly);
}

// --- every allocation fails once

static int64_t left = -1; // allocations that succeed; negative: all of them

static bool may(void)
{
    bool yes = left != 0;
    left -= left > 0;
    return yes;
}

static void *allocate(void *user, size_t size)
{
    (void)user;
    return may() ? malloc(size) : NULL;
}

static void *resize(void *user, void *block, size_t size)
{
    (void)user;
    return may() ? realloc(block, size) : NULL;
}

static void let_go(void *user, void *block)
{
    (void)user;
    free(block);
}

static void memory_may_run_short(void **state)
{
    (void)state;
    snug_assembly *assembly = two_boxes(1);
    snug_common_desc desc = {.struct_size = sizeof desc, .solid = 1};
    int64_t allowed = 0;
    for (snug_status status = SNUG_NO_MEMORY; status != SNUG_OK; ++allowed) {
        snug_common common = {.struct_size = sizeof common};
        snug_error err = {.text = ""};
        left = allowed;
        status = snug_assembly_common(assembly, 0, 1, &desc, &common, &err);
        left = -1;
        if (status != SNUG_OK)
            assert_true(status == SNUG_NO_MEMORY && err.text[0] && !common.memory);
        else
            assert_true(fabs(volume_of(&common) - 3) < 1e-8);
        snug_common_free(&common);
        assert_true(allowed < 100000);
    }
    assert_true(allowed > 20);
    snug_assembly_release(assembly);
}

int main(void)
{
    snug_allocator allocator = {
        .struct_size = sizeof allocator, .allocate = allocate, .resize = resize, .release = let_go};
    snug_error err = {.text = ""};
    if (snug_set_allocator(&allocator, &err) != SNUG_OK)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_share_a_box),
        cmocka_unit_test(what_has_no_inside_is_named),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(memory_may_run_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
