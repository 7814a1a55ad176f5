// The stage of snapping: looks on a worker what the connectors of the parts in the mouse's hand are near
// to, and takes the offer when they are let go. What a part was near to when it was taken is offered only
// once it has come nearer: who pulls a pin out does not want it back in.
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/document/joint_hold.h"
#include "app/document/rotation.h"
#include "app/stages/rows.h"
#include "core/base/array.h"

#include <math.h>

#include <string.h>

// Of the diagonal of what is in the hand, and in degrees.
static const double NEAR_SHARE = 0.3, FACE_SHARE = 0.06, NEAR_ANGLE = 15;
static const double NEARER_SHARE = 0.01; // of what is near: to have come nearer
static const double THERE = 1e-6;        // of the diagonal: nothing is left to be done

typedef struct SnapStage {
    bool held;
    Affine *start; // where the parts were when the mouse took them
    int32_t start_count;
    // What was looked at last.
    Affine *seen;
    int32_t seen_count;
    Affine *before; // and the time before that, in the same gesture; NULL: there was none
    int32_t before_count;
    uint32_t seen_features;
    bool searched;
    Offer last; // what came of it: an offer is kept a little longer than it takes to get one
} SnapStage;

typedef struct SnapTask {
    StageTask head;
    int32_t count;
    OfferPart *parts;
    uint8_t *roles;
    MeshFeatures **features; // retained, per part; NULL: none
    Connector **own;         // per part: all of its connectors, where some were made by hand
    double size;             // of what is in the hand
    Offer last, found;
    uint32_t features_version;
} SnapTask;

static SnapStage *mine(const App *app)
{
    return stage_state(app, &stage_snap);
}

static bool in_hand(const App *app, int32_t part)
{
    const PartState *state = &app->document.parts[part];
    return state->selected && state->visible && !state->locked && !state->removed;
}

// What hangs on a part in the hand comes along: a handwheel is no place to put its valve.
static bool comes_along(const App *app, int32_t part)
{
    const JointList *list = app->document.joints;
    for (int32_t joint = joint_list_find(list, part); joint != NO_JOINT;
         joint = joint_list_find(list, part)) {
        part = list->joints[joint].parent;
        if (part == JOINT_GROUND)
            return false;
        if (in_hand(app, part))
            return true;
    }
    return false;
}

static Affine *placements(const App *app)
{
    Affine *copy = array_alloc((size_t)app->document.part_count, sizeof *copy);
    for (int32_t i = 0; copy && i < app->document.part_count; ++i)
        copy[i] = app->document.parts[i].placement;
    return copy;
}

static void forget_offer(App *app)
{
    SnapStage *state = mine(app);
    state->searched = false;
    state->last = (Offer){0};
    if (!app->snap.offer.found)
        return;
    app->snap.offer.found = false;
    ++app->snap.version;
}

// --- what is wanted

static bool moved(const App *app)
{
    const SnapStage *state = mine(app);
    if (state->start_count != app->document.part_count)
        return false;
    for (int32_t i = 0; i < state->start_count; ++i)
        if (in_hand(app, i) && !affine_equal(&state->start[i], &app->document.parts[i].placement))
            return true;
    return false;
}

// What hangs on a joint goes along that one, and nowhere else.
static bool jointed(const App *app)
{
    int32_t moved_part;
    for (int32_t i = 0; i < app->document.part_count; ++i)
        if (in_hand(app, i) && joint_that_moves(&app->document, i, &moved_part) != NO_JOINT)
            return true;
    return false;
}

static bool wanted(const App *app)
{
    return mine(app)->held && app->parts && field_flag(&app->document, &action_move_snap) &&
           !app->hand.snap.on && moved(app) && !jointed(app);
}

static void look(App *app)
{
    SnapStage *state = mine(app);
    bool held = app->hand.held;
    if (held && !state->held) {
        if (app->hand.state == HAND_SNAPPED && !app->hand.snap.on)
            hand_drop(app); // what was said of the last one is over
        free(state->before);
        state->before = NULL;
        state->before_count = 0;
        free(state->start);
        state->start = placements(app);
        state->start_count = state->start ? app->document.part_count : 0;
    }
    bool let_go = state->held && !held;
    if (let_go && wanted(app) && app->snap.offer.found)
        snap_take(app);
    state->held = held;
    if (!wanted(app))
        forget_offer(app);
}

