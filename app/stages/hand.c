#include "app/stages/hand.h"

#include "app/document/document.h"
#include "app/document/move_settings.h"
#include "app/stages/app.h"
#include "app/stages/app_joints.h"
#include "app/stages/hand_turn.h"
#include "app/stages/task_guard.h"
#include "core/base/array.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Gestures without a key of their own: numbers that were typed.
static const uint64_t FIRST_KEY = (uint64_t)1 << 41;
static const double RIGID = 1e-9; // how far a motion may be from one that keeps lengths

bool hand_active(const Hand *hand)
{
    return hand->gesture != 0 && hand->wish != hand->served;
}

bool hand_on_its_way(const Hand *hand)
{
    return hand_active(hand) && !hand->held;
}

bool hand_shown(const App *app)
{
    return app->hand.held && app->hand.gesture != 0 && app->hand.count > 0;
}

bool hand_goes_through(const App *app)
{
    return app->hand.held && app->document.move.contact == HAND_FREE &&
           app->contacts.crossing_pairs > 0;
}

bool hand_has(const Hand *hand, int32_t part)
{
    for (int32_t i = 0; i < hand->count; ++i)
        if (hand->parts[i] == part)
            return true;
    return false;
}

bool hand_takes(const App *app, const Action *action)
{
    return app->document.move.contact != HAND_FREE && (action->flags & ACTION_MOVES);
}

void hand_free(Hand *hand)
{
    document_free(&hand->start);
    free(hand->parts);
    free(hand->pushed);
    free(hand->targets);
    free(hand->taken);
    *hand = (Hand){.version = hand->version + 1,
                   .typed = hand->typed,
                   .wish = hand->wish,
                   .snap = {.number = hand->snap.number}};
    hand->served = hand->wish;
}

void hand_drop(App *app)
{
    Hand *hand = &app->hand;
    bool held = hand->held;
    hand_free(hand);
    hand->held = held;
}

void hand_hold(App *app, bool held)
{
    Hand *hand = &app->hand;
    if (held == hand->held)
        return;
    hand->held = held;
    ++hand->version;
}

// --- what is asked for

static bool is_rigid(const Affine *motion, bool *turns)
{
    Vec3d axes[3];
    *turns = false;
    for (int i = 0; i < 3; ++i) {
        Vec3d unit = {{0, 0, 0}};
        unit.v[i] = 1;
        axes[i] = affine_apply_vector(motion, unit);
        *turns |= !(vec3d_distance(axes[i], unit) <= RIGID);
    }
    for (int i = 0; i < 3; ++i)
        for (int k = i; k < 3; ++k)
            if (!(fabs(vec3d_dot(axes[i], axes[k]) - (i == k)) <= RIGID))
                return false;
    return vec3d_dot(vec3d_cross(axes[0], axes[1]), axes[2]) > 0;
}

// Where an action would put the parts.
typedef struct Aim {
    Affine *after; // per part
    bool *taken;   // per part: the action moves it, others only come along
    int32_t joint; // of what leads
    JointCoordinates at;
} Aim;

static void aim_free(Aim *aim)
{
    free(aim->after);
    free(aim->taken);
    *aim = (Aim){0};
}

// What the action itself has moved, by hand or along its joint. What is hidden goes along with its rigid group.
static void note_taken(const Document *document, const JointGuard *before, const Affine *placements,
                       bool *taken)
{
    for (int32_t i = 0; i < document->part_count; ++i) {
        const PartState *part = &document->parts[i];
        bool moved = !affine_equal(&part->placement, &placements[i]) ||
                     (i < before->count && (part->joint.turn != before->at[i].turn ||
                                            part->joint.shift != before->at[i].shift));
        taken[i] = moved && (part->visible || part->rigid == 0);
    }
}

// The document is as it was.
static bool aim_take(App *app, const Action *action, const ActionArgs *args, Aim *aim, Error *err)
{
    Document *document = &app->document;
    int32_t count = document->part_count;
    JointGuard guard = {0};
    Affine *before = array_alloc((size_t)count, sizeof *before);
    *aim = (Aim){.after = array_alloc((size_t)count, sizeof *aim->after),
                 .taken = array_alloc((size_t)count, sizeof *aim->taken),
                 .joint = NO_JOINT};
    bool done = before && aim->after && aim->taken && joint_guard_take(&guard, document);
    for (int32_t i = 0; done && i < count; ++i)
        before[i] = document->parts[i].placement;
    if (done) {
        app->step_start = &app->hand.start;
        app->joint_text[0] = 0;
        done = action_check(action, document, args, err) && action->apply(app, args, err);
        note_taken(document, &guard, before, aim->taken);
        done = done && app_joints_hold(app, &guard, err);
        app->step_start = NULL;
        int32_t moved, lead = NO_PART;
        for (int32_t i = 0; i < count; ++i) {
            aim->after[i] = document->parts[i].placement;
            if (aim->taken[i] && (lead == NO_PART || i == document->selected))
                lead = i;
        }
        // What is where it is wanted already, as at the limit of its joint, is still in the hand.
        if (lead == NO_PART)
            lead = app->hand.lead;
        aim->joint = lead == NO_PART ? NO_JOINT : joint_that_moves(document, lead, &moved);
        if (aim->joint != NO_JOINT)
            aim->at = document->parts[moved].joint;
        for (int32_t i = 0; i < count; ++i)
            document->parts[i].placement = before[i];
        joint_guard_put_back(&guard, document);
        done = done && task_guard_lets(app, aim->after, err);
    }
    joint_guard_free(&guard);
    free(before);
    if (!done)
        aim_free(aim);
    return done;
}

