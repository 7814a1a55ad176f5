// The library answers as the functions behind it do, for every volume; and what it keeps between
// calls stays right.
#include "core/meaning/fit_report.h"
#include "core/mesh/shapes.h"
#include "core/query/timed.h"
#include "core/tests/door_case.h"
#include "core/tests/test_set.h"
#include "core/tests/tri_distance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

typedef struct Both { // of one pair of trees, made through the library and behind it
    snug_tree *a, *b;
    Bvh *inner_a, *inner_b;
    Affine pose;
    double numbers[12];
    bool bounded; // the volume's test gives a bound of the distance
} Both;

static void contacts_agree(const Both *both)
{
    ContactList list = {0};
    QueryStats stats;
    QueryDesc inner = {.mode = QUERY_ALL, .witnesses = true, .rule = both->inner_a->type->rule};
    assert_true(query_contacts(both->inner_a, both->inner_b, &both->pose, &inner, NULL, &list,
                               &stats, NULL));
    snug_contacts found = {.struct_size = sizeof found};
    snug_query_desc desc = {.struct_size = sizeof desc, .points = 1};
    MUST(snug_find_contacts(both->a, both->b, both->numbers, &desc, &found, error));
    assert_int_equal(found.count, list.count);
    assert_int_equal(found.point_count, list.point_count);
    assert_int_equal(found.stats.volume_tests, stats.volume_tests);
    assert_int_equal(found.stats.triangle_tests, stats.triangle_tests);
    for (size_t i = 0; i < list.count; ++i) {
        assert_int_equal(found.contacts[i].a, list.items[i].a);
        assert_int_equal(found.contacts[i].b, list.items[i].b);
        assert_int_equal(found.contacts[i].kind, list.items[i].kind);
        assert_int_equal(found.contacts[i].first_point, list.items[i].first_point);
        assert_int_equal(found.contacts[i].point_count, list.items[i].point_count);
    }
    if (list.point_count > 0)
        assert_memory_equal(found.points, list.points, list.point_count * sizeof *list.points);
    desc.first_only = 1;
    size_t all = list.count;
    MUST(snug_find_contacts(both->a, both->b, both->numbers, &desc, &found, error));
    assert_int_equal(found.count, all > 0);
    desc.first_only = 0;
    desc.limit = 3;
    MUST(snug_find_contacts(both->a, both->b, both->numbers, &desc, &found, error));
    assert_int_equal(found.count, all < 3 ? all : 3);
    assert_int_equal(found.truncated, all > 3);
    snug_contacts_free(&found);
    assert_null(found.memory);
    contact_list_free(&list);
}

static void distances_agree(const Both *both)
{
    if (!both->bounded)
        return;
    Distance inner;
    assert_true(
        query_distance(both->inner_a, both->inner_b, &both->pose, NULL, NULL, &inner, NULL, NULL));
    snug_distance found = {.struct_size = sizeof found};
    MUST(snug_find_distance(both->a, both->b, both->numbers, NULL, &found, error));
    assert_true(found.value == inner.value);
    assert_int_equal(found.triangle_a, inner.triangle_a);
    assert_int_equal(found.triangle_b, inner.triangle_b);
    assert_memory_equal(found.on_a, inner.on_a.v, sizeof found.on_a);
    assert_memory_equal(found.on_b, inner.on_b.v, sizeof found.on_b);
    int32_t within = -1;
    MUST(snug_is_within(both->a, both->b, both->numbers, inner.value, NULL, &within, NULL, error));
    assert_int_equal(within, 1);
    if (inner.value > 0) {
        double below = inner.value * 0.999;
        MUST(snug_is_within(both->a, both->b, both->numbers, below, NULL, &within, &found, error));
        assert_int_equal(within, 0);
        assert_true(isinf(found.value));
    }
}

typedef struct Own { // an elementary operation: the smallest distance
    double best;
    uint64_t pairs;
    uint64_t stop_at; // 0: never
} Own;

static int32_t nearer(void *user, const snug_triangle_pair *pair, double *reach)
{
    Own *own = user;
    Triangle a, b;
    memcpy(a.p, pair->a, sizeof a.p);
    memcpy(b.p, pair->b, sizeof b.p);
    Vec3d on_a, on_b;
    double here = tri_distance(&a, &b, &on_a, &on_b);
    if (here < own->best)
        own->best = *reach = here;
    return ++own->pairs != own->stop_at && own->best > 0;
}

