// All contacts of two meshes on one thread and on two, in poses that take more than 20,000 volume tests, or in some
// along somebody's own motion. What
// two idle cores would gain follows from counts: both do as many tests as one does, and the larger share of
// tests of volumes and triangles says how long the longer one works if both are as quick. It is found by
// handing out the pairs of the work list in turn to whoever has done less, as threads do. CPU times are the
// least of several rounds taken in turns, so that other load hits both alike, beside the most. Nothing fails here but a wrong
// count.
#include "core/bench/bench.h"
#include "core/bench/poses.h"
#include "core/bench/run.h"
#include "core/bench/spread.h"

#include "core/base/clock.h"
#include "core/base/pool.h"
#include "core/query/contacts.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/variants.h"
#include "core/tree/pair/variants.h"

enum { THREADS = 2, ROUNDS = 9, FRAMES = 24, LOOKED_AT = 120, LARGE = 20000 };

typedef struct Case {
    const Bvh *a, *b;
    Affine poses[FRAMES];
    int count;
} Case;

typedef struct Result {
    Spread cpu[FRAMES]; // ms, of all threads
    uint64_t work;      // volume and triangle tests
    uint64_t tests, contacts;
} Result;

static QueryDesc desc_with(Pool *pool)
{
    return (QueryDesc){.mode = QUERY_ALL, .rule = DESCEND_radius, .pool = pool};
}

static Spread mean_of(const Spread *each, int count)
{
    Spread mean = {0, 0};
    for (int i = 0; i < count; ++i) {
        mean.least += each[i].least / count;
        mean.most += each[i].most / count;
    }
    return mean;
}

static bool run(const Case *c, Pool *pool, Result *result)
{
    ContactList list = {0};
    QueryDesc desc = desc_with(pool);
    bool ok = true;
    result->work = result->tests = result->contacts = 0;
    for (int i = 0; ok && i < c->count; ++i) {
        QueryStats stats;
        double start = clock_process_seconds();
        ok = query_contacts(c->a, c->b, &c->poses[i], &desc, NULL, &list, &stats, NULL);
        spread_add(&result->cpu[i], 1e3 * (clock_process_seconds() - start));
        result->tests += stats.volume_tests;
        result->work += stats.volume_tests + stats.triangle_tests;
        result->contacts += list.count;
    }
    contact_list_free(&list);
    return ok;
}

static bool choose_poses(const BenchPair *pair, Case *c)
{
    ContactList list = {0};
    QueryDesc desc = desc_with(NULL);
    bool ok = true;
    int looked_at = bench_has_own() ? FRAMES : LOOKED_AT;
    int step = pair->frames > looked_at ? pair->frames / looked_at : 1;
    uint64_t least = bench_has_own() ? 0 : LARGE;
    for (int frame = 0; ok && frame < pair->frames && c->count < FRAMES; frame += step) {
        QueryStats stats;
        c->poses[c->count] = pair->b_to_a[frame];
        ok = query_contacts(c->a, c->b, &c->poses[c->count], &desc, NULL, &list, &stats, NULL);
        c->count += ok && stats.volume_tests > least;
    }
    contact_list_free(&list);
    return ok;
}

static uint64_t work_of(const Query *query)
{
    return query->stats.volume_tests + query->stats.triangle_tests;
}

// Adds what each of two does of one search, in the steps of query_contacts and query_run_shared.
static bool share_out(const Case *c, int pose, uint64_t done[THREADS])
{
    ContactList list = {0};
    Query query, one;
    QueryDesc desc = desc_with(NULL);
    Collector collector = collector_of(&desc, &list);
    if (!query_begin(&query, c->a, c->b, &c->poses[pose], &desc,
                     contacts_leaf(c->a, c->b, &collector), &collector, NULL))
        return false;
    enum QueryStatus status = query_run(&query, &(Budget){.volume_tests = QUERY_PARALLEL_FROM});
    query.order = ORDER_FIFO;
    if (status == QUERY_UNDECIDED)
        status = query_run(&query, &(Budget){.pairs = THREADS * QUERY_PAIRS_PER_THREAD});
    query.order = ORDER_LIFO;
    uint64_t each[THREADS] = {0};
    bool ok =
        status == QUERY_UNDECIDED || status == QUERY_DONE; // the latter leaves nothing to share
    one = query;
    one.todo = (Frontier){0};
    for (size_t i = query.todo.head; ok && i < query.todo.count; ++i) {
        one.stats = (QueryStats){0};
        ok =
            frontier_push(&one.todo, query.todo.entries + i * query.entry.size, query.entry.size) &&
            query_run(&one, &(Budget){0}) == QUERY_DONE;
        each[each[1] < each[0]] += work_of(&one);
    }
    done[0] += work_of(&query) + each[0];
    done[1] += each[1];
    frontier_free(&one.todo);
    query_end(&query);
    contact_list_free(&list);
    return ok;
}

