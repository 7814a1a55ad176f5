#include "app/stages/watch_task.h"

#include "app/document/pose.h"
#include "core/motion/crossing.h"

#include <math.h>
#include <stdlib.h>

void watch_task_drop(void *argument)
{
    WatchTask *task = argument;
    query_target_free(&task->target);
    shared_rules_release(task->rules);
    watch_list_free(&task->list);
    free(task->moves);
    free(task->posed);
    free(task);
}

// Of a part that moves in this frame, or stands still; false: not by a rigid motion.
static bool body_of(const PosedPart *part, const Affine *to, CrossingBody *out)
{
    Box3d local = mesh_bounds(part->tree->mesh);
    Vec3d middle = vec3d_lerp(local.lo, local.hi, 0.5);
    Vec3d pivot = affine_apply(&part->placement, middle);
    *out = (CrossingBody){.tree = part->tree,
                          .rest = rigid_rest(&part->placement, pivot),
                          .pose = rigid_pose_at(pivot)};
    for (int i = 0; i < 8; ++i) {
        Vec3d corner = vec3d(i & 1 ? local.hi.x : local.lo.x, i & 2 ? local.hi.y : local.lo.y,
                             i & 4 ? local.hi.z : local.lo.z);
        double away = vec3d_distance(affine_apply(&part->placement, corner), pivot);
        out->reach = fmax(out->reach, away * (1 + 1e-12));
    }
    Affine back;
    if (!to)
        return true;
    if (!affine_invert(&part->placement, &back))
        return false;
    Affine motion = affine_compose(to, &back);
    if (!affine_is_rigid(&motion) || affine_determinant(&motion) < 0)
        return false;
    RigidPose end = {.pivot = affine_apply(to, middle)};
    Pose turned = pose_from(&motion);
    pose_quaternion(&turned, end.q);
    out->step = rigid_step_between(&out->pose, &end);
    return true;
}

typedef struct Frame {
    WatchTask *task;
    const WatchMove *moves;
    size_t count;
    const WatchMove *mover; // whose neighbours are looked at
    CrossingBody body;      // the mover's
    FitDesc desc;
    Job *job;
    bool failed;
} Frame;

static const Affine *moves_to(const Frame *frame, int32_t part)
{
    for (size_t i = 0; i < frame->count; ++i)
        if (frame->moves[i].part == part)
            return &frame->moves[i].placement;
    return NULL;
}

// They move as one: nothing changes between them.
static bool together(const PosedPart *a, const Affine *a_to, const PosedPart *b, const Affine *b_to)
{
    Affine before, after;
    if (!placement_between(&a->placement, &b->placement, &before) ||
        !placement_between(a_to, b_to, &after))
        return false;
    double off = vec3d_distance(before.p, after.p) / (1 + vec3d_length(before.p));
    for (int i = 0; i < 9; ++i)
        off = fmax(off, fabs(before.m[i / 3][i % 3] - after.m[i / 3][i % 3]));
    return off < 1e-12;
}

static void note_crossing(Frame *frame, int32_t other, double limit, const Crossing *found)
{
    WatchTask *task = frame->task;
    if (task->crossing_count == WATCH_CROSSINGS)
        return;
    task->crossings[task->crossing_count++] =
        (WatchCrossing){.part = {frame->mover->part, other},
                        .limit = limit,
                        .placement = {found->placement[0], found->placement[1]},
                        .at = {found->distance.on_a, found->distance.on_b},
                        .known = found->state == CROSSING_FOUND,
                        .gesture = task->gesture};
}

static bool look_at(void *user, int32_t other)
{
    Frame *frame = user;
    const PosedPart *parts = frame->task->posed;
    int32_t part = frame->mover->part;
    const Affine *to = moves_to(frame, other);
    if (other == part || (to && other < part) || !watch_counts(&frame->desc, part, other) ||
        (to && together(&parts[part], &frame->mover->placement, &parts[other], to)))
        return true;
    CrossingBody body[2] = {frame->body};
    if (!body_of(&parts[other], to, &body[1]))
        return true;
    Error err;
    Crossing found;
    CrossingDesc desc = {.limit = fit_desc_clearance(&frame->desc, part, other), .job = frame->job};
    frame->failed = !crossing_find(body, &desc, &found, &err) || job_cancelled(frame->job);
    if (!frame->failed && found.state != CROSSING_NONE)
        note_crossing(frame, other, desc.limit, &found);
    return !frame->failed;
}

// What lies within the ways of both and the limit.
static bool find_crossings(Frame *frame)
{
    const WatchTask *task = frame->task;
    double longest = 0;
    for (size_t i = 0; i < frame->count; ++i) {
        CrossingBody body;
        if (body_of(&task->posed[frame->moves[i].part], &frame->moves[i].placement, &body))
            longest = fmax(longest, rigid_step_bound(&body.step, body.reach));
    }
    for (size_t i = 0; i < frame->count && !frame->failed; ++i) {
        frame->mover = &frame->moves[i];
        int32_t part = frame->mover->part;
        const Box3d *box = broad_phase_box(&task->list.boxes, part);
        if (!box || !body_of(&task->posed[part], &frame->mover->placement, &frame->body))
            continue;
        Box3d near = box3d_grown(*box, fit_desc_part_reach(&frame->desc, part) + 2 * longest);
        broad_phase_query(&task->list.boxes, &near, look_at, frame);
    }
    return !frame->failed;
}

static bool follow(WatchTask *task, const FitDesc *desc, Job *job)
{
    for (size_t first = 0, end; first < task->move_count; first = end) {
        for (end = first; !task->moves[end].last; ++end)
            ;
        ++end;
        Frame frame = {.task = task,
                       .moves = task->moves + first,
                       .count = end - first,
                       .desc = *desc,
                       .job = job};
        if (task->gesture != 0 && !find_crossings(&frame))
            return false;
        for (size_t i = first; i < end; ++i) {
            task->posed[task->moves[i].part].placement = task->moves[i].placement;
            task->posed[task->moves[i].part].changed = true;
        }
        bool good = watch_list_update(&task->list, task->posed, task->target.count, desc, job,
                                      &task->head.err);
        for (size_t i = first; i < end; ++i)
            task->posed[task->moves[i].part].changed = false;
        if (!good)
            return false;
    }
    return true;
}

void watch_task_work(void *argument, Job *job)
{
    WatchTask *task = argument;
    worker_give_way();
    FitDesc desc = {.clearance = task->clearance, .rules = &task->rules->rules};
    bool good = !task->all || watch_list_update(&task->list, task->posed, task->target.count, &desc,
                                                job, &task->head.err);
    for (int32_t i = 0; i < task->target.count; ++i)
        task->posed[i].changed = false;
    task->head.done = good && follow(task, &desc, job);
}
