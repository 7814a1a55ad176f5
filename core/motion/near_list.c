#include "core/motion/near_list.h"

#include "core/base/array.h"
#include "core/motion/near_merge.h"

#include <assert.h>

enum {
    LEAST_TESTS = 64, // of a search, so that there is always some progress
    FEW_LISTED = 2000 // left behind, they cost less than a search from the roots
};

#define HARDLY 0.01

typedef struct Listing {
    NearList *list;
    MotionScene *scene;
    double radius;
    const Budget *budget;
    size_t most; // new ones
} Listing;

// Apart by the radius or more, seen from the bodies' balls alone.
static bool out_of_reach(const MotionScene *scene, const MotionPair *pair, double radius)
{
    const MotionBody *a = &scene->bodies[pair->body[0]], *b = &scene->bodies[pair->body[1]];
    double gap = vec3d_distance(a->pose.pivot, b->pose.pivot) - a->reach - b->reach;
    return gap > radius * (1 + 1e-12) + 1e-12 * (a->reach + b->reach);
}

static void placements(const MotionScene *scene, int32_t pair, Affine place[2])
{
    for (int k = 0; k < 2; ++k)
        place[k] = pair_placement(scene, &scene->pairs[pair], k);
}

// What became of the pairs that are listed. False: of some of them nothing is known any more.
static bool look_back(NearList *list, const MotionScene *scene)
{
    bool good = true;
    for (int32_t i = 0; i < scene->pair_count; ++i) {
        NearFront *front = &list->fronts[i];
        Affine place[2];
        placements(scene, i, place);
        front->others = front->tree[0] && !near_front_fits(front, &scene->pairs[i]);
        front->from_roots = front->renewed = false;
        good &= !front->others;
        if (front->others)
            near_front_forget(front);
        front->moved = front->tree[0] ? near_front_moved(front, place) : 0;
        // Where the bodies went to and fro the odometer knows more; but nobody has to tell it.
        front->gone = fmax(near_gone(list, &scene->pairs[i]), front->moved);
    }
    return good;
}

static enum NearStatus search_pair(const Listing *listing, int32_t index, Error *err)
{
    MotionScene *scene = listing->scene;
    const MotionPair *pair = &scene->pairs[index];
    NearFront *front = &listing->list->fronts[index];
    double radius = pair_radius(pair, listing->radius);
    if (pair->waits || pair->apart || out_of_reach(scene, pair, radius))
        return NEAR_WHOLE;
    Budget budget = listing->budget ? *listing->budget : (Budget){0};
    if (scene->work_end > 0 && budget.volume_tests == 0) { // eight of them are a unit
        uint64_t now = motion_work_units(&scene->work);
        budget.volume_tests = LEAST_TESTS + 8 * (scene->work_end > now ? scene->work_end - now : 0);
    }
    NearSink sink = {.pair = index, .found = &listing->list->found, .most = listing->most};
    NearSearch search = {.radius = radius, .sink = &sink, .budget = &budget, .pool = scene->pool};
    Affine place[2];
    placements(scene, index, place);
    enum QueryStatus status = near_front_search(front, pair, place, &search, err);
    scene->work.tests += search.tests;
    front->from_roots = search.from_roots;
    front->anew |= search.from_roots;
    front->renewed = front->anew && status == QUERY_DONE;
    front->anew &= !front->renewed;
    if (sink.failed)
        return error_set(err, "not enough memory for the list of near triangles"), NEAR_FAILED;
    return status == QUERY_DONE      ? NEAR_WHOLE
           : status == QUERY_STOPPED ? NEAR_TOO_MANY
           : status == QUERY_FAILED  ? NEAR_FAILED
                                     : NEAR_CANCELLED;
}

static enum NearStatus search_all(const Listing *listing, Error *err)
{
    listing->list->found.count = 0;
    for (int32_t i = 0; i < listing->scene->pair_count; ++i) {
        enum NearStatus status = search_pair(listing, i, err);
        if (status != NEAR_WHOLE)
            return status;
    }
    return NEAR_WHOLE;
}

static bool none_renewed(const NearList *list)
{
    for (size_t i = 0; i < list->front_count; ++i)
        if (list->fronts[i].renewed || list->fronts[i].others)
            return false;
    return true;
}

