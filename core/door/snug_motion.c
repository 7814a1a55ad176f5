// Parts that move against contact: core/motion for callers.
#include "core/base/array.h"
#include "core/base/pool.h"
#include "core/door/snug_assembly.h"
#include "core/motion/motion.h"
#include "core/tree/build/build.h"

#include <float.h>

_Static_assert((int)SNUG_MOTION_STOP == (int)MOTION_STOP &&
                   (int)SNUG_MOTION_SLIDE == (int)MOTION_SLIDE &&
                   (int)SNUG_MOTION_PUSH == (int)MOTION_PUSH &&
                   (int)SNUG_MOTION_BLOCKERS == (int)MOTION_BLOCKERS,
               "modes");

struct snug_motion {
    snug_assembly *assembly;
    Motion *inner;
    Pool *pool;                      // of its own: the job is that of the grab alone
    const Bvh **trees;               // retained, one per part
    int32_t part_count, joint_count; // as they were at the grab
    uint32_t cleared;
    Vec3d pivot;
    PairRules rules; // asked again when a part is pushed for the first time
};

static bool numbers_good(const double *numbers, int count)
{
    for (int i = 0; i < count; ++i)
        if (!(fabs(numbers[i]) <= MESH_MAX_COORDINATE))
            return false;
    return true;
}

static int32_t named(const snug_motion_desc *desc, int64_t index)
{
    return index < desc->hand_count ? desc->hand[index] : desc->loose[index - desc->hand_count];
}

// Parts that are there and active, each of them once, in the hand or loose.
static snug_status check_parts(const snug_assembly *assembly, const snug_motion_desc *desc,
                               snug_error *error)
{
    int64_t count = (int64_t)desc->hand_count + desc->loose_count;
    for (int64_t i = 0; i < count; ++i) {
        int32_t part = named(desc, i);
        if (part < 0 || part >= assembly->inner.part_count)
            return door_fail(error, SNUG_BAD_ARGUMENT, "there is no part %d", part);
        if (!assembly->posed[part].active)
            return door_fail(error, SNUG_BAD_ARGUMENT, "part %d is not active", part);
        for (int64_t j = 0; j < i; ++j)
            if (named(desc, j) == part)
                return door_fail(error, SNUG_BAD_ARGUMENT, "part %d is named twice", part);
    }
    return SNUG_OK;
}

static snug_status check_desc(const snug_assembly *assembly, const snug_motion_desc *desc,
                              snug_error *error)
{
    if (!assembly || !desc->hand || desc->hand_count < 1)
        return door_fail(error, SNUG_BAD_ARGUMENT, "a motion needs an assembly and parts");
    if (desc->loose_count < 0 || (desc->loose_count > 0 && !desc->loose))
        return door_fail(error, SNUG_BAD_ARGUMENT, "the loose parts are missing");
    snug_status status = check_parts(assembly, desc, error);
    if (status != SNUG_OK)
        return status;
    if (desc->pivot && !numbers_good(desc->pivot, 3))
        return door_fail(error, SNUG_BAD_ARGUMENT, "the pivot is not finite or too far away");
    if (!(desc->tolerance >= 0 && desc->tolerance <= DBL_MAX))
        return door_fail(error, SNUG_BAD_ARGUMENT, "a tolerance is 0 or more, and finite");
    return SNUG_OK;
}

static Vec3d middle_of(const snug_assembly *assembly, const snug_motion_desc *desc)
{
    Box3d box = box3d_empty();
    for (int32_t i = 0; i < desc->hand_count; ++i) {
        const PosedPart *part = &assembly->posed[desc->hand[i]];
        Box3d own = box3d_moved(&part->tree->box, &part->placement);
        box = box3d_including(box3d_including(box, own.lo), own.hi);
    }
    return vec3d_lerp(box.lo, box.hi, 0.5);
}

static bool look_up(void *rules, int32_t hand, int32_t other, LimitStart *out, bool *ignored)
{
    (void)out;
    *ignored = pair_rules_find(rules, hand, other, NULL) == RULE_IGNORED;
    return false; // what they do at the grab is found out
}

static bool keep_parts(snug_motion *motion, const snug_motion_desc *desc)
{
    const snug_assembly *assembly = motion->assembly;
    motion->trees = array_alloc((size_t)assembly->inner.part_count, sizeof *motion->trees);
    if (!motion->trees)
        return false;
    motion->pivot = desc->pivot ? vec3d(desc->pivot[0], desc->pivot[1], desc->pivot[2])
                                : middle_of(assembly, desc);
    motion->joint_count = assembly->joint_count;
    motion->cleared = assembly->cleared;
    for (int32_t i = 0; i < assembly->inner.part_count; ++i)
        motion->trees[i] = bvh_retain((Bvh *)assembly->posed[i].tree);
    motion->part_count = assembly->inner.part_count;
    return true;
}

