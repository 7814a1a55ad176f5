// What all builders have in common: defaults, leaves, what to measure, order at the end.
#include "../array.h"
#include "../clock.h"
#include "../hybrid.h"

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
    AnyVolume best[] = {any_fit(VOLUME_TYPE_AABB, work->volumes, work->set->count),
                        any_fit(VOLUME_TYPE_OBB, work->volumes, work->set->count)};
    double radius = any_volume_measure(&best[0], MEASURE_RADIUS);
    double area = INFINITY, volume = INFINITY;
    for (int i = 0; i < 2; ++i) {
        volume = fmin(volume, any_volume_measure(&best[i], MEASURE_VOLUME));
        area = fmin(area, any_volume_measure(&best[i], MEASURE_AREA));
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

static bool build_with(HybridWork *work)
{
    int32_t count = work->set->count;
    if (count == 0)
        return true;
    if (!work->covered || !work->volumes || !add_leaves(work))
        return false;
    work->tree->root = 0;
    if (count > 1) {
        work->measure = measure_for(work);
        work->tree->root = HYBRID_NONE;
        if (!work->desc.builder->build(work))
            return false;
    }
    return hybrid_order(work->tree);
}

bool hybrid_build(HybridTree *tree, const PrimitiveSet *set, const HybridDesc *desc,
                  HybridStats *stats, Job *job, Error *err)
{
    HybridStats unused;
    stats = stats ? stats : &unused;
    *stats = (HybridStats){.proven = true};
    *tree = (HybridTree){.root = HYBRID_NONE};
    HybridWork work = {.tree = tree, .set = set, .stats = stats, .job = job};
    work.desc = hybrid_desc_filled(desc);
    work.covered = array_alloc((size_t)set->count, sizeof *work.covered);
    work.volumes = array_alloc((size_t)set->count, sizeof *work.volumes);
    job_step(job, "building hybrid hierarchy");
    double start = clock_seconds();
    bool built = build_with(&work);
    stats->seconds = clock_seconds() - start;
    stats->measure = work.measure;
    free(work.covered);
    free(work.volumes);
    if (built)
        return true;
    hybrid_tree_free(tree);
    return job_cancelled(job) ? false : error_set(err, "not enough memory");
}