static snug_outcome traverse(const Both *both, double reach, Own *own, double slice, int *slices)
{
    snug_traversal *t = NULL;
    snug_progress progress = {.struct_size = sizeof progress, .outcome = SNUG_UNDECIDED};
    MUST(
        snug_traversal_begin(both->a, both->b, both->numbers, NULL, reach, nearer, own, &t, error));
    for (*slices = 0; progress.outcome == SNUG_UNDECIDED; ++*slices)
        MUST(snug_traversal_run(t, slice, &progress, error));
    snug_outcome outcome = progress.outcome;
    uint64_t pairs = own->pairs;
    MUST(snug_traversal_run(t, 0, &progress, error)); // it stays ended
    assert_int_equal(progress.outcome, outcome);
    assert_int_equal(own->pairs, pairs);
    assert_int_equal(progress.stats.triangle_tests, pairs);
    snug_traversal_end(t);
    return outcome;
}

static int cut_short; // traversals that took more than one slice

static void own_operations_agree(const Both *both)
{
    Own whole = {.best = INFINITY}, sliced = whole, one = {.best = INFINITY, .stop_at = 1};
    int slices;
    if (both->bounded) {
        Distance inner;
        assert_true(query_distance(both->inner_a, both->inner_b, &both->pose, NULL, NULL, &inner,
                                   NULL, NULL));
        traverse(both, INFINITY, &whole, 0, &slices);
        assert_int_equal(slices, 1);
        assert_true(whole.best == inner.value);
        traverse(both, INFINITY, &sliced, 1e-3, &slices);
        cut_short += slices > 1;
        assert_true(sliced.best == whole.best && sliced.pairs == whole.pairs);
        assert_int_equal(traverse(both, INFINITY, &one, 0, &slices), SNUG_STOPPED);
        assert_int_equal(one.pairs, 1);
    }
    Own met = {.best = INFINITY};
    snug_contacts found = {.struct_size = sizeof found};
    MUST(snug_find_contacts(both->a, both->b, both->numbers, NULL, &found, error));
    snug_outcome outcome = traverse(both, 0, &met, 0, &slices);
    assert_int_equal(met.best == 0, found.count > 0);
    assert_int_equal(outcome, found.count > 0 ? SNUG_STOPPED : SNUG_DONE);
    snug_contacts_free(&found);
}

static void searches_agree(const Both *both)
{
    snug_contacts found = {.struct_size = sizeof found};
    MUST(snug_find_contacts(both->a, both->b, both->numbers, NULL, &found, error));
    for (int sliced = 0; sliced < 2; ++sliced) {
        snug_search *search = NULL;
        MUST(snug_search_begin(both->a, both->b, both->numbers, NULL, &search, error));
        snug_answer answer = {.struct_size = sizeof answer, .verdict = SNUG_NOT_YET_KNOWN};
        double last = INFINITY;
        while (answer.verdict == SNUG_NOT_YET_KNOWN) {
            MUST(snug_search_run(search, sliced ? 1e-3 : 0, &answer, error));
            if (answer.verdict == SNUG_NOT_YET_KNOWN) {
                assert_true(sliced && answer.unresolved > 0 && answer.error <= last);
                last = answer.error;
            }
        }
        assert_int_equal(answer.verdict, found.count > 0 ? SNUG_MEETING : SNUG_APART);
        assert_int_equal(answer.triangle_a >= 0, found.count > 0);
        snug_search_end(search);
    }
    snug_contacts_free(&found);
}

static void queries_answer_as_the_functions_behind_them(void **state)
{
    (void)state;
    MeshPair pairs[MESH_PAIRS];
    mesh_pairs_create(pairs);
    for (int t = 0; t < bv_type_count; ++t) {
        for (int p = 0; p < MESH_PAIRS; p += long_tier() ? 1 : 2) {
            BvhDesc kind = {.type = bv_types[t]};
            snug_mesh *a = door_mesh(pairs[p].a), *b = door_mesh(pairs[p].b);
            Both both = {.a = door_tree(a, bv_types[t]->name),
                         .b = door_tree(b, bv_types[t]->name),
                         .inner_a = bvh_build(pairs[p].a, &kind, NULL, NULL),
                         .inner_b = bvh_build(pairs[p].b, &kind, NULL, NULL),
                         .bounded = bv_types[t]->tests[0].can & TEST_BOUND};
            snug_mesh_release(a); // the trees keep them
            snug_mesh_release(b);
            for (uint64_t seed = 0; seed < 3; ++seed) {
                both.pose = mesh_pair_pose(&pairs[p], seed);
                door_numbers(&both.pose, both.numbers);
                contacts_agree(&both);
                distances_agree(&both);
                own_operations_agree(&both);
                searches_agree(&both);
            }
            snug_tree_release(both.a);
            snug_tree_release(both.b);
            bvh_release(both.inner_a);
            bvh_release(both.inner_b);
        }
    }
    mesh_pairs_free(pairs);
    assert_true(cut_short > 20);
}

