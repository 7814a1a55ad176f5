#include "app/stages/motion_grab.h"

#include "app/stages/fit_work.h"
#include "app/stages/rows.h"
#include "core/base/array.h"

#include <math.h>

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

static bool take_known(const App *app, MotionSession *session)
{
    const FitState *fit = stage_state(app, &stage_fit);
    const ContactReport *details = &fit->base.details;
    const Hand *hand = &app->hand;
    // While a report is in the making, nothing is known.
    if (!fit->base.target.parts)
        return true;
    for (int32_t h = 0; h < hand->count; ++h)
        for (int32_t i = 0; i < session->target.count; ++i) {
            int32_t part = hand->parts[h];
            if (session->roles[i] != MOTION_STANDS || hand_has(hand, i) ||
                !app_pair_known(app, part, i) || pair_rules_skip(&session->rules->rules, part, i))
                continue;
            if (!array_reserve(&session->known, &session->known_capacity, session->known_count + 1,
                               sizeof *session->known))
                return false;
            const ContactDetail *detail =
                contact_report_find(details, part < i ? part : i, part < i ? i : part);
            ContactDesc desc = {.tolerance = app->document.tolerance};
            double tolerance = contact_tolerance(&desc, &session->posed[part], &session->posed[i]);
            session->known[session->known_count++] =
                (KnownPair){part, i, limit_start(detail, i, motion_pair(part, i), tolerance)};
        }
    return true;
}

// What a turn leaves where it is: the point of its axis that is nearest to the part. Any point will
// do for a shift.
static Vec3d pivot_of(const App *app, Vec3d centre, double size)
{
    const Hand *hand = &app->hand;
    Affine back, motion;
    if (!affine_invert(&app->document.parts[hand->lead].placement, &back))
        return centre;
    motion = affine_compose(&hand->to, &back);
    Vec3d twice = vec3d(motion.m[2][1] - motion.m[1][2], motion.m[0][2] - motion.m[2][0],
                        motion.m[1][0] - motion.m[0][1]);
    double sine = 0.5 * vec3d_length(twice);
    double cosine = 0.5 * (motion.m[0][0] + motion.m[1][1] + motion.m[2][2] - 1);
    if (!(sine > 1e-6))
        return centre;
    Vec3d axis = vec3d_scale(twice, 0.5 / sine);
    // Seen from the centre, which it moves by t.
    Vec3d t = vec3d_sub(affine_apply(&motion, centre), centre);
    t = vec3d_add_scaled(t, axis, -vec3d_dot(t, axis));
    double cotangent = (1 + cosine) / sine; // of half the angle
    Vec3d from = vec3d_scale(vec3d_add_scaled(t, vec3d_cross(axis, t), cotangent), 0.5);
    return vec3d_length(from) < 1e3 * size ? vec3d_add(centre, from) : centre;
}

static void take_pivot(const App *app, MotionSession *session)
{
    const Hand *hand = &app->hand;
    Box3d box = box3d_empty();
    for (int32_t h = 0; h < hand->count; ++h) {
        const PosedPart *part = &session->posed[hand->parts[h]];
        Box3d own = box3d_moved(&part->tree->box, &part->placement);
        box = box3d_including(box3d_including(box, own.lo), own.hi);
    }
    Vec3d centre = vec3d_lerp(box.lo, box.hi, 0.5);
    session->pivot = pivot_of(app, centre, vec3d_distance(box.lo, box.hi));
}

static void take_roles(const App *app, MotionSession *session)
{
    const Hand *hand = &app->hand;
    for (int32_t i = 0; i < session->target.count; ++i) {
        const PartState *part = &app->document.parts[i];
        bool out =
            part->removed || !part->visible || session->posed[i].tree->mesh->triangle_count == 0;
        session->roles[i] = out ? MOTION_OUT : MOTION_STANDS;
    }
    // What only comes along is found there.
    for (int32_t h = 0; h < hand->count; ++h)
        if (hand->taken[h])
            session->roles[hand->parts[h]] = MOTION_HAND;
}

static bool take_joints(const App *app, MotionSession *session)
{
    const JointList *list = app->document.joints;
    session->coordinates =
        array_alloc((size_t)joint_list_count(list), sizeof *session->coordinates);
    if (!session->coordinates)
        return false;
    session->joints = joint_list_retain(app->document.joints);
    for (int32_t i = 0; i < joint_list_count(list); ++i)
        session->coordinates[i] = app->document.parts[list->joints[i].child].joint;
    return true;
}

bool motion_grab_take(App *app, MotionSession *session)
{
    take_roles(app, session);
    take_pivot(app, session);
    return take_joints(app, session) && take_known(app, session);
}
