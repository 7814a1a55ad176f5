// Refitting keeps a tree valid, but not good: this notices when a new one would pay.
#include "core/tree/quality/quality.h"

#include "core/shape/box.h"

#include <assert.h>

// Siblings that shared next to nothing may share a little more: below one per cent of their boxes
// nobody would notice, however many times more it is.
#define LEAST_OVERLAP 0.01

// In areas, so that a sheet may be bent out of its plane, and by the box of the mesh: refitting
// loosens root volumes as well, so they are no measure.
static double cost_of(const Bvh *bvh, const Quality *q)
{
    double area = box3d_measure(&bvh->box, MEASURE_AREA);
    return area > 0 ? q->area_cost / area : 0;
}

static bool note_as_built(Bvh *bvh, Job *job, Error *err)
{
    NodeMeasures tree;
    if (!quality_measure(bvh, job, &tree))
        return job_cancelled(job) ? false : error_set(err, "not enough memory to refit a tree");
    Quality q = quality_of(&tree);
    node_measures_free(&tree);
    bvh->as_built.known = true;
    bvh->as_built.overlap = q.overlap;
    bvh->as_built.cost = cost_of(bvh, &q);
    return true;
}

bool quality_refit(Bvh *bvh, Job *job, Error *err)
{
    assert(bvh);
    if (!bvh->type->refit)
        return error_set(err, "%s cannot be refitted: build it anew", bvh->type->name);
    if (!bvh->as_built.known && !note_as_built(bvh, job, err))
        return false;
    if (bvh->type->refit(bvh, job))
        return true;
    return job_cancelled(job) ? false : error_set(err, "not enough memory to refit a tree");
}

RefitWatch quality_watch(const Bvh *bvh, const Quality *now, double threshold)
{
    assert(bvh && now);
    RefitWatch watch = {1, 1, false};
    if (!bvh->as_built.known)
        return watch;
    double cost = cost_of(bvh, now);
    watch.overlap_growth =
        fmax(now->overlap, LEAST_OVERLAP) / fmax(bvh->as_built.overlap, LEAST_OVERLAP);
    watch.cost_growth = bvh->as_built.cost > 0 ? cost / bvh->as_built.cost : 1;
    watch.rebuild = watch.overlap_growth > threshold || watch.cost_growth > threshold;
    return watch;
}