static void what_there_is_to_choose_from_is_listed(void **state)
{
    (void)state;
    assert_int_equal(snug_version(), SNUG_VERSION);
    assert_int_equal(snug_kind_count(SNUG_VOLUMES), bv_type_count);
    assert_int_equal(snug_kind_count((snug_registry)99), 0);
    for (int r = SNUG_VOLUMES; r <= SNUG_TRIANGLE_TESTS; ++r) {
        int32_t count = snug_kind_count((snug_registry)r);
        assert_true(count > 0);
        for (int32_t i = 0; i < count; ++i) {
            snug_kind_info info = {.struct_size = sizeof info};
            MUST(snug_kind_at((snug_registry)r, i, &info, error));
            assert_true(info.name[0] && info.note[0]);
            for (int32_t k = 0; k < info.param_count; ++k) {
                snug_param_info param = {.struct_size = sizeof param};
                MUST(snug_param_at(info.name, k, &param, error));
                assert_true(param.name && param.least <= param.normal &&
                            param.normal <= param.most);
            }
            for (int32_t k = 0; k < info.test_count; ++k)
                assert_non_null(snug_overlap_test_at(info.name, k));
        }
    }
    assert_string_equal(snug_status_name(SNUG_NO_MEMORY), "not enough memory");
}

// Every name that can be chosen builds a tree that finds the same contacts.
static void every_criterion_and_builder_can_be_named(void **state)
{
    (void)state;
    snug_mesh *mesh = door_mesh_of(shape_torus(1, 0.3, 24, 12));
    double moved[12] = {1, 0, 0, 0.7, 0, 1, 0, 0.1, 0, 0, 1, 0.2};
    uint64_t expected = 0;
    for (int r = SNUG_CRITERIA; r <= SNUG_BUILDERS; ++r) {
        for (int32_t i = 0; i < snug_kind_count((snug_registry)r); ++i) {
            snug_kind_info info = {.struct_size = sizeof info};
            MUST(snug_kind_at((snug_registry)r, i, &info, error));
            snug_tree_desc desc = {.struct_size = sizeof desc, .leaf_size = 4, .arity = 4};
            *(r == SNUG_CRITERIA ? &desc.criterion : &desc.builder) = info.name;
            snug_tree *tree = NULL;
            MUST(snug_tree_build(mesh, &desc, &tree, error));
            snug_tree_info about = {.struct_size = sizeof about};
            MUST(snug_tree_get_info(tree, &about, error));
            assert_string_equal(r == SNUG_CRITERIA ? about.criterion : about.builder, info.name);
            assert_true(about.leaf_size == 4 && about.arity == 4 && about.bytes > 0);
            snug_contacts found = {.struct_size = sizeof found};
            MUST(snug_find_contacts(tree, tree, moved, NULL, &found, error));
            assert_true(found.count > 0 && (expected == 0 || found.count == expected));
            expected = found.count;
            snug_contacts_free(&found);
            snug_tree_release(tree);
        }
    }
    snug_mesh_release(mesh);
}

