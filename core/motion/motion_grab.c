// The grab: what moves with the hand, what may be pushed and how, and bodies for all of them.
#include "core/motion/mover.h"

#include "core/base/array.h"

#include <assert.h>

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

// What moves with the parts of this role, or with one part alone where it is named; and along which joint.
static bool make_joint(const Motion *motion, int32_t alone, HandJoint *out, Error *err)
{
    const MotionDesc *desc = &motion->desc;
    size_t count = (size_t)desc->part_count + 1;
    bool *taken = array_alloc(count, sizeof *taken);
    Affine *placements = array_alloc(count, sizeof *placements);
    Vec3d *centres = array_alloc(count, sizeof *centres);
    bool ok = (taken && placements && centres) || motion_no_memory(err);
    for (int32_t i = 0; ok && i < desc->part_count; ++i) {
        taken[i] = alone >= 0 ? i == alone : desc->roles[i] == MOTION_HAND;
        placements[i] = desc->parts[i].placement;
        centres[i] = middle_of(&desc->parts[i]);
    }
    HandJointDesc hand = {.joints = &desc->joints,
                          .last = alone >= 0 ? NULL : desc->coordinates,
                          .part_count = desc->part_count,
                          .taken = taken,
                          .placements = placements,
                          .centres = centres,
                          .pivot = desc->pivot,
                          .point = desc->point ? *desc->point : desc->pivot};
    ok = ok && hand_joint_make(&hand, out, err);
    mem_free(taken);
    mem_free(placements);
    mem_free(centres);
    return ok;
}

static bool take_joint(Motion *motion, Error *err)
{
    const MotionDesc *desc = &motion->desc;
    if (!joint_set_check(&desc->joints, desc->part_count, NULL, err) ||
        !make_joint(motion, -1, &motion->joint, err))
        return false;
    for (int32_t i = 0; i < desc->part_count; ++i)
        if (motion->joint.grip.body_of[i] >= 0 && motion->roles[i] != MOTION_OUT)
            motion->roles[i] = MOTION_HAND;
    return true;
}

// A loose part goes with the first one of its group.
static int32_t body_of_group(const Motion *motion, int32_t part)
{
    const MotionDesc *desc = &motion->desc;
    for (int32_t i = 0; desc->groups && desc->groups[part] >= 0 && i < part; ++i)
        if (desc->roles[i] == MOTION_LOOSE && desc->groups[i] == desc->groups[part])
            return motion->body_of[i];
    return -1;
}

static int32_t add_body(Motion *motion, int32_t part, bool loose)
{
    int32_t body = loose ? body_of_group(motion, part) : -1;
    MotionBody own = standing_body(&motion->parts[part]);
    if (body >= 0) {
        MotionBody *first = &motion->bodies[body];
        double apart = vec3d_distance(own.pose.pivot, first->pose.pivot);
        first->reach = fmax(first->reach, (apart + own.reach) * (1 + 1e-12));
        return body;
    }
    motion->loose[motion->body_count] = loose;
    motion->bodies[motion->body_count] = own;
    return motion->body_count++;
}

static bool is_coupled(const JointSet *set, int32_t joint)
{
    for (int32_t i = 0; i < set->coupling_count; ++i)
        if (set->couplings[i].joint[0] == joint || set->couplings[i].joint[1] == joint)
            return true;
    return false;
}

// What carries others is not loose, nor what is fixed to something, or would have to take others along:
// by a coupling or in a group. The rest is pushed along its joint.
static void hold_joined(Motion *motion)
{
    const MotionDesc *desc = &motion->desc;
    for (int32_t i = 0; i < desc->joints.count; ++i) {
        const Joint *joint = &desc->joints.joints[i];
        bool held = joint->kind == JOINT_FIXED || is_coupled(&desc->joints, i) ||
                    (desc->groups && desc->groups[joint->child] >= 0);
        if (joint->parent >= 0 && motion->roles[joint->parent] == MOTION_LOOSE)
            motion->roles[joint->parent] = MOTION_STANDS;
        if (held && motion->roles[joint->child] == MOTION_LOOSE)
            motion->roles[joint->child] = MOTION_STANDS;
    }
}

