// Descriptions of hierarchies and building by them.
#include "core/tree/build/build.h"
#include "core/base/clock.h"
#include "core/base/memory.h"
#include "core/tree/split/split.h"

#include <assert.h>
#include <string.h>

// The nearest value the parameter can take.
static double param_value(const Param *param, double value)
{
    double best = fmin(param->max, fmax(param->min, isfinite(value) ? value : param->normal));
    if (param->whole)
        best = round(best);
    for (int i = 0; i < param->choice_count; ++i)
        if (i == 0 || fabs(param->choices[i] - value) < fabs(best - value))
            best = param->choices[i];
    return best;
}

const SplitRule *bvh_own_criterion(const BvType *type)
{
    return type->criterion ? type->criterion : split_rules[0];
}

BvhDesc bvh_desc_filled(const BvhDesc *desc)
{
    BvhDesc d = desc ? *desc : (BvhDesc){0};
    if (!d.type)
        d.type = bv_types[0];
    if (!d.builder)
        d.builder = builders[0];
    if (!d.split)
        d.split = bvh_own_criterion(d.type);
    if (d.leaf_size < 1)
        d.leaf_size = d.type->leaf_size > 0 ? d.type->leaf_size : 1;
    if (d.leaf_size > BVH_MAX_LEAF)
        d.leaf_size = BVH_MAX_LEAF;
    if (d.arity <= 0)
        d.arity = d.type->arity;
    d.arity = d.arity <= 2 ? 2 : d.arity <= 4 ? 4 : 8;
    for (int i = 0; i < BV_MAX_PARAMS; ++i) {
        if (i >= d.type->param_count)
            d.params[i] = 0;
        else if (!d.params_set)
            d.params[i] = d.type->params[i].normal;
        else
            d.params[i] = param_value(&d.type->params[i], d.params[i]);
    }
    d.params_set = true;
    return d;
}

const char *bvh_criterion_name(const BvhDesc *desc)
{
    BvhDesc d = bvh_desc_filled(desc);
    return d.type->own_criterion ? d.type->own_criterion : d.split->name;
}

bool bvh_desc_allowed(const BvhDesc *desc, const char **why)
{
    assert(why);
    BvhDesc d = bvh_desc_filled(desc);
    if (d.arity > 2 && !(d.type->traits & BV_WIDE)) {
        *why = "its nodes hold two children";
        return false;
    }
    return !d.type->allows || d.type->allows(&d, why);
}

bool bvh_desc_equal(const BvhDesc *a, const BvhDesc *b)
{
    BvhDesc x = bvh_desc_filled(a), y = bvh_desc_filled(b);
    return x.type == y.type && x.builder == y.builder && x.split == y.split &&
           x.leaf_size == y.leaf_size && x.arity == y.arity &&
           memcmp(x.params, y.params, sizeof x.params) == 0;
}

Bvh *bvh_build(Mesh *mesh, const BvhDesc *desc, Job *job, Error *err)
{
    return bvh_build_noted(mesh, desc, job, NULL, err);
}

Bvh *bvh_build_noted(Mesh *mesh, const BvhDesc *desc, Job *job, struct BuildRecord *record,
                     Error *err)
{
    assert(mesh);
    Bvh *bvh = mem_calloc(1, sizeof *bvh);
    if (!bvh) {
        error_set(err, "not enough memory for a hierarchy");
        return NULL;
    }
    double start = clock_seconds();
    atomic_init(&bvh->references, 1);
    bvh->desc = bvh_desc_filled(desc);
    bvh->type = bvh->desc.type;
    bvh->mesh = mesh_retain(mesh);
    bvh->record = record;
    bvh_refitted(bvh);
    const char *why = NULL;
    bool ok = bvh_desc_allowed(&bvh->desc, &why);
    if (!ok)
        error_set(err, "%s cannot be built that way: %s", bvh->type->name, why);
    else
        ok = bvh->type->build ? bvh->type->build(bvh, job, err)
                              : bvh->desc.builder->build(bvh, job, err);
    if (ok && bvh->type->finish)
        ok = bvh->type->finish(bvh, job);
    bvh->record = NULL;
    if (!ok) {
        bvh_release(bvh);
        return NULL;
    }
    bvh->build_ms = 1e3 * (clock_seconds() - start);
    return bvh;
}
