#include "core/motion/crossing.h"

#include <assert.h>

typedef struct Search {
    const CrossingBody *body;
    const CrossingDesc *desc;
    double speed; // no distance changes by more over the whole of both steps
    double tolerance;
    int32_t most;
    Crossing *out;
    Distance hint;
    bool failed;
    Error *err;
} Search;

double crossing_bound(const CrossingBody *body)
{
    if (body->way == CROSSING_RIGID)
        return rigid_step_bound(&body->step, body->reach);
    // How far a point is off is convex in its place: a corner is the farthest.
    const Bvh *trees[2] = {body->tree, body->way == CROSSING_JUMP ? body->end_tree : body->tree};
    Box3d boxes[2] = {mesh_bounds(trees[0]->mesh), mesh_bounds(trees[1]->mesh)};
    double most = 0;
    for (int i = 0; i < 8; ++i) {
        Vec3d from = affine_apply(&body->from, box3d_corner(&boxes[0], i));
        most =
            fmax(most, vec3d_distance(from, affine_apply(&body->to, box3d_corner(&boxes[1], i))));
    }
    return most * (1 + 1e-12);
}

static PosedPart posed_at(const CrossingBody *body, double time)
{
    PosedPart at = {.tree = body->tree, .active = true};
    if (body->way == CROSSING_RIGID) {
        RigidPose pose = rigid_pose_moved(&body->pose, &body->step, time);
        at.placement = rigid_placement(&pose, &body->rest);
    } else if (body->way == CROSSING_STRAIGHT) {
        at.placement.p = vec3d_lerp(body->from.p, body->to.p, time);
        for (int i = 0; i < 9; ++i) {
            double from = body->from.m[i / 3][i % 3], to = body->to.m[i / 3][i % 3];
            at.placement.m[i / 3][i % 3] = from + time * (to - from);
        }
    } else {
        at.tree = time < 0.5 ? body->tree : body->end_tree;
        at.placement = time < 0.5 ? body->from : body->to;
    }
    return at;
}

static bool measure(Search *search, double time, PosedPart at[2], Distance *out)
{
    bool same = search->out->looks > 0; // the trees; a hint names triangles of them
    for (int k = 0; k < 2; ++k) {
        at[k] = posed_at(&search->body[k], time);
        same = same && search->body[k].way != CROSSING_JUMP;
    }
    QueryDesc query = {.order = ORDER_BEST_FIRST, .last = same ? &search->hint : NULL};
    search->failed =
        !assembly_distance(&at[0], &at[1], &query, search->desc->job, out, search->err);
    search->hint = *out;
    ++search->out->looks;
    return !search->failed;
}

// At `time` they are as far apart as `distance` says.
typedef struct Look {
    double time, distance;
} Look;

// True: it ends here, found or not known. Left before right, so that the first one is found. From the
// two ends on a distance cannot fall faster than the speed allows: below their mean less half the way.
static bool search_between(Search *search, Look from, Look to)
{
    double limit = search->desc->limit, way = (to.time - from.time) * search->speed;
    if (0.5 * (from.distance + to.distance - way) >= limit)
        return false;
    double middle = 0.5 * (from.time + to.time);
    bool finest = way <= search->tolerance || !(middle > from.time && middle < to.time);
    if (finest && to.distance < limit) {
        search->out->state = CROSSING_FOUND;
        search->out->from = from.time;
        search->out->to = to.time;
        return true;
    }
    if (finest)
        return false; // as near as the limit, within the tolerance
    if (search->out->looks >= search->most || job_cancelled(search->desc->job)) {
        search->out->state = CROSSING_UNKNOWN;
        search->out->from = from.time;
        search->out->to = to.time;
        return true;
    }
    PosedPart at[2];
    Distance found;
    if (!measure(search, middle, at, &found))
        return true;
    Look half = {middle, found.value};
    return search_between(search, from, half) ||
           (half.distance >= limit && search_between(search, half, to));
}

bool crossing_find(const CrossingBody body[2], const CrossingDesc *desc, Crossing *out, Error *err)
{
    assert(body && desc && out && desc->limit > 0);
    *out = (Crossing){.state = CROSSING_NONE};
    Search search = {.body = body,
                     .desc = desc,
                     .tolerance = desc->tolerance > 0 ? desc->tolerance : 1e-6 * desc->limit,
                     .most = desc->looks > 0 ? desc->looks : 4000,
                     .out = out,
                     .err = err};
    bool jumps = body[0].way == CROSSING_JUMP || body[1].way == CROSSING_JUMP;
    for (int k = 0; k < 2 && !jumps; ++k)
        search.speed += crossing_bound(&body[k]);
    PosedPart at[2];
    Distance found;
    if (!measure(&search, 0, at, &found))
        return false;
    Look from = {0, found.value};
    out->first = out->last = found.value;
    if (found.value < desc->limit || (!jumps && found.value - search.speed >= desc->limit))
        return true;
    if (!measure(&search, 1, at, &found))
        return false;
    out->last = found.value;
    if (jumps) {
        out->state = found.value < desc->limit ? CROSSING_UNKNOWN : CROSSING_NONE;
        out->to = 1;
    } else {
        search_between(&search, from, (Look){1, found.value});
    }
    if (!search.failed && out->state != CROSSING_NONE && measure(&search, out->from, at, &found)) {
        out->distance = found;
        for (int k = 0; k < 2; ++k)
            out->placement[k] = at[k].placement;
    }
    return !search.failed;
}
