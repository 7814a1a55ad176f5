// The stage of motion: takes the part in the hand to where it is wanted, as far as contact lets it. The
// first task of a grab looks at what stands around; then every task is a step towards the newest wish. Poses
// that were reached are committed by the actions that move parts, so that history, scripts and recordings
// see no others. When anything but these poses changes in the document, the part is grabbed anew.
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/document/move_settings.h"
#include "app/document/rigid.h"
#include "app/document/selection.h"
#include "app/stages/fit_pairs.h"
#include "app/stages/hand_text.h"
#include "app/stages/hand_turn.h"
#include "app/stages/motion_grab.h"
#include "app/stages/rows.h"
#include "core/base/array.h"

#include <math.h>

enum { MOST_STEPS = 2000, LATE = 8 }; // for one wish; so many behind whatever wish, and it is said

typedef struct MotionState {
    MotionMemory *memory;    // while no task has it
    MotionSession *session;  // likewise; NULL: none
    uint32_t number;         // of the session that is wanted
    bool has_session;        // it is here or with the task
    QueryTarget seen;        // the parts as the session knows them
    double tolerance;        // likewise
    bool all_fit, seated;    // likewise
    FitPairs fits;           // that touched since they were opened
    uint32_t through;        // version: likewise
    uint32_t settings;       // by which the present wish was begun
    uint32_t snap;           // the number of the snap that the session is for; 0: none
    uint32_t steps;          // for the present wish
    uint32_t stepping;       // that wish
    uint32_t behind;         // steps since it was last where it was wanted, or rested
    uint64_t gesture;        // that it was begun for
    const JointList *joints; // of the session, which keeps them
} MotionState;

static MotionState *mine(const App *app)
{
    return stage_state(app, &stage_motion);
}

static void set_state(App *app, enum HandState state)
{
    app->hand.state = state;
    ++app->hand.version;
    hand_text_update(app);
}

// --- is it still what was grabbed

static bool can_grab(const App *app)
{
    return app->stages->trees_ready && !stage_shape_behind(app);
}

static uint32_t snap_number(const App *app)
{
    return app->hand.snap.on ? app->hand.snap.number : 0;
}

// The session is about what is in the document.
static bool fits(const App *app, const SharedRules *rules)
{
    const MotionState *state = mine(app);
    return can_grab(app) && state->tolerance == app->document.tolerance &&
           state->all_fit == field_flag(&app->document, &action_move_fits) &&
           state->seated == field_flag(&app->document, &action_move_seated) &&
           state->through == app->through.version && state->joints == app->document.joints &&
           state->snap == snap_number(app) && query_target_has_parts(app, rules, &state->seen);
}

// Someone else has moved what is in the hand, taken it away or locked it.
static bool lost(const App *app)
{
    const Hand *hand = &app->hand;
    const Document *document = &app->document;
    const MotionState *state = mine(app);
    if (document->part_count != hand->start.part_count ||
        !affine_equal(&hand->reached, &document->parts[hand->lead].placement))
        return true;
    int32_t together = 0;
    for (int32_t i = 0; i < document->part_count; ++i)
        together += selection_has(document, i) && !document->parts[i].locked &&
                    (document->parts[i].visible || document->parts[i].rigid == 0);
    for (int32_t k = 0; k < hand->count; ++k) {
        int32_t i = hand->parts[k];
        const PartState *part = &document->parts[i];
        if (part->removed || part->locked || (hand->taken[k] && !part->visible))
            return true;
        if (hand->taken_count > 1 && hand->taken[k] &&
            !(selection_has(document, i) && together == hand->taken_count))
            return true;
        if (state->has_session && state->gesture == hand->gesture && i < state->seen.count &&
            !affine_equal(&part->placement, &state->seen.parts[i].placement))
            return true;
    }
    return false;
}

static void end_session(App *app)
{
    MotionState *state = mine(app);
    ++state->number; // what the worker does is not wanted any more
    state->has_session = false;
    motion_session_free(state->session);
    state->session = NULL;
}

// Who has let go and presses Esc wants it to stay.
static void stop(App *app)
{
    if (app->hand.snap.on || !hand_on_its_way(&app->hand))
        return;
    end_session(app);
    app->hand.served = app->hand.wish;
    app->hand.late = false;
    set_state(app, HAND_THERE);
}

