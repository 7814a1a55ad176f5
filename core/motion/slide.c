// The numbers are those that a prototype was tuned with on real assemblies.
#include "core/motion/slide_frame.h"

#include "core/base/array.h"

#include <assert.h>

#define MOST_TURN 0.1       // radians at once
#define MOST_JOINT_TURN 0.5 // about a joint's axis, which is known

static bool same_place(const FreedomPlace *a, const FreedomPlace *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static FreedomPlace place_now(const SlideFrame *frame)
{
    return freedom_place(&frame->slide->freedom, frame->scene);
}

static FreedomStep step_between(const SlideFrame *frame, const FreedomPlace *from,
                                const FreedomPlace *to)
{
    return freedom_between(&frame->slide->freedom, from, to, frame->slide->turning);
}

static FreedomStep wanted_step(const SlideFrame *frame, const FreedomPlace *target)
{
    FreedomPlace now = place_now(frame);
    return step_between(frame, &now, target);
}

static double closing_of(const SlideFrame *frame, const FreedomStep *step)
{
    return freedom_closing(&frame->slide->freedom, frame->scene, step);
}

static double largest_inset(const SlideFrame *frame)
{
    double inset = 0;
    for (int32_t i = 0; i < frame->scene->pair_count; ++i)
        inset = fmax(inset, frame->insets[i]);
    return inset;
}

// --- one step

static FreedomStep within_limits(const Freedom *freedom, FreedomStep step)
{
    for (int k = 0; k < freedom->coordinates; ++k)
        step.by[k] = fmin(fmax(step.by[k], freedom->low[k] - freedom->at[k]),
                          freedom->high[k] - freedom->at[k]);
    return step;
}

static bool reserve_rows(SlideFrame *frame)
{
    Slide *slide = frame->slide;
    size_t count = slide->near.count + 2 * FREEDOM_COORDINATES;
    return (array_reserve(&slide->rows, &slide->row_capacity, count, sizeof *slide->rows) &&
            array_reserve(&slide->bent, &slide->bent_capacity, count, sizeof *slide->bent)) ||
           error_set(frame->err, "not enough memory to move a part against contact");
}

static FreedomStep shortened(const SlideFrame *frame, FreedomStep step, double left)
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
    if (off > most)
        step = freedom_scaled(&step, sqrt(most / off));
    // Whole turns of joints upon joints do not show from one end to the other: a part of such a step
    // may lead farther than all of it.
    for (int i = 0; i < 8; ++i) {
        closing = closing_of(frame, &step);
        if (!(closing > left * (1 + 1e-9)))
            return step;
        step = freedom_scaled(&step, 0.9 * left / closing);
    }
    return freedom_scaled(&step, 0);
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
static double commit(SlideFrame *frame, FreedomStep *step, Safe *safe)
{
    Slide *slide = frame->slide;
    Freedom *freedom = &slide->freedom;
    // Poses on the way to a joint upon a moved joint are none of theirs: it goes all the way or not.
    for (int i = 0; safe->time < 1 && !freedom_is_straight(freedom); ++i) {
        *step = freedom_scaled(step, i < 4 ? 0.99 * safe->time : 0);
        freedom_try(freedom, frame->scene, step);
        if (i == 4) { // it stays where it is
            safe->time = 0;
            break;
        }
        *safe = safe_time(frame->scene, frame->list, 1, slide->stand_off);
    }
    double end[FREEDOM_COORDINATES], moved = safe->time * frame_bound(frame, step);
    for (int k = 0; k < FREEDOM_COORDINATES; ++k)
        end[k] = freedom->at[k] + safe->time * step->by[k];
    safe_commit(frame->scene, frame->list, safe);
    if (freedom->coordinates > 0) {
        FreedomPlace place = freedom_place_at(freedom, end);
        freedom_go(freedom, frame->scene, &place);
    }
    return moved;
}

enum StepEnd { STEP_MOVED, STEP_RESTS, STEP_STOPPED, STEP_FAILED };

// Gathers, projects and asks whether it is safe, again with what it would have run into; then goes.
static enum StepEnd one_step(SlideFrame *frame, FreedomStep wanted, double left, double *moved)
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
        if (!slide->near.whole)
            return STEP_STOPPED;
        if (!slide_project(frame, &step))
            return STEP_STOPPED;
        step = within_limits(freedom, step);
        if (frame_bound(frame, &step) < 0.02 * slide->gap)
            return STEP_RESTS;
        step = shortened(frame, step, left);
        freedom_try(freedom, frame->scene, &step);
        safe = safe_time(frame->scene, frame->list, 1, slide->stand_off);
        if (safe.stopped)
            return freedom_stand(freedom, frame->scene), STEP_STOPPED;
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

// How much turning counts against shifting. A part that stands on something below an arm a can fall over:
// turned by w it is lower by a w^2 / 2, and so nearer by L a w^2, in squares, to a hand that is L ahead of
// it. It stands as long as turning costs more. Contacts move while it turns, so there is some to spare.
#define STANDS 3

static FreedomScale scale_of(const SlideFrame *frame, const FreedomPlace *target)
{
    const Slide *slide = frame->slide;
    FreedomScale scale = freedom_scale(&slide->freedom, frame->scene, slide->turning);
    if (slide->freedom.coordinates > 0)
        return scale;
    double ahead = vec3d_length(wanted_step(frame, target).step.shift);
    double reach = frame->scene->bodies[slide->freedom.hand].reach;
    scale.weight[0] = sqrt(scale.weight[0] * scale.weight[0] + STANDS * reach * ahead);
    return scale;
}

// The length of a step, squared, in the projection's measure.
static double square_of(const SlideFrame *frame, const FreedomStep *step)
{
    double x[PROJECTION_MOST], square = 0;
    freedom_to_unknowns(&frame->slide->freedom, &frame->scale, step, x);
    for (int k = 0; k < PROJECTION_MOST; ++k)
        square += x[k] * x[k];
    return square;
}

static double away_from(const SlideFrame *frame, const FreedomPlace *place,
                        const FreedomPlace *target)
{
    FreedomStep step = step_between(frame, place, target);
    return square_of(frame, &step);
}

// Going back to a pose that was committed is as good as having stayed there. The list remains: its
// odometer only ever counts what was gone.
static void go_back(SlideFrame *frame, const FreedomPlace *to)
{
    Slide *slide = frame->slide;
    FreedomPlace now = place_now(frame);
    FreedomStep back = freedom_between(&slide->freedom, &now, to, true);
    frame->list->odometer += closing_of(frame, &back) * (1 + 1e-12);
    freedom_go(&slide->freedom, frame->scene, to);
    while (slide->way_count > 1 && !same_place(&slide->way[slide->way_count - 1], to))
        --slide->way_count;
}

#define SEEN 1e-3 // of the gap

// Did it come nearer to the target, for all that it has moved? Otherwise it goes back. What is less than can be
// seen counts as nothing: pressed onto an edge, a body would tip over it seconds later, from a billionth of a
// millimetre on. But if it has arrived, it has.
static bool keep_if_nearer(SlideFrame *frame, const FreedomPlace *start, const FreedomPlace *target)
{
    FreedomPlace now = place_now(frame);
    FreedomStep gone = freedom_between(&frame->slide->freedom, start, &now, true);
    double moved = square_of(frame, &gone), least = SEEN * frame->slide->gap;
    double nearer = away_from(frame, start, target) - away_from(frame, &now, target);
    bool counts = moved > least * least || (moved > 0 && same_place(&now, target));
    if (counts && nearer >= 0.1 * moved)
        return true;
    go_back(frame, start);
    return false;
}

// Was something tried already where it is now, in vain, and for about the same wish?
static bool was_in_vain(const SlideFrame *frame, const SlideTried *tried,
                        const FreedomPlace *target)
{
    FreedomPlace now = place_now(frame);
    if (!tried->in_vain || !same_place(&tried->at, &now))
        return false;
    FreedomStep left = wanted_step(frame, target),
                other = freedom_between(&frame->slide->freedom, &tried->target, target, true);
    return frame_bound(frame, &other) < 0.2 * frame_bound(frame, &left);
}

// May it let go of its insets?
static bool may_relax(const SlideFrame *frame, const FreedomPlace *target)
{
    return frame->strict && largest_inset(frame) > 0 &&
           !was_in_vain(frame, &frame->slide->sank, target);
}

static enum AdvanceEnd walk(SlideFrame *frame, const FreedomPlace *target)
{
    Slide *slide = frame->slide;
    FreedomPlace before_relaxing = place_now(frame);
    bool relaxed = false;
    frame->strict = true;
    int small = 0;
    enum AdvanceEnd end = ADVANCE_BLOCKED;
    scene_begin_work(frame->scene, frame->desc.work, frame->desc.budget);
    for (int i = 0; i < SLIDE_STEPS; ++i) {
        FreedomStep step = wanted_step(frame, target);
        double bound = frame_bound(frame, &step), moved = 0, closing = closing_of(frame, &step);
        if (bound < 0.01 * slide->gap) {
            end = ADVANCE_ARRIVED;
            break;
        }
        if (i > 0 && (budget_over(frame->desc.budget) || scene_work_over(frame->scene))) {
            end = ADVANCE_STOPPED;
            break;
        }
        double left = near_list_left(frame->list) - 2 * slide->gap;
        if (left < fmin(closing, 0.3 * frame->list->radius)) {
            AdvanceDesc listing = frame->desc;
            listing.stand_off = slide->gap; // which is what is taken off
            freedom_try(&slide->freedom, frame->scene, &step);
            enum NearStatus status =
                advance_list(frame->scene, frame->list, closing, &listing, frame->err);
            freedom_stand(&slide->freedom, frame->scene);
            if (status == NEAR_CANCELLED) {
                end = ADVANCE_STOPPED;
                break;
            }
            if (status != NEAR_WHOLE)
                return ADVANCE_NO_MEMORY;
            left = near_list_left(frame->list) - 2 * slide->gap;
            // The list stays good: the next frame goes on with it.
            if (scene_work_over(frame->scene)) {
                end = ADVANCE_STOPPED;
                break;
            }
        }
        enum StepEnd stepped = one_step(frame, step, left, &moved);
        if (stepped == STEP_FAILED)
            return ADVANCE_NO_MEMORY;
        if (stepped == STEP_STOPPED) {
            end = ADVANCE_STOPPED;
            break;
        }
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
        bool sank = frame_bound(frame, &gained) < 4 * largest_inset(frame);
        bool to_the_end = end != ADVANCE_STOPPED;
        slide->sank = (SlideTried){sank && to_the_end, before_relaxing, *target};
        if (sank)
            go_back(frame, &before_relaxing);
    }
    return end;
}

// Is there any work left to be done in this frame? What follows has that much.
static bool work_left(SlideFrame *frame)
{
    uint64_t used = motion_work_units(&frame->scene->work) - frame->units;
    frame->desc.work = frame->work - (used < frame->work ? used : frame->work);
    return frame->work == 0 || frame->desc.work > 0;
}

// A hand far ahead presses a part into corners that it would come out of by going back a little. So where
// it hardly moves, turned away from the hand, it is let turn first, with little of the way, and then go
// on; if that brings it nearer.
static enum AdvanceEnd turn_first(SlideFrame *frame, const FreedomPlace *start,
                                  const FreedomPlace *target)
{
    Slide *slide = frame->slide;
    FreedomPlace from = place_now(frame), beside = *target;
    FreedomStep step = wanted_step(frame, target);
    double ahead = vec3d_length(step.step.shift);
    double turn = freedom_turn_way(&slide->freedom, frame->scene, &step);
    bool wedged = turn > 4 * slide->gap && ahead > 4 * turn &&
                  away_from(frame, &from, target) > 0.9 * away_from(frame, start, target);
    if (!wedged || was_in_vain(frame, &slide->turned, target))
        return ADVANCE_BLOCKED;
    beside.pose.pivot = vec3d_add_scaled(from.pose.pivot, step.step.shift, 0.5 * turn / ahead);
    enum AdvanceEnd end = walk(frame, &beside);
    if (end != ADVANCE_NO_MEMORY && end != ADVANCE_STOPPED)
        end = work_left(frame) ? walk(frame, target) : ADVANCE_STOPPED;
    if (end == ADVANCE_NO_MEMORY || keep_if_nearer(frame, &from, target))
        return end;
    slide->turned = (SlideTried){end != ADVANCE_STOPPED, from, *target};
    return ADVANCE_BLOCKED; // it rests where it was
}

enum AdvanceEnd slide_frame(Slide *slide, MotionScene *scene, NearList *list, const double *insets,
                            const FreedomPlace *target, const AdvanceDesc *desc, Vec3d *force,
                            Error *err)
{
    assert(slide && scene && list && target && desc && slide->gap > slide->stand_off);
    assert(insets || scene->pair_count == 0);
    SlideFrame frame = {.slide = slide,
                        .scene = scene,
                        .list = list,
                        .insets = insets,
                        .desc = *desc,
                        .work = desc->work,
                        .units = motion_work_units(&scene->work),
                        .force = force,
                        .err = err};
    frame.scale = scale_of(&frame, target);
    if (!(slide->trust > 0))
        slide->trust = most_turn(slide);
    for (int32_t i = 0; force && i < scene->pair_count; ++i)
        force[i] = vec3d(0, 0, 0);
    for (size_t i = 0; i < list->count; ++i)
        list->items[i].forced = false;
    FreedomStep drift = freedom_between(&slide->freedom, &slide->last_target, target, true);
    bool still = slide->has_last && frame_bound(&frame, &drift) < 0.1 * slide->gap;
    FreedomPlace start = place_now(&frame);
    slide->last_target = *target;
    slide->has_last = true;
    slide->way[0] = start;
    slide->way_count = 1;
    enum AdvanceEnd end = walk(&frame, target);
    // Only what comes nearer counts then: otherwise bodies would wander in circles.
    if (still)
        keep_if_nearer(&frame, &start, target);
    bool may_turn = slide->turning && slide->freedom.coordinates == 0;
    if (may_turn && end == ADVANCE_BLOCKED && work_left(&frame))
        end = turn_first(&frame, &start, target);
    scene_end_work(scene);
    return end;
}

void slide_free(Slide *slide)
{
    constraints_free(&slide->near);
    mem_free(slide->rows);
    mem_free(slide->bent);
    *slide = (Slide){0};
}
