// Memory runs short at each allocation in turn: nothing crashes or leaks, what fails says why and
// leaves what was there, and what succeeds all the same is right. Core asks the hooks of this
// test for memory.
#include "core/base/memory.h"
#include "core/base/utf8.h"
#include "core/feature/connector.h"
#include "core/meaning/certificate.h"
#include "core/mesh/shapes.h"
#include "core/tests/odd_shapes.h"
#include "core/tests/test_set.h"
#include "core/tree/split/split.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int64_t allocations, fails_at; // fails_at 0: never
static bool paused;                   // what a test itself needs does not count

static bool fails(void)
{
    return !paused && ++allocations == fails_at;
}

static void *allocate(void *user, size_t size)
{
    (void)user;
    return fails() ? NULL : malloc(size);
}

static void *resize(void *user, void *old, size_t size)
{
    (void)user;
    return fails() ? NULL : realloc(old, size);
}

static void release(void *user, void *block)
{
    (void)user;
    free(block);
}

// False: it failed. What it made goes into *sum.
typedef bool Operation(void *user, uint64_t *sum, Error *err);

// Runs it with each allocation failing in turn.
static void starve(const char *name, Operation *operation, void *user)
{
    Error err = {""};
    uint64_t right = 0, sum;
    fails_at = allocations = 0;
    if (!operation(user, &right, &err))
        fail_msg("%s: %s", name, err.text);
    int64_t total = allocations;
    int failed = 0, coped = 0;
    for (int64_t n = 1; n <= total; ++n) {
        err.text[0] = '\0';
        sum = 0;
        allocations = 0;
        fails_at = n;
        bool good = operation(user, &sum, &err);
        fails_at = 0;
        if (good ? sum != right : !err.text[0])
            fail_msg("%s, allocation %lld of %lld: %s", name, (long long)n, (long long)total,
                     good ? "it succeeded with another result" : "it failed without a word");
        failed += !good;
        coped += good;
    }
    sum = 0;
    if (!operation(user, &sum, &err) || sum != right)
        fail_msg("%s: afterwards it is not what it was", name);
    printf("RAN: %s: %lld allocations, %d failures told, %d coped with\n", name, (long long)total,
           failed, coped);
    assert_true(failed > 0 || total == 0);
}

typedef struct Build {
    Mesh *mesh;
    BvhDesc desc;
} Build;

static bool build(void *user, uint64_t *sum, Error *err)
{
    const Build *b = user;
    Bvh *tree = bvh_build(b->mesh, &b->desc, NULL, err);
    if (!tree)
        return false;
    paused = true;
    *sum = tree_hash(tree);
    paused = false;
    bvh_release(tree);
    return true;
}

static void trees_are_built_or_not(void **state)
{
    (void)state;
    Build b = {.mesh = shape_torus(1, 0.3, 16, 8)};
    for (int t = 0; t < bv_type_count; ++t) {
        b.desc = (BvhDesc){.type = bv_types[t]};
        starve(bv_types[t]->name, build, &b);
    }
    for (int s = 0; s < split_rule_count; ++s) {
        b.desc = (BvhDesc){.split = split_rules[s]};
        starve(split_rules[s]->name, build, &b);
    }
    mesh_release(b.mesh);
}

typedef struct Two {
    Bvh *a, *b;
    Affine pose;
} Two;

static bool contacts(void *user, uint64_t *sum, Error *err)
{
    const Two *two = user;
    ContactList list = {0};
    QueryDesc desc = {.mode = QUERY_ALL, .witnesses = true};
    bool good = query_contacts(two->a, two->b, &two->pose, &desc, NULL, &list, NULL, err);
    *sum = list.count;
    assert_true(!good || list.count > 20);
    contact_list_free(&list);
    return good;
}

static bool distance(void *user, uint64_t *sum, Error *err)
{
    const Two *two = user;
    Distance d;
    Affine apart = two->pose;
    apart.p = vec3d(3, 1, 2);
    bool good = query_distance(two->a, two->b, &apart, NULL, NULL, &d, NULL, err);
    memcpy(sum, &d.value, sizeof *sum);
    return good;
}

static void queries_answer_or_not(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.3, 24, 12);
    Two two = {.pose = affine_rotation(vec3d(1, 0, 0), 0.3)};
    two.pose.p = vec3d(0.4, 0.1, 0.1);
    for (int t = 0; t < bv_type_count; ++t) {
        char name[80];
        two.a = bvh_build(mesh, &(BvhDesc){.type = bv_types[t]}, NULL, NULL);
        two.b = bvh_build(mesh, &(BvhDesc){.type = bv_types[t]}, NULL, NULL);
        snprintf(name, sizeof name, "contacts of %s", bv_types[t]->name);
        starve(name, contacts, &two);
        snprintf(name, sizeof name, "distance of %s", bv_types[t]->name);
        starve(name, distance, &two);
        bvh_release(two.a);
        bvh_release(two.b);
    }
    mesh_release(mesh);
}

