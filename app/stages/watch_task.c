#include "app/stages/watch_task.h"

#include "app/document/pose.h"
#include "core/motion/crossing.h"

#include <math.h>
#include <stdlib.h>

void watch_moves_forget(WatchMove *moves, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        bvh_release(moves[i].tree);
}

void watch_task_drop(void *argument)
{
    WatchTask *task = argument;
    watch_moves_forget(task->moves, task->move_count);
    query_target_free(&task->target);
    shared_rules_release(task->rules);
    watch_list_free(&task->list);
    free(task->moves);
    free(task->posed);
    free(task);
}

// Scaled in directions that are square to each other, and not turned or mirrored: so it never gets
// flat on the way.
static bool only_stretches(const Affine *motion)
{
    const double(*m)[3] = motion->m;
    double size = 0, uneven = 0;
    for (int i = 0; i < 9; ++i) {
        size = fmax(size, fabs(m[i / 3][i % 3]));
        uneven = fmax(uneven, fabs(m[i / 3][i % 3] - m[i % 3][i / 3]));
    }
    return uneven <= 1e-9 * size && m[0][0] > 0 && m[0][0] * m[1][1] > m[0][1] * m[1][0] &&
           affine_determinant(motion) > 0;
}

// Of a part that moves in this frame, or stands still.
static void body_of(const PosedPart *part, const WatchMove *move, CrossingBody *out)
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
    if (!move)
        return;
    Affine back, motion;
    bool known = !move->tree && affine_invert(&part->placement, &back);
    if (known)
        motion = affine_compose(&move->placement, &back);
    if (known && affine_is_rigid(&motion) && affine_determinant(&motion) > 0) {
        RigidPose end = {.pivot = affine_apply(&move->placement, middle)};
        Pose turned = pose_from(&motion);
        pose_quaternion(&turned, end.q);
        out->step = rigid_step_between(&out->pose, &end);
        return;
    }
    out->way = known && only_stretches(&motion) ? CROSSING_STRAIGHT : CROSSING_JUMP;
    out->end_tree = move->tree ? move->tree : part->tree;
    out->from = part->placement;
    out->to = move->placement;
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

static const WatchMove *move_of(const Frame *frame, int32_t part)
{
    for (size_t i = 0; i < frame->count; ++i)
        if (frame->moves[i].part == part)
            return &frame->moves[i];
    return NULL;
}

// They move as one: nothing changes between them.
static bool together(const PosedPart *a, const WatchMove *a_to, const PosedPart *b,
                     const WatchMove *b_to)
{
    Affine before, after;
    if (a_to->tree || b_to->tree || !placement_between(&a->placement, &b->placement, &before) ||
        !placement_between(&a_to->placement, &b_to->placement, &after))
        return false;
    double off = vec3d_distance(before.p, after.p) / (1 + vec3d_length(before.p));
    for (int i = 0; i < 9; ++i)
        off = fmax(off, fabs(before.m[i / 3][i % 3] - after.m[i / 3][i % 3]));
    return off < 1e-12;
}

static void note_crossing(Frame *frame, int32_t other, double limit, const Crossing *found)
{
    WatchTask *task = frame->task;
    if (task->crossing_count == WATCH_CROSSINGS) {
        ++task->crossings_more;
        return;
    }
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
    const WatchMove *to = move_of(frame, other);
    if (other == part || (to && other < part) || !watch_counts(&frame->desc, part, other) ||
        (to && together(&parts[part], frame->mover, &parts[other], to)))
        return true;
    CrossingBody body[2] = {frame->body};
    body_of(&parts[other], to, &body[1]);
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
        body_of(&task->posed[frame->moves[i].part], &frame->moves[i], &body);
        longest = fmax(longest, crossing_bound(&body));
    }
    for (size_t i = 0; i < frame->count && !frame->failed; ++i) {
        frame->mover = &frame->moves[i];
        int32_t part = frame->mover->part;
        const Box3d *box = broad_phase_box(&task->list.boxes, part);
        if (!box)
            continue;
        body_of(&task->posed[part], frame->mover, &frame->body);
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
            PosedPart *posed = &task->posed[task->moves[i].part];
            posed->placement = task->moves[i].placement;
            posed->tree = task->moves[i].tree ? task->moves[i].tree : posed->tree;
            posed->changed = true;
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