static void a_refitted_tree_answers_as_a_new_one(void **state)
{
    (void)state;
    Mesh *shape = shape_torus(1, 0.3, 24, 12);
    Mesh *bent = shape_torus(1, 0.3, 24, 12);
    for (int32_t i = 0; i < bent->vertex_count; ++i)
        bent->vertices[i].y += 0.3 * bent->vertices[i].x * bent->vertices[i].x;
    double moved[12] = {1, 0, 0, 0.7, 0, 1, 0, 0.1, 0, 0, 1, 0.2};
    for (int t = 0; t < bv_type_count; ++t) {
        snug_mesh *mesh = door_mesh(shape), *other = door_mesh(bent);
        snug_tree *tree = door_tree(mesh, bv_types[t]->name);
        snug_tree *fresh = door_tree(other, bv_types[t]->name);
        snug_search *search = NULL, *begun = NULL;
        MUST(snug_search_begin(tree, tree, moved, NULL, &search, error));
        snug_contacts found = {.struct_size = sizeof found}, expected = found;
        MUST(snug_mesh_set_vertices(mesh, bent->vertices[0].v, bent->vertex_count, error));
        assert_int_equal(snug_find_contacts(tree, fresh, moved, NULL, &found, NULL), SNUG_STALE);
        MUST(snug_tree_refit(tree, NULL, error));
        snug_answer answer = {.struct_size = sizeof answer};
        assert_int_equal(snug_search_run(search, 0, &answer, NULL), SNUG_STALE);
        snug_search_end(search);
        MUST(snug_search_begin(tree, fresh, moved, NULL, &begun, error));
        MUST(snug_search_run(begun, 0, &answer, error));
        assert_int_equal(answer.verdict, SNUG_MEETING);
        snug_search_end(begun);
        MUST(snug_find_contacts(tree, tree, moved, NULL, &found, error));
        MUST(snug_find_contacts(fresh, fresh, moved, NULL, &expected, error));
        assert_true(found.count > 0);
        assert_int_equal(found.count, expected.count);
        for (uint64_t i = 0; i < found.count; ++i)
            assert_true(found.contacts[i].a == expected.contacts[i].a &&
                        found.contacts[i].b == expected.contacts[i].b &&
                        found.contacts[i].kind == expected.contacts[i].kind);
        snug_contacts_free(&found);
        snug_contacts_free(&expected);
        snug_tree_release(tree);
        snug_tree_release(fresh);
        snug_mesh_release(mesh);
        snug_mesh_release(other);
    }
    mesh_release(shape);
    mesh_release(bent);
}

// A rule over a group, a pair that penetrates, one that touches, one that is too near.
static const char rules_text[] = "group rings \"Ring*\"\nignore @rings \"Box (2)\"\n"
                                 "intentional Box \"Box (2)\"\nbaseline Box Ring 0.1mm\n"
                                 "clearance Ring Box* 60mm\n";
enum { PARTS = 4 };

static void place_at(int i, double x, double numbers[12])
{
    Affine at = affine_rotation(vec3d(0, 0, 1), 0.1 * i);
    at.p = vec3d(x, 1.5 * i, 0);
    door_numbers(&at, numbers);
}

static snug_assembly *assemble(snug_mesh *const meshes[2])
{
    static const char *const names[PARTS] = {"Ring", "Box", "Box", "Ring 2"};
    snug_assembly_desc desc = {.struct_size = sizeof desc, .unit = "mm"};
    snug_assembly *assembly = NULL;
    MUST(snug_assembly_create(&desc, &assembly, error));
    for (int i = 0; i < PARTS; ++i) {
        double numbers[12];
        place_at(i, 9.0 * i, numbers);
        snug_part_desc part = {.struct_size = sizeof part,
                               .name = names[i],
                               .mesh = meshes[i == 1 || i == 2],
                               .placement = numbers};
        int32_t index = -1;
        MUST(snug_assembly_add(assembly, &part, &index, error));
        assert_int_equal(index, i);
    }
    return assembly;
}

static void same_rows(const snug_check *check, const FitReport *fit)
{
    assert_int_equal(check->row_count, fit->count);
    assert_int_equal(check->violations, fit->violations);
    assert_int_equal(check->near_pairs, fit->near_pairs);
    assert_int_equal(check->ignored, fit->ignored_pairs);
    for (size_t i = 0; i < fit->count; ++i) {
        const snug_check_row *row = snug_check_row_at(check, i);
        const FitRow *inner = &fit->rows[i];
        assert_int_equal(row->a, inner->a);
        assert_int_equal(row->b, inner->b);
        assert_int_equal(row->id, inner->id);
        assert_int_equal(row->state, inner->state);
        assert_int_equal(row->rule, inner->rule);
        assert_int_equal(row->violation, inner->violation);
        assert_true(row->depth == inner->depth && row->distance == inner->distance);
        assert_true(row->clearance == inner->clearance);
        assert_memory_equal(row->lo, inner->where.lo.v, sizeof row->lo);
        assert_string_equal(row->text, inner->text);
    }
    assert_null(snug_check_row_at(check, fit->count));
}

