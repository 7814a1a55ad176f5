// Trees built by several threads are those of one thread, and so are trees built at the same time.
// ctest labels: threads
#include "core/pool.h"
#include "test_set.h"

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
    for (int t = 0; t < BV_TYPE_COUNT; ++t) {
        for (int s = 0; s < SPLIT_RULE_COUNT; s += long_tier() ? 1 : 5) {
            BvhDesc desc = {.type = bv_types[t], .split = split_rules[s]};
            const char *why;
            if (!bvh_desc_allowed(&desc, &why))
                continue;
            for (int threads = 1; threads <= MOST_THREADS; threads *= 2) {
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
        cmocka_unit_test(cancelling_keeps_what_is_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
