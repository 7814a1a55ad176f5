// Many trees at once: threads take the largest meshes first, so that none is left with a large one
// at the end. Each tree is built by one thread, alone, so that it is the same as ever.
#include "../array.h"
#include "../bvh.h"
#include "../pool.h"

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

static void work(void *user, int worker)
{
    Builds *builds = user;
    int32_t i;
    while (!atomic_load(&builds->failed) &&
           (i = atomic_fetch_add(&builds->next, 1)) < builds->count) {
        int32_t at = builds->order[i].mesh;
        double share = builds->triangles > 0
                           ? builds->meshes[at]->triangle_count / (double)builds->triangles
                           : 0;
        Job part = job_part(builds->job, share);
        Error *err = &builds->errors[worker];
        builds->trees[at] = bvh_build(builds->meshes[at], builds->desc, &part, err);
        if (!builds->trees[at])
            atomic_store(&builds->failed, true);
        job_progress(&part, 1);
    }
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
    int threads = pool_threads(pool);
    Builds builds = {.meshes = meshes, .desc = desc, .trees = trees, .count = count, .job = job};
    builds.order = array_alloc((size_t)count, sizeof *builds.order);
    builds.errors = calloc((size_t)threads, sizeof *builds.errors);
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
        pool_run(pool, work, &builds);
        good = !atomic_load(&builds.failed);
        for (int i = 0; i < threads && !good && err && !err->text[0]; ++i)
            *err = builds.errors[i]; // stays empty when it was cancelled
    } else {
        error_set(err, "not enough memory for the hierarchies of %d meshes", count);
    }
    free(builds.order);
    free(builds.errors);
    return good;
}