// As `snug check` does it.
static void inner_check(const snug_assembly *assembly, Mesh *const meshes[2], const char *rules,
                        FitCheck *out)
{
    static Assembly inner;
    static PosedPart parts[PARTS];
    static PairRules resolved;
    if (!assembly) { // after the last one
        fit_check_free(out);
        pair_rules_free(&resolved);
        for (int i = 0; i < PARTS; ++i)
            bvh_release((Bvh *)parts[i].tree);
        assembly_free(&inner);
        return;
    }
    for (int i = 0; i < PARTS; ++i) {
        snug_part_info info = {.struct_size = sizeof info};
        MUST(snug_assembly_get_part(assembly, i, &info, error));
        Mesh *mesh = mesh_retain(meshes[i == 1 || i == 2]);
        Affine at;
        for (int k = 0; k < 12; ++k)
            *(k % 4 < 3 ? &at.m[k / 4][k % 4] : &at.p.v[k / 4]) = info.placement[k];
        assert_true(assembly_add(&inner, info.name, mesh, &at, 0));
        parts[i] = (PosedPart){bvh_build(mesh, NULL, NULL, NULL), at, info.active, true};
    }
    RuleSet *set = rule_set_create();
    if (rules) {
        assert_true(rule_set_add_group(set, "rings", (const char *[]){"Ring*"}, 1, NULL));
        assert_true(rule_set_add(set, RULE_IGNORED, "@rings", "Box (2)", 0, NULL));
        assert_true(rule_set_add(set, RULE_INTENTIONAL, "Box", "Box (2)", 0, NULL));
        assert_true(rule_set_add(set, RULE_BASELINE, "Box", "Ring", 1e-4, NULL));
        assert_true(rule_set_add(set, RULE_CLEARANCE, "Ring", "Box*", 0.06, NULL));
    }
    assert_true(pair_rules_resolve(&resolved, set, &inner));
    rule_set_release(set);
    *out = (FitCheck){.assembly = &inner,
                      .parts = parts,
                      .contact = {.tolerance = 0.01},
                      .desc = {.clearance = 2, .rules = &resolved}};
    assert_true(fit_check_run(out, NULL, NULL));
}

static void the_fit_check_is_that_of_snug_check(void **state)
{
    (void)state;
    Mesh *inner[2] = {shape_torus(10, 3, 24, 12), shape_box(vec3d(10, 10, 10))};
    snug_mesh *meshes[2] = {door_mesh(inner[0]), door_mesh(inner[1])};
    snug_assembly *assembly = assemble(meshes);
    assert_int_equal(snug_assembly_count(assembly), PARTS);
    assert_int_equal(snug_assembly_find(assembly, "Box (2)"), 2);
    assert_int_equal(snug_assembly_find(assembly, "Nut"), -1);
    snug_check check = {.struct_size = sizeof check};
    snug_check_desc desc = {.struct_size = sizeof desc, .tolerance = 0.01, .clearance = 2};
    snug_job *job = NULL;
    snug_job_desc threads = {.struct_size = sizeof threads, .threads = 2};
    MUST(snug_job_create(&threads, &job, error));
    FitCheck expected;
    // From nothing; again; with rules; after a move; with a part less; with a changed shape;
    // without rules again.
    for (int step = 0; step < 7; ++step) {
        double numbers[12];
        desc.job = step % 2 ? job : NULL;
        if (step == 2)
            MUST(snug_assembly_set_rules(assembly, rules_text, SIZE_MAX, error));
        place_at(2, 18.7, numbers);
        if (step == 6)
            MUST(snug_assembly_set_rules(assembly, "", 0, error));
        if (step == 3)
            MUST(snug_assembly_place(assembly, 2, numbers, error));
        if (step == 4)
            MUST(snug_assembly_activate(assembly, 0, 0, error));
        if (step == 5) {
            for (int32_t i = 0; i < inner[1]->vertex_count; ++i)
                inner[1]->vertices[i].x *= 1.25;
            ++inner[1]->version;
            MUST(snug_mesh_set_vertices(meshes[1], inner[1]->vertices[0].v, inner[1]->vertex_count,
                                        error));
        }
        MUST(snug_assembly_check(assembly, &desc, &check, error));
        inner_check(assembly, inner, step >= 2 && step < 6 ? rules_text : NULL, &expected);
        assert_true(expected.fit.count > 0);
        same_rows(&check, &expected.fit);
        char summary[256];
        fit_report_summary(&expected.fit, UNIT_MM, summary, sizeof summary);
        assert_string_equal(check.summary, summary);
        if (step == 1)
            assert_int_equal(check.stats.volume_tests, 0); // nothing had changed
        inner_check(NULL, NULL, NULL, &expected);
    }
    snug_check_free(&check);
    snug_job_release(job);
    snug_assembly_release(assembly);
    for (int i = 0; i < 2; ++i) {
        snug_mesh_release(meshes[i]);
        mesh_release(inner[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_answer_as_the_functions_behind_them),
        cmocka_unit_test(what_there_is_to_choose_from_is_listed),
        cmocka_unit_test(every_criterion_and_builder_can_be_named),
        cmocka_unit_test(a_refitted_tree_answers_as_a_new_one),
        cmocka_unit_test(the_fit_check_is_that_of_snug_check),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
