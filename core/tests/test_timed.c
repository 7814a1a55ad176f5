// Queries with a time budget: a clock made of volume tests shows that they stop in time, go on
// where they stopped, and that what they say about the rest is true.
#include "core/mesh/shapes.h"
#include "core/query/timed.h"
#include "core/shape/triangle/variants.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

// One second per volume test.
static double test_clock(void *user)
{
    return (double)((const Query *)user)->stats.volume_tests;
}

typedef struct Trees {
    Bvh *a, *b;
    NodeBalls balls_a, balls_b;
} Trees;

static Trees trees_of(const MeshPair *pair, const BvType *type)
{
    BvhDesc kind = {.type = type};
    Trees t = {
        bvh_build(pair->a, &kind, NULL, NULL), bvh_build(pair->b, &kind, NULL, NULL), {0}, {0}};
    assert_true(node_balls_make(&t.balls_a, t.a) && node_balls_make(&t.balls_b, t.b));
    return t;
}

static void trees_free(Trees *t)
{
    node_balls_free(&t->balls_a);
    node_balls_free(&t->balls_b);
    bvh_release(t->a);
    bvh_release(t->b);
}

static void begin(TimedQuery *timed, const Trees *t, const Affine *pose, const QueryDesc *desc)
{
    assert_true(timed_query_begin(timed, t->a, &t->balls_a, t->b, &t->balls_b, pose, desc, NULL));
}

// Every point of every triangle below a node is in its ball, and levels count from the root.
static void balls_hold_what_is_below(void **state)
{
    (void)state;
    for (int m = 0; m < test_mesh_count; ++m) {
        Mesh *mesh = test_meshes[m].make();
        for (int t = 0; t < bv_type_count; ++t) {
            Bvh *bvh = bvh_build(mesh, &(BvhDesc){.type = bv_types[t]}, NULL, NULL);
            if (!bvh)
                continue;
            NodeBalls balls;
            assert_true(node_balls_make(&balls, bvh));
            for (NodeId i = bvh->node_count; i-- > 0;) {
                NodeLinks links = bvh->type->links(bvh, i);
                const NodeBall *ball = &balls.balls[i];
                for (uint32_t k = 0; k < links.count; ++k) {
                    if (!links.leaf) {
                        assert_int_equal(balls.levels[links.first + k], balls.levels[i] + 1);
                        assert_int_equal(balls.above[links.first + k], i);
                        continue;
                    }
                    Triangle tri = mesh_triangle(mesh, bvh->slots[links.first + k]);
                    for (int c = 0; c < 3; ++c)
                        assert_true(vec3d_distance(tri.p[c], vec3d_from_floats(ball->centre)) <=
                                    (double)ball->radius);
                }
                if (links.leaf && links.count == 0)
                    assert_true(ball->radius < 0);
            }
            node_balls_free(&balls);
            bvh_release(bvh);
        }
        mesh_release(mesh);
    }
}

