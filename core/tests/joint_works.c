#include "core/tests/joint_works.h"

#include "core/mesh/chord_error.h"
#include "core/mesh/shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

void add_box(Works *works, Vec3d size, Vec3d at)
{
    bench_add(&works->base, shape_box(size), affine_translation(at));
}

Joint *join(Works *works, enum JointKind kind, int32_t parent, int32_t child, Vec3d origin,
            Vec3d axis)
{
    Joint joint = joint_default(kind, parent, child);
    Vec3d side = fabs(axis.x) > 0.9 ? vec3d(0, 1, 0) : vec3d(1, 0, 0);
    JointFrame world = {origin, axis, side};
    const Affine *on = parent >= 0 ? &works->base.parts[parent].placement : NULL;
    assert_true(joint_frame_of(&world, on, &joint.frame[0]));
    assert_true(joint_frame_of(&world, &works->base.parts[child].placement, &joint.frame[1]));
    works->joints[works->set.count] = joint;
    works->set.joints = works->joints;
    return &works->joints[works->set.count++];
}

void couple(Works *works, int32_t first, int32_t second, double ratio)
{
    works->couplings[works->set.coupling_count++] = (JointCoupling){{first, second}, ratio, 0};
    works->set.couplings = works->couplings;
}

MotionDesc take_desc(Works *works, uint8_t *roles, int32_t hand)
{
    for (int32_t i = 0; i < works->base.count; ++i)
        roles[i] = i == hand ? MOTION_HAND : MOTION_STANDS;
    const Box3d *box = &works->base.parts[hand].tree->box;
    Vec3d middle = vec3d_lerp(box->lo, box->hi, 0.5);
    return (MotionDesc){.parts = works->base.parts,
                        .roles = roles,
                        .part_count = works->base.count,
                        .pivot = affine_apply(&works->base.parts[hand].placement, middle),
                        .joints = works->set,
                        .coordinates = works->last,
                        .book = &works->base.book,
                        .solids = &works->base.solids};
}

void take(Works *works, int32_t hand)
{
    Error err = {""};
    uint8_t roles[MOST_PARTS];
    MotionDesc desc = take_desc(works, roles, hand);
    motion_end(works->base.motion);
    works->base.motion = motion_begin(&desc, NULL, &err);
    if (!works->base.motion)
        fail_msg("%s", err.text);
}

MotionResult step(Works *works, const MotionWish *wish)
{
    MotionResult result;
    Error err = {""};
    if (!motion_step(works->base.motion, wish, &result, &err))
        fail_msg("%s", err.text);
    for (int32_t i = 0; i < works->base.count; ++i)
        works->base.parts[i].placement = motion_placement(works->base.motion, i);
    return result;
}

MotionResult drive(Works *works, enum MotionMode mode, double turn, double shift)
{
    MotionWish wish = {.mode = mode, .has_coordinates = true, .coordinates = {{turn, shift}}};
    MotionResult result = step(works, &wish);
    for (int i = 0; i < 300 && result.end != ADVANCE_ARRIVED && result.moved; ++i) {
        double before = result.lag;
        result = step(works, &wish);
        if (!(result.lag < before))
            break;
    }
    return result;
}

// --- the judge

static bool meet(const Works *works, const Affine *placements, int32_t a, int32_t b)
{
    Affine b_to_a;
    Error err = {""};
    ContactList found = {0};
    QueryDesc desc = {.mode = QUERY_FIRST};
    assert_true(placement_between(&placements[a], &placements[b], &b_to_a));
    assert_true(query_contacts(works->base.parts[a].tree, works->base.parts[b].tree, &b_to_a, &desc,
                               NULL, &found, NULL, &err));
    bool any = found.count > 0;
    contact_list_free(&found);
    return any;
}

static bool joined(const Works *works, int32_t a, int32_t b)
{
    for (int32_t i = 0; i < works->set.count; ++i) {
        const Joint *joint = &works->joints[i];
        if ((joint->parent == a && joint->child == b) || (joint->parent == b && joint->child == a))
            return true;
    }
    return false;
}

