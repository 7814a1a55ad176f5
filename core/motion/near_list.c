#include "core/motion/near_list.h"

#include "core/base/array.h"

#include <assert.h>
#include <stdlib.h>

enum { LEAST_TESTS = 64 }; // of a search, so that there is always some progress

typedef struct Listing {
    NearList *list;
    MotionScene *scene;
    double radius;
    const Budget *budget;
    int32_t pair; // of bodies, which is looked at
    size_t most;  // new ones
    bool failed;
    // For what is new:
    int32_t placed; // pair of bodies
    Affine place[2];
    double rounding;
    bool over; // the budget
} Listing;

static int by_triangles(const void *a, const void *b)
{
    const NearKey *x = a, *y = b;
    int pair = (x->pair > y->pair) - (x->pair < y->pair);
    int first = (x->triangle[0] > y->triangle[0]) - (x->triangle[0] < y->triangle[0]);
    int second = (x->triangle[1] > y->triangle[1]) - (x->triangle[1] < y->triangle[1]);
    return pair ? pair : first ? first : second;
}

static NearKey key_of(const NearPair *near)
{
    return (NearKey){near->pair, {near->triangle[0], near->triangle[1]}};
}

// --- the search

static bool look_at_leaves(Query *query, NodeLinks a, NodeLinks b)
{
    Listing *listing = query->user;
    NearList *list = listing->list;
    size_t count = list->found_count + (size_t)a.count * b.count;
    if (!array_reserve(&list->found, &list->found_capacity, count, sizeof *list->found)) {
        listing->failed = true;
        return false;
    }
    for (uint32_t j = 0; j < b.count; ++j)
        for (uint32_t i = 0; i < a.count; ++i)
            list->found[list->found_count++] = (NearKey){
                listing->pair, {query->a->slots[a.first + i], query->b->slots[b.first + j]}};
    return list->found_count <= listing->most;
}

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
        front->renewed = front->tree[0] && !near_front_fits(front, &scene->pairs[i]);
        good &= !front->renewed;
        if (front->renewed)
            near_front_forget(front);
        front->moved = front->tree[0] ? near_front_moved(front, place) : 0;
        // Where the bodies went to and fro the odometer knows more; but nobody has to tell it.
        front->gone = fmax(list->odometer, front->moved);
    }
    return good;
}

static enum NearStatus search_pair(Listing *listing, Error *err)
{
    MotionScene *scene = listing->scene;
    const MotionPair *pair = &scene->pairs[listing->pair];
    NearFront *front = &listing->list->fronts[listing->pair];
    double radius = pair_radius(pair, listing->radius);
    if (out_of_reach(scene, pair, radius))
        return NEAR_WHOLE;
    Budget budget = listing->budget ? *listing->budget : (Budget){0};
    if (scene->work_end > 0 && budget.volume_tests == 0) { // eight of them are a unit
        uint64_t now = motion_work_units(&scene->work);
        budget.volume_tests = LEAST_TESTS + 8 * (scene->work_end > now ? scene->work_end - now : 0);
    }
    NearSearch search = {
        .radius = radius, .leaf = look_at_leaves, .user = listing, .budget = &budget};
    Affine place[2];
    placements(scene, listing->pair, place);
    enum QueryStatus status = near_front_search(front, pair, place, &search, err);
    scene->work.tests += search.tests;
    front->renewed |= search.from_roots && status == QUERY_DONE;
    if (listing->failed)
        return error_set(err, "not enough memory for the list of near triangles"), NEAR_FAILED;
    return status == QUERY_DONE      ? NEAR_WHOLE
           : status == QUERY_STOPPED ? NEAR_TOO_MANY
           : status == QUERY_FAILED  ? NEAR_FAILED
                                     : NEAR_CANCELLED;
}

static enum NearStatus search_all(Listing *listing, Error *err)
{
    listing->list->found_count = 0;
    for (listing->pair = 0; listing->pair < listing->scene->pair_count; ++listing->pair) {
        enum NearStatus status = search_pair(listing, err);
        if (status != NEAR_WHOLE)
            return status;
    }
    return NEAR_WHOLE;
}

// --- what is new

// Each once, in an order that does not follow from the trees (1997 trees hold triangles twice).
static void settle(NearList *list)
{
    if (list->found_count == 0)
        return;
    qsort(list->found, list->found_count, sizeof *list->found, by_triangles);
    size_t kept = 1;
    for (size_t i = 1; i < list->found_count; ++i)
        if (by_triangles(&list->found[i], &list->found[kept - 1]) != 0)
            list->found[kept++] = list->found[i];
    list->found_count = kept;
}

