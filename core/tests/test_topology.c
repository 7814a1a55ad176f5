// Topology of meshes of every kind, against an oracle that compares everything with everything;
// what it takes in memory, what happens when there is none, and two threads that ask at once.
// ctest labels: threads
#include "core/base/memory.h"
#include "core/base/rng.h"
#include "core/mesh/mesh_builder.h"
#include "core/mesh/orient.h"
#include "core/mesh/shapes.h"
#include "core/mesh/topology.h"
#include "core/tests/mesh_copies.h"
#include "core/tests/odd_shapes.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/tests/topology_oracle.h"

enum { SEED = 41 };

// Memory that is counted, and that can end.
enum { HEAD = 16 }; // before each block: its size
static _Atomic size_t live_bytes;
static _Atomic long allowed = -1; // allocations until one fails; negative: none does

static bool refused(void)
{
    return atomic_load(&allowed) >= 0 && atomic_fetch_sub(&allowed, 1) == 0;
}

static void *count_resize(void *user, void *old, size_t size)
{
    (void)user;
    char *before = old ? (char *)old - HEAD : NULL;
    size_t had = 0;
    if (before)
        memcpy(&had, before, sizeof had);
    char *block = refused() ? NULL : realloc(before, size + HEAD);
    if (!block)
        return NULL;
    memcpy(block, &size, sizeof size);
    atomic_fetch_add(&live_bytes, size - had);
    return block + HEAD;
}

static void *count_allocate(void *user, size_t size)
{
    return count_resize(user, NULL, size);
}

static void count_release(void *user, void *block)
{
    (void)user;
    size_t size;
    if (!block)
        return;
    memcpy(&size, (char *)block - HEAD, sizeof size);
    atomic_fetch_sub(&live_bytes, size);
    free((char *)block - HEAD);
}

static const MeshTopology *topology_of(const Mesh *mesh)
{
    assert_non_null(mesh);
    const MeshTopology *topology = mesh_topology(mesh, NULL);
    assert_non_null(topology);
    return topology;
}

static void turn(Mesh *mesh, int32_t triangle)
{
    int32_t swap = mesh->triangles[triangle][0];
    mesh->triangles[triangle][0] = mesh->triangles[triangle][1];
    mesh->triangles[triangle][1] = swap;
}

static Mesh *inside_out(Mesh *mesh)
{
    for (int32_t i = 0; i < mesh->triangle_count; ++i)
        turn(mesh, i);
    return mesh;
}

// Why it is not closed: "12 edges open"; "" if it is.
static void describe(const MeshTopology *topology, char *text, size_t size)
{
    const char *what = topology->open_count      ? "open"
                       : topology->crowded_count ? "shared by more than two triangles"
                                                 : "between triangles that face opposite ways";
    int32_t count = topology->open_count      ? topology->open_count
                    : topology->crowded_count ? topology->crowded_count
                                              : topology->turned_count;
    if (topology->closed)
        snprintf(text, size, "%s", "");
    else if (topology->edge_count == 0)
        snprintf(text, size, "no triangles");
    else
        snprintf(text, size, "%d edge%s %s", (int)count, count == 1 ? "" : "s", what);
}

static void expect_closed(Mesh *mesh, bool closed, int32_t bodies, const char *why)
{
    const MeshTopology *topology = topology_of(mesh);
    char text[64];
    describe(topology, text, sizeof text);
    assert_string_equal(text, why);
    assert_int_equal(topology->closed, closed);
    assert_int_equal(topology->outward, closed);
    assert_int_equal(topology->body_count, bodies);
    mesh_release(mesh);
}

static Mesh *without_last_triangle(Mesh *mesh)
{
    --mesh->triangle_count;
    return mesh;
}

// A box and triangles of its vertices.
static Mesh *box_and(int32_t count, int32_t (*triangles)[3])
{
    Mesh *more = mesh_create(8, 12 + count), *plain = shape_box(vec3d(1, 1, 1));
    memcpy(more->vertices, plain->vertices, 8 * sizeof *more->vertices);
    memcpy(more->triangles, plain->triangles, 12 * sizeof *more->triangles);
    memcpy(more->triangles[12], triangles, (size_t)count * sizeof *triangles);
    mesh_release(plain);
    return more;
}

