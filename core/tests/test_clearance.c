// Bands of clearance: what is painted is as near as it says, and nothing near is left out.
#include "core/base/rng.h"
#include "core/meaning/clearance.h"
#include "core/meaning/solid.h"
#include "core/mesh/shapes.h"
#include "core/tree/build/build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static Bvh *tree_of(Mesh *mesh)
{
    Error err = {""};
    Bvh *tree = bvh_build(mesh, NULL, NULL, &err);
    if (!tree)
        fail_msg("%s", err.text);
    mesh_release(mesh);
    return tree;
}

// The oracle: every triangle of every other part.
static double distance_to(const PosedPart *others, int count, Vec3d p)
{
    double least = INFINITY;
    for (int i = 0; i < count; ++i) {
        if (!others[i].active)
            continue;
        for (int32_t k = 0; k < others[i].tree->mesh->triangle_count; ++k) {
            Triangle t = mesh_triangle(others[i].tree->mesh, k);
            t = triangle_transformed(&t, &others[i].placement);
            Vec3d foot;
            least = fmin(least, triangle_nearest(&t, p, &foot));
        }
    }
    return sqrt(least);
}

static double area_of(const Vec3d *p)
{
    return 0.5 * vec3d_length(vec3d_cross(vec3d_sub(p[1], p[0]), vec3d_sub(p[2], p[0])));
}

static double band_area(const BandTriangles *band)
{
    double area = 0;
    for (size_t i = 0; i < band->count; i += 3)
        area += area_of(band->points + i);
    return area;
}

static Vec3d random_point(Rng *rng, const Vec3d *p)
{
    double u = rng_unit(rng), v = rng_unit(rng);
    if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
    }
    return vec3d_add_scaled(vec3d_add_scaled(p[0], vec3d_sub(p[1], p[0]), u), vec3d_sub(p[2], p[0]),
                            v);
}

static void make(ClearanceBands *bands, const PosedPart *part, const PosedPart *others, int count,
                 const ClearanceDesc *desc)
{
    SolidCache solids = {0};
    Error err = {""};
    if (!clearance_bands_make(bands, part, others, count, desc, &solids, NULL, &err))
        fail_msg("%s", err.text);
    solid_cache_free(&solids);
}

// Points of each band are as near as it says; the borders are true to the resolution.
static void check_bands(const ClearanceBands *bands, const PosedPart *part, const PosedPart *others,
                        int count, double limit, double resolution)
{
    Rng rng = rng_create(77);
    for (int b = 0; b < CLEARANCE_BANDS; ++b) {
        const BandTriangles *band = &bands->band[b];
        double from = b == 0 ? 0 : clearance_band_end(limit, b - 1);
        double to = clearance_band_end(limit, b);
        size_t step = 1 + band->count / 3 / 100;
        for (size_t i = 0; i < band->count / 3; i += step) {
            Vec3d local = random_point(&rng, band->points + 3 * i);
            double d = distance_to(others, count, affine_apply(&part->placement, local));
            if (d < from - resolution || d > to + resolution)
                fail_msg("band %d: a point at %g, not from %g to %g", b, d, from, to);
        }
    }
}

// And the other way round: random points of the surface, by area. The shares of the bands are those
// that are painted.
static void check_shares(const ClearanceBands *bands, const PosedPart *part,
                         const PosedPart *others, int count, double limit)
{
    enum { POINTS = 1500 };
    const Mesh *mesh = part->tree->mesh;
    Rng rng = rng_create(78);
    double total = 0, *sums = calloc((size_t)mesh->triangle_count, sizeof *sums);
    int hits[CLEARANCE_BANDS + 1] = {0};
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(mesh, i);
        sums[i] = total += area_of(t.p);
    }
    for (int i = 0; i < POINTS; ++i) {
        double at = rng_unit(&rng) * total;
        int32_t k = 0;
        while (k + 1 < mesh->triangle_count && sums[k] < at)
            ++k;
        Triangle t = mesh_triangle(mesh, k);
        Vec3d p = affine_apply(&part->placement, random_point(&rng, t.p));
        double d = distance_to(others, count, p);
        int b = 0;
        while (b < CLEARANCE_BANDS && d >= clearance_band_end(limit, b))
            ++b;
        ++hits[b];
    }
    for (int b = 0; b < CLEARANCE_BANDS; ++b) {
        double wanted = (double)hits[b] / POINTS, found = band_area(&bands->band[b]) / total;
        if (fabs(found - wanted) > 0.05) // four standard deviations of the oracle
            fail_msg("band %d: %.3f of the surface, not %.3f", b, found, wanted);
    }
    free(sums);
}

