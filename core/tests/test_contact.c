// Touch against penetration, depth, places, curves and containment of pairs of parts.
#include "core/base/angle.h"
#include "core/mesh/mesh_builder.h"
#include "core/mesh/shapes.h"
#include "core/tests/contact_bench.h"
#include "core/tests/odd_shapes.h"
#include "core/tests/test_set.h"
#include "core/tests/tri_distance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// Chord error of 50 segments at radius 10: 0.0197.
static void pin_in_equal_hole(ContactBench *bench, const BvhDesc *desc)
{
    contact_bench_create(bench, shape_ring(10, 25, 20, 50), shape_cylinder(10, 30, 50), desc);
    bench->part[1].placement = affine_rotation(vec3d(0, 1, 0), PI / 50);
}

static void a_pin_in_an_equal_hole_touches(void **state)
{
    (void)state;
    for (int type = 0; type < bv_type_count; ++type) {
        ContactBench bench;
        pin_in_equal_hole(&bench, &(BvhDesc){.type = bv_types[type]});
        contact_bench_examine(&bench, &(ContactDesc){.tolerance = 0.05});
        assert_int_equal(bench.detail.state, PAIR_TOUCH);
        assert_false(bench.detail.holes_closed);
        // The corners of the pin stand 0.0197 deep in the facets of the hole.
        assert_within(bench.detail.depth, 0, 0.0198, "depth of the pin at rest");
        assert_within(bench.detail.depth + bench.detail.depth_error, 0.0197, 0.0301,
                      "the most it can be");
        if (type == 0)
            printf("RAN: pin at rest: depth %.4f + %.4f, %zu contacts, %zu places, %.1f ms\n",
                   bench.detail.depth, bench.detail.depth_error, bench.contacts.count,
                   bench.detail.cluster_count, bench.detail.ms);
        for (int i = 0; i < 8; ++i) {
            double angle = 0.8 * i;
            bench.part[1].placement.p = vec3d(0.1 * cos(angle), 0, 0.1 * sin(angle));
            contact_bench_examine(&bench, &(ContactDesc){.tolerance = 0.05});
            assert_int_equal(bench.detail.state, PAIR_INTERFERENCE);
            assert_within(bench.detail.depth, 0.07, 0.13, "depth of the shifted pin");
            assert_within(bench.detail.depth_error, 0, 0.01, "its error");
            // The way out is back.
            Vec3d way = bench.detail.clusters[0].deepest;
            assert_true(way.x * cos(angle) + way.z * sin(angle) > 9);
            if (type == 0 && i == 0)
                printf("RAN: pin shifted by 0.1: depth %.4f + %.4f, %zu contacts, %zu places, "
                       "%.1f ms\n",
                       bench.detail.depth, bench.detail.depth_error, bench.contacts.count,
                       bench.detail.cluster_count, bench.detail.ms);
        }
        contact_bench_free(&bench);
    }
}

static double curve_length(const ContactDetail *detail, const ContactCurve *curve)
{
    double sum = 0;
    const Vec3d *p = &detail->points[curve->first_point];
    for (uint32_t i = 0; i + 1 < curve->point_count; ++i)
        sum += vec3d_distance(p[i], p[i + 1]);
    if (curve->closed)
        sum += vec3d_distance(p[0], p[curve->point_count - 1]);
    return sum;
}

