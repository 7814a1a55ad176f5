#include "core/meaning/watch.h"

#include "core/base/array.h"

#include <assert.h>

typedef struct Watching {
    WatchList *list;
    const PosedPart *parts;
    const FitDesc *desc;
    Job *job;
    Error *err;
    int32_t part; // whose neighbours are being listed
} Watching;

void watch_list_free(WatchList *list)
{
    mem_free(list->items);
    broad_phase_free(&list->boxes);
    *list = (WatchList){0};
}

bool watch_counts(const FitDesc *desc, int32_t a, int32_t b)
{
    if (!(fit_desc_clearance(desc, a, b) > 0))
        return false;
    enum PairRule rule = desc->rules ? pair_rules_find(desc->rules, a, b, NULL) : RULE_CHECKED;
    return rule == RULE_CHECKED || rule == RULE_FORBIDDEN;
}

// Where they are too near, of several places the one that reports name.
static bool put(Watching *w, int32_t a, int32_t b, double limit, const Distance *least)
{
    WatchList *list = w->list;
    Distance found = *least;
    const Distance *distance = &found;
    if (least->value < limit &&
        !assembly_distance_first(&w->parts[a], &w->parts[b], least, w->job, &found, w->err))
        return false;
    if (!array_reserve(&list->items, &list->capacity, list->count + 1, sizeof *list->items))
        return error_set(w->err, "not enough memory for the safety distances");
    WatchedPair pair = {.a = a, .b = b, .limit = limit, .distance = *distance};
    const int32_t parts[2] = {a, b};
    const Vec3d at[2] = {distance->on_a, distance->on_b};
    for (int k = 0; k < 2; ++k) {
        Affine to_local;
        pair.local[k] = affine_invert(&w->parts[parts[k]].placement, &to_local)
                            ? affine_apply(&to_local, at[k])
                            : at[k];
    }
    list->items[list->count++] = pair;
    return true;
}

static bool note_near(void *user, int32_t other)
{
    Watching *w = user;
    int32_t a = w->part < other ? w->part : other, b = w->part < other ? other : w->part;
    // Each pair once, also where both have changed.
    if (other == w->part || (w->parts[other].changed && other < w->part) ||
        !watch_counts(w->desc, a, b))
        return true;
    double limit = fit_desc_clearance(w->desc, a, b);
    Distance distance;
    if (job_cancelled(w->job) ||
        !assembly_distance_within(&w->parts[a], &w->parts[b], WATCH_REACH * limit, w->job,
                                  &distance, w->err))
        return false;
    return !isfinite(distance.value) || put(w, a, b, limit, &distance);
}

static bool is_listed(const WatchList *list, int32_t a, int32_t b)
{
    for (size_t i = 0; i < list->count; ++i)
        if (list->items[i].a == a && list->items[i].b == b)
            return true;
    return false;
}

static bool note_named(Watching *w, int32_t part_count)
{
    int32_t pair[2];
    for (size_t i = 0; w->desc->rules && pair_rules_named_clearance(w->desc->rules, i, pair); ++i) {
        int32_t a = pair[0], b = pair[1];
        if (b >= part_count || !w->parts[a].active || !w->parts[b].active ||
            !watch_counts(w->desc, a, b) || is_listed(w->list, a, b))
            continue;
        Distance distance;
        if (job_cancelled(w->job) ||
            !assembly_distance(&w->parts[a], &w->parts[b], NULL, w->job, &distance, w->err))
            return false;
        if (isfinite(distance.value) && !put(w, a, b, fit_desc_clearance(w->desc, a, b), &distance))
            return false;
    }
    return true;
}

static int by_beyond(const void *left, const void *right)
{
    const WatchedPair *x = left, *y = right;
    double beyond[2] = {watched_beyond(x), watched_beyond(y)};
    if (beyond[0] < beyond[1] || beyond[0] > beyond[1])
        return beyond[0] < beyond[1] ? -1 : 1;
    return x->a != y->a ? (x->a > y->a) - (x->a < y->a) : (x->b > y->b) - (x->b < y->b);
}

static void forget_changed(WatchList *list, const PosedPart *parts, int32_t part_count)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; ++i) {
        const WatchedPair *pair = &list->items[i];
        if (pair->b < part_count && !parts[pair->a].changed && !parts[pair->b].changed)
            list->items[kept++] = *pair;
    }
    list->count = kept;
}

bool watch_list_update(WatchList *list, const PosedPart *parts, int32_t part_count,
                       const FitDesc *desc, Job *job, Error *err)
{
    assert(list && (parts || part_count == 0) && desc);
    Watching w = {list, parts, desc, job, err, 0};
    if (!broad_phase_reserve(&list->boxes, part_count))
        return error_set(err, "not enough memory for the safety distances");
    forget_changed(list, parts, part_count);
    for (int32_t i = 0; i < part_count; ++i) {
        if (!parts[i].changed)
            continue;
        bool there = parts[i].active && parts[i].tree->node_count > 0;
        Box3d box =
            there ? part_world_bounds(parts[i].tree->mesh, &parts[i].placement) : box3d_empty();
        broad_phase_set(&list->boxes, i, there ? &box : NULL);
    }
    for (w.part = 0; w.part < part_count; ++w.part) {
        const Box3d *box = broad_phase_box(&list->boxes, w.part);
        double reach = box && parts[w.part].changed ? fit_desc_part_reach(desc, w.part) : 0;
        if (!(reach > 0))
            continue;
        Box3d grown = box3d_grown(*box, WATCH_REACH * reach);
        if (!broad_phase_query(&list->boxes, &grown, note_near, &w))
            return false;
    }
    if (!note_named(&w, part_count))
        return false;
    if (list->count > 1)
        qsort(list->items, list->count, sizeof *list->items, by_beyond);
    return true;
}
