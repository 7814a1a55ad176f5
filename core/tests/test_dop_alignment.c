// The 26 directions, extremal points along them, and k-DOPs re-enclosed in another frame, against
// exhaustive search.
#include "core/base/cpu.h"
#include "core/mesh/shapes.h"
#include "core/tests/test_set.h"
#include "core/tree/bv/kdop/dop_alignment.h"
#include "core/tree/bv/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const int sizes[] = {6, 14, 18, 24, 26};
enum { SIZES = sizeof sizes / sizeof *sizes };

static void the_directions_are_those_to_all_neighbours(void **state)
{
    (void)state;
    bool seen[27] = {false};
    for (int i = 0; i < DOP26_DIRECTIONS; ++i) {
        for (int sign = -1; sign <= 1; sign += 2) {
            int at = 0;
            for (int k = 0; k < 3; ++k) {
                double v = sign * dop26_direction[i].v[k];
                assert_true(v == -1 || v == 0 || v == 1);
                at = 3 * at + (int)v + 1;
            }
            assert_false(seen[at]);
            seen[at] = true;
        }
        double square = vec3d_dot(dop26_direction[i], dop26_direction[i]);
        assert_true(square == (i < 3 ? 1 : i < 7 ? 3 : 2)); // axes, corners, edges
    }
    for (int at = 0; at < 27; ++at)
        assert_true(seen[at] == (at != 13));
}

static void extremal_points_are_the_farthest(void **state)
{
    (void)state;
    enum { MOST = 40 };
    for (int n = 0; n < 500; ++n) {
        Rng rng = rng_create((uint64_t)n);
        Vec3d points[MOST];
        int count = 1 + rng_below(&rng, MOST);
        Extremals e;
        extremals_begin(&e);
        for (int i = 0; i < count; ++i) {
            points[i] = rng_in_cube(&rng, 2);
            for (int k = 0; n % 2 && k < 3; ++k) // many are equally far then
                points[i].v[k] = round(points[i].v[k]);
            extremals_add(&e, points[i], i);
        }
        for (int found = 0; found < 2; ++found) { // in a list, by either instruction set
            Extremals listed;
            cpu_pretend(found ? CPU_VECTORS_FOUND : CPU_VECTORS_BASELINE);
            extremals_of(&listed, points, count);
            for (int d = 0; d < DOP26_DIRECTIONS; ++d) {
                assert_true(extremals_width(&listed, d) == extremals_width(&e, d));
                assert_int_equal(extremals_low(&listed, d), extremals_low(&e, d));
                assert_int_equal(extremals_high(&listed, d), extremals_high(&e, d));
            }
        }
        for (int d = 0; d < DOP26_DIRECTIONS; ++d) {
            double lo = INFINITY, hi = -INFINITY;
            int32_t first[2] = {-1, -1};
            for (int i = 0; i < count; ++i) {
                double at = vec3d_dot(points[i], dop26_direction[d]);
                first[0] = at < lo ? i : first[0];
                first[1] = at > hi ? i : first[1];
                lo = fmin(lo, at);
                hi = fmax(hi, at);
            }
            assert_true(e.lo[d / 2][d % 2] == lo && e.hi[d / 2][d % 2] == hi);
            assert_true(extremals_width(&e, d) == hi - lo);
            assert_int_equal(extremals_low(&e, d), first[0]);
            assert_int_equal(extremals_high(&e, d), first[1]);
        }
    }
}

static double determinant(Vec3d a, Vec3d b, Vec3d c)
{
    return vec3d_dot(a, vec3d_cross(b, c));
}

// What three planes of the DOP around the unit ball say of how far it reaches along u; +inf if they
// say nothing. The least of all triples is how far it does reach.
static double reach_by(const DopDirections *d, int i, int j, int k, Vec3d u)
{
    const Vec3d n[3] = {dop_normal(d, i), dop_normal(d, j), dop_normal(d, k)};
    double det = determinant(n[0], n[1], n[2]);
    if (fabs(det) < 1e-9)
        return INFINITY;
    const double lambda[3] = {determinant(u, n[1], n[2]) / det, determinant(n[0], u, n[2]) / det,
                              determinant(n[0], n[1], u) / det};
    double reach = 0;
    for (int m = 0; m < 3; ++m) {
        if (lambda[m] < -1e-12)
            return INFINITY;
        reach += lambda[m] * vec3d_length(n[m]);
    }
    return reach;
}

