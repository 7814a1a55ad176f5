// Certified ways against dense sampling: where a way is called free no sample may meet or be held, and
// where it is called colliding every sample must. Distances by query, being held by solid angles.
#include "core/base/angle.h"
#include "core/mesh/shapes.h"
#include "core/motion/way_probe.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

typedef struct Case {
    Bvh *tree[2];
    MotionBody body[2];
    Affine rest[2];
    bool solid[2];
    double size;
} Case;

// 4 pi where p is inside of a closed mesh, 0 outside (van Oosterom and Strackee).
static double solid_angle(const Mesh *mesh, const Affine *place, Vec3d p)
{
    double sum = 0;
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(mesh, i);
        t = triangle_transformed(&t, place);
        Vec3d a = vec3d_sub(t.p[0], p), b = vec3d_sub(t.p[1], p), c = vec3d_sub(t.p[2], p);
        double la = vec3d_length(a), lb = vec3d_length(b), lc = vec3d_length(c);
        double top = vec3d_dot(a, vec3d_cross(b, c));
        double under =
            la * lb * lc + vec3d_dot(a, b) * lc + vec3d_dot(b, c) * la + vec3d_dot(c, a) * lb;
        sum += 2 * atan2(top, under);
    }
    return fabs(sum);
}

static void place(const Case *c, double t, Affine placed[2])
{
    for (int k = 0; k < 2; ++k) {
        RigidPose pose = rigid_pose_moved(&c->body[k].pose, &c->body[k].step, t);
        placed[k] = rigid_placement(&pose, &c->rest[k]);
    }
}

// Their distance; 0 also where one holds the other.
static double apart(const Case *c, double t)
{
    Affine placed[2], b_to_a;
    place(c, t, placed);
    Distance d;
    Error err = {""};
    assert_true(placement_between(&placed[0], &placed[1], &b_to_a));
    assert_true(query_distance(c->tree[0], c->tree[1], &b_to_a, NULL, NULL, &d, NULL, &err));
    // Some of the shapes are of several pieces: a corner of every triangle is looked at.
    for (int k = 0; k < 2 && d.value > 0; ++k) {
        const Mesh *inner = c->tree[k]->mesh, *outer = c->tree[1 - k]->mesh;
        int32_t corners = c->solid[k] ? 1 : inner->triangle_count;
        for (int32_t i = 0; i < corners && c->solid[1 - k]; ++i)
            if (solid_angle(outer, &placed[1 - k],
                            affine_apply(&placed[k], mesh_triangle(inner, i).p[0])) > 2 * PI)
                return 0;
    }
    return d.value;
}

static double depth(const Case *c, double t)
{
    static SolidCache solids;
    Affine placed[2], b_to_a;
    place(c, t, placed);
    PosedPart a = {.tree = c->tree[0], .placement = placed[0]},
              b = {.tree = c->tree[1], .placement = placed[1]};
    ContactList contacts = {0};
    ContactDetail detail = {0};
    Error err = {""};
    QueryDesc desc = {.mode = QUERY_ALL, .witnesses = true};
    ContactDesc contact = {0};
    assert_true(placement_between(&placed[0], &placed[1], &b_to_a));
    assert_true(
        query_contacts(c->tree[0], c->tree[1], &b_to_a, &desc, NULL, &contacts, NULL, &err));
    assert_true(contact_examine(&a, &b, &contacts, &contact, &solids, NULL, &detail, &err));
    double found = detail.depth;
    contact_detail_free(&detail);
    contact_list_free(&contacts);
    solid_cache_free(&solids);
    solids = (SolidCache){0};
    return found;
}

static Mesh *random_mesh(Rng *rng, bool *solid)
{
    *solid = true;
    switch (rng_below(rng, 6)) {
    case 0:
        return shape_box(vec3d(2, 2, 2));
    case 1:
        return shape_box(vec3d(1, 3, 0.5));
    case 2:
        return shape_ico_sphere(1, 1);
    case 3:
        return shape_torus(1, 0.4, 9, 6);
    case 4:
        return shape_cylinder(0.4, 3, 10);
    default:
        *solid = false;
        return shape_soup(12, 1.5, 1, rng_next(rng));
    }
}

// Every third case lies on a grid, where faces touch and slide on each other.
static Case random_case(uint64_t seed)
{
    Rng rng = rng_create(seed);
    Case c = {0};
    bool grid = seed % 3 == 0;
    for (int k = 0; k < 2; ++k) {
        Mesh *mesh = grid ? shape_box(vec3d(1 + rng_below(&rng, 3), 1 + rng_below(&rng, 3), 2))
                          : random_mesh(&rng, &c.solid[k]);
        c.solid[k] |= grid;
        Error err = {""};
        c.tree[k] = bvh_build(mesh, NULL, NULL, &err);
        assert_non_null(c.tree[k]);
        Affine at = grid ? affine_identity() : rng_rotation(&rng);
        at.p = grid ? vec3d(rng_below(&rng, 9) - 4, rng_below(&rng, 5) - 2, rng_below(&rng, 5) - 2)
                    : rng_in_cube(&rng, 2.5);
        at.p = vec3d_scale(at.p, grid ? 0.5 : 1);
        c.rest[k] = rigid_rest(&at, at.p);
        c.body[k] =
            (MotionBody){.pose = rigid_pose_at(at.p), .reach = rigid_reach(mesh, &c.rest[k])};
        c.size = fmax(c.size, c.body[k].reach);
        mesh_release(mesh);
        if (k == 1 && seed % 2)
            continue; // stands still
        Vec3d shift = grid ? vec3d(rng_below(&rng, 5) - 2, 0, 0) : rng_in_cube(&rng, 2);
        c.body[k].step.shift = shift;
        if (!grid && seed % 5)
            c.body[k].step.turn = vec3d_scale(rng_direction(&rng), 2 * rng_unit(&rng));
    }
    return c;
}

