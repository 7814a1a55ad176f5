// Slab cut balls: their tests never miss, what they recognise is counted, and sizes, fit and memory
// are those of the paper.
#include "core/mesh/shapes.h"
#include "core/shape/dop26.h"
#include "core/shape/slab_overlap.h"
#include "core/shape/triangle/variants.h"
#include "core/tests/brute_force.h"
#include "core/tests/test_set.h"
#include "core/tree/bv/slabcutball/slab_fit.h"
#include "core/tree/bv/variants.h"
#include "core/tree/pair/variants.h"
#include "core/tree/split/split.h"
#include "core/tree/split/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { TESTS = 3, EXITS = 6 };
static const char *const test_names[TESTS] = {"conservative", "exact support", "2008 as printed"};

typedef struct Case {
    SlabBall a, b, moved;
    SlabMap map;
} Case;

static double rounded(double x)
{
    return (double)(float)x;
}

// As stored: nine floats. Slabs lie anywhere in the ball, about the centre in most cases, and are
// flat or the whole ball in some. Fitted: with the centre in the slab, as it is after a fit.
static SlabBall random_volume(Rng *rng, double size, bool fitted)
{
    SlabBall s = {.centre = vec3d_from(vec3_from(rng_in_cube(rng, size))),
                  .normal = vec3d_from(vec3_from(rng_direction(rng)))};
    double r = rounded(rng_below(rng, 16) == 0 ? 0 : rng_uniform(rng, 0, size));
    double x = rng_uniform(rng, -1, 1), y = rng_uniform(rng, -1, 1);
    int kind = fitted ? 1 + 3 * rng_below(rng, 2) : rng_below(rng, 6);
    if (kind == 0)
        y = x; // flat, off the centre
    else if (kind == 1)
        x = y = 1e-7 * y; // flat, through it
    else if (kind == 2)
        x = -1, y = 1; // the ball
    else if (kind > 3)
        x = -fabs(x) * 0.3, y = fabs(y) * 0.3;
    s.radius = r;
    s.lo = rounded(r * fmin(x, y));
    s.hi = rounded(r * fmax(x, y));
    return s;
}

// The point of the volume that lies furthest along u, with the normal's true length.
static Vec3d furthest(const SlabBall *s, Vec3d u)
{
    double length = vec3d_length(s->normal), r = s->radius;
    Vec3d n = vec3d_scale(s->normal, 1 / length);
    double lo = fmax(-r, s->lo / length), hi = fmin(r, s->hi / length);
    double along = vec3d_dot(u, n), height = fmin(hi, fmax(lo, r * along));
    Vec3d across = vec3d_normalised(vec3d_add_scaled(u, n, -along));
    // Once more, because along the normal itself only rounding is left of it.
    across = vec3d_normalised(vec3d_add_scaled(across, n, -vec3d_dot(across, n)));
    double rim = sqrt(fmax(0, (r - height) * (r + height)));
    return vec3d_add(s->centre, vec3d_add_scaled(vec3d_scale(across, rim), n, height));
}

static Vec3d inside(Rng *rng, const SlabBall *s)
{
    Vec3d p = furthest(s, rng_direction(rng)), q = furthest(s, rng_direction(rng));
    return vec3d_lerp(p, q, rng_unit(rng));
}

static Affine random_map(Rng *rng)
{
    Affine map = rng_rotation(rng);
    if (rng_below(rng, 4) == 0)
        for (int j = 0; j < 3; ++j) {
            double scale = rng_uniform(rng, 0.3, 2.5) * (rng_below(rng, 2) ? 1 : -1);
            for (int i = 0; i < 3; ++i)
                map.m[i][j] *= scale;
        }
    return map;
}

static double reach(const SlabBall *s)
{
    return vec3d_length(s->centre) + s->radius;
}

static void finish_case(Case *t, const Affine *b_to_a)
{
    Affine a_to_b;
    assert_true(affine_invert(b_to_a, &a_to_b));
    slab_map_setup(&t->map, b_to_a, &a_to_b, reach(&t->a), reach(&t->b));
    slab_move_ball(&t->map, &t->b, &t->moved);
    slab_move_slab(&t->map, &t->b, &t->moved);
}

static int exit_of(const Case *t, int test, double parallel)
{
    SlabPair p;
    int exit = slab_balls_apart(&t->a, &t->moved, t->map.eps, &p);
    if (!exit)
        exit = slab_ball_apart(&t->a, &t->moved, &p);
    if (exit)
        return exit;
    return test == 0   ? slab_cylinders_apart(&t->a, &t->moved, &p, parallel)
           : test == 1 ? slab_supports_apart(&t->a, &t->moved, &p)
                       : slab_cylinders_apart_2008(&t->a, &t->moved, &p, parallel);
}