static bool begin(snug_motion *motion, const snug_motion_desc *desc, Job *job, Error *err)
{
    snug_assembly *assembly = motion->assembly;
    int32_t count = assembly->inner.part_count;
    uint8_t *roles = array_alloc((size_t)count, 1);
    int threads = job ? pool_threads(job->pool) : 1;
    bool good = (roles && keep_parts(motion, desc) &&
                 (threads == 1 || (motion->pool = pool_create(threads))) &&
                 pair_rules_resolve(&motion->rules, assembly->rules, &assembly->inner)) ||
                error_set(err, "not enough memory to move parts against contact");
    for (int32_t i = 0; good && i < count; ++i)
        roles[i] = assembly->posed[i].active ? MOTION_STANDS : MOTION_OUT;
    for (int32_t i = 0; good && i < desc->loose_count; ++i)
        roles[desc->loose[i]] = MOTION_LOOSE;
    for (int32_t i = 0; good && i < desc->hand_count; ++i)
        roles[desc->hand[i]] = MOTION_HAND;
    if (good) {
        MotionDesc inner = {.parts = assembly->posed,
                            .roles = roles,
                            .part_count = count,
                            .pivot = motion->pivot,
                            .joints = door_joints(assembly),
                            .coordinates = assembly->coordinates,
                            .start = look_up,
                            .user = &motion->rules,
                            .book = &assembly->limits,
                            .solids = &assembly->details.solids,
                            .contact = {.tolerance = desc->tolerance},
                            .pool = motion->pool};
        motion->inner = motion_begin(&inner, job, err);
        good = motion->inner != NULL;
    }
    mem_free(roles);
    return good;
}

snug_status snug_motion_begin(snug_assembly *assembly, const snug_motion_desc *desc,
                              snug_motion **out, snug_error *error)
{
    snug_motion_desc own = {0};
    snug_status status =
        door_take(&own, sizeof own, desc, DOOR_END_OF(snug_motion_desc, hand_count), error);
    if (status == SNUG_OK && !out)
        status = door_fail(error, SNUG_BAD_ARGUMENT, "there is no place for the motion");
    if (status == SNUG_OK)
        status = check_desc(assembly, &own, error);
    if (status == SNUG_OK)
        status = door_job_open(door_job(own.job), error);
    if (status != SNUG_OK)
        return status;
    Error err = {""};
    BvhDesc tree = bvh_desc_filled(NULL); // one that can tell distances
    snug_motion *motion = mem_calloc(1, sizeof *motion);
    if (!motion)
        return door_no_memory(error);
    motion->assembly = assembly;
    if (!door_make_trees(assembly, &tree, door_job(own.job), &err) ||
        !begin(motion, &own, door_job(own.job), &err)) {
        snug_motion_end(motion);
        return door_core_failed(error, &err, SNUG_BAD_PLACEMENT);
    }
    *out = motion;
    return SNUG_OK;
}

void snug_motion_end(snug_motion *motion)
{
    if (!motion)
        return;
    motion_end(motion->inner);
    pool_free(motion->pool);
    for (int32_t i = 0; i < motion->part_count; ++i)
        bvh_release((Bvh *)motion->trees[i]);
    mem_free(motion->trees);
    pair_rules_free(&motion->rules);
    mem_free(motion);
}

static snug_status read_wish(const snug_motion_wish *given, MotionWish *wish, snug_error *error)
{
    snug_motion_wish own = {0};
    snug_status status =
        door_take(&own, sizeof own, given, DOOR_END_OF(snug_motion_wish, position), error);
    if (status != SNUG_OK)
        return status;
    double square = 0;
    for (int k = 0; k < 4; ++k)
        square += own.turn[k] * own.turn[k];
    if (!numbers_good(own.position, 3) || !(square == 0 || (square > 1e-12 && square < 1e12)))
        return door_fail(error, SNUG_BAD_ARGUMENT, "the target is not finite or too far away");
    if (own.mode != SNUG_MOTION_STOP && own.mode != SNUG_MOTION_SLIDE &&
        own.mode != SNUG_MOTION_PUSH)
        return door_fail(error, SNUG_BAD_ARGUMENT, "there is no mode %d", (int)own.mode);
    if (own.by_coordinates && !numbers_good(own.coordinates, 2))
        return door_fail(error, SNUG_BAD_ARGUMENT,
                         "the coordinates are not finite or too far away");
    *wish = (MotionWish){
        .target = rigid_pose_at(vec3d(own.position[0], own.position[1], own.position[2])),
        .mode = (enum MotionMode)own.mode,
        .turning = own.turning != 0,
        .has_coordinates = own.by_coordinates != 0,
        .coordinates = {{own.coordinates[0], own.coordinates[1]}},
        .work = own.work};
    for (int k = 0; k < 4 && square > 0; ++k)
        wish->target.q[k] = own.turn[k] / sqrt(square);
    return SNUG_OK;
}

