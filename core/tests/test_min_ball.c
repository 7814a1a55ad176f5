// Balls around points: the smallest one against exhaustive search over supports, and the two ways
// in which trees of balls find theirs.
#include "core/mesh/shapes.h"
#include "core/shape/min_ball.h"
#include "core/tests/test_set.h"
#include "core/tree/bv/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 12 };

// The point as far from all of up to four points that lies in their hull's plane, line or space, by
// Cramer's rule in the basis of their differences. False: they do not determine one.
static bool circumcentre(const Vec3d *p, int count, Vec3d *centre)
{
    Vec3d u = vec3d_sub(p[1], p[0]);
    if (count == 2) {
        *centre = vec3d_lerp(p[0], p[1], 0.5);
        return true;
    }
    Vec3d v = vec3d_sub(p[2], p[0]), n = vec3d_cross(u, v);
    double uu = vec3d_dot(u, u), vv = vec3d_dot(v, v), nn = vec3d_dot(n, n);
    if (nn < 1e-12 * uu * vv)
        return false;
    Vec3d in_plane = vec3d_scale(
        vec3d_add(vec3d_scale(vec3d_cross(v, n), uu), vec3d_scale(vec3d_cross(n, u), vv)),
        1 / (2 * nn));
    *centre = vec3d_add(p[0], in_plane);
    if (count == 3)
        return true;
    Vec3d w = vec3d_sub(p[3], p[0]);
    double height = vec3d_dot(n, w);
    if (height * height < 1e-12 * nn * vec3d_dot(w, w))
        return false;
    // Along the normal the distance to p[0] .. p[2] stays equal; it has to be that to p[3].
    double along = (vec3d_dot(w, w) - 2 * vec3d_dot(w, in_plane)) / (2 * height);
    *centre = vec3d_add_scaled(*centre, n, along);
    return true;
}

// Of all balls with two, three or four of the points on them, the smallest that holds all.
static double exhaustive_radius(const Vec3d *points, int count)
{
    double least = INFINITY;
    for (unsigned set = 1; set < 1u << count; ++set) {
        Vec3d support[MOST], centre;
        int n = 0;
        for (int i = 0; i < count; ++i)
            if (set >> i & 1)
                support[n++] = points[i];
        if (n < 2 || n > 4 || !circumcentre(support, n, &centre))
            continue;
        double radius = vec3d_distance(centre, support[0]), farthest = 0;
        if (radius >= least)
            continue;
        for (int i = 0; i < count; ++i)
            farthest = fmax(farthest, vec3d_distance(centre, points[i]));
        if (farthest <= radius * (1 + 1e-10) + 1e-12)
            least = radius;
    }
    return least;
}

// Loose, on a grid with many ties, flat, in a line, on one ball, some of them twice.
static int points_make(Rng *rng, int kind, Vec3d *points)
{
    int count = 2 + rng_below(rng, MOST - 1);
    for (int i = 0; i < count; ++i) {
        Vec3d p = rng_in_cube(rng, 1);
        if (kind == 1)
            for (int k = 0; k < 3; ++k)
                p.v[k] = round(2 * p.v[k]);
        if (kind == 2)
            p.z = 0.5 * p.x - p.y;
        if (kind == 3)
            p = vec3d(p.x, 2 * p.x, 1 - p.x);
        if (kind == 4)
            p = rng_direction(rng);
        if (kind == 5 && i % 2 == 1)
            p = points[i - 1];
        points[i] = p;
    }
    return count;
}

static void the_smallest_ball_is_that_of_exhaustive_search(void **state)
{
    (void)state;
    int cases = sanitised() ? 300 : 3000;
    for (int n = 0; n < cases; ++n) {
        Rng rng = rng_create((uint64_t)n);
        Vec3d points[MOST], given[MOST];
        int count = points_make(&rng, n % 6, points);
        memcpy(given, points, sizeof given);
        double spread = 0;
        for (int i = 0; i < count; ++i) {
            assert_true(ball_radius_about(points[0], &points[i], 1) >=
                        vec3d_distance(points[0], points[i]));
            spread = fmax(spread, vec3d_distance(points[0], points[i]));
        }
        Ball ball = min_ball(points, count);
        for (int i = 0; i < count; ++i)
            assert_true(vec3d_distance(ball.centre, given[i]) <= ball.radius);
        if (spread == 0) { // the same point again and again
            assert_true(ball.radius == 0);
            continue;
        }
        double least = exhaustive_radius(given, count);
        if (fabs(ball.radius - least) > 1e-7 * least)
            fail_msg("seed %d, %d points: radius %.17g, exhaustive search %.17g", n, count,
                     ball.radius, least);
    }
    printf("RAN: %d smallest balls equal to exhaustive search\n", cases);
}

