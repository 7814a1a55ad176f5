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

static bool measure(Search *search, double time, PosedPart at[2], Distance *out)
{
    for (int k = 0; k < 2; ++k) {
        const CrossingBody *body = &search->body[k];
        RigidPose pose = rigid_pose_moved(&body->pose, &body->step, time);
        at[k] = (PosedPart){
            .tree = body->tree, .placement = rigid_placement(&pose, &body->rest), .active = true};
    }
    QueryDesc query = {.order = ORDER_BEST_FIRST,
                       .last = search->out->looks > 0 ? &search->hint : NULL};
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
    for (int k = 0; k < 2; ++k)
        search.speed += rigid_step_bound(&body[k].step, body[k].reach);
    PosedPart at[2];
    Distance found;
    if (!measure(&search, 0, at, &found))
        return false;
    Look from = {0, found.value};
    out->first = out->last = found.value;
    if (found.value < desc->limit || found.value - search.speed >= desc->limit)
        return true;
    if (!measure(&search, 1, at, &found))
        return false;
    out->last = found.value;
    search_between(&search, from, (Look){1, found.value});
    if (!search.failed && out->state != CROSSING_NONE && measure(&search, out->from, at, &found)) {
        out->distance = found;
        for (int k = 0; k < 2; ++k)
            out->placement[k] = at[k].placement;
    }
    return !search.failed;
}
