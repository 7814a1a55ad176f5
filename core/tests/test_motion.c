// Parts in the hand, from the grab to the release: nothing goes deeper than it may, what may leave does,
// and what is flush slides as if there were no friction. Judged with the meshes as they are, by code
// that has nothing to do with how they are moved.
#include "core/base/angle.h"
#include "core/motion/motion.h"
#include "core/tests/odd_shapes.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { MOST_PARTS = 8 };

typedef struct Bench {
    PosedPart parts[MOST_PARTS];
    uint8_t roles[MOST_PARTS];
    int32_t count;
    LimitBook book;
    SolidCache solids;
    Motion *motion;
    double start_depth[MOST_PARTS]; // of each part with the one in the hand, at the grab
    bool exempt[MOST_PARTS];
    size_t judged, held;
    double deepest; // share of what is allowed
} Bench;

static void bench_add(Bench *bench, Mesh *mesh, Affine placement)
{
    Error err = {""};
    assert_true(mesh && bench->count < MOST_PARTS);
    Bvh *tree = bvh_build(mesh, NULL, NULL, &err);
    assert_non_null(tree);
    mesh_release(mesh);
    bench->roles[bench->count] = MOTION_STANDS;
    bench->parts[bench->count++] =
        (PosedPart){.tree = tree, .placement = placement, .active = true};
}

static void bench_free(Bench *bench)
{
    motion_end(bench->motion);
    for (int32_t i = 0; i < bench->count; ++i)
        bvh_release((Bvh *)bench->parts[i].tree);
    solid_cache_free(&bench->solids);
    limit_book_free(&bench->book);
}

// The last part is the one in the hand.
static int32_t hand_of(const Bench *bench)
{
    return bench->count - 1;
}

static double depth_of(Bench *bench, int32_t part, bool *meet, double *error)
{
    PosedPart a = bench->parts[part], b = bench->parts[hand_of(bench)];
    ContactList contacts = {0};
    ContactDetail detail = {0};
    Affine b_to_a;
    Error err = {""};
    QueryDesc query = {.mode = QUERY_ALL, .witnesses = true};
    ContactDesc desc = {0};
    assert_true(placement_between(&a.placement, &b.placement, &b_to_a));
    assert_true(query_contacts(a.tree, b.tree, &b_to_a, &query, NULL, &contacts, NULL, &err));
    assert_true(contact_examine(&a, &b, &contacts, &desc, &bench->solids, NULL, &detail, &err));
    double depth = detail.depth;
    *meet = contacts.count > 0 || detail.state == PAIR_INSIDE;
    *error = detail.depth_error;
    contact_detail_free(&detail);
    contact_list_free(&contacts);
    return depth;
}

static double tolerance_of(const Bench *bench, int32_t part)
{
    return contact_tolerance(&(ContactDesc){0}, &bench->parts[part], &bench->parts[hand_of(bench)]);
}

static bool always_fits(void *user, int32_t hand, int32_t other, LimitStart *out, bool *ignored)
{
    (void)user, (void)hand, (void)other, (void)ignored;
    out->fits = true;
    return false;
}

static void grab(Bench *bench, bool fits)
{
    Error err = {""};
    int32_t hand = hand_of(bench), count;
    bench->roles[hand] = MOTION_HAND;
    MotionDesc desc = {.parts = bench->parts,
                       .roles = bench->roles,
                       .part_count = bench->count,
                       .pivot = bench->parts[hand].placement.p,
                       .start = fits ? always_fits : NULL,
                       .book = &bench->book,
                       .solids = &bench->solids};
    motion_end(bench->motion);
    bench->motion = motion_begin(&desc, NULL, &err);
    if (!bench->motion)
        fail_msg("%s", err.text);
    const MotionExempt *exempt = motion_exempt(bench->motion, &count);
    for (int32_t i = 0; i < bench->count; ++i)
        bench->exempt[i] = false;
    for (int32_t i = 0; i < count; ++i)
        bench->exempt[exempt[i].part] = true;
    for (int32_t i = 0; i < hand; ++i) {
        bool meet;
        double error, depth = depth_of(bench, i, &meet, &error);
        bench->start_depth[i] = meet ? fmax(tolerance_of(bench, i), 1.05 * (depth + error)) : 0;
        if (!meet && fits)
            bench->start_depth[i] = tolerance_of(bench, i);
    }
}

