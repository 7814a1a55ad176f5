// A recorded search is the search: the same counts by the same exits, the same pairs of leaves, the
// same work list at every step, whatever volume, test, rule and order.
#include "core/base/array.h"
#include "core/base/rng.h"
#include "core/mesh/shapes.h"
#include "core/query/root_levels.h"
#include "core/query/root_work.h"
#include "core/query/trace.h"
#include "core/tests/test_set.h"
#include "core/tests/trace_case.h"
#include "core/tree/bv/variants.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static Trace recorded(const TraceCase *c, const QueryDesc *desc, uint32_t most)
{
    Trace trace;
    Error err = {""};
    if (!trace_record(c->a, c->b, &c->b_to_a, desc, most, NULL, &trace, &err))
        fail_msg("%s: %s", c->name, err.text);
    return trace;
}

static void same(const TraceCase *c, const char *what, uint64_t traced, uint64_t searched)
{
    if (traced != searched)
        fail_msg("%s: %s is %" PRIu64 " in the trace, %" PRIu64 " in the search", c->name, what,
                 traced, searched);
}

static void totals_are_the_search(const TraceCase *c, const QueryDesc *desc, const Trace *trace)
{
    ContactList found = {0};
    QueryStats stats;
    Error err = {""};
    if (!query_contacts(c->a, c->b, &c->b_to_a, desc, NULL, &found, &stats, &err))
        fail_msg("%s: %s", c->name, err.text);
    assert_false(trace->truncated);
    TraceCounters sums;
    trace_counters(trace, trace->step_count - 1, &sums);
    same(c, "N_v", sums.volume_tests, stats.volume_tests);
    same(c, "N_p", sums.triangle_tests, stats.triangle_tests);
    same(c, "N_u", sums.updates, stats.updates);
    for (int e = 1; e < QUERY_MAX_EXITS; ++e)
        same(c, "an exit", sums.exits[e], stats.exits[e]);
    same(c, "the number of contacts", trace->contacts, found.count);
    contact_list_free(&found);
}

// Counted by a leaf operation of our own, which stops where the search did.
typedef struct Leaves {
    uint64_t count, enough;
} Leaves;

static bool count_leaves(Query *query, NodeLinks a, NodeLinks b)
{
    (void)a, (void)b;
    Leaves *leaves = query->user;
    return ++leaves->count < leaves->enough;
}

// The work list of a query that is stepped beside the trace, against what the trace says of it.
static void lists_are_the_search(const TraceCase *c, const QueryDesc *desc, const Trace *trace)
{
    Query query;
    Error err = {""};
    Leaves leaves = {0, trace->status == QUERY_STOPPED ? trace->leaf_count : UINT64_MAX};
    uint32_t step = 0, *waiting = array_alloc(trace->test_count, sizeof *waiting);
    assert_non_null(waiting);
    assert_true(query_begin(&query, c->a, c->b, &c->b_to_a, desc, count_leaves, &leaves, &err));
    enum QueryStatus status = QUERY_UNDECIDED;
    while (status == QUERY_UNDECIDED) {
        status = query_run(&query, &(Budget){.volume_tests = 1});
        TraceCounters sums;
        for (;; ++step) { // a run of blocks is several steps
            assert_true(step < trace->step_count);
            if (!trace->steps)
                break;
            trace_counters(trace, step, &sums);
            if (sums.volume_tests == query.stats.volume_tests && sums.leaf_pairs == leaves.count)
                break;
        }
        size_t count = query.todo.count - query.todo.head;
        if (step > 40 && step % 61 != 0) { // long lists take long to compare
            ++step;
            continue;
        }
        same(c, "the length of the work list",
             trace_waiting(trace, step, waiting, trace->test_count), count);
        for (size_t i = 0; i < count; ++i) {
            size_t at = trace->queue ? query.todo.head + i : query.todo.count - 1 - i;
            same(c, "a waiting node of A", trace->tests[waiting[i]].a,
                 query_entry_node(&query, at, false));
            same(c, "a waiting node of B", trace->tests[waiting[i]].b,
                 query_entry_node(&query, at, true));
        }
        ++step;
    }
    same(c, "the number of steps", trace->step_count, step);
    same(c, "pairs of leaves", trace->leaf_count, leaves.count);
    query_end(&query);
    mem_free(waiting);
}

