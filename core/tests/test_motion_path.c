// Paths of several bodies: what collides when, what is undecided, and where a free path is tightest.
#include "core/base/angle.h"
#include "core/mesh/shapes.h"
#include "core/motion/path_check.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { MOST_KEYS = 8 };

typedef struct Body {
    PathTrack track;
    double times[MOST_KEYS];
    RigidPose poses[MOST_KEYS];
} Body;

static void body_make(Body *body, Mesh *mesh, Vec3d at)
{
    Error err = {""};
    *body = (Body){.poses = {rigid_pose_at(at)}};
    body->track = (PathTrack){.tree = bvh_build(mesh, NULL, NULL, &err),
                              .rest = affine_identity(),
                              .times = body->times,
                              .poses = body->poses,
                              .count = 1};
    assert_non_null(body->track.tree);
    body->track.reach = rigid_reach(mesh, &body->track.rest);
    mesh_release(mesh);
}

static void body_go(Body *body, double time, Vec3d to, Vec3d turn)
{
    size_t k = body->track.count++;
    assert_true(k < MOST_KEYS);
    RigidStep step = {vec3d_sub(to, body->poses[k - 1].pivot), turn};
    body->times[k] = time;
    body->poses[k] = rigid_pose_moved(&body->poses[k - 1], &step, 1);
}

static void check(Body *bodies, int32_t count, PathCheck *out)
{
    PathTrack tracks[4];
    PathPair pairs[8] = {0};
    int32_t pair_count = 0;
    Error err = {""};
    for (int32_t i = 0; i < count; ++i) {
        tracks[i] = bodies[i].track;
        for (int32_t j = 0; j < i; ++j)
            pairs[pair_count++] = (PathPair){.track = {i, j}};
    }
    *out = (PathCheck){0};
    assert_true(path_check(tracks, count, pairs, pair_count, &(PathCheckDesc){0}, out, &err));
}

static void bodies_free(Body *bodies, int32_t count)
{
    for (int32_t i = 0; i < count; ++i)
        bvh_release((Bvh *)bodies[i].track.tree);
}

// A cube of 2 goes past another at a clearance of 0.5, then through it.
static void known_times_are_found(void **state)
{
    (void)state;
    Body bodies[2];
    PathCheck out;
    body_make(&bodies[0], shape_box(vec3d(2, 2, 2)), vec3d(0, 0, 0));
    body_make(&bodies[1], shape_box(vec3d(2, 2, 2)), vec3d(-5, 2.5, 0));
    body_go(&bodies[1], 10, vec3d(5, 2.5, 0), vec3d(0, 0, 0));
    check(bodies, 2, &out);
    assert_int_equal(out.verdict, WAY_FREE);
    assert_int_equal(out.count, 0);
    assert_true(out.tight_pair == 0 && fabs(out.tight_high - 0.5) < 0.01);
    assert_true(out.tight_low <= 0.5 && out.tight_low > 0.48);
    assert_true(out.tight_time > 2.9 && out.tight_time < 7.1);
    path_check_free(&out);
    body_go(&bodies[1], 11, vec3d(5, 0, 0), vec3d(0, 0, 0));
    body_go(&bodies[1], 21, vec3d(-5, 0, 0), vec3d(0, 0, 0)); // meets from 14 to 18
    check(bodies, 2, &out);
    assert_int_equal(out.verdict, WAY_COLLIDES);
    double from = INFINITY, to = 0, decided = 0;
    for (size_t i = 0; i < out.count; ++i) {
        from = fmin(from, out.stretches[i].from);
        to = fmax(to, out.stretches[i].to);
        decided += out.stretches[i].state == WAY_COLLIDES
                       ? out.stretches[i].to - out.stretches[i].from
                       : 0;
    }
    if (from > 14 || from < 13.9999 || to < 18 || to > 18.0001 || decided < 3.9999)
        fail_msg("collides from %.17g to %.17g, %.17g of it proven", from, to, decided);
    path_check_free(&out);
    bodies_free(bodies, 2);
}

// Within a shell nothing meets, and still it is no free way; outside it is.
static void being_held_is_no_free_way(void **state)
{
    (void)state;
    Body bodies[2];
    PathCheck out;
    body_make(&bodies[0], shape_box(vec3d(9, 9, 9)), vec3d(0, 0, 0));
    body_make(&bodies[1], shape_ico_sphere(0.5, 1), vec3d(-2, 0, 0));
    body_go(&bodies[1], 1, vec3d(2, 1, 0), vec3d(0, 1, 0));
    check(bodies, 2, &out);
    assert_int_equal(out.verdict, WAY_COLLIDES);
    assert_true(out.count == 1 && out.stretches[0].from == 0 && out.stretches[0].to == 1);
    path_check_free(&out);
    bodies_free(bodies, 2);
}