// What two parts that touch may have of each other: the tolerance, and what their facets stand out.
static void judge_joined(Works *works, const Affine *placements, int32_t a, int32_t b,
                         const char *what)
{
    Bench bench = works->base;
    bool any;
    double error, facets, allowed;
    bench.hand = b;
    bench.parts[a].placement = placements[a];
    bench.parts[b].placement = placements[b];
    allowed = tolerance_of(&bench, a);
    for (int k = 0; k < 2; ++k) {
        assert_true(mesh_chord_error(bench.parts[k ? b : a].tree->mesh, NULL, &facets));
        allowed += facets;
    }
    double depth = depth_of(&bench, a, &any, &error);
    works->base.solids = bench.solids;
    ++works->touches;
    if (depth > allowed * 1.000001)
        fail_msg("%s: parts %d and %d on a joint are %.9g deep, %.9g are allowed", what, a, b,
                 depth, allowed);
}

// All parts were apart at the grab: at no pose do any two of them meet, but for those that a joint joins.
static void judge_all(Works *works, const Affine *placements, const char *what)
{
    ++works->base.judged;
    for (int32_t a = 0; a < works->base.count; ++a)
        for (int32_t b = a + 1; b < works->base.count; ++b) {
            if (!meet(works, placements, a, b))
                continue;
            if (!joined(works, a, b))
                fail_msg("%s: parts %d and %d meet", what, a, b);
            judge_joined(works, placements, a, b, what);
        }
}

void judge_turns(Works *works, const char *what)
{
    Affine placements[MOST_PARTS];
    int32_t count;
    const MotionLeg *legs = motion_legs(works->base.motion, &count);
    for (int32_t leg = 0; leg < count; ++leg)
        for (int k = 1; k <= 16 && legs[leg].body == 0; ++k) {
            JointCoordinates at;
            for (int c = 0; c < 2; ++c) {
                double from = legs[leg].at[0].v[c];
                at.v[c] = from + (legs[leg].at[1].v[c] - from) * k / 16;
            }
            for (int32_t i = 0; i < works->base.count; ++i)
                placements[i] = motion_placement_at(works->base.motion, i, at);
            judge_all(works, placements, what);
        }
}

void judge_pushes(Works *works, Affine *placements, const char *what)
{
    int32_t count;
    const Motion *motion = works->base.motion;
    const MotionLeg *legs = motion_legs(motion, &count);
    for (int32_t leg = 0; leg < count; ++leg) {
        RigidStep way = rigid_step_between(&legs[leg].from, &legs[leg].to);
        for (int k = 1; k <= 16; ++k) {
            RigidPose pose = rigid_pose_moved(&legs[leg].from, &way, k / 16.0);
            for (int32_t i = 0; i < works->base.count; ++i)
                if (motion_body(motion, i) == legs[leg].body)
                    placements[i] = motion_placed(motion, i, &pose);
            judge_all(works, placements, what);
        }
    }
}

double distance_of(const Works *works, int32_t a, int32_t b)
{
    Affine b_to_a;
    Error err = {""};
    Distance found;
    assert_true(placement_between(&works->base.parts[a].placement, &works->base.parts[b].placement,
                                  &b_to_a));
    assert_true(query_distance(works->base.parts[a].tree, works->base.parts[b].tree, &b_to_a, NULL,
                               NULL, &found, NULL, &err));
    return found.value;
}

void on_joints(const Works *works, double slack)
{
    for (int32_t i = 0; i < works->set.count; ++i) {
        const Joint *joint = &works->joints[i];
        JointResidual off;
        const Affine *on = joint->parent >= 0 ? &works->base.parts[joint->parent].placement : NULL;
        assert_true(joint_residual(joint, on, &works->base.parts[joint->child].placement, &off));
        if (off.length > slack || off.angle > slack)
            fail_msg("joint %d is off by %.3g and %.3g", i, off.length, off.angle);
    }
}