static void note_exempt(Hand *hand, const Motion *motion)
{
    const MotionExempt *exempt = motion_exempt(motion, &hand->exempt_count);
    for (int32_t i = 0; i < hand->exempt_count && i < HAND_MOST_TOLD; ++i)
        hand->exempt[i] = exempt[i];
}

// One gesture after another with the same parts need not look around again.
static bool serves(App *app)
{
    MotionState *state = mine(app);
    if (app->hand.gesture == state->gesture)
        return true;
    if (!state->session || !motion_grab_serves(app, state->session))
        return false;
    state->gesture = app->hand.gesture;
    note_exempt(&app->hand, state->session->motion);
    return true;
}

static bool may_turn(const App *app)
{
    return app->hand.turning || field_flag(&app->document, &action_move_turning);
}

// Who changes how parts meet, with one in the hand, wants it to go on that way at once.
static void follow_settings(App *app)
{
    MotionState *state = mine(app);
    Hand *hand = &app->hand;
    uint32_t settings = (uint32_t)app->document.move.contact << 3 |
                        (uint32_t)field_flag(&app->document, &action_move_seated) << 2 |
                        (uint32_t)field_flag(&app->document, &action_move_fits) << 1 |
                        (uint32_t)field_flag(&app->document, &action_move_turning);
    if (settings != state->settings && hand->held && hand->count > 0)
        ++hand->wish;
    state->settings = settings;
}

static void look(App *app)
{
    MotionState *state = mine(app);
    Hand *hand = &app->hand;
    follow_settings(app);
    fit_pairs_note_report(&state->fits, app);
    if (hand->gesture != 0 && app->document.move.contact == HAND_FREE && !hand->snap.on &&
        hand->state != HAND_SNAPPED)
        hand_drop(app);
    through_look(app);
    // While the mouse holds it, it may be wanted elsewhere in a moment.
    if (hand->count > 0 && (hand_active(hand) || !hand->held) && lost(app)) {
        end_session(app);
        hand_drop(app);
    }
    if (!state->has_session)
        return;
    SharedRules *rules = stages_rules(app);
    if (hand->gesture == 0 || !rules || !fits(app, rules) || !serves(app) ||
        motion_grab_outgrown(app, state->session, &state->fits))
        end_session(app);
}

static bool stale(App *app, const void *argument)
{
    const MotionTask *task = argument;
    return task->session->number != mine(app)->number;
}

// --- the grab

static MotionSession *session_create(App *app, SharedRules *rules)
{
    MotionState *state = mine(app);
    MotionSession *session = calloc(1, sizeof *session);
    if (!state->memory)
        state->memory = calloc(1, sizeof *state->memory);
    if (session)
        session->rules = shared_rules_retain(rules);
    bool good = session && state->memory && query_target_take(app, rules, &session->target) &&
                (session->posed = query_target_posed(&session->target, false)) &&
                (session->roles = array_alloc((size_t)session->target.count, 1)) &&
                (session->locked = array_alloc((size_t)session->target.count, sizeof(bool)));
    if (good) {
        motion_grab_forget(app, &state->seen, state->memory);
        good = motion_grab_take(app, session) &&
               fit_pairs_take(&state->fits, &app->hand, &session->fits) &&
               query_target_take(app, rules, &state->seen);
    }
    if (!good) {
        motion_session_free(session);
        return NULL; // tried again with the next update
    }
    session->tolerance = state->tolerance = app->document.tolerance;
    session->all_fit = state->all_fit = field_flag(&app->document, &action_move_fits);
    session->seated = state->seated = field_flag(&app->document, &action_move_seated);
    session->through = app->through;
    state->through = app->through.version;
    state->joints = session->own_joints;
    state->snap = snap_number(app);
    session->lead = app->hand.lead;
    session->grabbed = app->document.parts[session->lead].placement;
    session->number = ++state->number;
    state->has_session = true;
    state->gesture = app->hand.gesture;
    return session;
}

// --- steps

static enum MotionMode mode_of(const App *app)
{
    switch (app->document.move.contact) {
    case HAND_STOP:
        return MOTION_STOP;
    case HAND_PUSH:
        return MOTION_PUSH;
    default:
        return MOTION_SLIDE;
    }
}

