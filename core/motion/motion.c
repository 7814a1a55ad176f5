#include "core/motion/motion.h"

#include "core/base/array.h"

#include <assert.h>

enum { HAND_BODY = 0 };

// What stands behind a pair of the scene.
typedef struct PairInfo {
    int32_t hand, part;
    const LimitPair *limit;
} PairInfo;

struct Motion {
    PosedPart *parts; // as they were at the grab
    uint8_t *roles;
    int32_t part_count;
    MotionScene scene; // body 0 is the hand, then one for each part that stands
    int32_t *body_of;  // per part; -1: none
    size_t pair_capacity;
    PairInfo *infos; // per pair of the scene
    size_t info_capacity;
    double *insets; // as well
    size_t inset_capacity;
    Vec3d *force;
    Limits *limits; // one for each part in the hand
    int32_t limit_count;
    MotionExempt *exempt;
    size_t exempt_count, exempt_capacity;
    NearList list;
    Slide slide;
    RigidPose start;
    double gap;
};

static bool no_memory(Error *err)
{
    return error_set(err, "not enough memory to move parts against contact");
}

// --- the grab

// What two parts do at the grab, if nobody knows it yet.
static bool find_start(const MotionDesc *desc, int32_t hand, int32_t other, Job *job,
                       LimitStart *out, Error *err)
{
    const PosedPart *a = &desc->parts[hand < other ? hand : other];
    const PosedPart *b = &desc->parts[hand < other ? other : hand];
    ContactList contacts = {0};
    ContactDetail detail = {0};
    Affine b_to_a;
    QueryDesc query = {.mode = QUERY_ALL, .witnesses = true};
    if (!placement_between(&a->placement, &b->placement, &b_to_a))
        return error_set(err, "a part's placement squashes it flat");
    bool ok = query_contacts(a->tree, b->tree, &b_to_a, &query, job, &contacts, NULL, err) &&
              contact_examine(a, b, &contacts, &desc->contact, desc->solids, job, &detail, err);
    if (ok)
        *out = limit_start(&detail, other, out->pair, out->tolerance);
    contact_detail_free(&detail);
    contact_list_free(&contacts);
    return ok;
}

static LimitStart start_apart(const MotionDesc *desc, int32_t hand, int32_t other)
{
    uint64_t low = (uint64_t)(hand < other ? hand : other);
    uint64_t high = (uint64_t)(hand < other ? other : hand);
    double tolerance = contact_tolerance(&desc->contact, &desc->parts[hand], &desc->parts[other]);
    return limit_start(NULL, other, low << 32 | high, tolerance);
}

// Of one part in the hand against all that stand.
static bool find_starts(const MotionDesc *desc, int32_t hand, LimitStart *starts, int32_t *count,
                        Job *job, Error *err)
{
    *count = 0;
    Box3d mine = box3d_moved(&desc->parts[hand].tree->box, &desc->parts[hand].placement);
    for (int32_t i = 0; i < desc->part_count; ++i) {
        if (desc->roles[i] != MOTION_STANDS)
            continue;
        LimitStart start = start_apart(desc, hand, i);
        Box3d box = box3d_moved(&desc->parts[i].tree->box, &desc->parts[i].placement);
        bool ignored = false;
        bool known = desc->start && desc->start(desc->user, hand, i, &start, &ignored);
        bool fits = start.fits;
        if (ignored)
            continue;
        if (!known && box3d_meet(&mine, &box) && !find_start(desc, hand, i, job, &start, err))
            return false;
        start.fits = fits;
        starts[(*count)++] = start;
    }
    return true;
}

// The ball about the middle of a box: for what stands still that is good enough.
static MotionBody standing_body(const PosedPart *part)
{
    const Box3d *box = &part->tree->box;
    Vec3d middle = vec3d_lerp(box->lo, box->hi, 0.5);
    MotionBody body = {.pose = rigid_pose_at(affine_apply(&part->placement, middle))};
    for (int i = 0; i < 8; ++i) {
        Vec3d corner = affine_apply(&part->placement, box3d_corner(box, i));
        body.reach = fmax(body.reach, vec3d_distance(corner, body.pose.pivot));
    }
    body.reach *= 1 + 1e-12;
    return body;
}

