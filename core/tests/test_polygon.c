// Triangulation of polygons: every result tiles the polygon, whatever its shape.
#include "core/base/angle.h"
#include "core/base/rng.h"
#include "core/mesh/polygon.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct Edge {
    int32_t from, to;
} Edge;

static int compare_edges(const void *a, const void *b)
{
    const Edge *x = a, *y = b;
    return x->from != y->from ? (x->from > y->from) - (x->from < y->from)
                              : (x->to > y->to) - (x->to < y->to);
}

static bool has_edge(const Edge *edges, size_t count, Edge wanted)
{
    return bsearch(&wanted, edges, count, sizeof *edges, compare_edges) != NULL;
}

static Vec3d area_vector(Vec3d a, Vec3d b, Vec3d c)
{
    return vec3d_cross(vec3d_sub(b, a), vec3d_sub(c, a));
}

// Combinatorially a disc bounded by the polygon: every side is in one triangle, every other edge in
// two that run along it in opposite directions. Together with areas of one sign this is a tiling.
static void assert_is_triangulation(const char *what, int32_t n, int32_t (*t)[3])
{
    size_t count = 3 * (size_t)(n - 2);
    Edge *edges = malloc(count * sizeof *edges);
    assert_non_null(edges);
    for (size_t i = 0; i < count; ++i)
        edges[i] = (Edge){t[i / 3][i % 3], t[i / 3][(i + 1) % 3]};
    qsort(edges, count, sizeof *edges, compare_edges);
    for (size_t i = 0; i < count; ++i) {
        Edge e = edges[i];
        if (e.from < 0 || e.from >= n || e.from == e.to)
            fail_msg("%s: index %d out of %d", what, e.from, n);
        if (i > 0 && compare_edges(&edges[i - 1], &e) == 0)
            fail_msg("%s: edge %d-%d twice", what, e.from, e.to);
        bool side = e.to == (e.from + 1) % n;
        if (side == has_edge(edges, count, (Edge){e.to, e.from}))
            fail_msg("%s: edge %d-%d", what, e.from, e.to);
    }
    for (int32_t i = 0; i < n; ++i)
        if (!has_edge(edges, count, (Edge){i, (i + 1) % n}))
            fail_msg("%s: side %d missing", what, i);
    free(edges);
}

// `axis`: a coordinate axis along which the polygon shows its area; `flat`: degenerate triangles
// are allowed.
static void check_good(const char *what, const Vec3d *points, int32_t n, int axis)
{
    int32_t(*t)[3] = calloc((size_t)n, sizeof *t);
    PolygonScratch scratch = {0};
    assert_non_null(t);
    enum PolygonResult result = polygon_triangulate(points, n, t, &scratch, NULL);
    if (result != POLYGON_GOOD)
        fail_msg("%s: %d corners, result %d", what, n, result);
    assert_is_triangulation(what, n, t);
    double whole = 0;
    for (int32_t i = 1; i < n - 1; ++i)
        whole += area_vector(points[0], points[i], points[i + 1]).v[axis];
    double sum = 0;
    for (int32_t i = 0; i < n - 2; ++i) {
        double area = area_vector(points[t[i][0]], points[t[i][1]], points[t[i][2]]).v[axis];
        if (area * whole < 0 || area == 0)
            fail_msg("%s: triangle %d of %d corners has area %g of %g", what, i, n, area, whole);
        sum += area;
    }
    if (fabs(sum - whole) > 1e-9 * fabs(whole))
        fail_msg("%s: area %g instead of %g", what, sum, whole);
    polygon_scratch_free(&scratch);
    free(t);
}

// From any first corner, both ways round, in all three coordinate planes.
static void check_all_ways(const char *what, const double (*xy)[2], int32_t n)
{
    Vec3d *points = malloc((size_t)n * sizeof *points);
    assert_non_null(points);
    for (int axis = 0; axis < 3; ++axis) {
        for (int backwards = 0; backwards < 2; ++backwards) {
            for (int32_t first = 0; first < n; ++first) {
                for (int32_t i = 0; i < n; ++i) {
                    int32_t from = (first + (backwards ? n - i : i)) % n;
                    points[i].v[axis] = 1e6;
                    points[i].v[(axis + 1) % 3] = xy[from][0];
                    points[i].v[(axis + 2) % 3] = xy[from][1];
                }
                check_good(what, points, n, axis);
            }
        }
    }
    free(points);
}