// Large triangles beside small ones: a plate of twelve below a ball and a ring.
static void bands_are_where_the_distances_are(void **state)
{
    (void)state;
    Bvh *plate = tree_of(shape_box(vec3d(20, 1, 20)));
    Bvh *ball = tree_of(shape_ico_sphere(2, 2)), *ring = tree_of(shape_torus(6, 1, 20, 8));
    Affine turned = affine_rotation(vec3d_normalised(vec3d(1, 2, 3)), 0.7);
    turned.p = vec3d(4, 7, -3);
    Affine scaled = affine_identity();
    scaled.m[0][0] = 1.7;
    scaled.m[2][2] = 0.6;
    scaled.p = vec3d(-4, 2.9, 5);
    PosedPart parts[3] = {{plate, affine_translation(vec3d(0, 0, 0)), true, true},
                          {ball, scaled, true, true},
                          {ring, turned, true, true}};
    const double limits[] = {0.4, 1, 2.5};
    size_t samples = 0;
    for (int l = 0; l < 3; ++l) {
        for (int which = 0; which < 3; ++which) {
            PosedPart others[2] = {parts[(which + 1) % 3], parts[(which + 2) % 3]};
            ClearanceDesc desc = {.limit = limits[l]};
            ClearanceBands bands;
            make(&bands, &parts[which], others, 2, &desc);
            assert_false(bands.coarse);
            check_bands(&bands, &parts[which], others, 2, limits[l], 0.25 * limits[l]);
            check_shares(&bands, &parts[which], others, 2, limits[l]);
            samples += bands.samples;
            clearance_bands_free(&bands);
        }
    }
    printf("RAN: nine surfaces painted, %zu samples\n", samples);
    bvh_release(plate);
    bvh_release(ball);
    bvh_release(ring);
}

static void what_is_far_or_hidden_paints_nothing(void **state)
{
    (void)state;
    Bvh *ball = tree_of(shape_ico_sphere(2, 2));
    PosedPart part = {ball, affine_identity(), true, true};
    PosedPart other = {ball, affine_translation(vec3d(20, 0, 0)), true, true};
    ClearanceDesc desc = {.limit = 1};
    ClearanceBands bands;
    make(&bands, &part, &other, 1, &desc);
    for (int b = 0; b < CLEARANCE_BANDS; ++b)
        assert_int_equal(bands.band[b].count, 0);
    clearance_bands_free(&bands);
    other.placement.p.x = 5;
    other.active = false;
    make(&bands, &part, &other, 1, &desc);
    assert_int_equal(bands.band[0].count + bands.band[1].count + bands.band[2].count, 0);
    clearance_bands_free(&bands);
    other.active = true;
    make(&bands, &part, &other, 1, &desc);
    assert_true(bands.band[1].count > 0); // 5 - 2 - 2, nearly
    clearance_bands_free(&bands);

    SolidCache solids = {0};
    Error err = {""};
    desc.limit = 0;
    assert_false(clearance_bands_make(&bands, &part, &other, 1, &desc, &solids, NULL, &err));
    desc.limit = 1;
    Job job = {0};
    job_cancel(&job);
    desc.resolution = 1e-3;
    assert_false(clearance_bands_make(&bands, &part, &other, 1, &desc, &solids, &job, &err));
    assert_int_equal(bands.band[0].count, 0);
    solid_cache_free(&solids);
    bvh_release(ball);
}

// Too fine a wish ends in coarser borders, not in a program that never answers.
static void samples_are_limited(void **state)
{
    (void)state;
    Bvh *plate = tree_of(shape_box(vec3d(20, 1, 20)));
    PosedPart part = {plate, affine_identity(), true, true};
    PosedPart other = {plate, affine_translation(vec3d(3, 1.5, 2)), true, true};
    ClearanceDesc desc = {.limit = 0.4, .resolution = 1e-6, .samples = 2000};
    ClearanceBands bands;
    make(&bands, &part, &other, 1, &desc);
    assert_true(bands.coarse && bands.samples < 2100);
    assert_true(band_area(&bands.band[1]) > 100);
    clearance_bands_free(&bands);
    bvh_release(plate);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bands_are_where_the_distances_are),
        cmocka_unit_test(what_is_far_or_hidden_paints_nothing),
        cmocka_unit_test(samples_are_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
