#include "core/motion/mover.h"

#include "core/base/array.h"
#include "core/mesh/chord_error.h"
#include "core/motion/turned.h"

#include <float.h>

bool motion_no_memory(Error *err)
{
    return error_set(err, "not enough memory to move parts against contact");
}

// --- what parts do at the grab

// If nobody knows it yet.
static bool find_start(const MotionDesc *desc, int32_t own, int32_t other, Job *job,
                       LimitStart *out, Error *err)
{
    const PosedPart *a = &desc->parts[own < other ? own : other];
    const PosedPart *b = &desc->parts[own < other ? other : own];
    ContactDetail detail = {0};
    bool ok = contact_between(a, b, &desc->contact, desc->solids, job, &detail, err);
    if (ok)
        *out = limit_start(&detail, other, out->pair, out->tolerance);
    contact_detail_free(&detail);
    return ok;
}

static LimitStart start_apart(const MotionDesc *desc, int32_t own, int32_t other)
{
    uint64_t low = (uint64_t)(own < other ? own : other);
    uint64_t high = (uint64_t)(own < other ? other : own);
    double tolerance = contact_tolerance(&desc->contact, &desc->parts[own], &desc->parts[other]);
    return limit_start(NULL, other, low << 32 | high, tolerance);
}

static bool are_joined(const JointSet *joints, int32_t a, int32_t b)
{
    for (int32_t i = 0; i < joints->count; ++i) {
        const Joint *joint = &joints->joints[i];
        if ((joint->parent == a && joint->child == b) || (joint->parent == b && joint->child == a))
            return true;
    }
    return false;
}

// What stands or is loose is in the way, and of two bodies of one mover either is in that of the other.
// Those that have a mover already know the pair. So what is looked at here has not been moved since the
// grab, whenever it is.
static bool in_the_way(const Mover *mover, const Motion *motion, int32_t own, int32_t other)
{
    int32_t body = motion->body_of[other];
    switch (motion->roles[other]) {
    case MOTION_STANDS:
    case MOTION_LOOSE:
        return body != motion->body_of[own] && !motion->movers[body];
    case MOTION_HAND:
        return body > motion->body_of[own] && body < mover->body + mover->body_count;
    default:
        return false;
    }
}

// What facets stand out from the round surfaces that they stand for, where it is placed.
static double facets_of(const PosedPart *part, Job *job)
{
    double error = 0;
    return mesh_chord_error(part->tree->mesh, job, &error)
               ? error * affine_stretch(&part->placement)
               : 0;
}

// A shaft of facets in a hole of facets could not turn at all. Where round surfaces touch, or are nearer
// than their facets are true, these may get into each other by that. False: cancelled or out of memory.
static bool give_to_facets(const MotionDesc *desc, int32_t own, int32_t other, Job *job,
                           LimitStart *start, Error *err)
{
    const PosedPart *a = &desc->parts[own], *b = &desc->parts[other];
    double give = facets_of(a, job) + facets_of(b, job);
    Affine b_to_a;
    Distance distance;
    bool nearer = start->state != PAIR_CLEAR || start->fits;
    QueryDesc lengths = query_distance_desc(a->tree->type);
    lengths.true_frame = &a->placement;
    if (give > 0 && !nearer &&
        (!placement_between(&a->placement, &b->placement, &b_to_a) ||
         !query_tolerance(a->tree, b->tree, &b_to_a, give, &lengths, job, &nearer, &distance, NULL,
                          err)))
        return false;
    if (nearer)
        start->give = give;
    start->fits |= nearer && give > 0;
    return true;
}

const HandJoint *mover_joint(const Mover *mover, const Motion *motion)
{
    if (mover->body == HAND_BODY)
        return motion->joint.grip.joint >= 0 ? &motion->joint : NULL;
    return motion->along[mover->body];
}

static bool turns_on_joint(const Mover *mover, const Motion *motion)
{
    const HandJoint *joint = mover_joint(mover, motion);
    FreedomStep step = {.by = {1, 1}};
    return joint && freedom_turn(&joint->freedom, &step) > 0;
}