static bool begin(App *app, const Action *action, uint64_t merge_key)
{
    Hand *hand = &app->hand;
    hand_drop(app);
    if (!document_copy(&hand->start, &app->document)) {
        hand->start = (Document){0};
        return false;
    }
    hand->asked = action;
    hand->asked_key = merge_key;
    hand->gesture = merge_key ? merge_key : FIRST_KEY + ++hand->typed;
    hand->lead = NO_PART;
    return true;
}

// The parts that it moves are those in the hand, and what their joints take along.
static bool take_parts(App *app, const Aim *aim)
{
    Hand *hand = &app->hand;
    int32_t count = app->document.part_count, moved = 0, taken = 0;
    free(hand->parts);
    free(hand->targets);
    free(hand->taken);
    hand->parts = array_alloc((size_t)count, sizeof *hand->parts);
    hand->targets = array_alloc((size_t)count, sizeof *hand->targets);
    hand->taken = array_alloc((size_t)count, sizeof *hand->taken);
    hand->count = hand->taken_count = 0;
    if (!hand->parts || !hand->targets || !hand->taken)
        return false;
    for (int32_t i = 0; i < count; ++i)
        if (!affine_equal(&aim->after[i], &app->document.parts[i].placement)) {
            taken += aim->taken[i];
            hand->taken[moved] = aim->taken[i];
            hand->parts[moved++] = i;
        }
    // A hidden part of a rigid group was meant: one that is seen leads.
    for (int32_t k = 0; taken == 0 && k < moved; ++k)
        if (app->document.parts[hand->parts[k]].visible)
            hand->taken[k] = ++taken;
    hand->count = moved;
    hand->taken_count = taken;
    hand->lead = NO_PART;
    for (int32_t k = 0; k < moved; ++k)
        if (hand->taken[k] && (hand->lead == NO_PART || hand->parts[k] == app->document.selected))
            hand->lead = hand->parts[k];
    if (hand->lead != NO_PART)
        hand->reached = app->document.parts[hand->lead].placement;
    return true;
}

bool hand_want(App *app, const Action *action, const ActionArgs *args, uint64_t merge_key)
{
    Hand *hand = &app->hand;
    const char *why = NULL;
    if (!action->apply || !app_can(app, action, &why))
        return false;
    bool goes_on = merge_key != 0 && hand->gesture != 0 && merge_key == hand->asked_key &&
                   action == hand->asked && hand->start.part_count == app->document.part_count;
    Error err = {""};
    if (goes_on && hand->snap.on) // on its way: the mouse is not asked any more
        return true;
    bool begun = goes_on || begin(app, action, merge_key);
    Aim aim = {0};
    bool known = begun && aim_take(app, action, args, &aim, &err) &&
                 (hand->count > 0 || take_parts(app, &aim));
    Affine to = known && hand->lead != NO_PART ? aim.after[hand->lead] : affine_identity();
    for (int32_t i = 0; known && i < hand->count; ++i)
        hand->targets[i] = aim.after[hand->parts[i]];
    hand->joint = aim.joint;
    hand->at = aim.at;
    snprintf(hand->joint_text, sizeof hand->joint_text, "%s", app->joint_text);
    aim_free(&aim);
    if (!known && !err.text[0]) // nothing may move that is not proven
        app_notify(app, NOTICE_ERROR, "%s: not enough memory", action->title);
    if (!known || hand->lead == NO_PART) { // refused, or it stays where it is
        hand_drop(app);
        return !err.text[0];
    }
    Affine back, motion = affine_identity();
    bool turns = false;
    if (affine_invert(&hand->start.parts[hand->lead].placement, &back))
        motion = affine_compose(&to, &back);
    if (!is_rigid(&motion, &turns)) { // it is scaled as well
        hand_drop(app);
        return false;
    }
    if (goes_on && affine_equal(&to, &hand->to) && hand->state != HAND_EMPTY)
        return true;
    hand->to = to;
    hand->turning |= turns;
    hand_turn_want(hand, &motion, turns ? args->number : 0);
    ++hand->wish;
    return true;
}

static bool may_move(const PartState *part)
{
    return part->selected && part->visible && !part->locked && !part->removed;
}

// What is in the hand is what is selected.
static bool has_selection(const App *app, int32_t count)
{
    const Hand *hand = &app->hand;
    bool same = hand->gesture != 0 && hand->taken_count == count && hand->joint == NO_JOINT &&
                hand->start.part_count == app->document.part_count;
    for (int32_t i = 0; same && i < hand->count; ++i)
        same = !hand->taken[i] || may_move(&app->document.parts[hand->parts[i]]);
    return same;
}

