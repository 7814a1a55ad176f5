#include "core/motion/motion.h"

#include "core/base/array.h"
#include "core/motion/mover.h"

#include <assert.h>

// --- the grab

// The ball about the middle of a box: for what stands still that is good enough.
static MotionBody standing_body(const PosedPart *part)
{
    const Box3d *box = &part->tree->box;
    Vec3d middle = vec3d_lerp(box->lo, box->hi, 0.5);
    MotionBody body = {.pose = rigid_pose_at(affine_apply(&part->placement, middle))};
    for (int i = 0; i < 8; ++i) {
        Vec3d corner = affine_apply(&part->placement, box3d_corner(box, i));
        body.reach = fmax(body.reach, vec3d_distance(corner, body.pose.pivot));
    }
    body.reach *= 1 + 1e-12;
    return body;
}

static Vec3d middle_of(const PosedPart *part)
{
    if (!part->tree) // hidden, and carried along
        return part->placement.p;
    return affine_apply(&part->placement, vec3d_lerp(part->tree->box.lo, part->tree->box.hi, 0.5));
}

// What moves, and along which joint.
static bool take_joint(Motion *motion, Error *err)
{
    const MotionDesc *desc = &motion->desc;
    size_t count = (size_t)desc->part_count + 1;
    bool *taken = array_alloc(count, sizeof *taken);
    Affine *placements = array_alloc(count, sizeof *placements);
    Vec3d *centres = array_alloc(count, sizeof *centres);
    bool ok = (taken && placements && centres) || motion_no_memory(err);
    for (int32_t i = 0; ok && i < desc->part_count; ++i) {
        taken[i] = desc->roles[i] == MOTION_HAND;
        placements[i] = desc->parts[i].placement;
        centres[i] = middle_of(&desc->parts[i]);
    }
    HandJointDesc hand = {.joints = &desc->joints,
                          .last = desc->coordinates,
                          .part_count = desc->part_count,
                          .taken = taken,
                          .placements = placements,
                          .centres = centres,
                          .pivot = desc->pivot,
                          .point = desc->point ? *desc->point : desc->pivot};
    ok = ok && joint_set_check(&desc->joints, desc->part_count, NULL, err) &&
         hand_joint_make(&hand, &motion->joint, err);
    mem_free(taken);
    mem_free(placements);
    mem_free(centres);
    for (int32_t i = 0; ok && i < desc->part_count; ++i)
        if (motion->joint.grip.body_of[i] >= 0 && motion->roles[i] != MOTION_OUT)
            motion->roles[i] = MOTION_HAND;
    return ok;
}

static void make_bodies(Motion *motion)
{
    const MotionDesc *desc = &motion->desc;
    const HandJoint *joint = &motion->joint;
    for (int32_t i = 0; i < joint->grip.body_count; ++i) {
        Vec3d pivot = joint->grip.joint >= 0 ? joint->freedom.bodies[i].start.pivot : desc->pivot;
        MotionBody body = {.pose = rigid_pose_at(pivot)};
        if (joint->grip.joint >= 0 && joint->freedom.bodies[i].count == 1)
            body.axis = joint->freedom.screws[joint->freedom.bodies[i].first].axis;
        motion->bodies[motion->body_count++] = body;
    }
    for (int32_t i = 0; i < desc->part_count; ++i) {
        motion->body_of[i] = joint->grip.body_of[i];
        if (desc->roles[i] != MOTION_STANDS)
            continue;
        motion->body_of[i] = motion->body_count;
        motion->bodies[motion->body_count++] = standing_body(&desc->parts[i]);
    }
    for (int32_t i = 0; i < motion->body_count; ++i)
        motion->starts[i] = motion->bodies[i].pose;
}

static bool copy_joints(Motion *motion, const JointSet *from, Error *err)
{
    size_t joints = (size_t)from->count, couplings = (size_t)from->coupling_count;
    motion->joints = array_alloc(joints + 1, sizeof *motion->joints);
    motion->couplings = array_alloc(couplings + 1, sizeof *motion->couplings);
    if (!motion->joints || !motion->couplings)
        return motion_no_memory(err);
    if (joints > 0)
        memcpy(motion->joints, from->joints, joints * sizeof *motion->joints);
    if (couplings > 0)
        memcpy(motion->couplings, from->couplings, couplings * sizeof *motion->couplings);
    motion->desc.joints.joints = motion->joints;
    motion->desc.joints.couplings = motion->couplings;
    return true;
}