// Of one part against all that is in its way.
static bool find_starts(const Mover *mover, const Motion *motion, int32_t own, LimitStart *starts,
                        int32_t *count, Job *job, Error *err)
{
    const MotionDesc *desc = &motion->desc;
    bool turns = turns_on_joint(mover, motion);
    *count = 0;
    Box3d mine = box3d_moved(&desc->parts[own].tree->box, &desc->parts[own].placement);
    for (int32_t i = 0; i < desc->part_count; ++i) {
        if (!in_the_way(mover, motion, own, i))
            continue;
        LimitStart start = start_apart(desc, own, i);
        Box3d box = box3d_moved(&desc->parts[i].tree->box, &desc->parts[i].placement);
        bool ignored = false;
        bool known = desc->start && desc->start(desc->user, own, i, &start, &ignored);
        bool fits = start.fits || are_joined(&desc->joints, own, i);
        double give = start.give;
        if (ignored)
            continue;
        if (!known && box3d_meet(&mine, &box) && !find_start(desc, own, i, job, &start, err))
            return false;
        start.fits = fits;
        if (!known && (start.state == PAIR_CLEAR || start.state == PAIR_TOUCH))
            start.give = give;
        if (turns && !give_to_facets(desc, own, i, job, &start, err))
            return false;
        starts[(*count)++] = start;
    }
    return true;
}

// --- pairs

static void reach_at_least(MotionBody *body, const Mesh *mesh, const Affine *rest)
{
    body->reach = fmax(body->reach, rigid_reach(mesh, rest));
    if (vec3d_dot(body->axis, body->axis) > 0)
        body->arm = fmax(body->arm, rigid_arm(mesh, rest, body->axis));
}

static bool reserve_pair(Mover *mover, Error *err)
{
    MotionScene *scene = &mover->scene;
    size_t count = (size_t)scene->pair_count + 1;
    return (array_reserve(&scene->pairs, &mover->pair_capacity, count, sizeof *scene->pairs) &&
            array_reserve(&mover->infos, &mover->info_capacity, count, sizeof *mover->infos) &&
            array_reserve(&mover->insets, &mover->inset_capacity, count, sizeof *mover->insets)) ||
           motion_no_memory(err);
}

static bool add_pair(Mover *mover, const Motion *motion, int32_t own, const LimitPair *limit,
                     const Limits *limits, Error *err)
{
    MotionScene *scene = &mover->scene;
    if (!reserve_pair(mover, err))
        return false;
    int32_t part[2] = {own, limit->part};
    MotionPair pair = {.body = {motion->body_of[own], motion->body_of[limit->part]},
                       .waits = limit->kind == LIMIT_LOOSE};
    double inset = 0;
    for (int k = 0; k < 2; ++k) {
        const PosedPart *posed = &motion->parts[part[k]];
        Vec3d pivot = motion->starts[pair.body[k]].pivot;
        pair.tree[k] = posed->tree;
        pair.rest[k] = rigid_rest(&posed->placement, pivot);
        const LimitVariant *variant =
            limit->variant >= 0 ? &limits->variants[limit->variant] : NULL;
        if (variant && variant->part == part[k]) {
            pair.tree[k] = variant->shrunk.tree;
            pair.rest[k] = rigid_rest(&variant->placement, pivot);
            // What is given to facets is used up while they turn: nothing has to keep it.
            inset = variant->inset;
            if (limit->give > 0)
                inset = fmax(inset - limit->give, mover->gap);
            reach_at_least(&scene->bodies[pair.body[k]], pair.tree[k]->mesh, &pair.rest[k]);
        }
    }
    scene->pairs[scene->pair_count] = pair;
    mover->infos[scene->pair_count] = (MoverPair){own, limit->part, limit, false};
    mover->insets[scene->pair_count++] = inset;
    return true;
}

static bool add_exempt(Motion *motion, int32_t own, const LimitPair *limit, Error *err)
{
    if (!array_reserve(&motion->exempt, &motion->exempt_capacity, motion->exempt_count + 1,
                       sizeof *motion->exempt))
        return motion_no_memory(err);
    motion->exempt[motion->exempt_count++] = (MotionExempt){own, limit->part, limit->reason};
    return true;
}