// Sizes add up, children lie inside their parents and side by side.
static void tests_are_a_tree(const Trace *t)
{
    assert_int_equal(t->size[0], t->test_count);
    for (uint32_t i = 1; i < t->test_count; ++i) {
        uint32_t parent = t->tests[i].parent;
        assert_true(parent < i);
        uint32_t at = t->place ? t->place[i] : i, above = t->place ? t->place[parent] : parent;
        assert_true(at > above && at + t->size[at] <= above + t->size[above]);
        assert_int_equal(t->order ? t->order[at] : at, i);
        assert_true(t->tests[parent].exit == 0 && (t->tests[parent].flags & TRACE_OPENED));
    }
}

// Backwards and forwards say the same: counters at every step against plain sums.
static void steps_add_up(const Trace *t)
{
    TraceCounters sums = {0}, said;
    uint32_t leaf = 0;
    for (uint32_t step = 0; step < t->step_count; ++step) {
        TraceStep at = trace_step(t, step);
        for (uint32_t i = at.first; i < at.first + at.count; ++i) {
            assert_int_equal(trace_made_at(t, i), step);
            sums.updates += t->tests[i].updates;
            ++sums.exits[t->tests[i].exit];
            ++sums.volume_tests;
        }
        for (; leaf < t->leaf_count && t->leaves[leaf].step == step; ++leaf) {
            ++sums.leaf_pairs;
            sums.triangle_tests = t->leaves[leaf].triangle_tests;
            sums.contacts = t->leaves[leaf].contacts;
            assert_int_equal(t->leaves[leaf].test, at.taken);
            bool meet = leaf == 0 ? t->leaves[0].contacts > 0
                                  : t->leaves[leaf].contacts > t->leaves[leaf - 1].contacts;
            assert_int_equal(meet, (t->tests[at.taken].flags & TRACE_CONTACT) != 0);
        }
        if (step > 50 && step % 37 != 0)
            continue;
        trace_counters(t, t->step_count - 1 - step, &said); // from the other end, in between
        trace_counters(t, step, &said);
        assert_memory_equal(&said, &sums, sizeof sums);
    }
}

// Of every test the pair of leaves that it left, and none of the others.
static void leaves_are_found(const Trace *t)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < t->leaf_count; ++i)
        assert_ptr_equal(trace_leaf(t, t->leaves[i].test), &t->leaves[i]);
    for (uint32_t i = 0; i < t->test_count; ++i)
        found += trace_leaf(t, i) != NULL;
    assert_int_equal(found, t->leaf_count);
}

static void goes_to_the_next(const Trace *t)
{
    uint32_t leaves = 0, prunes = 0;
    for (uint32_t s = TRACE_NONE; (s = trace_next_leaves(t, s)) != TRACE_NONE; ++leaves)
        assert_int_equal(t->leaves[leaves].step, s);
    assert_int_equal(leaves, t->leaf_count);
    for (uint32_t s = TRACE_NONE; (s = trace_next_prune(t, s)) != TRACE_NONE; ++prunes) {
        TraceStep at = trace_step(t, s);
        bool any = false;
        for (uint32_t i = at.first; i < at.first + at.count; ++i)
            any |= t->tests[i].exit != 0;
        assert_true(any);
    }
    TraceCounters sums;
    trace_counters(t, t->step_count - 1, &sums);
    if (!t->steps)
        assert_int_equal(prunes, sums.volume_tests - sums.exits[0]);
}