static bool compare(const Case *c, const char *scene, const char *volume, Pool *pool, FILE *out)
{
    Result alone = {.work = 0}, both = {.work = 0};
    uint64_t done[THREADS] = {0};
    bool ok = true;
    for (int i = 0; i < FRAMES; ++i)
        alone.cpu[i] = both.cpu[i] = SPREAD_NONE;
    for (int round = 0; ok && round < bench_rounds(ROUNDS); ++round)
        ok = run(c, NULL, &alone) && run(c, pool, &both);
    for (int i = 0; ok && i < c->count; ++i)
        ok = share_out(c, i, done);
    ok = ok && alone.work == both.work && alone.contacts == both.contacts &&
         done[0] + done[1] == alone.work;
    Spread one = mean_of(alone.cpu, c->count), two = mean_of(both.cpu, c->count);
    fprintf(out, "%s,%s,%d,%.0f,%.0f,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f\n", scene, volume, c->count,
            (double)alone.tests / c->count, (double)alone.work / c->count, one.least, two.least,
            two.least / one.least,
            (double)(done[0] > done[1] ? done[0] : done[1]) / (double)alone.work, one.most,
            two.most);
    fflush(out);
    return ok;
}

static bool measure(FILE *out, const BenchPair *pair, const BvType *type, Pool *pool)
{
    BvhDesc kind = {.type = type};
    if (!bench_wants("%s,%s", pair->name, type->name))
        return true;
    Bvh *a = bvh_build(pair->a, &kind, NULL, NULL), *b = bvh_build(pair->b, &kind, NULL, NULL);
    Case c = {.a = a, .b = b};
    bool ok = a && b && choose_poses(pair, &c);
    if (ok && c.count > 0)
        ok = compare(&c, pair->name, type->name, pool, out);
    else if (ok)
        fprintf(out, "%s,%s,0,,,,,,,,\n", pair->name, type->name);
    bvh_release(a);
    bvh_release(b);
    return ok;
}

bool bench_parallel(FILE *out)
{
    static const struct {
        int scene;
        const BvType *type;
    } rows[] = {{SCENE_S_LARGE, &bv_obb_blocks}, {SCENE_Z_LARGE, &bv_obb_blocks},
                {SCENE_K_LARGE, &bv_obb_blocks}, {SCENE_S, &bv_aabb},
                {SCENE_S, &bv_sphere},           {SCENE_S, &bv_obb}};
    static const BvType *const own_types[] = {&bv_obb_blocks, &bv_aabb, &bv_sphere, &bv_obb};
    enum { ROWS = sizeof rows / sizeof *rows, OWN_TYPES = sizeof own_types / sizeof *own_types };
    fprintf(out, "scene,volume,poses,volume_tests,all_tests,cpu_ms_one,cpu_ms_two,two_to_one,"
                 "larger_share,cpu_ms_one_most,cpu_ms_two_most\n");
    bool own = bench_has_own();
    int count = own ? OWN_TYPES * bench_own()->pair_count : ROWS;
    Pool *pool = pool_create(THREADS);
    bool ok = pool != NULL;
    for (int i = 0; ok && i < count; ++i) {
        bench_went_on((double)i / count);
        BenchPair pair;
        ok = bench_pair_take(i / OWN_TYPES, own ? NULL : &bench_scenes[rows[i].scene], &pair) &&
             measure(out, &pair, own ? own_types[i % OWN_TYPES] : rows[i].type, pool);
        bench_pair_free(&pair);
    }
    pool_free(pool);
    return ok;
}
