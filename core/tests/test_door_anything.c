// Anything that the library accepts it also answers: random meshes of all sizes, degenerate ones among
// them, random kinds of trees with random parameters, random placements, scaled and mirrored ones, too.
// No assert behind the door is reached, and what is found is what looking at every pair finds.
#include "core/base/rng.h"
#include "core/mesh/shapes.h"
#include "core/query/query.h"
#include "core/tests/brute_force.h"
#include "core/tests/door_case.h"
#include "core/tests/odd_shapes.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static Mesh *any_mesh(Rng *rng)
{
    int32_t count = rng_below(rng, 40);
    uint64_t seed = rng_next(rng);
    switch (rng_below(rng, 5)) {
    case 0:
        return shape_degenerates(count, 1, seed);
    case 1:
        return shape_soup(count, 1, 0.5, seed);
    case 2:
        return shape_box(vec3d(1, rng_below(rng, 2) ? 1 : 0, 1)); // also a flat one
    case 3:
        return shape_torus(1, 0.3, 8, 5);
    default:
        return shape_grid(1, 1, 3, 3);
    }
}

// The same triangles anywhere from very small to very large, and far from the origin.
static void stretch(Mesh *mesh, Rng *rng, double size)
{
    double far = rng_below(rng, 3) == 0 ? 1000 * size : 0;
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        for (int k = 0; k < 3; ++k)
            mesh->vertices[i].v[k] = far + size * mesh->vertices[i].v[k];
}

static Affine any_placement(Rng *rng, double size)
{
    Affine at =
        affine_rotation(vec3d(0, 0.6, 0.8), rng_below(rng, 3) ? rng_uniform(rng, -3, 3) : 0);
    at.p = vec3d(size * rng_uniform(rng, -1, 1), size * rng_uniform(rng, -1, 1), 0);
    int32_t way = rng_below(rng, 4);
    for (int i = 0; i < 3; ++i)
        at.m[i][0] *= way == 0 ? -1 : way == 1 ? 0.25 : 1;
    return at;
}

static const char *any_kind(Rng *rng, snug_registry registry)
{
    snug_kind_info info = {.struct_size = sizeof info};
    int32_t row = rng_below(rng, snug_kind_count(registry));
    MUST(snug_kind_at(registry, row, &info, error));
    return info.name;
}

// As many parameters as the volume has, anywhere in their ranges.
static void any_params(Rng *rng, snug_tree_desc *desc, double params[8])
{
    desc->params = params;
    for (snug_param_info p = {.struct_size = sizeof p};
         snug_param_at(desc->volume, desc->param_count, &p, NULL) == SNUG_OK; ++desc->param_count)
        params[desc->param_count] =
            rng_below(rng, 2) ? p.normal : p.least + rng_uniform(rng, 0, 1) * (p.most - p.least);
}

typedef struct Round {
    snug_mesh *mesh_a, *mesh_b;
    snug_tree *a, *b;
    Mesh *inner_a, *inner_b;
    Affine at;
} Round;

// Edges are named just where triangles meet; those listed, and two of all others.
static void ask_for_edges(Rng *rng, const Round *round, const double numbers[12],
                          const ContactList *all)
{
    int32_t counts[2] = {round->inner_a->triangle_count, round->inner_b->triangle_count};
    if (counts[0] == 0 || counts[1] == 0)
        return;
    for (size_t i = 0; i < all->count + 2; ++i) {
        Contact any = {.a = rng_below(rng, counts[0]), .b = rng_below(rng, counts[1])};
        const Contact *pair = i < all->count ? &all->items[i] : &any;
        bool listed = i < all->count;
        for (size_t k = 0; k < all->count && !listed; ++k)
            listed = all->items[k].a == pair->a && all->items[k].b == pair->b;
        snug_edge_contact edges[SNUG_MOST_EDGES];
        int32_t count = -1;
        MUST(snug_find_contact_edges(round->mesh_a, round->mesh_b, numbers, pair->a, pair->b, edges,
                                     &count, error));
        assert_int_equal(count > 0, listed);
        for (int32_t e = 0; e < count; ++e) {
            assert_int_equal(edges[e].triangle, edges[e].of_b ? pair->a : pair->b);
            assert_true(edges[e].edge >= 0 && edges[e].edge < 3 * counts[edges[e].of_b]);
        }
    }
}