// Apart ones do not meet, the others are no deeper than they may be.
static void judge(Bench *bench, const char *what)
{
    ++bench->judged;
    for (int32_t i = 0; i < hand_of(bench); ++i) {
        bool meet;
        double error, depth = depth_of(bench, i, &meet, &error), limit = bench->start_depth[i];
        if (bench->exempt[i] || !meet)
            continue;
        if (limit == 0)
            fail_msg("%s, frame %zu: part %d is met", what, bench->judged, i);
        bench->deepest = fmax(bench->deepest, depth / limit);
        if (depth > limit * 1.000001)
            fail_msg("%s, frame %zu: %.9g deep in part %d, %.9g are allowed", what, bench->judged,
                     depth, i, limit);
    }
}

static MotionResult pull(Bench *bench, enum MotionMode mode, Vec3d to, Vec3d turn, bool turning)
{
    Error err = {""};
    RigidPose origin = rigid_pose_at(vec3d(0, 0, 0));
    RigidStep step = {.turn = turn};
    MotionWish wish = {
        .target = rigid_pose_moved(&origin, &step, 1), .mode = mode, .turning = turning};
    MotionResult result;
    wish.target.pivot = to;
    assert_true(motion_step(bench->motion, &wish, &result, &err));
    bench->parts[hand_of(bench)].placement = motion_placement(bench->motion, hand_of(bench));
    bench->held += result.blocker_count > 0;
    return result;
}

static Vec3d place_of(const Bench *bench)
{
    return bench->parts[hand_of(bench)].placement.p;
}

// A block that stands flush on a plate and at a wall, pressed into both.
static void flush_blocks_slide(void **state)
{
    (void)state;
    Bench bench = {0};
    bench_add(&bench, shape_box(vec3d(100, 2, 60)), affine_translation(vec3d(0, -1, 0)));
    bench_add(&bench, shape_box(vec3d(100, 20, 2)), affine_translation(vec3d(0, 10, -6)));
    bench_add(&bench, shape_box(vec3d(10, 10, 10)), affine_translation(vec3d(-40, 5, 0)));
    grab(&bench, false);
    assert_false(bench.exempt[0] || bench.exempt[1]);
    for (int i = 1; i <= 30; ++i) {
        pull(&bench, MOTION_SLIDE, vec3d(-40 + 2.5 * i, 2, -3), vec3d(0, 0, 0), false);
        if (i % 5 == 0)
            judge(&bench, "flush");
    }
    Vec3d at = place_of(&bench);
    if (fabs(at.x - 35) > 1e-3 || fabs(at.y - 5) > 0.02 || fabs(at.z) > 0.02)
        fail_msg("ended at %.9g %.9g %.9g", at.x, at.y, at.z);
    assert_true(bench.held > 20);
    for (int i = 1; i <= 10; ++i) // and lifts off
        pull(&bench, MOTION_SLIDE, vec3d(30, 5 + 2 * i, 3 * i), vec3d(0, 0, 0), false);
    assert_true(vec3d_distance(place_of(&bench), vec3d(30, 25, 30)) < 1e-3);
    bench_free(&bench);
}