static bool grab(Motion *motion, const MotionDesc *desc, Job *job, Error *err)
{
    size_t count = (size_t)desc->part_count;
    motion->parts = array_alloc(count, sizeof *motion->parts);
    motion->roles = array_alloc(count, 1);
    motion->body_of = array_alloc(count, sizeof *motion->body_of);
    motion->bodies = array_alloc(count + 1, sizeof *motion->bodies);
    motion->starts = array_alloc(count + 1, sizeof *motion->starts);
    if (!motion->parts || !motion->roles || !motion->body_of || !motion->bodies || !motion->starts)
        return motion_no_memory(err);
    memcpy(motion->parts, desc->parts, count * sizeof *motion->parts);
    memcpy(motion->roles, desc->roles, count);
    motion->desc = *desc;
    motion->desc.parts = motion->parts;
    motion->desc.roles = motion->roles;
    if (!copy_joints(motion, &desc->joints, err) || !take_joint(motion, err))
        return false;
    motion->desc.coordinates = NULL;
    motion->desc.point = NULL;
    make_bodies(motion);
    if (!mover_make(&motion->hand, HAND_BODY, motion->joint.grip.body_count, motion, job, err))
        return false;
    motion->hand.slide.freedom = motion->joint.freedom;
    return true;
}

Motion *motion_begin(const MotionDesc *desc, Job *job, Error *err)
{
    assert(desc && desc->parts && desc->roles && desc->book && desc->solids);
    Motion *motion = mem_calloc(1, sizeof *motion);
    if (!motion) {
        motion_no_memory(err);
        return NULL;
    }
    if (!grab(motion, desc, job, err)) {
        motion_end(motion);
        return NULL;
    }
    return motion;
}

void motion_end(Motion *motion)
{
    if (!motion)
        return;
    mover_free(&motion->hand);
    hand_joint_free(&motion->joint);
    mem_free(motion->joints);
    mem_free(motion->couplings);
    mem_free(motion->parts);
    mem_free(motion->roles);
    mem_free(motion->bodies);
    mem_free(motion->starts);
    mem_free(motion->body_of);
    mem_free(motion->exempt);
    mem_free(motion);
}

// --- a frame

static void add_blocker(const Mover *mover, int32_t pair, Vec3d place, double force,
                        MotionResult *out)
{
    const MoverPair *info = &mover->infos[pair];
    int at = out->blocker_count;
    while (at > 0 && out->blockers[at - 1].force < force)
        --at; // the hardest first
    if (at >= MOTION_BLOCKERS)
        return;
    if (out->blocker_count < MOTION_BLOCKERS)
        ++out->blocker_count;
    for (int k = out->blocker_count - 1; k > at; --k)
        out->blockers[k] = out->blockers[k - 1];
    out->blockers[at] = (MotionBlocker){info->part, info->own, place, force};
}

// Of all places at which a pair is near, the nearest.
static Vec3d nearest_place(const Mover *mover, int32_t pair)
{
    const Constraint *best = NULL;
    for (size_t i = 0; i < mover->slide.near.count; ++i) {
        const Constraint *c = &mover->slide.near.items[i];
        if (c->pair == pair && (!best || c->gap < best->gap))
            best = c;
    }
    return best ? best->at[1] : mover->scene.bodies[mover->scene.pairs[pair].body[1]].pose.pivot;
}

static void slide_step(Mover *mover, const MotionWish *wish, const FreedomPlace *target,
                       const AdvanceDesc *desc, MotionResult *out, Error *err)
{
    mover->slide.turning = wish->turning;
    out->end = slide_frame(&mover->slide, &mover->scene, &mover->list, mover->insets, target, desc,
                           mover->force, err);
    for (int32_t i = 0; i < mover->scene.pair_count; ++i) {
        double force = vec3d_length(mover->force[i]);
        if (force > 0.02 * mover->gap)
            add_blocker(mover, i, nearest_place(mover, i), force, out);
    }
}

static void stop_step(Mover *mover, const MotionWish *wish, const FreedomPlace *target,
                      const AdvanceDesc *desc, MotionResult *out, Error *err)
{
    Freedom *freedom = &mover->slide.freedom;
    FreedomPlace from = freedom_place(freedom, &mover->scene);
    FreedomStep step = freedom_between(freedom, &from, target, wish->turning);
    freedom_try(freedom, &mover->scene, &step);
    Advance gone = advance(&mover->scene, &mover->list, desc, err);
    if (gone.blocker >= 0)
        add_blocker(mover, gone.blocker, gone.place, scene_bound(&mover->scene), out);
    freedom_stand(freedom, &mover->scene);
    out->end = gone.end;
    if (freedom->coordinates > 0) { // the same place, from its coordinates
        double at[FREEDOM_COORDINATES];
        for (int k = 0; k < FREEDOM_COORDINATES; ++k)
            at[k] = gone.fraction == 1 ? target->at[k] : from.at[k] + gone.fraction * step.by[k];
        FreedomPlace to = freedom_place_at(freedom, at);
        freedom_go(freedom, &mover->scene, &to);
    }
    mover->slide.way[0] = from;
    mover->slide.way[1] = freedom_place(freedom, &mover->scene);
    mover->slide.way_count = 2;
}

