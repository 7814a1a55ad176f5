// Many trees at once. A mesh that would keep one thread busy longer than the others with all the
// rest is built by all of them together; then each takes the largest that is left, alone. Trees are
// the same in any case.
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/base/pool.h"
#include "core/tree/build/build.h"
#include "core/tree/bvh.h"

#include <assert.h>

typedef struct Waiting {
    int32_t triangles, mesh;
} Waiting;

typedef struct Builds {
    Mesh *const *meshes;
    const BvhDesc *desc;
    Bvh **trees;
    Waiting *order; // largest first
    int32_t count;
    int64_t triangles; // of all
    Job *job;
    _Atomic int32_t next;
    _Atomic bool failed;
    Error *errors; // per worker
} Builds;

// pool: threads that help, or NULL.
static void build_one(Builds *builds, int32_t i, Pool *pool, int worker)
{
    int32_t at = builds->order[i].mesh;
    double all = (double)builds->triangles;
    Job part = job_part(builds->job, all > 0 ? builds->order[i].triangles / all : 0);
    part.pool = pool;
    builds->trees[at] = bvh_build(builds->meshes[at], builds->desc, &part, &builds->errors[worker]);
    if (!builds->trees[at])
        atomic_store(&builds->failed, true);
    job_progress(&part, 1);
}

static void work(void *user, int worker)
{
    Builds *builds = user;
    int32_t i;
    while (!atomic_load(&builds->failed) &&
           (i = atomic_fetch_add(&builds->next, 1)) < builds->count)
        build_one(builds, i, NULL, worker);
}

static void build_large(Builds *builds, Pool *pool)
{
    int64_t left = builds->triangles;
    int32_t i = 0;
    for (; i < builds->count && !atomic_load(&builds->failed); ++i) {
        int64_t own = builds->order[i].triangles;
        if (pool_threads(pool) * own <= left)
            break;
        build_one(builds, i, pool, 0);
        left -= own;
    }
    atomic_store(&builds->next, i);
}

static int by_size(const void *a, const void *b)
{
    const Waiting *x = a, *y = b;
    if (x->triangles != y->triangles)
        return x->triangles < y->triangles ? 1 : -1;
    return x->mesh < y->mesh ? -1 : 1;
}

bool bvh_build_all(Mesh *const *meshes, int32_t count, const BvhDesc *desc, Pool *pool, Job *job,
                   Bvh **trees, Error *err)
{
    assert(count >= 0 && ((meshes && trees) || count == 0));
    int threads = pool_threads(pool);
    Builds builds = {.meshes = meshes, .desc = desc, .trees = trees, .count = count, .job = job};
    builds.order = array_alloc((size_t)count, sizeof *builds.order);
    builds.errors = mem_calloc((size_t)threads, sizeof *builds.errors);
    bool good = builds.order && builds.errors;
    for (int32_t i = 0; i < count; ++i)
        trees[i] = NULL;
    if (good) {
        for (int32_t i = 0; i < count; ++i) {
            builds.order[i] = (Waiting){meshes[i]->triangle_count, i};
            builds.triangles += meshes[i]->triangle_count;
        }
        qsort(builds.order, (size_t)count, sizeof *builds.order, by_size);
        job_progress(job, 0);
        build_large(&builds, pool);
        pool_run(pool, work, &builds);
        good = !atomic_load(&builds.failed);
        for (int i = 0; i < threads && !good && err && !err->text[0]; ++i)
            *err = builds.errors[i]; // stays empty when it was cancelled
    } else {
        error_set(err, "not enough memory for the hierarchies of %d meshes", count);
    }
    mem_free(builds.order);
    mem_free(builds.errors);
    return good;
}