static void two_spheres_meet_in_one_closed_curve(void **state)
{
    (void)state;
    ContactBench bench;
    contact_bench_create(&bench, shape_ico_sphere(1, 4), shape_uv_sphere(1, 64, 32), NULL);
    int runs = 0;
    for (uint64_t seed = 0; seed < (sanitised() ? 4u : 20u); ++seed) {
        Rng rng = rng_create(seed);
        double distance = rng_uniform(&rng, 0.3, 1.9);
        bench.part[0].placement = rng_rotation(&rng);
        bench.part[0].placement.p = rng_in_cube(&rng, 50);
        bench.part[1].placement = rng_rotation(&rng);
        bench.part[1].placement.p =
            vec3d_add_scaled(bench.part[0].placement.p, rng_direction(&rng), distance);
        contact_bench_examine(&bench, &(ContactDesc){0});
        const ContactDetail *d = &bench.detail;
        double circle = 2 * PI * sqrt(1 - distance * distance / 4);
        assert_int_equal(d->curve_count, 1);
        assert_true(d->curves[0].closed);
        assert_int_equal(d->curves[0].cluster, 0);
        assert_int_equal(d->cluster_count, 1);
        assert_within(curve_length(d, &d->curves[0]), 0.97 * circle, 1.01 * circle, "length");
        double deep = 1 - fabs(distance - 1); // of the nearest point to the other centre
        assert_within(d->depth, 0.97 * fmin(deep, 2 - distance) - 0.02, 2 - distance + 0.01,
                      "depth of the spheres");
        assert_int_equal(d->state, PAIR_INTERFERENCE);
        // b lies in this direction of a, so a has to go the other way.
        Vec3d apart = vec3d_sub(bench.part[0].placement.p, bench.part[1].placement.p);
        Vec3d normal = affine_apply_vector(&bench.part[0].placement, d->clusters[0].normal);
        assert_true(vec3d_dot(normal, vec3d_normalised(apart)) > 0.99);
        ++runs;
    }
    printf("RAN: %d poses of two spheres\n", runs);
    contact_bench_free(&bench);
}

// Two closed surfaces in no special position meet in closed curves only, and every segment of
// every triangle pair is in one of them.
static void closed_surfaces_meet_in_closed_curves(void **state)
{
    (void)state;
    size_t curves = 0, most = 0;
    for (uint64_t seed = 0; seed < (sanitised() ? 8u : 60u); ++seed) {
        Rng rng = rng_create(seed);
        ContactBench bench;
        contact_bench_create(
            &bench,
            seed % 2 ? shape_torus(1, 0.35, 24, 12) : shape_knot(2, 3, 0.8, 0.35, 0.2, 60, 8),
            seed % 3 ? shape_torus(0.9, 0.3, 20, 10) : shape_cone(0.8, 2, 30), NULL);
        bench.part[0].placement = rng_rotation(&rng);
        bench.part[1].placement = rng_rotation(&rng);
        bench.part[1].placement.p = rng_in_cube(&rng, 0.8);
        contact_bench_examine(&bench, &(ContactDesc){.samples = 1});
        const ContactDetail *d = &bench.detail;
        double segments = 0, chained = 0;
        for (size_t i = 0; i < bench.contacts.count; ++i) {
            const Contact *c = &bench.contacts.items[i];
            const Vec3d *p = &bench.contacts.points[c->first_point];
            segments += c->point_count == 2 ? vec3d_distance(p[0], p[1]) : 0;
        }
        for (size_t i = 0; i < d->curve_count; ++i) {
            chained += curve_length(d, &d->curves[i]);
            if (!d->curves[i].closed || d->curves[i].point_count < 3)
                fail_msg("seed %llu: curve %zu of %zu is open", (unsigned long long)seed, i,
                         d->curve_count);
            assert_true(d->curves[i].cluster >= 0 &&
                        (size_t)d->curves[i].cluster < d->cluster_count);
        }
        if (fabs(segments - chained) > 1e-9 * (1 + segments))
            fail_msg("seed %llu: %.12g of segments, %.12g of curves", (unsigned long long)seed,
                     segments, chained);
        int32_t count = 0;
        for (size_t i = 0; i < d->cluster_count; ++i)
            count += d->clusters[i].count;
        assert_int_equal(count, bench.contacts.count);
        curves += d->curve_count;
        most = d->curve_count > most ? d->curve_count : most;
        contact_bench_free(&bench);
    }
    printf("RAN: %zu closed curves, at most %zu of one pair\n", curves, most);
    assert_true(curves > 10 && most > 2);
}

