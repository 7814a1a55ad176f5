// Queries beyond the matrix: stopping and going on, cancelling, bad placements, stale trees,
// limits, distance against brute force.
#include "core/base/pool.h"
#include "core/mesh/shapes.h"
#include "core/query/timed.h"
#include "core/tests/test_set.h"
#include "core/tests/tri_distance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static bool count_leaf_pairs(Query *query, NodeLinks a, NodeLinks b)
{
    (void)a, (void)b;
    ++*(uint64_t *)query->user;
    return true;
}

static bool stop_at_once(Query *query, NodeLinks a, NodeLinks b)
{
    (void)query, (void)a, (void)b;
    return false;
}

static void a_query_in_slices_equals_the_whole(void **state)
{
    (void)state;
    MeshPair pairs[MESH_PAIRS];
    mesh_pairs_create(pairs);
    for (int t = 0; t < bv_type_count; ++t) {
        for (int test = 0; test < bv_types[t]->test_count; ++test) {
            for (int p = 0; p < MESH_PAIRS; ++p) {
                BvhDesc kind = {.type = bv_types[t]};
                Bvh *a = bvh_build(pairs[p].a, &kind, NULL, NULL);
                Bvh *b = bvh_build(pairs[p].b, &kind, NULL, NULL);
                for (int o = ORDER_LIFO; o <= ORDER_FIFO; ++o) {
                    Affine pose = mesh_pair_pose(&pairs[p], 31);
                    QueryDesc desc = {.test = test, .order = (enum QueryOrder)o};
                    uint64_t whole = 0, sliced = 0, slices = 0;
                    Query q;
                    assert_true(
                        query_begin(&q, a, b, &pose, &desc, count_leaf_pairs, &whole, NULL));
                    assert_int_equal(query_run(&q, NULL), QUERY_DONE);
                    QueryStats at_once = q.stats;
                    query_end(&q);
                    assert_true(
                        query_begin(&q, a, b, &pose, &desc, count_leaf_pairs, &sliced, NULL));
                    while (query_run(&q, &(Budget){.volume_tests = 64}) == QUERY_UNDECIDED)
                        ++slices;
                    // A block is tested as a whole, so that a slice may end up to seven later.
                    uint64_t most = bv_types[t]->arity ? 64 + QUERY_MAX_ARITY - 1 : 64;
                    assert_true(slices + 1 >= at_once.volume_tests / most);
                    assert_int_equal(q.stats.volume_tests, at_once.volume_tests);
                    assert_memory_equal(q.stats.exits, at_once.exits, sizeof at_once.exits);
                    assert_int_equal(sliced, whole);
                    query_end(&q);
                }
                bvh_release(a);
                bvh_release(b);
            }
        }
    }
    mesh_pairs_free(pairs);
}

typedef struct Scene {
    Mesh *mesh;
    Bvh *tree;
} Scene;

static Scene torus_scene(void)
{
    Mesh *mesh = shape_torus(1, 0.3, 60, 24);
    return (Scene){mesh, bvh_build(mesh, NULL, NULL, NULL)};
}

static void scene_free(Scene *scene)
{
    bvh_release(scene->tree);
    mesh_release(scene->mesh);
}

