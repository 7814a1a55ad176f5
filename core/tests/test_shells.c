// Shells: what hangs together across edges, how it is turned, and the loops of its borders.
#include "core/base/rng.h"
#include "core/mesh/mesh_builder.h"
#include "core/mesh/shapes.h"
#include "core/mesh/shells.h"
#include "core/tests/mesh_copies.h"
#include "core/tests/odd_shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static MeshShells shells_of(const Mesh *mesh)
{
    MeshShells shells;
    const MeshTopology *topology = mesh_topology(mesh, NULL);
    assert_non_null(topology);
    assert_true(mesh_shells_find(&shells, mesh, topology, NULL));
    return shells;
}

static void expect(Mesh *mesh, int32_t count, int32_t loops, int32_t one_sided)
{
    MeshShells shells = shells_of(mesh);
    int32_t without_side = 0;
    for (int32_t i = 0; i < shells.count; ++i)
        without_side += shells.shells[i].one_sided;
    assert_int_equal(shells.count, count);
    assert_int_equal(shells.loop_count, loops);
    assert_int_equal(without_side, one_sided);
    mesh_shells_free(&shells);
    mesh_release(mesh);
}

static Mesh *moebius(int32_t segments)
{
    MeshBuilder b = {0};
    for (int32_t i = 0; i < segments; ++i) {
        double angle = 2 * acos(-1) * i / segments;
        for (int side = -1; side <= 1; side += 2) {
            double across = 0.3 * side * cos(angle / 2), up = 0.3 * side * sin(angle / 2);
            mesh_builder_vertex(&b,
                                vec3d((1 + across) * cos(angle), up, (1 + across) * sin(angle)));
        }
    }
    for (int32_t i = 0; i < segments; ++i) {
        int32_t v = 2 * i, w = 2 * ((i + 1) % segments);
        bool last = i + 1 == segments;
        mesh_builder_face4(&b, v, last ? w + 1 : w, last ? w : w + 1, v + 1);
    }
    return mesh_builder_finish(&b);
}

static void shells_hang_together_across_edges(void **state)
{
    (void)state;
    const Vec3d unit = vec3d(1, 1, 1);
    expect(shape_torus(2, 1, 12, 8), 1, 0, 0);
    expect(unwelded(shape_torus(2, 1, 12, 8)), 1, 0, 0);
    expect(shape_grid(4, 4, 3, 3), 1, 1, 0);
    expect(moebius(12), 1, 0, 1); // without a side, without loops
    // Two cubes with a common edge: four triangles meet there, and each cube is closed.
    Mesh *cube = shape_box(unit);
    const Mesh *const two[2] = {cube, cube};
    const Affine beside[2] = {affine_identity(), affine_translation(vec3d(1, 1, 0))};
    expect(combined(two, beside, 2), 2, 0, 0);
    // The same cube twice counts once.
    const Affine twice[2] = {affine_identity(), affine_identity()};
    expect(combined(two, twice, 2), 1, 0, 0);
    mesh_release(cube);
}

// A copy without the triangles of `gone`, every other one turned over at random.
static Mesh *damaged(const Mesh *mesh, const bool *gone, Rng *rng)
{
    MeshBuilder b = {0};
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(mesh, i);
        bool turned = rng_below(rng, 3) == 0;
        int32_t v[3];
        for (int k = 0; k < 3; ++k)
            v[k] = mesh_builder_vertex(&b, t.p[turned ? 2 - k : k]);
        if (!gone[i])
            mesh_builder_face3(&b, v[0], v[1], v[2]);
    }
    return mesh_builder_finish(&b);
}