#define COUNT(array) (int32_t)(sizeof(array) / sizeof(array)[0])

static void every_shape_is_tiled_without_degenerate_triangles(void **state)
{
    (void)state;
    const double quad[][2] = {{0, 0}, {4, 0}, {5, 3}, {0, 3}};
    const double dart[][2] = {{0, 0}, {4, 4}, {0, 8}, {1, 4}};
    const double l_shape[][2] = {{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 3}, {0, 3}};
    const double midpoint[][2] = {{0, 0}, {2, 0}, {4, 0}, {2, 3}};
    const double all_midpoints[][2] = {{0, 0}, {1, 0}, {2, 0}, {2, 1},
                                       {2, 2}, {1, 2}, {0, 2}, {0, 1}};
    const double runs[][2] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}, {5, 5}};
    const double comb[][2] = {{0, 0}, {9, 0}, {9, 5}, {8, 5}, {8, 1}, {7, 1}, {7, 5}, {6, 5},
                              {6, 1}, {5, 1}, {5, 5}, {4, 5}, {4, 1}, {3, 1}, {3, 5}, {0, 5}};
    const double spiral[][2] = {{0, 0}, {10, 0}, {10, 10}, {2, 10}, {2, 4}, {6, 4}, {6, 6},
                                {4, 6}, {4, 8},  {8, 8},   {8, 2},  {1, 2}, {1, 9}, {0, 9}};
    // A square with a square hole, the cut at the bottom left walked twice.
    const double hole[][2] = {{0, 0}, {6, 0}, {6, 6}, {0, 6}, {0, 0},
                              {2, 2}, {2, 4}, {4, 4}, {4, 2}, {2, 2}};
    check_all_ways("quad", quad, COUNT(quad));
    check_all_ways("dart", dart, COUNT(dart));
    check_all_ways("L", l_shape, COUNT(l_shape));
    check_all_ways("midpoint", midpoint, COUNT(midpoint));
    check_all_ways("all midpoints", all_midpoints, COUNT(all_midpoints));
    check_all_ways("runs", runs, COUNT(runs));
    check_all_ways("comb", comb, COUNT(comb));
    check_all_ways("spiral", spiral, COUNT(spiral));
    check_all_ways("hole", hole, COUNT(hole));
}

static void a_convex_quad_is_cut_from_its_first_corner(void **state)
{
    (void)state;
    // Not flat, as most quads of a curved surface.
    const Vec3d points[] = {{{0, 0, 0}}, {{2, 0, 0.1}}, {{2, 2, 0}}, {{0, 2, 0.1}}};
    int32_t t[2][3];
    PolygonScratch scratch = {0};
    assert_int_equal(polygon_triangulate(points, 4, t, &scratch, NULL), POLYGON_GOOD);
    assert_memory_equal(t, ((int32_t[2][3]){{0, 1, 2}, {0, 2, 3}}), sizeof t);
    polygon_scratch_free(&scratch);
}

// Seen from its centre every direction meets the outline once, so it is simple; the third
// coordinate is anything.
static int32_t make_star(Vec3d *points, int32_t n, double ripple, double height, Rng *rng)
{
    for (int32_t i = 0; i < n; ++i) {
        double angle = 2 * PI * i / n, r = 10 + ripple * rng_uniform(rng, -1, 1);
        points[i] = vec3d(r * cos(angle), r * sin(angle), height * rng_uniform(rng, -1, 1));
    }
    return n;
}

static void random_stars_are_tiled(void **state)
{
    (void)state;
    enum { MAX = 300 };
    Vec3d points[MAX];
    for (unsigned seed = 1; seed <= 300; ++seed) {
        Rng rng = rng_create(seed);
        int32_t n = make_star(points, 4 + (int32_t)(seed * 7 % (MAX - 4)), 9.5, 0.5, &rng);
        char what[64];
        snprintf(what, sizeof what, "star, seed %u", seed);
        check_good(what, points, n, 2);
    }
}