// What is wanted, whether limits allow it or not, and what of it they do.
static FreedomPlace target_of(Motion *motion, const MotionWish *wish, FreedomPlace *wanted,
                              int32_t *limit_joint)
{
    HandJoint *joint = &motion->joint;
    *limit_joint = -1;
    *wanted = (FreedomPlace){.pose = wish->target};
    if (joint->grip.joint < 0)
        return *wanted;
    double at[FREEDOM_COORDINATES];
    if (wish->has_coordinates)
        hand_joint_set(joint, wish->coordinates, at);
    else
        hand_joint_follow(joint, &wish->target, wish->turning, at);
    *wanted = freedom_place_at(&joint->freedom, at);
    *limit_joint = hand_joint_cut(joint, at);
    return freedom_place_at(&joint->freedom, at);
}

static void tell_way(const Motion *motion, MotionResult *out)
{
    const Slide *slide = &motion->hand.slide;
    out->way_count = slide->way_count;
    for (int i = 0; i < out->way_count; ++i) {
        out->way[i] = slide->way[i].pose;
        if (motion->joint.grip.joint >= 0)
            out->way_coordinates[i] = hand_joint_coordinates(&motion->joint, slide->way[i].at);
    }
    out->coordinates = out->way_coordinates[out->way_count - 1];
}

bool motion_step(Motion *motion, const MotionWish *wish, MotionResult *out, Error *err)
{
    assert(motion && wish && out);
    Mover *mover = &motion->hand;
    const Freedom *freedom = &mover->slide.freedom;
    MotionWork before = mover->scene.work;
    AdvanceDesc desc = {
        .stand_off = mover->slide.stand_off, .work = wish->work, .budget = wish->budget};
    *out = (MotionResult){.end = ADVANCE_ARRIVED};
    FreedomPlace wanted, target = target_of(motion, wish, &wanted, &out->limit_joint);
    // Straight towards it is not what joints on moved joints do; along one number it is the same.
    if (wish->mode == MOTION_SLIDE || !freedom_is_straight(freedom))
        slide_step(mover, wish, &target, &desc, out, err);
    else
        stop_step(mover, wish, &target, &desc, out, err);
    tell_way(motion, out);
    if (!mover_let_out(mover, motion, err))
        out->end = ADVANCE_NO_MEMORY;
    if (out->end == ADVANCE_ARRIVED && out->limit_joint >= 0)
        out->end = ADVANCE_BLOCKED;
    FreedomPlace now = freedom_place(freedom, &mover->scene);
    FreedomStep left = freedom_between(freedom, &now, &wanted, wish->turning);
    out->lag = freedom_bound(freedom, &mover->scene, &left);
    out->work = mover->scene.work;
    out->work.lists -= before.lists;
    out->work.listed -= before.listed;
    out->work.closest -= before.closest;
    out->work.planes -= before.planes;
    out->work.steps -= before.steps;
    return out->end != ADVANCE_NO_MEMORY;
}

RigidPose motion_pose(const Motion *motion)
{
    return motion->bodies[HAND_BODY].pose;
}

Vec3d motion_pivot(const Motion *motion)
{
    return motion->starts[HAND_BODY].pivot;
}

int32_t motion_joint(const Motion *motion)
{
    return motion->joint.grip.joint;
}

Affine motion_placement_at(const Motion *motion, int32_t part, JointCoordinates at)
{
    const HandJoint *joint = &motion->joint;
    assert(part >= 0 && part < motion->desc.part_count && joint->grip.joint >= 0);
    const Affine *placement = &motion->parts[part].placement;
    int32_t body = joint->grip.body_of[part];
    double by[FREEDOM_COORDINATES];
    if (body < 0)
        return *placement;
    joint_freedom_at(&joint->joint, &joint->range, at, by);
    RigidPose pose = freedom_pose(&joint->freedom, body, by);
    Affine rest = rigid_rest(placement, motion->starts[body].pivot);
    return rigid_placement(&pose, &rest);
}

Affine motion_placement(const Motion *motion, int32_t part)
{
    assert(part >= 0 && part < motion->desc.part_count);
    int32_t body = motion->body_of[part];
    const Affine *placement = &motion->parts[part].placement;
    // What was not moved is where it was, bit for bit.
    if (body < 0 ||
        memcmp(&motion->bodies[body].pose, &motion->starts[body], sizeof(RigidPose)) == 0)
        return *placement;
    Affine rest = rigid_rest(placement, motion->starts[body].pivot);
    return rigid_placement(&motion->bodies[body].pose, &rest);
}

const MotionExempt *motion_exempt(const Motion *motion, int32_t *count)
{
    *count = (int32_t)motion->exempt_count;
    return motion->exempt;
}

double motion_reach(const Motion *motion)
{
    return motion->bodies[HAND_BODY].reach;
}

double motion_gap(const Motion *motion)
{
    return motion->hand.gap;
}

double motion_give(const Motion *motion, int32_t part)
{
    const Mover *hand = &motion->hand;
    double most = 0;
    for (int32_t i = 0; i < hand->scene.pair_count; ++i)
        if (hand->infos[i].part == part)
            most = fmax(most, hand->insets[i] - hand->slide.stand_off);
    return most;
}