static bool is_searched(const App *app)
{
    const SnapStage *state = mine(app);
    if (!state->searched || state->seen_features != app->features.version ||
        state->seen_count != app->document.part_count)
        return false;
    for (int32_t i = 0; i < state->seen_count; ++i)
        if (!affine_equal(&state->seen[i], &app->document.parts[i].placement))
            return false;
    return true;
}

static bool goes_on(const App *app)
{
    return wanted(app) && !is_searched(app);
}

static bool current(const App *app)
{
    return !stage_task(app, &stage_snap) && !goes_on(app);
}

// --- the search

static void drop(void *argument)
{
    SnapTask *task = argument;
    for (int32_t i = 0; i < task->count; ++i) {
        if (task->features)
            mesh_features_release(task->features[i]);
        if (task->own)
            free(task->own[i]);
    }
    free(task->features);
    free(task->own);
    free(task->parts);
    free(task->roles);
    free(task);
}

static bool take_own(const App *app, SnapTask *task, int32_t part)
{
    int32_t count = app_connector_count(app, part);
    Connector *list = calloc((size_t)count + 1, sizeof *list);
    NamedConnector one;
    if (!list)
        return false;
    task->own[part] = list;
    int32_t taken = 0;
    while (taken < count && app_connector(app, part, taken, &one))
        list[taken++] = one.at;
    task->parts[part].connectors = list;
    task->parts[part].count = (size_t)taken;
    return true;
}

static bool take_part(const App *app, SnapTask *task, int32_t i)
{
    const PartState *state = &app->document.parts[i];
    MeshFeatures *features = app_features(app, i);
    bool out = state->removed || !state->visible || !app->parts[i].tree || comes_along(app, i);
    task->roles[i] = in_hand(app, i) ? MOTION_HAND : out ? MOTION_OUT : MOTION_STANDS;
    task->parts[i] = (OfferPart){.placement = state->placement};
    if (out)
        return true;
    if (task->roles[i] == MOTION_HAND) {
        const Box3d *box = &app->parts[i].tree->box;
        Box3d placed = box3d_moved(box, &state->placement);
        task->size = fmax(task->size, vec3d_distance(placed.lo, placed.hi));
    }
    if (features) {
        task->features[i] = mesh_features_retain(features);
        task->parts[i].connectors = features->connectors.items;
        task->parts[i].count = features->connectors.count;
        task->parts[i].chord_error = features->chord_error;
    }
    return !state->connectors || take_own(app, task, i);
}

static void *start(App *app)
{
    SnapStage *state = mine(app);
    if (!goes_on(app))
        return NULL;
    SnapTask *task = stage_task_create(sizeof *task);
    size_t count = (size_t)app->document.part_count;
    if (!task)
        return NULL;
    task->parts = array_alloc(count, sizeof *task->parts);
    task->roles = array_alloc(count, 1);
    task->features = calloc(count + 1, sizeof *task->features);
    task->own = calloc(count + 1, sizeof *task->own);
    Affine *seen = placements(app);
    bool good = task->parts && task->roles && task->features && task->own && seen;
    task->count = good ? app->document.part_count : 0;
    for (int32_t i = 0; good && i < task->count; ++i)
        good = take_part(app, task, i);
    if (!good) {
        free(seen);
        drop(task);
        return NULL; // tried again with the next update
    }
    task->last = state->last;
    task->features_version = app->features.version;
    free(state->before);
    state->before = state->seen;
    state->before_count = state->seen_count;
    state->seen = seen;
    state->seen_count = task->count;
    state->seen_features = task->features_version;
    state->searched = false;
    return task;
}

static FaceRect rect_of(const SnapTask *task, int32_t part, int32_t index)
{
    const MeshFeatures *features = task->features[part];
    const OfferPart *posed = &task->parts[part];
    bool recognised = features && index < (int32_t)features->connectors.count;
    FaceRect rect = recognised ? features->rects[index]
                               : face_rect(NULL, &(Features){0}, &posed->connectors[index]);
    return face_rect_placed(&rect, &posed->placement);
}

static bool faces_meet(const void *user, int32_t moving_part, int32_t moving, int32_t fixed_part,
                       int32_t fixed)
{
    const SnapTask *task = user;
    FaceRect a = rect_of(task, moving_part, moving), b = rect_of(task, fixed_part, fixed);
    const OfferPart *under = &task->parts[fixed_part];
    Vec3d axis = affine_apply_vector(&under->placement, under->connectors[fixed].axis);
    return face_rects_meet(&a, &b, axis);
}