static Vec3d *many_points(int32_t n)
{
    Vec3d *points = malloc((size_t)n * sizeof *points);
    assert_non_null(points);
    return points;
}

enum { HUGE_COUNT = 100000 };

static void a_hundred_thousand_corners_are_tiled(void **state)
{
    (void)state;
    Vec3d *points = many_points(HUGE_COUNT);
    Rng rng = rng_create(5);
    make_star(points, HUGE_COUNT, 0, 0, &rng);
    check_good("circle", points, HUGE_COUNT, 2);
    make_star(points, HUGE_COUNT, 0.001, 0, &rng);
    check_good("rough circle", points, HUGE_COUNT, 2);
    // A comb: long teeth, so that every tooth is a neighbour of many others' boxes.
    for (int32_t i = 0; i < HUGE_COUNT - 2; ++i)
        points[i] = vec3d(HUGE_COUNT - i, i % 4 < 2 ? 1 : 50, 0);
    points[HUGE_COUNT - 2] = vec3d(0, 0, 0);
    points[HUGE_COUNT - 1] = vec3d(HUGE_COUNT + 1, 0, 0);
    check_good("comb", points, HUGE_COUNT, 2);
    free(points);
}

static void hopeless_polygons_still_give_their_triangles(void **state)
{
    (void)state;
    PolygonScratch scratch = {0};
    const Vec3d collinear[] = {{{0, 0, 0}}, {{1, 1, 1}}, {{2, 2, 2}}, {{3, 3, 3}}, {{1, 1, 1}}};
    int32_t t[3][3];
    assert_int_equal(polygon_triangulate(collinear, 5, t, &scratch, NULL), POLYGON_FORCED);
    assert_is_triangulation("collinear", 5, t);
    const Vec3d bow[] = {{{0, 0, 0}}, {{4, 4, 0}}, {{4, 0, 0}}, {{0, 5, 0}}};
    assert_int_equal(polygon_triangulate(bow, 4, t, &scratch, NULL), POLYGON_FORCED);
    assert_is_triangulation("bow tie", 4, t);
    // Points at random: crosses itself a billion times. Must end, and soon.
    Vec3d *points = many_points(HUGE_COUNT);
    Rng rng = rng_create(6);
    for (int32_t i = 0; i < HUGE_COUNT; ++i)
        for (int k = 0; k < 3; ++k)
            points[i].v[k] = rng_uniform(&rng, -1, 1);
    int32_t(*many)[3] = calloc(HUGE_COUNT, sizeof *many);
    assert_non_null(many);
    assert_int_equal(polygon_triangulate(points, HUGE_COUNT, many, &scratch, NULL), POLYGON_FORCED);
    assert_is_triangulation("scribble", HUGE_COUNT, many);
    Job job = {.cancel = true};
    assert_int_equal(polygon_triangulate(points, HUGE_COUNT, many, &scratch, &job),
                     POLYGON_CANCELLED);
    free(many);
    free(points);
    polygon_scratch_free(&scratch);
}

static void degenerate_triangles_are_recognised_exactly(void **state)
{
    (void)state;
    Vec3d a = vec3d(0.1, 0.2, 0.3), b = vec3d(0.2, 0.4, 0.6);
    assert_true(polygon_triangle_is_degenerate(a, a, b));
    assert_true(polygon_triangle_is_degenerate(a, a, a));
    assert_true(polygon_triangle_is_degenerate(vec3d(0, 0, 0), a, b));
    b.z = nextafter(b.z, 1);
    assert_false(polygon_triangle_is_degenerate(vec3d(0, 0, 0), a, b));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shape_is_tiled_without_degenerate_triangles),
        cmocka_unit_test(a_convex_quad_is_cut_from_its_first_corner),
        cmocka_unit_test(random_stars_are_tiled),
        cmocka_unit_test(a_hundred_thousand_corners_are_tiled),
        cmocka_unit_test(hopeless_polygons_still_give_their_triangles),
        cmocka_unit_test(degenerate_triangles_are_recognised_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