// Loose, and on a joint: a body that goes along it, about a pivot on its axis.
static bool find_along(Motion *motion, int32_t part, int32_t body, Error *err)
{
    HandJoint *joint = mem_calloc(1, sizeof *joint);
    MotionBody *own = &motion->bodies[body];
    if (!joint || !make_joint(motion, part, joint, err)) {
        mem_free(joint);
        return joint != NULL ? false : motion_no_memory(err);
    }
    motion->along[body] = joint;
    joint->freedom.hand = joint->freedom.bodies[0].body = body;
    Vec3d pivot = joint->freedom.bodies[0].start.pivot;
    own->reach = (own->reach + vec3d_distance(pivot, own->pose.pivot)) * (1 + 1e-12);
    own->pose = rigid_pose_at(pivot);
    own->axis = joint->freedom.screws[0].axis;
    own->arm = own->reach;
    return true;
}

static bool find_alongs(Motion *motion, Error *err)
{
    for (int32_t i = 0; i < motion->desc.joints.count; ++i) {
        int32_t part = motion->joints[i].child;
        if (motion->roles[part] == MOTION_LOOSE &&
            !find_along(motion, part, motion->body_of[part], err))
            return false;
    }
    return true;
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
        bool stands = desc->roles[i] == MOTION_STANDS, loose = desc->roles[i] == MOTION_LOOSE;
        motion->body_of[i] = stands || loose ? add_body(motion, i, loose) : joint->grip.body_of[i];
    }
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

#define FIRST_WAY 0.1 // of the hand's reach: what a quick hand goes in a frame
enum { FIRST_TRIES = 8 };

// The first list takes longest, as nothing is known yet: it is made here, where a person is told to wait, and
// not in the first frame. How far the hand will go is not known; a list that is too small is not for long.
static bool list_first(Motion *motion, Job *job, Error *err)
{
    Mover *mover = motion->movers[HAND_BODY];
    MotionScene *scene = &mover->scene;
    const Freedom *freedom = &mover->slide.freedom;
    FreedomStep step = {.by = {1, 1}};
    if (freedom->coordinates == 0)
        step = (FreedomStep){.step = {.shift = vec3d(1, 0, 0)}};
    double way = FIRST_WAY * scene->bodies[HAND_BODY].reach;
    double closing = freedom_closing(freedom, scene, &step);
    if (scene->pair_count == 0 || !(closing > 0) || !(way > 0))
        return true;
    const Budget budget = {.job = job};
    AdvanceDesc desc = {.stand_off = mover->slide.gap, .budget = &budget}; // as while it slides
    step = freedom_scaled(&step, way / closing);
    freedom_try(freedom, scene, &step);
    enum NearStatus status;
    int tries = 0;
    do // each as large as the last one suggests: where lists get to after some frames
        status = advance_list(scene, &mover->list, way, &desc, err);
    while (status == NEAR_WHOLE && ++tries < FIRST_TRIES &&
           mover->list.radius < fmin(mover->list.hint, way));
    freedom_stand(freedom, scene);
    return status == NEAR_WHOLE && !job_cancelled(job);
}

bool motion_grab(Motion *motion, const MotionDesc *desc, Job *job, Error *err)
{
    size_t count = (size_t)desc->part_count, bodies = count + 1;
    motion->parts = array_alloc(count, sizeof *motion->parts);
    motion->roles = array_alloc(count, 1);
    motion->pushed = array_alloc(count, sizeof *motion->pushed);
    motion->body_of = array_alloc(count, sizeof *motion->body_of);
    motion->bodies = mem_calloc(bodies, sizeof *motion->bodies);
    motion->starts = array_alloc(bodies, sizeof *motion->starts);
    motion->told = array_alloc(bodies, sizeof *motion->told);
    motion->loose = mem_calloc(bodies, 1);
    motion->movers = mem_calloc(bodies, sizeof *motion->movers);
    motion->along = mem_calloc(bodies, sizeof *motion->along);
    if (!motion->parts || !motion->roles || !motion->pushed || !motion->body_of ||
        !motion->bodies || !motion->starts || !motion->told || !motion->loose || !motion->movers ||
        !motion->along)
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
    hold_joined(motion);
    make_bodies(motion);
    if (!find_alongs(motion, err))
        return false;
    for (int32_t i = 0; i < motion->body_count; ++i)
        motion->starts[i] = motion->told[i] = motion->bodies[i].pose;
    motion->desc.groups = NULL;
    return mover_of(motion, HAND_BODY, job, err) && list_first(motion, job, err);
}
