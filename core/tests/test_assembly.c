// Assemblies: names, shared meshes, cached trees, and reports that are updated pair by pair.
#include "core/assembly/assembly.h"
#include "core/mesh/shapes.h"
#include "core/tests/test_set.h"
#include "core/tests/tree_check.h"
#include "core/tests/tri_distance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { PARTS = 24 };

typedef struct World {
    Mesh *meshes[2];
    Bvh *trees[2];
    PosedPart parts[PARTS];
} World;

static void world_create(World *w, uint64_t seed)
{
    w->meshes[0] = shape_torus(1, 0.35, 16, 8);
    w->meshes[1] = shape_box(vec3d(1, 0.5, 2));
    for (int i = 0; i < 2; ++i)
        w->trees[i] = bvh_build(w->meshes[i], NULL, NULL, NULL);
    Rng rng = rng_create(seed);
    for (int i = 0; i < PARTS; ++i) {
        w->parts[i] = (PosedPart){w->trees[i % 2], rng_rotation(&rng), true, true};
        w->parts[i].placement.p = rng_in_cube(&rng, 3);
    }
}

static void world_free(World *w)
{
    for (int i = 0; i < 2; ++i) {
        bvh_release(w->trees[i]);
        mesh_release(w->meshes[i]);
    }
}

static void assert_same_report(const AssemblyReport *x, const AssemblyReport *y, uint64_t seed)
{
    bool same = x->count == y->count && x->contact_count == y->contact_count;
    for (size_t i = 0; same && i < x->count; ++i) {
        const PairReport *p = &x->pairs[i], *q = &y->pairs[i];
        same = p->a == q->a && p->b == q->b && p->worst == q->worst &&
               p->contacts.count == q->contacts.count;
        for (size_t k = 0; same && k < p->contacts.count; ++k)
            same = p->contacts.items[k].a == q->contacts.items[k].a &&
                   p->contacts.items[k].b == q->contacts.items[k].b;
    }
    if (!same)
        fail_msg("seed %llu: reports differ (%zu and %zu pairs)", (unsigned long long)seed,
                 x->count, y->count);
}

static void an_updated_report_equals_a_fresh_one(void **state)
{
    (void)state;
    World w;
    world_create(&w, 77);
    QueryDesc all = {.mode = QUERY_ALL};
    AssemblyReport kept = {0};
    Rng rng = rng_create(78);
    size_t in_contact = 0;
    for (int step = 0; step < 40; ++step) {
        assert_true(assembly_report_update(&kept, w.parts, PARTS, &all, NULL, NULL));
        AssemblyReport fresh = {0};
        PosedPart everything[PARTS];
        memcpy(everything, w.parts, sizeof everything);
        for (int i = 0; i < PARTS; ++i)
            everything[i].changed = true;
        assert_true(assembly_report_update(&fresh, everything, PARTS, &all, NULL, NULL));
        assert_same_report(&kept, &fresh, 77);
        assert_true(step == 0 || kept.near_pairs < fresh.near_pairs);
        in_contact += kept.count;
        assembly_report_free(&fresh);
        for (int i = 0; i < PARTS; ++i)
            w.parts[i].changed = false;
        int moved = rng_below(&rng, PARTS);
        w.parts[moved].changed = true;
        if (step % 5 == 4)
            w.parts[moved].active = !w.parts[moved].active;
        else
            w.parts[moved].placement.p = rng_in_cube(&rng, 3);
    }
    assert_true(in_contact > 100);
    assembly_report_free(&kept);
    world_free(&w);
}

static void the_broad_phase_loses_no_pair(void **state)
{
    (void)state;
    World w;
    world_create(&w, 99);
    QueryDesc all = {.mode = QUERY_ALL};
    AssemblyReport report = {0};
    assert_true(assembly_report_update(&report, w.parts, PARTS, &all, NULL, NULL));
    size_t expected = 0;
    ContactList list = {0};
    for (int a = 0; a < PARTS; ++a) {
        for (int b = a + 1; b < PARTS; ++b) {
            Affine inverse, b_to_a;
            assert_true(affine_invert(&w.parts[a].placement, &inverse));
            b_to_a = affine_compose(&inverse, &w.parts[b].placement);
            assert_true(query_contacts(w.parts[a].tree, w.parts[b].tree, &b_to_a, &all, NULL, &list,
                                       NULL, NULL));
            const PairReport *found = assembly_report_find(&report, b, a); // either order
            assert_int_equal(found ? found->contacts.count : 0, list.count);
            expected += list.count > 0;
        }
    }
    assert_int_equal(report.count, expected);
    assert_true(expected > 5);
    contact_list_free(&list);
    assembly_report_free(&report);
    world_free(&w);
}

