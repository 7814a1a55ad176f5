// What is particular to capsules: the fit, the gap between segments, lifting, size and shape.
#include "core/base/angle.h"
#include "core/mesh/shapes.h"
#include "core/query/contacts.h"
#include "core/shape/capsule.h"
#include "core/tests/test_set.h"
#include "core/tests/tree_check.h"
#include "core/tree/bv/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// As decoded by the type.
typedef struct Stored {
    float from[3], along[3], radius;
} Stored;

static Capsule root_of(Mesh *mesh)
{
    Bvh *bvh = bvh_build(mesh, &(BvhDesc){.type = &bv_capsule}, NULL, NULL);
    assert_non_null(bvh);
    assert_int_equal(bv_capsule.volume_size, sizeof(Stored));
    Stored s;
    bv_capsule.decode(bvh, 0, NULL, &s);
    bvh_release(bvh);
    Capsule c = {.radius = (double)s.radius};
    for (int k = 0; k < 3; ++k) {
        c.from.v[k] = (double)s.from[k];
        c.along.v[k] = (double)s.along[k];
    }
    return c;
}

static void turn_mesh(Mesh *mesh, const Affine *map)
{
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        mesh->vertices[i] = affine_apply(map, mesh->vertices[i]);
    ++mesh->version;
}

static void a_node_takes_32_bytes(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.3, 50, 20);
    Bvh *bvh = bvh_build(mesh, &(BvhDesc){.type = &bv_capsule}, NULL, NULL);
    MemoryRow rows[4];
    assert_int_equal(bvh->type->bytes(bvh, rows, 4), 2);
    assert_int_equal(rows[0].bytes, 32 * (2 * 2000 - 1));
    bvh_release(bvh);
    mesh_release(mesh);
}

static void a_tube_gets_its_own_axis_and_radius(void **state)
{
    (void)state;
    Rng rng = rng_create(4);
    for (int i = 0; i < 20; ++i) {
        Mesh *mesh = shape_cylinder(0.5, 4, 30);
        Affine turn = rng_rotation(&rng);
        turn.p = rng_in_cube(&rng, 3);
        turn_mesh(mesh, &turn);
        Capsule c = root_of(mesh);
        assert_true(fabs(c.radius - 0.5) < 1e-6);
        assert_true(fabs(vec3d_length(c.along) - 4) < 1e-6);
        Vec3d axis = vec3d(turn.m[0][1], turn.m[1][1], turn.m[2][1]);
        assert_true(fabs(fabs(vec3d_dot(axis, c.along)) - 4) < 1e-6);
        Vec3d middle = vec3d_add_scaled(c.from, c.along, 0.5);
        assert_true(vec3d_distance(middle, turn.p) < 1e-6);
        mesh_release(mesh);
    }
}

// The ends retreat under round caps: a pill of length 4 keeps a segment of length 3.
static void a_pill_is_fitted_exactly_and_a_ball_has_no_length(void **state)
{
    (void)state;
    Mesh *pill = shape_uv_sphere(0.5, 32, 16);
    for (int32_t i = 0; i < pill->vertex_count; ++i)
        pill->vertices[i].y += pill->vertices[i].y >= 0 ? 1.5 : -1.5;
    Capsule c = root_of(pill);
    assert_true(fabs(c.radius - 0.5) < 1e-6);
    assert_true(fabs(vec3d_length(c.along) - 3) < 1e-5);
    mesh_release(pill);
    Mesh *ball = shape_ico_sphere(2, 3);
    c = root_of(ball);
    assert_true(c.radius >= 2 - 1e-9 && c.radius < 2.02);
    assert_true(vec3d_length(c.along) < 0.2);
    mesh_release(ball);
}

// By thirds over one segment, the nearest point of the other in closed form: convex, cannot fail.
static double brute_force_distance(const Capsule *a, const Capsule *b)
{
    double lo = 0, hi = 1, best = INFINITY;
    for (int i = 0; i < 120; ++i) {
        double s[2] = {lo + (hi - lo) / 3, hi - (hi - lo) / 3}, d[2];
        for (int k = 0; k < 2; ++k) {
            Vec3d p = vec3d_add_scaled(a->from, a->along, s[k]);
            d[k] = vec3d_distance(p, segment_nearest(b->from, b->along, p));
            best = fmin(best, d[k]);
        }
        if (d[0] < d[1])
            hi = s[1];
        else
            lo = s[0];
    }
    Vec3d ends[2] = {a->from, vec3d_add(a->from, a->along)};
    for (int k = 0; k < 2; ++k)
        best = fmin(best, vec3d_distance(ends[k], segment_nearest(b->from, b->along, ends[k])));
    return best;
}