// Whether the query was accepted.
static bool ask(Rng *rng, const Round *round)
{
    double numbers[12];
    door_numbers(&round->at, numbers);
    snug_query_desc desc = {.struct_size = sizeof desc,
                            .descent = rng_below(rng, 2) ? any_kind(rng, SNUG_DESCENTS) : NULL,
                            .points = rng_below(rng, 2)};
    snug_contacts found = {.struct_size = sizeof found};
    snug_status status = snug_find_contacts(round->a, round->b, numbers, &desc, &found, NULL);
    if (status != SNUG_OK) {
        assert_int_equal(status, SNUG_BAD_PLACEMENT); // scaled, for a test that wants rigid ones
        return false;
    }
    ContactList all = {0};
    QueryStats stats;
    assert_true(brute_force_contacts(round->inner_a, round->inner_b, &round->at, tri_tests[0], &all,
                                     &stats));
    assert_int_equal(found.count, all.count);
    for (size_t i = 0; i < all.count; ++i)
        assert_true(found.contacts[i].a == all.items[i].a && found.contacts[i].b == all.items[i].b);
    snug_distance distance = {.struct_size = sizeof distance};
    status = snug_find_distance(round->a, round->b, numbers, NULL, &distance, NULL);
    assert_true(status == SNUG_OK || status == SNUG_BAD_KIND);
    if (status == SNUG_OK)
        assert_int_equal(distance.value == 0, all.count > 0);
    ask_for_edges(rng, round, numbers, &all);
    contact_list_free(&all);
    snug_contacts_free(&found);
    return true;
}

static void whatever_is_accepted_is_answered(void **state)
{
    (void)state;
    Rng rng = rng_create(20);
    int rounds = long_tier() ? 20000 : sanitised() ? 300 : 1500, built = 0, asked = 0;
    for (int i = 0; i < rounds; ++i) {
        double size = pow(10, rng_uniform(&rng, -18, 11)), params[8];
        Round round = {.inner_a = any_mesh(&rng), .inner_b = any_mesh(&rng)};
        stretch(round.inner_a, &rng, size);
        stretch(round.inner_b, &rng, size);
        round.at = any_placement(&rng, size);
        round.mesh_a = door_mesh(round.inner_a);
        round.mesh_b = door_mesh(round.inner_b);
        snug_tree_desc desc = {.struct_size = sizeof desc,
                               .volume = any_kind(&rng, SNUG_VOLUMES),
                               .criterion = any_kind(&rng, SNUG_CRITERIA),
                               .builder = any_kind(&rng, SNUG_BUILDERS),
                               .leaf_size = rng_below(&rng, 17),
                               .arity = 4 * rng_below(&rng, 2)};
        any_params(&rng, &desc, params);
        snug_status status = snug_tree_build(round.mesh_a, &desc, &round.a, NULL);
        assert_true(status == SNUG_OK || status == SNUG_BAD_KIND);
        if (status == SNUG_OK) {
            MUST(snug_tree_build(round.mesh_b, &desc, &round.b, error));
            asked += ask(&rng, &round);
            ++built;
        }
        snug_tree_release(round.a);
        snug_tree_release(round.b);
        snug_mesh_release(round.mesh_a);
        snug_mesh_release(round.mesh_b);
        mesh_release(round.inner_a);
        mesh_release(round.inner_b);
    }
    printf("RAN: %d rounds, %d pairs of trees, %d queries compared\n", rounds, built, asked);
    assert_true(built > rounds / 4 && asked > built / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(whatever_is_accepted_is_answered)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