static void check(const TraceCase *c, void *user)
{
    (void)user;
    if (sanitised() && !long_tier() && c->number % 3 != 0)
        return; // all of them elsewhere
    QueryDesc desc = c->desc;
    desc.order = (enum QueryOrder)(c->number % 3);
    desc.rule = c->number % descent_rule_count;
    Trace trace = recorded(c, &desc, 0);
    totals_are_the_search(c, &desc, &trace);
    lists_are_the_search(c, &desc, &trace);
    tests_are_a_tree(&trace);
    steps_add_up(&trace);
    leaves_are_found(&trace);
    goes_to_the_next(&trace);
    trace_free(&trace);
    // In the other orders, and up to the first contact alone.
    for (int more = 1 + c->number % 3; more <= 3; more += long_tier() ? 1 : 3) {
        desc.order = (enum QueryOrder)((c->number + more) % 3);
        desc.rule = (c->number + more) % descent_rule_count;
        desc.mode = more == 3 ? QUERY_FIRST : QUERY_ALL;
        trace = recorded(c, &desc, 0);
        totals_are_the_search(c, &desc, &trace);
        if (more < 3 || trace.steps) // what is tested when it is taken is unknown if it never is
            lists_are_the_search(c, &desc, &trace);
        trace_free(&trace);
    }
}

static void every_trace_is_its_search(void **state)
{
    (void)state;
    int combinations = trace_cases(check, NULL);
    assert_true(combinations >= 31);
}

static bool below(const Bvh *tree, NodeId node, int32_t triangle)
{
    NodeLinks links = tree->type->links(tree, node);
    for (uint32_t i = 0; i < links.count; ++i)
        if (links.leaf ? tree->slots[links.first + i] == triangle
                       : below(tree, links.first + i, triangle))
            return true;
    return false;
}

// What became of pairs of triangles: those in contact were compared; of the others the test that is
// named has both below it.
static void check_fates(const TraceCase *c, void *user)
{
    int *compared = user;
    if (c->desc.lift || c->number % 3)
        return;
    Trace trace = recorded(c, &c->desc, 0);
    ContactList found = {0};
    Error err = {""};
    assert_true(query_contacts(c->a, c->b, &c->b_to_a, &c->desc, NULL, &found, NULL, &err));
    TraceFate fate;
    for (size_t i = 0; i < found.count; i += found.count / 4 + 1) {
        assert_true(trace_fate(&trace, found.items[i].a, found.items[i].b, &fate));
        assert_true(fate.compared);
    }
    Rng rng = rng_create((uint64_t)c->number);
    for (int i = 0; i < 6; ++i) {
        int32_t a = rng_below(&rng, c->a->mesh->triangle_count);
        int32_t b = rng_below(&rng, c->b->mesh->triangle_count);
        assert_true(trace_fate(&trace, a, b, &fate));
        if (fate.test == TRACE_NONE) // both only in cells that no test ever came to
            fail_msg("%s: nothing is known of triangles %d and %d", c->name, a, b);
        const TraceTest *test = &trace.tests[fate.test];
        assert_true(below(c->a, test->a, a) && below(c->b, test->b, b));
        assert_int_equal(fate.compared, test->exit == 0);
        compared[fate.compared]++;
    }
    contact_list_free(&found);
    trace_free(&trace);
}

static void every_pair_of_triangles_has_a_fate(void **state)
{
    (void)state;
    int compared[2] = {0, 0};
    trace_cases(check_fates, compared);
    assert_true(compared[0] > 0 && compared[1] > 0);
}

static void what_is_kept_is_bounded(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.3, 20, 10);
    Error err = {""};
    for (int type = 0; type < bv_type_count; ++type) {
        Bvh *tree = bvh_build(mesh, &(BvhDesc){.type = bv_types[type]}, NULL, &err);
        assert_non_null(tree);
        TraceCase c = {tree,
                       tree,
                       affine_translation(vec3d(0.1, 0.05, 0)),
                       {.mode = QUERY_ALL},
                       bv_types[type]->name,
                       0};
        Trace whole = recorded(&c, &c.desc, 0), part = recorded(&c, &c.desc, 500);
        assert_false(whole.truncated);
        assert_true(part.truncated);
        assert_in_range(part.test_count, 500, 500 + QUERY_MAX_ARITY * QUERY_MAX_ARITY);
        for (int i = 0; i < 400; ++i) { // what is opened later may not be kept any more
            const TraceTest *kept = &part.tests[i], *all = &whole.tests[i];
            assert_true(kept->a == all->a && kept->b == all->b && kept->parent == all->parent &&
                        kept->exit == all->exit && kept->updates == all->updates);
        }
        assert_true(part.total.volume_tests == whole.total.volume_tests &&
                    part.total.triangle_tests == whole.total.triangle_tests);
        assert_true(part.contacts == whole.contacts);
        size_t nodes = 2 * (size_t)tree->node_count * sizeof(uint32_t);
        assert_true(trace_bytes(&whole) - nodes < 48 * (size_t)whole.test_count + 4096);
        TraceCounters sums;
        uint32_t some[4];
        trace_counters(&part, part.step_count - 1, &sums);
        trace_waiting(&part, part.step_count - 1, some, 4);
        trace_free(&part);
        trace_free(&whole);
        bvh_release(tree);
    }
    mesh_release(mesh);
}

