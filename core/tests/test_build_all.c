// Trees built by several threads are those of one thread, and so are trees built at the same time.
// ctest labels: threads
#include "core/base/pool.h"
#include "core/mesh/shapes.h"
#include "core/tests/test_set.h"
#include "core/tests/tree_check.h"
#include "core/tree/bv/variants.h"
#include "core/tree/split/split.h"
#include "core/tree/split/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_MESHES = 64, MOST_THREADS = 4 };

static int make_meshes(Mesh **meshes)
{
    int count = 0;
    for (; count < test_mesh_count && count < MOST_MESHES; ++count)
        assert_non_null(meshes[count] = test_meshes[count].make());
    return count;
}

static void any_number_of_threads_builds_the_same_trees(void **state)
{
    (void)state;
    Mesh *meshes[MOST_MESHES];
    Bvh *trees[MOST_MESHES];
    uint64_t alone[MOST_MESHES];
    int count = make_meshes(meshes), compared = 0;
    for (int t = 0; t < bv_type_count; ++t) {
        for (int s = 0; s < split_rule_count; s += long_tier() ? 1 : sanitised() ? 10 : 5) {
            BvhDesc desc = {.type = bv_types[t], .split = split_rules[s]};
            const char *why;
            if (!bvh_desc_allowed(&desc, &why))
                continue;
            for (int threads = 1; threads <= MOST_THREADS;
                 threads *= sanitised() ? MOST_THREADS : 2) {
                Pool *pool = threads > 1 ? pool_create(threads) : NULL;
                Job job = {0};
                assert_true(bvh_build_all(meshes, count, &desc, pool, &job, trees, NULL));
                for (int i = 0; i < count; ++i) {
                    uint64_t hash = tree_hash(trees[i]);
                    if (threads == 1)
                        alone[i] = hash;
                    else if (hash != alone[i])
                        fail_msg("%s, %s, %s: %d threads build another tree", test_meshes[i].name,
                                 desc.type->name, desc.split->name, threads);
                    compared += threads > 1;
                    bvh_release(trees[i]);
                }
                // Shares are rounded down, each by less than one.
                int done = atomic_load(&job.permille);
                assert_true(done > 1000 - count - 1 && done <= 1000);
                pool_free(pool);
            }
        }
    }
    for (int i = 0; i < count; ++i)
        mesh_release(meshes[i]);
    printf("RAN: %d trees of %d meshes compared with those of one thread\n", compared, count);
}

// A thread's nodes go where one thread alone would have put them.
static void one_tree_by_many_threads(void **state)
{
    (void)state;
    Mesh *meshes[] = {shape_torus(1, 0.4, 72, 36), shape_soup(5200, 3, 0.2, 5)};
    enum { MESHES = sizeof meshes / sizeof *meshes };
    int compared = 0, step = long_tier() ? 1 : sanitised() ? split_rule_count : 3;
    int first_threads = sanitised() ? MOST_THREADS : 2; // the slow ones: once per volume
    for (int t = 0; t < bv_type_count; ++t) {
        for (int s = t % step; s < split_rule_count; s += step) {
            // With more than one triangle in a leaf nobody knows before how many nodes there will be;
            // from four on fewer are expected.
            BvhDesc desc = {.type = bv_types[t], .split = split_rules[s], .leaf_size = s % 2 * 4};
            const char *why;
            if (!bvh_desc_allowed(&desc, &why))
                continue;
            for (int m = sanitised() ? t % MESHES : 0; m < MESHES; ++m) {
                assert_true(meshes[m]->triangle_count > 5000);
                Bvh *alone = bvh_build(meshes[m], &desc, NULL, NULL);
                for (int threads = first_threads; threads <= MOST_THREADS; ++threads) {
                    Job job = {.pool = pool_create(threads)};
                    Bvh *tree = bvh_build(meshes[m], &desc, &job, NULL);
                    assert_non_null(tree);
                    if (tree_hash(tree) != tree_hash(alone) || tree->depth != alone->depth)
                        fail_msg("mesh %d, %s, %s: %d threads build another tree", m,
                                 desc.type->name, desc.split->name, threads);
                    ++compared;
                    bvh_release(tree);
                    pool_free(job.pool);
                }
                bvh_release(alone);
            }
        }
    }
    for (int m = 0; m < MESHES; ++m)
        mesh_release(meshes[m]);
    printf("RAN: %d trees, each built by several threads, compared\n", compared);
}

// Groups of triangles, each half as far from a point as the one before: cuts through the middle of a box
// take off one after the other, and leaves that could hold four hold one.
static Mesh *make_lonely(int32_t groups, int32_t per_group)
{
    Mesh *mesh = mesh_create(3 * groups * per_group, groups * per_group);
    assert_non_null(mesh);
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        double away = ldexp(1, -(i % per_group));
        for (int32_t c = 0; c < 3; ++c) {
            mesh->vertices[3 * i + c] = vec3d(4.0 * (i / per_group) + away * (1 + 0.01 * (c == 1)),
                                              0.01 * away * (c == 2), 0);
            mesh->triangles[i][c] = 3 * i + c;
        }
    }
    return mesh;
}

static void trees_of_lonely_triangles_find_room(void **state)
{
    (void)state;
    static const BvType *const types[] = {&bv_aabb, &bv_obb};
    Mesh *mesh = make_lonely(600, 8);
    for (size_t t = 0; t < sizeof types / sizeof *types; ++t) {
        BvhDesc desc = {.type = types[t], .split = &split_spatial_median, .leaf_size = 4};
        Bvh *alone = bvh_build(mesh, &desc, NULL, NULL);
        assert_non_null(alone);
        assert_true(alone->node_count > (uint32_t)mesh->triangle_count); // more than was expected
        Error err = {""};
        if (!bvh_validate(alone, &err))
            fail_msg("%s: %s", types[t]->name, err.text);
        Job job = {.pool = pool_create(MOST_THREADS)};
        Bvh *tree = bvh_build(mesh, &desc, &job, NULL);
        assert_true(tree && tree_hash(tree) == tree_hash(alone));
        bvh_release(tree);
        bvh_release(alone);
        pool_free(job.pool);
    }
    mesh_release(mesh);
}

static void cancelling_keeps_what_is_done(void **state)
{
    (void)state;
    Mesh *meshes[MOST_MESHES];
    Bvh *trees[MOST_MESHES];
    int count = make_meshes(meshes);
    Pool *pool = pool_create(MOST_THREADS);
    Job job = {0};
    Error err = {""};
    BvhDesc desc = {.type = &bv_obb};
    job_cancel(&job);
    assert_false(bvh_build_all(meshes, count, &desc, pool, &job, trees, &err));
    assert_string_equal(err.text, "");
    int missing = 0;
    for (int i = 0; i < count; ++i) {
        missing += !trees[i];
        bvh_release(trees[i]);
    }
    assert_true(missing > 0);
    // What is not possible says why.
    desc = (BvhDesc){.type = &bv_boxtree, .arity = 4};
    assert_false(bvh_build_all(meshes, count, &desc, pool, NULL, trees, &err));
    assert_non_null(strstr(err.text, "cannot be built that way"));
    for (int i = 0; i < count; ++i) {
        assert_null(trees[i]);
        mesh_release(meshes[i]);
    }
    pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_threads_builds_the_same_trees),
        cmocka_unit_test(one_tree_by_many_threads),
        cmocka_unit_test(trees_of_lonely_triangles_find_room),
        cmocka_unit_test(cancelling_keeps_what_is_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
