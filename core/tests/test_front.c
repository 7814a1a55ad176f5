// Contacts from the front of the last frame equal those from the roots, on slow walks, jumps, under
// changing scale and after refits; and slow motion costs less.
#include "core/base/pool.h"
#include "core/mesh/shapes.h"
#include "core/query/root_work.h"
#include "core/tests/test_set.h"
#include "core/tree/bv/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static void assert_same(const ContactList *a, const ContactList *b, const char *what, int frame)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; ++i)
        same = a->items[i].a == b->items[i].a && a->items[i].b == b->items[i].b &&
               a->items[i].kind == b->items[i].kind;
    if (!same)
        fail_msg("%s, frame %d: %zu contacts instead of %zu", what, frame, a->count, b->count);
}

// Small steps, every tenth frame standing still, and a jump now and then.
static void walk(Rng *rng, const MeshPair *pair, int frame, Affine *pose)
{
    if (frame % 40 == 0) {
        *pose = rng_rotation(rng);
        pose->p = rng_in_cube(rng, pair->reach);
    } else if (frame % 10 != 5) {
        Affine turn = affine_rotation(vec3d_normalised(rng_in_cube(rng, 1)), 0.005);
        Vec3d p = vec3d_add(pose->p, rng_in_cube(rng, 0.01));
        *pose = affine_compose(&turn, pose);
        pose->p = p;
    }
}

static void walks_give_the_pairs_of_plain_queries(void **state)
{
    (void)state;
    MeshPair pairs[MESH_PAIRS];
    mesh_pairs_create(pairs);
    int frames = sanitised() ? 45 : long_tier() ? 800 : 90, ran = 0, tests_ran = 0;
    uint64_t again_count = 0, contacts = 0;
    for (int p = 0; p < MESH_PAIRS; ++p) {
        for (int t = 0; t < bv_type_count; ++t) {
            BvhDesc kind = {.type = bv_types[t]};
            Bvh *a = bvh_build(pairs[p].a, &kind, NULL, NULL);
            Bvh *b = bvh_build(pairs[p].b, &kind, NULL, NULL);
            for (int test = 0; test < bv_types[t]->test_count; ++test) {
                if (!(bv_types[t]->tests[test].can & TEST_FRONT))
                    continue;
                FrontCache cache = {0};
                ContactList again = {0}, plain = {0};
                QueryDesc desc = {
                    .mode = QUERY_ALL, .test = test, .rule = ((p + test) % descent_rule_count)};
                Rng rng = rng_create(8000 + (uint64_t)p);
                Affine pose = affine_identity();
                for (int frame = 0; frame < frames; ++frame, ++ran) {
                    walk(&rng, &pairs[p], frame, &pose);
                    assert_true(
                        query_contacts_again(&cache, a, b, &pose, &desc, NULL, &again, NULL, NULL));
                    assert_true(query_contacts(a, b, &pose, &desc, NULL, &plain, NULL, NULL));
                    assert_same(&again, &plain, bv_types[t]->tests[test].name, frame);
                    contacts += plain.count;
                }
                assert_int_equal(cache.frames, frames);
                again_count += cache.again;
                front_cache_free(&cache);
                contact_list_free(&again);
                contact_list_free(&plain);
                tests_ran += p == 0;
            }
            bvh_release(a);
            bvh_release(b);
        }
    }
    assert_true(tests_ran > 10 && contacts > 1000);
    assert_true(again_count > (uint64_t)ran / 2); // fronts were really used
    printf("RAN: fronts: %d frames over %d tests equal to plain queries, %llu from a front\n", ran,
           tests_ran, (unsigned long long)again_count);
    mesh_pairs_free(pairs);
}

// The reading from the roots knows of nothing but trees, placement and description.
static void assert_root_work(const Bvh *tree, const Affine *pose, int test, Pool *pool)
{
    for (int mode = QUERY_FIRST; mode <= QUERY_ALL; ++mode) {
        ContactList list = {0};
        QueryStats plain;
        QueryDesc desc = {.mode = (enum QueryMode)mode,
                          .test = test,
                          .rule = tree->type->rule,
                          .lift = mode == QUERY_ALL};
        assert_true(query_contacts(tree, tree, pose, &desc, NULL, &list, &plain, NULL));
        desc.pool = pool;
        desc.parallel_from = 100;
        desc.limit = 1;
        RootWork work;
        assert_true(query_root_work(tree, tree, pose, &desc, NULL, &work, NULL));
        assert_int_equal(work.volume_tests, plain.volume_tests);
        assert_int_equal(work.triangle_tests, plain.triangle_tests);
        assert_int_equal(work.updates, plain.updates);
        contact_list_free(&list);
    }
}

