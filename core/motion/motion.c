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

static void make_bodies(Motion *motion)
{
    const MotionDesc *desc = &motion->desc;
    motion->bodies[motion->body_count++] = (MotionBody){.pose = rigid_pose_at(desc->pivot)};
    for (int32_t i = 0; i < desc->part_count; ++i) {
        motion->body_of[i] = desc->roles[i] == MOTION_STANDS ? motion->body_count
                             : desc->roles[i] == MOTION_HAND ? HAND_BODY
                                                             : -1;
        if (desc->roles[i] == MOTION_STANDS)
            motion->bodies[motion->body_count++] = standing_body(&desc->parts[i]);
    }
    for (int32_t i = 0; i < motion->body_count; ++i)
        motion->starts[i] = motion->bodies[i].pose;
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
    make_bodies(motion);
    return mover_make(&motion->hand, HAND_BODY, motion, job, err);
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

static void slide_step(Mover *mover, const MotionWish *wish, const AdvanceDesc *desc,
                       MotionResult *out, Error *err)
{
    mover->slide.turning = wish->turning;
    FreedomPlace target = {.pose = wish->target};
    out->end = slide_frame(&mover->slide, &mover->scene, &mover->list, mover->insets, &target, desc,
                           mover->force, err);
    out->way_count = mover->slide.way_count;
    for (int i = 0; i < out->way_count; ++i)
        out->way[i] = mover->slide.way[i].pose;
    for (int32_t i = 0; i < mover->scene.pair_count; ++i) {
        double force = vec3d_length(mover->force[i]);
        if (force > 0.02 * mover->gap)
            add_blocker(mover, i, nearest_place(mover, i), force, out);
    }
}

static void stop_step(Mover *mover, const MotionWish *wish, const AdvanceDesc *desc,
                      MotionResult *out, Error *err)
{
    MotionBody *hand = &mover->scene.bodies[mover->body];
    out->way[0] = hand->pose;
    hand->step = rigid_step_between(&hand->pose, &wish->target);
    if (!wish->turning)
        hand->step.turn = vec3d(0, 0, 0);
    Advance gone = advance(&mover->scene, &mover->list, desc, err);
    if (gone.blocker >= 0)
        add_blocker(mover, gone.blocker, gone.place, body_bound(hand), out);
    hand->step = (RigidStep){.shift = vec3d(0, 0, 0)};
    out->end = gone.end;
    out->way[1] = hand->pose;
    out->way_count = 2;
}

bool motion_step(Motion *motion, const MotionWish *wish, MotionResult *out, Error *err)
{
    assert(motion && wish && out);
    Mover *mover = &motion->hand;
    MotionBody *hand = &motion->bodies[HAND_BODY];
    MotionWork before = mover->scene.work;
    AdvanceDesc desc = {
        .stand_off = mover->slide.stand_off, .work = wish->work, .budget = wish->budget};
    *out = (MotionResult){.end = ADVANCE_ARRIVED};
    if (wish->mode == MOTION_SLIDE)
        slide_step(mover, wish, &desc, out, err);
    else
        stop_step(mover, wish, &desc, out, err);
    if (!mover_let_out(mover, motion, err))
        out->end = ADVANCE_NO_MEMORY;
    RigidStep left = rigid_step_between(&hand->pose, &wish->target);
    if (!wish->turning)
        left.turn = vec3d(0, 0, 0);
    out->lag = rigid_step_bound(&left, hand->reach);
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
