#include "app/stages/motion_task.h"

#include "app/stages/fit_pairs.h"

#include <stdlib.h>

// Closest points of triangles in one step: some milliseconds.
enum { WORK_PER_STEP = 20000 };

void motion_session_free(MotionSession *session)
{
    if (!session)
        return;
    motion_end(session->motion);
    query_target_free(&session->target);
    shared_rules_release(session->rules);
    free(session->posed);
    free(session->roles);
    free(session->known);
    fit_pairs_free(&session->fits);
    joint_list_release(session->joints);
    free(session->coordinates);
    free(session);
}

static const KnownPair *find_known(const MotionSession *session, int32_t hand, int32_t other)
{
    size_t low = 0, high = session->known_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const KnownPair *pair = &session->known[middle];
        if (pair->hand < hand || (pair->hand == hand && pair->other < other))
            low = middle + 1;
        else
            high = middle;
    }
    const KnownPair *pair = &session->known[low];
    return low < session->known_count && pair->hand == hand && pair->other == other ? pair : NULL;
}

static bool start_of(void *user, int32_t hand, int32_t other, LimitStart *out, bool *ignored)
{
    MotionSession *session = user;
    *ignored = pair_rules_skip(&session->rules->rules, hand, other) ||
               through_has(&session->through, hand, other);
    if (*ignored)
        return true;
    const KnownPair *pair = find_known(session, hand, other);
    if (pair)
        *out = pair->start;
    out->fits = session->all_fit || fit_pairs_has(&session->fits, motion_pair(hand, other));
    return pair != NULL;
}

static void grab(MotionTask *task, Job *job)
{
    MotionSession *session = task->session;
    MotionDesc desc = {.parts = session->posed,
                       .roles = session->roles,
                       .part_count = session->target.count,
                       .pivot = session->pivot,
                       .joints = joint_list_set(session->joints),
                       .coordinates = session->coordinates,
                       .start = start_of,
                       .user = session,
                       .book = &session->memory->book,
                       .solids = &session->memory->solids,
                       .contact = {.tolerance = session->tolerance}};
    session->motion = motion_begin(&desc, job, &task->head.err);
    task->head.done = session->motion != NULL;
}

static void step(MotionTask *task, Job *job)
{
    MotionSession *session = task->session;
    RigidPose before = motion_pose(session->motion);
    const Budget budget = {.job = job};
    task->wish.work = WORK_PER_STEP;
    task->wish.budget = &budget;
    bool good = motion_step(session->motion, &task->wish, &task->result, &task->head.err);
    task->wish.budget = NULL;
    RigidPose after = motion_pose(session->motion);
    task->moved = memcmp(&before, &after, sizeof before) != 0;
    task->lead = motion_placement(session->motion, session->lead);
    task->head.done = good && !job_cancelled(job);
}

void motion_task_work(void *argument, Job *job)
{
    MotionTask *task = argument;
    if (task->grabs)
        grab(task, job);
    else
        step(task, job);
}