static void closedness_is_decided_by_edges(void **state)
{
    (void)state;
    expect_closed(shape_box(vec3d(1, 2, 3)), true, 1, "");
    expect_closed(unwelded(shape_box(vec3d(1, 2, 3))), true, 1, "");
    expect_closed(unwelded(shape_torus(2, 0.5, 12, 8)), true, 1, "");
    expect_closed(shape_knot(2, 3, 2, 0.7, 0.3, 60, 8), true, 1, "");
    expect_closed(shape_grid(1, 1, 3, 2), false, 1, "10 edges open");
    expect_closed(without_last_triangle(shape_ico_sphere(1, 1)), false, 1, "3 edges open");
    expect_closed(mesh_create(0, 0), false, 0, "no triangles");
    expect_closed(mesh_create(5, 0), false, 0, "no triangles");
    Mesh *turned = shape_box(vec3d(1, 1, 1));
    turn(turned, 0);
    expect_closed(turned, false, 1, "3 edges between triangles that face opposite ways");
    // Two boxes with one edge in common: four triangles there.
    Mesh *box = shape_box(vec3d(1, 1, 1)), *hole = inside_out(shape_box(vec3d(0.5, 0.5, 0.5)));
    Affine at[2] = {affine_identity(), affine_translation(vec3d(1, 1, 0))};
    Mesh *touching = combined((const Mesh *const[]){box, box}, at, 2);
    expect_closed(touching, false, 1, "1 edge shared by more than two triangles");
    // A corner in common is no edge: closed, one piece.
    at[1] = affine_translation(vec3d(1, 1, 1));
    expect_closed(combined((const Mesh *const[]){box, box}, at, 2), true, 1, "");
    at[1] = affine_translation(vec3d(5, 0, 0));
    expect_closed(combined((const Mesh *const[]){box, box}, at, 2), true, 2, "");
    at[1] = affine_identity();
    expect_closed(combined((const Mesh *const[]){box, hole}, at, 2), true, 2, "");
    mesh_release(box);
    mesh_release(hole);
}

static void collapsed_and_repeated_triangles(void **state)
{
    (void)state;
    // A triangle that collapsed to a segment or a point bounds nothing.
    expect_closed(box_and(1, (int32_t[1][3]){{0, 0, 5}}), true, 1, "");
    expect_closed(box_and(2, (int32_t[2][3]){{5, 5, 5}, {0, 1, 0}}), true, 1, "");
    Mesh *segments = mesh_create(4, 2);
    for (int32_t i = 0; i < 4; ++i)
        segments->vertices[i] = vec3d(i, 0, 0);
    memcpy(segments->triangles, (int32_t[2][3]){{0, 0, 1}, {2, 3, 3}}, 6 * sizeof(int32_t));
    expect_closed(segments, false, 2, "no triangles");
    // One face twice: three edges of three triangles each.
    Mesh *box = shape_box(vec3d(1, 1, 1));
    int32_t face[1][3];
    memcpy(face, box->triangles, sizeof face);
    mesh_release(box);
    expect_closed(box_and(1, face), false, 1, "3 edges shared by more than two triangles");
}

static void a_solid_that_is_inside_out_is_closed_but_not_outward(void **state)
{
    (void)state;
    Mesh *mesh = inside_out(shape_ico_sphere(1, 2));
    assert_true(topology_of(mesh)->closed);
    assert_false(topology_of(mesh)->outward);
    mesh_release(mesh);
}

static int32_t count_creases(const Mesh *mesh)
{
    const MeshTopology *topology = topology_of(mesh);
    int32_t count = 0;
    for (int32_t side = 0; side < 3 * mesh->triangle_count; ++side)
        count += topology->next[side] <= side && side_is_crease(topology, side);
    return count;
}

static void creases_begin_above_the_limit(void **state)
{
    (void)state;
    for (int32_t segments = 8; segments < 20; ++segments) {
        Mesh *mesh = shape_cylinder(1, 2, segments);
        // The walls of a prism turn by 360 degrees / segments: 12 of them by the limit itself.
        int32_t creases = count_creases(mesh);
        if (creases != (segments < 12 ? 3 : 2) * segments)
            fail_msg("%d segments: %d creases", (int)segments, (int)creases);
        mesh_release(mesh);
    }
}

static void check(const Mesh *mesh)
{
    oracle_check(mesh, topology_of(mesh));
}

