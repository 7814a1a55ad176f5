// What a body sweeps: it is contained at every time, nothing is far from it, volumes are bounds, and the surface is
// closed.
#include "core/base/rng.h"
#include "core/meaning/solid.h"
#include "core/mesh/shapes.h"
#include "core/motion/path_check.h"
#include "core/motion/sweep.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { KEYS = 6, TIMES = 100000 };

typedef struct Way {
    Mesh *mesh;
    Affine rest;
    double times[KEYS];
    RigidPose poses[KEYS];
    size_t count;
} Way;

static RigidPose turned(Rng *rng, Vec3d pivot, double most)
{
    RigidPose pose = rigid_pose_at(pivot);
    RigidStep step = {.turn = vec3d_scale(rng_direction(rng), rng_uniform(rng, 0, most))};
    return rigid_pose_moved(&pose, &step, 1);
}

// Any shape, turned about a pivot that may lie beside it, scaled and sheared.
static Way random_way(Rng *rng)
{
    Way way = {.rest = affine_identity(), .count = 1 + (size_t)rng_below(rng, KEYS)};
    int kind = rng_below(rng, 4);
    way.mesh = kind == 0   ? shape_box(vec3d(2, 0.3, 1))
               : kind == 1 ? shape_torus(1, 0.3, 24, 12)
               : kind == 2 ? shape_ico_sphere(1, 2)
                           : shape_box(vec3d(3, 1e-7, 0.7));
    assert_non_null(way.mesh);
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c)
            way.rest.m[r][c] += rng_uniform(rng, -0.25, 0.25);
    way.rest.p = rng_in_cube(rng, rng_below(rng, 2) ? 3 : 0.2);
    for (size_t i = 0; i < way.count; ++i) {
        way.times[i] = (double)i;
        way.poses[i] = turned(rng, rng_in_cube(rng, 2), 2);
    }
    return way;
}

// A rod that lies askew and turns about an axis across it, along which it would lie had it not been turned.
static Way askew_rod(void)
{
    Way way = {.mesh = shape_box(vec3d(4, 0.1, 0.1)), .rest = affine_identity(), .count = 2};
    way.poses[0] = rigid_pose_at(vec3d(0, 0, 0));
    RigidStep eighth = {.turn = vec3d(0, 0, 0.7853981633974483)};
    way.poses[0] = rigid_pose_moved(&way.poses[0], &eighth, 1);
    RigidStep across = {.turn = vec3d(1.4, -1.4, 0)};
    way.poses[1] = rigid_pose_moved(&way.poses[0], &across, 1);
    way.times[1] = 1;
    assert_non_null(way.mesh);
    return way;
}

static Sweep sweep_of(const Way *way, double cell)
{
    Sweep sweep;
    Error err = {""};
    SweepDesc desc = {.mesh = way->mesh,
                      .rest = way->rest,
                      .poses = way->poses,
                      .pose_count = way->count,
                      .cell = cell};
    if (!sweep_make(&desc, &sweep, &err))
        fail_msg("%s", err.text);
    return sweep;
}

static Affine placement_at(const Way *way, double time)
{
    PathTrack track = {.times = way->times, .poses = way->poses, .count = way->count};
    RigidPose pose = path_track_pose(&track, time);
    return rigid_placement(&pose, &way->rest);
}

// Of a closed mesh around its own origin: from there towards a point of the surface, or that point.
static Vec3d point_of(const Way *way, Rng *rng, bool within)
{
    const int32_t *t = way->mesh->triangles[rng_below(rng, way->mesh->triangle_count)];
    double a = rng_unit(rng), b = rng_unit(rng);
    if (a + b > 1)
        a = 1 - a, b = 1 - b;
    if (rng_below(rng, 4) == 0)
        a = b = 0;
    Vec3d p = vec3d_scale(way->mesh->vertices[t[0]], 1 - a - b);
    p = vec3d_add(p, vec3d_scale(way->mesh->vertices[t[1]], a));
    p = vec3d_add(p, vec3d_scale(way->mesh->vertices[t[2]], b));
    return within ? vec3d_scale(p, rng_unit(rng)) : p;
}

