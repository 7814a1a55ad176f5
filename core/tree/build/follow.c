#include "core/tree/build/follow.h"

#include "core/base/array.h"
#include "core/tree/build/build.h"

#include <assert.h>

// Bytes of the nodes where they are one block with nothing else in it, but for corners, which a refit
// makes; 0: they are not.
static size_t node_bytes(const Bvh *bvh)
{
    MemoryRow rows[16];
    size_t count = bvh->type->bytes(bvh, rows, 16);
    bool alone = !bvh->type->release && count == (bvh->corners ? 3 : 2) &&
                 strcmp(rows[0].what, "nodes") == 0;
    return alone ? rows[0].bytes : 0;
}

static void *copied(const void *from, size_t bytes)
{
    void *to = mem_alloc(bytes);
    if (to)
        memcpy(to, from, bytes);
    return to;
}

Bvh *bvh_follow(const Bvh *bvh, Mesh *mesh, Job *job, Error *err)
{
    assert(bvh && mesh && mesh->triangle_count == bvh->mesh->triangle_count);
    size_t bytes = bvh->type->refit && bvh->node_count > 0 ? node_bytes(bvh) : 0;
    if (bytes == 0)
        return bvh_build(mesh, &bvh->desc, job, err);
    Bvh *copy = mem_calloc(1, sizeof *copy);
    if (copy) {
        atomic_init(&copy->references, 1);
        copy->type = bvh->type;
        copy->desc = bvh->desc;
        copy->mesh = mesh_retain(mesh);
        copy->nodes = copied(bvh->nodes, bytes);
        copy->slots = copied(bvh->slots, bvh->slot_count * sizeof *bvh->slots);
        copy->node_count = bvh->node_count;
        copy->slot_count = bvh->slot_count;
        copy->depth = bvh->depth;
        copy->cuts = bvh->cuts;
        if (copy->nodes && copy->slots && copy->type->refit(copy, job))
            return copy;
        bvh_release(copy);
    }
    if (!job_cancelled(job))
        error_set(err, "not enough memory for a tree");
    return NULL;
}
