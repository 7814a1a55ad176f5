#include "core/assembly/nearest.h"

#include "core/base/array.h"
#include "core/base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

typedef struct Candidate {
    double bound; // no smaller distance is possible
    int32_t part, other;
} Candidate;

typedef struct Search {
    const PosedPart *parts;
    const NearestDesc *desc;
    Candidate *candidates;
    size_t count, capacity;
} Search;

// Both boxes are rounded outward. The squares and the root below err by less than 4 ulp.
static double box_distance(const Box3d *a, const Box3d *b)
{
    double square = 0;
    for (int k = 0; k < 3; ++k) {
        double gap = fmax(a->lo.v[k] - b->hi.v[k], b->lo.v[k] - a->hi.v[k]);
        square += gap > 0 ? gap * gap : 0;
    }
    return sqrt(square) * (1 - 1e-15);
}

static Box3d world_box(const Search *search, int32_t part)
{
    const PosedPart *posed = &search->parts[part];
    Box3d local =
        search->desc->bounds ? search->desc->bounds[part] : mesh_bounds(posed->tree->mesh);
    return box3d_moved(&local, &posed->placement);
}

static bool skipped(const Search *search, int32_t part, int32_t other)
{
    int32_t a = part < other ? part : other, b = part < other ? other : part;
    return search->desc->skip && search->desc->skip(search->desc->skip_user, a, b);
}

static bool note_candidates(Search *search, const bool *in_hand, const Box3d *boxes,
                            int32_t part_count, int32_t part)
{
    for (int32_t i = 0; i < part_count; ++i) {
        if (in_hand[i] || !search->parts[i].active || search->parts[i].tree->node_count == 0 ||
            skipped(search, part, i))
            continue;
        if (!array_reserve(&search->candidates, &search->capacity, search->count + 1,
                           sizeof *search->candidates))
            return false;
        search->candidates[search->count++] =
            (Candidate){box_distance(&boxes[part], &boxes[i]), part, i};
    }
    return true;
}

static int by_bound(const void *x, const void *y)
{
    const Candidate *a = x, *b = y;
    if (a->bound < b->bound || a->bound > b->bound)
        return a->bound < b->bound ? -1 : 1;
    return a->part != b->part ? (a->part > b->part) - (a->part < b->part)
                              : (a->other > b->other) - (a->other < b->other);
}

static bool measure(const Search *search, const Candidate *candidate, const Distance *hint,
                    Job *job, NearestPart *best, Error *err)
{
    bool first = candidate->part < candidate->other; // the lower index is always a
    const PosedPart *a = &search->parts[first ? candidate->part : candidate->other];
    const PosedPart *b = &search->parts[first ? candidate->other : candidate->part];
    Distance found;
    bool known = best->other >= 0;
    if (known ? !assembly_distance_within(a, b, best->distance.value, job, &found, err)
              : !assembly_distance(a, b, &(QueryDesc){.order = ORDER_BEST_FIRST, .last = hint}, job,
                                   &found, err))
        return false;
    if (isfinite(found.value) && (!known || found.value < best->distance.value))
        *best = (NearestPart){candidate->part, candidate->other, found};
    return true;
}

// What was nearest a moment ago is a good first bound.
static bool measure_last(const Search *search, Job *job, NearestPart *best, Error *err)
{
    const NearestPart *last = search->desc->last;
    if (!last || last->other < 0)
        return true;
    for (size_t i = 0; i < search->count; ++i) {
        const Candidate *c = &search->candidates[i];
        if (c->part == last->part && c->other == last->other)
            return measure(search, c, &last->distance, job, best, err);
    }
    return true;
}

static bool run(Search *search, Job *job, NearestPart *best, Error *err)
{
    if (search->count > 1)
        qsort(search->candidates, search->count, sizeof *search->candidates, by_bound);
    if (!measure_last(search, job, best, err))
        return false;
    for (size_t i = 0; i < search->count; ++i) {
        const Candidate *c = &search->candidates[i];
        if (best->other >= 0 && !(c->bound < best->distance.value))
            break; // and so are all that follow
        if (job_cancelled(job))
            return error_set(err, "cancelled");
        if (best->other == c->other && best->part == c->part)
            continue;
        if (!measure(search, c, NULL, job, best, err))
            return false;
    }
    return true;
}

bool assembly_nearest(const PosedPart *parts, int32_t part_count, const int32_t *held,
                      int32_t held_count, const NearestDesc *desc, Job *job, NearestPart *out,
                      Error *err)
{
    assert((parts || part_count == 0) && part_count >= 0);
    assert((held || held_count == 0) && held_count >= 0 && out);
    static const NearestDesc plain;
    *out = (NearestPart){.part = -1, .other = -1, .distance = {.value = INFINITY}};
    Search search = {.parts = parts, .desc = desc ? desc : &plain};
    bool *in_hand = mem_calloc((size_t)part_count + 1, sizeof *in_hand);
    Box3d *boxes = array_alloc((size_t)part_count, sizeof *boxes);
    bool enough = in_hand && boxes;
    for (int32_t i = 0; enough && i < held_count; ++i)
        in_hand[held[i]] = true;
    for (int32_t i = 0; enough && i < part_count; ++i)
        if (parts[i].active || in_hand[i])
            boxes[i] = world_box(&search, i);
    for (int32_t i = 0; enough && i < held_count; ++i)
        if (parts[held[i]].tree->node_count > 0)
            enough = note_candidates(&search, in_hand, boxes, part_count, held[i]);
    bool ok = enough ? run(&search, job, out, err)
                     : error_set(err, "not enough memory to look for the nearest part");
    mem_free(search.candidates);
    mem_free(in_hand);
    mem_free(boxes);
    return ok;
}