static void combinations_are_the_tightest_of_all_triples(void **state)
{
    (void)state;
    int cases = sanitised() ? 60 : 600;
    for (int s = 0; s < SIZES; ++s) {
        DopDirections d = dop_directions(sizes[s]);
        DopFacets facets;
        dop_facets(&d, &facets);
        assert_int_equal(2 * d.half, sizes[s]);
        for (int n = 0; n < cases; ++n) {
            Rng rng = rng_create((uint64_t)n);
            double length = rng_uniform(&rng, 0.1, 4);
            Vec3d u = vec3d_scale(rng_direction(&rng), length);
            if (n < 2 * DOP26_DIRECTIONS) // a normal of the DOP itself, or of a larger one
                u = vec3d_scale(dop26_direction[n / 2], n % 2 ? -1 : 1);
            DopCombination c = dop_combination(&facets, u);
            Vec3d sum = vec3d(0, 0, 0);
            double reach = 0, least = INFINITY;
            for (int m = 0; m < 3; ++m) {
                assert_true(c.lambda[m] >= 0);
                sum = vec3d_add_scaled(sum, dop_normal(&d, c.plane[m]), c.lambda[m]);
                reach += c.lambda[m] * vec3d_length(dop_normal(&d, c.plane[m]));
            }
            assert_true(vec3d_distance(sum, u) <= 1e-12);
            for (int i = 0; i < sizes[s]; ++i)
                for (int j = i + 1; j < sizes[s]; ++j)
                    for (int k = j + 1; k < sizes[s]; ++k)
                        least = fmin(least, reach_by(&d, i, j, k, u));
            if (fabs(reach - least) > 1e-9)
                fail_msg("k = %d, seed %d: reaches %.17g, exhaustive search %.17g", sizes[s], n,
                         reach, least);
        }
    }
    printf("RAN: %d directions in DOPs of %d sizes against all triples of planes\n", cases, SIZES);
}

static Mesh *triangle_of(Rng *rng)
{
    Mesh *mesh = mesh_create(3, 1);
    assert_non_null(mesh);
    for (int k = 0; k < 3; ++k) {
        mesh->vertices[k] = rng_in_cube(rng, 1);
        mesh->triangles[0][k] = k;
    }
    return mesh;
}

// Between two triangles, along the direction of the DOP where it is widest; negative: they overlap
// along all.
static double widest_gap(const Mesh *a, const Mesh *b, Vec3d shift, const DopDirections *d)
{
    double widest = -INFINITY;
    for (int i = 0; i < d->half; ++i) {
        Vec3d along = dop26_direction[d->direction[i]];
        double lo[2] = {INFINITY, INFINITY}, hi[2] = {-INFINITY, -INFINITY};
        for (int v = 0; v < 6; ++v) {
            Vec3d p = v < 3 ? a->vertices[v] : vec3d_add(b->vertices[v - 3], shift);
            lo[v / 3] = fmin(lo[v / 3], vec3d_dot(p, along));
            hi[v / 3] = fmax(hi[v / 3], vec3d_dot(p, along));
        }
        widest = fmax(widest, fmax(lo[1] - hi[0], lo[0] - hi[1]));
    }
    return widest;
}

// Frames that are only shifted have the same directions: re-enclosing adds nothing, and two DOPs
// overlap exactly if their intervals do along every one of them.
static void shifted_dops_are_compared_along_every_direction(void **state)
{
    (void)state;
    int apart = 0, cases = 2000;
    ContactList found = {0};
    for (int n = 0; n < cases; ++n) {
        Rng rng = rng_create((uint64_t)n);
        Mesh *a = triangle_of(&rng), *b = triangle_of(&rng);
        Affine pose = affine_identity();
        double away = rng_uniform(&rng, 0.1, 1.5);
        pose.p = vec3d_scale(rng_direction(&rng), away);
        BvhDesc desc = bvh_desc_filled(&(BvhDesc){.type = &bv_kdop});
        desc.params[0] = sizes[n % SIZES];
        Bvh *tree_a = bvh_build(a, &desc, NULL, NULL), *tree_b = bvh_build(b, &desc, NULL, NULL);
        assert_true(tree_a && tree_b);
        DopDirections d = dop_directions(sizes[n % SIZES]);
        double gap = widest_gap(a, b, pose.p, &d);
        for (int lift = 0; lift < 2 && fabs(gap) > 1e-4; ++lift) { // not within rounding
            QueryStats stats;
            assert_true(query_contacts(tree_a, tree_b, &pose, &(QueryDesc){.lift = lift}, NULL,
                                       &found, &stats, NULL));
            if ((stats.triangle_tests == 0) != (gap > 0))
                fail_msg("k = %d, seed %d: %s, but the widest gap is %g", sizes[n % SIZES], n,
                         stats.triangle_tests == 0 ? "separated" : "not separated", gap);
            apart += gap > 0;
        }
        bvh_release(tree_a);
        bvh_release(tree_b);
        mesh_release(a);
        mesh_release(b);
    }
    contact_list_free(&found);
    printf("RAN: %d shifted pairs of DOPs, %d of %d searches apart\n", cases, apart, 2 * cases);
    assert_in_range(apart, cases / 2, 3 * cases / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_directions_are_those_to_all_neighbours),
        cmocka_unit_test(extremal_points_are_the_farthest),
        cmocka_unit_test(combinations_are_the_tightest_of_all_triples),
        cmocka_unit_test(shifted_dops_are_compared_along_every_direction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