static void bad_placements_are_refused_with_a_reason(void **state)
{
    (void)state;
    Scene s = torus_scene();
    ContactList list = {0};
    struct {
        double xx, px;
        const char *word;
    } cases[] = {{NAN, 0, "finite"}, {1, INFINITY, "finite"}, {0, 0, "singular"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        Error err = {""};
        Affine pose = affine_identity();
        pose.m[0][0] = cases[i].xx;
        pose.p.x = cases[i].px;
        assert_false(query_contacts(s.tree, s.tree, &pose, NULL, NULL, &list, NULL, &err));
        assert_non_null(strstr(err.text, cases[i].word));
    }
    contact_list_free(&list);
    scene_free(&s);
}

static void a_stale_tree_is_refused(void **state)
{
    (void)state;
    Scene s = torus_scene();
    ContactList list = {0};
    Error err = {""};
    Affine pose = affine_identity();
    s.mesh->vertices[0].x += 1;
    ++s.mesh->version;
    assert_false(query_contacts(s.tree, s.tree, &pose, NULL, NULL, &list, NULL, &err));
    assert_non_null(strstr(err.text, "older"));
    scene_free(&s);
    contact_list_free(&list);
}

static void an_unknown_overlap_test_is_refused(void **state)
{
    (void)state;
    Scene s = torus_scene();
    ContactList list = {0};
    Error err = {""};
    Affine pose = affine_identity();
    QueryDesc desc = {.test = 99};
    assert_false(query_contacts(s.tree, s.tree, &pose, &desc, NULL, &list, NULL, &err));
    assert_non_null(strstr(err.text, "99"));
    scene_free(&s);
}

static void a_cancelled_query_fails_without_a_text(void **state)
{
    (void)state;
    Scene s = torus_scene();
    ContactList list = {0};
    Error err = {""};
    Job job = {0};
    Affine pose = affine_identity();
    QueryDesc all = {.mode = QUERY_ALL};
    job_cancel(&job);
    assert_false(query_contacts(s.tree, s.tree, &pose, &all, &job, &list, NULL, &err));
    assert_string_equal(err.text, "");
    contact_list_free(&list);
    scene_free(&s);
}

static void identical_meshes_at_one_pose_report_every_coincident_pair(void **state)
{
    (void)state;
    Scene s = torus_scene();
    ContactList list = {0};
    Affine pose = affine_identity();
    QueryDesc all = {.mode = QUERY_ALL};
    assert_true(query_contacts(s.tree, s.tree, &pose, &all, NULL, &list, NULL, NULL));
    assert_false(list.truncated);
    int32_t coincident = 0;
    for (size_t i = 0; i < list.count; ++i) {
        if (list.items[i].a == list.items[i].b) {
            ++coincident;
            assert_int_equal(list.items[i].kind, TRI_COPLANAR);
        }
    }
    assert_int_equal(coincident, s.mesh->triangle_count);
    all.limit = 100;
    assert_true(query_contacts(s.tree, s.tree, &pose, &all, NULL, &list, NULL, NULL));
    assert_true(list.truncated);
    assert_int_equal(list.count, 100);
    contact_list_free(&list);
    scene_free(&s);
}

typedef bool SearchFn(const Bvh *a, const Bvh *b, const Affine *pose, Error *err);

static bool search_contacts(const Bvh *a, const Bvh *b, const Affine *pose, Error *err)
{
    ContactList list = {0};
    bool ok = query_contacts(a, b, pose, &(QueryDesc){.mode = QUERY_ALL}, NULL, &list, NULL, err);
    contact_list_free(&list);
    return ok;
}

static bool search_leaves(const Bvh *a, const Bvh *b, const Affine *pose, Error *err)
{
    ContactList list = {0};
    bool ok =
        query_contacts(a, b, pose, &(QueryDesc){.leaf_volumes = true}, NULL, &list, NULL, err);
    contact_list_free(&list);
    return ok;
}

static bool search_again(const Bvh *a, const Bvh *b, const Affine *pose, Error *err)
{
    ContactList list = {0};
    FrontCache cache = {0};
    bool ok = query_contacts_again(&cache, a, b, pose, NULL, NULL, &list, NULL, err);
    contact_list_free(&list);
    front_cache_free(&cache);
    return ok;
}

static bool search_distance(const Bvh *a, const Bvh *b, const Affine *pose, Error *err)
{
    Distance distance;
    return query_distance(a, b, pose, NULL, NULL, &distance, NULL, err);
}

static bool search_tolerance(const Bvh *a, const Bvh *b, const Affine *pose, Error *err)
{
    Distance distance;
    bool closer;
    return query_tolerance(a, b, pose, 0.1, NULL, NULL, &closer, &distance, NULL, err);
}

static bool search_timed(const Bvh *a, const Bvh *b, const Affine *pose, Error *err)
{
    NodeBalls balls_a, balls_b;
    assert_true(node_balls_make(&balls_a, a) && node_balls_make(&balls_b, b));
    TimedQuery timed;
    bool ok = timed_query_begin(&timed, a, &balls_a, b, &balls_b, pose, NULL, err);
    if (ok)
        timed_query_end(&timed);
    node_balls_free(&balls_a);
    node_balls_free(&balls_b);
    return ok;
}

// A k-DOP of 6 and one of 26 planes have nodes of different sizes: reading one as the other says
// that parts which interfere do not.
static void trees_of_other_parameters_are_refused(void **state)
{
    (void)state;
    static SearchFn *const searches[] = {search_contacts, search_leaves,    search_again,
                                         search_distance, search_tolerance, search_timed};
    Mesh *mesh = shape_torus(1, 0.3, 12, 8);
    Affine pose = affine_identity();
    int refused = 0;
    for (int t = 0; t < bv_type_count; ++t) {
        for (int p = 0; p < bv_types[t]->param_count; ++p) {
            BvhDesc least = bvh_desc_filled(&(BvhDesc){.type = bv_types[t]}), most = least;
            least.params[p] = bv_types[t]->params[p].min;
            most.params[p] = bv_types[t]->params[p].max;
            const char *why;
            if (!bvh_desc_allowed(&least, &why) || !bvh_desc_allowed(&most, &why))
                continue;
            Bvh *a = bvh_build(mesh, &least, NULL, NULL), *b = bvh_build(mesh, &most, NULL, NULL);
            assert_true(a && b);
            for (size_t i = 0; i < sizeof searches / sizeof *searches; ++i, ++refused) {
                Error err = {""};
                if (searches[i](a, b, &pose, &err))
                    fail_msg("%s: %s %g and %g are let into search %zu", bv_types[t]->name,
                             bv_types[t]->params[p].name, least.params[p], most.params[p], i);
                assert_non_null(strstr(err.text, bv_types[t]->params[p].name));
            }
            bvh_release(a);
            bvh_release(b);
        }
    }
    printf("RAN: %d searches in trees of different parameters refused\n", refused);
    mesh_release(mesh);
}

static void check_limit(const Bvh *tree, const Affine *pose, QueryDesc desc)
{
    ContactList all = {0}, some = {0};
    assert_true(query_contacts(tree, tree, pose, &desc, NULL, &all, NULL, NULL));
    assert_true(all.count > 50 && !all.truncated);
    const size_t limits[] = {1, all.count / 2, all.count - 1, all.count, all.count + 1};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; ++i) {
        desc.limit = limits[i];
        assert_true(query_contacts(tree, tree, pose, &desc, NULL, &some, NULL, NULL));
        size_t expected = limits[i] < all.count ? limits[i] : all.count, points = 0;
        if (some.count != expected || some.truncated != (limits[i] < all.count))
            fail_msg("%s%s%s: %zu pairs of %zu are listed%s, the limit is %zu", tree->type->name,
                     desc.pool ? " in threads" : "", desc.leaf_volumes ? " by volumes" : "",
                     some.count, all.count, some.truncated ? ", truncated" : "", limits[i]);
        for (size_t k = 0; k < some.count; ++k) {
            points += some.items[k].point_count;
            assert_true(some.items[k].first_point + some.items[k].point_count <= some.point_count);
            assert_true(
                k == 0 || some.items[k - 1].a < some.items[k].a ||
                (some.items[k - 1].a == some.items[k].a && some.items[k - 1].b < some.items[k].b));
        }
        assert_int_equal(some.point_count, points);
    }
    contact_list_free(&all);
    contact_list_free(&some);
}