static bool make_part(Mover *mover, Motion *motion, int32_t own, LimitStart *starts, Job *job,
                      Error *err)
{
    const MotionDesc *desc = &motion->desc;
    int32_t count;
    Limits *limits = &mover->limits[mover->limit_count];
    int32_t body = motion->body_of[own];
    Affine rest = rigid_rest(&desc->parts[own].placement, motion->starts[body].pivot);
    reach_at_least(&motion->bodies[body], desc->parts[own].tree->mesh, &rest);
    LimitsDesc wanted = {.parts = desc->parts,
                         .dragged = own,
                         .starts = starts,
                         .book = desc->book,
                         .solids = desc->solids};
    if (!find_starts(mover, motion, own, starts, &count, job, err))
        return false;
    wanted.start_count = count;
    if (!limits_make(&wanted, job, limits, err))
        return false;
    ++mover->limit_count;
    mover->gap = fmin(mover->gap, limits->stand_off);
    bool ok = true;
    for (int32_t i = 0; ok && i < limits->pair_count; ++i)
        ok = limits->pairs[i].kind == LIMIT_EXEMPT
                 ? add_exempt(motion, own, &limits->pairs[i], err)
                 : add_pair(mover, motion, own, &limits->pairs[i], limits, err);
    return ok;
}

static bool is_own(const Mover *mover, const Motion *motion, int32_t part)
{
    int32_t body = motion->body_of[part];
    return motion->roles[part] != MOTION_OUT && body >= mover->body &&
           body < mover->body + mover->body_count;
}

// The pairs that others have with the body, seen from its side: with the same meshes, as what one of
// them promised the other has to keep.
static bool mirror_pairs(Mover *mover, const Mover *other, Error *err)
{
    MotionScene *scene = &mover->scene;
    for (int32_t i = 0; i < other->scene.pair_count; ++i) {
        const MotionPair *pair = &other->scene.pairs[i];
        const MoverPair *info = &other->infos[i];
        if (pair->body[1] != mover->body)
            continue;
        if (!reserve_pair(mover, err))
            return false;
        scene->pairs[scene->pair_count] = (MotionPair){.body = {pair->body[1], pair->body[0]},
                                                       .tree = {pair->tree[1], pair->tree[0]},
                                                       .rest = {pair->rest[1], pair->rest[0]},
                                                       .waits = pair->waits};
        mover->infos[scene->pair_count] = (MoverPair){info->part, info->own, info->limit, true};
        mover->insets[scene->pair_count++] = other->insets[i];
    }
    return true;
}

#define LEAST_SHARE 0.05 // what others do, who keep no ratio, counts the more the less it is

// By how much a pair comes nearer while the hand's coordinate grows by 1. Its meshes may be changed for
// those of the parts: the larger ones count.
static double closing_of(const Mover *mover, const Motion *motion, int32_t index, bool whole_bodies)
{
    const MotionPair *pair = &mover->scene.pairs[index];
    const int32_t part[2] = {mover->infos[index].own, mover->infos[index].part};
    double sum = 0;
    for (int k = 0; k < 2; ++k) {
        const MotionBody *body = &motion->bodies[pair->body[k]];
        double arm = body_arm(body);
        if (body_bound(body) == 0)
            continue;
        if (!whole_bodies) {
            Affine rest =
                rigid_rest(&motion->parts[part[k]].placement, motion->starts[pair->body[k]].pivot);
            arm = fmax(rigid_arm(pair->tree[k]->mesh, &pair->rest[k], body->axis),
                       rigid_arm(motion->parts[part[k]].tree->mesh, &rest, body->axis));
        }
        sum += rigid_step_bound(&body->step, fmin(arm, body_arm(body)));
    }
    return sum;
}

static void find_shares(Mover *mover, const Motion *motion)
{
    const Freedom *freedom = &mover->slide.freedom;
    mover->least_share = 1;
    if (freedom->coordinates != 1 || !freedom_is_straight(freedom))
        return;
    FreedomStep step = {.by = {1}};
    double most = 0;
    freedom_try(freedom, &mover->scene, &step);
    for (int32_t i = 0; i < mover->scene.pair_count; ++i)
        most = fmax(most, closing_of(mover, motion, i, true));
    for (int32_t i = 0; i < mover->scene.pair_count && most > 0; ++i) {
        MotionPair *pair = &mover->scene.pairs[i];
        double share = closing_of(mover, motion, i, false) / most * (1 + 1e-9);
        pair->share = fmin(1, fmax(share, LEAST_SHARE));
        pair->margin = 4 * mover->gap;
        mover->least_share = fmin(mover->least_share, pair->share);
    }
    freedom_stand(freedom, &mover->scene);
}