static void *start(App *app)
{
    MotionState *state = mine(app);
    const Hand *hand = &app->hand;
    if (!hand_active(hand) || hand->count == 0)
        return NULL;
    SharedRules *rules = can_grab(app) ? stages_rules(app) : NULL;
    MotionTask *task = rules ? stage_task_create(sizeof *task) : NULL;
    if (!task)
        return NULL;
    if (!state->session && !(state->session = session_create(app, rules))) {
        free(task);
        return NULL;
    }
    task->session = state->session;
    task->session->memory = state->memory;
    task->session->pool = app->document.effort.threads ? app->stages->pool : NULL;
    state->session = NULL;
    state->memory = NULL;
    task->wish_number = hand->wish;
    Affine to = hand_turn_next(app, &task->last);
    task->wish = (MotionWish){.target = motion_grab_target(task->session, &to),
                              .mode = mode_of(app),
                              .turning = may_turn(app)};
    task->grabs = !task->session->motion;
    if (!task->grabs && motion_joint(task->session->motion) >= 0) {
        task->last = task->wish.has_coordinates = true;
        task->wish.coordinates = hand->at;
    }
    if (task->grabs) {
        app->hand.late = false; // as far as this grab knows
        set_state(app, HAND_PREPARING);
    }
    return task;
}

static void keep(App *app, void *argument)
{
    MotionTask *task = argument;
    MotionState *state = mine(app);
    state->memory = task->session->memory;
    task->session->memory = NULL;
    bool goes_on = task->head.done && !task->head.unwanted;
    if (goes_on && task->session->number == state->number) {
        state->session = task->session;
        task->session = NULL;
    } else if (task->session->number == state->number) {
        state->has_session = false; // what it had done was not committed: it is grabbed anew
        ++state->number;
    }
}

// The document has the pose, or the session ends.
static void commit(App *app, const Affine *lead)
{
    MotionState *state = mine(app);
    if (!hand_commit(app, lead)) {
        app->hand.served = app->hand.wish;
        end_session(app);
        return;
    }
    for (int32_t h = 0; h < app->hand.count; ++h) {
        int32_t part = app->hand.parts[h];
        state->seen.parts[part].placement = app->document.parts[part].placement;
    }
}

// The first of a body brings the others along.
static void commit_pushed(App *app, const int32_t *pushed, int32_t index, const Affine *placement)
{
    MotionState *state = mine(app);
    int32_t part = pushed[index];
    if (rigid_among(&app->document, pushed, index, part) ||
        affine_equal(placement, &app->document.parts[part].placement))
        return;
    if (!hand_commit_pushed(app, part, placement)) {
        app->hand.served = app->hand.wish;
        end_session(app);
        return;
    }
    const PartState *parts = app->document.parts;
    for (int32_t i = 0; i < state->seen.count; ++i)
        if (i == part || rigid_same(&parts[part], &parts[i]))
            state->seen.parts[i].placement = parts[i].placement;
}

// All that a leg of the way has moved.
static void commit_leg(App *app, const MotionLeg *leg)
{
    const MotionSession *session = mine(app)->session;
    int32_t count;
    const int32_t *pushed = motion_pushed(session->motion, &count);
    if (leg->body == motion_body(session->motion, session->lead)) {
        Affine lead = motion_placed(session->motion, session->lead, &leg->to);
        commit(app, &lead);
        return;
    }
    for (int32_t i = 0; i < count && mine(app)->session; ++i)
        if (motion_body(session->motion, pushed[i]) == leg->body) {
            Affine placement = motion_placed(session->motion, pushed[i], &leg->to);
            commit_pushed(app, pushed, i, &placement);
        }
}

// A path that is recorded follows every corner of the way: it leads around what the part has slid around.
static void commit_way(App *app, const MotionTask *task)
{
    const MotionState *state = mine(app);
    int32_t count;
    const MotionLeg *legs = motion_legs(state->session->motion, &count);
    for (int32_t k = 0; app->path.recording && k < count && state->session; ++k)
        commit_leg(app, &legs[k]);
    if (state->session)
        commit(app, &task->lead);
    for (int32_t i = 0; state->session; ++i) {
        const Motion *motion = state->session->motion;
        const int32_t *pushed = motion_pushed(motion, &count);
        if (i >= count)
            break;
        Affine placement = motion_placement(motion, pushed[i]);
        commit_pushed(app, pushed, i, &placement);
    }
}

static void note_pushing(Hand *hand, const Motion *motion)
{
    const int32_t *pushed = motion_pushed(motion, &hand->pushing_count);
    for (int32_t i = 0; i < hand->pushing_count && i < HAND_MOST_TOLD; ++i)
        hand->pushing[i] = pushed[i];
}