static bool is_star(const Mesh *mesh) // every point between its origin and its surface is inside
{
    return mesh->triangle_count == 12 || mesh->triangle_count == 320;
}

static void every_time_is_contained(void **state)
{
    (void)state;
    enum { WAYS = 10 };
    Rng rng = rng_create(17);
    double loosest = 0;
    for (int i = 0; i < WAYS; ++i) {
        Way way = i == 0 ? askew_rod() : random_way(&rng);
        Sweep sweep = sweep_of(&way, rng_uniform(&rng, 0.08, 0.2));
        assert_true(sweep.bound < 2.2 * sweep.cells.cell);
        assert_true(sweep.solid && sweep.volume_least <= sweep.volume_most);
        loosest = fmax(loosest, sweep.volume_least / sweep.volume_most);
        double end = way.times[way.count - 1];
        for (int k = 0; k < TIMES / WAYS; ++k) {
            double time = rng_uniform(&rng, 0, end);
            Affine at = placement_at(&way, time);
            Vec3d p = affine_apply(&at, point_of(&way, &rng, is_star(way.mesh)));
            if (!voxels_hold(&sweep.cells, p))
                fail_msg("way %d: (%.17g, %.17g, %.17g) at %.17g is not contained", i, p.x, p.y,
                         p.z, time);
        }
        sweep_free(&sweep);
        mesh_release(way.mesh);
    }
    printf("RAN: %d random times on %d ways\n", TIMES, WAYS);
    assert_true(loosest > 0.5);
}

// What is much smaller than a cell cuts corners of cells between the places it is drawn at, where no other
// triangle of it covers them.
static void a_speck_leaves_no_gap(void **state)
{
    (void)state;
    enum { WAYS = 40, LOOKS = 2000 };
    Rng rng = rng_create(29);
    for (int i = 0; i < WAYS; ++i) {
        Way way = {.mesh = shape_box(vec3d(1e-3, 1e-3, 1e-3)), .count = 2, .times = {0, 1}};
        way.rest = affine_translation(rng_in_cube(&rng, i % 2 ? 2 : 0.1));
        for (int k = 0; k < 2; ++k)
            way.poses[k] = turned(&rng, rng_in_cube(&rng, 3), 2);
        Sweep sweep = sweep_of(&way, 0.5);
        for (int k = 0; k < LOOKS; ++k) {
            double time = rng_unit(&rng);
            Affine at = placement_at(&way, time);
            if (!voxels_hold(&sweep.cells, affine_apply(&at, vec3d(0, 0, 0))))
                fail_msg("way %d is left at %.17g", i, time);
        }
        sweep_free(&sweep);
        mesh_release(way.mesh);
    }
}

// What is swept exactly: how far a point is from it, and its volume.
typedef struct ExactSweep {
    const char *name;
    double (*from)(Vec3d p);
    double volume;
} ExactSweep;

static const Vec3d LINE_FROM = {{0.3, 0.1, -0.2}}, LINE_TO = {{4, 2, 1}};

// Of a ball of radius 1 that goes straight.
static double from_capsule(Vec3d p)
{
    Vec3d ab = vec3d_sub(LINE_TO, LINE_FROM);
    double t = vec3d_dot(vec3d_sub(p, LINE_FROM), ab) / vec3d_dot(ab, ab);
    t = fmin(1, fmax(0, t));
    return vec3d_distance(p, vec3d_add(LINE_FROM, vec3d_scale(ab, t))) - 1;
}