// Ritter 1990 as published: from the pair of axis extremes that is farthest apart, one pass that
// moves centre and radius to take in each point outside.
static Vec3d ritters_centre(const Vec3d *points, int count)
{
    int from = 0, to = 0;
    for (int k = 0; k < 3; ++k) {
        int lo = 0, hi = 0;
        for (int i = 1; i < count; ++i) {
            if (points[i].v[k] < points[lo].v[k])
                lo = i;
            if (points[i].v[k] > points[hi].v[k])
                hi = i;
        }
        if (vec3d_distance(points[lo], points[hi]) > vec3d_distance(points[from], points[to])) {
            from = lo;
            to = hi;
        }
    }
    Vec3d centre = vec3d_scale(vec3d_add(points[from], points[to]), 0.5);
    double radius = 0.5 * vec3d_distance(points[from], points[to]);
    for (int i = 0; i < count; ++i) {
        double distance = vec3d_distance(centre, points[i]);
        if (distance <= radius)
            continue;
        double grown = 0.5 * (radius + distance), moved = distance - grown;
        centre = vec3d_add(centre, vec3d_scale(vec3d_sub(points[i], centre), moved / distance));
        radius = grown;
    }
    return centre;
}

static double farthest_from(Vec3d centre, const Vec3d *points, int count)
{
    double farthest = 0;
    for (int i = 0; i < count; ++i)
        farthest = fmax(farthest, vec3d_distance(centre, points[i]));
    return farthest;
}

// The radius of the ball of a tree that is one leaf over the points, three by three: there the
// triangles keep their order, which Ritter's ball depends on.
static double leaf_radius(Mesh *mesh, bool ritter)
{
    BvhDesc desc = {
        .type = &bv_sphere, .leaf_size = BVH_MAX_LEAF, .params_set = true, .params = {ritter}};
    Bvh *tree = bvh_build(mesh, &desc, NULL, NULL);
    assert_non_null(tree);
    assert_int_equal(tree->node_count, 1);
    unsigned char volume[64];
    assert_true(tree->type->volume_size <= sizeof volume);
    tree->type->decode(tree, 0, NULL, volume);
    for (int i = 0; i < mesh->vertex_count; ++i)
        assert_true(tree->type->contains(volume, mesh->vertices[i]));
    double radius = tree->type->measure(volume, MEASURE_RADIUS);
    bvh_release(tree);
    return radius;
}

static void trees_hold_ritters_ball_and_the_smallest_one(void **state)
{
    (void)state;
    enum {
        FEW = 8,
        MANY = BVH_MAX_LEAF
    }; // triangles; the corners of eight are few enough for the smallest
    int cases = sanitised() ? 100 : 1000;
    double larger = 0, larger_most = 0;
    for (int n = 0; n < cases; ++n) {
        Rng rng = rng_create((uint64_t)n);
        Mesh *mesh = shape_soup(n % 2 ? FEW : MANY, 2, rng_uniform(&rng, 0.2, 1), (uint64_t)n);
        assert_non_null(mesh);
        Vec3d points[3 * MANY];
        int count = mesh->vertex_count;
        memcpy(points, mesh->vertices, (size_t)count * sizeof *points);
        double expected = farthest_from(ritters_centre(points, count), points, count);
        double ritter = leaf_radius(mesh, true), good = leaf_radius(mesh, false);
        double least = min_ball(points, count).radius;
        // Stored in floats, rounded up.
        if (fabs(ritter - expected) > 1e-6 * expected)
            fail_msg("seed %d: Ritter's ball has radius %.9g, as published %.9g", n, ritter,
                     expected);
        if (n % 2 && fabs(good - least) > 1e-6 * least)
            fail_msg("seed %d: the ball has radius %.9g, the smallest %.9g", n, good, least);
        assert_true(good >= least * (1 - 1e-12) && ritter >= least * (1 - 1e-12));
        // The smallest ball of the 26 extremal points is all but the smallest of all of them.
        if (good > 1.02 * least)
            fail_msg("seed %d: the ball has radius %.9g, the smallest %.9g", n, good, least);
        larger += ritter / least - 1;
        larger_most = fmax(larger_most, ritter / least - 1);
        mesh_release(mesh);
    }
    printf("RAN: %d balls as Ritter published them, %.1f %% larger than the smallest, at most "
           "%.1f %%\n",
           cases, 100 * larger / cases, 100 * larger_most);
    assert_true(larger / cases < 0.1);
}