// Another step on its way to where it was offered to go.
static void show_snap(App *app, const MotionTask *task)
{
    Hand *hand = &app->hand;
    Snap snap = mine(app)->session->snap;
    bool over = snap_done(&snap);
    hand->snap.phase = snap.phase;
    hand->snap.missing = snap.missing;
    hand->blocker_count = over ? snap.blocker.part >= 0 : 0;
    hand->blockers[0] = snap.blocker;
    if (task->moved)
        commit_way(app, task);
    if (snap.phase == SNAP_REFUSED && app->document.move.contact == HAND_FREE && hand->snap.on &&
        snap_mate(app, &hand->snap.offer, &hand->snap.mate) && snap_at_once(app))
        hand->snap.phase = SNAP_SEATED;
    if (!over && hand->snap.on) {
        set_state(app, HAND_MOVING);
        stage_begin(app, &stage_motion);
        return;
    }
    hand->snap.on = false;
    hand->served = hand->wish;
    set_state(app, HAND_SNAPPED);
}

static void show(App *app, void *argument)
{
    const MotionTask *task = argument;
    MotionState *state = mine(app);
    Hand *hand = &app->hand;
    if (!state->session) // it was given up meanwhile
        return;
    if (task->grabs) {
        note_exempt(hand, state->session->motion);
        fit_pairs_note_grab(&state->fits, state->session, &state->memory->book);
        set_state(app, HAND_MOVING);
        stage_begin(app, &stage_motion); // at once: who waits would take a pause for the end
        return;
    }
    if (state->session->snaps) {
        show_snap(app, task);
        return;
    }
    hand->blocker_count = task->result.blocker_count;
    memcpy(hand->blockers, task->result.blockers, sizeof hand->blockers);
    note_pushing(hand, state->session->motion);
    note_exempt(hand, state->session->motion);
    if (state->stepping != task->wish_number)
        state->steps = 0;
    state->stepping = task->wish_number;
    bool arrived = task->result.end == ADVANCE_ARRIVED && task->last;
    bool rests = arrived || (!task->moved && task->result.end == ADVANCE_BLOCKED) ||
                 ++state->steps >= MOST_STEPS;
    state->behind = rests ? 0 : state->behind + 1;
    hand->late = state->behind >= LATE;
    if (task->moved)
        commit_way(app, task);
    if (rests && hand->wish == task->wish_number) {
        hand->served = task->wish_number;
        set_state(app, arrived ? HAND_THERE : HAND_HELD);
    } else {
        set_state(app, HAND_MOVING);
        stage_begin(app, &stage_motion);
    }
}

// The last pose stays.
static void fail(App *app, void *argument, bool stopped)
{
    const MotionTask *task = argument;
    Hand *hand = &app->hand;
    hand->served = hand->wish;
    hand->snap.on = false;
    if (!stopped)
        app_notify(app, NOTICE_ERROR, "The part in the hand stays where it is: %s",
                   task->head.err.text[0] ? task->head.err.text : "not enough memory");
    set_state(app, HAND_REFUSED);
}

static void drop(void *argument)
{
    MotionTask *task = argument;
    if (task->session)
        motion_memory_free(task->session->memory); // it never came back
    motion_session_free(task->session);
    free(task);
}

static bool current(const App *app)
{
    return !stage_task(app, &stage_motion) && !hand_active(&app->hand);
}

// A grab or a step may be done within the frame, and the wish goes on.
static bool goes_on(const App *app)
{
    return hand_active(&app->hand) && app->hand.count > 0 && can_grab(app);
}

static void reset(App *app)
{
    MotionState *state = mine(app);
    end_session(app);
    query_target_free(&state->seen);
    fit_pairs_free(&state->fits);
    motion_memory_free(state->memory);
    state->memory = NULL;
    hand_drop(app);
}

const Stage stage_motion = {.name = "motion",
                            .wait = STAGE_FOLLOWS,
                            .state_size = sizeof(MotionState),
                            .in_frame = true,
                            .look = look,
                            .stale = stale,
                            .start = start,
                            .keep = keep,
                            .show = show,
                            .fail = fail,
                            .drop = drop,
                            .cancel = stop,
                            .current = current,
                            .goes_on = goes_on,
                            .work = motion_task_work,
                            .reset = reset};