// Boxes on the grid: edges in faces, corners on edges, faces in one plane. Whatever the degeneracy,
// no curve gets lost or is drawn twice.
static void crossings_in_special_position_are_chained_too(void **state)
{
    (void)state;
    ContactBench bench;
    contact_bench_create(&bench, shape_box(vec3d(4, 4, 4)), shape_box(vec3d(2, 8, 2)), NULL);
    bench.part[1].placement.p = vec3d(0, 1, 0); // a post through the cube, across the diagonals
    contact_bench_examine(&bench, &(ContactDesc){0});
    const ContactDetail *d = &bench.detail;
    double length = 0;
    for (size_t i = 0; i < d->curve_count; ++i) {
        assert_true(d->curves[i].closed);
        length += curve_length(d, &d->curves[i]);
    }
    assert_int_equal(d->curve_count, 2);
    assert_within(length, 16 - 1e-9, 16 + 1e-9, "the post's two squares");
    // In figures and words, in the unit of the assembly, also where the part is scaled.
    char words[80];
    Affine larger = affine_identity();
    larger.m[0][0] = 3;
    CurveSum sum = contact_curves_sum(d, &bench.part[0].placement);
    assert_true(sum.closed == 2 && sum.open == 0 && !d->curves[0].touch);
    curve_sum_words(&sum, UNIT_MM, words, sizeof words);
    assert_string_equal(words, "2 closed curves, 16 mm");
    sum = contact_curves_sum(d, &larger);
    assert_within(sum.length, 32 - 1e-9, 32 + 1e-9, "stretched squares");
    curve_sum_words(&(CurveSum){1, 3, 0.4}, UNIT_MM, words, sizeof words);
    assert_string_equal(words, "1 closed and 3 open curves, 0.4 mm");
    curve_sum_words(&(CurveSum){0, 1, 5}, UNIT_MM, words, sizeof words);
    assert_string_equal(words, "1 open curve, 5 mm");
    curve_sum_words(&(CurveSum){0, 0, 0}, UNIT_MM, words, sizeof words);
    assert_string_equal(words, "");
    // Half out of the cube's side: the square is cut by the edge of the cube.
    bench.part[1].placement.p = vec3d(2, 0, 0);
    contact_bench_examine(&bench, &(ContactDesc){0});
    assert_int_equal(d->curve_count, 1);
    assert_true(d->curves[0].closed);
    assert_within(curve_length(d, &d->curves[0]), 16 - 1e-9, 16 + 1e-9, "around the corner");
    contact_bench_free(&bench);
}

static Mesh *two_walls(double gap, double thickness)
{
    Mesh *wall = shape_box(vec3d(thickness, 40, 40));
    MeshBuilder b = {0};
    for (int side = -1; side <= 1; side += 2) {
        Affine at = affine_translation(vec3d(side * gap / 2, 0, 0));
        mesh_builder_append(&b, wall, &at);
    }
    mesh_release(wall);
    return mesh_builder_finish(&b);
}

static void a_bar_through_two_walls_has_two_places(void **state)
{
    (void)state;
    ContactBench bench;
    contact_bench_create(&bench, shape_box(vec3d(100, 6, 6)), two_walls(40, 3), NULL);
    bench.part[0].placement = affine_rotation(vec3d(1, 0, 0), 0.3);
    contact_bench_examine(&bench, &(ContactDesc){0});
    const ContactDetail *d = &bench.detail;
    assert_int_equal(d->cluster_count, 2);
    assert_int_equal(d->curve_count, 4);
    for (size_t i = 0; i < d->curve_count; ++i) {
        assert_true(d->curves[i].closed);
        assert_within(curve_length(d, &d->curves[i]), 24 - 1e-9, 24 + 1e-9, "a wall's curve");
    }
    for (int i = 0; i < 2; ++i) {
        const ContactCluster *c = &d->clusters[i];
        assert_within(fabs(c->centre.x), 20 - 1e-9, 20 + 1e-9, "centre of a place");
        assert_within(fabs(c->box.hi.x - c->box.lo.x), 3 - 1e-9, 3 + 1e-9, "extent of a place");
        // A point of the wall in the middle of the bar is 3 away from the bar's surface.
        assert_within(c->depth, 2.9, 3.0001, "depth of a place");
        assert_true(c->count > 8);
    }
    // Not a vertex of either part lies inside the other one.
    assert_int_equal(d->state, PAIR_INTERFERENCE);
    contact_bench_free(&bench);
}

