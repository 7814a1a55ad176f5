#include "app/stages/motion_grab.h"

#include "app/document/move_settings.h"
#include "app/document/pose.h"
#include "app/document/rigid.h"
#include "app/document/rigid_joints.h"
#include "app/stages/fit_work.h"
#include "app/stages/hand_turn.h"
#include "app/stages/rows.h"
#include "core/base/array.h"

#include <math.h>
#include <stdlib.h>

void motion_grab_forget(const App *app, const QueryTarget *seen, MotionMemory *memory)
{
    for (size_t i = memory->book.count; i-- > 0;) {
        uint64_t pair = memory->book.entries[i].pair;
        int32_t parts[2] = {(int32_t)(pair >> 32), (int32_t)(pair & UINT32_MAX)};
        bool same = true;
        for (int k = 0; k < 2; ++k)
            same &= parts[k] < seen->count && parts[k] < app->document.part_count &&
                    affine_equal(&seen->parts[parts[k]].placement,
                                 &app->document.parts[parts[k]].placement) &&
                    seen->parts[parts[k]].tree == app->parts[parts[k]].tree;
        if (!same || through_has(&app->through, parts[0], parts[1]) ||
            through_has(&app->through, parts[1], parts[0]))
            limit_book_forget(&memory->book, pair);
    }
}

static bool add_known(const App *app, MotionSession *session, int32_t part, int32_t other)
{
    if (session->roles[other] == MOTION_OUT || session->roles[other] == MOTION_HAND ||
        !app_pair_known(app, part, other) || pair_rules_skip(&session->rules->rules, part, other))
        return true;
    if (!array_reserve(&session->known, &session->known_capacity, session->known_count + 1,
                       sizeof *session->known))
        return false;
    const FitState *fit = stage_state(app, &stage_fit);
    const ContactDetail *detail = contact_report_find(
        &fit->base.details, part < other ? part : other, part < other ? other : part);
    ContactDesc desc = {.tolerance = app->document.tolerance};
    double tolerance = contact_tolerance(&desc, &session->posed[part], &session->posed[other]);
    session->known[session->known_count++] =
        (KnownPair){part, other, limit_start(detail, other, motion_pair(part, other), tolerance)};
    return true;
}

static int by_parts(const void *a, const void *b)
{
    const KnownPair *x = a, *y = b;
    return x->hand != y->hand ? (x->hand > y->hand) - (x->hand < y->hand)
                              : (x->other > y->other) - (x->other < y->other);
}

// Of what is in the hand, all; of what may be pushed, where it meets others: the rest is looked at
// when it is pushed.
static bool take_known(const App *app, MotionSession *session)
{
    const FitState *fit = stage_state(app, &stage_fit);
    const ContactReport *details = &fit->base.details;
    const Hand *hand = &app->hand;
    // While a report is in the making, nothing is known.
    if (!fit->base.target.parts)
        return true;
    for (int32_t h = 0; h < hand->count; ++h)
        for (int32_t i = 0; i < session->target.count; ++i)
            if (!add_known(app, session, hand->parts[h], i))
                return false;
    for (size_t i = 0; i < details->count; ++i)
        for (int k = 0; k < 2; ++k) {
            int32_t part = k ? details->pairs[i].b : details->pairs[i].a;
            int32_t other = k ? details->pairs[i].a : details->pairs[i].b;
            bool here = part < session->target.count && other < session->target.count;
            if (here && session->roles[part] == MOTION_LOOSE &&
                !add_known(app, session, part, other))
                return false;
        }
    if (session->known_count > 0)
        qsort(session->known, session->known_count, sizeof *session->known, by_parts);
    return true;
}

Vec3d motion_grab_pivot(const App *app)
{
    const Hand *hand = &app->hand;
    Box3d box = box3d_empty();
    for (int32_t h = 0; h < hand->count; ++h) {
        int32_t part = hand->parts[h];
        Box3d own = box3d_moved(&app->parts[part].tree->box, &app->document.parts[part].placement);
        box = box3d_including(box3d_including(box, own.lo), own.hi);
    }
    Vec3d middle = vec3d_lerp(box.lo, box.hi, 0.5);
    Affine back, motion = affine_identity();
    if (affine_invert(&app->document.parts[hand->lead].placement, &back))
        motion = affine_compose(&hand->to, &back);
    return hand_turn_pivot(&motion, middle, vec3d_distance(box.lo, box.hi));
}

static void take_roles(const App *app, MotionSession *session)
{
    const Hand *hand = &app->hand;
    // Where parts go through others, one that snaps is held by what it snaps to, so that it seats.
    bool alone = hand->snap.on && app->document.move.contact == HAND_FREE;
    for (int32_t i = 0; i < session->target.count; ++i) {
        const PartState *part = &app->document.parts[i];
        bool out =
            part->removed || !part->visible || session->posed[i].tree->mesh->triangle_count == 0;
        out |= alone && i != hand->snap.offer.fixed.part;
        bool stands = part->locked || task_holds(&app->task, i);
        session->roles[i] = out      ? MOTION_OUT
                            : stands ? MOTION_STANDS
                                     : MOTION_LOOSE; // as far as its joint lets it
        session->locked[i] = part->locked;
    }
    // What only comes along is found there.
    for (int32_t h = 0; h < hand->count; ++h)
        if (hand->taken[h])
            session->roles[hand->parts[h]] = MOTION_HAND;
}

