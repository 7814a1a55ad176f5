#include "core/motion/hand_joint.h"

#include "core/base/angle.h"
#include "core/base/array.h"

#include <assert.h>

// The middle of what each body carries.
static bool middles_of(const HandJointDesc *desc, const JointGrip *grip, Vec3d **out)
{
    Vec3d *middles = mem_calloc((size_t)grip->body_count, sizeof *middles);
    int32_t *counts = mem_calloc((size_t)grip->body_count, sizeof *counts);
    for (int32_t i = 0; middles && counts && i < desc->part_count; ++i) {
        int32_t body = grip->body_of[i];
        if (body < 0)
            continue;
        Vec3d way = vec3d_sub(desc->centres[i], middles[body]);
        middles[body] = vec3d_add_scaled(middles[body], way, 1.0 / ++counts[body]);
    }
    bool ok = middles && counts;
    mem_free(counts);
    *out = middles;
    return ok;
}

bool hand_joint_make(const HandJointDesc *desc, HandJoint *out, Error *err)
{
    assert(desc && desc->joints && out);
    *out = (HandJoint){.pivot = desc->pivot, .point = desc->point};
    if (!joint_grip_make(desc->joints, desc->part_count, desc->taken, &out->grip, err))
        return false;
    Vec3d *middles = NULL;
    bool ok = middles_of(desc, &out->grip, &middles)
                  ? joint_freedom_make(desc->joints, &out->grip, desc->placements, desc->last,
                                       middles, &out->freedom, &out->range, err)
                  : error_set(err, "not enough memory for joints");
    mem_free(middles);
    if (!ok) {
        hand_joint_free(out);
        return false;
    }
    if (out->grip.joint < 0)
        return true;
    out->joint = desc->joints->joints[out->grip.joint];
    out->parent = out->joint.parent >= 0 ? desc->placements[out->joint.parent] : affine_identity();
    out->child = desc->placements[out->joint.child];
    out->wish = out->range.start;
    return true;
}

void hand_joint_free(HandJoint *hand)
{
    joint_freedom_free(&hand->freedom);
    joint_grip_free(&hand->grip);
}

// By how much a pose has turned about an axis: the nearest to `last` of those that differ by full turns.
static double twist_of(const RigidPose *pose, Vec3d axis, double last)
{
    double along = pose->q[1] * axis.x + pose->q[2] * axis.y + pose->q[3] * axis.z;
    double angle = 2 * atan2(along, pose->q[0]);
    return angle + 2 * PI * round((last - angle) / (2 * PI));
}

// Where the hand's point is when the joint is where the last wish wanted it.
static Vec3d point_at(const HandJoint *hand, const JointFrame *axis)
{
    double turn = hand->wish.turn - hand->range.start.turn;
    double shift = hand->wish.shift - hand->range.start.shift;
    Affine round = affine_rotation(axis->axis, turn);
    Vec3d arm = affine_apply(&round, vec3d_sub(hand->point, axis->origin));
    return vec3d_add_scaled(vec3d_add(axis->origin, arm), axis->axis, shift);
}

void hand_joint_follow(HandJoint *hand, const RigidPose *target, bool turning,
                       double at[FREEDOM_COORDINATES])
{
    const Affine *parent = hand->joint.parent >= 0 ? &hand->parent : NULL;
    JointFrame axis;
    JointCoordinates wanted = hand->wish;
    Vec3d shift = vec3d_sub(target->pivot, hand->pivot);
    bool good = joint_frame_at(&hand->joint.frame[0], parent, &axis); // as it was at the grab
    if (good && turning) {
        double turned = hand->wish.turn - hand->range.start.turn;
        wanted.turn = hand->range.start.turn + twist_of(target, axis.axis, turned);
        wanted.shift = hand->range.start.shift + vec3d_dot(shift, axis.axis);
    } else if (good) {
        Joint endless = hand->joint; // limits come behind this, and are told
        endless.low = joint_default(endless.kind, -1, 0).low;
        endless.high = joint_default(endless.kind, -1, 0).high;
        joint_follow(&endless, parent, hand->wish, point_at(hand, &axis),
                     vec3d_add(hand->point, shift), &wanted);
    }
    hand_joint_set(hand, wanted, at);
}

void hand_joint_set(HandJoint *hand, JointCoordinates wanted, double at[FREEDOM_COORDINATES])
{
    if (hand->joint.kind == JOINT_SCREW)
        wanted.shift = joint_lead(&hand->joint) * wanted.turn;
    hand->wish = wanted;
    joint_freedom_at(&hand->joint, &hand->range, wanted, at);
}

int32_t hand_joint_cut(HandJoint *hand, double at[FREEDOM_COORDINATES])
{
    int32_t joint = -1;
    for (int k = 0; k < hand->freedom.coordinates; ++k) {
        if (at[k] < hand->freedom.low[k])
            at[k] = hand->freedom.low[k], joint = hand->range.low[k];
        if (at[k] > hand->freedom.high[k])
            at[k] = hand->freedom.high[k], joint = hand->range.high[k];
    }
    // A hand that goes on round the axis comes to the other end at last, instead of winding up.
    if (joint >= 0)
        hand->wish = hand_joint_coordinates(hand, at);
    return joint;
}

JointCoordinates hand_joint_coordinates(const HandJoint *hand, const double *at)
{
    return joint_freedom_coordinates(&hand->joint, &hand->range, &hand->freedom, at);
}