bool hand_take_selection(App *app, const Affine *motion)
{
    Hand *hand = &app->hand;
    const Document *document = &app->document;
    // The primary one may be locked, or there is none.
    int32_t count = 0, lead = NO_PART;
    for (int32_t i = 0; i < document->part_count; ++i)
        if (may_move(&document->parts[i])) {
            if (lead == NO_PART || i == document->selected)
                lead = i;
            ++count;
        }
    if (count == 0 || has_selection(app, count))
        return count > 0;
    // A drag that went through other parts is continued, too: together they are one step.
    uint64_t key = history_gesture(app->history);
    const Action *action = action_find(count > 1 ? "parts.move" : "part.move");
    bool goes_on = key != 0 && history_merges(app->history, action, key);
    ActionArgs args = {.part = lead, .placement = *motion};
    if (count == 1)
        args.placement = affine_compose(motion, &document->parts[lead].placement);
    Aim aim = {0};
    Error err = {""};
    bool known = begin(app, action, goes_on ? key : 0) &&
                 aim_take(app, action, &args, &aim, &err) && aim.joint == NO_JOINT &&
                 take_parts(app, &aim) && hand->lead != NO_PART;
    for (int32_t i = 0; known && i < hand->count; ++i)
        hand->targets[i] = aim.after[hand->parts[i]];
    hand->joint = NO_JOINT;
    aim_free(&aim);
    if (!known)
        hand_drop(app);
    return known;
}

// --- what comes of it

static bool is_near(const Affine *a, const Affine *b)
{
    double off = 0;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            off = fmax(off, fabs(a->m[i][k] - b->m[i][k]));
    return off <= RIGID && vec3d_distance(a->p, b->p) <= RIGID * (1 + vec3d_length(b->p));
}

// Of a step that the gesture began with other parts in the hand, or that moved anything else: one motion does
// not lead all that is in the hand now from its beginning to where it is.
static bool is_of_this_step(const Hand *hand, const Document *from)
{
    Affine back;
    if (from->part_count != hand->start.part_count ||
        !affine_invert(&from->parts[hand->lead].placement, &back))
        return false;
    Affine since = affine_compose(&hand->start.parts[hand->lead].placement, &back);
    int32_t next = 0;
    for (int32_t i = 0; i < from->part_count; ++i) {
        const Affine *then = &from->parts[i].placement, *now = &hand->start.parts[i].placement;
        bool own = next < hand->count && hand->parts[next] == i;
        next += own;
        Affine led = affine_compose(&since, then);
        if (own ? !is_near(&led, now) : !affine_equal(then, now))
            return false;
    }
    return true;
}

bool hand_commit(App *app, const Affine *lead)
{
    Hand *hand = &app->hand;
    bool together = hand->taken_count > 1;
    const Action *action = action_find(together ? "parts.move" : "part.move");
    ActionArgs args = {.part = hand->lead, .placement = *lead};
    if (together && !hand->has_step && history_merges(app->history, action, hand->gesture) &&
        !is_of_this_step(hand, history_newest(app->history)))
        hand->gesture = FIRST_KEY + ++hand->typed;
    hand->has_step = true;
    if (together) {
        const Document *from = history_merges(app->history, action, hand->gesture)
                                   ? history_newest(app->history)
                                   : &app->document;
        Affine back;
        if (!affine_invert(&from->parts[hand->lead].placement, &back))
            return false;
        args.placement = affine_equal(lead, &from->parts[hand->lead].placement)
                             ? affine_identity()
                             : affine_compose(lead, &back);
    }
    bool done = app_do(app, action, &args, hand->gesture);
    if (done) {
        hand->reached = app->document.parts[hand->lead].placement;
        hand_turn_follow(app);
        through_follow(app);
    }
    return done;
}

bool hand_commit_pushed(App *app, int32_t part, const Affine *placement)
{
    Hand *hand = &app->hand;
    bool again = false;
    for (size_t i = 0; i < hand->pushed_count; ++i)
        again |= hand->pushed[i] == part;
    // Before it is moved: who gives the gesture up wants it back.
    if (!again) {
        if (!array_reserve(&hand->pushed, &hand->pushed_capacity, hand->pushed_count + 1,
                           sizeof *hand->pushed))
            return false;
        hand->pushed[hand->pushed_count++] = part;
    }
    ActionArgs args = {.part = part, .placement = *placement};
    return app_do(app, action_find("part.move"), &args, hand->gesture);
}

bool hand_take_back(App *app, uint64_t merge_key)
{
    Hand *hand = &app->hand;
    if (merge_key == 0 || hand->gesture == 0 || merge_key != hand->asked_key)
        return false;
    if (hand->lead != NO_PART && hand->lead < app->document.part_count) {
        Affine start = hand->start.parts[hand->lead].placement;
        for (size_t i = hand->pushed_count; i-- > 0;) {
            int32_t part = hand->pushed[i];
            if (part < app->document.part_count && part < hand->start.part_count)
                hand_commit_pushed(app, part, &hand->start.parts[part].placement);
        }
        hand_commit(app, &start);
    }
    through_clear(app);
    hand_drop(app);
    return true;
}