// Of one whose middle turns about z from (3, 0, 0) on.
static const double ARC_RADIUS = 3, ARC = 2.2;
static double from_arc(Vec3d p)
{
    double angle = fmin(ARC, fmax(0, atan2(p.y, p.x)));
    if (atan2(p.y, p.x) < 0.5 * ARC - 3.141592653589793)
        angle = ARC; // nearer the other way round
    Vec3d middle = vec3d(ARC_RADIUS * cos(angle), ARC_RADIUS * sin(angle), 0);
    return vec3d_distance(p, middle) - 1;
}

// Of a bar of 4 by 0.3 by 0.2 that turns half about its middle: a disc.
static double from_disc(Vec3d p)
{
    double across = fmax(0, hypot(p.x, p.y) - hypot(2, 0.15));
    return hypot(across, fmax(0, fabs(p.z) - 0.1));
}

static void nothing_taken_is_farther(Way *way, const ExactSweep *exact)
{
    double width[2];
    for (int i = 0; i < 2; ++i) {
        Sweep sweep = sweep_of(way, i == 0 ? 0.25 : 0.125);
        double cell = sweep.cells.cell, far = 0;
        for (int32_t z = 0; z < sweep.cells.size[2]; ++z)
            for (int32_t y = 0; y < sweep.cells.size[1]; ++y)
                for (int32_t x = 0; x < sweep.cells.size[0]; ++x)
                    for (int c = 0; c < 8 && voxels_taken(&sweep.cells, x, y, z); ++c) {
                        Vec3d p = vec3d(x + (c & 1), y + (c >> 1 & 1), z + (c >> 2));
                        p = vec3d_add(sweep.cells.origin, vec3d_scale(p, cell));
                        far = fmax(far, exact->from(p));
                    }
        print_message(
            "%s: cells of %g, at most %.3f far, %.3f is said; volume %.3f to %.3f, exactly %.3f\n",
            exact->name, cell, far, sweep.bound, sweep.volume_least, sweep.volume_most,
            exact->volume);
        assert_true(far <= sweep.bound && far > 0.5 * sweep.bound);
        assert_true(sweep.volume_most > exact->volume && sweep.volume_least < exact->volume);
        width[i] = sweep.volume_most - sweep.volume_least;
        sweep_free(&sweep);
    }
    assert_true(width[1] < 0.65 * width[0]); // finer is tighter
    mesh_release(way->mesh);
}

static Way turning(Mesh *mesh, Vec3d beside, double angle)
{
    Way way = {.mesh = mesh, .rest = affine_translation(beside), .count = 2, .times = {0, 1}};
    RigidStep step = {.turn = vec3d(0, 0, angle)};
    way.poses[0] = rigid_pose_at(vec3d(0, 0, 0));
    way.poses[1] = rigid_pose_moved(&way.poses[0], &step, 1);
    return way;
}

static void nothing_taken_is_far(void **state)
{
    (void)state;
    const double pi = 3.141592653589793, ball = 4 * pi / 3;
    const ExactSweep straight = {"straight", from_capsule,
                                 ball + pi * vec3d_distance(LINE_FROM, LINE_TO)};
    const ExactSweep arc = {"arc", from_arc, ball + pi * ARC_RADIUS * ARC};
    const ExactSweep disc = {"disc", from_disc, 0.2 * pi * (4 + 0.15 * 0.15)};
    Way way = {.mesh = shape_ico_sphere(1, 4), .rest = affine_identity(), .count = 2};
    way.poses[0] = rigid_pose_at(LINE_FROM);
    way.poses[1] = rigid_pose_at(LINE_TO);
    nothing_taken_is_farther(&way, &straight);
    way = turning(shape_ico_sphere(1, 4), vec3d(ARC_RADIUS, 0, 0), ARC);
    nothing_taken_is_farther(&way, &arc);
    way = turning(shape_box(vec3d(4, 0.3, 0.2)), vec3d(0, 0, 0), pi);
    nothing_taken_is_farther(&way, &disc);
}

