// The ways of one part.
#include "core/motion/removal.h"

#include "core/base/array.h"
#include "core/motion/removal_pulls.h"

#include <assert.h>

void removal_ways_free(RemovalWays *ways)
{
    mem_free(ways->items);
    mem_free(ways->blocks);
    *ways = (RemovalWays){0};
}

static bool no_memory(Error *err)
{
    return error_set(err, "not enough memory to pull parts");
}

static int by_nearness(const void *a, const void *b)
{
    const RemovalBlock *x = a, *y = b;
    if (x->state != y->state)
        return x->state == PULL_BLOCKED ? -1 : 1;
    if (x->clear != y->clear)
        return x->clear < y->clear ? -1 : 1;
    return (x->part > y->part) - (x->part < y->part);
}

// A part may be in the way of several of the unit: the first time counts.
static bool take_block(RemovalWays *out, size_t first, const RemovalBlock *block, Error *err)
{
    for (size_t i = first; i < out->block_count; ++i) {
        RemovalBlock *at = &out->blocks[i];
        if (at->part != block->part)
            continue;
        if (by_nearness(block, at) < 0)
            *at = *block;
        return true;
    }
    if (!array_reserve(&out->blocks, &out->block_capacity, out->block_count + 1,
                       sizeof *out->blocks))
        return no_memory(err);
    out->blocks[out->block_count++] = *block;
    return true;
}

static bool look_along(RemovalPulls *pulls, int32_t part, Vec3d direction, RemovalWays *out,
                       Error *err)
{
    RemovalWay way = {.direction = direction,
                      .distance = removal_distance(pulls, part, direction, NULL),
                      .first = out->block_count};
    for (int32_t a = 0; a < pulls->desc->part_count; ++a) {
        if (!pulls->parts[a].active || !removal_same_unit(pulls->desc, part, a))
            continue;
        for (int32_t b = 0; b < pulls->desc->part_count; ++b) {
            Pull pull;
            RemovalBlock block = {.part = b};
            if (!removal_pull(pulls, a, b, direction, PULL_MEASURE, &pull, &block.reason, err))
                return false;
            block.state = pull.state, block.clear = pull.clear, block.met = pull.met;
            if (pull.state != PULL_FREE && !take_block(out, way.first, &block, err))
                return false;
        }
    }
    way.count = out->block_count - way.first;
    if (way.count > 1)
        qsort(&out->blocks[way.first], way.count, sizeof *out->blocks, by_nearness);
    if (way.count > 0)
        way.state = out->blocks[way.first].state;
    if (!array_reserve(&out->items, &out->capacity, out->count + 1, sizeof *out->items))
        return no_memory(err);
    out->items[out->count++] = way;
    return true;
}

static int by_promise(const void *a, const void *b)
{
    static const int RANK[] = {[PULL_FREE] = 0, [PULL_UNKNOWN] = 1, [PULL_BLOCKED] = 2};
    const RemovalWay *x = a, *y = b;
    if (x->state != y->state)
        return RANK[x->state] - RANK[y->state];
    if (x->count != y->count)
        return x->count < y->count ? -1 : 1;
    if (x->distance != y->distance)
        return x->distance < y->distance ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

static bool find_ways(RemovalPulls *pulls, int32_t part, RemovalWays *out, Error *err)
{
    ContactNormals normals = {0};
    PullDirections directions;
    bool ok = removal_directions(pulls, part, &normals, &directions, err);
    contact_normals_free(&normals);
    for (int32_t i = 0; ok && i < directions.count; ++i) {
        job_progress(pulls->desc->job, (double)i / directions.count);
        ok = look_along(pulls, part, directions.items[i], out, err);
    }
    if (ok && out->count > 1)
        qsort(out->items, out->count, sizeof *out->items, by_promise);
    return ok;
}

bool removal_ways(const RemovalDesc *desc, int32_t part, RemovalWays *out, Error *err)
{
    assert(desc && desc->parts && part >= 0 && part < desc->part_count && out);
    RemovalPulls pulls;
    *out = (RemovalWays){0};
    job_step(desc->job, "Pulling the part");
    bool ok = removal_pulls_make(&pulls, desc, err) &&
              (!desc->parts[part].active || find_ways(&pulls, part, out, err));
    out->work = pulls.work;
    removal_pulls_free(&pulls);
    if (!ok)
        removal_ways_free(out);
    return ok;
}
