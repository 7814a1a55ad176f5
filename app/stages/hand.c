#include "app/stages/hand.h"

#include "app/document/document.h"
#include "app/document/move_settings.h"
#include "app/stages/app.h"
#include "core/base/array.h"

#include <math.h>
#include <stdlib.h>

// Gestures without a key of their own: numbers that were typed.
static const uint64_t FIRST_KEY = (uint64_t)1 << 41;
static const double RIGID = 1e-9; // how far a motion may be from one that keeps lengths

bool hand_active(const Hand *hand)
{
    return hand->gesture != 0 && hand->wish != hand->served;
}

bool hand_shown(const App *app)
{
    return app->hand.held && app->hand.gesture != 0 && app->hand.count > 0;
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
    // What joints hold is moved by them alone.
    return app->document.move.contact != HAND_FREE && (action->flags & ACTION_MOVES) &&
           joint_list_count(app->document.joints) == 0;
}

void hand_free(Hand *hand)
{
    document_free(&hand->start);
    free(hand->parts);
    *hand = (Hand){.version = hand->version + 1, .typed = hand->typed, .wish = hand->wish};
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

// Where the action would put all parts; the document is as it was.
static Affine *placements_after(App *app, const Action *action, const ActionArgs *args, Error *err)
{
    Document *document = &app->document;
    int32_t count = document->part_count;
    Affine *after = array_alloc((size_t)count, sizeof *after);
    Affine *before = array_alloc((size_t)count, sizeof *before);
    if (!after || !before) {
        free(after);
        free(before);
        return NULL;
    }
    for (int32_t i = 0; i < count; ++i)
        before[i] = document->parts[i].placement;
    app->step_start = &app->hand.start;
    bool done = action_check(action, document, args, err) && action->apply(app, args, err);
    app->step_start = NULL;
    for (int32_t i = 0; i < count; ++i) {
        after[i] = document->parts[i].placement;
        document->parts[i].placement = before[i];
    }
    free(before);
    if (done)
        return after;
    free(after);
    return NULL;
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

// The parts that it moves are those in the hand.
static bool take_parts(App *app, const Affine *after)
{
    Hand *hand = &app->hand;
    int32_t count = app->document.part_count, moved = 0;
    int32_t *parts = array_alloc((size_t)count, sizeof *parts);
    if (!parts)
        return false;
    for (int32_t i = 0; i < count; ++i)
        if (!affine_equal(&after[i], &app->document.parts[i].placement))
            parts[moved++] = i;
    free(hand->parts);
    hand->parts = parts;
    hand->count = moved;
    int32_t selected = app->document.selected;
    hand->lead = hand_has(hand, selected) ? selected : moved > 0 ? parts[0] : NO_PART;
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
    bool begun = goes_on || begin(app, action, merge_key);
    Affine *after = begun ? placements_after(app, action, args, &err) : NULL;
    bool known = after && (hand->count > 0 || take_parts(app, after));
    Affine to = known && hand->lead != NO_PART ? after[hand->lead] : affine_identity();
    free(after);
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
    ++hand->wish;
    return true;
}

// --- what comes of it

bool hand_commit(App *app, const Affine *lead)
{
    Hand *hand = &app->hand;
    bool together = hand->count > 1;
    const Action *action = action_find(together ? "parts.move" : "part.move");
    ActionArgs args = {.part = hand->lead, .placement = *lead};
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
        through_follow(app);
    }
    return done;
}

bool hand_take_back(App *app, uint64_t merge_key)
{
    Hand *hand = &app->hand;
    if (merge_key == 0 || hand->gesture == 0 || merge_key != hand->asked_key)
        return false;
    if (hand->lead != NO_PART && hand->lead < app->document.part_count) {
        Affine start = hand->start.parts[hand->lead].placement;
        hand_commit(app, &start);
    }
    through_clear(app);
    hand_drop(app);
    return true;
}
