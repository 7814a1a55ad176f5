#include "core/tests/motion_bench.h"

#include "core/query/query.h"
#include "core/tree/build/build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

void bench_add(Bench *bench, Mesh *mesh, Affine placement)
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

void bench_free(Bench *bench)
{
    motion_end(bench->motion);
    for (int32_t i = 0; i < bench->count; ++i)
        bvh_release((Bvh *)bench->parts[i].tree);
    solid_cache_free(&bench->solids);
    limit_book_free(&bench->book);
}

// The last part is the one in the hand.
int32_t hand_of(const Bench *bench)
{
    return bench->count - 1;
}

double depth_of(Bench *bench, int32_t part, bool *meet, double *error)
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

double tolerance_of(const Bench *bench, int32_t part)
{
    return contact_tolerance(&(ContactDesc){0}, &bench->parts[part], &bench->parts[hand_of(bench)]);
}

static bool always_fits(void *user, int32_t hand, int32_t other, LimitStart *out, bool *ignored)
{
    (void)user, (void)hand, (void)other, (void)ignored;
    out->fits = true;
    return false;
}

void grab(Bench *bench, bool fits)
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

void judge(Bench *bench, const char *what)
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

MotionResult pull(Bench *bench, enum MotionMode mode, Vec3d to, Vec3d turn, bool turning)
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

Vec3d place_of(const Bench *bench)
{
    return bench->parts[hand_of(bench)].placement.p;
}

void judge_way(Bench *bench, const MotionResult *result, const Affine *rest, int between)
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