static void it_stops_in_time_and_goes_on_where_it_stopped(void **state)
{
    (void)state;
    MeshPair pairs[MESH_PAIRS];
    mesh_pairs_create(pairs);
    int ran = 0, stopped = 0, verdicts[3] = {0};
    for (int t = 0; t < bv_type_count; ++t) {
        for (int p = 0; p < MESH_PAIRS; ++p) {
            Trees trees = trees_of(&pairs[p], bv_types[t]);
            for (int test = 0; test < bv_types[t]->test_count; ++test) {
                for (uint64_t seed = 500; seed < 506; ++seed) {
                    Affine pose = mesh_pair_pose(&pairs[p], seed);
                    QueryDesc desc = {.test = test};
                    TimedQuery whole, sliced;
                    TimedAnswer at_once, answer;
                    begin(&whole, &trees, &pose, &desc);
                    assert_true(timed_query_run(&whole, NULL, NULL, &at_once, NULL));
                    begin(&sliced, &trees, &pose, &desc);
                    uint64_t budget = 10 + 37 * (seed - 500);
                    do {
                        uint64_t before = sliced.query.stats.volume_tests;
                        Deadline deadline = {test_clock, &sliced.query, (double)(before + budget)};
                        assert_true(timed_query_run(&sliced, &deadline, NULL, &answer, NULL));
                        uint64_t used = sliced.query.stats.volume_tests - before;
                        if (used > budget + QUERY_LOOK)
                            fail_msg("%s / %s, %s, seed %llu: %llu tests for a budget of %llu",
                                     bv_types[t]->name, bv_types[t]->tests[test].name,
                                     pairs[p].name, (unsigned long long)seed,
                                     (unsigned long long)used, (unsigned long long)budget);
                        stopped += answer.verdict == VERDICT_UNDECIDED;
                    } while (answer.verdict == VERDICT_UNDECIDED);
                    assert_int_equal(answer.verdict, at_once.verdict);
                    assert_int_equal(sliced.query.stats.volume_tests,
                                     whole.query.stats.volume_tests);
                    assert_int_equal(answer.triangle_a, at_once.triangle_a);
                    assert_int_equal(answer.triangle_b, at_once.triangle_b);
                    // And it is the verdict of the plain query.
                    ContactList list = {0};
                    assert_true(
                        query_contacts(trees.a, trees.b, &pose, &desc, NULL, &list, NULL, NULL));
                    assert_int_equal(list.count > 0, answer.verdict == VERDICT_YES);
                    contact_list_free(&list);
                    // A decided query stays decided.
                    assert_true(timed_query_run(&sliced, NULL, NULL, &answer, NULL));
                    assert_int_equal(answer.verdict, at_once.verdict);
                    ++verdicts[answer.verdict];
                    timed_query_end(&whole);
                    timed_query_end(&sliced);
                    ++ran;
                }
            }
            trees_free(&trees);
        }
    }
    assert_true(verdicts[VERDICT_NO] > 0 && verdicts[VERDICT_YES] > 0 && stopped > ran / 4);
    printf("RAN: time budgets: %d queries in slices, stopped %d times, none later than %d tests\n",
           ran, stopped, QUERY_LOOK);
    mesh_pairs_free(pairs);
}

static void mark_below(const Bvh *bvh, NodeId node, bool *marks)
{
    NodeLinks links = bvh->type->links(bvh, node);
    for (uint32_t i = 0; i < links.count; ++i) {
        if (links.leaf)
            marks[bvh->slots[links.first + i]] = true;
        else
            mark_below(bvh, links.first + i, marks);
    }
}

// Counts the contacts between the triangles below two nodes, with B moved by `by`, and crosses out
// those of the list.
static int contacts_below(const TimedQuery *timed, size_t entry, Vec3d by, const ContactList *all,
                          bool *found)
{
    const Query *q = &timed->query;
    bool *in_a = calloc((size_t)q->a->mesh->triangle_count, sizeof *in_a);
    bool *in_b = calloc((size_t)q->b->mesh->triangle_count, sizeof *in_b);
    assert_true(in_a && in_b);
    mark_below(q->a, query_entry_node(q, entry, false), in_a);
    mark_below(q->b, query_entry_node(q, entry, true), in_b);
    for (size_t i = 0; i < all->count; ++i)
        found[i] |= in_a[all->items[i].a] && in_b[all->items[i].b];
    int count = 0;
    Affine pose = q->b_to_a;
    pose.p = vec3d_add(pose.p, by);
    for (int32_t j = 0; j < q->b->mesh->triangle_count; ++j) {
        Triangle tb = mesh_triangle(q->b->mesh, j);
        tb = triangle_transformed(&tb, &pose);
        for (int32_t i = 0; in_b[j] && i < q->a->mesh->triangle_count; ++i) {
            Triangle ta = mesh_triangle(q->a->mesh, i);
            count += in_a[i] && tri_exact.contact(&ta, &tb, NULL) != TRI_DISJOINT;
        }
    }
    free(in_a);
    free(in_b);
    return count;
}