// Pairs with an odd sum of indices are of no interest.
static bool is_odd(void *user, int32_t a, int32_t b)
{
    ++*(int *)user;
    assert_true(a < b);
    return (a + b) % 2 != 0;
}

// The report of each step against all pairs with no broad phase at all, while parts move, hide,
// change their mesh, are taken away and come back; by flags, and by a list with a filter.
static void any_history_ends_in_the_all_pairs_result(void **state)
{
    (void)state;
    int compared = 0;
    for (uint64_t seed = 1; seed <= (sanitised() ? 3 : 8); ++seed) {
        World w;
        world_create(&w, seed);
        QueryDesc all = {.mode = QUERY_ALL};
        AssemblyReport by_flags = {0}, by_list = {0};
        Rng rng = rng_create(seed + 1000);
        int32_t count = PARTS;
        for (int step = 0; step < 30; ++step) {
            int32_t list[PARTS], listed = 0;
            int asked = 0;
            for (int32_t i = 0; i < count; ++i)
                if (w.parts[i].changed)
                    list[listed++] = i;
            AssemblyScope scope = {
                .changed = list, .changed_count = listed, .skip = is_odd, .skip_user = &asked};
            assert_true(assembly_report_update(&by_flags, w.parts, count, &all, NULL, NULL));
            assert_true(
                assembly_report_update_in(&by_list, &scope, w.parts, count, &all, NULL, NULL));
            assert_true(broad_phase_validate(&by_flags.boxes));
            size_t expected = 0, even = 0;
            ContactList contacts = {0};
            for (int a = 0; a < count; ++a) {
                for (int b = a + 1; b < count; ++b) {
                    Affine inverse, b_to_a;
                    assert_true(affine_invert(&w.parts[a].placement, &inverse));
                    b_to_a = affine_compose(&inverse, &w.parts[b].placement);
                    assert_true(query_contacts(w.parts[a].tree, w.parts[b].tree, &b_to_a, &all,
                                               NULL, &contacts, NULL, NULL));
                    if (!w.parts[a].active || !w.parts[b].active)
                        contacts.count = 0;
                    const PairReport *found = assembly_report_find(&by_flags, a, b);
                    const PairReport *other = assembly_report_find(&by_list, a, b);
                    bool kept = (a + b) % 2 == 0;
                    if ((found ? found->contacts.count : 0) != contacts.count ||
                        (other ? other->contacts.count : 0) != (kept ? contacts.count : 0))
                        fail_msg("seed %llu, step %d, parts %d and %d", (unsigned long long)seed,
                                 step, a, b);
                    expected += contacts.count > 0;
                    even += kept && contacts.count > 0;
                    ++compared;
                }
            }
            contact_list_free(&contacts);
            assert_int_equal(by_flags.count, expected);
            assert_int_equal(by_list.count, even);
            assert_true(listed == 0 || asked > 0 || by_flags.near_pairs == 0);
            for (int i = 0; i < PARTS; ++i)
                w.parts[i].changed = false;
            count = step % 7 == 6 ? PARTS - 5 : PARTS;
            for (int32_t i = PARTS - 5; step % 7 == 0 && step > 0 && i < PARTS; ++i)
                w.parts[i].changed = true; // came back
            for (int moves = rng_below(&rng, 5); moves > 0; --moves) {
                PosedPart *part = &w.parts[rng_below(&rng, PARTS)];
                part->changed = true;
                int kind = rng_below(&rng, 4);
                if (kind == 0)
                    part->active = !part->active;
                else if (kind == 1)
                    part->tree = w.trees[part->tree == w.trees[0]];
                else
                    part->placement.p = rng_in_cube(&rng, 3);
            }
        }
        assembly_report_free(&by_flags);
        assembly_report_free(&by_list);
        world_free(&w);
    }
    printf("RAN: %d pairs compared\n", compared);
}

static void a_failed_update_leaves_the_report_as_it_was(void **state)
{
    (void)state;
    World w;
    world_create(&w, 5);
    QueryDesc all = {.mode = QUERY_ALL};
    AssemblyReport report = {0};
    Error err = {""};
    assert_true(assembly_report_update(&report, w.parts, PARTS, &all, NULL, NULL));
    size_t count = report.count;
    int64_t contacts = report.contact_count;
    int bad = report.pairs[0].a, touched = report.pairs[0].b;
    memset(w.parts[bad].placement.m, 0, sizeof w.parts[bad].placement.m);
    int where = 0;
    while (assembly_report_find(&report, bad, where) || where == bad)
        ++where;
    w.parts[bad].placement.p = w.parts[where].placement.p;
    assert_false(assembly_report_update(&report, w.parts, PARTS, &all, NULL, &err));
    assert_non_null(strstr(err.text, "singular"));
    assert_int_equal(report.count, count);
    assert_true(report.contact_count == contacts);
    w.parts[bad].placement = affine_identity();
    w.parts[bad].placement.p.x = NAN;
    assert_false(assembly_report_update(&report, w.parts, PARTS, &all, NULL, &err));
    assert_non_null(strstr(err.text, "not finite"));
    // The boxes went back too: an update without changes still knows where everything is.
    world_free(&w);
    world_create(&w, 5);
    for (int i = 0; i < PARTS; ++i)
        w.parts[i].changed = i == 4;
    assert_true(assembly_report_update(&report, w.parts, PARTS, &all, NULL, NULL));
    assert_int_equal(report.count, count);
    assert_true(report.contact_count == contacts);
    w.parts[4].changed = false;
    w.parts[touched].changed = true;
    w.parts[touched].active = false;
    assert_true(assembly_report_update(&report, w.parts, PARTS, &all, NULL, NULL));
    assert_null(assembly_report_find(&report, bad, touched));
    assembly_report_free(&report);
    world_free(&w);
}

