// What a viewer does with an assembly from frame to frame: fronts and threads find what plain
// queries find, shared reports do not disturb each other, answers in time are right, and progress
// is told.
// ctest labels: threads
#include "core/assembly/timed_pairs.h"
#include "core/base/pool.h"
#include "core/mesh/shapes.h"
#include "core/query/front_book.h"
#include "core/shape/triangle/variants.h"
#include "core/tests/test_set.h"
#include "core/tests/tree_check.h"
#include "core/tree/bv/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { PARTS = 7 };

typedef struct World {
    Bvh *trees[3];
    PosedPart parts[PARTS];
    Rng rng;
} World;

static World world_of(const BvType *type, uint64_t seed)
{
    World w = {.rng = rng_create(seed)};
    Mesh *meshes[] = {shape_torus(2, 0.7, 24, 12), shape_knot(2, 3, 1.5, 0.6, 0.25, 60, 8),
                      shape_ico_sphere(1.2, 3)};
    for (int i = 0; i < 3; ++i) {
        w.trees[i] = bvh_build(meshes[i], &(BvhDesc){.type = type}, NULL, NULL);
        assert_non_null(w.trees[i]);
        mesh_release(meshes[i]);
    }
    for (int i = 0; i < PARTS; ++i) {
        Affine at =
            affine_rotation(vec3d_normalised(vec3d(1, rng_unit(&w.rng), 2)), 6 * rng_unit(&w.rng));
        at.p = vec3d(1.7 * i, rng_unit(&w.rng), rng_unit(&w.rng));
        w.parts[i] = (PosedPart){w.trees[i % 3], at, true, true};
    }
    return w;
}

static void world_free(World *w)
{
    for (int i = 0; i < 3; ++i)
        bvh_release(w->trees[i]);
}

// One part slowly, now and then another one far.
static void world_step(World *w, int step)
{
    for (int i = 0; i < PARTS; ++i)
        w->parts[i].changed = false;
    PosedPart *part = &w->parts[step / 15 % PARTS];
    part->changed = true;
    part->placement.p.x += 0.002;
    if (step % 10 == 9) {
        part = &w->parts[rng_below(&w->rng, PARTS)];
        part->changed = true;
        part->placement.p.y += rng_unit(&w->rng) - 0.5;
    }
}

static bool same_reports(const AssemblyReport *a, const AssemblyReport *b)
{
    if (a->count != b->count || a->contact_count != b->contact_count)
        return false;
    for (size_t p = 0; p < a->count; ++p) {
        const ContactList *x = &a->pairs[p].contacts, *y = &b->pairs[p].contacts;
        if (a->pairs[p].a != b->pairs[p].a || a->pairs[p].b != b->pairs[p].b ||
            x->count != y->count || a->pairs[p].worst != b->pairs[p].worst)
            return false;
        for (size_t i = 0; i < x->count; ++i)
            if (x->items[i].a != y->items[i].a || x->items[i].b != y->items[i].b ||
                x->items[i].kind != y->items[i].kind)
                return false;
    }
    return true;
}

// Another pair's front would do if both have the same trees, but cost more.
static void a_front_stays_with_its_pair(void **state)
{
    (void)state;
    const uint64_t first[] = {2, 5, 9, 12}, then[] = {1, 5, 7, 12, 20};
    const uint64_t kept[] = {0, 5, 0, 12, 0};
    FrontBook book = {0};
    assert_true(front_book_turn(&book, first, 4));
    for (size_t i = 0; i < 4; ++i)
        book.entries[i].volume_tests = first[i];
    assert_true(front_book_turn(&book, then, 5));
    assert_int_equal(book.count, 5);
    for (size_t i = 0; i < 5; ++i) {
        assert_int_equal(book.entries[i].pair, then[i]);
        assert_int_equal(book.entries[i].volume_tests, kept[i]);
    }
    front_book_free(&book);
}

// Every search of the update is there once, and they make up its sum.
static void check_searched(const AssemblyReport *report)
{
    uint64_t sum = 0, by_part = 0;
    for (size_t i = 0; i < report->near_pairs; ++i) {
        const PairSearch *pair = &report->searched[i], *last = pair - 1;
        assert_true(pair->a < pair->b);
        assert_true(i == 0 || last->a < pair->a || (last->a == pair->a && last->b < pair->b));
        sum += pair->volume_tests;
        assert_int_equal(assembly_report_tests(report, pair->b, pair->a), pair->volume_tests);
    }
    for (int32_t part = 0; part < PARTS; ++part)
        by_part += assembly_report_tests(report, part, -1);
    assert_int_equal(sum, report->stats.volume_tests);
    assert_int_equal(by_part, 2 * sum);
    assert_int_equal(assembly_report_tests(report, 0, PARTS), 0);
}