// Vertices on a coarse grid, so that many coincide, and triangles of any of them.
static Mesh *random_mesh(Rng *rng)
{
    int32_t vertices = 3 + rng_below(rng, 24), triangles = rng_below(rng, 30);
    int32_t grid = 1 + rng_below(rng, 4);
    Mesh *mesh = mesh_create(vertices, triangles);
    assert_non_null(mesh);
    for (int32_t i = 0; i < vertices; ++i)
        for (int k = 0; k < 3; ++k)
            mesh->vertices[i].v[k] = (rng_below(rng, 2) ? 1.0 : -1.0) * rng_below(rng, grid);
    for (int32_t i = 0; i < 3 * triangles; ++i)
        mesh->triangles[i / 3][i % 3] = rng_below(rng, vertices);
    return mesh;
}

// A good mesh with a few faults.
static Mesh *faulty_mesh(Rng *rng)
{
    int which = (int)rng_below(rng, 5);
    Mesh *mesh = which == 0   ? shape_torus(2, 0.7, 5, 4)
                 : which == 1 ? shape_cylinder(1, 2, 6 + rng_below(rng, 8))
                 : which == 2 ? shape_cone(1, 2, 30) // many triangles around a point
                 : which == 3 ? shape_ico_sphere(1, 1)
                              : shape_degenerates(20, 3, (uint64_t)rng_below(rng, 1000));
    assert_non_null(mesh);
    if (rng_below(rng, 2))
        mesh = unwelded(mesh);
    for (int32_t faults = rng_below(rng, 4); faults > 0; --faults) {
        int32_t a = rng_below(rng, mesh->triangle_count), b = rng_below(rng, mesh->triangle_count);
        switch (rng_below(rng, 4)) {
        case 0:
            turn(mesh, a);
            break;
        case 1:
            memcpy(mesh->triangles[a], mesh->triangles[b], sizeof mesh->triangles[a]);
            break;
        case 2:
            mesh->triangles[a][0] = mesh->triangles[a][1];
            break;
        default:
            mesh = without_last_triangle(mesh);
        }
    }
    return mesh;
}

static void random_meshes_agree_with_the_oracle(void **state)
{
    (void)state;
    enum { ROUNDS = 400 };
    Rng rng = rng_create(SEED);
    int closed = 0;
    for (int i = 0; i < ROUNDS; ++i) {
        Mesh *mesh = i % 2 ? random_mesh(&rng) : faulty_mesh(&rng);
        check(mesh);
        closed += topology_of(mesh)->closed;
        mesh_release(mesh);
    }
    assert_true(closed > 20);
    print_message("RAN: %d meshes, %d of them closed (seed %d)\n", ROUNDS, closed, SEED);
}

static void solids_are_turned_outwards(void **state)
{
    (void)state;
    Rng rng = rng_create(SEED);
    for (int i = 0; i < 40; ++i) {
        Mesh *box = shape_box(vec3d(1, 2, 3)), *torus = shape_torus(2, 0.5, 12, 8);
        Affine at[2] = {affine_translation(vec3d(9, 0, 0)), affine_identity()};
        Mesh *both = combined((const Mesh *const[]){box, torus}, at, 2);
        for (int32_t k = 0; k < both->triangle_count; ++k)
            if (i == 0 || rng_below(&rng, 2))
                turn(both, k);
        assert_true(mesh_turn_outwards(both));
        assert_true(topology_of(both)->outward);
        for (int32_t k = 0; k < 12; ++k) { // the box for itself, too
            Vec3d n = mesh_normal(both, k), p = both->vertices[both->triangles[k][0]];
            assert_true(vec3d_dot(n, vec3d_sub(p, vec3d(9, 0, 0))) > 0);
        }
        assert_false(mesh_turn_outwards(without_last_triangle(both)));
        mesh_release(both);
        mesh_release(box);
        mesh_release(torus);
    }
}

static void it_is_made_once_per_version(void **state)
{
    (void)state;
    Mesh *mesh = shape_box(vec3d(1, 1, 1));
    const MeshTopology *first = topology_of(mesh);
    assert_ptr_equal(topology_of(mesh), first);
    assert_true(first->closed);
    mesh->vertices[7] = mesh->vertices[0]; // no longer where the others meet
    ++mesh->version;
    assert_int_equal(topology_of(mesh)->version, mesh->version);
    assert_int_equal(topology_of(mesh)->point_of[7], 0);
    check(mesh);
    mesh_release(mesh);
}