// Turns B's normal, and the slab with it, so that it is nearly parallel to A's.
static void align(Rng *rng, Case *t, const Affine *map)
{
    Vec3d n = t->a.normal;
    for (int j = 0; j < 3; ++j)
        t->b.normal.v[j] = map->m[0][j] * n.x + map->m[1][j] * n.y + map->m[2][j] * n.z;
    double off = rng_below(rng, 2) ? 1e-7 : 0.3;
    t->b.normal = vec3d_add_scaled(vec3d_normalised(t->b.normal), rng_direction(rng), off);
    t->b.normal = vec3d_scale(vec3d_normalised(t->b.normal), rng_below(rng, 2) ? 1 : -1);
    t->b.normal = vec3d_from(vec3_from(t->b.normal));
}

// Half of the pairs touch from outside, along a random direction or along a slab normal: the outer
// points of both, seen along it, are put together. The others share a point of their insides.
static void common_point_case(Rng *rng, Case *t)
{
    double sizes[] = {1, 1e-3, 1e3, 1e6};
    t->a = random_volume(rng, sizes[rng_below(rng, 4)], false);
    t->b = random_volume(rng, sizes[rng_below(rng, 4)], false);
    Affine map = random_map(rng), back;
    if (rng_below(rng, 2))
        align(rng, t, &map);
    assert_true(affine_invert(&map, &back));
    Vec3d p, q;
    if (rng_below(rng, 2)) {
        Vec3d turned = vec3d(0, 0, 0), u = rng_direction(rng);
        int along = rng_below(rng, 3);
        if (along == 1)
            u = vec3d_normalised(t->a.normal);
        for (int j = 0; along == 2 && j < 3; ++j)
            for (int i = 0; i < 3; ++i)
                turned.v[j] += back.m[i][j] * t->b.normal.v[i];
        if (along == 2)
            u = vec3d_normalised(turned);
        if (rng_below(rng, 2))
            u = vec3d_scale(u, -1);
        Vec3d own; // the direction's part in B: u . (m y) = (m^T u) . y
        for (int j = 0; j < 3; ++j)
            own.v[j] = -(map.m[0][j] * u.x + map.m[1][j] * u.y + map.m[2][j] * u.z);
        p = furthest(&t->a, u);
        q = furthest(&t->b, vec3d_normalised(own));
    } else {
        p = inside(rng, &t->a);
        q = inside(rng, &t->b);
    }
    map.p = vec3d_sub(p, affine_apply_vector(&map, q));
    finish_case(t, &map);
}

static void volumes_with_a_common_point_are_never_separate(void **state)
{
    (void)state;
    int cases = (sanitised() ? 200000 : 2000000) * (long_tier() ? 5 : 1);
    for (int i = 0; i < cases; ++i) {
        uint64_t seed = 3000000 + (uint64_t)i;
        Rng rng = rng_create(seed);
        Case t;
        common_point_case(&rng, &t);
        double parallel = rng_below(&rng, 2) ? 0.7 : rng_uniform(&rng, 0, 1);
        for (int k = 0; k < TESTS; ++k) {
            int exit = exit_of(&t, k, parallel);
            if (exit)
                fail_msg("seed %llu: %s, exit %d, for volumes with a common point",
                         (unsigned long long)seed, test_names[k], exit);
        }
        double bound = slab_distance_bound(&t.a, &t.moved, t.map.eps);
        if (bound != 0)
            fail_msg("seed %llu: distance bound %g", (unsigned long long)seed, bound);
    }
    printf("RAN: %d pairs of slab cut balls with a common point, none called separate by %d tests "
           "or the distance bound\n",
           cases, TESTS);
}