enum Position { CROSSWISE, PARALLEL, NEARLY_PARALLEL, SHORT, POINT, POSITIONS };
static const char *const position_names[POSITIONS] = {"crosswise", "parallel", "nearly parallel",
                                                      "one very short", "one a point"};

static void the_gap_of_segments_is_their_distance_and_never_more(void **state)
{
    (void)state;
    int cases = sanitised() ? 4000 : 40000;
    for (int position = 0; position < POSITIONS; ++position) {
        double worst = 0;
        for (int i = 0; i < cases; ++i) {
            uint64_t seed = (uint64_t)(1000000 * position + i);
            Rng rng = rng_create(seed);
            Capsule a = {.from = rng_in_cube(&rng, 1), .along = rng_in_cube(&rng, 2)};
            Capsule b = {.from = rng_in_cube(&rng, 3), .along = rng_in_cube(&rng, 2)};
            if (position == PARALLEL || position == NEARLY_PARALLEL)
                b.along = vec3d_scale(a.along, rng_uniform(&rng, -2, 2));
            if (position == NEARLY_PARALLEL)
                b.along = vec3d_add_scaled(b.along, rng_direction(&rng),
                                           pow(10, rng_uniform(&rng, -16, -3)));
            if (position == SHORT)
                b.along = vec3d_scale(b.along, pow(10, rng_uniform(&rng, -18, -6)));
            if (position == POINT)
                b.along = vec3d(0, 0, 0);
            double expected = brute_force_distance(&a, &b);
            for (int order = 0; order < 2; ++order) {
                const Capsule *p = order ? &b : &a, *q = order ? &a : &b;
                SegmentGap g = segment_gap(p->along, q->along, vec3d_sub(q->from, p->from));
                double found = g.length > 0 ? g.gap / g.length : 0;
                if (found > expected + 1e-14)
                    fail_msg("%s, seed %llu: gap %.17g, distance %.17g", position_names[position],
                             (unsigned long long)seed, found, expected);
                if (expected > 1e-3)
                    worst = fmax(worst, (expected - found) / expected);
            }
        }
        printf("RAN: segments %s: %d pairs, the gap falls short by %.2g at most\n",
               position_names[position], cases, worst);
        assert_true(worst < 1e-6);
    }
}

static void lifting_moves_fewer_segments_and_tests_the_same_pairs(void **state)
{
    (void)state;
    Mesh *knot = shape_knot(2, 3, 2, 0.7, 0.3, 60, 8);
    Bvh *bvh = bvh_build(knot, &(BvhDesc){.type = &bv_capsule}, NULL, NULL);
    Rng rng = rng_create(11);
    uint64_t updates[2] = {0, 0}, tests = 0, contacts = 0;
    for (int i = 0; i < 20; ++i) {
        Affine pose = rng_rotation(&rng);
        pose.p = rng_in_cube(&rng, 2);
        for (int rule = 0; rule < descent_rule_count; ++rule) {
            QueryStats stats[2];
            ContactList list = {0};
            for (int lift = 0; lift < 2; ++lift) {
                QueryDesc desc = {.mode = QUERY_ALL, .rule = rule, .lift = lift == 1};
                assert_true(
                    query_contacts(bvh, bvh, &pose, &desc, NULL, &list, &stats[lift], NULL));
                updates[lift] += stats[lift].updates;
            }
            assert_int_equal(stats[0].volume_tests, stats[1].volume_tests);
            assert_int_equal(stats[0].triangle_tests, stats[1].triangle_tests);
            assert_int_equal(stats[0].updates, stats[0].volume_tests);
            tests += stats[0].volume_tests;
            contacts += list.count;
            contact_list_free(&list);
        }
    }
    assert_true(contacts > 1000);
    assert_true((double)updates[1] < 0.6 * (double)updates[0]);
    printf("RAN: lifting: %llu volume tests, %llu segments moved, %llu when lifted\n",
           (unsigned long long)tests, (unsigned long long)updates[0],
           (unsigned long long)updates[1]);
    bvh_release(bvh);
    mesh_release(knot);
}

static bool add_radius(void *user, NodeId node, int level, NodeLinks links, const void *volume)
{
    (void)node, (void)level, (void)links;
    *(double *)user += bv_capsule.measure(volume, MEASURE_RADIUS);
    return true;
}

static double radii_of(const Bvh *bvh)
{
    double sum = 0;
    assert_true(bvh_visit(bvh, add_radius, &sum));
    return sum;
}

