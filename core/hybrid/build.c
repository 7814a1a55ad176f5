// What all builders have in common: defaults, leaves, what to measure, order at the end.
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/memory.h"
#include "core/hybrid/record.h"

#include <assert.h>

HybridDesc hybrid_desc_filled(const HybridDesc *desc)
{
    HybridDesc full = desc ? *desc : (HybridDesc){0};
    if (!full.builder)
        full.builder = hybrid_builders[0];
    for (int i = 0; !full.params_set && i < full.builder->param_count; ++i)
        full.params[i] = full.builder->params[i].normal;
    full.params_set = true;
    for (int t = 0; !full.factors_set && t < VOLUME_TYPE_COUNT; ++t)
        full.factors[t] = 1;
    full.factors_set = true;
    if (!full.seconds)
        full.seconds = clock_seconds;
    return full;
}

// Volume tells nothing about a set that lies in one plane, nor area about one on a line.
static enum Measure measure_for(const HybridWork *work)
{
    for (int32_t i = 0; i < work->set->count; ++i)
        work->volumes[i] = &work->set->items[i].volume;
    HybridVolume best[] = {hybrid_volume_fit(VOLUME_TYPE_AABB, work->volumes, work->set->count),
                           hybrid_volume_fit(VOLUME_TYPE_OBB, work->volumes, work->set->count)};
    double radius = hybrid_volume_measure(&best[0], MEASURE_RADIUS);
    double area = INFINITY, volume = INFINITY;
    for (int i = 0; i < 2; ++i) {
        volume = fmin(volume, hybrid_volume_measure(&best[i], MEASURE_VOLUME));
        area = fmin(area, hybrid_volume_measure(&best[i], MEASURE_AREA));
    }
    if (!work->desc.by_area && volume > 1e-12 * radius * radius * radius)
        return MEASURE_VOLUME;
    return area > 1e-12 * radius * radius ? MEASURE_AREA : MEASURE_RADIUS;
}

static bool add_leaves(HybridWork *work)
{
    for (int32_t i = 0; i < work->set->count; ++i)
        if (hybrid_add_leaf(work->tree, work->set, i) == HYBRID_NONE)
            return false;
    return true;
}

bool hybrid_work_begin(HybridWork *work, HybridTree *tree, const PrimitiveSet *set,
                       const HybridDesc *desc, HybridStats *stats, Job *job)
{
    assert(work && tree && set);
    *stats = (HybridStats){.proven = true};
    *tree = (HybridTree){.root = HYBRID_NONE};
    *work = (HybridWork){.tree = tree, .set = set, .stats = stats, .job = job};
    work->desc = hybrid_desc_filled(desc);
    work->covered = array_alloc((size_t)set->count, sizeof *work->covered);
    work->volumes = array_alloc((size_t)set->count, sizeof *work->volumes);
    work->sorted = array_alloc((size_t)set->count, sizeof *work->sorted);
    work->fits = hybrid_fits_create();
    if (!work->covered || !work->volumes || !work->sorted || !work->fits || !add_leaves(work))
        return false;
    if (set->count > 0)
        stats->measure = work->measure = measure_for(work);
    return true;
}

void hybrid_work_end(HybridWork *work)
{
    mem_free(work->covered);
    mem_free(work->volumes);
    mem_free(work->sorted);
    hybrid_fits_free(work->fits);
}

static bool build_with(HybridWork *work)
{
    work->tree->root = work->set->count == 1 ? 0 : HYBRID_NONE;
    return (work->set->count < 2 || work->desc.builder->build(work)) &&
           (!work->record || hybrid_record_rest(work)) && hybrid_order(work->tree);
}

bool hybrid_build(HybridTree *tree, const PrimitiveSet *set, const HybridDesc *desc,
                  HybridStats *stats, Job *job, Error *err)
{
    return hybrid_build_noted(tree, set, desc, stats, job, NULL, err);
}

bool hybrid_build_recorded(HybridTree *tree, const PrimitiveSet *set, const HybridDesc *desc,
                           HybridStats *stats, Job *job, HybridRecord *record, Error *err)
{
    assert(record);
    bool built = hybrid_build_noted(tree, set, desc, stats, job, record, err);
    if (!built)
        hybrid_record_free(record);
    return built;
}

bool hybrid_build_noted(HybridTree *tree, const PrimitiveSet *set, const HybridDesc *desc,
                        HybridStats *stats, Job *job, HybridRecord *record, Error *err)
{
    assert(tree && set);
    HybridStats unused;
    HybridWork work;
    stats = stats ? stats : &unused;
    job_step(job, "building hybrid hierarchy");
    double start = clock_seconds();
    bool begun = hybrid_work_begin(&work, tree, set, desc, stats, job);
    work.record = record;
    bool built = begun && build_with(&work);
    hybrid_work_end(&work);
    stats->seconds = clock_seconds() - start;
    if (built)
        return true;
    hybrid_tree_free(tree);
    return job_cancelled(job) ? false : error_set(err, "not enough memory");
}