// A shell that moves by less than it is wide keeps a hollow; an open sheet has no inside.
static void hollows_stay_empty(void **state)
{
    (void)state;
    Way way = {.mesh = shape_torus(2, 0.4, 32, 16), .rest = affine_identity(), .count = 2};
    way.poses[0] = rigid_pose_at(vec3d(0, 0, 0));
    way.poses[1] = rigid_pose_at(vec3d(0.5, 0, 0));
    Sweep sweep = sweep_of(&way, 0.1);
    assert_true(sweep.solid);
    assert_false(voxels_hold(&sweep.cells, vec3d(0.2, 0, 0)));
    Mesh *small = shape_box(vec3d(0.5, 0.5, 0.5));
    Affine at = affine_identity();
    assert_false(sweep_meets(&sweep, small, &at, NULL)); // in the hole of the ring
    at.p = vec3d(2.2, 0, 0);
    assert_true(sweep_meets(&sweep, small, &at, NULL));
    at.p = vec3d(9, 0, 0);
    assert_false(sweep_meets(&sweep, small, &at, NULL));
    Mesh *large = shape_box(vec3d(20, 20, 20)); // all of it is inside
    at = affine_identity();
    assert_true(sweep_meets(&sweep, large, &at, NULL));
    mesh_release(large);
    mesh_release(small);
    sweep_free(&sweep);
    mesh_release(way.mesh);
    way.mesh = shape_ico_sphere(1, 3);
    way.mesh->triangle_count -= 1;
    sweep = sweep_of(&way, 0.1);
    assert_false(sweep.solid);
    assert_false(voxels_hold(&sweep.cells, vec3d(0.25, 0, 0)));
    sweep_free(&sweep);
    mesh_release(way.mesh);
}

static int by_ends(const void *a, const void *b)
{
    const int32_t *x = a, *y = b;
    return x[0] != y[0] ? (x[0] > y[0]) - (x[0] < y[0]) : (x[1] > y[1]) - (x[1] < y[1]);
}

static void surfaces_are_closed(void **state)
{
    (void)state;
    Rng rng = rng_create(5);
    for (int i = 0; i < 6; ++i) {
        Way way = random_way(&rng);
        Sweep sweep = sweep_of(&way, 0.2);
        Error err = {""};
        Mesh *surface = voxels_surface(&sweep.cells, NULL, &err);
        assert_non_null(surface);
        assert_true(mesh_validate(surface, &err));
        // Every edge is gone along as often one way as the other.
        size_t count = 3 * (size_t)surface->triangle_count, n = 0;
        int32_t(*edges)[3] = malloc(count * sizeof *edges);
        assert_non_null(edges);
        double six = 0;
        for (int32_t k = 0; k < surface->triangle_count; ++k) {
            Triangle t = mesh_triangle(surface, k);
            six += vec3d_dot(t.p[0], vec3d_cross(t.p[1], t.p[2]));
            for (int s = 0; s < 3; ++s) {
                int32_t from = surface->triangles[k][s], to = surface->triangles[k][(s + 1) % 3];
                edges[n][0] = from < to ? from : to;
                edges[n][1] = from < to ? to : from;
                edges[n++][2] = from < to ? 1 : -1;
            }
        }
        qsort(edges, n, sizeof *edges, by_ends);
        for (size_t k = 0; k < n;) {
            int32_t sum = 0;
            size_t first = k;
            for (; k < n && by_ends(edges[k], edges[first]) == 0; ++k)
                sum += edges[k][2];
            assert_int_equal(sum, 0);
            assert_true(k - first == 2 || k - first == 4);
        }
        assert_true(fabs(six / 6 / sweep.volume_most - 1) < 1e-9);
        free(edges);
        mesh_release(surface);
        sweep_free(&sweep);
        mesh_release(way.mesh);
    }
}