// A bolt in a hole of its own diameter: out, let go, taken again, and back in.
static void a_flush_bolt_goes_out_and_back(void **state)
{
    (void)state;
    Bench bench = {0};
    bench_add(&bench, shape_ring(5, 12, 10, 24), affine_identity());
    bench_add(&bench, shape_cylinder(5, 16, 24), affine_translation(vec3d(0, 3, 0)));
    grab(&bench, false);
    assert_false(bench.exempt[0]);
    for (int i = 1; i <= 20; ++i) {
        pull(&bench, MOTION_SLIDE, vec3d(0.3, 3 + 0.8 * i, -0.2), vec3d(0, 0, 0), false);
        judge(&bench, "bolt out");
    }
    Vec3d at = place_of(&bench);
    if (fabs(at.y - 19) > 1e-2)
        fail_msg("the bolt came out to %.9g %.9g %.9g", at.x, at.y, at.z);
    for (int i = 0; i < 3; ++i) // the hand leads it back over the hole
        pull(&bench, MOTION_SLIDE, vec3d(0, 19, 0), vec3d(0, 0, 0), false);
    grab(&bench, true);
    for (int i = 1; i <= 20; ++i) {
        pull(&bench, MOTION_SLIDE, vec3d(0, 19 - 0.8 * i, 0), vec3d(0, 0, 0), false);
        judge(&bench, "bolt in");
    }
    at = place_of(&bench);
    if (fabs(at.y - 3) > 1e-2)
        fail_msg("the bolt went in to %.9g %.9g %.9g", at.x, at.y, at.z);
    printf("RAN: bolt: %zu poses judged, at most %.3f of what is allowed\n", bench.judged,
           bench.deepest);
    bench_free(&bench);
}

// Their boxes meet, but they do not: what they do is found out at the grab, and they may still touch if
// they fit.
static void fits_may_touch_although_they_are_near(void **state)
{
    (void)state;
    double end[2], gap = 0;
    for (int fits = 0; fits < 2; ++fits) {
        Bench bench = {0};
        Affine turned = affine_rotation(vec3d(0, 1, 0), 0.25 * PI);
        turned.p = vec3d(10, 0, 10);
        bench_add(&bench, shape_box(vec3d(10, 10, 10)), affine_identity());
        bench_add(&bench, shape_box(vec3d(10, 10, 10)), turned);
        grab(&bench, fits);
        for (int i = 0; i < 5; ++i) {
            pull(&bench, MOTION_SLIDE, vec3d(7, 0, 7), vec3d(0, 0, 0), false);
            judge(&bench, "near");
        }
        end[fits] = place_of(&bench).x;
        gap = LIMIT_STAND_OFF * tolerance_of(&bench, 0);
        bench_free(&bench);
    }
    if (!(end[1] < end[0] - 0.5 * gap))
        fail_msg("ended at %.9g, and at %.9g if they fit; the gap is %.3g", end[0], end[1], gap);
}

// Sunk in by 3: it slides at that depth, comes out, and then stays out.
static void what_was_deep_comes_out_and_stays_out(void **state)
{
    (void)state;
    Bench bench = {0};
    bench_add(&bench, shape_box(vec3d(40, 20, 40)), affine_translation(vec3d(0, -10, 0)));
    bench_add(&bench, shape_box(vec3d(10, 10, 10)), affine_translation(vec3d(0, 2, 0)));
    grab(&bench, false);
    assert_false(bench.exempt[0]);
    for (int i = 1; i <= 10; ++i)
        pull(&bench, MOTION_SLIDE, vec3d(0.5 * i, 2 - 0.5 * i, 0), vec3d(0, 0, 0), false);
    judge(&bench, "sunk");
    Vec3d at = place_of(&bench);
    if (fabs(at.x - 5) > 0.01 || at.y < 1.8)
        fail_msg("pressed to %.9g %.9g %.9g", at.x, at.y, at.z);
    for (int i = 1; i <= 20; ++i)
        pull(&bench, MOTION_SLIDE, vec3d(5, 2 + 0.5 * i, 0), vec3d(0, 0, 0), false);
    assert_true(fabs(place_of(&bench).y - 12) < 1e-3);
    bench.start_depth[0] = 0; // it was apart
    for (int i = 1; i <= 30; ++i) {
        pull(&bench, i % 2 ? MOTION_SLIDE : MOTION_STOP, vec3d(5, 12 - i, 0), vec3d(0, 0, 0),
             false);
        judge(&bench, "back down");
    }
    assert_true(place_of(&bench).y > 5 && place_of(&bench).y < 5.01);
    bench_free(&bench);
}