// The axis that a body of the mover turns about, and does nothing else; NULL: none.
static const FreedomScrew *turning_axis(const Freedom *freedom, int32_t body)
{
    for (int32_t i = 0; freedom->coordinates == 1 && i < freedom->body_count; ++i) {
        const FreedomBody *own = &freedom->bodies[i];
        const FreedomScrew *screw = &freedom->screws[own->first];
        if (own->body == body && own->count == 1 && screw->shift[0] == 0)
            return screw;
    }
    return NULL;
}

// Shafts in bearings, wheels in housings: most of what is near never comes nearer. Of what cannot move
// itself, and keeps its meshes, that is found out once.
static bool find_apart(Mover *mover, const Motion *motion, Job *job)
{
    for (int32_t i = 0; i < mover->scene.pair_count; ++i) {
        MotionPair *pair = &mover->scene.pairs[i];
        const FreedomScrew *screw = turning_axis(&mover->slide.freedom, pair->body[0]);
        bool stands =
            pair->body[1] >= motion->joint.grip.body_count && !motion->loose[pair->body[1]];
        enum LimitKind kind = mover->infos[i].limit->kind;
        if (!screw || !stands || (kind != LIMIT_APART && kind != LIMIT_FLUSH))
            continue;
        if (job_cancelled(job))
            return false;
        TurnedMesh meshes[2];
        for (int k = 0; k < 2; ++k)
            meshes[k] = (TurnedMesh){pair->tree[k]->mesh, pair_placement(&mover->scene, pair, k)};
        pair->apart = turned_apart(meshes, screw->origin, screw->axis, 2 * mover->gap);
    }
    return true;
}

static bool make(Mover *mover, Motion *motion, Job *job, Error *err)
{
    size_t count = (size_t)motion->desc.part_count, bodies = (size_t)motion->body_count;
    LimitStart *starts = array_alloc(count, sizeof *starts);
    mover->limits = mem_calloc(count + 1, sizeof *mover->limits);
    mover->press = mem_calloc(bodies, sizeof *mover->press);
    mover->tries = mem_calloc(bodies, 1);
    bool ok = (mover->limits && mover->press && mover->tries && starts) || motion_no_memory(err);
    for (int32_t i = 0; ok && i < motion->desc.part_count; ++i)
        if (is_own(mover, motion, i))
            ok = make_part(mover, motion, i, starts, job, err);
    mem_free(starts);
    for (int32_t i = 0; ok && i < motion->body_count; ++i)
        ok = !motion->movers[i] || mirror_pairs(mover, motion->movers[i], err);
    if (!ok)
        return false;
    // What is pushed comes no nearer to things than the hand does.
    if (motion->movers[HAND_BODY])
        mover->gap = fmin(mover->gap, motion->movers[HAND_BODY]->gap);
    // Fits are no wider than some gaps: a rim that dips into a hole by them is held by its walls.
    mover->slide = (Slide){
        .gap = mover->gap, .stand_off = 0.2 * mover->gap, .near = {.grain = 3 * mover->gap}};
    const HandJoint *joint = mover_joint(mover, motion);
    mover->slide.freedom = joint ? joint->freedom : freedom_free(mover->body);
    find_shares(mover, motion);
    if (!find_apart(mover, motion, job))
        return false;
    mover->force = mem_calloc((size_t)mover->scene.pair_count + 1, sizeof *mover->force);
    return mover->force || motion_no_memory(err);
}

Mover *mover_of(Motion *motion, int32_t body, Job *job, Error *err)
{
    if (motion->movers[body])
        return motion->movers[body];
    size_t exempt = motion->exempt_count;
    Mover *mover = mem_calloc(1, sizeof *mover);
    if (!mover) {
        motion_no_memory(err);
        return NULL;
    }
    mover->body = body;
    mover->body_count = body == HAND_BODY ? motion->joint.grip.body_count : 1;
    mover->gap = INFINITY;
    mover->scene = (MotionScene){
        .bodies = motion->bodies, .body_count = motion->body_count, .pool = motion->desc.pool};
    if (make(mover, motion, job, err))
        return motion->movers[body] = mover;
    mover_free(mover);
    motion->exempt_count = exempt;
    return NULL;
}

