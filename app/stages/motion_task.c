#include "app/stages/motion_task.h"

#include "app/stages/fit_pairs.h"

#include <stdlib.h>

// Closest points of triangles in one step: some milliseconds.
enum { WORK_PER_STEP = 20000 };
// Of the part's reach, in one step on its way to where it snaps: it is seen to go there.
static const double SNAP_STEP = 0.08;

void motion_memory_free(MotionMemory *memory)
{
    if (!memory)
        return;
    limit_book_free(&memory->book);
    solid_cache_free(&memory->solids);
    free(memory);
}

void motion_session_free(MotionSession *session)
{
    if (!session)
        return;
    motion_end(session->motion);
    query_target_free(&session->target);
    shared_rules_release(session->rules);
    free(session->posed);
    free(session->roles);
    free(session->locked);
    free(session->known);
    fit_pairs_free(&session->fits);
    joint_list_release(session->joints);
    joint_list_release(session->own_joints);
    free(session->groups);
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
    const FitPair *fit = fit_pairs_find(&session->fits, motion_pair(hand, other));
    out->fits = session->all_fit || fit;
    if (fit && (!pair || pair->start.state == PAIR_CLEAR || pair->start.state == PAIR_TOUCH))
        out->give = fit->give; // deeper ones may get no deeper
    return pair != NULL;
}

// --- what is loose

static bool touches(MotionSession *session, int32_t part, int32_t locked, Job *job, bool *found,
                    Error *err)
{
    const PosedPart *a = &session->posed[part], *b = &session->posed[locked];
    const KnownPair *known = find_known(session, part, locked);
    *found = known && known->start.state != PAIR_CLEAR;
    if (known)
        return true;
    ContactDesc desc = {.tolerance = session->tolerance};
    double tolerance = contact_tolerance(&desc, a, b), stretch = affine_stretch(&a->placement);
    Box3d box = box3d_moved(&a->tree->box, &a->placement);
    Box3d other = box3d_moved(&b->tree->box, &b->placement);
    for (int k = 0; k < 3; ++k) {
        box.lo.v[k] -= tolerance;
        box.hi.v[k] += tolerance;
    }
    Affine b_to_a;
    Distance distance;
    return !box3d_meet(&box, &other) || !placement_between(&a->placement, &b->placement, &b_to_a) ||
           query_tolerance(a->tree, b->tree, &b_to_a, tolerance / stretch, NULL, job, found,
                           &distance, NULL, err);
}

// What touches a locked part stands like that one, unless the switch says otherwise.
static bool hold_seated(MotionSession *session, Job *job, Error *err)
{
    bool found = false;
    for (int32_t i = 0; !session->seated && i < session->target.count; ++i) {
        for (int32_t k = 0; session->roles[i] == MOTION_LOOSE && k < session->target.count; ++k) {
            if (!session->locked[k] || session->roles[k] != MOTION_STANDS)
                continue;
            if (!touches(session, i, k, job, &found, err))
                return false;
            if (found)
                session->roles[i] = MOTION_STANDS;
        }
    }
    return true;
}

// A body stands where one of its parts does.
static void hold_bodies(MotionSession *session)
{
    for (int32_t i = 0; i < session->target.count; ++i) {
        if (session->groups[i] < 0 || session->roles[i] != MOTION_STANDS)
            continue;
        for (int32_t k = 0; k < session->target.count; ++k)
            if (session->groups[k] == session->groups[i] && session->roles[k] == MOTION_LOOSE)
                session->roles[k] = MOTION_STANDS;
    }
}

static void grab(MotionTask *task, Job *job)
{
    MotionSession *session = task->session;
    if (!hold_seated(session, job, &task->head.err))
        return;
    hold_bodies(session);
    MotionDesc desc = {.parts = session->posed,
                       .roles = session->roles,
                       .part_count = session->target.count,
                       .groups = session->groups,
                       .pivot = session->pivot,
                       .joints = joint_list_set(session->joints),
                       .coordinates = session->coordinates,
                       .start = start_of,
                       .user = session,
                       .book = &session->memory->book,
                       .solids = &session->memory->solids,
                       .contact = {.tolerance = session->tolerance},
                       .pool = session->pool};
    session->motion = motion_begin(&desc, job, &task->head.err);
    task->head.done = session->motion != NULL;
}

static bool step_snap(MotionTask *task, const Budget *budget)
{
    MotionSession *session = task->session;
    if (!session->snap_begun) {
        // Nothing is pushed out of the way for it.
        bool stops = task->wish.mode == MOTION_STOP;
        SnapDesc desc = {.mate = session->mate,
                         .mode = stops ? MOTION_STOP : MOTION_SLIDE,
                         .step = SNAP_STEP * motion_reach(session->motion),
                         .work = task->wish.work};
        session->snap = snap_begin(session->motion, &desc);
        session->snap_begun = true;
    }
    return snap_step(&session->snap, session->motion, budget, &task->result, &task->head.err);
}

static void step(MotionTask *task, Job *job)
{
    MotionSession *session = task->session;
    const Budget budget = {.job = job};
    task->wish.work = WORK_PER_STEP;
    task->wish.budget = &budget;
    task->wish.job = job;
    bool good = session->snaps
                    ? step_snap(task, &budget)
                    : motion_step(session->motion, &task->wish, &task->result, &task->head.err);
    task->wish.budget = NULL;
    task->wish.job = NULL;
    task->moved = task->result.moved;
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