// What lies inside another part can be taken out by hand: it is exempt, and said so.
static void what_is_inside_is_exempt(void **state)
{
    (void)state;
    Bench bench = {0};
    bench_add(&bench, shape_box(vec3d(40, 20, 40)), affine_identity());
    bench_add(&bench, shape_box(vec3d(2, 2, 2)), affine_identity());
    grab(&bench, false);
    int32_t count;
    const MotionExempt *exempt = motion_exempt(bench.motion, &count);
    assert_true(count == 1 && exempt[0].part == 0 && exempt[0].reason == LIMIT_INSIDE);
    pull(&bench, MOTION_SLIDE, vec3d(0, 50, 0), vec3d(0, 0, 0), false);
    assert_true(fabs(place_of(&bench).y - 50) < 1e-6);
    bench_free(&bench);
}

static Affine near_place(Rng *rng, bool grid)
{
    Affine place = grid ? affine_identity() : rng_rotation(rng);
    place.p = grid ? vec3d(2 * (rng_below(rng, 5) - 2), 2 * (rng_below(rng, 3) - 1),
                           2 * (rng_below(rng, 3) - 1))
                   : rng_in_cube(rng, 5);
    return place;
}

// The poses of the last step, and poses between them.
static void judge_way(Bench *bench, const MotionResult *result, const Affine *rest, int between)
{
    Affine end = bench->parts[hand_of(bench)].placement;
    for (int leg = 1; leg < result->way_count; ++leg) {
        RigidStep step = rigid_step_between(&result->way[leg - 1], &result->way[leg]);
        for (int k = 1; k <= between; ++k) {
            RigidPose pose = rigid_pose_moved(&result->way[leg - 1], &step, (double)k / between);
            bench->parts[hand_of(bench)].placement = rigid_placement(&pose, rest);
            judge(bench, "on the way");
        }
    }
    bench->parts[hand_of(bench)].placement = end;
    RigidPose last = motion_pose(bench->motion);
    assert_memory_equal(&last, &result->way[result->way_count - 1], sizeof last);
}

// Random parts, flush ones on a grid among them, pulled about in both modes.
static void random_drags_violate_nothing(void **state)
{
    (void)state;
    size_t frames = 0, judged = 0, held = 0, exempt = 0, pairs = 0;
    double deepest = 0;
    for (uint64_t seed = 1; seed <= (long_tier() ? 400 : 14); ++seed) {
        Rng rng = rng_create(seed);
        Bench bench = {0};
        bool grid = seed % 2;
        int32_t parts = 2 + rng_below(&rng, 4);
        for (int32_t i = 0; i < parts; ++i) {
            Mesh *mesh = grid || i % 3 == 0 ? shape_box(vec3d(2, 2, 2))
                         : i % 3 == 1       ? shape_cylinder(1, 3, 12)
                                            : shape_torus(1.2, 0.4, 12, 8);
            bench_add(&bench, mesh, near_place(&rng, grid));
        }
        grab(&bench, false);
        Vec3d at = place_of(&bench);
        Affine rest = rigid_rest(&bench.parts[hand_of(&bench)].placement, at);
        for (int frame = 0; frame < (long_tier() ? 50 : 28); ++frame) {
            bool turning = frame / 7 % 2;
            at = vec3d_add(at, rng_in_cube(&rng, 1.5));
            at = vec3d_scale(at, 0.95);
            MotionResult result = pull(&bench, frame / 14 % 2 ? MOTION_STOP : MOTION_SLIDE, at,
                                       rng_in_cube(&rng, 0.4), turning);
            judge_way(&bench, &result, &rest, long_tier() ? 16 : 2);
            ++frames;
        }
        judged += bench.judged, held += bench.held;
        deepest = fmax(deepest, bench.deepest);
        for (int32_t i = 0; i < parts - 1; ++i)
            exempt += bench.exempt[i], ++pairs;
        bench_free(&bench);
    }
    printf(
        "RAN: %zu frames, %zu held, %zu poses judged, at most %.3f of the depth that is allowed\n",
        frames, held, judged, deepest);
    printf("RAN: %zu of %zu pairs exempt\n", exempt, pairs);
    assert_true(held > frames / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flush_blocks_slide),
        cmocka_unit_test(a_flush_bolt_goes_out_and_back),
        cmocka_unit_test(fits_may_touch_although_they_are_near),
        cmocka_unit_test(what_was_deep_comes_out_and_stays_out),
        cmocka_unit_test(what_is_inside_is_exempt),
        cmocka_unit_test(random_drags_violate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