// Faces that slide on each other are neither free nor proven to collide.
static void touching_is_undecided(void **state)
{
    (void)state;
    Body bodies[2];
    PathCheck out;
    body_make(&bodies[0], shape_box(vec3d(9, 1, 9)), vec3d(0, 0, 0));
    body_make(&bodies[1], shape_box(vec3d(1, 1, 1)), vec3d(-2, 1, 0));
    body_go(&bodies[1], 1, vec3d(2, 1, 0), vec3d(0, 0, 0));
    check(bodies, 2, &out);
    assert_int_equal(out.verdict, WAY_UNDECIDED);
    path_check_free(&out);
    bodies_free(bodies, 2);
}

static double distance_at(const Body *a, const Body *b, double time)
{
    RigidPose pose_a = path_track_pose(&a->track, time), pose_b = path_track_pose(&b->track, time);
    Affine to_a = rigid_placement(&pose_a, &a->track.rest),
           to_b = rigid_placement(&pose_b, &b->track.rest), b_to_a;
    Distance d;
    Error err = {""};
    assert_true(placement_between(&to_a, &to_b, &b_to_a));
    assert_true(query_distance(a->track.tree, b->track.tree, &b_to_a, NULL, NULL, &d, NULL, &err));
    return d.value;
}

// Several bodies with keys at times of their own, against samples.
static void random_paths_are_what_samples_say(void **state)
{
    (void)state;
    int verdicts[3] = {0};
    uint64_t paths = long_tier() ? 2000 : sanitised() ? 12 : 24;
    for (uint64_t seed = 1; seed <= paths; ++seed) {
        Rng rng = rng_create(seed);
        Body bodies[3];
        PathCheck out;
        for (int i = 0; i < 3; ++i) {
            Vec3d at = vec3d_scale(rng_direction(&rng), 2 + 0.5 * i);
            body_make(&bodies[i], i == 0 ? shape_torus(1, 0.3, 9, 5) : shape_ico_sphere(0.5, 1),
                      at);
            int keys = i == 2 ? 0 : 1 + rng_below(&rng, 4);
            for (double t = 0; keys > 0; --keys)
                body_go(&bodies[i], t += rng_uniform(&rng, 0.1, 2),
                        vec3d_add(bodies[i].poses[bodies[i].track.count - 1].pivot,
                                  rng_in_cube(&rng, 2)),
                        vec3d_scale(rng_direction(&rng), 2 * rng_unit(&rng)));
        }
        check(bodies, 3, &out);
        ++verdicts[out.verdict];
        double least = INFINITY;
        for (int k = 0; k <= 50; ++k) {
            double time = fmin(out.end, out.start + (out.end - out.start) * k / 50);
            for (int32_t i = 1, pair = 0; i < 3; ++i)
                for (int32_t j = 0; j < i; ++j, ++pair) {
                    double value = distance_at(&bodies[i], &bodies[j], time);
                    enum WayState said = WAY_FREE;
                    bool border = false;
                    for (size_t s = 0; s < out.count; ++s) {
                        const PathStretch *at = &out.stretches[s];
                        if (at->pair == pair && time >= at->from && time <= at->to) {
                            said = at->state;
                            border |= fmin(time - at->from, at->to - time) < 1e-9;
                        }
                    }
                    // Spheres of half a unit and a thin ring cannot hold each other unseen for long.
                    if (!border && (said == WAY_FREE) && value == 0)
                        fail_msg("seed %llu: called free at %.17g", (unsigned long long)seed, time);
                    least = fmin(least, value);
                }
        }
        if (out.verdict == WAY_FREE && out.tight_pair >= 0) {
            if (least < out.tight_low)
                fail_msg("seed %llu: %.17g apart, not %.17g", (unsigned long long)seed, least,
                         out.tight_low);
            static const int32_t first[3] = {1, 2, 2}, second[3] = {0, 0, 1};
            double there = distance_at(&bodies[first[out.tight_pair]],
                                       &bodies[second[out.tight_pair]], out.tight_time);
            assert_true(fabs(there - out.tight_high) < 1e-9 && out.tight_low > 0.9 * there);
        }
        path_check_free(&out);
        bodies_free(bodies, 3);
    }
    printf("RAN: %llu paths: %d free, %d collide, %d undecided\n", (unsigned long long)paths,
           verdicts[0], verdicts[1], verdicts[2]);
    assert_true(verdicts[WAY_FREE] > 4 && verdicts[WAY_COLLIDES] > 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_times_are_found),
        cmocka_unit_test(being_held_is_no_free_way),
        cmocka_unit_test(touching_is_undecided),
        cmocka_unit_test(random_paths_are_what_samples_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
