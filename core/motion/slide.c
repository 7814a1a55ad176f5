// The numbers are those that a prototype was tuned with on real assemblies.
#include "core/motion/slide.h"

#include "core/base/array.h"

#include <assert.h>

#define MOST_TURN 0.1       // radians at once
#define MOST_JOINT_TURN 0.5 // about a joint's axis, which is known

typedef struct Frame {
    Slide *slide;
    MotionScene *scene;
    NearList *list;
    const double *insets;
    const AdvanceDesc *desc;
    Vec3d *force;
    FreedomScale scale; // of the unknowns
    bool strict;        // shrunk pairs keep their inset: what was flush stays so
    Error *err;
} Frame;

static bool same_place(const FreedomPlace *a, const FreedomPlace *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static FreedomPlace place_now(const Frame *frame)
{
    return freedom_place(&frame->slide->freedom, frame->scene);
}

static FreedomStep step_between(const Frame *frame, const FreedomPlace *from,
                                const FreedomPlace *to)
{
    return freedom_between(&frame->slide->freedom, from, to, frame->slide->turning);
}

static FreedomStep wanted_step(const Frame *frame, const FreedomPlace *target)
{
    FreedomPlace now = place_now(frame);
    return step_between(frame, &now, target);
}

static double bound_of(const Frame *frame, const FreedomStep *step)
{
    return freedom_bound(&frame->slide->freedom, frame->scene, step);
}

static double closing_of(const Frame *frame, const FreedomStep *step)
{
    return freedom_closing(&frame->slide->freedom, frame->scene, step);
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

// Wanted: the gap, and what the step adds to it, reach the goal. What is nearer already is pushed out
// by a little at most, or not at all.
static void fill_rows(Frame *frame, bool push_out)
{
    Slide *slide = frame->slide;
    for (size_t i = 0; i < slide->near.count; ++i) {
        const Constraint *c = &slide->near.items[i];
        double b = goal_of(frame, c) - c->gap;
        if (b > 0)
            b = push_out ? fmin(b, 0.3 * slide->gap) : 0;
        slide->rows[i].b = b + slide->bent[i];
    }
}

// Where coordinates end. Rows hold to a tolerance: the last bit is cut behind the projection.
static size_t limit_rows(Frame *frame, ProjectionRow *rows)
{
    const Freedom *freedom = &frame->slide->freedom;
    size_t count = 0;
    for (int k = 0; k < freedom->coordinates; ++k) {
        const double left[2] = {freedom->low[k] - freedom->at[k],
                                freedom->high[k] - freedom->at[k]};
        for (int side = 0; side < 2; ++side) {
            if (!isfinite(left[side]))
                continue;
            ProjectionRow row = {.b = (side == 0 ? 1 : -1) * left[side] * frame->scale.weight[k]};
            row.a[k] = side == 0 ? 1 : -1;
            rows[count++] = row;
        }
    }
    return count;
}

static FreedomStep within_limits(const Freedom *freedom, FreedomStep step)
{
    for (int k = 0; k < freedom->coordinates; ++k)
        step.by[k] = fmin(fmax(step.by[k], freedom->low[k] - freedom->at[k]),
                          freedom->high[k] - freedom->at[k]);
    return step;
}

static void note_force(Frame *frame, const Projection *found)
{
    frame->slide->hold_count = 0;
    if (!frame->force)
        return;
    for (int32_t i = 0; i < frame->scene->pair_count; ++i)
        frame->force[i] = vec3d(0, 0, 0);
    for (int j = 0; j < found->active_count; ++j) {
        if ((size_t)found->active[j] >= frame->slide->near.count)
            continue; // a joint's own limit
        const Constraint *c = &frame->slide->near.items[found->active[j]];
        frame->force[c->pair] = vec3d_add_scaled(frame->force[c->pair], c->normal, found->force[j]);
        frame->slide->holds[frame->slide->hold_count++] =
            (struct SlideHold){c->pair, found->force[j], c->at[1]};
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

// Where a point of a body is at the end of a step.
typedef struct Bend {
    Vec3d from, to; // the pivot
    Affine turn;
} Bend;

static Bend bend_of(const Frame *frame, int32_t body, const FreedomStep *step)
{
    const Freedom *freedom = &frame->slide->freedom;
    Vec3d pivot = frame->scene->bodies[body].pose.pivot;
    Bend bend = {pivot, pivot, affine_identity()};
    for (int32_t i = 0; i < freedom_count(freedom); ++i) {
        if (freedom_body(freedom, i) != body)
            continue;
        RigidStep own = freedom_step(freedom, i, step), turn = {.turn = own.turn};
        RigidPose zero = {.q = {1, 0, 0, 0}}, turned = rigid_pose_moved(&zero, &turn, 1);
        bend.turn = rigid_placement(&turned, &(Affine){.m = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
        bend.to = vec3d_add_scaled(pivot, own.shift, 1);
    }
    return bend;
}

static Vec3d bent_point(const Bend *bend, Vec3d p)
{
    return vec3d_add(bend->to, affine_apply(&bend->turn, vec3d_sub(p, bend->from)));
}

// By how much turning has bent the way of each place towards the other body: taken off in the next
// pass. The largest by which a goal is missed.
static double note_bends(Frame *frame, const FreedomStep *step, const double *x)
{
    Slide *slide = frame->slide;
    double worst = 0, most = 0.5 * bound_of(frame, step);
    int32_t pair = -1;
    bool moves[2] = {false, false};
    Bend bend[2];
    for (size_t i = 0; i < slide->near.count; ++i) {
        const Constraint *c = &slide->near.items[i];
        for (int k = 0; k < 2 && c->pair != pair; ++k) {
            int32_t body = frame->scene->pairs[c->pair].body[k];
            moves[k] = freedom_moves(&slide->freedom, body);
            bend[k] = bend_of(frame, body, step);
        }
        pair = c->pair;
        Vec3d end[2];
        for (int k = 0; k < 2; ++k)
            end[k] = moves[k] ? bent_point(&bend[k], c->at[k]) : c->at[k];
        bool turns = c->face >= 0 && moves[c->face];
        Vec3d normal = turns ? affine_apply(&bend[c->face].turn, c->normal) : c->normal;
        double real = vec3d_dot(normal, vec3d_sub(end[0], end[1]));
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
static void project_step(Frame *frame, FreedomStep *step)
{
    Slide *slide = frame->slide;
    const Freedom *freedom = &slide->freedom;
    size_t near = slide->near.count, count = near + limit_rows(frame, slide->rows + near);
    double target[PROJECTION_MOST];
    freedom_to_unknowns(freedom, &frame->scale, step, target);
    for (size_t i = 0; i < near; ++i) {
        const Constraint *c = &slide->near.items[i];
        freedom_row(freedom, &frame->scale, frame->scene, frame->scene->pairs[c->pair].body, c->at,
                    c->normal, slide->rows[i].a);
        slide->bent[i] = 0;
    }
    for (int pass = 0; pass < 3; ++pass) {
        Projection found = {.feasible = false};
        for (int push_out = 1; push_out >= 0; --push_out) {
            fill_rows(frame, push_out);
            project(frame->scale.unknowns, slide->rows, count, target, 0.02 * slide->gap, &found);
            note_force(frame, &found);
            if (found.feasible &&
                (!push_out || acceptable(frame, &found, target, frame->scale.unknowns)))
                break;
        }
        for (int k = found.feasible ? frame->scale.unknowns : 0; k < PROJECTION_MOST; ++k)
            found.x[k] = 0;
        *step = freedom_from_unknowns(freedom, &frame->scale, found.x);
        if (freedom_turn_way(freedom, frame->scene, step) < 0.05 * slide->gap ||
            note_bends(frame, step, found.x) < 0.2 * slide->gap)
            return;
    }
}

// --- one step

static bool reserve_rows(Frame *frame)
{
    Slide *slide = frame->slide;
    size_t count = slide->near.count + 2 * FREEDOM_COORDINATES;
    return (array_reserve(&slide->rows, &slide->row_capacity, count, sizeof *slide->rows) &&
            array_reserve(&slide->bent, &slide->bent_capacity, count, sizeof *slide->bent)) ||
           error_set(frame->err, "not enough memory to move a part against contact");
}

static FreedomStep shortened(const Frame *frame, FreedomStep step, double left)
{
    double closing = closing_of(frame, &step), turn, scale = 1;
    turn = freedom_turn(&frame->slide->freedom, &step);
    if (closing > left)
        scale = left / closing;
    if (turn * scale > frame->slide->trust)
        scale = frame->slide->trust / turn;
    step = freedom_scaled(&step, scale);
    // What joints upon joints do is not what is checked: it must not matter. It grows with the square.
    double off = freedom_deviation(&frame->slide->freedom, frame->scene, &step);
    double most = 0.5 * frame->slide->stand_off;
    return off > most ? freedom_scaled(&step, sqrt(most / off)) : step;
}

static double most_turn(const Slide *slide)
{
    bool known = slide->freedom.coordinates > 0 && freedom_is_straight(&slide->freedom);
    return known ? MOST_JOINT_TURN : MOST_TURN;
}

// What the linear model promised and was refused was of second order: turn less next time.
static void learn_trust(Slide *slide, double reach, double turn, double time)
{
    double least = 0.5 * sqrt(slide->gap / reach);
    if (time < 0.7)
        slide->trust = fmax(fmin(slide->trust, turn) * fmax(0.25, time), least);
    else
        slide->trust = fmin(most_turn(slide), 2 * slide->trust);
}

// Goes as far along the step as it is safe, to a place that the joints allow. How far that was.
static double commit(Frame *frame, FreedomStep *step, Safe *safe)
{
    Slide *slide = frame->slide;
    Freedom *freedom = &slide->freedom;
    // Poses on the way to a joint upon a moved joint are none of theirs: it goes all the way or not.
    for (int i = 0; safe->time < 1 && !freedom_is_straight(freedom); ++i) {
        *step = freedom_scaled(step, i < 4 ? 0.99 * safe->time : 0);
        freedom_try(freedom, frame->scene, step);
        *safe = safe_time(frame->scene, frame->list, 1, slide->stand_off);
    }
    double end[FREEDOM_COORDINATES], moved = safe->time * bound_of(frame, step);
    for (int k = 0; k < FREEDOM_COORDINATES; ++k)
        end[k] = freedom->at[k] + safe->time * step->by[k];
    safe_commit(frame->scene, frame->list, safe);
    if (freedom->coordinates > 0) {
        FreedomPlace place = freedom_place_at(freedom, end);
        freedom_go(freedom, frame->scene, &place);
    }
    return moved;
}

enum StepEnd { STEP_MOVED, STEP_RESTS, STEP_FAILED };

// Gathers, projects and asks whether it is safe, again with what it would have run into; then goes.
static enum StepEnd one_step(Frame *frame, FreedomStep wanted, double left, double *moved)
{
    Slide *slide = frame->slide;
    const Freedom *freedom = &slide->freedom;
    double turn = freedom_turn(freedom, &wanted);
    // Turning is cut before the projection, which is linear; shifts only behind it: a hand far inside
    // of something would eat what leads along it.
    if (turn > slide->trust)
        wanted = freedom_turn_scaled(freedom, &wanted, slide->trust / turn);
    turn = freedom_turn_way(freedom, frame->scene, &wanted);
    if (turn > 0.5 * left)
        wanted = freedom_turn_scaled(freedom, &wanted, 0.5 * left / turn);
    double near = 2 * largest_inset(frame) + 6 * slide->gap + 0.02 * left,
           hot = left + 2 * slide->gap;
    Safe safe;
    FreedomStep step;
    for (int round = 0;; ++round) {
        step = wanted;
        if (!constraints_gather(&slide->near, frame->scene, frame->list, freedom, near, hot,
                                round > 0, frame->err) ||
            !reserve_rows(frame))
            return STEP_FAILED;
        project_step(frame, &step);
        step = within_limits(freedom, step);
        if (bound_of(frame, &step) < 0.02 * slide->gap)
            return STEP_RESTS;
        step = shortened(frame, step, left);
        freedom_try(freedom, frame->scene, &step);
        safe = safe_time(frame->scene, frame->list, 1, slide->stand_off);
        if (safe.time >= 1 || safe.fresh == 0 || round == 3)
            break;
    }
    turn = freedom_turn(freedom, &step);
    learn_trust(slide, body_arm(&frame->scene->bodies[freedom->hand]), turn, safe.time);
    *moved = commit(frame, &step, &safe);
    slide->way[slide->way_count++] = place_now(frame);
    freedom_stand(freedom, frame->scene);
    return STEP_MOVED;
}

// --- a frame

// The length of a step, squared, in the projection's measure.
static double square_of(const Frame *frame, const FreedomStep *step)
{
    double x[PROJECTION_MOST], square = 0;
    freedom_to_unknowns(&frame->slide->freedom, &frame->scale, step, x);
    for (int k = 0; k < PROJECTION_MOST; ++k)
        square += x[k] * x[k];
    return square;
}

static double away_from(const Frame *frame, const FreedomPlace *place, const FreedomPlace *target)
{
    FreedomStep step = step_between(frame, place, target);
    return square_of(frame, &step);
}

// Going back to a pose that was committed is as good as having stayed there. The list remains: its
// odometer only ever counts what was gone.
static void go_back(Frame *frame, const FreedomPlace *to)
{
    Slide *slide = frame->slide;
    FreedomPlace now = place_now(frame);
    FreedomStep back = freedom_between(&slide->freedom, &now, to, true);
    frame->list->odometer += closing_of(frame, &back) * (1 + 1e-12);
    freedom_go(&slide->freedom, frame->scene, to);
    while (slide->way_count > 1 && !same_place(&slide->way[slide->way_count - 1], to))
        --slide->way_count;
}

// While the hand is still only what comes nearer to it counts: otherwise bodies would wander in circles.
static void rest_if_idle(Frame *frame, const FreedomPlace *start, const FreedomPlace *target)
{
    FreedomPlace now = place_now(frame);
    FreedomStep gone = freedom_between(&frame->slide->freedom, start, &now, true);
    if (away_from(frame, start, target) - away_from(frame, &now, target) <
        0.1 * square_of(frame, &gone))
        go_back(frame, start);
}

// May it let go of its insets? Not where that was tried already for the same wish, in vain.
static bool may_relax(const Frame *frame, const FreedomPlace *target)
{
    const Slide *slide = frame->slide;
    FreedomPlace now = place_now(frame);
    if (!frame->strict || largest_inset(frame) == 0)
        return false;
    FreedomStep left = wanted_step(frame, target),
                other = freedom_between(&slide->freedom, &slide->sank_target, target, true);
    return !slide->sank || !same_place(&slide->sank_at, &now) ||
           bound_of(frame, &other) >= 0.2 * bound_of(frame, &left);
}

static enum AdvanceEnd walk(Frame *frame, const FreedomPlace *target)
{
    Slide *slide = frame->slide;
    FreedomPlace before_relaxing = place_now(frame);
    bool relaxed = false;
    int small = 0;
    enum AdvanceEnd end = ADVANCE_BLOCKED;
    uint64_t last =
        frame->desc->work > 0 ? frame->scene->work.closest + frame->desc->work : UINT64_MAX;
    for (int i = 0; i < SLIDE_STEPS; ++i) {
        FreedomStep step = wanted_step(frame, target);
        double bound = bound_of(frame, &step), moved = 0, closing = closing_of(frame, &step);
        if (bound < 0.01 * slide->gap) {
            end = ADVANCE_ARRIVED;
            break;
        }
        if (i > 0 && (budget_over(frame->desc->budget) || frame->scene->work.closest >= last)) {
            end = ADVANCE_STOPPED;
            break;
        }
        double left = near_list_left(frame->list) - 2 * slide->gap;
        if (left < fmin(closing, 0.3 * frame->list->radius)) {
            AdvanceDesc listing = *frame->desc;
            listing.stand_off = slide->gap; // which is what is taken off
            freedom_try(&slide->freedom, frame->scene, &step);
            enum NearStatus status =
                advance_list(frame->scene, frame->list, closing, &listing, frame->err);
            freedom_stand(&slide->freedom, frame->scene);
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
            before_relaxing = place_now(frame);
        }
    }
    if (relaxed) { // kept only if it was more than sinking into what it rests on
        FreedomPlace now = place_now(frame);
        FreedomStep gained = freedom_between(&slide->freedom, &before_relaxing, &now, true);
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
                            const FreedomPlace *target, const AdvanceDesc *desc, Vec3d *force,
                            Error *err)
{
    assert(slide && scene && list && target && desc && slide->gap > slide->stand_off);
    assert(insets || scene->pair_count == 0);
    Frame frame = {.slide = slide,
                   .scene = scene,
                   .list = list,
                   .insets = insets,
                   .desc = desc,
                   .force = force,
                   .scale = freedom_scale(&slide->freedom, scene, slide->turning),
                   .strict = true,
                   .err = err};
    if (!(slide->trust > 0))
        slide->trust = most_turn(slide);
    for (int32_t i = 0; force && i < scene->pair_count; ++i)
        force[i] = vec3d(0, 0, 0);
    for (size_t i = 0; i < list->count; ++i)
        list->items[i].forced = false;
    FreedomStep drift = freedom_between(&slide->freedom, &slide->last_target, target, true);
    bool still = slide->has_last && bound_of(&frame, &drift) < 0.1 * slide->gap;
    FreedomPlace start = place_now(&frame);
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