// The triangles are placed in the world before they are measured: a placement that scales changes
// distances. Beyond twice the radius it is not worth to know more; and when there is no time nothing
// has to be known.
static double measure(Listing *listing, NearPair *near)
{
    MotionScene *scene = listing->scene;
    const MotionPair *pair = &scene->pairs[near->pair];
    listing->over = listing->over || scene_over(scene) || scene_work_over(scene);
    if (listing->over)
        return 0;
    if (listing->placed != near->pair) {
        listing->placed = near->pair;
        listing->rounding = pair_rounding(scene, near->pair);
        placements(scene, near->pair, listing->place);
    }
    Triangle t[2];
    for (int k = 0; k < 2; ++k) {
        t[k] = mesh_triangle(pair->tree[k]->mesh, near->triangle[k]);
        t[k] = triangle_transformed(&t[k], &listing->place[k]);
    }
    TriClosest found;
    double far = 2 * pair_radius(pair, listing->radius);
    ++scene->work.closest;
    double value = tri_closest(&t[0], &t[1], far, &found);
    if (!(value < far))
        return far - listing->rounding;
    near_note_shape(near, &found);
    if (value > 0)
        near->normal = vec3d_normalised(vec3d_sub(found.on_a, found.on_b));
    return value - listing->rounding;
}

static void list_next(NearList *list, size_t *count, const NearPair *near, double until)
{
    list->next[*count] = *near;
    list->next_until[(*count)++] = until;
}

static bool none_renewed(const NearList *list)
{
    for (size_t i = 0; i < list->front_count; ++i)
        if (list->fronts[i].renewed)
            return false;
    return true;
}

// What was listed, less what is not told any more, and what is new.
static bool merge(Listing *listing)
{
    NearList *list = listing->list;
    if (list->found_count == 0 && none_renewed(list)) {
        for (size_t i = 0; i < list->count; ++i)
            list->until[i] -= list->fronts[list->items[i].pair].gone;
        return true;
    }
    size_t most = list->count + list->found_count, count = 0, i = 0, f = 0;
    if (!array_reserve(&list->next, &list->next_capacity, most, sizeof *list->next) ||
        !array_reserve(&list->next_until, &list->next_until_capacity, most,
                       sizeof *list->next_until))
        return false;
    while (i < list->count || f < list->found_count) {
        NearKey old = i < list->count ? key_of(&list->items[i]) : (NearKey){INT32_MAX, {0, 0}};
        int order = f < list->found_count ? by_triangles(&old, &list->found[f]) : -1;
        if (order <= 0) {
            const NearFront *front = &list->fronts[old.pair];
            if (order == 0 || !front->renewed)
                list_next(list, &count, &list->items[i], list->until[i] - front->gone);
            ++i;
            f += order == 0;
        } else {
            const NearKey *key = &list->found[f++];
            NearPair near = {.pair = key->pair, .triangle = {key->triangle[0], key->triangle[1]}};
            double until = measure(listing, &near);
            list_next(list, &count, &near, until);
        }
    }
    NearPair *items = list->items;
    double *until = list->until;
    size_t capacity = list->capacity, until_capacity = list->until_capacity;
    list->items = list->next, list->until = list->next_until;
    list->capacity = list->next_capacity, list->until_capacity = list->next_until_capacity;
    list->next = items, list->next_until = until;
    list->next_capacity = capacity, list->next_until_capacity = until_capacity;
    list->count = count;
    ++list->version;
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

enum NearStatus near_list_make(NearList *list, MotionScene *scene, double radius, size_t most,
                               const Budget *budget, Error *err)
{
    assert(list && scene && radius >= 0);
    Listing listing = {.list = list,
                       .scene = scene,
                       .radius = radius,
                       .budget = budget,
                       .most = most > 0 ? most : SIZE_MAX,
                       .placed = -1};
    ++scene->work.lists;
    const Budget *before = scene->budget;
    scene->budget = budget;
    bool known = false;
    enum NearStatus status = NEAR_FAILED;
    if (reserve_fronts(list, scene)) {
        known = look_back(list, scene) && list->made;
        status = search_all(&listing, err);
        settle(list);
    } else {
        error_set(err, "not enough memory for the list of near triangles");
    }
    if (status != NEAR_FAILED && !merge(&listing)) {
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
    mem_free(list->found);
    mem_free(list->next);
    mem_free(list->next_until);
    *list = (NearList){.made = false};
}