static bool make_bodies(Motion *motion, const MotionDesc *desc, Error *err)
{
    MotionScene *scene = &motion->scene;
    scene->bodies = array_alloc((size_t)desc->part_count + 1, sizeof *scene->bodies);
    motion->body_of = array_alloc((size_t)desc->part_count, sizeof *motion->body_of);
    if (!scene->bodies || !motion->body_of)
        return no_memory(err);
    scene->bodies[scene->body_count++] = (MotionBody){.pose = rigid_pose_at(desc->pivot)};
    for (int32_t i = 0; i < desc->part_count; ++i) {
        motion->body_of[i] = desc->roles[i] == MOTION_STANDS ? scene->body_count
                             : desc->roles[i] == MOTION_HAND ? HAND_BODY
                                                             : -1;
        if (desc->roles[i] == MOTION_STANDS)
            scene->bodies[scene->body_count++] = standing_body(&desc->parts[i]);
    }
    return true;
}

static void reach_at_least(MotionBody *body, const Mesh *mesh, const Affine *rest)
{
    body->reach = fmax(body->reach, rigid_reach(mesh, rest));
}

static bool add_pair(Motion *motion, int32_t hand, const LimitPair *limit, const Limits *limits,
                     Error *err)
{
    MotionScene *scene = &motion->scene;
    size_t count = (size_t)scene->pair_count + 1;
    if (!array_reserve(&scene->pairs, &motion->pair_capacity, count, sizeof *scene->pairs) ||
        !array_reserve(&motion->infos, &motion->info_capacity, count, sizeof *motion->infos) ||
        !array_reserve(&motion->insets, &motion->inset_capacity, count, sizeof *motion->insets))
        return no_memory(err);
    int32_t part[2] = {hand, limit->part};
    MotionPair pair = {.body = {HAND_BODY, motion->body_of[limit->part]}};
    double inset = 0;
    for (int k = 0; k < 2; ++k) {
        const PosedPart *posed = &motion->parts[part[k]];
        MotionBody *body = &scene->bodies[pair.body[k]];
        pair.tree[k] = posed->tree;
        pair.rest[k] = rigid_rest(&posed->placement, body->pose.pivot);
        const LimitVariant *variant =
            limit->variant >= 0 ? &limits->variants[limit->variant] : NULL;
        if (variant && variant->part == part[k]) {
            pair.tree[k] = variant->shrunk.tree;
            pair.rest[k] = rigid_rest(&variant->placement, body->pose.pivot);
            inset = variant->inset;
            reach_at_least(body, pair.tree[k]->mesh, &pair.rest[k]);
        }
    }
    scene->pairs[scene->pair_count] = pair;
    motion->infos[scene->pair_count] = (PairInfo){hand, limit->part, limit};
    motion->insets[scene->pair_count++] = inset;
    return true;
}

static bool add_exempt(Motion *motion, int32_t hand, const LimitPair *limit, Error *err)
{
    if (!array_reserve(&motion->exempt, &motion->exempt_capacity, motion->exempt_count + 1,
                       sizeof *motion->exempt))
        return no_memory(err);
    motion->exempt[motion->exempt_count++] = (MotionExempt){hand, limit->part, limit->reason};
    return true;
}

static bool grab_part(Motion *motion, const MotionDesc *desc, int32_t hand, LimitStart *starts,
                      Job *job, Error *err)
{
    int32_t count;
    Limits *limits = &motion->limits[motion->limit_count];
    Affine rest = rigid_rest(&desc->parts[hand].placement, desc->pivot);
    reach_at_least(&motion->scene.bodies[HAND_BODY], desc->parts[hand].tree->mesh, &rest);
    LimitsDesc wanted = {.parts = desc->parts,
                         .dragged = hand,
                         .starts = starts,
                         .book = desc->book,
                         .solids = desc->solids};
    if (!find_starts(desc, hand, starts, &count, job, err))
        return false;
    wanted.start_count = count;
    if (!limits_make(&wanted, job, limits, err))
        return false;
    ++motion->limit_count;
    motion->gap = fmin(motion->gap, limits->stand_off);
    bool ok = true;
    for (int32_t i = 0; ok && i < limits->pair_count; ++i)
        ok = limits->pairs[i].kind == LIMIT_EXEMPT
                 ? add_exempt(motion, hand, &limits->pairs[i], err)
                 : add_pair(motion, hand, &limits->pairs[i], limits, err);
    return ok;
}