static void fronts_and_threads_do_not_show(void **state)
{
    (void)state;
    const BvType *types[] = {&bv_aabb, &bv_obb, &bv_slabcutball};
    int steps = sanitised() ? 60 : 200;
    Pool *pool = pool_create(3);
    uint64_t plain_tests = 0, front_tests = 0;
    for (size_t t = 0; t < sizeof types / sizeof *types; ++t) {
        World w = world_of(types[t], 11 + t);
        AssemblyReport plain = {0}, fronted = {0}, both = {0};
        FrontBook book = {0}, book_2 = {0};
        QueryDesc desc = {.mode = QUERY_ALL, .rule = types[t]->rule}, shared = desc;
        shared.pool = pool;
        shared.parallel_from = 100;
        for (int step = 0; step < steps; ++step) {
            AssemblyScope with = {.fronts = &book}, with_2 = {.fronts = &book_2};
            assert_true(assembly_report_update(&plain, w.parts, PARTS, &desc, NULL, NULL));
            assert_true(
                assembly_report_update_in(&fronted, &with, w.parts, PARTS, &desc, NULL, NULL));
            assert_true(
                assembly_report_update_in(&both, &with_2, w.parts, PARTS, &shared, NULL, NULL));
            if (!same_reports(&plain, &fronted) || !same_reports(&plain, &both))
                fail_msg("%s, seed %d, step %d: another report", types[t]->name, (int)(11 + t),
                         step);
            assert_int_equal(book.count, fronted.near_pairs);
            check_searched(&plain);
            check_searched(&fronted);
            plain_tests += plain.stats.volume_tests;
            front_tests += fronted.stats.volume_tests;
            world_step(&w, step);
        }
        assert_true(plain.contact_count > 100);
        assembly_report_free(&plain);
        assembly_report_free(&fronted);
        assembly_report_free(&both);
        front_book_free(&book);
        front_book_free(&book_2);
        world_free(&w);
    }
    assert_true(front_tests < plain_tests * 6 / 10);
    printf("RAN: %d steps of %d parts: N_v %llu plain, %llu with fronts\n", steps, PARTS,
           (unsigned long long)plain_tests, (unsigned long long)front_tests);
    pool_free(pool);
}

static void shared_reports_are_independent(void **state)
{
    (void)state;
    World w = world_of(&bv_aabb, 5);
    QueryDesc desc = {.mode = QUERY_ALL, .witnesses = true};
    AssemblyReport first = {0}, second, third;
    assert_true(assembly_report_share(&third, &first)); // of nothing
    assembly_report_free(&third);
    assert_true(assembly_report_update(&first, w.parts, PARTS, &desc, NULL, NULL));
    assert_true(first.contact_count > 100);
    assert_true(assembly_report_share(&second, &first) && assembly_report_share(&third, &second));
    assert_ptr_equal(first.pairs[0].contacts.items, third.pairs[0].contacts.items);
    assert_true(broad_phase_validate(&third.boxes));
    assembly_report_free(&first); // the others stay
    for (int step = 0; step < 30; ++step) {
        world_step(&w, step);
        assert_true(assembly_report_update(&second, w.parts, PARTS, &desc, NULL, NULL));
    }
    AssemblyReport fresh = {0};
    for (int i = 0; i < PARTS; ++i)
        w.parts[i].changed = true;
    assert_true(assembly_report_update(&fresh, w.parts, PARTS, &desc, NULL, NULL));
    assert_true(same_reports(&fresh, &second));
    assert_false(same_reports(&third, &second));
    // A list that is filled again leaves the one it was shared with alone.
    ContactList list, *theirs = &third.pairs[0].contacts;
    assert_true(contact_list_share(&list, theirs));
    Contact before = theirs->items[0];
    size_t count = theirs->count;
    Affine near = affine_translation(vec3d(0.1, 0, 0));
    assert_true(query_contacts(w.trees[0], w.trees[0], &near, &desc, NULL, &list, NULL, NULL));
    assert_ptr_not_equal(list.items, theirs->items);
    assert_true(theirs->count == count && theirs->items[0].a == before.a &&
                theirs->items[0].b == before.b);
    contact_list_free(&list);
    assembly_report_free(&second);
    assembly_report_free(&third);
    assembly_report_free(&fresh);
    world_free(&w);
}

// A clock that goes on by one second whenever somebody looks at it.
static double looks(void *user)
{
    return ++*(double *)user;
}

static bool is_odd(void *user, int32_t a, int32_t b)
{
    (void)user;
    return (a + b) % 2 == 1;
}