static void work(void *argument, Job *job)
{
    SnapTask *task = argument;
    OfferDesc desc = {.parts = task->parts,
                      .part_count = task->count,
                      .roles = task->roles,
                      .distance = NEAR_SHARE * task->size,
                      .face_distance = FACE_SHARE * task->size,
                      .faces_meet = faces_meet,
                      .user = task,
                      .angle = NEAR_ANGLE / DEGREES_PER_RADIAN};
    task->head.done =
        offer_find(&desc, task->last.found ? &task->last : NULL, &task->found, &task->head.err) &&
        !job_cancelled(job);
}

// --- what comes of it

static bool name_end(const App *app, int32_t part, int32_t index, SnapEnd *out)
{
    *out = (SnapEnd){.part = part, .index = index};
    return part >= 0 && part < app->document.part_count &&
           app_connector(app, part, index, &out->connector);
}

// How far it is from home: from the axis, and along it.
static double way_home(const Mate *mate)
{
    return mate->distance + mate->travel;
}

// How the two were to each other then. False: not known, or they did not fit.
static bool mate_then(const SnapOffer *offer, const Affine *placed, int32_t count, Mate *out)
{
    Connector moving, fixed;
    if (offer->moving.part >= count || offer->fixed.part >= count ||
        !connector_placed(&offer->moving.connector.at, &placed[offer->moving.part], &moving) ||
        !connector_placed(&offer->fixed.connector.at, &placed[offer->fixed.part], &fixed))
        return false;
    *out = connector_mate(&moving, &fixed, offer->slack);
    return out->verdict == MATE_FITS;
}

static bool offered_already(const App *app, const SnapOffer *offer)
{
    const SnapOffer *now = &app->snap.offer;
    return now->found && now->moving.part == offer->moving.part &&
           now->moving.index == offer->moving.index && now->fixed.part == offer->fixed.part &&
           now->fixed.index == offer->fixed.index;
}

// It was as near when the mouse took it, and has not come nearer since; or it passes by on its way
// out: what is not offered yet is offered to what comes nearer.
static bool goes_away(const App *app, const SnapOffer *offer, const Mate *now, double near)
{
    const SnapStage *state = mine(app);
    Mate then;
    if (mate_then(offer, state->start, state->start_count, &then) &&
        then.distance <= OFFER_LEAVE * near &&
        way_home(now) > way_home(&then) - NEARER_SHARE * near)
        return true;
    return !offered_already(app, offer) &&
           mate_then(offer, state->before, state->before_count, &then) &&
           way_home(now) > way_home(&then);
}

static void show(App *app, void *argument)
{
    const SnapTask *task = argument;
    const Offer *found = &task->found;
    SnapOffer offer = {.found = found->found};
    Mate mate;
    mine(app)->searched = true;
    if (!wanted(app))
        return;
    mine(app)->last = *found;
    if (offer.found)
        offer.slack = task->parts[found->moving_part].chord_error +
                      task->parts[found->fixed_part].chord_error;
    offer.found = offer.found && name_end(app, found->moving_part, found->moving, &offer.moving) &&
                  name_end(app, found->fixed_part, found->fixed, &offer.fixed) &&
                  snap_mate(app, &offer, &mate) &&
                  way_home(&mate) + mate.angle * task->size > THERE * task->size &&
                  !goes_away(app, &offer, &mate, NEAR_SHARE * task->size);
    if (!offer.found && !app->snap.offer.found)
        return;
    app->snap.offer = offer;
    ++app->snap.version;
}

// Nothing is offered; the next motion is looked at again.
static void fail(App *app, void *task, bool stopped)
{
    (void)task;
    forget_offer(app);
    mine(app)->searched = !stopped;
}

static void reset(App *app)
{
    SnapStage *state = mine(app);
    free(state->start);
    free(state->seen);
    free(state->before);
    *state = (SnapStage){0};
    app->snap = (SnapState){.version = app->snap.version + 1};
}

const Stage stage_snap = {.name = "snap",
                          .wait = STAGE_FOLLOWS,
                          .state_size = sizeof(SnapStage),
                          .in_frame = true,
                          .look = look,
                          .start = start,
                          .show = show,
                          .fail = fail,
                          .drop = drop,
                          .current = current,
                          .goes_on = goes_on,
                          .work = work,
                          .cancel = snap_stop,
                          .reset = reset};