void mover_free(Mover *mover)
{
    if (!mover)
        return;
    for (int32_t i = 0; i < mover->limit_count; ++i)
        limits_free(&mover->limits[i]);
    near_list_free(&mover->list);
    slide_free(&mover->slide);
    mem_free(mover->scene.pairs);
    mem_free(mover->infos);
    mem_free(mover->insets);
    mem_free(mover->force);
    mem_free(mover->limits);
    mem_free(mover->press);
    mem_free(mover->tries);
    mem_free(mover);
}

// --- one body moves while all others stand

static bool same_pose(const RigidPose *a, const RigidPose *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

// A list was whole when it was made: what it does not hold was a radius or more apart. Since then the
// distance of two points has become less by no more than they were displaced, and that is what the
// odometer has to count: of the mover, and of every other body. From one pose to another a body's
// pivot goes by v and the body turns by |w| <= pi about it, so that no point within its reach is
// displaced by more than |v| + |w| reach, whatever the way between; and displacements add up. So each
// body that was moved by one mover is counted in the lists of all others. (Counting the nearest body
// alone would do for each pair; a sum is never less.) What rounding does to v and w, some units of
// the pivot's place and of the reach, is added.
static void tell_lists(Motion *motion, const Mover *walked)
{
    for (int32_t i = 0; i < motion->body_count; ++i) {
        const MotionBody *body = &motion->bodies[i];
        if (same_pose(&motion->told[i], &body->pose))
            continue;
        RigidStep gone = rigid_step_between(&motion->told[i], &body->pose);
        double bound = rigid_step_bound(&gone, body->reach) * (1 + 1e-12) +
                       16 * DBL_EPSILON * (body->reach + vec3d_length(body->pose.pivot));
        for (int32_t k = 0; k < motion->body_count; ++k)
            if (motion->movers[k] && motion->movers[k] != walked)
                motion->movers[k]->list.odometer += bound / motion->movers[k]->least_share;
        motion->told[i] = body->pose;
    }
}

bool mover_reserve_way(const Mover *mover, Motion *motion, Error *err)
{
    size_t more = (size_t)freedom_count(&mover->slide.freedom) * SLIDE_PLACES;
    return array_reserve(&motion->legs, &motion->leg_capacity, motion->leg_count + more,
                         sizeof *motion->legs) ||
           motion_no_memory(err);
}

static RigidPose pose_at(const Freedom *freedom, int32_t index, const FreedomPlace *place)
{
    return freedom->coordinates == 0 ? place->pose : freedom_pose(freedom, index, place->at);
}

void mover_tell_way(Mover *mover, Motion *motion)
{
    const Freedom *freedom = &mover->slide.freedom;
    tell_lists(motion, mover);
    for (int i = 1; i < mover->slide.way_count; ++i) {
        const FreedomPlace *from = &mover->slide.way[i - 1], *to = &mover->slide.way[i];
        if (memcmp(from, to, sizeof *from) == 0)
            continue;
        ++motion->moment;
        for (int32_t k = 0; k < freedom_count(freedom); ++k) {
            MotionLeg leg = {.body = freedom_body(freedom, k),
                             .moment = motion->moment,
                             .from = pose_at(freedom, k, from),
                             .to = pose_at(freedom, k, to)};
            if (mover->body == HAND_BODY && motion->joint.grip.joint >= 0) {
                leg.at[0] = hand_joint_coordinates(&motion->joint, from->at);
                leg.at[1] = hand_joint_coordinates(&motion->joint, to->at);
            }
            motion->legs[motion->leg_count++] = leg;
        }
    }
}

enum AdvanceEnd mover_slide(Mover *mover, Motion *motion, const FreedomPlace *target,
                            const AdvanceDesc *desc, Error *err)
{
    if (!mover_reserve_way(mover, motion, err))
        return ADVANCE_NO_MEMORY;
    enum AdvanceEnd end = slide_frame(&mover->slide, &mover->scene, &mover->list, mover->insets,
                                      target, desc, mover->force, err);
    mover_tell_way(mover, motion);
    return end;
}