// Whatever is taken away: a shell and its loops have no border together. Every side that is walked
// in one direction is walked in the other one, too.
static void loops_close_what_they_go_around(void **state)
{
    (void)state;
    int32_t loops = 0, shells_seen = 0;
    for (uint64_t seed = 0; seed < 60; ++seed) {
        Rng rng = rng_create(seed);
        Mesh *whole = seed % 2 ? shape_torus(2, 1, 12, 8) : shape_ico_sphere(1, 2);
        bool *gone = calloc((size_t)whole->triangle_count, sizeof *gone);
        assert_non_null(gone);
        for (int32_t i = 0; i < whole->triangle_count; ++i)
            gone[i] = rng_below(&rng, 40) < (int32_t)(seed % 20);
        Mesh *mesh = damaged(whole, gone, &rng);
        MeshShells shells = shells_of(mesh);
        const MeshTopology *topology = mesh_topology(mesh, NULL);
        int32_t points = mesh->vertex_count;
        int *walked = calloc((size_t)points * (size_t)points, sizeof *walked);
        assert_non_null(walked);
        for (int32_t s = 0; s < shells.count; ++s) {
            const Shell *shell = &shells.shells[s];
            assert_false(shell->one_sided);
            for (int32_t i = 0; i < shell->count; ++i) {
                int32_t p[3];
                shell_triangle(&shells, mesh, topology, shells.triangles[shell->first + i], p);
                for (int k = 0; k < 3; ++k) {
                    ++walked[p[k] * points + p[(k + 1) % 3]];
                    --walked[p[(k + 1) % 3] * points + p[k]];
                }
            }
            for (int32_t l = 0; l < shell->loop_count; ++l) {
                const ShellLoop *loop = &shells.loops[shell->first_loop + l];
                const int32_t *p = shells.points + loop->first;
                assert_true(loop->count >= 3);
                for (int32_t i = 0; i < loop->count; ++i) {
                    int32_t from = p[i], to = p[(i + 1) % loop->count];
                    ++walked[from * points + to];
                    --walked[to * points + from];
                    for (int32_t k = 0; k < i; ++k)
                        assert_true(p[k] != from); // no point twice
                }
                ++loops;
            }
            ++shells_seen;
        }
        for (int32_t i = 0; i < points * points; ++i)
            if (walked[i] != 0)
                fail_msg("seed %llu: side %d to %d", (unsigned long long)seed, i / points,
                         i % points);
        free(walked);
        free(gone);
        mesh_shells_free(&shells);
        mesh_release(mesh);
        mesh_release(whole);
    }
    printf("RAN: %d loops of %d shells\n", loops, shells_seen);
    assert_true(loops > 100);
}

// Faces whose borders have other points between the same ends: one shell but for cracks.
static void joined_shells_lose_common_borders(void **state)
{
    (void)state;
    MeshBuilder b = {0};
    int32_t v[9];
    for (int k = 0; k < 9; ++k)
        v[k] = mesh_builder_vertex(&b, vec3d(k % 3, k / 3, 0));
    // The lower row with the middle of the seam, the upper one without.
    mesh_builder_face4(&b, v[0], v[1], v[4], v[3]);
    mesh_builder_face4(&b, v[1], v[2], v[5], v[4]);
    mesh_builder_face4(&b, v[3], v[5], v[8], v[6]);
    Mesh *mesh = mesh_builder_finish(&b);
    MeshShells shells = shells_of(mesh);
    assert_int_equal(shells.count, 2);
    assert_true(mesh_shells_join(&shells, mesh, mesh_topology(mesh, NULL), (bool[2]){true, true}));
    assert_int_equal(shells.count, 1);
    assert_int_equal(shells.shells[0].count, 6);
    int32_t three = 0, outer = 0;
    for (int32_t l = 0; l < shells.shells[0].loop_count; ++l) {
        int32_t count = shells.loops[shells.shells[0].first_loop + l].count;
        three += count == 3; // the crack: both ends and the point between
        outer += count > 3;
    }
    assert_true(three == 1 && outer == 1);
    mesh_shells_free(&shells);
    mesh_release(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shells_hang_together_across_edges),
        cmocka_unit_test(loops_close_what_they_go_around),
        cmocka_unit_test(joined_shells_lose_common_borders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
