// Least constraint says how hard each neighbour holds a body back: as a length, by how much farther it
// would have come without. The one that holds it hardest is moved by that, along the force, with the
// same rules, and may push others in turn; then the body tries again.
#include "core/motion/push.h"

#include <assert.h>

enum {
    MOST_PUSHES = 12, // of one body by another in one frame
    MOST_SLIDES = 400 // of all of them: then the frame ends, and the next one goes on
};

typedef struct Pushing {
    Motion *motion;
    const MotionWish *wish;
    uint64_t last_work; // units, of all movers
    int slides;
    Error *err;
} Pushing;

static uint64_t work_done(const Motion *motion)
{
    uint64_t units = 0;
    for (int32_t i = 0; i < motion->body_count; ++i)
        if (motion->movers[i])
            units += motion_work_units(&motion->movers[i]->scene.work);
    return units;
}

static enum AdvanceEnd slide(Pushing *pushing, Mover *mover, const FreedomPlace *target)
{
    const MotionWish *wish = pushing->wish;
    uint64_t done = work_done(pushing->motion);
    if (++pushing->slides > MOST_SLIDES ||
        (pushing->slides > 1 && (done >= pushing->last_work || budget_over(wish->budget))))
        return ADVANCE_STOPPED;
    AdvanceDesc desc = {.stand_off = mover->slide.stand_off,
                        .work = wish->work > 0 ? pushing->last_work - done : 0,
                        .budget = wish->budget};
    return mover_slide(mover, pushing->motion, target, &desc, pushing->err);
}

static void find_press(Mover *mover)
{
    for (int32_t i = 0; i < mover->scene.body_count; ++i)
        mover->press[i] = vec3d(0, 0, 0);
    for (int32_t i = 0; i < mover->scene.pair_count; ++i) {
        Vec3d *press = &mover->press[mover->scene.pairs[i].body[1]];
        *press = vec3d_sub(*press, mover->force[i]);
    }
}

// The loose body that is pressed hardest, except for those that push themselves; -1: none.
static int32_t hardest(const Motion *motion, const Mover *mover)
{
    int32_t best = -1;
    double most = 0.1 * mover->gap;
    for (int32_t i = 0; i < motion->body_count; ++i) {
        const Mover *other = motion->movers[i];
        double press = vec3d_length(mover->press[i]);
        if (motion->loose[i] && !(other && other->busy) && mover->tries[i] < MOST_PUSHES &&
            press > most) {
            most = press;
            best = i;
        }
    }
    return best;
}

// The middle of where a body is pressed.
static Vec3d pressed_at(const Mover *mover, int32_t body)
{
    const Slide *slide = &mover->slide;
    Vec3d sum = vec3d(0, 0, 0);
    double force = 0;
    for (int i = 0; i < slide->hold_count; ++i) {
        if (mover->scene.pairs[slide->holds[i].pair].body[1] != body)
            continue;
        sum = vec3d_add_scaled(sum, slide->holds[i].at, slide->holds[i].force);
        force += slide->holds[i].force;
    }
    return force > 0 ? vec3d_scale(sum, 1 / force) : mover->scene.bodies[body].pose.pivot;
}

// Along its joint: so that this point of it gets as near as it can to where it is pressed to.
static FreedomPlace along_joint(HandJoint *joint, const Mover *other, Vec3d point, Vec3d press)
{
    const Affine *parent = joint->joint.parent >= 0 ? &joint->parent : NULL;
    double at[FREEDOM_COORDINATES];
    JointCoordinates wanted = hand_joint_coordinates(joint, other->slide.freedom.at);
    joint_follow(&joint->joint, parent, wanted, point, vec3d_add(point, press), &wanted);
    hand_joint_set(joint, wanted, at);
    hand_joint_cut(joint, at);
    return freedom_place_at(&joint->freedom, at);
}

// Forces of rows that all but contradict each other are huge: never farther than what is left to go.
static FreedomPlace give_way(const Motion *motion, const Mover *mover, const Mover *other,
                             const FreedomPlace *target)
{
    int32_t body = other->body;
    FreedomPlace now = freedom_place(&mover->slide.freedom, &mover->scene);
    FreedomStep left = freedom_between(&mover->slide.freedom, &now, target, mover->slide.turning);
    double want = freedom_bound(&mover->slide.freedom, &mover->scene, &left);
    double press = vec3d_length(mover->press[body]);
    Vec3d way = vec3d_scale(mover->press[body], press > want ? want / press : 1);
    if (motion->along[body])
        return along_joint(motion->along[body], other, pressed_at(mover, body), way);
    FreedomPlace to = {.pose = motion->bodies[body].pose};
    to.pose.pivot = vec3d_add(to.pose.pivot, way);
    return to;
}

static enum AdvanceEnd push(Pushing *pushing, Mover *mover, const FreedomPlace *target)
{
    Motion *motion = pushing->motion;
    memset(mover->tries, 0, (size_t)motion->body_count);
    mover->busy = true;
    enum AdvanceEnd end;
    while ((end = slide(pushing, mover, target)) == ADVANCE_BLOCKED) {
        find_press(mover);
        int32_t body = hardest(motion, mover);
        if (body < 0)
            break;
        Mover *other = mover_of(motion, body, pushing->wish->job, pushing->err);
        if (!other) {
            end = job_cancelled(pushing->wish->job) ? ADVANCE_STOPPED : ADVANCE_NO_MEMORY;
            break;
        }
        RigidPose before = motion->bodies[body].pose;
        FreedomPlace to = give_way(motion, mover, other, target);
        other->pushed = true;
        end = push(pushing, other, &to);
        if (end == ADVANCE_STOPPED || end == ADVANCE_NO_MEMORY)
            break;
        RigidStep gone = rigid_step_between(&before, &motion->bodies[body].pose);
        bool gave = rigid_step_bound(&gone, motion->bodies[body].reach) >= 0.1 * mover->gap;
        mover->tries[body] = gave ? mover->tries[body] + 1 : MOST_PUSHES;
    }
    mover->busy = false;
    return end;
}

enum AdvanceEnd push_frame(Motion *motion, const MotionWish *wish, const FreedomPlace *target,
                           Error *err)
{
    Pushing pushing = {.motion = motion,
                       .wish = wish,
                       .last_work = wish->work > 0 ? work_done(motion) + wish->work : UINT64_MAX,
                       .err = err};
    return push(&pushing, motion->movers[HAND_BODY], target);
}
