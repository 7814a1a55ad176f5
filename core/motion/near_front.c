#include "core/motion/near_front.h"

#include "core/assembly/assembly.h"
#include "core/base/array.h"
#include "core/tree/pair/variants.h"

#include <assert.h>

enum {
    // A front only ever becomes finer: beyond so many times what a search from the roots leaves it
    // pays to begin there again.
    FINE = 3,
    FEW = 10000
};

void near_front_forget(NearFront *front)
{
    for (int k = 0; k < 2; ++k) {
        bvh_release(front->tree[k]);
        front->tree[k] = NULL;
    }
    front->started = false;
}

void near_front_free(NearFront *front)
{
    near_front_forget(front);
    front_free(&front->front);
    mem_free(front->spare.entries);
    *front = (NearFront){.started = false};
}

bool near_front_fits(const NearFront *front, const MotionPair *pair)
{
    for (int k = 0; k < 2; ++k)
        if (front->tree[k] != pair->tree[k] || front->version[k] != pair->tree[k]->mesh_version ||
            memcmp(&front->rest[k], &pair->rest[k], sizeof pair->rest[k]) != 0)
            return false;
    return true;
}

static void bind(NearFront *front, const MotionPair *pair)
{
    near_front_forget(front);
    for (int k = 0; k < 2; ++k) {
        // The const of a pair is a promise not to change the trees, not to share them.
        front->tree[k] = bvh_retain((struct Bvh *)pair->tree[k]);
        front->version[k] = pair->tree[k]->mesh_version;
        front->rest[k] = pair->rest[k];
    }
}

// In the world both move. Seen from one of the two only the other one does: poses are rigid, so that a
// placement stretches as much as it did before, and what is small in the frame of either is small in the
// world. Wheels that turn against each other have gone far, seen from one of them. What stands as it stood
// has not moved at all: the same bits need no allowance for rounding.
double near_front_moved(const NearFront *front, const Affine place[2])
{
    double least = 0;
    if (memcmp(front->place, place, sizeof front->place) == 0)
        return 0;
    for (int k = 0; k < 2; ++k)
        least += box3d_farthest_move(&front->tree[k]->box, &front->place[k], &place[k]);
    for (int k = 0; k < 2; ++k) {
        Affine before, now;
        if (placement_between(&front->place[k], &front->place[1 - k], &before) &&
            placement_between(&place[k], &place[1 - k], &now)) {
            double most = box3d_farthest_move(&front->tree[1 - k]->box, &before, &now);
            least = fmin(least, most * affine_stretch(&place[k]));
        }
    }
    return least * (1 + 1e-12);
}

// What was not looked at is part of the front: nothing is known of it.
static bool put_back(Front *front, const Query *query)
{
    const Frontier *todo = &query->todo;
    size_t size = query->entry.size;
    for (size_t i = todo->head; i < todo->count; ++i)
        if (!front_keep(front, todo->entries + i * size, size, 0))
            return false;
    for (size_t i = 0; i < query->again_count; ++i)
        if (!front_keep(front, query->again + i * size, size, 0))
            return false;
    return true;
}

static bool begin(NearFront *front, double stretch, Query *query, NearSearch *search)
{
    Front *kept = &front->front;
    bool keeps = query->test->can & TEST_FRONT;
    query->bounded = true;
    query->bound = search->radius * stretch * (1 + 1e-12);
    query->front = keeps ? kept : NULL;
    search->from_roots = !front->started || front->too_long ||
                         (front->first_count > 0 && kept->count > FINE * front->first_count + FEW);
    if (search->from_roots) {
        front->too_long = false;
        front->first_count = 0;
        kept->count = 0;
        kept->travel = 0;
        return true;
    }
    kept->travel += front->moved * stretch * (1 + 1e-12);
    query->started = true;
    if (!front_take_up(kept, query->bound, front->entry_size))
        return false;
    query->again = kept->again;
    query->again_count = kept->again_count;
    return true;
}

enum QueryStatus near_front_search(NearFront *front, const MotionPair *pair, const Affine place[2],
                                   NearSearch *search, Error *err)
{
    assert(front && pair && search && search->sink && search->budget && search->radius >= 0);
    if (!front->tree[0] || !near_front_fits(front, pair))
        bind(front, pair);
    Affine back;
    if (!affine_invert(&place[0], &back))
        return error_set(err, "a part's placement squashes it flat"), QUERY_FAILED;
    Affine b_to_a = affine_compose(&back, &place[1]);
    Query query;
    QueryDesc desc = {.rule = DESCEND_both, .order = ORDER_LIFO, .mode = QUERY_ALL};
    if (!query_begin(&query, pair->tree[0], pair->tree[1], &b_to_a, &desc, near_sink_leaf,
                     search->sink, err))
        return QUERY_FAILED;
    if (!(query.test->can & TEST_BOUND))
        return error_set(err, "%s gives no bound of the distance", pair->tree[0]->type->name),
               QUERY_FAILED;
    // A distance in the world is at most |A's linear part| times that in A's frame, and what is
    // nearer than the radius in the world is nearer than radius * |inverse| in A's frame.
    bool good = begin(front, affine_stretch(&back), &query, search);
    enum QueryStatus status =
        good ? near_share_run(&query, &front->spare, search->budget, search->pool) : QUERY_FAILED;
    search->tests = query.stats.volume_tests;
    front->place[0] = place[0];
    front->place[1] = place[1];
    front->entry_size = query.entry.size;
    front->started = query.front && status != QUERY_FAILED && query.started &&
                     (status == QUERY_DONE || put_back(query.front, &query));
    if (status == QUERY_DONE && front->first_count == 0)
        front->first_count = front->front.count;
    bool failed = status == QUERY_FAILED ||
                  (query.front && query.started && !front->started); // of what was put back
    query_end(&query);
    if (failed)
        return error_set(err, "not enough memory for the list of near triangles"), QUERY_FAILED;
    return status;
}