// While undecided: every contact there is lies in some pair of the rest, and moving the worst pair
// apart by the stated error along the stated normal takes it out of contact.
static void the_rest_is_described_truly(void **state)
{
    (void)state;
    MeshPair pairs[MESH_PAIRS];
    mesh_pairs_create(pairs);
    int checked = 0, with_contacts = 0;
    double first_error = 0, last_error = 0;
    for (int t = 0; t < bv_type_count; ++t) {
        for (int p = 0; p < MESH_PAIRS; ++p) {
            Trees trees = trees_of(&pairs[p], bv_types[t]);
            Affine pose = mesh_pair_pose(&pairs[p], 701);
            ContactList all = {0};
            QueryDesc list_all = {.mode = QUERY_ALL};
            assert_true(query_contacts(trees.a, trees.b, &pose, &list_all, NULL, &all, NULL, NULL));
            TimedQuery timed;
            TimedAnswer answer;
            begin(&timed, &trees, &pose, NULL);
            for (int slice = 0; slice < 3; ++slice) {
                Deadline now = {test_clock, &timed.query, 0};
                assert_true(timed_query_run(&timed, &now, NULL, &answer, NULL));
                if (answer.verdict != VERDICT_UNDECIDED)
                    break;
                assert_int_equal(answer.unresolved, timed.query.todo.count);
                assert_true(fabs(vec3d_length(answer.normal) - 1) < 1e-12);
                bool *found = calloc(all.count + 1, sizeof *found);
                assert_non_null(found);
                for (size_t i = 0; i < answer.unresolved; ++i)
                    contacts_below(&timed, i, vec3d(1e9, 0, 0), &all, found);
                for (size_t i = 0; i < all.count; ++i)
                    assert_true(found[i]);
                Vec3d apart = vec3d_scale(answer.normal, answer.error * (1 + 1e-9) + 1e-12);
                if (contacts_below(&timed, 0, apart, &all, found) != 0)
                    fail_msg("%s, %s: still in contact after moving by %g", bv_types[t]->name,
                             pairs[p].name, answer.error);
                free(found);
                ++checked;
                with_contacts += all.count > 0;
                *(slice == 0 ? &first_error : &last_error) += answer.error;
            }
            timed_query_end(&timed);
            contact_list_free(&all);
            trees_free(&trees);
        }
    }
    assert_true(checked > 10 && with_contacts > 5);
    printf("RAN: stopped queries: %d states, %d of them with contacts in the rest\n", checked,
           with_contacts);
    mesh_pairs_free(pairs);
}

// While undecided: the meshes are nowhere farther apart than is said; pairs of the frontier are taken apart each by its
// own lens, and the thickest comes first.
static void the_truth_lies_in_the_band(void **state)
{
    (void)state;
    enum { MOST = 40 };
    MeshPair pairs[MESH_PAIRS];
    mesh_pairs_create(pairs);
    int bands = 0, apart = 0, met = 0, moved = 0;
    double width = 0;
    for (int t = 0; t < bv_type_count; ++t) {
        for (int p = 0; p < MESH_PAIRS; ++p) {
            Trees trees = trees_of(&pairs[p], bv_types[t]);
            for (uint64_t seed = 910; seed < 913; ++seed) {
                Affine pose = mesh_pair_pose(&pairs[p], seed);
                Distance exact;
                assert_true(
                    query_distance(trees.a, trees.b, &pose, NULL, NULL, &exact, NULL, NULL));
                ContactList all = {0};
                TimedQuery timed;
                TimedAnswer answer;
                begin(&timed, &trees, &pose, NULL);
                double least = INFINITY;
                for (int slice = 0; slice < 4; ++slice) {
                    Deadline now = {test_clock, &timed.query, 0};
                    assert_true(timed_query_run(&timed, &now, NULL, &answer, NULL));
                    if (answer.verdict != VERDICT_UNDECIDED)
                        break;
                    if (!(exact.value <= answer.farthest) || !(answer.farthest <= least))
                        fail_msg("%s, %s, seed %llu: %g apart, said to be at most %g",
                                 bv_types[t]->name, pairs[p].name, (unsigned long long)seed,
                                 exact.value, answer.farthest);
                    least = answer.farthest;
                    width += isfinite(answer.farthest) ? answer.farthest + answer.error : 0;
                    TimedRest rest[MOST];
                    size_t count = timed_query_rest(&timed, rest, MOST);
                    assert_int_equal(count, answer.unresolved < MOST ? answer.unresolved : MOST);
                    // The bound may be an earlier one, but is never above the thickest lens.
                    assert_true(answer.error <= rest[0].thickness + 1e-12);
                    assert_true(vec3d_distance(rest[0].point, answer.point) < 1e-9);
                    for (size_t i = 0; i < count; ++i) {
                        assert_true(i == 0 || rest[i].thickness <= rest[i - 1].thickness);
                        assert_true(rest[i].level >= answer.level);
                    }
                    for (size_t i = 0; i < timed.query.todo.count && slice == 0; ++i)
                        for (size_t k = 0; k < count && k < 3; ++k)
                            if (query_entry_node(&timed.query, i, false) == rest[k].a &&
                                query_entry_node(&timed.query, i, true) == rest[k].b) {
                                double by = rest[k].thickness * (1 + 1e-9) + 1e-12;
                                assert_int_equal(contacts_below(&timed, i,
                                                                vec3d_scale(rest[k].normal, by),
                                                                &all, NULL),
                                                 0);
                                ++moved;
                            }
                    ++bands;
                    apart += exact.value > 0;
                    met += !(exact.value > 0);
                }
                assert_int_equal(timed.done ? timed_query_rest(&timed, NULL, 0) : 0, 0);
                timed_query_end(&timed);
            }
            trees_free(&trees);
        }
    }
    assert_true(apart > 20 && met > 20 && moved > 20);
    printf(
        "RAN: bands: %d, %d of meshes apart and %d of such that meet; %d pairs moved apart; mean "
        "width %.3g\n",
        bands, apart, met, moved, width / bands);
    mesh_pairs_free(pairs);
}