// What fronts cost is counted apart: the rest is the N_v of a search without them.
static void readings_are_those_without_fronts(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.3, 40, 16);
    Pool *pool = pool_create(2);
    int fresh = 0, again = 0;
    for (int t = 0; t < bv_type_count; ++t) {
        Bvh *tree = bvh_build(mesh, &(BvhDesc){.type = bv_types[t]}, NULL, NULL);
        assert_non_null(tree);
        for (int test = 0; test < bv_types[t]->test_count; ++test) {
            if (!(bv_types[t]->tests[test].can & TEST_FRONT))
                continue;
            FrontCache cache = {0};
            ContactList list = {0};
            Affine pose = affine_rotation(vec3d_normalised(vec3d(1, 2, 3)), 0.7);
            pose.p = vec3d(0.9, 0.1, 0.2);
            for (int frame = 0; frame < 12; ++frame) {
                QueryDesc desc = {.mode = QUERY_ALL, .test = test};
                QueryStats kept, plain;
                uint64_t before = cache.again;
                pose.p.x += frame == 6 ? 0.3 : 0.0005;
                assert_true(query_contacts_again(&cache, tree, tree, &pose, &desc, NULL, &list,
                                                 &kept, NULL));
                assert_true(query_contacts(tree, tree, &pose, &desc, NULL, &list, &plain, NULL));
                assert_int_equal(plain.front_tests, 0);
                assert_root_work(tree, &pose, test, pool);
                if (cache.again > before) { // all of it at the front, nothing is taken for N_v
                    assert_int_equal(kept.volume_tests, kept.front_tests);
                    ++again;
                } else {
                    if (kept.volume_tests - kept.front_tests != plain.volume_tests)
                        fail_msg("%s / %s, frame %d: N_v %llu with a front, %llu without",
                                 bv_types[t]->name, bv_types[t]->tests[test].name, frame,
                                 (unsigned long long)(kept.volume_tests - kept.front_tests),
                                 (unsigned long long)plain.volume_tests);
                    ++fresh;
                }
            }
            front_cache_free(&cache);
            contact_list_free(&list);
        }
        bvh_release(tree);
    }
    printf("RAN: readings of %d searches from the roots as without fronts, %d at fronts\n", fresh,
           again);
    assert_true(fresh > 20 && again > 20);
    pool_free(pool);
    mesh_release(mesh);
}

static void a_front_does_not_outlive_what_it_was_made_for(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.3, 40, 16), *other_mesh = shape_torus(1, 0.3, 36, 16);
    BvhDesc kind = {.type = &bv_aabb};
    Bvh *tree = bvh_build(mesh, &kind, NULL, NULL),
        *other = bvh_build(other_mesh, &kind, NULL, NULL);
    FrontCache cache = {0};
    ContactList again = {0}, plain = {0};
    QueryDesc desc = {.mode = QUERY_ALL};
    Affine pose = affine_rotation(vec3d_normalised(vec3d(1, 2, 3)), 0.7);
    pose.p = vec3d(0.9, 0.1, 0.2);
    uint64_t restarts = 0;
    for (int step = 0; step < 10; ++step) {
        switch (step) {
        case 2: // refit
            for (int32_t i = 0; i < mesh->vertex_count; ++i)
                mesh->vertices[i].z *= 1.5;
            ++mesh->version;
            assert_true(tree->type->refit(tree, NULL));
            break;
        case 4: // scale
            for (int i = 0; i < 3; ++i)
                pose.m[i][0] *= 1.1;
            break;
        case 6: // another test
            desc.test = 1;
            break;
        case 8: // another tree
            bvh_release(other);
            other = bvh_build(other_mesh, &kind, NULL, NULL);
            break;
        default:
            pose.p.x += 0.001;
        }
        assert_true(
            query_contacts_again(&cache, tree, other, &pose, &desc, NULL, &again, NULL, NULL));
        assert_true(query_contacts(tree, other, &pose, &desc, NULL, &plain, NULL, NULL));
        assert_same(&again, &plain, "changing", step);
        assert_true(plain.count > 10);
        bool fresh = step % 2 == 0;
        assert_int_equal(cache.from_roots, restarts + fresh);
        restarts = cache.from_roots;
    }
    front_cache_free(&cache);
    contact_list_free(&again);
    contact_list_free(&plain);
    bvh_release(tree);
    bvh_release(other);
    mesh_release(mesh);
    mesh_release(other_mesh);
}