// Each cell against the exact triangle, whatever its shape: nothing near is missed, nothing far is visited.
static void cells_of_triangles_are_right(void **state)
{
    (void)state;
    Rng rng = rng_create(3);
    Box3d box = {vec3d(0, 0, 0), vec3d(10, 10, 10)};
    Voxels v;
    assert_true(voxels_init(&v, &box, 1));
    for (int i = 0; i < 200; ++i) {
        voxels_clear(&v);
        Vec3d t[3];
        double size = i % 3 == 0 ? 20 : 6;
        for (int k = 0; k < 3; ++k)
            t[k] = vec3d_add(vec3d(6, 6, 6), rng_in_cube(&rng, size / 2));
        if (i % 4 == 0) // a needle
            t[2] = vec3d_add(vec3d_lerp(t[0], t[1], rng_unit(&rng)),
                             vec3d_scale(rng_direction(&rng), rng_below(&rng, 2) ? 1e-9 : 0));
        double margin = i % 2 ? 0 : 0.25;
        voxels_take(&v, t, margin);
        for (int k = 0; k < 300; ++k) { // points of it, and some that far away
            double a = rng_unit(&rng), b = rng_unit(&rng);
            if (a + b > 1)
                a = 1 - a, b = 1 - b;
            Vec3d p = vec3d_add(vec3d_scale(t[0], 1 - a - b),
                                vec3d_add(vec3d_scale(t[1], a), vec3d_scale(t[2], b)));
            p = vec3d_add(p, vec3d_scale(rng_direction(&rng), margin));
            bool in = true;
            for (int axis = 0; axis < 3; ++axis)
                in = in && p.v[axis] >= 0 && p.v[axis] < v.size[axis];
            if (in && !voxels_taken(&v, (int32_t)p.x, (int32_t)p.y, (int32_t)p.z))
                fail_msg("triangle %d misses a cell", i);
        }
        for (int32_t z = 0; z < v.size[2]; ++z)
            for (int32_t y = 0; y < v.size[1]; ++y)
                for (int32_t x = 0; x < v.size[0]; ++x) {
                    if (!voxels_taken(&v, x, y, z))
                        continue;
                    Vec3d foot, middle = vec3d(x + 0.5, y + 0.5, z + 0.5);
                    Triangle tri = {{t[0], t[1], t[2]}};
                    double far = sqrt(triangle_nearest(&tri, middle, &foot));
                    assert_true(far <= sqrt(3) * (0.5 + margin) + 1e-6);
                }
    }
    voxels_free(&v);
}

static void what_is_too_fine_is_said(void **state)
{
    (void)state;
    Way way = {.mesh = shape_box(vec3d(1, 1, 1)), .rest = affine_identity(), .count = 1};
    way.poses[0] = rigid_pose_at(vec3d(0, 0, 0));
    Sweep sweep;
    Error err = {""};
    SweepDesc desc = {.mesh = way.mesh,
                      .rest = way.rest,
                      .poses = way.poses,
                      .pose_count = 1,
                      .cell = 1e-6,
                      .most_cells = 64000};
    assert_true(sweep_make(&desc, &sweep, &err));
    assert_true(sweep.coarser && sweep.cells.cell > 0.02);
    assert_true(sweep.volume_least <= 1 && sweep.volume_least > 0.8 && sweep.volume_most >= 1);
    sweep_free(&sweep);
    Job job = {0};
    job_cancel(&job);
    desc.job = &job;
    assert_false(sweep_make(&desc, &sweep, &err));
    assert_true(err.text[0] == '\0' && !sweep.cells.bits);
    mesh_release(way.mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_of_triangles_are_right), cmocka_unit_test(every_time_is_contained),
        cmocka_unit_test(a_speck_leaves_no_gap),        cmocka_unit_test(nothing_taken_is_far),
        cmocka_unit_test(hollows_stay_empty),           cmocka_unit_test(surfaces_are_closed),
        cmocka_unit_test(what_is_too_fine_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
