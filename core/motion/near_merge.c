#include "core/motion/near_merge.h"

#include "core/base/array.h"
#include "core/base/pool.h"

#include <assert.h>
#include <stdlib.h>

enum {
    CHUNK =
        128, // pairs of triangles that one thread measures before it looks for more, some 0.04 ms
    ALONE = 512 // as many are not shared out
};

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

// Each once, in an order that does not follow from the trees (1997 trees hold triangles twice).
static void settle(NearKeys *found)
{
    if (found->count == 0)
        return;
    qsort(found->items, found->count, sizeof *found->items, by_triangles);
    size_t kept = 1;
    for (size_t i = 1; i < found->count; ++i)
        if (by_triangles(&found->items[i], &found->items[kept - 1]) != 0)
            found->items[kept++] = found->items[i];
    found->count = kept;
}

// --- what is new

typedef struct Measuring {
    NearList *list;
    const MotionScene *scene;
    double radius;
    size_t count; // of what is new: so many are measured
    _Atomic size_t next, done;
} Measuring;

// Of a pair of bodies.
typedef struct Standing {
    int32_t pair;
    Affine place[2];
    double rounding;
} Standing;

static void stand_at(Standing *standing, const MotionScene *scene, int32_t pair)
{
    if (standing->pair == pair)
        return;
    standing->pair = pair;
    standing->rounding = pair_rounding(scene, pair);
    for (int k = 0; k < 2; ++k)
        standing->place[k] = pair_placement(scene, &scene->pairs[pair], k);
}

// How far apart they are at least. The triangles are placed in the world before they are measured: a
// placement that scales changes distances. Beyond twice the radius it is not worth to know more.
static double measure(const Measuring *m, Standing *standing, NearPair *near)
{
    const MotionPair *pair = &m->scene->pairs[near->pair];
    stand_at(standing, m->scene, near->pair);
    Triangle t[2];
    for (int k = 0; k < 2; ++k) {
        t[k] = mesh_triangle(pair->tree[k]->mesh, near->triangle[k]);
        t[k] = triangle_transformed(&t[k], &standing->place[k]);
    }
    TriClosest found;
    double far = 2 * pair_radius(pair, m->radius);
    double value = tri_closest(&t[0], &t[1], far, &found);
    if (!(value < far))
        return far - standing->rounding;
    near_note_shape(near, &found);
    if (value > 0)
        near->normal = vec3d_normalised(vec3d_sub(found.on_a, found.on_b));
    return value - standing->rounding;
}

static void take_chunks(void *user, int worker)
{
    (void)worker;
    Measuring *m = user;
    while (!budget_over(m->scene->budget)) {
        size_t from = atomic_fetch_add_explicit(&m->next, CHUNK, memory_order_relaxed);
        if (from >= m->count)
            return;
        size_t to = m->count - from < CHUNK ? m->count : from + CHUNK;
        Standing standing = {.pair = -1};
        for (size_t i = from; i < to; ++i) {
            size_t at = m->list->fresh[i];
            m->list->until[at] = measure(m, &standing, &m->list->items[at]);
        }
        atomic_fetch_add_explicit(&m->done, to - from, memory_order_relaxed);
    }
}

// Each is a unit of work: how many there is time for does not depend on who does it.
static void measure_fresh(NearList *list, MotionScene *scene, double radius)
{
    Measuring m = {.list = list, .scene = scene, .radius = radius, .count = list->fresh_count};
    uint64_t now = motion_work_units(&scene->work);
    uint64_t left = scene->work_end > now ? scene->work_end - now : 0;
    if (scene->work_end > 0 && left < m.count)
        m.count = (size_t)left;
    pool_run(m.count > ALONE ? scene->pool : NULL, take_chunks, &m);
    scene->work.closest += m.done;
}

// --- all of it

static void list_next(NearList *list, size_t *count, const NearPair *near, double until)
{
    list->next[*count] = *near;
    list->next_until[(*count)++] = until;
}

static bool nothing_changes(const NearList *list)
{
    for (size_t i = 0; i < list->front_count; ++i) {
        const NearFront *front = &list->fronts[i];
        if (front->others || front->from_roots || front->renewed)
            return false;
    }
    return list->found.count == 0;
}

static bool reserve(NearList *list)
{
    size_t most = list->count + list->found.count;
    return array_reserve(&list->next, &list->next_capacity, most, sizeof *list->next) &&
           array_reserve(&list->next_until, &list->next_until_capacity, most,
                         sizeof *list->next_until) &&
           array_reserve(&list->fresh, &list->fresh_capacity, list->found.count,
                         sizeof *list->fresh);
}

// What is listed already. When a search begins at the roots, all that is near will be told once more: what
// was not by the time it is through is not near any more, however often it was left meanwhile.
static void keep(NearList *list, size_t *count, size_t item, bool found)
{
    NearPair near = list->items[item];
    const NearFront *front = &list->fronts[near.pair];
    near.stale = !found && (near.stale || front->from_roots);
    if (!(near.stale && front->renewed))
        list_next(list, count, &near, list->until[item] - front->gone);
}

static void swap_in(NearList *list, size_t count)
{
    NearPair *items = list->items;
    double *until = list->until;
    size_t capacity = list->capacity, until_capacity = list->until_capacity;
    list->items = list->next, list->until = list->next_until;
    list->capacity = list->next_capacity, list->until_capacity = list->next_until_capacity;
    list->next = items, list->next_until = until;
    list->next_capacity = capacity, list->next_until_capacity = until_capacity;
    list->count = count;
    ++list->version;
}

bool near_merge(NearList *list, MotionScene *scene, double radius)
{
    assert(list && scene);
    settle(&list->found);
    if (nothing_changes(list)) {
        for (size_t i = 0; i < list->count; ++i)
            list->until[i] -= list->fronts[list->items[i].pair].gone;
        return true;
    }
    if (!reserve(list))
        return false;
    size_t count = 0, i = 0, f = 0;
    list->fresh_count = 0;
    while (i < list->count || f < list->found.count) {
        NearKey old = i < list->count ? key_of(&list->items[i]) : (NearKey){INT32_MAX, {0, 0}};
        int order = f < list->found.count ? by_triangles(&old, &list->found.items[f]) : -1;
        if (order > 0) {
            const NearKey *key = &list->found.items[f++];
            NearPair near = {.pair = key->pair, .triangle = {key->triangle[0], key->triangle[1]}};
            list->fresh[list->fresh_count++] = count;
            list_next(list, &count, &near, 0);
        } else if (list->fronts[old.pair].others) {
            ++i; // what has its numbers now is another pair
        } else {
            keep(list, &count, i++, order == 0);
            f += order == 0;
        }
    }
    swap_in(list, count);
    measure_fresh(list, scene, radius);
    return true;
}