static void a_cancelled_or_refused_trace_is_empty(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.3, 40, 20);
    Error err = {""};
    Bvh *tree = bvh_build(mesh, &(BvhDesc){.type = &bv_obb}, NULL, &err);
    Affine here = affine_identity();
    Trace trace;
    Job job = {0};
    job_cancel(&job);
    assert_false(trace_record(tree, tree, &here, NULL, 0, &job, &trace, &err));
    assert_null(trace.tests);
    assert_string_equal(err.text, "");
    Affine flat = here;
    flat.m[2][2] = 0;
    assert_false(trace_record(tree, tree, &flat, NULL, 0, NULL, &trace, &err));
    assert_string_not_equal(err.text, "");
    assert_null(trace.a);
    Mesh *none = shape_soup(0, 1, 1, 1);
    Bvh *empty = none ? bvh_build(none, &(BvhDesc){.type = &bv_obb}, NULL, &err) : NULL;
    if (empty) {
        assert_true(trace_record(tree, empty, &here, NULL, 0, NULL, &trace, &err));
        assert_int_equal(trace.step_count, 0);
        trace_free(&trace);
    }
    bvh_release(empty);
    mesh_release(none);
    bvh_release(tree);
    mesh_release(mesh);
}

static void levels_add_up(const TraceCase *c, void *user)
{
    (void)user;
    RootLevels levels = {0};
    RootWork work;
    Error err = {""};
    bool whole;
    if (c->number % 9 != 0) // they take as long as the others together
        return;
    assert_true(
        query_root_levels(c->a, c->b, &c->b_to_a, &c->desc, 0, NULL, &levels, &whole, &err));
    assert_true(query_root_work(c->a, c->b, &c->b_to_a, &c->desc, NULL, &work, &err));
    uint64_t sum = 0;
    for (int i = 0; i < levels.count; ++i) {
        if (levels.tests[i] == 0)
            fail_msg("%s: nothing on level %d of %d", c->name, i, levels.count);
        sum += levels.tests[i];
    }
    if (!whole || sum != work.volume_tests)
        fail_msg("%s: levels hold %llu of %llu tests", c->name, (unsigned long long)sum,
                 (unsigned long long)work.volume_tests);
    assert_true(levels.tests[0] <= QUERY_MAX_ARITY); // the roots, or a block of them
    if (work.volume_tests > 9) {
        RootLevels none = {0};
        assert_true(
            query_root_levels(c->a, c->b, &c->b_to_a, &c->desc, 2, NULL, &none, &whole, &err));
        assert_false(whole);
        assert_int_equal(none.count, 0);
        assert_true(levels.count > 1);
    }
}

static void levels_hold_every_test(void **state)
{
    (void)state;
    assert_true(trace_cases(levels_add_up, NULL) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_trace_is_its_search),
        cmocka_unit_test(every_pair_of_triangles_has_a_fate),
        cmocka_unit_test(what_is_kept_is_bounded),
        cmocka_unit_test(a_cancelled_or_refused_trace_is_empty),
        cmocka_unit_test(levels_hold_every_test),
    };
    return cmocka_run_group_tests_name("trace", tests, NULL, NULL);
}
