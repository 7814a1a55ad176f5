#include "app/stages/gap_task.h"
#include "app/stages/worker.h"

#include "core/base/array.h"

void gap_cache_free(GapCache *cache)
{
    for (int32_t i = 0; cache->trees && i < cache->count; ++i)
        bvh_release(cache->trees[i]);
    free(cache->trees);
    free(cache->bounds);
    *cache = (GapCache){0};
}

void gap_task_drop(void *argument)
{
    GapTask *task = argument;
    query_target_free(&task->target);
    shared_rules_release(task->rules);
    free(task->held);
    free(task->poses);
    free(task->posed);
    free(task->found);
    gap_cache_free(&task->cache);
    free(task);
}

static bool fill_cache(GapTask *task)
{
    GapCache *cache = &task->cache;
    int32_t count = task->target.count;
    if (cache->count != count) {
        gap_cache_free(cache);
        cache->bounds = array_alloc((size_t)count, sizeof *cache->bounds);
        cache->trees = calloc((size_t)count + 1, sizeof *cache->trees);
        cache->count = cache->trees && cache->bounds ? count : 0;
        cache->last.other = -1;
    }
    for (int32_t i = 0; i < cache->count; ++i) {
        Bvh *tree = task->target.parts[i].tree;
        if (cache->trees[i] == tree)
            continue;
        bvh_release(cache->trees[i]);
        cache->trees[i] = bvh_retain(tree);
        cache->bounds[i] = mesh_bounds(tree->mesh);
        if (i == cache->last.part || i == cache->last.other)
            cache->last.other = -1; // its triangles may be others
    }
    return cache->count == count;
}

static Gap gap_of(const GapTask *task, const NearestPart *nearest)
{
    if (nearest->other < 0)
        return (Gap){.part = NO_PART, .other = NO_PART};
    bool first = nearest->part < nearest->other;
    const Distance *d = &nearest->distance;
    Gap gap = {.part = nearest->part,
               .other = nearest->other,
               .distance = d->value,
               .at = {first ? d->on_a : d->on_b, first ? d->on_b : d->on_a}};
    const int32_t parts[2] = {gap.part, gap.other};
    for (int i = 0; i < 2; ++i) {
        Affine to_local;
        gap.local[i] = affine_invert(&task->posed[parts[i]].placement, &to_local)
                           ? affine_apply(&to_local, gap.at[i])
                           : gap.at[i];
    }
    return gap;
}

void gap_task_measure(void *argument, Job *job)
{
    GapTask *task = argument;
    worker_give_way();
    if (!fill_cache(task))
        return;
    NearestDesc desc = {.bounds = task->cache.bounds,
                        .skip = pair_rules_skip,
                        .skip_user = &task->rules->rules,
                        .last = &task->cache.last};
    for (int32_t s = 0; s < task->samples; ++s) {
        for (int32_t i = 0; i < task->held_count; ++i)
            task->posed[task->held[i]].placement = task->poses[s * task->held_count + i];
        NearestPart nearest;
        Error err = {""};
        if (!assembly_nearest(task->posed, task->target.count, task->held, task->held_count, &desc,
                              job, &nearest, &err))
            return;
        task->cache.last = nearest;
        task->found[s] = gap_of(task, &nearest);
    }
    task->head.done = true;
}
