// Distance, tolerance and collision of the same poses must tell one story, for every volume and
// every overlap test; and the traversal does not depend on what is done at its leaves.
#include "core/tests/test_set.h"
#include "core/tests/tri_distance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static double brute_distance(const MeshPair *pair, const Affine *pose)
{
    double least = INFINITY;
    for (int32_t k = 0; k < pair->b->triangle_count; ++k) {
        Triangle tb = mesh_triangle(pair->b, k);
        tb = triangle_transformed(&tb, pose);
        for (int32_t j = 0; j < pair->a->triangle_count && least > 0; ++j) {
            Triangle ta = mesh_triangle(pair->a, j);
            Vec3d x, y;
            least = fmin(least, tri_distance(&ta, &tb, &x, &y));
        }
    }
    return least;
}

// Seeds 0, 4, 8 ... are on a grid, where faces touch. Half of the others are moved apart.
static Affine pose_of(const MeshPair *pair, uint64_t seed)
{
    Affine pose = mesh_pair_pose(pair, seed);
    if (seed % 2 == 1)
        pose.p = vec3d_scale(pose.p, 2);
    return pose;
}

typedef struct Story {
    const Bvh *a, *b;
    Affine pose;
    QueryDesc desc;
    const char *what;
    uint64_t seed;
} Story;

static bool closer_than(const Story *s, double tolerance)
{
    bool closer = false;
    Distance d;
    QueryDesc desc = s->desc;
    assert_true(
        query_tolerance(s->a, s->b, &s->pose, tolerance, &desc, NULL, &closer, &d, NULL, NULL));
    if (closer != (d.value <= tolerance) ||
        (closer && fabs(vec3d_distance(d.on_a, d.on_b) - d.value) > 1e-9))
        fail_msg("%s, %s, seed %llu: tolerance %.17g, pair at %.17g", s->what,
                 s->a->type->tests[s->desc.test].name, (unsigned long long)s->seed, tolerance,
                 d.value);
    return closer;
}

// How far the closest points are from the features that are named, and from being so far apart.
static double off_the_mark(const Story *s, const Distance *d)
{
    Triangle a = mesh_triangle(s->a->mesh, d->triangle_a);
    Triangle b = mesh_triangle(s->b->mesh, d->triangle_b);
    b = triangle_transformed(&b, &s->pose);
    double off = fmax(distance_from_feature(&a, d->feature_a, d->on_a),
                      distance_from_feature(&b, d->feature_b, d->on_b));
    return fmax(off, fabs(vec3d_distance(d->on_a, d->on_b) - d->value));
}

// Returns the distance.
static double check_story(const Story *s)
{
    Distance d, again;
    assert_true(query_distance(s->a, s->b, &s->pose, &s->desc, NULL, &d, NULL, NULL));
    const char *wrong = NULL;
    if (off_the_mark(s, &d) > 1e-9) // meshes are some units large
        wrong = "the closest points are not where they are said to be";
    ContactList list = {0};
    QueryDesc first = s->desc;
    first.order = ORDER_LIFO;
    assert_true(query_contacts(s->a, s->b, &s->pose, &first, NULL, &list, NULL, NULL));
    if ((list.count > 0) != (d.value == 0))
        wrong = "collision and distance disagree";
    contact_list_free(&list);
    if (closer_than(s, 0) != (d.value == 0))
        wrong = "tolerance 0 and distance disagree";
    if (!closer_than(s, d.value))
        wrong = "not even at its own distance";
    if (d.value > 0 && closer_than(s, d.value * (1 - 1e-9)))
        wrong = "closer than its distance";
    if (!closer_than(s, d.value * (1 + 1e-9) + 1e-300))
        wrong = "not closer than beyond its distance";
    QueryDesc seeded = s->desc;
    seeded.last = &d;
    assert_true(query_distance(s->a, s->b, &s->pose, &seeded, NULL, &again, NULL, NULL));
    if (again.value != d.value)
        wrong = "started from its answer it finds another";
    if (wrong)
        fail_msg("%s, %s / %s, seed %llu: %s (distance %.17g)", s->what, s->a->type->name,
                 s->a->type->tests[s->desc.test].name, (unsigned long long)s->seed, wrong, d.value);
    return d.value;
}