static void forty_bytes_per_triangle_are_enough(void **state)
{
    (void)state;
    static const char *const names[] = {"sphere", "box", "torus", "unwelded torus", "soup", "blob"};
    Mesh *meshes[] = {shape_ico_sphere(1, 5),         shape_box(vec3d(1, 1, 1)),
                      shape_torus(2, 0.5, 100, 60),   unwelded(shape_torus(2, 0.5, 100, 60)),
                      shape_soup(5000, 100, 1, SEED), // each triangle a body
                      shape_blob(20000, 5, 1, 0.3, 1)};
    for (size_t i = 0; i < sizeof meshes / sizeof *meshes; ++i) {
        size_t before = atomic_load(&live_bytes);
        const MeshTopology *topology = topology_of(meshes[i]);
        size_t bytes = atomic_load(&live_bytes) - before;
        double each = (double)bytes / meshes[i]->triangle_count;
        print_message("%-15s %6d triangles: %5.2f bytes each\n", names[i],
                      (int)meshes[i]->triangle_count, each);
        assert_int_equal(bytes, topology_bytes(topology, meshes[i]));
        assert_true(each <= 40);
        mesh_release(meshes[i]);
    }
    assert_int_equal(atomic_load(&live_bytes), 0);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    int failures = 0;
    for (long at = 0;; ++at) {
        Mesh *mesh = shape_soup(200, 10, 1, SEED);
        size_t before = atomic_load(&live_bytes);
        atomic_store(&allowed, at);
        const MeshTopology *topology = mesh_topology(mesh, NULL);
        bool failed = atomic_load(&allowed) < 0;
        atomic_store(&allowed, -1);
        if (!failed) {
            assert_non_null(topology);
            mesh_release(mesh);
            break;
        }
        if (!topology) {
            assert_int_equal(atomic_load(&live_bytes), before);
            ++failures;
        }
        check(mesh); // as if nothing had happened
        mesh_release(mesh);
    }
    assert_true(failures >= 8);
    assert_int_equal(atomic_load(&live_bytes), 0);
}

static void a_cancelled_job_gives_nothing_and_keeps_nothing(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(3, 1, 64, 64);
    size_t before = atomic_load(&live_bytes);
    Job job = {0};
    job_cancel(&job);
    assert_null(mesh_topology(mesh, &job));
    assert_int_equal(atomic_load(&live_bytes), before);
    Job other = {0};
    assert_non_null(mesh_topology(mesh, &other));
    assert_in_range(atomic_load(&other.permille), 990, 1000);
    assert_non_null(mesh_topology(mesh, &job)); // what is there costs nothing
    mesh_release(mesh);
}

static void *ask(void *user)
{
    return (void *)mesh_topology(user, NULL);
}

static void two_threads_get_the_same(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(3, 1, 60, 30);
    assert_non_null(mesh);
    for (int i = 0; i < 60; ++i) {
        pthread_t threads[2];
        void *found[2];
        for (int k = 0; k < 2; ++k)
            assert_int_equal(pthread_create(&threads[k], NULL, ask, mesh), 0);
        for (int k = 0; k < 2; ++k)
            pthread_join(threads[k], &found[k]);
        assert_non_null(found[0]);
        assert_ptr_equal(found[0], found[1]);
        assert_true(topology_of(mesh)->closed);
        mesh->vertices[i].x += 1e-3;
        ++mesh->version;
    }
    mesh_release(mesh);
    assert_int_equal(atomic_load(&live_bytes), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closedness_is_decided_by_edges),
        cmocka_unit_test(collapsed_and_repeated_triangles),
        cmocka_unit_test(a_solid_that_is_inside_out_is_closed_but_not_outward),
        cmocka_unit_test(creases_begin_above_the_limit),
        cmocka_unit_test(random_meshes_agree_with_the_oracle),
        cmocka_unit_test(solids_are_turned_outwards),
        cmocka_unit_test(it_is_made_once_per_version),
        cmocka_unit_test(forty_bytes_per_triangle_are_enough),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(a_cancelled_job_gives_nothing_and_keeps_nothing),
        cmocka_unit_test(two_threads_get_the_same),
    };
    if (!mem_set_hooks(&(MemoryHooks){count_allocate, count_resize, count_release, NULL}))
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