static void after_a_cancel_it_starts_from_the_roots(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.3, 60, 24);
    Bvh *tree = bvh_build(mesh, &(BvhDesc){.type = &bv_obb}, NULL, NULL);
    FrontCache cache = {0};
    ContactList again = {0}, plain = {0};
    QueryDesc desc = {.mode = QUERY_ALL};
    Affine pose = affine_translation(vec3d(0.4, 0.3, 0.1));
    Job job = {0};
    assert_true(query_contacts_again(&cache, tree, tree, &pose, &desc, NULL, &again, NULL, NULL));
    job_cancel(&job);
    pose.p.x += 0.001;
    Error err = {""};
    assert_false(query_contacts_again(&cache, tree, tree, &pose, &desc, &job, &again, NULL, &err));
    assert_string_equal(err.text, "");
    assert_true(query_contacts_again(&cache, tree, tree, &pose, &desc, NULL, &again, NULL, NULL));
    assert_true(query_contacts(tree, tree, &pose, &desc, NULL, &plain, NULL, NULL));
    assert_same(&again, &plain, "after a cancel", 0);
    assert_int_equal(cache.from_roots, 2);
    front_cache_free(&cache);
    contact_list_free(&again);
    contact_list_free(&plain);
    bvh_release(tree);
    mesh_release(mesh);
}

// A drag that goes on in one direction and turns, whose farthest point moves by `step` a frame.
static Affine drag_at(double step, int frame)
{
    Affine pose = affine_rotation(vec3d_normalised(vec3d(1, 2, 3)), 0.7 + 0.2 * step * frame);
    pose.p = vec3d(0.9 - 0.7 * step * frame, 0.1, 0.2);
    return pose;
}

// Volume tests are counted, so this is no measurement of time. Steps are shares of the part's size.
static void coherence_saves_volume_tests(void **state)
{
    (void)state;
    static const struct {
        double step, fewer;
    } wanted[] = {{1e-4, 5}, {1e-3, 2}, {5e-3, 1 / 1.05}};
    static const BvType *const types[] = {&bv_obb_blocks, &bv_obb};
    Mesh *mesh = shape_torus(1, 0.3, 80, 32);
    for (int t = 0; t < 2; ++t) {
        Bvh *tree = bvh_build(mesh, &(BvhDesc){.type = types[t]}, NULL, NULL);
        double size = tree->box.hi.x - tree->box.lo.x;
        for (int s = 0; s < 3; ++s) {
            FrontCache cache = {0};
            ContactList again = {0}, plain = {0};
            QueryDesc desc = {.mode = QUERY_ALL, .rule = types[t]->rule};
            uint64_t with = 0, without = 0;
            double farthest = 0;
            for (int frame = 0; frame < 60; ++frame) {
                QueryStats stats;
                Affine pose = drag_at(wanted[s].step * size, frame);
                assert_true(query_contacts_again(&cache, tree, tree, &pose, &desc, NULL, &again,
                                                 &stats, NULL));
                with += stats.volume_tests;
                farthest = fmax(farthest, cache.step);
                assert_true(query_contacts(tree, tree, &pose, &desc, NULL, &plain, &stats, NULL));
                without += stats.volume_tests;
                assert_same(&again, &plain, types[t]->name, frame);
            }
            printf("RAN: %s, steps of %.2f %% of the part (%.2f %%): %llu volume tests, %llu "
                   "without a front\n",
                   types[t]->name, 100 * wanted[s].step, 100 * farthest / size,
                   (unsigned long long)with, (unsigned long long)without);
            assert_true((double)without >= wanted[s].fewer * (double)with);
            front_cache_free(&cache);
            contact_list_free(&again);
            contact_list_free(&plain);
        }
        bvh_release(tree);
    }
    mesh_release(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(readings_are_those_without_fronts),
        cmocka_unit_test(walks_give_the_pairs_of_plain_queries),
        cmocka_unit_test(a_front_does_not_outlive_what_it_was_made_for),
        cmocka_unit_test(after_a_cancel_it_starts_from_the_roots),
        cmocka_unit_test(coherence_saves_volume_tests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