static bool reserve_fronts(NearList *list, const MotionScene *scene)
{
    size_t count = (size_t)scene->pair_count;
    if (!array_reserve(&list->fronts, &list->front_capacity, count, sizeof *list->fronts) ||
        !array_reserve(&list->stances, &list->stance_capacity, count, sizeof *list->stances))
        return false;
    for (; list->front_count < count; ++list->front_count) {
        list->fronts[list->front_count] = (NearFront){.started = false};
        list->stances[list->front_count] = (NearStance){.number = 0};
    }
    return true;
}

// What a part leaves behind stays in its list: of such pairs it is only known that their old planes still
// separate them, so that they count as near, and lists get smaller and smaller radii. They leave it when
// all that is near is told once more, by a search from the roots. So no pair of bodies has more than half
// as many again as such a search has told, and a few, but for those that one list adds.
static void count_listed(NearList *list, bool whole)
{
    for (size_t i = 0; i < list->front_count; ++i)
        list->fronts[i].listed = 0;
    for (size_t i = 0; i < list->count; ++i)
        ++list->fronts[list->items[i].pair].listed;
    for (size_t i = 0; i < list->front_count; ++i) {
        NearFront *front = &list->fronts[i];
        front->since = front->renewed ? 0 : front->since + front->moved;
        // A larger list of what has hardly moved leaves nothing behind.
        if (front->renewed || (whole && front->since <= HARDLY * list->radius))
            front->first_listed = front->listed;
        front->too_long = !front->anew && front->listed > front->first_listed * 3 / 2 + FEW_LISTED;
    }
}

enum NearStatus near_list_make(NearList *list, MotionScene *scene, double radius, size_t most,
                               const Budget *budget, Error *err)
{
    assert(list && scene && radius >= 0);
    Listing listing = {.list = list,
                       .scene = scene,
                       .radius = radius,
                       .budget = budget,
                       .most = most > 0 ? most : SIZE_MAX};
    ++scene->work.lists;
    const Budget *before = scene->budget;
    scene->budget = budget;
    bool known = false;
    enum NearStatus status = NEAR_FAILED;
    if (reserve_fronts(list, scene)) {
        known = look_back(list, scene) && list->made;
        status = search_all(&listing, err);
    } else {
        error_set(err, "not enough memory for the list of near triangles");
    }
    if (status != NEAR_FAILED && !near_merge(list, scene, radius)) {
        error_set(err, "not enough memory for the list of near triangles");
        status = NEAR_FAILED;
    }
    scene->budget = before;
    if (status == NEAR_FAILED) {
        near_list_forget(list);
        return status;
    }
    // Pairs of bodies that were searched from the roots before it was left hold no more than what is
    // within the new radius, the others what they held.
    double left = fmax(near_list_left(list), 0);
    list->radius = status == NEAR_WHOLE ? radius : none_renewed(list) ? left : fmin(left, radius);
    list->made = known || status == NEAR_WHOLE;
    list->odometer = 0;
    list->near = 0;
    for (size_t i = 0; i < list->count; ++i)
        list->near += list->until[i] < radius;
    scene->work.listed += list->near;
    count_listed(list, status == NEAR_WHOLE);
    return status;
}

NearStance near_stance(NearList *list, const MotionScene *scene, int32_t pair)
{
    NearStance *stance = &list->stances[pair];
    const RigidPose *pose[2] = {&scene->bodies[scene->pairs[pair].body[0]].pose,
                                &scene->bodies[scene->pairs[pair].body[1]].pose};
    bool same = stance->number > 0;
    for (int k = 0; k < 2; ++k)
        same = same && memcmp(pose[k]->q, stance->from[k].q, sizeof pose[k]->q) == 0;
    if (!same)
        *stance = (NearStance){.from = {*pose[0], *pose[1]}, .number = ++list->last_stance};
    stance->shift = vec3d_sub(vec3d_sub(pose[0]->pivot, stance->from[0].pivot),
                              vec3d_sub(pose[1]->pivot, stance->from[1].pivot));
    return *stance;
}

void near_list_forget(NearList *list)
{
    for (size_t i = 0; i < list->front_count; ++i)
        near_front_free(&list->fronts[i]);
    list->made = false;
    list->count = list->front_count = 0;
    ++list->version;
    list->odometer = 0;
}

void near_list_free(NearList *list)
{
    near_list_forget(list);
    mem_free(list->fronts);
    mem_free(list->stances);
    mem_free(list->items);
    mem_free(list->until);
    mem_free(list->found.items);
    mem_free(list->fresh);
    mem_free(list->next);
    mem_free(list->next_until);
    *list = (NearList){.made = false};
}
