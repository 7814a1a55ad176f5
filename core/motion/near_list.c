#include "core/motion/near_list.h"

#include "core/base/array.h"
#include "core/query/query.h"
#include "core/tree/pair/variants.h"

#include <assert.h>

typedef struct Listing {
    NearList *list;
    MotionScene *scene;
    int32_t pair;
    size_t most;
    Affine placement; // of A, in whose frame a query happens
    bool failed;
} Listing;

static int by_triangles(const void *a, const void *b)
{
    const NearPair *x = a, *y = b;
    int pair = (x->pair > y->pair) - (x->pair < y->pair);
    int first = (x->triangle[0] > y->triangle[0]) - (x->triangle[0] < y->triangle[0]);
    int second = (x->triangle[1] > y->triangle[1]) - (x->triangle[1] < y->triangle[1]);
    return pair ? pair : first ? first : second;
}

static const NearPair *find_last(const NearList *list, const NearPair *wanted)
{
    size_t low = 0, high = list->last_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = by_triangles(&list->last[middle], wanted);
        if (order == 0)
            return &list->last[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

// Nearer than the radius, or not known to be farther. The triangles are placed in the world before they
// are measured: a placement that scales changes distances.
static bool is_near(Listing *listing, NearPair *pair, const Triangle *ta, const Triangle *tb)
{
    const NearList *list = listing->list;
    const NearPair *last = find_last(list, pair);
    if (last) {
        *pair = *last;
        pair->until = 0;
        pair->forced = pair->fresh = false;
        return near_plane_gap(last->normal, ta, tb) < list->radius;
    }
    TriClosest found;
    ++listing->scene->work.closest;
    double value = tri_closest(ta, tb, list->radius, &found);
    if (!(value < list->radius))
        return false;
    near_note_shape(pair, &found);
    if (value > 0)
        pair->normal = vec3d_normalised(vec3d_sub(found.on_a, found.on_b));
    return true;
}

static bool note(Query *query, Listing *listing, int32_t index_a, int32_t index_b,
                 const Triangle *tb)
{
    NearList *list = listing->list;
    NearPair pair = {.pair = listing->pair, .triangle = {index_a, index_b}};
    Triangle ta = mesh_triangle(query->a->mesh, index_a);
    ta = triangle_transformed(&ta, &listing->placement);
    if (!is_near(listing, &pair, &ta, tb))
        return true;
    if (listing->most > 0 && list->count >= listing->most)
        return false;
    if (!array_reserve(&list->items, &list->capacity, list->count + 1, sizeof *list->items)) {
        listing->failed = true;
        return false;
    }
    list->items[list->count++] = pair;
    return true;
}

static bool look_at_leaves(Query *query, NodeLinks a, NodeLinks b)
{
    Listing *listing = query->user;
    Affine b_placement = affine_compose(&listing->placement, &query->b_to_a);
    for (uint32_t j = 0; j < b.count; ++j) {
        int32_t index_b = query->b->slots[b.first + j];
        Triangle tb = mesh_triangle(query->b->mesh, index_b);
        tb = triangle_transformed(&tb, &b_placement);
        for (uint32_t i = 0; i < a.count; ++i)
            if (!note(query, listing, query->a->slots[a.first + i], index_b, &tb))
                return false;
    }
    return true;
}

// Apart by the radius or more, seen from the bodies' balls alone.
static bool out_of_reach(const MotionScene *scene, const MotionPair *pair, double radius)
{
    const MotionBody *a = &scene->bodies[pair->body[0]], *b = &scene->bodies[pair->body[1]];
    double gap = vec3d_distance(a->pose.pivot, b->pose.pivot) - a->reach - b->reach;
    return gap > radius * (1 + 1e-12) + 1e-12 * (a->reach + b->reach);
}

static enum NearStatus list_pair(Listing *listing, const Budget *budget, Error *err)
{
    const MotionScene *scene = listing->scene;
    const MotionPair *pair = &scene->pairs[listing->pair];
    if (out_of_reach(scene, pair, listing->list->radius))
        return NEAR_WHOLE;
    Affine a = pair_placement(scene, pair, 0), b = pair_placement(scene, pair, 1), a_back;
    if (!affine_invert(&a, &a_back))
        return error_set(err, "a part's placement squashes it flat"), NEAR_FAILED;
    Affine b_to_a = affine_compose(&a_back, &b);
    listing->placement = a;
    Query query;
    QueryDesc desc = {.rule = DESCEND_both, .order = ORDER_LIFO, .mode = QUERY_ALL};
    if (!query_begin(&query, pair->tree[0], pair->tree[1], &b_to_a, &desc, look_at_leaves, listing,
                     err))
        return NEAR_FAILED;
    if (!(query.test->can & TEST_BOUND)) {
        query_end(&query);
        return error_set(err, "%s gives no bound of the distance", pair->tree[0]->type->name),
               NEAR_FAILED;
    }
    // A distance in the world is at most |A's linear part| times that in A's frame, and what is
    // nearer than the radius in the world is nearer than radius * |inverse| in A's frame.
    query.bounded = true;
    query.bound = listing->list->radius * affine_stretch(&a_back) * (1 + 1e-12);
    enum QueryStatus status = query_run(&query, budget);
    query_end(&query);
    if (status == QUERY_FAILED || listing->failed)
        return error_set(err, "not enough memory for the list of near triangles"), NEAR_FAILED;
    return status == QUERY_DONE      ? NEAR_WHOLE
           : status == QUERY_STOPPED ? NEAR_TOO_MANY
                                     : NEAR_CANCELLED;
}

// Each once, in an order that does not follow from the trees (1997 trees hold triangles twice).
static void settle(NearList *list, size_t from)
{
    if (list->count == from)
        return;
    qsort(list->items + from, list->count - from, sizeof *list->items, by_triangles);
    size_t kept = from + 1;
    for (size_t i = from + 1; i < list->count; ++i)
        if (by_triangles(&list->items[i], &list->items[kept - 1]) != 0)
            list->items[kept++] = list->items[i];
    list->count = kept;
}

enum NearStatus near_list_make(NearList *list, MotionScene *scene, double radius, size_t most,
                               const Budget *budget, Error *err)
{
    assert(list && scene && radius >= 0);
    if (list->made) { // otherwise those of the list before that are still the best there is
        NearPair *items = list->last;
        size_t capacity = list->last_capacity;
        list->last = list->items;
        list->last_count = list->count;
        list->last_capacity = list->capacity;
        list->items = items;
        list->capacity = capacity;
    }
    list->count = 0;
    list->radius = radius;
    list->odometer = 0;
    list->made = false;
    ++scene->work.lists;
    Listing listing = {.list = list, .scene = scene, .most = most};
    for (listing.pair = 0; listing.pair < scene->pair_count; ++listing.pair) {
        size_t from = list->count;
        enum NearStatus status = list_pair(&listing, budget, err);
        if (status != NEAR_WHOLE)
            return status;
        settle(list, from);
    }
    scene->work.listed += list->count;
    list->made = true;
    return NEAR_WHOLE;
}

void near_list_forget(NearList *list)
{
    list->made = false;
    list->last_count = 0;
}

void near_list_free(NearList *list)
{
    mem_free(list->items);
    mem_free(list->last);
    *list = (NearList){0};
}