// Gilbert's iteration towards the least difference of two points: true once a direction proves the
// volumes apart. *most is the length of a difference that exists, so the distance is not larger.
static bool proved_apart(const SlabBall *a, const SlabBall *b, double *most)
{
    Vec3d v = vec3d_sub(b->centre, a->centre);
    for (int i = 0; i < 300; ++i) {
        Vec3d towards = vec3d_scale(v, -1);
        Vec3d w =
            vec3d_sub(furthest(b, vec3d_normalised(towards)), furthest(a, vec3d_normalised(v)));
        if (i == 0) // a difference of two points, which that of the centres need not be
            v = vec3d_sub(furthest(b, vec3d_normalised(v)), furthest(a, vec3d_normalised(v)));
        *most = vec3d_length(v);
        if (vec3d_dot(v, w) > 1e-9 * *most)
            return true;
        Vec3d d = vec3d_sub(w, v);
        double square = vec3d_dot(d, d);
        if (square == 0)
            break;
        v = vec3d_add_scaled(v, d, fmin(1, fmax(0, -vec3d_dot(v, d) / square)));
    }
    return false;
}

static SlabBall turned_over(SlabBall s)
{
    return (SlabBall){s.centre, vec3d_scale(s.normal, -1), s.radius, -s.lo, -s.hi};
}

static void separate_volumes_are_mostly_recognised(void **state)
{
    (void)state;
    int apart[2] = {0}, found[2][TESTS] = {{0}}, exits[TESTS][EXITS] = {{0}};
    int printed_changes = 0;
    for (int i = 0; i < 40000; ++i) {
        uint64_t seed = 7000000 + (uint64_t)i;
        Rng rng = rng_create(seed);
        int aligned = i % 2, exit[TESTS];
        Case t = {.a = random_volume(&rng, 1, true), .b = random_volume(&rng, 1, true)};
        Affine map = rng_rotation(&rng);
        if (aligned)
            align(&rng, &t, &map);
        // The balls overlap, but for a few: it is the slabs that separate.
        double far = rng_uniform(&rng, 0, 1.1) * (t.a.radius + t.b.radius);
        Vec3d centre = affine_apply_vector(&map, t.b.centre);
        map.p = vec3d_add_scaled(vec3d_sub(t.a.centre, centre), rng_direction(&rng), far);
        finish_case(&t, &map);
        for (int k = 0; k < TESTS; ++k) {
            exit[k] = exit_of(&t, k, 0.7);
            ++exits[k][exit[k]];
        }
        if (!exit[1] && (exit[0] || exit[2]))
            fail_msg("seed %llu: the exact support misses what cylinders see (%d, %d)",
                     (unsigned long long)seed, exit[0], exit[2]);
        Case over = t;
        over.moved = turned_over(t.moved);
        if (exit_of(&over, 0, 0.7) != exit[0])
            fail_msg("seed %llu: the verdict depends on the normal's sign",
                     (unsigned long long)seed);
        printed_changes += (exit_of(&over, 2, 0.7) != 0) != (exit[2] != 0);
        double most, bound = slab_distance_bound(&t.a, &t.moved, t.map.eps);
        bool proved = proved_apart(&t.a, &t.moved, &most);
        if (bound > most * (1 + 1e-12))
            fail_msg("seed %llu: bound %.17g of a distance of at most %.17g",
                     (unsigned long long)seed, bound, most);
        assert_true((bound > 0) == (exit[1] != 0));
        apart[aligned] += proved;
        for (int k = 0; k < TESTS; ++k)
            found[aligned][k] += proved && exit[k] != 0;
    }
    for (int k = 0; k < TESTS; ++k)
        printf("RAN: %s misses %.2f %% of %d separate pairs, %.2f %% of %d with aligned slabs; "
               "exits %d %d %d %d %d\n",
               test_names[k], 100.0 * (apart[0] - found[0][k]) / apart[0], apart[0],
               100.0 * (apart[1] - found[1][k]) / apart[1], apart[1], exits[k][1], exits[k][2],
               exits[k][3], exits[k][4], exits[k][5]);
    printf("RAN: turning a slab over changes the printed test's verdict %d times\n",
           printed_changes);
    assert_true(apart[0] > 1000 && apart[1] > 1000);
    for (int k = 0; k < TESTS; ++k) {
        for (int e = 1; e < EXITS; ++e)
            assert_true(exits[k][e] > 0);
        assert_true(found[1][k] > apart[1] * 3 / 4); // a test that never separates passes all else
    }
}

static void sizes_are_those_of_the_formulas(void **state)
{
    (void)state;
    static const double rows[][4] = {{1.2, -0.7, 21.70736, 42.94557},
                                     {1.9, 0.4, 11.73385, 32.13849},
                                     {-0.3, -1.5, 11.57363, 32.86106},
                                     {2, -2, 33.51032, 50.26548}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        SlabBall s = {.normal = vec3d(0, 0, 1), .radius = 2, .hi = rows[i][0], .lo = rows[i][1]};
        assert_true(fabs(bv_slabcutball.measure(&s, MEASURE_VOLUME) - rows[i][2]) < 6e-6);
        assert_true(fabs(bv_slabcutball.measure(&s, MEASURE_AREA) - rows[i][3]) < 6e-6);
        assert_true(bv_slabcutball.measure(&s, MEASURE_RADIUS) == 2);
    }
}

