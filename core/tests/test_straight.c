// When triangles and meshes that are shifted straight on meet: against exact tests at samples, and against all
// pairs of triangles.
#include "core/mesh/shapes.h"
#include "core/motion/straight.h"
#include "core/tests/test_set.h"
#include "core/tree/bv/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

// Takes over the mesh.
static PosedPart placed(Mesh *mesh, Affine placement)
{
    Error err = {""};
    Bvh *tree = bvh_build(mesh, &(BvhDesc){.type = &bv_aabb}, NULL, &err);
    assert_non_null(tree);
    mesh_release(mesh);
    return (PosedPart){.tree = tree, .placement = placement, .active = true};
}

static Triangle moved(const Triangle *t, Vec3d by)
{
    Triangle out = *t;
    for (int k = 0; k < 3; ++k)
        out.p[k] = vec3d_add(out.p[k], by);
    return out;
}

static bool exactly_meet(const Triangle *a, const Triangle *b)
{
    TriClosest found;
    return tri_closest(a, b, INFINITY, &found) == 0;
}

// Corners on a grid as well: faces in one plane, edges along the way, corners that just touch.
static Triangle random_triangle(Rng *rng, bool grid)
{
    Triangle t;
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < 3; ++i)
            t.p[k].v[i] = grid ? rng_below(rng, 5) : rng_uniform(rng, 0, 4);
    return t;
}

static void triangles_meet_when_samples_say(void **state)
{
    (void)state;
    int met = 0, passed = 0;
    for (uint64_t seed = 1; seed <= (sanitised() ? 2000 : 20000); ++seed) {
        Rng rng = rng_create(seed);
        bool grid = seed % 2 == 0;
        Triangle a = random_triangle(&rng, grid), b = random_triangle(&rng, grid);
        Vec3d shift =
            grid ? vec3d(rng_below(&rng, 7) - 3, rng_below(&rng, 7) - 3, rng_below(&rng, 7) - 3)
                 : rng_in_cube(&rng, 5);
        StraightMeet meet = {.from = INFINITY};
        bool may = straight_triangles_meet(&a, &b, shift, 1e-14, &meet);
        for (int i = 0; i <= 16; ++i) {
            double t = i / 16.0;
            Triangle here = moved(&a, vec3d_scale(shift, t));
            bool inside = may && t >= meet.from && t <= meet.to;
            if (exactly_meet(&here, &b) && !inside)
                fail_msg("seed %llu: they meet at %g, not within %.17g .. %.17g",
                         (unsigned long long)seed, t, meet.from, meet.to);
        }
        if (may && meet.to - meet.from > 1e-6) {
            Triangle here = moved(&a, vec3d_scale(shift, 0.5 * (meet.from + meet.to)));
            TriClosest found;
            if (tri_closest(&here, &b, INFINITY, &found) > 1e-9)
                fail_msg("seed %llu: they are apart halfway", (unsigned long long)seed);
        }
        met += may, passed += !may;
    }
    assert_true(met > 200 && passed > 200);
}

// The walk down two trees finds what all pairs of triangles say.
static void trees_meet_when_all_triangles_say(void **state)
{
    (void)state;
    int never = 0;
    for (uint64_t seed = 1; seed <= (sanitised() ? 12 : 60); ++seed) {
        Rng rng = rng_create(seed);
        Affine turn = rng_rotation(&rng), first = rng_rotation(&rng);
        first.p = rng_in_cube(&rng, 4);
        turn.p = rng_in_cube(&rng, 4);
        if (seed % 3 == 0) // scaled, and in a mirror
            for (int k = 0; k < 3; ++k)
                first.m[k][0] *= -1.7, first.m[k][1] *= 0.6;
        PosedPart parts[2] = {placed(shape_torus(2, 0.5, 12, 7), first),
                              placed(shape_cylinder(1, 3, 9), turn)};
        Vec3d shift = rng_in_cube(&rng, 9);
        double brute = INFINITY;
        const Mesh *a = parts[0].tree->mesh, *b = parts[1].tree->mesh;
        for (int32_t i = 0; i < a->triangle_count; ++i)
            for (int32_t j = 0; j < b->triangle_count; ++j) {
                Triangle of_a = mesh_triangle(a, i), of_b = mesh_triangle(b, j);
                StraightMeet meet;
                of_a = triangle_transformed(&of_a, &first);
                of_b = triangle_transformed(&of_b, &turn);
                if (straight_triangles_meet(&of_a, &of_b, shift, 1e-14, &meet))
                    brute = fmin(brute, meet.from);
            }
        for (int any = 0; any < 2; ++any) {
            StraightMeet meet;
            StraightDesc desc = {.first = !any};
            assert_true(straight_meet(parts, shift, &desc, &meet));
            bool good = any ? isinf(meet.from) == isinf(brute)
                            : meet.from == brute || fabs(meet.from - brute) < 1e-9;
            if (!good)
                fail_msg("seed %llu: from %.17g on, all triangles say %.17g",
                         (unsigned long long)seed, meet.from, brute);
        }
        never += isinf(brute);
        for (int k = 0; k < 2; ++k)
            bvh_release((Bvh *)parts[k].tree);
    }
    assert_true(never > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangles_meet_when_samples_say),
        cmocka_unit_test(trees_meet_when_all_triangles_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
