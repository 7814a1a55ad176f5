// Hierarchies: building, refitting, and what searches need of them.
#include "core/base/memory.h"
#include "core/door/door.h"
#include "core/tree/build/build.h"
#include "core/tree/split/split.h"

snug_status snug_tree_build(snug_mesh *mesh, const snug_tree_desc *given, snug_tree **out,
                            snug_error *error)
{
    if (!mesh || !out)
        return door_fail(error, SNUG_BAD_ARGUMENT, "a tree needs a mesh and a place to go to");
    BvhDesc desc;
    snug_job *job;
    snug_status status = door_tree_desc(&desc, given, &job, error);
    if (status == SNUG_OK)
        status = door_job_open(door_job(job), error);
    if (status != SNUG_OK)
        return status;
    Error err = {""};
    snug_tree *tree = mem_calloc(1, sizeof *tree);
    if (!tree)
        return door_no_memory(error);
    tree->bvh = bvh_build((Mesh *)mesh, &desc, door_job(job), &err);
    if (!tree->bvh) {
        mem_free(tree);
        return door_core_failed(error, &err, SNUG_BAD_KIND);
    }
    atomic_init(&tree->references, 1);
    door_log("%s: %u nodes over %d triangles in %.3f ms", desc.type->name, tree->bvh->node_count,
             tree->bvh->mesh->triangle_count, tree->bvh->build_ms);
    *out = tree;
    return SNUG_OK;
}

static void drop_balls(snug_tree *tree)
{
    NodeBalls *balls = atomic_exchange(&tree->balls, NULL);
    if (balls)
        node_balls_free(balls);
    mem_free(balls);
}

snug_tree *door_tree_retain(const snug_tree *tree)
{
    snug_tree *own = (snug_tree *)tree;
    atomic_fetch_add_explicit(&own->references, 1, memory_order_relaxed);
    return own;
}

void snug_tree_release(snug_tree *tree)
{
    if (!tree || atomic_fetch_sub_explicit(&tree->references, 1, memory_order_acq_rel) > 1)
        return;
    drop_balls(tree);
    bvh_release(tree->bvh);
    mem_free(tree);
}

// Two threads may both make them; the second one to come finds the first one's and keeps those.
const NodeBalls *door_tree_balls(const snug_tree *tree)
{
    snug_tree *own = (snug_tree *)tree;
    NodeBalls *there = atomic_load(&own->balls);
    if (there)
        return there;
    NodeBalls *fresh = mem_calloc(1, sizeof *fresh);
    if (!fresh || !node_balls_make(fresh, tree->bvh)) {
        mem_free(fresh);
        return NULL;
    }
    if (atomic_compare_exchange_strong(&own->balls, &there, fresh))
        return fresh;
    node_balls_free(fresh);
    mem_free(fresh);
    return there;
}

snug_status snug_tree_refit(snug_tree *tree, snug_job *job, snug_error *error)
{
    if (!tree)
        return door_fail(error, SNUG_BAD_ARGUMENT, "there is no tree");
    Bvh *bvh = tree->bvh;
    if (bvh->mesh_version == bvh->mesh->version)
        return SNUG_OK;
    snug_status status = door_job_open(door_job(job), error);
    if (status != SNUG_OK)
        return status;
    if (!bvh->type->refit) {
        Error err = {""};
        Bvh *fresh = bvh_build(bvh->mesh, &bvh->desc, door_job(job), &err);
        if (!fresh)
            return door_core_failed(error, &err, SNUG_BAD_KIND);
        bvh_release(bvh);
        tree->bvh = fresh;
    } else if (!bvh->type->refit(bvh, door_job(job))) {
        return job_cancelled(door_job(job)) ? door_fail(error, SNUG_CANCELLED, "cancelled")
                                            : door_no_memory(error);
    }
    drop_balls(tree);
    return SNUG_OK;
}

snug_status snug_tree_get_info(const snug_tree *tree, snug_tree_info *info, snug_error *error)
{
    snug_status status = door_ready(info, DOOR_END_OF(snug_tree_info, volume), error);
    if (status != SNUG_OK)
        return status;
    if (!tree)
        return door_fail(error, SNUG_BAD_ARGUMENT, "there is no tree");
    const Bvh *bvh = tree->bvh;
    snug_tree_info own = {.volume = bvh->type->name,
                          .criterion = bvh_criterion_name(&bvh->desc),
                          .builder = bvh->desc.builder->name,
                          .leaf_size = bvh->desc.leaf_size,
                          .arity = bvh->desc.arity,
                          .node_count = bvh->node_count,
                          .depth = bvh->depth,
                          .bytes = bvh_bytes(bvh),
                          .build_ms = bvh->build_ms,
                          .stale = bvh->mesh_version != bvh->mesh->version};
    door_give(info, &own, sizeof own);
    return SNUG_OK;
}