static bool grab(Motion *motion, const MotionDesc *desc, Job *job, Error *err)
{
    size_t count = (size_t)desc->part_count;
    motion->parts = array_alloc(count, sizeof *motion->parts);
    motion->roles = array_alloc(count, 1);
    motion->limits = mem_calloc(count + 1, sizeof *motion->limits);
    LimitStart *starts = array_alloc(count, sizeof *starts);
    bool ok = motion->parts && motion->roles && motion->limits && starts;
    if (!ok)
        no_memory(err);
    if (ok) {
        memcpy(motion->parts, desc->parts, count * sizeof *motion->parts);
        memcpy(motion->roles, desc->roles, count);
        motion->part_count = desc->part_count;
        ok = make_bodies(motion, desc, err);
    }
    for (int32_t i = 0; ok && i < desc->part_count; ++i)
        if (desc->roles[i] == MOTION_HAND)
            ok = grab_part(motion, desc, i, starts, job, err);
    mem_free(starts);
    if (!ok)
        return false;
    motion->force = mem_calloc((size_t)motion->scene.pair_count + 1, sizeof *motion->force);
    return motion->force || no_memory(err);
}

Motion *motion_begin(const MotionDesc *desc, Job *job, Error *err)
{
    assert(desc && desc->parts && desc->roles && desc->book && desc->solids);
    Motion *motion = mem_calloc(1, sizeof *motion);
    if (!motion) {
        no_memory(err);
        return NULL;
    }
    motion->gap = INFINITY;
    motion->start = rigid_pose_at(desc->pivot);
    if (!grab(motion, desc, job, err)) {
        motion_end(motion);
        return NULL;
    }
    motion->slide = (Slide){.hand = HAND_BODY, .gap = motion->gap, .stand_off = 0.2 * motion->gap};
    return motion;
}

void motion_end(Motion *motion)
{
    if (!motion)
        return;
    for (int32_t i = 0; i < motion->limit_count; ++i)
        limits_free(&motion->limits[i]);
    near_list_free(&motion->list);
    slide_free(&motion->slide);
    mem_free(motion->parts);
    mem_free(motion->roles);
    mem_free(motion->scene.bodies);
    mem_free(motion->scene.pairs);
    mem_free(motion->body_of);
    mem_free(motion->infos);
    mem_free(motion->insets);
    mem_free(motion->force);
    mem_free(motion->limits);
    mem_free(motion->exempt);
    mem_free(motion);
}

// --- a frame

static void add_blocker(const Motion *motion, int32_t pair, Vec3d place, double force,
                        MotionResult *out)
{
    const PairInfo *info = &motion->infos[pair];
    int at = out->blocker_count;
    while (at > 0 && out->blockers[at - 1].force < force)
        --at; // the hardest first
    if (at >= MOTION_BLOCKERS)
        return;
    if (out->blocker_count < MOTION_BLOCKERS)
        ++out->blocker_count;
    for (int k = out->blocker_count - 1; k > at; --k)
        out->blockers[k] = out->blockers[k - 1];
    out->blockers[at] = (MotionBlocker){info->part, info->hand, place, force};
}

// Of all places at which a pair is near, the nearest.
static Vec3d nearest_place(const Motion *motion, int32_t pair)
{
    const Constraint *best = NULL;
    for (size_t i = 0; i < motion->slide.near.count; ++i) {
        const Constraint *c = &motion->slide.near.items[i];
        if (c->pair == pair && (!best || c->gap < best->gap))
            best = c;
    }
    return best ? best->foot : motion->scene.bodies[motion->scene.pairs[pair].body[1]].pose.pivot;
}

// What was deep and has come out does not go in again: from then on its meshes are as they are.
static bool let_out(Motion *motion, Error *err)
{
    for (int32_t i = 0; i < motion->scene.pair_count; ++i) {
        const PairInfo *info = &motion->infos[i];
        MotionPair *pair = &motion->scene.pairs[i];
        if (info->limit->kind != LIMIT_DEEP || motion->insets[i] == 0)
            continue;
        const PosedPart *part[2] = {&motion->parts[info->hand], &motion->parts[info->part]};
        Affine placement = motion_placement(motion, info->hand), b_to_a;
        bool nearer = true;
        Distance distance;
        if (!placement_between(&placement, &part[1]->placement, &b_to_a) ||
            !query_tolerance(part[0]->tree, part[1]->tree, &b_to_a, 2 * motion->gap, NULL, NULL,
                             &nearer, &distance, NULL, err))
            return false;
        if (nearer)
            continue;
        for (int k = 0; k < 2; ++k) {
            pair->tree[k] = part[k]->tree;
            pair->rest[k] = rigid_rest(&part[k]->placement,
                                       k == 0 ? motion->start.pivot
                                              : motion->scene.bodies[pair->body[k]].pose.pivot);
        }
        motion->insets[i] = 0;
        near_list_forget(&motion->list);
    }
    return true;
}

