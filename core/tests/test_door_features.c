// Features through the library: found, told, and refused without harm.
#include "core/base/angle.h"
#include "core/tests/door_case.h"
#include "core/tests/odd_shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void a_ring_has_a_pin_and_a_hole(void **state)
{
    (void)state;
    snug_mesh *mesh = door_mesh_of(shape_ring(5, 12, 20, 48));
    snug_features *features = NULL;
    MUST(snug_features_find(mesh, NULL, &features, error));
    assert_int_equal(snug_features_count(features), 8);
    int holes = 0;
    for (int32_t i = 0; i < 8; ++i) {
        snug_feature f = {.struct_size = sizeof f};
        MUST(snug_features_at(features, i, &f, error));
        assert_int_equal(f.kind, i < 2   ? SNUG_FEATURE_PLANE
                                 : i < 4 ? SNUG_FEATURE_CYLINDER
                                         : SNUG_FEATURE_CIRCLE);
        for (int32_t k = 0; k < f.triangle_count; ++k)
            assert_int_equal(snug_features_of_triangle(features, f.triangles[k]), i);
        if (f.kind == SNUG_FEATURE_CIRCLE)
            assert_true(f.convex && f.face >= 0 && f.face < 2 && f.cylinder >= 2 && f.cylinder < 4);
        if (f.kind != SNUG_FEATURE_CYLINDER)
            continue;
        holes += f.inward;
        assert_int_equal(f.facets, 48);
        assert_true(fabs(f.radius - (f.inward ? 5 : 12)) < 1e-9 && fabs(f.length - 20) < 1e-9);
        assert_true(fabs(fabs(f.axis[1]) - 1) < 1e-12 && fabs(f.arc - 2 * PI) < 1e-9);
    }
    assert_int_equal(holes, 1);
    snug_features_release(features);
    snug_mesh_release(mesh);
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    snug_mesh *mesh = door_mesh_of(shape_box(vec3d(1, 2, 3)));
    snug_features *features = NULL;
    snug_job *job = NULL;
    snug_feature f = {.struct_size = sizeof f};
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_features_find(NULL, NULL, &features, error));
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_features_find(mesh, NULL, NULL, error));
    MUST(snug_job_create(NULL, &job, error));
    snug_job_cancel(job);
    MUST_REFUSE(SNUG_CANCELLED, snug_features_find(mesh, job, &features, error));
    assert_null(features);
    snug_job_release(job);
    MUST(snug_features_find(mesh, NULL, &features, error));
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_features_at(features, 6, &f, error));
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_features_at(features, -1, &f, error));
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_features_at(NULL, 0, &f, error));
    MUST_REFUSE(SNUG_BAD_ARGUMENT, snug_features_at(features, 0, NULL, error));
    assert_int_equal(snug_features_of_triangle(features, 12), -1);
    assert_int_equal(snug_features_of_triangle(NULL, 0), -1);
    assert_int_equal(snug_features_count(NULL), 0);
    snug_features_release(features);
    snug_features_release(NULL);
    snug_mesh_release(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ring_has_a_pin_and_a_hole),
        cmocka_unit_test(nonsense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