static void distance_tolerance_and_collision_agree(void **state)
{
    (void)state;
    MeshPair pairs[MESH_PAIRS];
    mesh_pairs_create(pairs);
    int poses = long_tier() ? (sanitised() ? 170 : 1700) : (sanitised() ? 2 : 12);
    int stories = 0, meeting = 0, brute = 0;
    for (int p = 0; p < MESH_PAIRS; ++p) {
        double *expected = array_alloc((size_t)poses, sizeof *expected);
        assert_non_null(expected);
        for (int t = 0; t < bv_type_count; ++t) {
            BvhDesc kind = {.type = bv_types[t]};
            Bvh *a = bvh_build(pairs[p].a, &kind, NULL, NULL);
            Bvh *b = bvh_build(pairs[p].b, &kind, NULL, NULL);
            for (int i = 0; i < poses; ++i) {
                uint64_t seed = 70000 + (uint64_t)i;
                Story story = {a, b, pose_of(&pairs[p], seed), {0}, pairs[p].name, seed};
                if (t == 0 && i % 10 < 2) {
                    expected[i] = brute_distance(&pairs[p], &story.pose);
                    ++brute;
                } else if (t == 0) {
                    Distance d;
                    assert_true(query_distance(a, b, &story.pose, NULL, NULL, &d, NULL, NULL));
                    expected[i] = d.value;
                }
                if (t == 0)
                    meeting += expected[i] == 0;
                // The long tier has poses enough for one test per volume and pose, in turn.
                int test_count = bv_types[t]->test_count;
                int first = long_tier() ? i % test_count : 0;
                int end = long_tier() ? first + 1 : test_count;
                for (int test = first; test < end; ++test, ++stories) {
                    const OverlapTest *with = &bv_types[t]->tests[test];
                    assert_true(with->can & TEST_BOUND);
                    // Level by level is right but slow: a few are enough.
                    enum QueryOrder order = i % 12 == 1 ? ORDER_FIFO
                                            : i % 2     ? ORDER_LIFO
                                                        : ORDER_BEST_FIRST;
                    story.desc = (QueryDesc){
                        .test = test, .order = order, .lift = i / 2 % 2 && with->run_lifted};
                    double d = check_story(&story);
                    if (fabs(d - expected[i]) > 1e-9 * expected[i])
                        fail_msg("%s, %s / %s, seed %llu: %.17g instead of %.17g", pairs[p].name,
                                 bv_types[t]->name, with->name, (unsigned long long)seed, d,
                                 expected[i]);
                }
            }
            bvh_release(a);
            bvh_release(b);
        }
        free(expected);
    }
    printf("RAN: distance, tolerance and collision: %d poses, %d of them in contact, %d checked "
           "by brute force, %d stories over volumes and tests\n",
           MESH_PAIRS * poses, meeting, brute, stories);
    assert_true(meeting > 0 && meeting < MESH_PAIRS * poses);
    mesh_pairs_free(pairs);
}

static bool do_nothing(Query *query, NodeLinks a, NodeLinks b)
{
    (void)query, (void)a, (void)b;
    return true;
}

// One loop, many meanings: what a caller does at the leaves changes nothing about the way there.
static void the_traversal_does_not_depend_on_the_leaf_operation(void **state)
{
    (void)state;
    MeshPair pairs[MESH_PAIRS];
    mesh_pairs_create(pairs);
    int ran = 0;
    for (int t = 0; t < bv_type_count; ++t) {
        for (int p = 0; p < MESH_PAIRS; ++p) {
            BvhDesc kind = {.type = bv_types[t], .leaf_size = 1 + p % 3};
            Bvh *a = bvh_build(pairs[p].a, &kind, NULL, NULL);
            Bvh *b = bvh_build(pairs[p].b, &kind, NULL, NULL);
            for (int test = 0; test < bv_types[t]->test_count; ++test) {
                for (int lift = 0; lift < 2; ++lift) {
                    Affine pose = mesh_pair_pose(&pairs[p], 900 + (uint64_t)p);
                    QueryDesc desc = {.mode = QUERY_ALL,
                                      .test = test,
                                      .rule = ((p + test) % descent_rule_count),
                                      .lift = lift};
                    ContactList list = {0};
                    QueryStats listing;
                    Query query;
                    assert_true(query_contacts(a, b, &pose, &desc, NULL, &list, &listing, NULL));
                    assert_true(query_begin(&query, a, b, &pose, &desc, do_nothing, NULL, NULL));
                    assert_int_equal(query_run(&query, NULL), QUERY_DONE);
                    assert_int_equal(query.stats.volume_tests, listing.volume_tests);
                    assert_int_equal(query.stats.updates, listing.updates);
                    assert_memory_equal(query.stats.exits, listing.exits, sizeof listing.exits);
                    assert_int_equal(query.stats.triangle_tests, 0);
                    query_end(&query);
                    contact_list_free(&list);
                    ++ran;
                }
            }
            bvh_release(a);
            bvh_release(b);
        }
    }
    printf("RAN: do-nothing callback: %d traversals with the same tests as a listing\n", ran);
    mesh_pairs_free(pairs);
}

static void a_negative_tolerance_is_refused(void **state)
{
    (void)state;
    MeshPair pairs[MESH_PAIRS];
    mesh_pairs_create(pairs);
    Bvh *a = bvh_build(pairs[0].a, NULL, NULL, NULL);
    Affine pose = affine_identity();
    const double bad[] = {-1e-9, NAN};
    for (int i = 0; i < 2; ++i) {
        Error err = {""};
        bool closer = false;
        Distance d;
        assert_false(query_tolerance(a, a, &pose, bad[i], NULL, NULL, &closer, &d, NULL, &err));
        assert_string_not_equal(err.text, "");
    }
    bvh_release(a);
    mesh_pairs_free(pairs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_traversal_does_not_depend_on_the_leaf_operation),
        cmocka_unit_test(distance_tolerance_and_collision_agree),
        cmocka_unit_test(a_negative_tolerance_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