static void slide_step(Motion *motion, const MotionWish *wish, const AdvanceDesc *desc,
                       MotionResult *out, Error *err)
{
    motion->slide.turning = wish->turning;
    out->end = slide_frame(&motion->slide, &motion->scene, &motion->list, motion->insets,
                           &wish->target, desc, motion->force, err);
    out->way_count = motion->slide.way_count;
    memcpy(out->way, motion->slide.way, (size_t)out->way_count * sizeof *out->way);
    for (int32_t i = 0; i < motion->scene.pair_count; ++i) {
        double force = vec3d_length(motion->force[i]);
        if (force > 0.02 * motion->gap)
            add_blocker(motion, i, nearest_place(motion, i), force, out);
    }
}

static void stop_step(Motion *motion, const MotionWish *wish, const AdvanceDesc *desc,
                      MotionResult *out, Error *err)
{
    MotionBody *hand = &motion->scene.bodies[HAND_BODY];
    out->way[0] = hand->pose;
    hand->step = rigid_step_between(&hand->pose, &wish->target);
    if (!wish->turning)
        hand->step.turn = vec3d(0, 0, 0);
    Advance gone = advance(&motion->scene, &motion->list, desc, err);
    if (gone.blocker >= 0)
        add_blocker(motion, gone.blocker, gone.place, body_bound(hand), out);
    hand->step = (RigidStep){.shift = vec3d(0, 0, 0)};
    out->end = gone.end;
    out->way[1] = hand->pose;
    out->way_count = 2;
}

bool motion_step(Motion *motion, const MotionWish *wish, MotionResult *out, Error *err)
{
    assert(motion && wish && out);
    MotionBody *hand = &motion->scene.bodies[HAND_BODY];
    MotionWork before = motion->scene.work;
    AdvanceDesc desc = {
        .stand_off = motion->slide.stand_off, .work = wish->work, .budget = wish->budget};
    *out = (MotionResult){.end = ADVANCE_ARRIVED};
    if (wish->mode == MOTION_SLIDE)
        slide_step(motion, wish, &desc, out, err);
    else
        stop_step(motion, wish, &desc, out, err);
    if (!let_out(motion, err))
        out->end = ADVANCE_NO_MEMORY;
    RigidStep left = rigid_step_between(&hand->pose, &wish->target);
    if (!wish->turning)
        left.turn = vec3d(0, 0, 0);
    out->lag = rigid_step_bound(&left, hand->reach);
    out->work = motion->scene.work;
    out->work.lists -= before.lists;
    out->work.listed -= before.listed;
    out->work.closest -= before.closest;
    out->work.planes -= before.planes;
    out->work.steps -= before.steps;
    return out->end != ADVANCE_NO_MEMORY;
}

RigidPose motion_pose(const Motion *motion)
{
    return motion->scene.bodies[HAND_BODY].pose;
}

Affine motion_placement(const Motion *motion, int32_t part)
{
    assert(part >= 0 && part < motion->part_count);
    const RigidPose *pose = &motion->scene.bodies[HAND_BODY].pose;
    const Affine *placement = &motion->parts[part].placement;
    // What was not moved is where it was, bit for bit.
    if (motion->roles[part] != MOTION_HAND || memcmp(pose, &motion->start, sizeof *pose) == 0)
        return *placement;
    Affine rest = rigid_rest(placement, motion->start.pivot);
    return rigid_placement(pose, &rest);
}

const MotionExempt *motion_exempt(const Motion *motion, int32_t *count)
{
    *count = (int32_t)motion->exempt_count;
    return motion->exempt;
}

double motion_reach(const Motion *motion)
{
    return motion->scene.bodies[HAND_BODY].reach;
}
