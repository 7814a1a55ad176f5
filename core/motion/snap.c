#include "core/motion/snap.h"

#include <assert.h>

enum { MOST_FRAMES = 400, MOST_STUCK = 6 };
#define EXACT 1e-10 // of the hand's reach: it stands where it should
#define SEATS 2.0   // gaps: nearer than that it touches
#define FEELS 8.0   // gaps: what holds it is met within that, shrunk meshes included
#define GOES_ON                                                                                    \
    0.25 // of the reach: how far beyond its way something may hold it, a fillet under a head

// The hand's pose after a rigid map of the world.
static RigidPose pose_after(const RigidPose *pose, const Affine *map)
{
    const double(*m)[3] = map->m;
    // The largest of the four parts of the quaternion first: no digits are lost.
    double trace = m[0][0] + m[1][1] + m[2][2], q[4];
    int top = 0;
    for (int i = 1; i < 3; ++i)
        top = m[i][i] > m[top][top] ? i : top;
    int i = top, j = (top + 1) % 3, k = (top + 2) % 3;
    if (trace > m[top][top]) {
        q[0] = 1 + trace;
        q[1] = m[2][1] - m[1][2];
        q[2] = m[0][2] - m[2][0];
        q[3] = m[1][0] - m[0][1];
    } else {
        q[0] = m[k][j] - m[j][k];
        q[1 + i] = 1 + m[i][i] - m[j][j] - m[k][k];
        q[1 + j] = m[i][j] + m[j][i];
        q[1 + k] = m[i][k] + m[k][i];
    }
    Vec3d vector = vec3d(q[1], q[2], q[3]);
    double sine = vec3d_length(vector);
    RigidStep turn = {.shift = vec3d(0, 0, 0)};
    if (sine > 0)
        turn.turn = vec3d_scale(vector, 2 * atan2(sine, q[0]) / sine);
    RigidPose moved = rigid_pose_moved(pose, &turn, 1);
    moved.pivot = affine_apply(map, pose->pivot);
    return moved;
}

static RigidPose shifted(RigidPose pose, Vec3d by, double length)
{
    pose.pivot = vec3d_add_scaled(pose.pivot, by, length);
    return pose;
}

Snap snap_begin(const Motion *motion, const SnapDesc *desc)
{
    assert(motion && desc && desc->mate.verdict == MATE_FITS);
    const Mate *mate = &desc->mate;
    RigidPose now = motion_pose(motion);
    Snap snap = {.desc = *desc,
                 .size = motion_reach(motion),
                 .left = INFINITY,
                 .blocker = {.part = -1, .hand = -1}};
    snap.in_line = pose_after(&now, &mate->in_line);
    // What it has to come out by, before it turns.
    Vec3d way = vec3d_sub(affine_apply(&mate->in_line, mate->from), mate->from);
    double out = -vec3d_dot(way, mate->home);
    snap.out = shifted(now, mate->home, -fmax(0, out));
    snap.home = shifted(snap.in_line, mate->home, mate->travel);
    snap.felt = shifted(snap.home, mate->home, GOES_ON * mate->radius);
    snap.rest = snap.home;
    snap.phase = out > EXACT * snap.size ? SNAP_OUT : SNAP_IN_LINE;
    return snap;
}

// The goal rolled about the axis to where the part is, if that is free.
static RigidPose rolled(const Snap *snap, const RigidPose *goal, const RigidPose *pose)
{
    const Mate *mate = &snap->desc.mate;
    RigidStep between = rigid_step_between(goal, pose);
    double angle = vec3d_length(between.turn);
    if (!mate->rolls || !(angle > 0))
        return *goal;
    // Of the whole turn, what is about the axis.
    double sine = sin(angle / 2) * vec3d_dot(between.turn, mate->home) / angle;
    Affine roll = affine_rotation(mate->home, 2 * atan2(sine, cos(angle / 2)));
    roll.p = vec3d_sub(mate->at, affine_apply_vector(&roll, mate->at));
    return pose_after(goal, &roll);
}

static RigidPose goal_of(const Snap *snap, const RigidPose *pose)
{
    switch (snap->phase) {
    case SNAP_OUT:
        return snap->out;
    case SNAP_IN_LINE:
        return snap->in_line;
    case SNAP_FEEL:
        return rolled(snap, &snap->felt, pose);
    case SNAP_BACK:
        return rolled(snap, &snap->rest, pose);
    default:
        return rolled(snap, &snap->home, pose);
    }
}

static double way_left(const Snap *snap, const RigidPose *pose, const RigidPose *goal)
{
    RigidStep step = rigid_step_between(pose, goal);
    return rigid_step_bound(&step, snap->size);
}

// Towards the goal, by no more than a frame's way.
static RigidPose target_of(const Snap *snap, const RigidPose *pose, const RigidPose *goal)
{
    RigidStep step = rigid_step_between(pose, goal);
    double bound = rigid_step_bound(&step, snap->size);
    if (snap->desc.step <= 0 || bound <= snap->desc.step)
        return *goal;
    return rigid_pose_moved(pose, &step, snap->desc.step / bound);
}

static void enter(Snap *snap, enum SnapPhase phase)
{
    snap->phase = phase;
    snap->frames = snap->stuck = 0;
    snap->left = INFINITY;
}

