// The numbers are those that a prototype was tuned with on real assemblies.
#include "core/motion/slide.h"

#include "core/base/array.h"

#include <assert.h>

#define MOST_TURN 0.1   // radians at once
#define TURN_WEIGHT 0.4 // of the reach: how much a turn counts against a shift

typedef struct Frame {
    Slide *slide;
    MotionScene *scene;
    NearList *list;
    const double *insets;
    const AdvanceDesc *desc;
    MotionBody *body;
    Vec3d *force;
    double weight; // of a turn
    bool strict;   // shrunk pairs keep their inset: what was flush stays so
    Error *err;
} Frame;

static bool same_pose(const RigidPose *a, const RigidPose *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static RigidStep wanted_step(const Frame *frame, const RigidPose *target)
{
    RigidStep step = rigid_step_between(&frame->body->pose, target);
    if (!frame->slide->turning)
        step.turn = vec3d(0, 0, 0);
    return step;
}

static double bound_of(const Frame *frame, const RigidStep *step)
{
    return rigid_step_bound(step, frame->body->reach);
}

static double largest_inset(const Frame *frame)
{
    double inset = 0;
    for (int32_t i = 0; i < frame->scene->pair_count; ++i)
        inset = fmax(inset, frame->insets[i]);
    return inset;
}

// How far apart a place should end.
static double goal_of(const Frame *frame, const Constraint *c)
{
    double inset = frame->insets[c->pair];
    double goal = frame->strict && inset > 0 ? inset : frame->slide->gap;
    return c->sharp ? 0.5 * goal : goal;
}

// --- projection

static void to_unknowns(const Frame *frame, const RigidStep *step, double x[PROJECTION_MOST])
{
    for (int k = 0; k < 3; ++k) {
        x[k] = step->shift.v[k];
        x[3 + k] = step->turn.v[k] * frame->weight;
    }
}

static RigidStep from_unknowns(const Frame *frame, const double x[PROJECTION_MOST])
{
    RigidStep step = {.shift = vec3d(x[0], x[1], x[2])};
    if (frame->slide->turning)
        step.turn = vec3d_scale(vec3d(x[3], x[4], x[5]), 1 / frame->weight);
    return step;
}

// Wanted: the gap, and what the step adds to it, reach the goal. What is nearer already is pushed out
// by a little at most, or not at all.
static void fill_rows(Frame *frame, bool push_out)
{
    Slide *slide = frame->slide;
    for (size_t i = 0; i < slide->near.count; ++i) {
        const Constraint *c = &slide->near.items[i];
        Vec3d arm = vec3d_sub(c->at, frame->body->pose.pivot);
        Vec3d moment = vec3d_scale(vec3d_cross(arm, c->normal), 1 / frame->weight);
        double b = goal_of(frame, c) - c->gap;
        if (b > 0)
            b = push_out ? fmin(b, 0.3 * slide->gap) : 0;
        slide->rows[i] =
            (ProjectionRow){{c->normal.x, c->normal.y, c->normal.z, moment.x, moment.y, moment.z},
                            b + slide->bent[i]};
    }
}

static void note_force(Frame *frame, const Projection *found)
{
    if (!frame->force)
        return;
    for (int32_t i = 0; i < frame->scene->pair_count; ++i)
        frame->force[i] = vec3d(0, 0, 0);
    for (int j = 0; j < found->active_count; ++j) {
        const Constraint *c = &frame->slide->near.items[found->active[j]];
        frame->force[c->pair] = vec3d_add_scaled(frame->force[c->pair], c->normal, found->force[j]);
    }
}

// Pushing out must not lead farther from the target than standing still would.
static bool acceptable(const Frame *frame, const Projection *found, const double *target,
                       int unknowns)
{
    double away = 0, still = 0;
    for (int k = 0; k < unknowns; ++k) {
        away += (found->x[k] - target[k]) * (found->x[k] - target[k]);
        still += target[k] * target[k];
    }
    return sqrt(away) <= sqrt(still) + 2 * frame->slide->gap;
}

// By how much turning has bent the way of each place towards the other body: taken off in the next
// pass. The largest by which a goal is missed.
static double note_bends(Frame *frame, const RigidStep *step, const double *x)
{
    Slide *slide = frame->slide;
    RigidPose from = frame->body->pose, to = rigid_pose_moved(&from, step, 1);
    RigidPose zero = {.q = {1, 0, 0, 0}};
    RigidStep turn = {.turn = step->turn};
    RigidPose turned = rigid_pose_moved(&zero, &turn, 1);
    Affine none = affine_identity(), turn_by = rigid_placement(&turned, &none);
    double worst = 0, most = 0.5 * bound_of(frame, step);
    for (size_t i = 0; i < slide->near.count; ++i) {
        const Constraint *c = &slide->near.items[i];
        Vec3d arm = affine_apply(&turn_by, vec3d_sub(c->at, from.pivot));
        Vec3d normal = c->turns ? affine_apply(&turn_by, c->normal) : c->normal;
        double real = vec3d_dot(normal, vec3d_sub(vec3d_add(to.pivot, arm), c->foot));
        double linear = c->gap;
        for (int k = 0; k < PROJECTION_MOST; ++k)
            linear += slide->rows[i].a[k] * x[k];
        double wanted = fmin(goal_of(frame, c), c->gap);
        worst = fmax(worst, wanted - real);
        bool matters = linear < 3 * slide->gap || real < wanted;
        slide->bent[i] = matters ? fmax(0, fmin(linear - real, most)) : 0;
    }
    return worst;
}

// The step nearest to *step that what was gathered allows.
static void project_step(Frame *frame, RigidStep *step)
{
    Slide *slide = frame->slide;
    int unknowns = slide->turning ? 6 : 3;
    double target[PROJECTION_MOST];
    to_unknowns(frame, step, target);
    for (size_t i = 0; i < slide->near.count; ++i)
        slide->bent[i] = 0;
    for (int pass = 0; pass < 3; ++pass) {
        Projection found = {.feasible = false};
        for (int push_out = 1; push_out >= 0; --push_out) {
            fill_rows(frame, push_out);
            project(unknowns, slide->rows, slide->near.count, target, 0.02 * slide->gap, &found);
            note_force(frame, &found);
            if (found.feasible && (!push_out || acceptable(frame, &found, target, unknowns)))
                break;
        }
        for (int k = found.feasible ? unknowns : 0; k < PROJECTION_MOST; ++k)
            found.x[k] = 0;
        *step = from_unknowns(frame, found.x);
        if (vec3d_length(step->turn) * frame->body->reach < 0.05 * slide->gap ||
            note_bends(frame, step, found.x) < 0.2 * slide->gap)
            return;
    }
}

// --- one step

static bool reserve_rows(Frame *frame)
{
    Slide *slide = frame->slide;
    size_t count = slide->near.count;
    return (array_reserve(&slide->rows, &slide->row_capacity, count, sizeof *slide->rows) &&
            array_reserve(&slide->bent, &slide->bent_capacity, count, sizeof *slide->bent)) ||
           error_set(frame->err, "not enough memory to move a part against contact");
}

static RigidStep shortened(const Frame *frame, RigidStep step, double left)
{
    double bound = bound_of(frame, &step), turn = vec3d_length(step.turn), scale = 1;
    if (bound > left)
        scale = left / bound;
    if (turn * scale > frame->slide->trust)
        scale = frame->slide->trust / turn;
    return rigid_step_scaled(&step, scale);
}

// What the linear model promised and was refused was of second order: turn less next time.
static void learn_trust(Slide *slide, const MotionBody *body, double turn, double time)
{
    double least = 0.5 * sqrt(slide->gap / body->reach);
    if (time < 0.7)
        slide->trust = fmax(fmin(slide->trust, turn) * fmax(0.25, time), least);
    else
        slide->trust = fmin(MOST_TURN, 2 * slide->trust);
}

enum StepEnd { STEP_MOVED, STEP_RESTS, STEP_FAILED };

// Gathers, projects and asks whether it is safe, again with what it would have run into; then goes.
static enum StepEnd one_step(Frame *frame, RigidStep wanted, double left, double *moved)
{
    Slide *slide = frame->slide;
    double turn = vec3d_length(wanted.turn);
    // Turning is cut before the projection, which is linear; shifts only behind it: a hand far inside
    // of something would eat what leads along it.
    if (turn > slide->trust)
        wanted.turn = vec3d_scale(wanted.turn, slide->trust / turn);
    turn = vec3d_length(wanted.turn) * frame->body->reach;
    if (turn > 0.5 * left)
        wanted.turn = vec3d_scale(wanted.turn, 0.5 * left / turn);
    double near = 2 * largest_inset(frame) + 6 * slide->gap + 0.02 * left,
           hot = left + 2 * slide->gap;
    Safe safe;
    for (int round = 0;; ++round) {
        RigidStep step = wanted;
        if (!constraints_gather(&slide->near, frame->scene, frame->list, slide->hand, near, hot,
                                round > 0, frame->err) ||
            !reserve_rows(frame))
            return STEP_FAILED;
        project_step(frame, &step);
        if (bound_of(frame, &step) < 0.02 * slide->gap)
            return STEP_RESTS;
        frame->body->step = shortened(frame, step, left);
        safe = safe_time(frame->scene, frame->list, 1, slide->stand_off);
        if (safe.time >= 1 || safe.fresh == 0 || round == 3)
            break;
    }
    *moved = safe.time * body_bound(frame->body);
    learn_trust(slide, frame->body, vec3d_length(frame->body->step.turn), safe.time);
    safe_commit(frame->scene, frame->list, &safe);
    slide->way[slide->way_count++] = frame->body->pose;
    frame->body->step = (RigidStep){.shift = vec3d(0, 0, 0)};
    return STEP_MOVED;
}

// --- a frame

// Distance to the target, squared, in the projection's measure.
static double away_from(const Frame *frame, const RigidPose *pose, const RigidPose *target)
{
    RigidStep step = rigid_step_between(pose, target);
    double turn = frame->slide->turning ? frame->weight * vec3d_length(step.turn) : 0;
    return vec3d_dot(step.shift, step.shift) + turn * turn;
}

// Going back to a pose that was committed is as good as having stayed there. The list remains: its
// odometer only ever counts what was gone.
static void go_back(Frame *frame, const RigidPose *to)
{
    RigidStep back = rigid_step_between(&frame->body->pose, to);
    frame->list->odometer += bound_of(frame, &back) * (1 + 1e-12);
    frame->body->pose = *to;
    Slide *slide = frame->slide;
    while (slide->way_count > 1 && !same_pose(&slide->way[slide->way_count - 1], to))
        --slide->way_count;
}

// While the hand is still only what comes nearer to it counts: otherwise bodies would wander in circles.
static void rest_if_idle(Frame *frame, const RigidPose *start, const RigidPose *target)
{
    RigidStep gone = rigid_step_between(start, &frame->body->pose);
    double turn = frame->weight * vec3d_length(gone.turn);
    double way = vec3d_dot(gone.shift, gone.shift) + turn * turn;
    if (away_from(frame, start, target) - away_from(frame, &frame->body->pose, target) < 0.1 * way)
        go_back(frame, start);
}

// May it let go of its insets? Not where that was tried already for the same wish, in vain.
static bool may_relax(const Frame *frame, const RigidPose *target)
{
    const Slide *slide = frame->slide;
    if (!frame->strict || largest_inset(frame) == 0)
        return false;
    RigidStep left = wanted_step(frame, target),
              other = rigid_step_between(&slide->sank_target, target);
    return !slide->sank || !same_pose(&slide->sank_at, &frame->body->pose) ||
           bound_of(frame, &other) >= 0.2 * bound_of(frame, &left);
}

static enum AdvanceEnd walk(Frame *frame, const RigidPose *target)
{
    Slide *slide = frame->slide;
    RigidPose before_relaxing = frame->body->pose;
    bool relaxed = false;
    int small = 0;
    enum AdvanceEnd end = ADVANCE_BLOCKED;
    uint64_t last =
        frame->desc->work > 0 ? frame->scene->work.closest + frame->desc->work : UINT64_MAX;
    for (int i = 0; i < SLIDE_STEPS; ++i) {
        RigidStep step = wanted_step(frame, target);
        double bound = bound_of(frame, &step), moved = 0;
        if (bound < 0.01 * slide->gap) {
            end = ADVANCE_ARRIVED;
            break;
        }
        if (i > 0 && (budget_over(frame->desc->budget) || frame->scene->work.closest >= last)) {
            end = ADVANCE_STOPPED;
            break;
        }
        double left = near_list_left(frame->list) - 2 * slide->gap;
        if (left < fmin(bound, 0.3 * frame->list->radius)) {
            AdvanceDesc listing = *frame->desc;
            listing.stand_off = slide->gap; // which is what is taken off
            frame->body->step = step;
            enum NearStatus status =
                advance_list(frame->scene, frame->list, bound, &listing, frame->err);
            frame->body->step = (RigidStep){.shift = vec3d(0, 0, 0)};
            if (status != NEAR_WHOLE)
                return status == NEAR_CANCELLED ? ADVANCE_STOPPED : ADVANCE_NO_MEMORY;
            left = near_list_left(frame->list) - 2 * slide->gap;
        }
        enum StepEnd stepped = one_step(frame, step, left, &moved);
        if (stepped == STEP_FAILED)
            return ADVANCE_NO_MEMORY;
        if (stepped == STEP_RESTS || (moved < 0.1 * slide->gap && ++small > 3)) {
            if (!may_relax(frame, target))
                break;
            frame->strict = false;
            relaxed = true;
            small = 0;
            before_relaxing = frame->body->pose;
        }
    }
    if (relaxed) { // kept only if it was more than sinking into what it rests on
        RigidStep gained = rigid_step_between(&before_relaxing, &frame->body->pose);
        slide->sank = bound_of(frame, &gained) < 4 * largest_inset(frame);
        if (slide->sank) {
            go_back(frame, &before_relaxing);
            slide->sank_at = before_relaxing;
            slide->sank_target = *target;
        }
    }
    return end;
}

enum AdvanceEnd slide_frame(Slide *slide, MotionScene *scene, NearList *list, const double *insets,
                            const RigidPose *target, const AdvanceDesc *desc, Vec3d *force,
                            Error *err)
{
    assert(slide && scene && list && target && desc && slide->gap > slide->stand_off);
    assert(insets || scene->pair_count == 0);
    MotionBody *body = &scene->bodies[slide->hand];
    Frame frame = {.slide = slide,
                   .scene = scene,
                   .list = list,
                   .insets = insets,
                   .desc = desc,
                   .body = body,
                   .force = force,
                   .weight = TURN_WEIGHT * body->reach,
                   .strict = true,
                   .err = err};
    if (!(slide->trust > 0))
        slide->trust = MOST_TURN;
    for (int32_t i = 0; force && i < scene->pair_count; ++i)
        force[i] = vec3d(0, 0, 0);
    for (size_t i = 0; i < list->count; ++i)
        list->items[i].forced = false;
    RigidStep drift = rigid_step_between(&slide->last_target, target);
    bool still = slide->has_last && bound_of(&frame, &drift) < 0.1 * slide->gap;
    RigidPose start = body->pose;
    slide->last_target = *target;
    slide->has_last = true;
    slide->way[0] = start;
    slide->way_count = 1;
    enum AdvanceEnd end = walk(&frame, target);
    if (still)
        rest_if_idle(&frame, &start, target);
    return end;
}

void slide_free(Slide *slide)
{
    constraints_free(&slide->near);
    mem_free(slide->rows);
    mem_free(slide->bent);
    *slide = (Slide){0};
}
