#include "core/tests/trace_case.h"
#include "core/base/rng.h"
#include "core/mesh/shapes.h"
#include "core/tree/build/build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { POSES = 4 };

// Side by side, crossing, one scaled differently along its axes, one mirrored.
static Affine pose(int number, double reach)
{
    Rng rng = rng_create((uint64_t)(70 + number));
    Affine m = rng_rotation(&rng);
    m.p = vec3d_scale(rng_direction(&rng), reach * (number == 0 ? 1 : 0.7));
    static const double stretch[POSES][3] = {{1, 1, 1}, {1, 1, 1}, {0.6, 1, 1.3}, {-1, 1, 1}};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            m.m[i][j] *= stretch[number][j];
    return m;
}

static void with_trees(const BvType *type, const Bvh *a, const Bvh *b, double reach,
                       TraceCaseFn *each, void *user, int *number)
{
    for (int test = 0; test < type->test_count; ++test) {
        const OverlapTest *t = &type->tests[test];
        for (int i = 0; i < ((t->can & TEST_SCALE) ? POSES : 2); ++i) {
            for (int lift = 0; lift <= (t->run_lifted != NULL); ++lift) {
                char name[128];
                snprintf(name, sizeof name, "%s | %s%s | pose %d", type->name, t->name,
                         lift ? ", lifted" : "", i);
                TraceCase c = {
                    a,    b,      pose(i, reach), {.mode = QUERY_ALL, .test = test, .lift = lift},
                    name, *number};
                each(&c, user);
                ++*number;
            }
        }
    }
}

int trace_cases(TraceCaseFn *each, void *user)
{
    Mesh *meshes[2][2] = {{shape_torus(1, 0.3, 10, 6), shape_knot(2, 3, 1, 0.4, 0.2, 14, 5)},
                          {shape_cone(0.7, 2, 10), shape_soup(30, 1.2, 0.5, 5)}};
    static const double reach[2] = {1.2, 0.8};
    int combinations = 0, number = 0;
    for (int type = 0; type < bv_type_count; ++type) {
        for (int scene = 0; scene < 2; ++scene) {
            Error err = {""};
            BvhDesc desc = {.type = bv_types[type]};
            Bvh *a = bvh_build(meshes[scene][0], &desc, NULL, &err);
            Bvh *b = bvh_build(meshes[scene][1], &desc, NULL, &err);
            if (!a || !b)
                fail_msg("%s: %s", bv_types[type]->name, err.text);
            with_trees(bv_types[type], a, b, reach[scene], each, user, &number);
            bvh_release(a);
            bvh_release(b);
        }
        combinations += bv_types[type]->test_count;
    }
    for (int scene = 0; scene < 2; ++scene)
        for (int side = 0; side < 2; ++side)
            mesh_release(meshes[scene][side]);
    return combinations;
}