enum { PARTS = 3 };
typedef struct Fit {
    Assembly assembly;
    PosedPart parts[PARTS];
    PairRules rules;
    bool kept; // the check below is brought up to date instead of made anew
    FitCheck check;
} Fit;

static uint64_t sum_of(const FitReport *report)
{
    uint64_t hash = UTF8_HASH_START;
    for (size_t i = 0; i < report->count; ++i)
        hash = utf8_hash(report->rows[i].text, hash);
    return hash;
}

static bool fit(void *user, uint64_t *sum, Error *err)
{
    Fit *f = user;
    FitCheck fresh = {.assembly = &f->assembly,
                      .parts = f->parts,
                      .query = {.mode = QUERY_ALL, .witnesses = true},
                      .desc = {.clearance = 5, .rules = &f->rules}};
    FitCheck *check = f->kept ? &f->check : &fresh;
    if (f->kept) { // as if the second part had moved
        f->parts[1].changed = true;
        fit_report_free(&check->fit);
        fresh.contacts = check->contacts;
        fresh.details = check->details;
        *check = fresh;
    }
    bool good = fit_check_run(check, NULL, err);
    *sum = sum_of(&check->fit);
    if (!f->kept)
        fit_check_free(check);
    return good;
}

// Of the check that is there.
static bool certify(void *user, uint64_t *sum, Error *err)
{
    const Fit *f = user;
    Certificates certificates;
    bool good = certificates_make(&certificates, &f->check, NULL, err);
    *sum = certificates.count;
    for (size_t i = 0; i < certificates.count; ++i)
        *sum = 31 * *sum + (uint64_t)certificates.items[i].state;
    certificates_free(&certificates);
    return good;
}

// open: triangles are missing, so that holes are closed, and a box has no lid.
static void make_reports(bool open)
{
    Fit f = {0};
    Mesh *torus = shape_torus(10, 3, 24, 12), *box = shape_box(vec3d(10, 10, 10));
    Affine at = affine_identity();
    torus->triangle_count -= open ? 1 : 0;
    box->triangle_count -= open ? 2 : 0;
    assert_true(assembly_add(&f.assembly, "Ring", torus, &at, 0));
    assert_true(assembly_add(&f.assembly, "Box", mesh_retain(box), &at, 0));
    assert_true(assembly_add(&f.assembly, "Box", box, &at, 0));
    for (int i = 0; i < PARTS; ++i) {
        Bvh *tree = bvh_build(f.assembly.parts[i].mesh, NULL, NULL, NULL);
        f.parts[i] = (PosedPart){tree, at, true, true};
        f.parts[i].placement.p = vec3d(9.0 * i, 1.5 * i, 0);
    }
    RuleSet *set = rule_set_create();
    assert_true(rule_set_add(set, RULE_INTENTIONAL, "Ring", "Box*", 0, NULL));
    assert_true(pair_rules_resolve(&f.rules, set, &f.assembly));
    rule_set_release(set);
    starve(open ? "a report on open parts" : "a report from nothing", fit, &f);
    f.kept = true;
    starve("a report brought up to date", fit, &f);
    starve("certificates", certify, &f);
    fit_check_free(&f.check);
    pair_rules_free(&f.rules);
    for (int i = 0; i < PARTS; ++i)
        bvh_release((Bvh *)f.parts[i].tree);
    assembly_free(&f.assembly);
}

static void reports_are_made_or_not(void **state)
{
    (void)state;
    make_reports(false);
    make_reports(true);
}

static bool find_features(void *user, uint64_t *sum, Error *err)
{
    Features features;
    Connectors connectors;
    if (!features_find(user, NULL, &features, err))
        return false;
    bool ok = connectors_from(&features, &connectors, err);
    *sum = (uint64_t)features.count;
    if (ok)
        *sum += 1000 * connectors.count;
    connectors_free(&connectors);
    features_free(&features);
    return ok;
}

static void features_are_found_or_not(void **state)
{
    (void)state;
    Mesh *ring = shape_ring(5, 12, 20, 24);
    starve("features and connectors", find_features, ring);
    mesh_release(ring);
}

// By now there are blocks of the hooks, and the C library must not get them.
static void hooks_stay_once_memory_was_handed_out(void **state)
{
    (void)state;
    mem_free(mem_alloc(1));
    assert_false(mem_set_hooks(NULL));
}

int main(void)
{
    if (!mem_set_hooks(&(MemoryHooks){allocate, resize, release, NULL}))
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_are_built_or_not),
        cmocka_unit_test(queries_answer_or_not),
        cmocka_unit_test(reports_are_made_or_not),
        cmocka_unit_test(features_are_found_or_not),
        cmocka_unit_test(hooks_stay_once_memory_was_handed_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