static size_t node_bytes(const BvType *type)
{
    Mesh *mesh = shape_torus(1, 0.3, 50, 20);
    Bvh *bvh = bvh_build(mesh, &(BvhDesc){.type = type}, NULL, NULL);
    MemoryRow rows[4];
    assert_int_equal(type->bytes(bvh, rows, 4), 2);
    assert_int_equal(bvh->node_count, 2 * 2000 - 1);
    size_t bytes = rows[0].bytes / bvh->node_count;
    bvh_release(bvh);
    mesh_release(mesh);
    return bytes;
}

static void nodes_take_the_published_bytes_and_a_reference(void **state)
{
    (void)state;
    assert_int_equal(node_bytes(&bv_slabcutball), 36 + 4);
    assert_int_equal(node_bytes(&bv_scb_quantised), 26 + 2 + 4); // two bytes align the reference
}

typedef struct Widths {
    const Bvh *bvh;
    int nodes, leaves, turned;
    double thickest_leaf, ratio;
} Widths;

static double narrowest_of_the_dop(const FitItems *items)
{
    Extremals e;
    double narrowest = INFINITY;
    extremals_begin(&e);
    for (int32_t i = 0; i < 3 * items->count; ++i)
        extremals_add(&e, fit_corner(items, i), i);
    for (int i = 0; i < DOP26_DIRECTIONS; ++i)
        narrowest = fmin(narrowest, extremals_width(&e, i) / vec3d_length(dop26_direction[i]));
    return narrowest;
}

static bool measure_width(void *user, NodeId node, int level, NodeLinks links, const void *volume)
{
    (void)node, (void)level;
    Widths *w = user;
    const SlabBall *s = volume;
    NodeLinks left = links, right = links;
    while (!left.leaf)
        left = w->bvh->type->links(w->bvh, left.first);
    while (!right.leaf)
        right = w->bvh->type->links(w->bvh, right.first + 1);
    FitItems items = {.mesh = w->bvh->mesh,
                      .items = w->bvh->slots + left.first,
                      .count = (int32_t)(right.first + right.count - left.first)};
    double width = s->hi - s->lo, dop = narrowest_of_the_dop(&items);
    if (width > dop + 1e-6 * s->radius)
        fail_msg("slab of width %g where the DOP has one of %g", width, dop);
    w->turned += width < 0.99 * dop;
    w->ratio += dop > 0 ? width / dop : 1;
    ++w->nodes;
    if (links.leaf) {
        ++w->leaves;
        w->thickest_leaf = fmax(w->thickest_leaf, width / s->radius);
    }
    return true;
}

static void slabs_are_never_wider_than_the_dops_and_leaves_are_flat(void **state)
{
    (void)state;
    Mesh *mesh = shape_ico_sphere(1, 4);
    Bvh *bvh =
        bvh_build(mesh, &(BvhDesc){.type = &bv_slabcutball, .split = &split_scb}, NULL, NULL);
    Widths w = {.bvh = bvh};
    assert_true(bvh_visit(bvh, measure_width, &w));
    printf("RAN: %d slabs, %d narrower than the DOP's; mean ratio %.3f; leaves up to %.1e of their "
           "radius thick\n",
           w.nodes, w.turned, w.ratio / w.nodes, w.thickest_leaf);
    assert_true(w.thickest_leaf < 1e-6); // a triangle is flat: only the rounding of its normal
    assert_true(w.turned > w.nodes / 2);
    bvh_release(bvh);
    mesh_release(mesh);
}

static void the_margin_widens_both_sides_up_to_the_ball(void **state)
{
    (void)state;
    SlabBall s = {.normal = vec3d(0, 0, 1), .radius = 2, .hi = 0.5, .lo = -1.75};
    slab_widen(&s, 0.5);
    assert_true(s.hi == 1 && s.lo == -2);
    slab_widen(&s, 5);
    assert_true(s.hi == 2 && s.lo == -2);
}