static const WayInterval *interval_at(const WayIntervals *out, double t)
{
    for (size_t i = 0; i < out->count; ++i)
        if (t >= out->items[i].from && t <= out->items[i].to)
            return &out->items[i];
    fail_msg("nothing is said about %.17g", t);
    return NULL;
}

typedef struct Tally {
    size_t samples[3]; // by state
    size_t decidable, decided;
    MotionWork work;
} Tally;

static void check_case(uint64_t seed, int pieces, Tally *tally)
{
    Case c = random_case(seed);
    SolidCache solids = {0};
    WayPair pair = {.body = {&c.body[0], &c.body[1]},
                    .tree = {c.tree[0], c.tree[1]},
                    .rest = {c.rest[0], c.rest[1]}};
    WayDesc desc = {.solids = &solids};
    WayIntervals out = {0};
    Error err = {""};
    assert_true(way_certify(&pair, &desc, &out, &tally->work, &err));
    assert_true(out.count > 0 && out.items[0].from == 0 && out.items[out.count - 1].to == 1);
    for (size_t i = 1; i < out.count; ++i)
        assert_true(out.items[i].from == out.items[i - 1].to &&
                    out.items[i].state != out.items[i - 1].state);
    for (int k = 0; k <= pieces; ++k) {
        double t = (double)k / pieces, value = apart(&c, t);
        const WayInterval *at = interval_at(&out, t);
        ++tally->samples[at->state];
        // At the very border of an interval a sample is rounded to either side.
        bool border = fmin(t - at->from, at->to - t) < 1e-12;
        if ((at->state == WAY_FREE && value == 0 && !border) ||
            (at->state == WAY_COLLIDES && value > 0 && !border))
            fail_msg("seed %llu at %.17g: called %s, distance %.17g", (unsigned long long)seed, t,
                     at->state == WAY_FREE ? "free" : "colliding", value);
        bool sure = value >= 1e-4 * c.size ||
                    (value == 0 && c.solid[0] && c.solid[1] && depth(&c, t) >= 1e-4 * c.size);
        tally->decidable += sure;
        tally->decided += sure && at->state != WAY_UNDECIDED;
    }
    way_intervals_free(&out);
    solid_cache_free(&solids);
    for (int k = 0; k < 2; ++k)
        bvh_release(c.tree[k]);
}

static void ways_are_what_samples_say(void **state)
{
    (void)state;
    Tally tally = {0};
    // Ways cost more than samples: many ways, and every fifth of them looked at closely.
    uint64_t cases = !long_tier() ? 150 : sanitised() ? 10000 : 100000;
    for (uint64_t seed = 1; seed <= cases; ++seed)
        check_case(seed, !long_tier() ? 40 : seed % 5 ? 8 : 50, &tally);
    printf("RAN: %llu ways, samples: %zu free, %zu colliding, %zu undecided; %.3f %% of what is "
           "decidable decided; %.0f closest points and %.1f lists per way\n",
           (unsigned long long)cases, tally.samples[0], tally.samples[1], tally.samples[2],
           100.0 * (double)tally.decided / (double)tally.decidable,
           (double)tally.work.closest / (double)cases, (double)tally.work.lists / (double)cases);
    assert_true(tally.samples[WAY_FREE] > 1000 && tally.samples[WAY_COLLIDES] > 500);
    assert_true((double)tally.decided >= 0.99 * (double)tally.decidable);
}

// Edges keep piercing while corners move by less than the margin.
static void a_margin_holds(void **state)
{
    (void)state;
    int pierced = 0;
    for (uint64_t seed = 1; seed <= 3000; ++seed) {
        Rng rng = rng_create(seed);
        Triangle a, b;
        for (int k = 0; k < 3; ++k)
            a.p[k] = rng_in_cube(&rng, 1), b.p[k] = rng_in_cube(&rng, 1);
        double margin = pierced_margin(&a, &b);
        if (margin == 0)
            continue;
        ++pierced;
        for (int round = 0; round < 20; ++round) {
            RigidPose start = rigid_pose_at(rng_in_cube(&rng, 1));
            RigidStep step = {vec3d_scale(rng_direction(&rng), margin * rng_unit(&rng)),
                              vec3d(0, 0, 0)};
            double left = margin - vec3d_length(step.shift), reach = 0;
            Affine to_pivot = affine_translation(vec3d_scale(start.pivot, -1));
            for (int k = 0; k < 3; ++k)
                reach = fmax(reach, vec3d_distance(a.p[k], start.pivot));
            step.turn = vec3d_scale(rng_direction(&rng), left / reach * 0.999);
            RigidPose end = rigid_pose_moved(&start, &step, 1);
            Affine moved = rigid_placement(&end, &to_pivot);
            Triangle there = triangle_transformed(&a, &moved);
            TriClosest found;
            if (tri_closest(&there, &b, INFINITY, &found) != 0)
                fail_msg("seed %llu: apart within the margin %.17g", (unsigned long long)seed,
                         margin);
        }
    }
    printf("RAN: %d pairs of triangles that pierce each other\n", pierced);
    assert_true(pierced > 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_margin_holds),
        cmocka_unit_test(ways_are_what_samples_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