// Trees that repeat triangles find a pair in many pairs of leaves; it counts once.
static void limits_count_pairs(void **state)
{
    (void)state;
    Mesh *mesh = shape_cone(0.5, 2, 60);
    Affine pose = affine_identity();
    pose.p = vec3d(0.1, 0.05, 0);
    Pool *pool = pool_create(3);
    for (int t = 0; t < bv_type_count; ++t) {
        Bvh *tree = bvh_build(mesh, &(BvhDesc){.type = bv_types[t]}, NULL, NULL);
        assert_non_null(tree);
        QueryDesc desc = {.mode = QUERY_ALL, .witnesses = true};
        check_limit(tree, &pose, desc);
        desc.pool = pool;
        desc.parallel_from = 50;
        check_limit(tree, &pose, desc);
        desc = (QueryDesc){.mode = QUERY_ALL, .leaf_volumes = true};
        check_limit(tree, &pose, desc);
        bvh_release(tree);
    }
    pool_free(pool);
    mesh_release(mesh);
}

static void witnesses_lie_on_both_triangles(void **state)
{
    (void)state;
    Scene s = torus_scene();
    ContactList list = {0};
    QueryDesc desc = {.mode = QUERY_ALL, .witnesses = true};
    Affine pose = affine_rotation(vec3d_normalised(vec3d(1, 2, 3)), 0.7);
    pose.p = vec3d(0.9, 0.1, 0.2);
    assert_true(query_contacts(s.tree, s.tree, &pose, &desc, NULL, &list, NULL, NULL));
    assert_true(list.count > 50);
    for (size_t i = 0; i < list.count; ++i) {
        const Contact *c = &list.items[i];
        Triangle a = mesh_triangle(s.mesh, c->a), b = mesh_triangle(s.mesh, c->b);
        b = triangle_transformed(&b, &pose);
        assert_true(c->point_count >= 1);
        for (uint32_t k = 0; k < c->point_count; ++k) {
            Vec3d p = list.points[c->first_point + k], x, y;
            Triangle point = {{p, p, p}};
            assert_true(tri_distance(&a, &point, &x, &y) < 1e-9);
            assert_true(tri_distance(&b, &point, &x, &y) < 1e-9);
        }
    }
    contact_list_free(&list);
    scene_free(&s);
}