// Where the point is that was the pivot at the grab: on a joint, poses are about its axis.
static RigidPose pose_of(const snug_motion *motion)
{
    RigidPose pose = motion_pose(motion->inner);
    Affine none = affine_identity(), turn = rigid_placement(&pose, &none);
    Vec3d arm = vec3d_sub(motion->pivot, motion_pivot(motion->inner));
    if (vec3d_length(arm) > 0)
        pose.pivot = affine_apply(&turn, arm);
    return pose;
}

// What was wished for of a hand on a joint is what it has gone and what is left.
static double whole_of(const snug_motion *motion, const RigidPose *before, const MotionWish *wish,
                       const MotionResult *done)
{
    bool jointed = motion_joint(motion->inner) >= 0;
    RigidPose now = motion_pose(motion->inner);
    RigidStep step = rigid_step_between(before, jointed ? &now : &wish->target);
    if (!wish->turning && !jointed)
        step.turn = vec3d(0, 0, 0);
    return rigid_step_bound(&step, motion_reach(motion->inner)) + (jointed ? done->lag : 0);
}

static void place_parts(snug_motion *motion)
{
    snug_assembly *assembly = motion->assembly;
    for (int32_t i = 0; i < motion->part_count; ++i) {
        if (!motion_moves(motion->inner, i))
            continue;
        assembly->posed[i].placement = motion_placement(motion->inner, i);
        assembly->posed[i].changed = true;
    }
    for (int32_t i = 0; motion->cleared == assembly->cleared && i < motion->joint_count; ++i)
        motion_coordinates(motion->inner, i, &assembly->coordinates[i]);
}

snug_status snug_motion_step(snug_motion *motion, const snug_motion_wish *given,
                             snug_motion_result *result, snug_error *error)
{
    MotionWish wish;
    MotionResult done;
    Error err = {""};
    snug_status status = door_ready(result, DOOR_END_OF(snug_motion_result, turn), error);
    if (status == SNUG_OK && !motion)
        status = door_fail(error, SNUG_BAD_ARGUMENT, "there is no motion");
    if (status == SNUG_OK)
        status = read_wish(given, &wish, error);
    if (status != SNUG_OK)
        return status;
    RigidPose before = motion_pose(motion->inner);
    if (!motion_step(motion->inner, &wish, &done, &err))
        return door_core_failed(error, &err, SNUG_BAD_PLACEMENT);
    place_parts(motion);
    RigidPose pose = pose_of(motion);
    double whole = whole_of(motion, &before, &wish, &done);
    snug_motion_result own = {.arrived = done.end == ADVANCE_ARRIVED,
                              .stopped = done.end == ADVANCE_STOPPED,
                              .lag = done.lag,
                              .fraction = done.end == ADVANCE_ARRIVED ? 1
                                          : whole > 0 ? fmax(0, 1 - done.lag / whole)
                                                      : 1,
                              .blocker_count = done.blocker_count,
                              .closest = done.work.closest,
                              .listed = done.work.listed,
                              .joint = motion_joint(motion->inner),
                              .limit_joint = done.limit_joint,
                              .coordinates = {done.coordinates.turn, done.coordinates.shift}};
    motion_pushed(motion->inner, &own.pushed_count);
    door_vector(pose.pivot, own.position);
    memcpy(own.turn, pose.q, sizeof own.turn);
    for (int i = 0; i < done.blocker_count; ++i) {
        own.blockers[i] = (snug_motion_blocker){.part = done.blockers[i].part,
                                                .hand = done.blockers[i].hand,
                                                .force = done.blockers[i].force};
        door_vector(done.blockers[i].place, own.blockers[i].place);
    }
    door_give(result, &own, sizeof own);
    return SNUG_OK;
}

int32_t snug_motion_pushed_at(const snug_motion *motion, int32_t index)
{
    int32_t count = 0;
    const int32_t *pushed = motion ? motion_pushed(motion->inner, &count) : NULL;
    return index >= 0 && index < count ? pushed[index] : -1;
}

int32_t snug_motion_exempt_count(const snug_motion *motion)
{
    int32_t count = 0;
    if (motion)
        motion_exempt(motion->inner, &count);
    return count;
}

snug_status snug_motion_exempt_at(const snug_motion *motion, int32_t index,
                                  snug_motion_exempt *exempt, snug_error *error)
{
    snug_status status = door_ready(exempt, DOOR_END_OF(snug_motion_exempt, part), error);
    if (status != SNUG_OK)
        return status;
    if (index < 0 || index >= snug_motion_exempt_count(motion))
        return door_fail(error, SNUG_BAD_ARGUMENT, "there is no exempt pair %d", index);
    int32_t count;
    const MotionExempt *inner = &motion_exempt(motion->inner, &count)[index];
    snug_motion_exempt own = {
        .hand = inner->hand, .part = inner->part, .reason = limit_reason_word(inner->reason)};
    door_give(exempt, &own, sizeof own);
    return SNUG_OK;
}
