// Queries on several threads give the list of one thread, for any number of threads; and the pool
// does all of its work, also for callers that find it busy.
// ctest labels: threads
#include "core/assembly/assembly.h"
#include "core/base/pool.h"
#include "core/mesh/shapes.h"
#include "core/tests/test_set.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_THREADS = 8, ITEMS = 1000 };

typedef struct Tally {
    _Atomic int next;
    _Atomic int done[ITEMS];
} Tally;

static void count_items(void *user, int worker)
{
    (void)worker;
    Tally *tally = user;
    for (int i; (i = atomic_fetch_add(&tally->next, 1)) < ITEMS;)
        atomic_fetch_add(&tally->done[i], 1);
}

static void *use_pool(void *pool)
{
    for (int round = 0; round < 50; ++round) {
        Tally tally = {0};
        pool_run(pool, count_items, &tally);
        for (int i = 0; i < ITEMS; ++i)
            if (tally.done[i] != 1)
                return (void *)1;
    }
    return NULL;
}

static void a_pool_does_everything_once(void **state)
{
    (void)state;
    assert_int_equal(pool_threads(NULL), 1);
    assert_null(use_pool(NULL));
    for (int threads = 1; threads <= MOST_THREADS; ++threads) {
        Pool *pool = pool_create(threads);
        assert_int_equal(pool_threads(pool), threads);
        assert_null(use_pool(pool));
        pool_free(pool);
    }
    pool_free(NULL);
}

static void a_busy_pool_keeps_nobody_waiting(void **state)
{
    (void)state;
    Pool *pool = pool_create(3);
    pthread_t users[4];
    for (int i = 0; i < 4; ++i)
        assert_int_equal(pthread_create(&users[i], NULL, use_pool, pool), 0);
    for (int i = 0; i < 4; ++i) {
        void *failed;
        pthread_join(users[i], &failed);
        assert_null(failed);
    }
    pool_free(pool);
}

static bool same_lists(const ContactList *a, const ContactList *b)
{
    if (a->count != b->count || a->point_count != b->point_count || a->truncated != b->truncated)
        return false;
    for (size_t i = 0; i < a->count; ++i) {
        const Contact *x = &a->items[i], *y = &b->items[i];
        if (x->a != y->a || x->b != y->b || x->kind != y->kind || x->point_count != y->point_count)
            return false;
        if (x->point_count > 0 && memcmp(&a->points[x->first_point], &b->points[y->first_point],
                                         x->point_count * sizeof *a->points) != 0)
            return false;
    }
    return true;
}

static void any_number_of_threads_gives_one_list(void **state)
{
    (void)state;
    MeshPair pairs[MESH_PAIRS];
    mesh_pairs_create(pairs);
    Pool *pools[MOST_THREADS + 1] = {NULL};
    for (int threads = 1; threads <= MOST_THREADS; ++threads)
        pools[threads] = pool_create(threads);
    int ran = 0, shared = 0;
    for (int t = 0; t < bv_type_count; ++t) {
        for (int p = 0; p < MESH_PAIRS; ++p) {
            BvhDesc kind = {.type = bv_types[t]};
            Bvh *a = bvh_build(pairs[p].a, &kind, NULL, NULL);
            Bvh *b = bvh_build(pairs[p].b, &kind, NULL, NULL);
            for (int test = 0; test < bv_types[t]->test_count; ++test) {
                Affine pose = mesh_pair_pose(&pairs[p], 300 + (uint64_t)test);
                pose.p = vec3d_scale(pose.p, 0.5);
                QueryDesc desc = {.mode = QUERY_ALL,
                                  .test = test,
                                  .rule = ((p + test) % descent_rule_count),
                                  .lift = p % 2,
                                  .witnesses = true,
                                  .parallel_from = 50};
                ContactList serial = {0}, parallel = {0};
                QueryStats alone, together;
                assert_true(query_contacts(a, b, &pose, &desc, NULL, &serial, &alone, NULL));
                for (int threads = 1; threads <= MOST_THREADS; ++threads, ++ran) {
                    desc.pool = pools[threads];
                    assert_true(
                        query_contacts(a, b, &pose, &desc, NULL, &parallel, &together, NULL));
                    if (!same_lists(&serial, &parallel))
                        fail_msg("%s / %s, %s: %d threads list %zu contacts, one lists %zu",
                                 bv_types[t]->name, bv_types[t]->tests[test].name, pairs[p].name,
                                 threads, parallel.count, serial.count);
                    // Space partitions count nothing twice either: all pairs are visited once.
                    assert_int_equal(alone.volume_tests, together.volume_tests);
                    assert_int_equal(alone.triangle_tests, together.triangle_tests);
                    assert_memory_equal(alone.exits, together.exits, sizeof alone.exits);
                    shared += alone.volume_tests > 1000;
                    desc.mode = QUERY_FIRST;
                    assert_true(query_contacts(a, b, &pose, &desc, NULL, &parallel, NULL, NULL));
                    assert_int_equal(parallel.count, serial.count > 0);
                    desc.mode = QUERY_ALL;
                }
                contact_list_free(&serial);
                contact_list_free(&parallel);
            }
            bvh_release(a);
            bvh_release(b);
        }
    }
    for (int threads = 1; threads <= MOST_THREADS; ++threads)
        pool_free(pools[threads]);
    assert_true(shared > ran / 4);
    printf("RAN: parallel: %d queries on 1 to %d threads equal to one thread, %d of them large\n",
           ran, MOST_THREADS, shared);
    mesh_pairs_free(pairs);
}