static void keep_blocker(Snap *snap, const MotionResult *result)
{
    if (result->blocker_count > 0)
        snap->blocker = result->blockers[0];
}

// How far it is from the axis, wherever it stands along it.
static double off_axis(const Snap *snap, const RigidPose *pose)
{
    RigidPose goal = rolled(snap, &snap->home, pose);
    RigidStep off = rigid_step_between(pose, &goal);
    double along = vec3d_dot(off.shift, snap->desc.mate.home);
    off.shift = vec3d_add_scaled(off.shift, snap->desc.mate.home, -along);
    return rigid_step_bound(&off, snap->size);
}

static void seat(Snap *snap, const RigidPose *pose)
{
    enter(snap, SNAP_SEATED);
    snap->exact = off_axis(snap, pose) <= EXACT * snap->size;
}

// It has arrived where the phase leads.
static void arrived(Snap *snap, const RigidPose *pose)
{
    switch (snap->phase) {
    case SNAP_OUT:
        enter(snap, SNAP_IN_LINE);
        break;
    case SNAP_IN_LINE:
        enter(snap, SNAP_HOME);
        break;
    case SNAP_HOME:
        if (snap->desc.mate.held)
            enter(snap, SNAP_FEEL);
        else
            seat(snap, pose);
        break;
    case SNAP_FEEL: // nothing holds it: it stands where its way ends
        enter(snap, SNAP_BACK);
        break;
    default:
        seat(snap, pose);
        break;
    }
}

// Held after so much of the travel: it goes back by what it sank in, exactly on the axis.
static void rest_upon(Snap *snap, const Motion *motion, double gone)
{
    const Mate *mate = &snap->desc.mate;
    double give = snap->blocker.part >= 0 ? motion_give(motion, snap->blocker.part) : 0;
    snap->rest = shifted(snap->in_line, mate->home, gone - give);
    enter(snap, SNAP_BACK);
}

// It gets no nearer.
static void held(Snap *snap, const Motion *motion, const RigidPose *pose)
{
    const Mate *mate = &snap->desc.mate;
    double gap = motion_gap(motion);
    RigidStep beyond = rigid_step_between(&snap->home, pose);
    double gone = mate->travel + vec3d_dot(beyond.shift, mate->home);
    switch (snap->phase) {
    case SNAP_OUT: // it may get there all the same
        enter(snap, SNAP_IN_LINE);
        break;
    case SNAP_IN_LINE:
        // Half a bore came down over its pin, and a shoulder has led it to another place along that: a
        // gap farther on it can be put exactly onto the axis.
        snap->touches = gone >= mate->entry && off_axis(snap, pose) <= SEATS * gap;
        snap->rest = shifted(snap->in_line, mate->home, gone + copysign(gap, gone));
        enter(snap, snap->touches ? SNAP_BACK : SNAP_REFUSED);
        break;
    case SNAP_HOME:
        // What is in seats on what holds it.
        snap->missing = mate->travel - gone;
        snap->touches = snap->missing <= SEATS * gap || gone >= mate->entry;
        if (snap->touches)
            rest_upon(snap, motion, gone);
        else
            enter(snap, SNAP_REFUSED);
        break;
    case SNAP_FEEL:
        snap->touches = true;
        if (gone - mate->travel <= FEELS * gap)
            enter(snap, SNAP_BACK);
        else
            rest_upon(snap, motion, gone);
        break;
    case SNAP_BACK:
        seat(snap, pose);
        break;
    default:
        enter(snap, SNAP_REFUSED);
        break;
    }
}

// Straight where that leads on; else along what is in the way, where that is allowed.
static MotionWish wish_of(const Snap *snap, const RigidPose *pose, const RigidPose *goal,
                          const Budget *budget)
{
    bool straight =
        snap->desc.mode == MOTION_STOP || snap->stuck % 2 == 0 || snap->phase == SNAP_FEEL;
    return (MotionWish){.target = target_of(snap, pose, goal),
                        .mode = straight ? MOTION_STOP : snap->desc.mode,
                        .turning = straight || snap->phase <= SNAP_IN_LINE || snap->stuck > 3,
                        .work = snap->desc.work,
                        .budget = budget};
}

bool snap_step(Snap *snap, Motion *motion, const Budget *budget, MotionResult *out, Error *err)
{
    assert(snap && motion && out && !snap_done(snap));
    RigidPose pose = motion_pose(motion), goal = goal_of(snap, &pose);
    MotionWish wish = wish_of(snap, &pose, &goal, budget);
    if (!motion_step(motion, &wish, out, err))
        return false;
    keep_blocker(snap, out);
    pose = motion_pose(motion);
    goal = goal_of(snap, &pose);
    double left = way_left(snap, &pose, &goal);
    bool nearer = left < snap->left - 0.01 * motion_gap(motion);
    snap->left = fmin(snap->left, left);
    snap->stuck = nearer || out->end == ADVANCE_STOPPED ? 0 : snap->stuck + 1;
    ++snap->frames;
    bool patient = snap->desc.mode != MOTION_STOP && snap->phase != SNAP_FEEL;
    if (left <= EXACT * snap->size)
        arrived(snap, &pose);
    else if (snap->stuck > (patient ? MOST_STUCK : 0) || snap->frames > MOST_FRAMES)
        held(snap, motion, &pose);
    return true;
}