// Bodies in the hand, and those with joints, are held together by joints, and pushed bodies go as groups; one
// with joints stands. What is one body with a locked part is as good as locked.
static void take_bodies(const App *app, MotionSession *session, const int32_t *first, bool *apart)
{
    const Document *document = &app->document;
    const JointList *list = document->joints;
    for (int32_t i = 0; i < document->part_count; ++i)
        apart[i] = document->parts[i].rigid > 0;
    for (int32_t h = 0; h < app->hand.count; ++h)
        apart[first[app->hand.parts[h]]] = false;
    for (int32_t i = 0; i < joint_list_count(list); ++i) {
        apart[first[list->joints[i].child]] = false;
        if (list->joints[i].parent != JOINT_GROUND)
            apart[first[list->joints[i].parent]] = false;
    }
    for (int32_t i = 0; i < document->part_count; ++i)
        session->locked[first[i]] |= session->locked[i];
    for (int32_t i = 0; i < document->part_count; ++i) {
        apart[i] = apart[first[i]];
        session->groups[i] = apart[i] ? first[i] : -1;
        session->locked[i] = session->locked[first[i]];
        if (session->locked[i] && session->roles[i] == MOTION_LOOSE)
            session->roles[i] = MOTION_STANDS;
    }
}

static bool take_joints(const App *app, MotionSession *session)
{
    const Document *document = &app->document;
    size_t count = (size_t)document->part_count;
    int32_t *first = array_alloc(count, sizeof *first);
    bool *apart = array_alloc(count, sizeof *apart);
    Affine *stand = array_alloc(count, sizeof *stand);
    RigidJoints whole = {0};
    session->groups = array_alloc(count, sizeof *session->groups);
    bool good = first && apart && stand && session->groups && rigid_firsts(document, first);
    if (good) {
        take_bodies(app, session, first, apart);
        for (size_t i = 0; i < count; ++i)
            stand[i] = document->parts[i].placement;
        good = rigid_joints_make(document, stand, apart, &whole);
    }
    free(first);
    free(apart);
    free(stand);
    size_t joints = (size_t)joint_list_count(whole.list);
    session->joints = whole.list;
    session->own_joints = joint_list_retain(document->joints);
    session->coordinates = array_alloc(joints, sizeof *session->coordinates);
    for (size_t i = 0; good && session->coordinates && i < joints; ++i)
        session->coordinates[i] = document->parts[whole.list->joints[i].child].joint;
    return good && session->coordinates;
}

// From where the part is now.
static bool take_snap(App *app, MotionSession *session)
{
    HandSnap *snap = &app->hand.snap;
    session->snaps = snap->on;
    if (!snap->on)
        return true;
    if (!snap_mate(app, &snap->offer, &snap->mate)) { // it is gone meanwhile
        snap_stop(app);
        return false;
    }
    session->mate = snap->mate;
    return snap_fit_pairs(app, &session->fits);
}

bool motion_grab_take(App *app, MotionSession *session)
{
    take_roles(app, session);
    // What was known a moment ago may be about other places, or about another tolerance.
    stage_fit.mark(app);
    session->pivot = motion_grab_pivot(app);
    return take_joints(app, session) && take_known(app, session) && take_snap(app, session);
}

RigidPose motion_grab_target(const MotionSession *session, const Affine *lead)
{
    Affine back, motion = affine_identity();
    if (affine_invert(&session->grabbed, &back))
        motion = affine_compose(lead, &back);
    RigidPose target = {.pivot = affine_apply(&motion, session->pivot)};
    Pose turned = pose_from(&motion);
    pose_quaternion(&turned, target.q);
    return target;
}

bool motion_grab_serves(const App *app, const MotionSession *session)
{
    const Hand *hand = &app->hand;
    if (!session->motion || session->snaps || session->lead != hand->lead ||
        session->target.count != app->document.part_count)
        return false;
    int32_t taken = 0;
    for (int32_t h = 0; h < hand->count; ++h)
        if (hand->taken[h] != (session->roles[hand->parts[h]] == MOTION_HAND))
            return false;
    for (int32_t i = 0; i < session->target.count; ++i)
        taken += session->roles[i] == MOTION_HAND;
    if (taken != hand->taken_count)
        return false;
    Vec3d pivot = motion_pose(session->motion).pivot;
    return !hand->turning || motion_joint(session->motion) >= 0 ||
           vec3d_distance(pivot, motion_grab_pivot(app)) <= 1e-6 * motion_reach(session->motion);
}

bool motion_grab_outgrown(const App *app, const MotionSession *session, const FitPairs *fits)
{
    bool out = false;
    for (size_t i = 0; session && session->motion && i < fits->count; ++i) {
        const FitPair *fit = &fits->pairs[i];
        int32_t parts[2] = {(int32_t)(fit->pair >> 32), (int32_t)(fit->pair & UINT32_MAX)};
        for (int k = 0; k < 2 && fit->give > 0; ++k)
            out |= hand_has(&app->hand, parts[k]) && motion_came_out(session->motion, parts[1 - k]);
    }
    return out;
}