static void a_limit_and_a_cancel_stop_all_threads(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.3, 60, 24);
    Bvh *tree = bvh_build(mesh, NULL, NULL, NULL);
    Pool *pool = pool_create(4);
    ContactList list = {0};
    QueryDesc desc = {.mode = QUERY_ALL, .pool = pool, .parallel_from = 50, .limit = 100};
    Affine pose = affine_identity();
    assert_true(query_contacts(tree, tree, &pose, &desc, NULL, &list, NULL, NULL));
    assert_true(list.truncated);
    assert_int_equal(list.count, 100);
    Job job = {0};
    Error err = {""};
    job_cancel(&job);
    assert_false(query_contacts(tree, tree, &pose, &desc, &job, &list, NULL, &err));
    assert_string_equal(err.text, "");
    contact_list_free(&list);
    pool_free(pool);
    bvh_release(tree);
    mesh_release(mesh);
}

static void reports_do_not_depend_on_threads(void **state)
{
    (void)state;
    enum { PARTS = 24 };
    Mesh *mesh = shape_torus(1, 0.3, 24, 12);
    Bvh *tree = bvh_build(mesh, NULL, NULL, NULL);
    PosedPart parts[PARTS];
    Rng rng = rng_create(5);
    for (int i = 0; i < PARTS; ++i) {
        Affine placement = rng_rotation(&rng);
        placement.p = rng_in_cube(&rng, 2);
        parts[i] =
            (PosedPart){.tree = tree, .placement = placement, .active = true, .changed = true};
    }
    AssemblyReport serial = {0};
    QueryDesc desc = {.mode = QUERY_ALL, .witnesses = true};
    assert_true(assembly_report_update(&serial, parts, PARTS, &desc, NULL, NULL));
    assert_true(serial.count > 20);
    for (int threads = 1; threads <= MOST_THREADS; ++threads) {
        AssemblyReport report = {0};
        desc.pool = pool_create(threads);
        assert_true(assembly_report_update(&report, parts, PARTS, &desc, NULL, NULL));
        assert_int_equal(report.count, serial.count);
        assert_int_equal(report.near_pairs, serial.near_pairs);
        assert_int_equal(report.contact_count, serial.contact_count);
        assert_int_equal(report.stats.volume_tests, serial.stats.volume_tests);
        for (size_t i = 0; i < report.count; ++i) {
            assert_int_equal(report.pairs[i].a, serial.pairs[i].a);
            assert_int_equal(report.pairs[i].b, serial.pairs[i].b);
            assert_int_equal(report.pairs[i].worst, serial.pairs[i].worst);
            assert_true(same_lists(&report.pairs[i].contacts, &serial.pairs[i].contacts));
        }
        // One part that cannot be placed fails the update, whoever meets it first; nothing changes.
        PosedPart broken[PARTS];
        memcpy(broken, parts, sizeof broken);
        for (int k = 0; k < 3; ++k)
            broken[3].placement.m[0][k] = 0;
        Error err = {""};
        assert_false(assembly_report_update(&report, broken, PARTS, &desc, NULL, &err));
        assert_string_not_equal(err.text, "");
        assert_int_equal(report.count, serial.count);
        assembly_report_free(&report);
        pool_free(desc.pool);
    }
    printf("RAN: reports: %zu pairs of parts, the same on 1 to %d threads\n", serial.near_pairs,
           MOST_THREADS);
    assembly_report_free(&serial);
    bvh_release(tree);
    mesh_release(mesh);
}

typedef struct Drag {
    const Bvh *tree;
    Pool *pool;
    Job job;
    _Atomic bool running;
} Drag;

static void *query_until_cancelled(void *user)
{
    Drag *drag = user;
    ContactList list = {0};
    QueryDesc desc = {.mode = QUERY_ALL, .pool = drag->pool, .parallel_from = 500};
    Affine pose = affine_identity();
    Error err = {""};
    atomic_store(&drag->running, true);
    while (query_contacts(drag->tree, drag->tree, &pose, &desc, &drag->job, &list, NULL, &err))
        pose.p.x += 1e-3;
    contact_list_free(&list);
    return err.text[0] ? (void *)1 : NULL;
}

// The window cancels from another thread while everybody is busy.
static void a_cancel_from_outside_is_heard_under_load(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.3, 60, 24);
    Bvh *tree = bvh_build(mesh, NULL, NULL, NULL);
    enum { DRAGS = 3 };
    Drag drags[DRAGS];
    pthread_t threads[DRAGS];
    Pool *pool = pool_create(4);
    for (int i = 0; i < DRAGS; ++i) {
        drags[i] = (Drag){.tree = tree, .pool = pool};
        assert_int_equal(pthread_create(&threads[i], NULL, query_until_cancelled, &drags[i]), 0);
    }
    for (int i = 0; i < DRAGS; ++i) {
        while (!atomic_load(&drags[i].running))
            ;
        job_cancel(&drags[i].job);
    }
    for (int i = 0; i < DRAGS; ++i) {
        void *failed;
        pthread_join(threads[i], &failed);
        assert_null(failed);
    }
    pool_free(pool);
    bvh_release(tree);
    mesh_release(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pool_does_everything_once),
        cmocka_unit_test(a_busy_pool_keeps_nobody_waiting),
        cmocka_unit_test(any_number_of_threads_gives_one_list),
        cmocka_unit_test(a_limit_and_a_cancel_stop_all_threads),
        cmocka_unit_test(reports_do_not_depend_on_threads),
        cmocka_unit_test(a_cancel_from_outside_is_heard_under_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