static double depth_by_brute_force(const PlacedSolid *in, Vec3d p)
{
    double least = INFINITY;
    for (int32_t i = 0; i < in->solid->mesh->triangle_count; ++i) {
        Triangle t = placed_solid_triangle(in, i), point = {{p, p, p}};
        Vec3d x, y;
        least = fmin(least, tri_distance(&t, &point, &x, &y));
    }
    return fabs(winding_by_angles(in, p)) > 0.5 ? least : -least;
}

// Samples all over both surfaces: none is deeper than told, and the deepest point told of is as
// deep as told.
static void depths_agree_with_samples(void **state)
{
    (void)state;
    int runs = 0, deep = 0;
    for (uint64_t seed = 1; seed <= (sanitised() ? 4u : 24u); ++seed) {
        Rng rng = rng_create(seed);
        ContactBench bench;
        Mesh *a = seed % 3 == 0   ? shape_torus(1, 0.35, 16, 8)
                  : seed % 3 == 1 ? shape_box(vec3d(2, 1, 0.6))
                                  : shape_knot(2, 3, 0.8, 0.35, 0.2, 40, 6);
        Mesh *b = seed % 2 ? shape_cone(0.8, 2, 14) : shape_ico_sphere(0.9, 1);
        contact_bench_create(&bench, a, b, NULL);
        bench.part[1].placement = rng_rotation(&rng);
        bench.part[1].placement.p = rng_in_cube(&rng, 0.7);
        if (seed % 4 == 3) // both scaled, differently along the axes
            for (int i = 0; i < 3; ++i) {
                bench.part[0].placement.m[i][i] = 1 + 0.5 * i;
                bench.part[1].placement.m[i][0] *= 2;
            }
        contact_bench_examine(&bench, &(ContactDesc){.samples = 100000});
        const ContactDetail *d = &bench.detail;
        // The truth, in the world.
        Solid *solid[2] = {solid_build(a, NULL), solid_build(b, NULL)};
        PlacedSolid placed[2];
        for (int i = 0; i < 2; ++i)
            assert_true(placed_solid_init(&placed[i], solid[i], &bench.part[i].placement));
        double deepest = 0;
        for (int side = 0; side < 2; ++side) {
            for (int32_t t = 0; t < bench.mesh[side]->triangle_count; ++t) {
                Triangle tri = placed_solid_triangle(&placed[side], t);
                for (int k = 0; k < 12; ++k) {
                    double u = k < 3 ? k == 1 : rng_unit(&rng), v = k < 3 ? k == 2 : rng_unit(&rng);
                    if (u + v > 1) {
                        u = 1 - u;
                        v = 1 - v;
                    }
                    Vec3d p = vec3d_add_scaled(tri.p[0], vec3d_sub(tri.p[1], tri.p[0]), u);
                    p = vec3d_add_scaled(p, vec3d_sub(tri.p[2], tri.p[0]), v);
                    deepest = fmax(deepest, depth_by_brute_force(&placed[1 - side], p));
                }
            }
        }
        if (deepest > d->depth + d->depth_error + 1e-9)
            fail_msg("seed %llu: a sample is %.9g deep, told %.9g + %.9g", (unsigned long long)seed,
                     deepest, d->depth, d->depth_error);
        if (d->cluster_count > 0 && d->depth > 0) {
            const ContactCluster *c = &d->clusters[0];
            Vec3d p = affine_apply(&bench.part[0].placement, c->deepest);
            double there = depth_by_brute_force(&placed[c->from_a ? 1 : 0], p);
            if (fabs(there - d->depth) > 1e-9)
                fail_msg("seed %llu: the deepest point is %.12g deep, told %.12g",
                         (unsigned long long)seed, there, d->depth);
            assert_true(solid_nearest(&placed[c->from_a ? 0 : 1], p, 1e-9, -1).triangle >= 0);
            ++deep;
        }
        ++runs;
        for (int i = 0; i < 2; ++i)
            solid_release(solid[i]);
        contact_bench_free(&bench);
    }
    printf("RAN: %d pairs of solids, %d of them deep in each other\n", runs, deep);
    assert_true(deep > runs / 2);
}

