// The nearest part of an assembly: the smallest of all distances, whatever the hints.
#include "core/assembly/nearest.h"
#include "core/base/rng.h"
#include "core/mesh/shapes.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { PARTS = 9 };

typedef struct Scene {
    Bvh *trees[PARTS];
    PosedPart parts[PARTS];
} Scene;

static Bvh *tree_of(Mesh *mesh)
{
    Error err = {""};
    Bvh *tree = bvh_build(mesh, NULL, NULL, &err);
    if (!tree)
        fail_msg("%s", err.text);
    mesh_release(mesh);
    return tree;
}

static void open_scene(Scene *scene, uint64_t seed)
{
    Rng rng = rng_create(seed);
    for (int i = 0; i < PARTS; ++i) {
        Mesh *mesh = i % 3 == 0   ? shape_box(vec3d(2, 1, 3))
                     : i % 3 == 1 ? shape_ico_sphere(1, 2)
                                  : shape_torus(1.5, 0.4, 16, 8);
        scene->trees[i] = tree_of(mesh);
        Affine at = affine_rotation(rng_direction(&rng), 6.28 * rng_unit(&rng));
        at.p = vec3d_scale(rng_direction(&rng), 9 * rng_unit(&rng));
        scene->parts[i] = (PosedPart){scene->trees[i], at, i != 5, true};
    }
}

static void close_scene(Scene *scene)
{
    for (int i = 0; i < PARTS; ++i)
        bvh_release(scene->trees[i]);
}

static bool skip_pair(void *user, int32_t a, int32_t b)
{
    (void)user;
    return a == 0 && b == 4;
}

// The oracle: every pair, one after the other.
static double least_of_all(const Scene *scene, const int32_t *held, int count, bool skips)
{
    double least = INFINITY;
    for (int h = 0; h < count; ++h) {
        for (int32_t i = 0; i < PARTS; ++i) {
            bool in_hand = !scene->parts[i].active;
            for (int k = 0; k < count; ++k)
                in_hand |= held[k] == i;
            int32_t a = held[h] < i ? held[h] : i, b = held[h] < i ? i : held[h];
            if (in_hand || (skips && skip_pair(NULL, a, b)))
                continue;
            Distance d;
            Error err = {""};
            assert_true(
                assembly_distance(&scene->parts[a], &scene->parts[b], NULL, NULL, &d, &err));
            least = fmin(least, d.value);
        }
    }
    return least;
}

static void it_is_the_smallest_of_all_distances(void **state)
{
    (void)state;
    int apart = 0, meeting = 0;
    for (uint64_t seed = 1; seed <= 60; ++seed) {
        Scene scene;
        open_scene(&scene, seed);
        Box3d bounds[PARTS];
        for (int i = 0; i < PARTS; ++i)
            bounds[i] = mesh_bounds(scene.trees[i]->mesh);
        const int32_t held[2] = {(int32_t)(seed % PARTS), (int32_t)((seed + 4) % PARTS)};
        for (int count = 1; count <= 2; ++count) {
            for (int skips = 0; skips < 2; ++skips) {
                NearestDesc desc = {.bounds = count == 2 ? bounds : NULL,
                                    .skip = skips ? skip_pair : NULL};
                NearestPart found, again;
                Error err = {""};
                assert_true(
                    assembly_nearest(scene.parts, PARTS, held, count, &desc, NULL, &found, &err));
                double wanted = least_of_all(&scene, held, count, skips);
                if (found.distance.value < wanted || found.distance.value > wanted)
                    fail_msg("seed %d: %.17g, not %.17g", (int)seed, found.distance.value, wanted);
                // Its points are as far apart as it says, and lie in the world.
                double gap = vec3d_distance(found.distance.on_a, found.distance.on_b);
                assert_true(fabs(gap - wanted) < 1e-12 * (1 + wanted));
                // A hint changes nothing but the speed, be it right or wrong.
                for (int32_t other = 0; other < PARTS; ++other) {
                    NearestPart hint = found;
                    hint.other = other;
                    if (other != found.other)
                        hint.distance = (Distance){.value = 1};
                    desc.last = &hint;
                    assert_true(assembly_nearest(scene.parts, PARTS, held, count, &desc, NULL,
                                                 &again, &err));
                    assert_true(again.distance.value == wanted);
                }
                apart += wanted > 0;
                meeting += !(wanted > 0);
            }
        }
        close_scene(&scene);
    }
    assert_true(apart > 20 && meeting > 20);
    printf("RAN: %d questions about parts apart, %d about parts that meet\n", apart, meeting);
}

static void nobody_else_is_no_neighbour(void **state)
{
    (void)state;
    Scene scene;
    open_scene(&scene, 3);
    NearestPart found;
    Error err = {""};
    int32_t held[PARTS];
    for (int32_t i = 0; i < PARTS; ++i)
        held[i] = i;
    assert_true(assembly_nearest(scene.parts, PARTS, held, PARTS, NULL, NULL, &found, &err));
    assert_int_equal(found.other, -1);
    assert_true(isinf(found.distance.value));
    for (int32_t i = 1; i < PARTS; ++i)
        scene.parts[i].active = false;
    assert_true(assembly_nearest(scene.parts, PARTS, held, 1, NULL, NULL, &found, &err));
    assert_int_equal(found.other, -1);
    Job job = {0};
    job_cancel(&job);
    scene.parts[1].active = scene.parts[2].active = true;
    assert_false(assembly_nearest(scene.parts, PARTS, held, 1, NULL, &job, &found, &err));
    close_scene(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_the_smallest_of_all_distances),
        cmocka_unit_test(nobody_else_is_no_neighbour),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