static void names_are_unique_and_stable(void **state)
{
    (void)state;
    const char *given[] = {"Bolt", "Bolt", "Bolt (2)", "Bolt", "", "", "a\xFFz"};
    const char *kept[] = {"Bolt", "Bolt (2)", "Bolt (2) (2)", "Bolt (3)", "", " (2)", "a?z"};
    Assembly assembly = {0};
    Mesh *mesh = shape_box(vec3d(1, 1, 1));
    Affine rest = affine_identity();
    for (size_t i = 0; i < sizeof given / sizeof *given; ++i) {
        assert_true(assembly_add(&assembly, given[i], mesh_retain(mesh), &rest, 0xFFFFFF));
        assert_string_equal(assembly.parts[i].name, kept[i]);
    }
    assert_int_equal(assembly_triangles(&assembly), 7 * 12);
    assembly_free(&assembly);
    assert_int_equal(mesh->references, 1);
    // Thousands of equal names: the last one is found as fast as the first.
    char expected[32];
    for (int i = 1; i <= 5000; ++i)
        assert_true(assembly_add(&assembly, "Nut", mesh_retain(mesh), &rest, 0));
    snprintf(expected, sizeof expected, "Nut (%d)", 5000);
    assert_string_equal(assembly.parts[4999].name, expected);
    assert_int_equal(assembly_find(&assembly, expected), 4999);
    assert_int_equal(assembly_find(&assembly, "Nut"), 0);
    assert_int_equal(assembly_find(&assembly, "Nut (5001)"), -1);
    assembly_free(&assembly);
    mesh_release(mesh);
}

static void trees_are_cached_by_mesh_version_and_kind(void **state)
{
    (void)state;
    TreeCache cache = {0};
    Mesh *mesh = shape_box(vec3d(1, 1, 1));
    BvhDesc usual = bvh_desc_filled(NULL);
    BvhDesc same = {.type = usual.type, .leaf_size = usual.leaf_size}, other = {.leaf_size = 3};
    Bvh *tree = bvh_build(mesh, &same, NULL, NULL);
    assert_true(tree_cache_keep(&cache, tree));
    assert_ptr_equal(tree_cache_find(&cache, mesh, &same), tree);
    assert_ptr_equal(tree_cache_find(&cache, mesh, &(BvhDesc){0}), tree);
    assert_null(tree_cache_find(&cache, mesh, &other));
    ++mesh->version;
    assert_null(tree_cache_find(&cache, mesh, &same));
    tree_cache_free(&cache);
    assert_int_equal(mesh->references, 1);
    mesh_release(mesh);
}

static bool is_not(void *unwanted, const Bvh *tree)
{
    return tree != unwanted;
}

// Of many meshes and two kinds each, taken out one by one, the others stay where they are found.
static void trees_left_in_a_cache_are_found(void **state)
{
    (void)state;
    enum { MESHES = 20 };
    TreeCache cache = {0};
    const BvhDesc kinds[2] = {{.leaf_size = 1}, {.leaf_size = 4}};
    Mesh *meshes[MESHES];
    Bvh *trees[MESHES][2];
    for (int i = 0; i < MESHES; ++i) {
        meshes[i] = shape_box(vec3d(1, 1, 1));
        for (int k = 0; k < 2; ++k) {
            trees[i][k] = bvh_build(meshes[i], &kinds[k], NULL, NULL);
            assert_true(tree_cache_keep(&cache, trees[i][k]));
        }
    }
    for (int gone = 0; gone < MESHES; ++gone) {
        tree_cache_filter(&cache, is_not, trees[gone][gone % 2]);
        for (int i = 0; i < MESHES; ++i)
            for (int k = 0; k < 2; ++k) {
                bool there = i > gone || k != i % 2;
                assert_ptr_equal(tree_cache_find(&cache, meshes[i], &kinds[k]),
                                 there ? trees[i][k] : NULL);
            }
    }
    tree_cache_free(&cache);
    for (int i = 0; i < MESHES; ++i) {
        assert_int_equal(meshes[i]->references, 1);
        mesh_release(meshes[i]);
    }
}

