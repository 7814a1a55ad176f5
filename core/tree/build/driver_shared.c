// One tree by several threads. The largest nodes are opened by one thread; what is below them is
// shared out. With two children in each node, c triangles make at most 2 c - 2 nodes below theirs, and
// exactly so many with one triangle in each leaf, so each thread knows where its nodes go before it makes
// them (driver_room). Where leaves hold more, what was left free is closed up afterwards. The tree is the same, bit by
// bit, for any number of threads.
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/base/pool.h"
#include "core/tree/build/driver.h"

enum {
    SHARE_FROM = 4096,     // triangles: smaller trees are done before a thread has woken up
    SHARES_PER_THREAD = 4, // since subtrees differ in size and cost
};

typedef struct Share {
    Task task;
    NodeId next, end; // where its nodes go: what it used of its places
} Share;

typedef struct Shares {
    const Driver *top;
    Share *shares;
    unsigned char *derived; // per share, as in Driver
    size_t count, share_capacity, derived_capacity;
    int32_t most; // triangles in a share
    Job *job;
    _Atomic size_t taken;
    _Atomic uint32_t depth;
    _Atomic int reported; // of the progress
    _Atomic bool failed, overflowed;
    CountRows cuts[POOL_MAX_THREADS]; // by worker
} Shares;

bool driver_can_share(const Driver *driver, const Job *job)
{
    const BvhDesc *desc = &driver->bvh->desc;
    return job && pool_threads(job->pool) > 1 && !driver->guide && !driver->bvh->record &&
           desc->arity == 2 && (desc->leaf_size == 1 || driver->bvh->type->move) &&
           !(desc->type->traits & BV_ONE_BY_ONE) && driver->bvh->mesh->triangle_count >= SHARE_FROM;
}

static bool put_aside(Shares *shares, Driver *driver, const Task *task)
{
    size_t size = driver->derived_size, needed = shares->count + 1;
    if (!array_reserve(&shares->shares, &shares->share_capacity, needed, sizeof *shares->shares))
        return false;
    if (size > 0) {
        if (!array_reserve(&shares->derived, &shares->derived_capacity, needed, size))
            return false;
        memcpy(shares->derived + shares->count * size, driver->derived + driver->task_count * size,
               size);
    }
    shares->shares[shares->count++] = (Share){*task, driver->next, driver->next};
    NodeId room = driver_room_below(driver, task->count);
    if (driver->end - driver->next < room) {
        driver->overflowed = true;
        return false;
    }
    driver->next += room;
    return true;
}

static bool do_share(Shares *shares, Driver *driver, size_t at)
{
    Share *share = &shares->shares[at];
    const unsigned char *parent = NULL, *origin = NULL;
    if (driver->derived_size > 0) {
        parent = shares->derived + at * driver->derived_size;
        origin = parent + driver->volume_size;
    }
    int32_t n = driver->bvh->mesh->triangle_count;
    Job part = job_part(shares->job, share->task.count / (double)n);
    driver->next = share->next;
    driver->end = share->next + driver_room_below(driver, share->task.count);
    driver->done = 0;
    bool good = driver_push(driver, &share->task, parent, (const void *)origin) &&
                driver_run(driver, share->task.count, &part);
    share->end = driver->next;
    job_progress(&part, 1);
    atomic_fetch_add(&shares->reported, part.reported);
    return good;
}

static void work(void *user, int worker)
{
    Shares *shares = user;
    const Driver *top = shares->top;
    Driver driver;
    if (!driver_init(&driver, top->bvh, top->boxes, top->moments, shares->most)) {
        atomic_store(&shares->failed, true);
        return;
    }
    driver.tight = top->tight;
    size_t at;
    while (!atomic_load(&shares->failed) &&
           (at = atomic_fetch_add(&shares->taken, 1)) < shares->count)
        if (!do_share(shares, &driver, at))
            atomic_store(&shares->failed, true);
    uint32_t depth = atomic_load(&shares->depth);
    while (driver.depth > depth &&
           !atomic_compare_exchange_weak(&shares->depth, &depth, driver.depth))
        continue;
    if (driver.overflowed)
        atomic_store(&shares->overflowed, true);
    shares->cuts[worker] = driver.cuts;
    driver_free(&driver);
}

// Free places before a node that the thread of the largest nodes made, or below one of its.
static NodeId free_before(const Shares *shares, const NodeId *free_places, NodeId node)
{
    size_t first = 0, end = shares->count; // shares that begin after the node
    while (first < end) {
        size_t middle = (first + end) / 2;
        if (shares->shares[middle].next <= node)
            first = middle + 1;
        else
            end = middle;
    }
    return first > 0 && node >= shares->shares[first - 1].end ? free_places[first]
           : first > 0                                        ? free_places[first - 1]
                                                              : 0;
}

static void move_all(Bvh *bvh, NodeId from, NodeId end, const Shares *shares,
                     const NodeId *free_places)
{
    for (NodeId node = from; node < end; ++node) {
        NodeLinks links = bvh->type->links(bvh, node);
        NodeId child = links.leaf ? 0 : links.first - free_before(shares, free_places, links.first);
        bvh->type->move(bvh, node, node - free_before(shares, free_places, node), child);
    }
}

// Takes out the places that the shares did not use. False: memory ran short.
static bool close_up(Driver *driver, const Shares *shares)
{
    // [i]: places left free by the first i shares
    NodeId *free_places = array_alloc(shares->count + 1, sizeof *free_places);
    if (!free_places)
        return false;
    free_places[0] = 0;
    for (size_t i = 0; i < shares->count; ++i) {
        const Share *share = &shares->shares[i];
        NodeId room = driver_room_below(driver, share->task.count);
        free_places[i + 1] = free_places[i] + room - (share->end - share->next);
    }
    NodeId done = 0;
    for (size_t i = 0; i < shares->count; ++i) {
        const Share *share = &shares->shares[i];
        move_all(driver->bvh, done, share->end, shares, free_places);
        done = share->next + driver_room_below(driver, share->task.count);
    }
    move_all(driver->bvh, done, driver->next, shares, free_places);
    driver->next -= free_places[shares->count];
    mem_free(free_places);
    return true;
}

bool driver_run_shared(Driver *driver, Job *job)
{
    int32_t n = driver->bvh->mesh->triangle_count;
    Shares shares = {
        .top = driver, .job = job, .most = n / (SHARES_PER_THREAD * pool_threads(job->pool))};
    bool good = true;
    while (good && driver->task_count > 0) {
        Task task = driver_pop(driver);
        good = !job_cancelled(job) && (task.count <= shares.most ? put_aside(&shares, driver, &task)
                                                                 : driver_open(driver, &task));
    }
    if (good) {
        pool_run(job->pool, work, &shares);
        driver->overflowed = atomic_load(&shares.overflowed);
        good = !atomic_load(&shares.failed) &&
               (driver->bvh->desc.leaf_size == 1 || close_up(driver, &shares));
        for (int i = 0; i < POOL_MAX_THREADS; ++i)
            tally_merge(&driver->cuts, &shares.cuts[i]);
        if (job->whole)
            job->reported += atomic_load(&shares.reported);
        driver->depth =
            atomic_load(&shares.depth) > driver->depth ? atomic_load(&shares.depth) : driver->depth;
    }
    mem_free(shares.shares);
    mem_free(shares.derived);
    return good;
}