static void a_refit_is_not_much_looser_than_a_fresh_tree(void **state)
{
    (void)state;
    Mesh *mesh = shape_knot(2, 3, 2, 0.7, 0.3, 120, 10);
    Bvh *bvh = bvh_build(mesh, &(BvhDesc){.type = &bv_capsule}, NULL, NULL);
    double fitted = radii_of(bvh);
    ++mesh->version;
    assert_true(bv_capsule.refit(bvh, NULL));
    Error err = {""};
    if (!bvh_validate(bvh, &err))
        fail_msg("%s", err.text);
    double refitted = radii_of(bvh);
    printf("RAN: refit: radii %.3f of those fitted to the triangles\n", refitted / fitted);
    assert_true(refitted < 1.5 * fitted);
    // Again and again must not let them grow: leaves are measured anew each time.
    for (int i = 0; i < 5; ++i)
        assert_true(bv_capsule.refit(bvh, NULL));
    assert_true(radii_of(bvh) < 1.05 * refitted);
    Job job = {0};
    job_cancel(&job);
    ++mesh->version;
    assert_false(bv_capsule.refit(bvh, &job));
    assert_true(bvh->mesh_version != mesh->version); // half refitted is still stale
    bvh_release(bvh);
    mesh_release(mesh);
}

static void sizes_are_those_of_a_cylinder_and_a_ball(void **state)
{
    (void)state;
    Capsule c = {.along = vec3d(0, 3, 4), .radius = 2};
    assert_true(fabs(capsule_measure(&c, MEASURE_VOLUME) - (20 + 32.0 / 3) * PI) < 1e-12);
    assert_true(fabs(capsule_measure(&c, MEASURE_AREA) - (20 + 16) * PI) < 1e-12);
    assert_true(capsule_measure(&c, MEASURE_RADIUS) == 4.5);
}

typedef struct Drawing {
    Capsule capsule;
    double worst;
    Vec3d lo, hi;
    int lines;
} Drawing;

static void note_line(void *user, Vec3 from, Vec3 to)
{
    Drawing *d = user;
    ++d->lines;
    Vec3d ends[2] = {vec3d_from(from), vec3d_from(to)};
    for (int k = 0; k < 2; ++k) {
        Vec3d nearest = segment_nearest(d->capsule.from, d->capsule.along, ends[k]);
        d->worst = fmax(d->worst, fabs(vec3d_distance(ends[k], nearest) - d->capsule.radius));
        d->lo = vec3d_min(d->lo, ends[k]);
        d->hi = vec3d_max(d->hi, ends[k]);
    }
}

static void the_outline_lies_on_the_surface_and_reaches_as_far(void **state)
{
    (void)state;
    Rng rng = rng_create(21);
    for (int i = 0; i < 500; ++i) {
        Drawing d = {.capsule = {rng_in_cube(&rng, 1), rng_in_cube(&rng, 2), rng_unit(&rng)},
                     .lo = vec3d(INFINITY, INFINITY, INFINITY),
                     .hi = vec3d(-INFINITY, -INFINITY, -INFINITY)};
        if (i % 5 == 0)
            d.capsule.along = vec3d(0, 0, 0);
        if (i % 5 == 1)
            d.capsule.along = vec3d(0, 0, -2);
        capsule_outline(&d.capsule, note_line, &d);
        assert_int_equal(d.lines, i % 5 == 0 ? 84 : 114);
        assert_true(d.worst < 1e-6);
        Vec3d to = vec3d_add(d.capsule.from, d.capsule.along);
        for (int k = 0; k < 3; ++k) {
            double hi = fmax(d.capsule.from.v[k], to.v[k]) + d.capsule.radius;
            double lo = fmin(d.capsule.from.v[k], to.v[k]) - d.capsule.radius;
            assert_true(fabs(d.hi.v[k] - hi) < 1e-6 && fabs(d.lo.v[k] - lo) < 1e-6);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_node_takes_32_bytes),
        cmocka_unit_test(a_tube_gets_its_own_axis_and_radius),
        cmocka_unit_test(a_pill_is_fitted_exactly_and_a_ball_has_no_length),
        cmocka_unit_test(the_gap_of_segments_is_their_distance_and_never_more),
        cmocka_unit_test(lifting_moves_fewer_segments_and_tests_the_same_pairs),
        cmocka_unit_test(a_refit_is_not_much_looser_than_a_fresh_tree),
        cmocka_unit_test(sizes_are_those_of_a_cylinder_and_a_ball),
        cmocka_unit_test(the_outline_lies_on_the_surface_and_reaches_as_far),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
