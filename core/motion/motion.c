#include "core/motion/motion.h"

#include "core/base/array.h"
#include "core/motion/push.h"

#include <assert.h>

#define MOST_LEG_TURN 2.5 // radians: well below half a turn

// --- from the grab to the release

Motion *motion_begin(const MotionDesc *desc, Job *job, Error *err)
{
    assert(desc && desc->parts && desc->roles && desc->book && desc->solids);
    Motion *motion = mem_calloc(1, sizeof *motion);
    if (!motion) {
        motion_no_memory(err);
        return NULL;
    }
    if (!motion_grab(motion, desc, job, err)) {
        motion_end(motion);
        return NULL;
    }
    return motion;
}

void motion_end(Motion *motion)
{
    if (!motion)
        return;
    for (int32_t i = 0; motion->movers && i < motion->body_count; ++i)
        mover_free(motion->movers[i]);
    for (int32_t i = 0; motion->along && i < motion->body_count; ++i) {
        if (motion->along[i])
            hand_joint_free(motion->along[i]);
        mem_free(motion->along[i]);
    }
    hand_joint_free(&motion->joint);
    mem_free(motion->joints);
    mem_free(motion->couplings);
    mem_free(motion->parts);
    mem_free(motion->roles);
    mem_free(motion->bodies);
    mem_free(motion->starts);
    mem_free(motion->told);
    mem_free(motion->loose);
    mem_free(motion->movers);
    mem_free(motion->along);
    mem_free(motion->legs);
    mem_free(motion->pushed);
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

// What holds a body and does not give way, or what holds that.
static void name_holders(const Motion *motion, Mover *mover, MotionResult *out)
{
    mover->asked = true;
    for (int32_t i = 0; i < mover->scene.pair_count; ++i) {
        double force = vec3d_length(mover->force[i]);
        Mover *other = motion->movers[mover->scene.pairs[i].body[1]];
        if (!(force > 0.02 * mover->gap))
            continue;
        if (!other || !other->pushed)
            add_blocker(mover, i, nearest_place(mover, i), force, out);
        else if (!other->asked)
            name_holders(motion, other, out);
    }
}

// Along a step of the hand, without sliding. end: where it leads to, if that is known better than by the
// sum; or NULL.
static Advance advance_hand(Mover *mover, const FreedomStep *step, const FreedomPlace *end,
                            const AdvanceDesc *desc, Error *err)
{
    Freedom *freedom = &mover->slide.freedom;
    freedom_try(freedom, &mover->scene, step);
    Advance gone = advance(&mover->scene, &mover->list, desc, err);
    if (freedom->coordinates > 0) { // the same place, from its coordinates
        double at[FREEDOM_COORDINATES];
        for (int k = 0; k < FREEDOM_COORDINATES; ++k)
            at[k] = end && gone.fraction == 1 ? end->at[k]
                                              : freedom->at[k] + gone.fraction * step->by[k];
        FreedomPlace to = freedom_place_at(freedom, at);
        freedom_go(freedom, &mover->scene, &to);
    }
    return gone;
}

// On a joint it may be many turns: in legs of less than half a turn each, as between two poses nobody
// could tell how often it went round; and so many at once.
static void stop_step(Motion *motion, const MotionWish *wish, const FreedomPlace *target,
                      const AdvanceDesc *desc, MotionResult *out, Error *err)
{
    Mover *mover = motion->movers[HAND_BODY];
    Slide *slide = &mover->slide;
    uint64_t before = motion_work_units(&mover->scene.work);
    AdvanceDesc leg = *desc;
    slide->way[0] = freedom_place(&slide->freedom, &mover->scene);
    slide->way_count = 1;
    out->end = mover_reserve_way(mover, motion, err) ? ADVANCE_STOPPED : ADVANCE_NO_MEMORY;
    while (out->end == ADVANCE_STOPPED && slide->way_count <= SLIDE_STEPS) {
        const FreedomPlace *from = &slide->way[slide->way_count - 1];
        FreedomStep step = freedom_between(&slide->freedom, from, target, wish->turning);
        double turn = slide->freedom.coordinates > 0 ? freedom_turn(&slide->freedom, &step) : 0;
        bool whole = turn <= MOST_LEG_TURN;
        if (!whole)
            step = freedom_scaled(&step, MOST_LEG_TURN / turn);
        Advance gone = advance_hand(mover, &step, whole ? target : NULL, &leg, err);
        if (gone.blocker >= 0)
            add_blocker(mover, gone.blocker, gone.place, scene_bound(&mover->scene), out);
        freedom_stand(&slide->freedom, &mover->scene);
        slide->way[slide->way_count++] = freedom_place(&slide->freedom, &mover->scene);
        uint64_t done = motion_work_units(&mover->scene.work) - before;
        bool used_up = desc->work > 0 && done >= desc->work;
        leg.work = desc->work > done ? desc->work - done : 0;
        if (gone.end != ADVANCE_ARRIVED || whole)
            out->end = gone.end;
        if (gone.end == ADVANCE_STOPPED || used_up)
            break;
    }
    mover_tell_way(mover, motion);
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

static MotionWork work_of(const Motion *motion)
{
    MotionWork sum = {0};
    for (int32_t i = 0; i < motion->body_count; ++i) {
        const Mover *mover = motion->movers[i];
        if (!mover)
            continue;
        motion_work_add(&sum, &mover->scene.work, 1);
    }
    return sum;
}

static void begin_step(Motion *motion)
{
    motion->leg_count = 0;
    motion->moment = 0;
    for (int32_t i = 0; i < motion->body_count; ++i)
        if (motion->movers[i])
            motion->movers[i]->pushed = motion->movers[i]->asked = false;
}

static bool end_step(Motion *motion, const MotionWish *wish, MotionResult *out, Error *err)
{
    const Mover *hand = motion->movers[HAND_BODY];
    out->moved = motion->leg_count > 0;
    if (motion->joint.grip.joint >= 0)
        out->coordinates = hand_joint_coordinates(&motion->joint, hand->slide.freedom.at);
    motion->pushed_count = 0;
    for (int32_t i = 0; i < motion->desc.part_count; ++i) {
        int32_t body = motion->body_of[i];
        if (body > HAND_BODY && motion->movers[body] && motion->movers[body]->pushed)
            motion->pushed[motion->pushed_count++] = i;
    }
    for (int32_t i = 0; i < motion->body_count; ++i)
        if (motion->movers[i] && !mover_let_out(motion->movers[i], motion, wish->job, err))
            return false;
    return true;
}

bool motion_step(Motion *motion, const MotionWish *wish, MotionResult *out, Error *err)
{
    assert(motion && wish && out);
    Mover *mover = motion->movers[HAND_BODY];
    const Freedom *freedom = &mover->slide.freedom;
    MotionWork before = work_of(motion);
    AdvanceDesc desc = {
        .stand_off = mover->slide.stand_off, .work = wish->work, .budget = wish->budget};
    *out = (MotionResult){.end = ADVANCE_ARRIVED};
    FreedomPlace wanted, target = target_of(motion, wish, &wanted, &out->limit_joint);
    begin_step(motion);
    mover->slide.turning = wish->turning;
    // Straight towards it is not what joints on moved joints do; along one number it is the same.
    bool slides = wish->mode == MOTION_SLIDE || !freedom_is_straight(freedom);
    if (wish->mode == MOTION_PUSH)
        out->end = push_frame(motion, wish, &target, err);
    else if (slides)
        out->end = mover_slide(mover, motion, &target, &desc, err);
    else
        stop_step(motion, wish, &target, &desc, out, err);
    if (wish->mode == MOTION_PUSH ? out->end != ADVANCE_ARRIVED : slides)
        name_holders(motion, mover, out);
    if (!end_step(motion, wish, out, err))
        out->end = ADVANCE_NO_MEMORY;
    if (out->end == ADVANCE_ARRIVED && out->limit_joint >= 0)
        out->end = ADVANCE_BLOCKED;
    FreedomPlace now = freedom_place(freedom, &mover->scene);
    FreedomStep left = freedom_between(freedom, &now, &wanted, wish->turning);
    out->lag = freedom_bound(freedom, &mover->scene, &left);
    out->work = work_of(motion);
    motion_work_add(&out->work, &before, -1);
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

bool motion_moves(const Motion *motion, int32_t part)
{
    assert(part >= 0 && part < motion->desc.part_count);
    int32_t body = motion->body_of[part];
    return motion->joint.grip.body_of[part] >= 0 || (body >= 0 && motion->movers[body]);
}

int32_t motion_joint(const Motion *motion)
{
    return motion->joint.grip.joint;
}

bool motion_coordinates(const Motion *motion, int32_t joint, JointCoordinates *out)
{
    const HandJoint *hand = &motion->joint;
    const double *at = motion->movers[HAND_BODY]->slide.freedom.at;
    for (int32_t i = 0; hand->grip.joint >= 0 && i < hand->grip.body_count; ++i) {
        if (hand->grip.hangs[i] != joint)
            continue;
        *out = i == 0 ? hand_joint_coordinates(hand, at)
                      : joint_freedom_follower(&motion->joints[joint], &hand->grip, i, at);
        return true;
    }
    for (int32_t i = 0; i < motion->body_count; ++i) {
        const HandJoint *along = motion->along[i];
        if (!along || !motion->movers[i] || along->grip.joint != joint)
            continue;
        *out = hand_joint_coordinates(along, motion->movers[i]->slide.freedom.at);
        return true;
    }
    return false;
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

Affine motion_placed(const Motion *motion, int32_t part, const RigidPose *pose)
{
    assert(part >= 0 && part < motion->desc.part_count);
    int32_t body = motion->body_of[part];
    const Affine *placement = &motion->parts[part].placement;
    // What was not moved is where it was, bit for bit.
    if (body < 0 || memcmp(pose, &motion->starts[body], sizeof *pose) == 0)
        return *placement;
    Affine rest = rigid_rest(placement, motion->starts[body].pivot);
    return rigid_placement(pose, &rest);
}

Affine motion_placement(const Motion *motion, int32_t part)
{
    int32_t body = motion_body(motion, part);
    return motion_placed(motion, part, &motion->bodies[body < 0 ? HAND_BODY : body].pose);
}

int32_t motion_body(const Motion *motion, int32_t part)
{
    assert(part >= 0 && part < motion->desc.part_count);
    return motion->body_of[part];
}

const int32_t *motion_pushed(const Motion *motion, int32_t *count)
{
    *count = motion->pushed_count;
    return motion->pushed;
}

const MotionLeg *motion_legs(const Motion *motion, int32_t *count)
{
    *count = (int32_t)motion->leg_count;
    return motion->legs;
}

const MotionExempt *motion_exempt(const Motion *motion, int32_t *count)
{
    *count = (int32_t)motion->exempt_count;
    return motion->exempt;
}

double motion_inset(const Motion *motion)
{
    const Mover *hand = motion->movers[HAND_BODY];
    double inset = hand->gap;
    for (int32_t i = 0; i < hand->scene.pair_count; ++i)
        inset = fmax(inset, hand->insets[i]);
    return inset;
}

double motion_reach(const Motion *motion)
{
    return motion->bodies[HAND_BODY].reach;
}

double motion_gap(const Motion *motion)
{
    return motion->movers[HAND_BODY]->gap;
}

bool motion_came_out(const Motion *motion, int32_t part)
{
    const Mover *hand = motion->movers[HAND_BODY];
    bool out = false;
    for (int32_t i = 0; i < hand->scene.pair_count; ++i) {
        const MoverPair *info = &hand->infos[i];
        bool now = info->limit->kind == LIMIT_DEEP    ? hand->insets[i] == 0
                   : info->limit->kind == LIMIT_LOOSE ? !hand->scene.pairs[i].waits
                                                      : false;
        out |= info->part == part && !info->mirrored && now;
    }
    return out;
}

double motion_give(const Motion *motion, int32_t part)
{
    const Mover *hand = motion->movers[HAND_BODY];
    double most = 0;
    for (int32_t i = 0; i < hand->scene.pair_count; ++i)
        if (hand->infos[i].part == part)
            most = fmax(most, hand->insets[i] - hand->slide.stand_off);
    return most;
}