static void distance_between_parts_is_in_world_coordinates(void **state)
{
    (void)state;
    Mesh *mesh = shape_box(vec3d(2, 2, 2));
    Bvh *tree = bvh_build(mesh, NULL, NULL, NULL);
    PosedPart a = {tree, affine_translation(vec3d(10, 0, 0)), true, true};
    PosedPart b = {tree, affine_translation(vec3d(14.5, 0.5, 0)), true, true};
    Distance d;
    assert_true(assembly_distance(&a, &b, NULL, NULL, &d, NULL));
    assert_true(fabs(d.value - 2.5) < 1e-12);
    assert_true(fabs(d.on_a.x - 11) < 1e-12 && fabs(d.on_b.x - 13.5) < 1e-12);
    bvh_release(tree);
    mesh_release(mesh);
}

static double brute_distance(const PosedPart *a, const PosedPart *b)
{
    double least = INFINITY;
    for (int32_t i = 0; i < a->tree->mesh->triangle_count; ++i) {
        Triangle ta = mesh_triangle(a->tree->mesh, i);
        ta = triangle_transformed(&ta, &a->placement);
        for (int32_t j = 0; j < b->tree->mesh->triangle_count; ++j) {
            Triangle tb = mesh_triangle(b->tree->mesh, j);
            tb = triangle_transformed(&tb, &b->placement);
            Vec3d x, y;
            least = fmin(least, tri_distance(&ta, &tb, &x, &y));
        }
    }
    return least;
}

// Scaled alike, one of them, each its own way, mirrored: lengths are those of the world.
static void distances_between_scaled_parts_are_in_world_coordinates(void **state)
{
    (void)state;
    static const double scales[][3] = {{1, 1, 1}, {0.5, 0.5, 0.5}, {0.3, 1, 2.5}, {-3, 3, 3}};
    World w;
    int apart = 0, pairs = 0;
    world_create(&w, 5);
    for (int i = 0; i + 1 < PARTS; i += sanitised() ? 6 : 1) {
        PosedPart part[2] = {w.parts[i], w.parts[i + 1]};
        for (int s = 0; s < 16; ++s) {
            for (int k = 0; k < 2; ++k) {
                part[k].placement = w.parts[i + k].placement;
                for (int row = 0; row < 3; ++row)
                    for (int axis = 0; axis < 3; ++axis)
                        part[k].placement.m[row][axis] *= scales[k ? s / 4 : s % 4][axis];
            }
            double wanted = brute_distance(&part[0], &part[1]), close = 1e-9 * (1 + wanted);
            Distance d, within, first;
            Affine to;
            ContactList list = {0};
            assert_true(assembly_distance(&part[0], &part[1], NULL, NULL, &d, NULL));
            assert_true(fabs(d.value - wanted) <= close);
            assert_true(fabs(vec3d_distance(d.on_a, d.on_b) - wanted) <= close);
            assert_true(placement_between(&part[0].placement, &part[1].placement, &to));
            assert_true(
                query_contacts(part[0].tree, part[1].tree, &to, NULL, NULL, &list, NULL, NULL));
            assert_true((d.value == 0) == (list.count > 0));
            contact_list_free(&list);
            assert_true(
                assembly_distance_within(&part[0], &part[1], 1.01 * wanted, NULL, &within, NULL));
            assert_true(within.value == d.value);
            assert_true(assembly_distance_first(&part[0], &part[1], &d, NULL, &first, NULL));
            assert_true(fabs(first.value - d.value) <= close);
            if (wanted > 0) {
                assert_true(assembly_distance_within(&part[0], &part[1], 0.99 * wanted, NULL,
                                                     &within, NULL));
                assert_true(isinf(within.value));
                ++apart;
            }
            ++pairs;
        }
    }
    printf("RAN: %d pairs of scaled parts, %d of them apart\n", pairs, apart);
    assert_true(apart > pairs / 3);
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_updated_report_equals_a_fresh_one),
        cmocka_unit_test(the_broad_phase_loses_no_pair),
        cmocka_unit_test(any_history_ends_in_the_all_pairs_result),
        cmocka_unit_test(a_failed_update_leaves_the_report_as_it_was),
        cmocka_unit_test(names_are_unique_and_stable),
        cmocka_unit_test(trees_are_cached_by_mesh_version_and_kind),
        cmocka_unit_test(trees_left_in_a_cache_are_found),
        cmocka_unit_test(distance_between_parts_is_in_world_coordinates),
        cmocka_unit_test(distances_between_scaled_parts_are_in_world_coordinates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
