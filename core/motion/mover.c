#include "core/motion/mover.h"

#include "core/base/array.h"
#include "core/mesh/chord_error.h"

#include <assert.h>

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

// What stands is in the way, and of two bodies of one mover either is in that of the other.
static bool in_the_way(const Mover *mover, const Motion *motion, int32_t own, int32_t other)
{
    int32_t body = motion->body_of[other];
    return motion->roles[other] == MOTION_STANDS ||
           (motion->roles[other] == MOTION_HAND && body > motion->body_of[own] &&
            body < mover->body + mover->body_count);
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
    if (give > 0 && !nearer &&
        (!placement_between(&a->placement, &b->placement, &b_to_a) ||
         !query_tolerance(a->tree, b->tree, &b_to_a, give / affine_stretch(&a->placement), NULL,
                          job, &nearer, &distance, NULL, err)))
        return false;
    if (nearer)
        start->give = give;
    start->fits |= nearer && give > 0;
    return true;
}

static bool turns_on_joint(const Mover *mover, const Motion *motion)
{
    const Freedom *freedom = &motion->joint.freedom;
    FreedomStep step = {.by = {1, 1}};
    return mover == &motion->hand && freedom->coordinates > 0 && freedom_turn(freedom, &step) > 0;
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
        if (ignored)
            continue;
        if (!known && box3d_meet(&mine, &box) && !find_start(desc, own, i, job, &start, err))
            return false;
        start.fits = fits;
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
    MotionPair pair = {.body = {motion->body_of[own], motion->body_of[limit->part]}};
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
    mover->infos[scene->pair_count] = (MoverPair){own, limit->part, limit};
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

bool mover_make(Mover *mover, int32_t body, int32_t body_count, Motion *motion, Job *job,
                Error *err)
{
    int32_t count = motion->desc.part_count, own = 0;
    *mover = (Mover){.body = body,
                     .body_count = body_count,
                     .gap = INFINITY,
                     .scene = {.bodies = motion->bodies, .body_count = motion->body_count}};
    for (int32_t i = 0; i < count; ++i)
        own += is_own(mover, motion, i);
    mover->limits = mem_calloc((size_t)own + 1, sizeof *mover->limits);
    LimitStart *starts = array_alloc((size_t)count, sizeof *starts);
    bool ok = (mover->limits && starts) || motion_no_memory(err);
    for (int32_t i = 0; ok && i < count; ++i)
        if (is_own(mover, motion, i))
            ok = make_part(mover, motion, i, starts, job, err);
    mem_free(starts);
    if (!ok)
        return false;
    mover->slide =
        (Slide){.freedom = freedom_free(body), .gap = mover->gap, .stand_off = 0.2 * mover->gap};
    mover->force = mem_calloc((size_t)mover->scene.pair_count + 1, sizeof *mover->force);
    return mover->force || motion_no_memory(err);
}

void mover_free(Mover *mover)
{
    for (int32_t i = 0; i < mover->limit_count; ++i)
        limits_free(&mover->limits[i]);
    near_list_free(&mover->list);
    slide_free(&mover->slide);
    mem_free(mover->scene.pairs);
    mem_free(mover->infos);
    mem_free(mover->insets);
    mem_free(mover->force);
    mem_free(mover->limits);
    *mover = (Mover){0};
}

// --- what was deep

bool mover_let_out(Mover *mover, const Motion *motion, Error *err)
{
    for (int32_t i = 0; i < mover->scene.pair_count; ++i) {
        const MoverPair *info = &mover->infos[i];
        MotionPair *pair = &mover->scene.pairs[i];
        if (info->limit->kind != LIMIT_DEEP || mover->insets[i] == 0)
            continue;
        const int32_t part[2] = {info->own, info->part};
        Affine placement[2] = {motion_placement(motion, part[0]),
                               motion_placement(motion, part[1])};
        Affine b_to_a;
        bool nearer = true;
        Distance distance;
        if (!placement_between(&placement[0], &placement[1], &b_to_a) ||
            !query_tolerance(motion->parts[part[0]].tree, motion->parts[part[1]].tree, &b_to_a,
                             2 * mover->gap, NULL, NULL, &nearer, &distance, NULL, err))
            return false;
        if (nearer)
            continue;
        for (int k = 0; k < 2; ++k) {
            const PosedPart *posed = &motion->parts[part[k]];
            pair->tree[k] = posed->tree;
            pair->rest[k] = rigid_rest(&posed->placement, motion->starts[pair->body[k]].pivot);
        }
        mover->insets[i] = 0;
        near_list_forget(&mover->list);
    }
    return true;
}
