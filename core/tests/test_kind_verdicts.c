// What Snug starts with gives the verdicts of AABBs one by one, which other tests compare with every pair of
// triangles: of parts that are scaled, differently along each axis, mirrored, and deformed after their trees
// were built. Nobody has to choose another kind for them.
#include "core/mesh/deform/deform.h"
#include "core/tests/random_parts.h"
#include "core/tests/test_set.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { BENT = 1 }; // the part that is deformed

static void stretch(RandomParts *parts, Rng *rng)
{
    for (int i = 0; i < RANDOM_PARTS; ++i) {
        double even = exp(rng_uniform(rng, -0.4, 0.4)), mirror = rng_below(rng, 2) ? 1 : -1;
        Affine scale = affine_identity();
        for (int k = 0; k < 3; ++k)
            scale.m[k][k] = i == 0 ? even : even * exp(rng_uniform(rng, -0.3, 0.3));
        scale.m[0][0] *= mirror;
        parts->parts[i].placement = affine_compose(&parts->parts[i].placement, &scale);
    }
}

// As dragging a slider does it: the tree is that of the mesh at rest, refitted.
static void build(RandomParts *parts, const BvType *kind, const Deformation *bend)
{
    BvhDesc desc = {.type = kind};
    random_parts_rebuild(parts, &desc);
    const Mesh *rest = parts->assembly.parts[BENT].mesh;
    Mesh *mesh = deform_mesh_create(rest);
    assert_non_null(mesh);
    bvh_release(parts->trees[BENT]);
    parts->trees[BENT] = bvh_build(mesh, &desc, NULL, NULL);
    assert_non_null(parts->trees[BENT]);
    deform_mesh(mesh, rest, bend);
    assert_true(kind->refit(parts->trees[BENT], NULL));
    parts->parts[BENT].tree = parts->trees[BENT];
    mesh_release(mesh);
}

static void compare(const FitReport *want, const FitReport *got, const char *kind, uint64_t seed)
{
    if (want->count != got->count || want->violations != got->violations ||
        want->undecided != got->undecided || want->near_pairs != got->near_pairs)
        fail_msg("seed %llu, %s: %zu rows, %zu count, AABBs %zu and %zu", (unsigned long long)seed,
                 kind, got->count, got->violations, want->count, want->violations);
    for (size_t i = 0; i < want->count; ++i) {
        const FitRow *x = &want->rows[i], *y = &got->rows[i];
        if (x->state != y->state || x->polygons != y->polygons || x->violation != y->violation ||
            x->depth != y->depth || strcmp(x->text, y->text) != 0 ||
            memcmp(&x->where, &y->where, sizeof x->where) != 0)
            fail_msg("seed %llu, %s: \"%s\", AABBs: \"%s\"", (unsigned long long)seed, kind,
                     y->text, x->text);
    }
}

static void verdicts_do_not_follow_from_the_kind(void **state)
{
    (void)state;
    const BvType *const kinds[] = {bv_types[0], &bv_obb_blocks, &bv_aabb_blocks};
    size_t meet = 0, clear = 0;
    for (uint64_t seed = 1; seed <= (long_tier() ? 600 : sanitised() ? 20 : 60); ++seed) {
        Rng rng = rng_create(seed);
        RandomParts parts;
        FitCheck want, got;
        random_parts_create(&parts, 91000 + seed);
        stretch(&parts, &rng);
        const Deformation bend = {rng_below(&rng, deform_rule_count), rng_uniform(&rng, -0.3, 0.3)};
        build(&parts, &bv_aabb, &bend);
        random_parts_check(&parts, 5, NULL, &want);
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k) {
            build(&parts, kinds[k], &bend);
            random_parts_check(&parts, 5, NULL, &got);
            compare(&want.fit, &got.fit, kinds[k]->name, seed);
            fit_check_free(&got);
        }
        for (size_t i = 0; i < want.fit.count; ++i) {
            meet += fit_row_meets(&want.fit.rows[i]);
            clear += want.fit.rows[i].state == PAIR_CLEAR;
        }
        fit_check_free(&want);
        random_parts_free(&parts);
    }
    printf("RAN: %zu pairs that meet and %zu that are near, the same by every kind\n", meet, clear);
    assert_true(meet > 15 && clear > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_do_not_follow_from_the_kind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
