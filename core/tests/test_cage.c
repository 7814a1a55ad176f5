// Two bodies in a cage: with every kind of volume they take the same way, never stick together, and keep
// their energy.
#include "core/bench/cage.h"
#include "core/mesh/shapes.h"
#include "core/tests/test_set.h"
#include "core/tree/build/build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { FRAMES = 2000, MOST_CAUGHT = 3 };

typedef struct Bodies {
    const char *name;
    Mesh *mesh[2];
} Bodies;

// Of one pair of meshes, with the trees of one kind.
static CageRun bounce(const Bodies *bodies, const BvType *type, uint64_t seed)
{
    const BvhDesc desc = {.type = type};
    Bvh *trees[2];
    double radius = 0;
    for (int k = 0; k < 2; ++k) {
        trees[k] = bvh_build(bodies->mesh[k], &desc, NULL, NULL);
        assert_non_null(trees[k]);
        radius = fmax(radius, mesh_radius(bodies->mesh[k]));
    }
    CageBodies in_cage = {{trees[0], trees[1]}, {affine_identity(), affine_identity()}};
    CageRun run = cage_begin(radius, seed);
    double energy = cage_energy(&run);
    for (int i = 0; i < FRAMES; ++i) {
        Error err = {""};
        Affine placed[2];
        bool meet;
        if (!cage_frame(&run, &in_cage, placed, &meet, &err))
            fail_msg("%s, %s: %s", bodies->name, type->name, err.text);
        for (int k = 0; k < 2; ++k)
            for (int x = 0; x < 3; ++x) // whoever turns round at a wall goes a little beyond it
                assert_true(fabs(run.body[k].place.v[x]) <= 1.13 * run.half);
    }
    if (run.most_caught > MOST_CAUGHT || fabs(cage_energy(&run) / energy - 1) > 0.01)
        fail_msg("%s, %s, seed %llu: stuck for %d frames, energy %g of %g", bodies->name,
                 type->name, (unsigned long long)seed, run.most_caught, cage_energy(&run), energy);
    for (int k = 0; k < 2; ++k)
        bvh_release(trees[k]);
    return run;
}

static void bodies_bounce_alike_with_every_volume(void **state)
{
    (void)state;
    const uint64_t seed = 5;
    Bodies all[] = {
        {"tori", {shape_torus(1, 0.4, 24, 12), shape_torus(1, 0.4, 24, 12)}},
        {"knot and ball", {shape_knot(2, 3, 1, 0.4, 0.15, 60, 8), shape_ico_sphere(0.7, 2)}}};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
        CageRun first = {0};
        for (int t = 0; t < bv_type_count; ++t) {
            CageRun run = bounce(&all[i], bv_types[t], seed);
            if (t == 0)
                first = run;
            assert_memory_equal(run.body, first.body, sizeof run.body);
            assert_int_equal(run.meetings, first.meetings);
        }
        printf("RAN: %s: %d volumes, %d meetings in %d frames, at most %d running\n", all[i].name,
               bv_type_count, first.meetings, first.frames, first.most_caught);
        assert_true(first.meetings > 20);
        for (int k = 0; k < 2; ++k)
            mesh_release(all[i].mesh[k]);
    }
}

static void any_start_leads_apart_again(void **state)
{
    (void)state;
    Bodies blobs = {"blobs", {shape_torus(1, 0.45, 16, 10), shape_box(vec3d(1.2, 0.8, 1))}};
    for (uint64_t seed = 1; seed <= (long_tier() ? 200 : 12); ++seed)
        bounce(&blobs, bv_types[0], seed);
    for (int k = 0; k < 2; ++k)
        mesh_release(blobs.mesh[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_bounce_alike_with_every_volume),
        cmocka_unit_test(any_start_leads_apart_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