static void answers_in_time_agree_with_the_report(void **state)
{
    (void)state;
    World w = world_of(&bv_obb, 3);
    QueryDesc desc = {.mode = QUERY_ALL, .rule = bv_obb.rule};
    TimedPairs timed = {0};
    uint64_t stopped = 0, answers[3] = {0};
    int steps = sanitised() ? 40 : 150;
    for (int step = 0; step < steps; ++step) {
        bool odd = step % 4 == 3;
        AssemblyScope scope = {.skip = odd ? is_odd : NULL};
        AssemblyReport report = {0};
        PosedPart all[PARTS];
        memcpy(all, w.parts, sizeof all);
        all[step % PARTS].active = step % 3 > 0;
        for (int i = 0; i < PARTS; ++i)
            all[i].changed = true;
        assert_true(assembly_report_update_in(&report, &scope, all, PARTS, &desc, NULL, NULL));
        // Only pairs with a changed part are asked for.
        for (int i = 0; i < PARTS; ++i)
            all[i].changed = step % 2 || i == 2;
        assert_true(timed_pairs_begin(&timed, all, PARTS, &scope, NULL));
        int runs = 0;
        do {
            double now = 0;
            Deadline soon = {looks, &now, step % 5}; // also over before it began
            size_t left = timed.of_verdict[VERDICT_UNDECIDED];
            double error = 0;
            for (size_t i = 0; i < timed.count; ++i)
                error = fmax(error, timed.pairs[i].answer.error);
            assert_true(timed_pairs_run(&timed, all, &desc, &soon, NULL, NULL));
            assert_true(runs < 100000);
            assert_true(timed.of_verdict[VERDICT_UNDECIDED] <= left);
            for (size_t i = 0; i < timed.count; ++i)
                assert_true(timed.pairs[i].answer.error <= error + 1e-12);
            stopped += timed.of_verdict[VERDICT_UNDECIDED] > 0;
            ++runs;
        } while (timed.of_verdict[VERDICT_UNDECIDED] > 0);
        for (int a = 0; a < PARTS; ++a)
            for (int b = a + 1; b < PARTS; ++b) {
                bool asked = (all[a].changed || all[b].changed) && !(odd && (a + b) % 2);
                bool meet = assembly_report_find(&report, a, b) != NULL, found = false;
                for (size_t i = 0; i < timed.count; ++i)
                    if (timed.pairs[i].a == a && timed.pairs[i].b == b) {
                        enum Verdict verdict = timed.pairs[i].answer.verdict;
                        assert_int_equal(verdict, meet ? VERDICT_YES : VERDICT_NO);
                        ++answers[verdict];
                        found = true;
                    }
                assert_true(asked ? found || !meet : !found);
            }
        assembly_report_free(&report);
        world_step(&w, step);
    }
    timed_pairs_free(&timed);
    assert_true(stopped > 100 && answers[VERDICT_NO] > 10 && answers[VERDICT_YES] > 10);
    printf("RAN: timed pairs: %llu YES, %llu NO, stopped %llu times\n",
           (unsigned long long)answers[VERDICT_YES], (unsigned long long)answers[VERDICT_NO],
           (unsigned long long)stopped);
    world_free(&w);
}

// The triangle test sees how far the job says it is.
static _Atomic(Job *) watched;
static _Atomic int most_seen, steps_seen;

static enum TriContact watching_contact(const Triangle *a, const Triangle *b, TriWitness *out)
{
    int now = atomic_load(&atomic_load(&watched)->permille);
    if (now > atomic_load(&most_seen)) {
        atomic_store(&most_seen, now);
        atomic_fetch_add(&steps_seen, 1);
    }
    return tri_exact.contact(a, b, out);
}

static void progress_is_told(void **state)
{
    (void)state;
    TriTest watching = tri_exact;
    watching.contact = watching_contact;
    Mesh *mesh = shape_torus(2, 0.7, 80, 40);
    Bvh *tree = bvh_build(mesh, &(BvhDesc){.type = &bv_aabb}, NULL, NULL);
    Pool *pool = pool_create(2);
    for (int threads = 0; threads < 2; ++threads) {
        Job job = {0};
        atomic_store(&watched, &job);
        atomic_store(&most_seen, 0);
        atomic_store(&steps_seen, 0);
        PosedPart parts[] = {{tree, affine_identity(), true, true},
                             {tree, affine_translation(vec3d(0.1, 0.2, 0.1)), true, true}};
        QueryDesc desc = {.mode = QUERY_ALL, .tri = &watching, .parallel_from = 500};
        desc.pool = threads ? pool : NULL;
        AssemblyReport report = {0};
        assert_true(assembly_report_update(&report, parts, 2, &desc, &job, NULL));
        assert_int_equal(atomic_load(&job.permille), 1000);
        assert_true(report.contact_count > 100);
        // One pair of parts: all of it is told from within.
        assert_true(atomic_load(&steps_seen) > 10 && atomic_load(&most_seen) > 800 &&
                    atomic_load(&most_seen) <= 1000);
        printf("RAN: progress in %d steps\n", atomic_load(&steps_seen));
        assembly_report_free(&report);
    }
    pool_free(pool);
    bvh_release(tree);
    mesh_release(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_front_stays_with_its_pair),
        cmocka_unit_test(fronts_and_threads_do_not_show),
        cmocka_unit_test(shared_reports_are_independent),
        cmocka_unit_test(answers_in_time_agree_with_the_report),
        cmocka_unit_test(progress_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