typedef struct Canceller {
    Job *job;
    int leaves, after;
} Canceller;

static bool cancel_at_tenth(Query *query, NodeLinks a, NodeLinks b)
{
    (void)a, (void)b;
    Canceller *c = query->user;
    if (job_cancelled(c->job))
        ++c->after;
    if (++c->leaves == 10)
        job_cancel(c->job);
    return true;
}

static void a_cancelled_query_stops_within_a_batch(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.3, 60, 24);
    for (int t = 0; t < bv_type_count; ++t) {
        Bvh *tree = bvh_build(mesh, &(BvhDesc){.type = bv_types[t]}, NULL, NULL);
        for (int test = 0; test < bv_types[t]->test_count; ++test) {
            Affine pose = affine_identity();
            Job job = {0};
            Canceller canceller = {.job = &job};
            Query query;
            assert_true(query_begin(&query, tree, tree, &pose, &(QueryDesc){.test = test},
                                    cancel_at_tenth, &canceller, NULL));
            assert_int_equal(query_run(&query, &(Budget){.job = &job}), QUERY_UNDECIDED);
            assert_true(canceller.leaves >= 10 && canceller.after <= QUERY_LOOK);
            query_end(&query);
        }
        bvh_release(tree);
    }
    mesh_release(mesh);
}

static void balls_of_another_tree_are_refused(void **state)
{
    (void)state;
    MeshPair pairs[MESH_PAIRS];
    mesh_pairs_create(pairs);
    Trees t = trees_of(&pairs[0], bv_types[0]), other = trees_of(&pairs[1], bv_types[0]);
    TimedQuery timed;
    Error err = {""};
    Affine pose = affine_identity();
    assert_false(
        timed_query_begin(&timed, t.a, &other.balls_a, t.b, &t.balls_b, &pose, NULL, &err));
    assert_string_not_equal(err.text, "");
    trees_free(&t);
    trees_free(&other);
    mesh_pairs_free(pairs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(balls_hold_what_is_below),
        cmocka_unit_test(it_stops_in_time_and_goes_on_where_it_stopped),
        cmocka_unit_test(the_rest_is_described_truly),
        cmocka_unit_test(the_truth_lies_in_the_band),
        cmocka_unit_test(a_cancelled_query_stops_within_a_batch),
        cmocka_unit_test(balls_of_another_tree_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