// A ring that lies half in a block is equally deep along a whole circle, where a search by samples
// has to look everywhere: whatever number of samples it gets, the depth is between what it tells
// and its bound, and "at least" is said where that is not close.
static void plateaus_are_bounded_honestly(void **state)
{
    (void)state;
    enum { AROUND = 96, SIDES = 32 };
    const double pi = acos(-1), radius = 0.3;
    const double least = radius * cos(pi / SIDES) * cos(pi / AROUND);
    double last = INFINITY;
    int vague = 0;
    for (int32_t samples = 1; samples <= 10000; samples *= 10) {
        ContactBench bench;
        contact_bench_create(&bench, shape_torus(1, radius, AROUND, SIDES),
                             shape_box(vec3d(4, 2, 4)), NULL);
        bench.part[1].placement.p = vec3d(0, -1, 0); // its top runs through the ring's middle
        contact_bench_examine(&bench, &(ContactDesc){.samples = samples});
        const ContactDetail *d = &bench.detail;
        assert_false(d->holes_closed);
        assert_within(d->depth, 0, radius + 1e-9, "depth");
        assert_within(d->depth + d->depth_error, least, INFINITY, "bound of the depth");
        assert_true(d->depth_error <= last + 1e-9);
        last = d->depth_error;
        char text[200];
        contact_sentence(d, "Ring", "Block", UNIT_MM, text, sizeof text);
        bool close = d->depth_error <= 0.1 * d->depth;
        assert_true(close == (!strstr(text, "at least") && !strstr(text, "at most")));
        vague += !close;
        printf("RAN: %d samples: %.4f + %.4f of %.4f; %s\n", samples, d->depth, d->depth_error,
               radius, text);
        contact_bench_free(&bench);
    }
    assert_true(vague > 0 && last < 0.15 * radius);
}

// Boxes that stand on each other up to a hundred-millionth, tilted and sunk in by as little: slivers of
// their faces are inside, and nothing is deeper than that.
static void faces_all_but_in_one_plane_touch(void **state)
{
    (void)state;
    ContactBench bench;
    contact_bench_create(&bench, shape_box(vec3d(2, 2, 2)), shape_box(vec3d(2, 2, 2)), NULL);
    int met = 0, poses = sanitised() ? 100 : 1000;
    for (int seed = 0; seed < poses; ++seed) {
        Rng rng = rng_create((uint64_t)seed);
        Affine turn = affine_rotation(vec3d(1, 0, 0), rng_uniform(&rng, 0, 2 * PI));
        Affine tilt = affine_rotation(rng_direction(&rng), 1e-8 * rng_unit(&rng));
        bench.part[1].placement = affine_compose(&tilt, &turn);
        bench.part[1].placement.p = vec3d(2 - 1e-8 * rng_unit(&rng), rng_uniform(&rng, -1.5, 1.5),
                                          rng_uniform(&rng, -1.5, 1.5));
        contact_bench_examine(&bench, &(ContactDesc){0});
        met += bench.contacts.count > 0;
        if ((bench.detail.state != PAIR_TOUCH && bench.detail.state != PAIR_CLEAR) ||
            bench.detail.depth > 1e-7)
            fail_msg("seed %d: %s, depth %.9g", seed, pair_state_name(bench.detail.state),
                     bench.detail.depth);
    }
    printf("RAN: %d poses of boxes all but flush, %d meet\n", poses, met);
    contact_bench_free(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pin_in_an_equal_hole_touches),
        cmocka_unit_test(two_spheres_meet_in_one_closed_curve),
        cmocka_unit_test(closed_surfaces_meet_in_closed_curves),
        cmocka_unit_test(crossings_in_special_position_are_chained_too),
        cmocka_unit_test(a_bar_through_two_walls_has_two_places),
        cmocka_unit_test(depths_agree_with_samples),
        cmocka_unit_test(plateaus_are_bounded_honestly),
        cmocka_unit_test(faces_all_but_in_one_plane_touch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