// Welzl's recursion as it stands in books, with the ball of one support set after the other and roots
// wherever there are distances: what is taken as a short cut must not show in a single bit.
static Ball plain_ball(const Vec3d *s, int count)
{
    if (count < 2)
        return count ? (Ball){s[0], 0} : (Ball){vec3d(0, 0, 0), -1};
    Vec3d centre = s[0];
    int n = count - 1, column_of[3];
    double g[3][4], largest = 0;
    bool used[3] = {false};
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j)
            g[i][j] = vec3d_dot(vec3d_sub(s[i + 1], s[0]), vec3d_sub(s[j + 1], s[0]));
        g[i][3] = g[i][i] / 2;
        largest = fmax(largest, g[i][i]);
    }
    for (int c = 0; c < n; ++c) {
        int row = -1;
        for (int r = 0; r < n; ++r)
            if (!used[r] && (row < 0 || fabs(g[r][c]) > fabs(g[row][c])))
                row = r;
        column_of[c] = row;
        if (row < 0 || fabs(g[row][c]) <= 1e-12 * largest) {
            column_of[c] = -1;
            continue;
        }
        used[row] = true;
        for (int r = 0; r < n; ++r) {
            double factor = g[r][c] / g[row][c];
            for (int k = 0; k < 4 && r != row; ++k)
                if (k < n || k == 3)
                    g[r][k] -= factor * g[row][k];
        }
    }
    for (int c = 0; c < n; ++c)
        if (column_of[c] >= 0)
            centre = vec3d_add_scaled(centre, vec3d_sub(s[c + 1], s[0]),
                                      g[column_of[c]][3] / g[column_of[c]][c]);
    return (Ball){centre, vec3d_distance(centre, s[0])};
}

static Ball plain_smallest(Vec3d *points, int count, Vec3d support[4], int supports)
{
    Ball ball = plain_ball(support, supports);
    for (int i = 0; supports < 4 && i < count; ++i) {
        Vec3d p = points[i];
        if (ball.radius >= 0 && vec3d_distance(ball.centre, p) <= ball.radius * (1 + 1e-13))
            continue;
        support[supports] = p;
        ball = plain_smallest(points, i, support, supports + 1);
        memmove(points + 1, points, (size_t)i * sizeof *points);
        points[0] = p;
    }
    return ball;
}

static void short_cuts_do_not_show(void **state)
{
    (void)state;
    for (int n = 0; n < 20000; ++n) {
        Rng rng = rng_create((uint64_t)n);
        Vec3d a[26], b[26], support[4],
            far = vec3d_scale(rng_in_cube(&rng, 1), n % 5 == 0 ? 1e6 : 0);
        int count = n % 2 ? 3 : 1 + rng_below(&rng, 26);
        for (int i = 0; i < count; ++i) {
            a[i] = rng_in_cube(&rng, 1);
            if (n % 4 >= 2) // many on one ball, on one line, or the same
                for (int k = 0; k < 3; ++k)
                    a[i].v[k] = round(2 * a[i].v[k]);
            a[i] = b[i] = vec3d_add(a[i], far);
        }
        Vec3d found = min_ball_centre(a, count),
              plain = plain_smallest(b, count, support, 0).centre;
        if (memcmp(&found, &plain, sizeof found) != 0)
            fail_msg("%d points of seed %d", count, n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_cuts_do_not_show),
        cmocka_unit_test(the_smallest_ball_is_that_of_exhaustive_search),
        cmocka_unit_test(trees_hold_ritters_ball_and_the_smallest_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
