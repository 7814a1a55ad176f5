#include "core/tests/motion_bench.h"

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
    bench->hand = bench->count;
    bench->roles[bench->count] = MOTION_STANDS;
    bench->groups[bench->count] = -1;
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

static double depth_between(Bench *bench, int32_t i, int32_t k, bool *meet, double *error)
{
    PosedPart a = bench->parts[i], b = bench->parts[k];
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

static double tolerance_between(const Bench *bench, int32_t i, int32_t k)
{
    return contact_tolerance(&(ContactDesc){0}, &bench->parts[i], &bench->parts[k]);
}

int32_t hand_of(const Bench *bench)
{
    return bench->hand;
}

double depth_of(Bench *bench, int32_t part, bool *meet, double *error)
{
    return depth_between(bench, part, bench->hand, meet, error);
}

double tolerance_of(const Bench *bench, int32_t part)
{
    return tolerance_between(bench, part, bench->hand);
}

static bool always_fits(void *user, int32_t hand, int32_t other, LimitStart *out, bool *ignored)
{
    (void)user, (void)hand, (void)other, (void)ignored;
    out->fits = true;
    return false;
}

static bool may_move(const Bench *bench, int32_t part)
{
    return bench->roles[part] == MOTION_HAND || bench->roles[part] == MOTION_LOOSE;
}

static void note_exempt(Bench *bench)
{
    int32_t count;
    const MotionExempt *exempt = motion_exempt(bench->motion, &count);
    for (int32_t i = 0; i < count; ++i) {
        int32_t a = exempt[i].hand, b = exempt[i].part;
        bench->exempt[a < b ? a : b][a < b ? b : a] = true;
    }
}

void grab(Bench *bench, bool fits)
{
    Error err = {""};
    bench->roles[bench->hand] = MOTION_HAND;
    MotionDesc desc = {.parts = bench->parts,
                       .roles = bench->roles,
                       .groups = bench->groups,
                       .part_count = bench->count,
                       .pivot = bench->parts[bench->hand].placement.p,
                       .start = fits ? always_fits : NULL,
                       .book = &bench->book,
                       .solids = &bench->solids};
    motion_end(bench->motion);
    bench->motion = motion_begin(&desc, NULL, &err);
    if (!bench->motion)
        fail_msg("%s", err.text);
    memset(bench->exempt, 0, sizeof bench->exempt);
    note_exempt(bench);
    for (int32_t i = 0; i < bench->count; ++i)
        for (int32_t k = i + 1; k < bench->count; ++k) {
            if (!may_move(bench, i) && !may_move(bench, k))
                continue;
            bool meet;
            double error, depth = depth_between(bench, i, k, &meet, &error);
            double tolerance = tolerance_between(bench, i, k);
            bench->limit[i][k] = meet   ? fmax(tolerance, 1.05 * (depth + error))
                                 : fits ? tolerance
                                        : 0;
        }
}

static void judge_pair(Bench *bench, int32_t i, int32_t k, const char *what)
{
    bool meet;
    double error, depth = depth_between(bench, i, k, &meet, &error), limit = bench->limit[i][k];
    if (bench->exempt[i][k] || !meet)
        return;
    if (limit == 0)
        fail_msg("%s, frame %zu: parts %d and %d meet", what, bench->judged, i, k);
    bench->deepest = fmax(bench->deepest, depth / limit);
    if (depth > limit * 1.000001)
        fail_msg("%s, frame %zu: parts %d and %d are %.9g deep, %.9g are allowed", what,
                 bench->judged, i, k, depth, limit);
}

// Of a body, against all others; below 0: of all bodies.
static void judge_body(Bench *bench, int32_t body, const char *what)
{
    ++bench->judged;
    note_exempt(bench);
    for (int32_t i = 0; i < bench->count; ++i)
        for (int32_t k = i + 1; k < bench->count; ++k) {
            int32_t own = motion_body(bench->motion, i), other = motion_body(bench->motion, k);
            if (own != other && (may_move(bench, i) || may_move(bench, k)) &&
                (body < 0 || own == body || other == body))
                judge_pair(bench, i, k, what);
        }
}

void judge(Bench *bench, const char *what)
{
    judge_body(bench, -1, what);
}

static void place_body(Bench *bench, int32_t body, const RigidPose *pose)
{
    for (int32_t i = 0; i < bench->count; ++i)
        if (motion_body(bench->motion, i) == body)
            bench->parts[i].placement = motion_placed(bench->motion, i, pose);
}

// Those legs that happen in one moment; the first one behind them.
static int32_t judge_moment(Bench *bench, const MotionLeg *legs, int32_t first, int32_t count,
                            int between)
{
    int32_t end = first;
    while (end < count && legs[end].moment == legs[first].moment)
        ++end;
    for (int k = 1; k <= between; ++k) {
        for (int32_t i = first; i < end; ++i) {
            RigidStep step = rigid_step_between(&legs[i].from, &legs[i].to);
            RigidPose pose = rigid_pose_moved(&legs[i].from, &step, (double)k / between);
            place_body(bench, legs[i].body, k < between ? &pose : &legs[i].to);
        }
        for (int32_t i = first; i < end; ++i)
            judge_body(bench, legs[i].body, "on the way");
    }
    return end;
}

void judge_way(Bench *bench, int between)
{
    int32_t count;
    const MotionLeg *legs = motion_legs(bench->motion, &count);
    for (int32_t i = count; i-- > 0;) // to where each body began
        place_body(bench, legs[i].body, &legs[i].from);
    for (int32_t i = 0; i < count;)
        i = judge_moment(bench, legs, i, count, between);
    for (int32_t i = 0; i < bench->count; ++i) { // and they lead to where the parts are
        Affine placement = motion_placement(bench->motion, i);
        assert_memory_equal(&placement, &bench->parts[i].placement, sizeof placement);
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
    for (int32_t i = 0; i < bench->count; ++i)
        bench->parts[i].placement = motion_placement(bench->motion, i);
    int32_t pushed;
    motion_pushed(bench->motion, &pushed);
    bench->held += result.blocker_count > 0;
    bench->pushed += pushed > 0;
    return result;
}

Vec3d place_of(const Bench *bench)
{
    return bench->parts[bench->hand].placement.p;
}
