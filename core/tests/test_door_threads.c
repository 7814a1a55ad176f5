// Two threads ask one tree at once, make and drop objects, and cancel each other: the answers are
// those of one thread, and ThreadSanitizer has nothing to say.
// ctest labels: threads
#include "core/mesh/shapes.h"
#include "core/tests/door_case.h"
#include "core/tests/test_set.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

enum { POSES = 6 };

typedef struct Answers {
    uint64_t contacts[POSES];
    double distance[POSES];
    int32_t verdict[POSES];
    int32_t triangle[POSES];
} Answers;

typedef struct Asker {
    const snug_tree *tree;
    snug_mesh *mesh;
    Answers answers;
    bool good;
} Asker;

static void pose_of(int i, double numbers[12])
{
    Affine pose = affine_rotation(vec3d(0, 0.6, 0.8), 0.4 * i);
    pose.p = vec3d(0.5 * i, 0.1, 0.2);
    door_numbers(&pose, numbers);
}

static void *ask(void *user)
{
    Asker *asker = user;
    const snug_tree *tree = asker->tree;
    Answers *out = &asker->answers;
    asker->good = true;
    for (int i = 0; i < POSES; ++i) {
        double pose[12], origin[3] = {0.3 * i, 0.1, 9}, down[3] = {0, 0, -1};
        pose_of(i, pose);
        snug_contacts found = {.struct_size = sizeof found};
        snug_distance distance = {.struct_size = sizeof distance};
        snug_answer answer = {.struct_size = sizeof answer};
        snug_ray_hit hit = {.struct_size = sizeof hit};
        snug_search *search = NULL;
        asker->good = asker->good && !snug_find_contacts(tree, tree, pose, NULL, &found, NULL) &&
                      !snug_find_distance(tree, tree, pose, NULL, &distance, NULL) &&
                      !snug_search_begin(tree, tree, pose, NULL, &search, NULL) &&
                      !snug_search_run(search, 0, &answer, NULL) &&
                      !snug_find_ray_hit(tree, origin, down, INFINITY, &hit, NULL);
        out->contacts[i] = found.count;
        out->distance[i] = distance.value;
        out->verdict[i] = (int32_t)answer.verdict;
        out->triangle[i] = hit.triangle;
        snug_search_end(search);
        snug_contacts_free(&found);
    }
    return NULL;
}

static void two_threads_ask_one_tree(void **state)
{
    (void)state;
    snug_mesh *mesh = door_mesh_of(shape_torus(1, 0.3, 32, 16));
    snug_tree *alone = door_tree(mesh, NULL), *tree = door_tree(mesh, NULL);
    Asker first = {.tree = alone}, askers[2] = {{.tree = tree}, {.tree = tree}};
    ask(&first);
    pthread_t threads[2];
    for (int i = 0; i < 2; ++i)
        assert_int_equal(pthread_create(&threads[i], NULL, ask, &askers[i]), 0);
    for (int i = 0; i < 2; ++i)
        pthread_join(threads[i], NULL);
    assert_true(first.good && first.answers.contacts[0] > 0);
    for (int i = 0; i < 2; ++i) {
        assert_true(askers[i].good);
        assert_memory_equal(&askers[i].answers, &first.answers, sizeof first.answers);
    }
    snug_tree_release(tree);
    snug_tree_release(alone);
    snug_mesh_release(mesh);
}

// Trees over one mesh are built, asked and released at once.
static void *build_and_drop(void *user)
{
    Asker *asker = user;
    asker->good = true;
    for (int i = 0; i < 6; ++i) {
        snug_tree *tree = NULL;
        snug_kind_info kind = {.struct_size = sizeof kind};
        asker->good = asker->good && !snug_kind_at(SNUG_VOLUMES, i, &kind, NULL);
        snug_tree_desc desc = {.struct_size = sizeof desc, .volume = kind.name};
        snug_contacts found = {.struct_size = sizeof found};
        asker->good = asker->good && !snug_tree_build(asker->mesh, &desc, &tree, NULL) &&
                      !snug_find_contacts(tree, tree, NULL, NULL, &found, NULL) && found.count > 0;
        snug_contacts_free(&found);
        snug_tree_release(tree);
    }
    return NULL;
}

static void two_threads_share_a_mesh(void **state)
{
    (void)state;
    snug_mesh *mesh = door_mesh_of(shape_torus(1, 0.3, 16, 8));
    Asker askers[2] = {{.mesh = mesh}, {.mesh = mesh}};
    pthread_t threads[2];
    for (int i = 0; i < 2; ++i)
        assert_int_equal(pthread_create(&threads[i], NULL, build_and_drop, &askers[i]), 0);
    for (int i = 0; i < 2; ++i)
        pthread_join(threads[i], NULL);
    assert_true(askers[0].good && askers[1].good);
    snug_mesh_release(mesh);
}

static void *cancel(void *user)
{
    const char *step = NULL;
    while (snug_job_progress(user, &step) == 0 && !step) // until it has begun
        nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
    snug_job_cancel(user);
    return NULL;
}

static void another_thread_cancels_a_check(void **state)
{
    (void)state;
    snug_mesh *mesh = door_mesh_of(shape_torus(1, 0.3, 64, 32));
    snug_assembly *assembly = NULL;
    MUST(snug_assembly_create(NULL, &assembly, error));
    for (int i = 0; i < 20; ++i) {
        double at[12] = {1, 0, 0, 0.5 * i, 0, 1, 0, 0.1 * i, 0, 0, 1, 0};
        snug_part_desc part = {
            .struct_size = sizeof part, .name = "Ring", .mesh = mesh, .placement = at};
        MUST(snug_assembly_add(assembly, &part, NULL, error));
    }
    snug_job_desc two = {.struct_size = sizeof two, .threads = 2};
    snug_job *job = NULL;
    MUST(snug_job_create(&two, &job, error));
    snug_check_desc desc = {.struct_size = sizeof desc, .job = job};
    snug_check check = {.struct_size = sizeof check};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, cancel, job), 0);
    snug_status status = snug_assembly_check(assembly, &desc, &check, NULL);
    pthread_join(thread, NULL);
    assert_true(status == SNUG_CANCELLED || status == SNUG_OK); // OK: it came too late
    assert_int_equal(snug_assembly_check(assembly, &desc, &check, NULL), SNUG_CANCELLED);
    desc.job = NULL;
    MUST(snug_assembly_check(assembly, &desc, &check, error));
    assert_true(check.violations > 0);
    snug_check_free(&check);
    snug_job_release(job);
    snug_assembly_release(assembly);
    snug_mesh_release(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_threads_ask_one_tree),
        cmocka_unit_test(two_threads_share_a_mesh),
        cmocka_unit_test(another_thread_cancels_a_check),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