static void distance_equals_brute_force(void **state)
{
    (void)state;
    MeshPair pairs[MESH_PAIRS];
    mesh_pairs_create(pairs);
    enum { MOST_POSES = 75 };
    int poses = (sanitised() ? 2 : 15) * (long_tier() ? 5 : 1), ran = 0;
    for (int p = 0; p < MESH_PAIRS; ++p) {
        Affine pose_of[MOST_POSES];
        double least_of[MOST_POSES];
        for (int i = 0; i < poses; ++i) {
            pose_of[i] = mesh_pair_pose(&pairs[p], 4000 + (uint64_t)i);
            pose_of[i].p = vec3d_scale(pose_of[i].p, 2); // half of them apart
            least_of[i] = INFINITY;
            for (int32_t k = 0; k < pairs[p].b->triangle_count; ++k) {
                Triangle tb = mesh_triangle(pairs[p].b, k);
                tb = triangle_transformed(&tb, &pose_of[i]);
                for (int32_t j = 0; j < pairs[p].a->triangle_count && least_of[i] > 0; ++j) {
                    Triangle ta = mesh_triangle(pairs[p].a, j);
                    Vec3d x, y;
                    least_of[i] = fmin(least_of[i], tri_distance(&ta, &tb, &x, &y));
                }
            }
        }
        for (int t = 0; t < bv_type_count; ++t) {
            BvhDesc kind = {.type = bv_types[t]};
            Bvh *a = bvh_build(pairs[p].a, &kind, NULL, NULL);
            Bvh *b = bvh_build(pairs[p].b, &kind, NULL, NULL);
            for (int i = 0; i < poses; ++i) {
                uint64_t seed = 4000 + (uint64_t)i;
                Affine pose = pose_of[i];
                double least = least_of[i];
                for (int test = 0; test < bv_types[t]->test_count; ++test) {
                    if (!(bv_types[t]->tests[test].can & TEST_BOUND))
                        continue;
                    QueryDesc desc = {.test = test, .order = (enum QueryOrder)(i % 3)};
                    Distance d;
                    Error err = {""};
                    assert_true(query_distance(a, b, &pose, &desc, NULL, &d, NULL, &err));
                    if (fabs(d.value - least) > 1e-9 * (1 + least))
                        fail_msg("%s seed %llu: distance %.17g, brute force %.17g", pairs[p].name,
                                 (unsigned long long)seed, d.value, least);
                    assert_true(fabs(vec3d_distance(d.on_a, d.on_b) - d.value) < 1e-9);
                    ++ran;
                }
            }
            bvh_release(a);
            bvh_release(b);
        }
    }
    printf("RAN: distance: %d queries equal to brute force\n", ran);
    mesh_pairs_free(pairs);
}

static void empty_meshes_meet_nothing(void **state)
{
    (void)state;
    Scene s = torus_scene();
    Mesh *nothing = mesh_create(0, 0);
    Bvh *empty = bvh_build(nothing, NULL, NULL, NULL);
    ContactList list = {0};
    Distance d;
    Affine pose = affine_identity();
    assert_true(query_contacts(s.tree, empty, &pose, NULL, NULL, &list, NULL, NULL));
    assert_int_equal(list.count, 0);
    assert_true(query_distance(empty, s.tree, &pose, NULL, NULL, &d, NULL, NULL));
    assert_true(isinf(d.value));
    bvh_release(empty);
    mesh_release(nothing);
    contact_list_free(&list);
    scene_free(&s);
}

static void the_leaf_operation_can_stop_a_query(void **state)
{
    (void)state;
    Scene s = torus_scene();
    Affine pose = affine_identity();
    Query q;
    assert_true(query_begin(&q, s.tree, s.tree, &pose, &(QueryDesc){0}, stop_at_once, NULL, NULL));
    assert_int_equal(query_run(&q, NULL), QUERY_STOPPED);
    assert_true(q.todo.count > 0);
    query_end(&q);
    scene_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_query_in_slices_equals_the_whole),
        cmocka_unit_test(bad_placements_are_refused_with_a_reason),
        cmocka_unit_test(a_stale_tree_is_refused),
        cmocka_unit_test(an_unknown_overlap_test_is_refused),
        cmocka_unit_test(a_cancelled_query_fails_without_a_text),
        cmocka_unit_test(identical_meshes_at_one_pose_report_every_coincident_pair),
        cmocka_unit_test(trees_of_other_parameters_are_refused),
        cmocka_unit_test(limits_count_pairs),
        cmocka_unit_test(witnesses_lie_on_both_triangles),
        cmocka_unit_test(distance_equals_brute_force),
        cmocka_unit_test(empty_meshes_meet_nothing),
        cmocka_unit_test(the_leaf_operation_can_stop_a_query),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