// One torus against another, each of the three tests, plain and lifted. Returns the volume tests.
static uint64_t check_lifting(const BvType *type)
{
    Mesh *mesh = shape_torus(1, 0.3, 60, 30);
    Bvh *bvh = bvh_build(mesh, &(BvhDesc){.type = type}, NULL, NULL);
    uint64_t sum = 0;
    ContactList found = {0};
    for (int test = 0; test < TESTS; ++test) {
        QueryStats stats[2] = {{0}};
        for (uint64_t seed = 0; seed < 20; ++seed) {
            Rng rng = rng_create(seed);
            Affine pose = rng_rotation(&rng);
            pose.p = rng_in_cube(&rng, 1);
            for (int lift = 0; lift < 2; ++lift) {
                QueryStats one;
                QueryDesc desc = {
                    .mode = QUERY_ALL, .test = test, .rule = DESCEND_radius, .lift = lift};
                assert_true(query_contacts(bvh, bvh, &pose, &desc, NULL, &found, &one, NULL));
                query_stats_add(&stats[lift], &one);
            }
        }
        assert_true(stats[0].volume_tests == stats[1].volume_tests);
        assert_true(stats[0].updates == stats[0].volume_tests);
        assert_true(stats[1].updates < stats[0].updates * 3 / 4);
        for (int e = 1; e < EXITS; ++e)
            assert_true(stats[0].exits[e] == stats[1].exits[e]);
        sum += stats[0].volume_tests;
        printf("RAN: %s, %s: N_v %llu, N_p %llu, N_u %llu plain, %llu lifted\n", type->name,
               test_names[test], (unsigned long long)stats[0].volume_tests,
               (unsigned long long)stats[0].triangle_tests, (unsigned long long)stats[0].updates,
               (unsigned long long)stats[1].updates);
    }
    contact_list_free(&found);
    bvh_release(bvh);
    mesh_release(mesh);
    return sum;
}

static void lifting_changes_nothing_but_the_number_of_updates(void **state)
{
    (void)state;
    uint64_t floats = check_lifting(&bv_slabcutball), quantised = check_lifting(&bv_scb_quantised);
    assert_true(quantised < floats + floats / 100); // 16 bits hardly widen anything
}

static void scaled_parts_meet_where_the_oracle_says(void **state)
{
    (void)state;
    MeshPair pairs[MESH_PAIRS];
    mesh_pairs_create(pairs);
    ContactList oracle = {0}, found = {0};
    static const double scales[3] = {0.3, 1, 2.5};
    int in_contact = 0, poses = sanitised() ? 10 : 60;
    for (int p = 0; p < MESH_PAIRS; ++p) {
        BvhDesc desc = {.type = &bv_slabcutball};
        Bvh *a = bvh_build(pairs[p].a, &desc, NULL, NULL);
        Bvh *b = bvh_build(pairs[p].b, &desc, NULL, NULL);
        for (int i = 0; i < poses; ++i) {
            Affine pose = mesh_pair_pose(&pairs[p], (uint64_t)i);
            for (int j = 0; j < 3; ++j)
                for (int k = 0; k < 3; ++k)
                    pose.m[k][j] *= scales[j] * (i % 5 == 0 && j == 1 ? -1 : 1);
            assert_true(
                brute_force_contacts(pairs[p].a, pairs[p].b, &pose, &tri_exact, &oracle, NULL));
            in_contact += oracle.count > 0;
            for (int test = 0; test < 2 * TESTS; ++test) {
                QueryDesc query = {.mode = QUERY_ALL, .test = test / 2, .lift = test % 2};
                assert_true(query_contacts(a, b, &pose, &query, NULL, &found, NULL, NULL));
                if (found.count != oracle.count)
                    fail_msg("%s, pose %d, %s: %zu pairs, oracle %zu", pairs[p].name, i,
                             test_names[test / 2], found.count, oracle.count);
            }
        }
        bvh_release(a);
        bvh_release(b);
    }
    assert_true(in_contact > poses);
    contact_list_free(&oracle);
    contact_list_free(&found);
    mesh_pairs_free(pairs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(volumes_with_a_common_point_are_never_separate),
        cmocka_unit_test(separate_volumes_are_mostly_recognised),
        cmocka_unit_test(sizes_are_those_of_the_formulas),
        cmocka_unit_test(nodes_take_the_published_bytes_and_a_reference),
        cmocka_unit_test(slabs_are_never_wider_than_the_dops_and_leaves_are_flat),
        cmocka_unit_test(the_margin_widens_both_sides_up_to_the_ball),
        cmocka_unit_test(lifting_changes_nothing_but_the_number_of_updates),
        cmocka_unit_test(scaled_parts_meet_where_the_oracle_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
