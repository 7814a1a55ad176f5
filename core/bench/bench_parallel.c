// All contacts of two meshes on one thread and on two, in poses that take more than 20,000 volume tests. What
// two idle cores would gain follows from counts: both do as many tests as one does, and the larger share of
// tests of volumes and triangles says how long the longer one works if both are as quick. It is found by
// handing out the pairs of the work list in turn to whoever has done less, as threads do. CPU times are the
// least of several rounds taken in turns, so that other load hits both alike. Nothing fails here but a wrong
// count.
#include "core/bench/bench.h"
#include "core/bench/poses.h"
#include "core/bench/run.h"

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
    double cpu[FRAMES]; // seconds, of all threads
    uint64_t work;      // volume and triangle tests
    uint64_t tests, contacts;
} Result;

static QueryDesc desc_with(Pool *pool)
{
    return (QueryDesc){.mode = QUERY_ALL, .rule = DESCEND_radius, .pool = pool};
}

static double mean_ms(const double *seconds, int count)
{
    double sum = 0;
    for (int i = 0; i < count; ++i)
        sum += seconds[i];
    return 1e3 * sum / count;
}

static bool run(const Case *c, Pool *pool, Result *least)
{
    ContactList list = {0};
    QueryDesc desc = desc_with(pool);
    bool ok = true;
    least->work = least->tests = least->contacts = 0;
    for (int i = 0; ok && i < c->count; ++i) {
        QueryStats stats;
        double start = clock_process_seconds();
        ok = query_contacts(c->a, c->b, &c->poses[i], &desc, NULL, &list, &stats, NULL);
        least->cpu[i] = fmin(least->cpu[i], clock_process_seconds() - start);
        least->tests += stats.volume_tests;
        least->work += stats.volume_tests + stats.triangle_tests;
        least->contacts += list.count;
    }
    contact_list_free(&list);
    return ok;
}

static bool choose_poses(const Scene *scene, Case *c)
{
    ContactList list = {0};
    QueryDesc desc = desc_with(NULL);
    bool ok = true;
    int step = scene->frames > LOOKED_AT ? scene->frames / LOOKED_AT : 1;
    for (int frame = 0; ok && frame < scene->frames && c->count < FRAMES; frame += step) {
        QueryStats stats;
        c->poses[c->count] = scene->b_to_a(frame);
        ok = query_contacts(c->a, c->b, &c->poses[c->count], &desc, NULL, &list, &stats, NULL);
        c->count += ok && stats.volume_tests > LARGE;
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
    bool ok = status == QUERY_UNDECIDED;
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
        alone.cpu[i] = both.cpu[i] = INFINITY;
    for (int round = 0; ok && round < ROUNDS; ++round)
        ok = run(c, NULL, &alone) && run(c, pool, &both);
    for (int i = 0; ok && i < c->count; ++i)
        ok = share_out(c, i, done);
    ok = ok && alone.work == both.work && alone.contacts == both.contacts &&
         done[0] + done[1] == alone.work;
    fprintf(out, "%s,%s,%d,%.0f,%.0f,%.3f,%.3f,%.3f,%.3f\n", scene, volume, c->count,
            (double)alone.tests / c->count, (double)alone.work / c->count,
            mean_ms(alone.cpu, c->count), mean_ms(both.cpu, c->count),
            mean_ms(both.cpu, c->count) / mean_ms(alone.cpu, c->count),
            (double)(done[0] > done[1] ? done[0] : done[1]) / (double)alone.work);
    fflush(out);
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
    fprintf(out, "scene,volume,poses,volume_tests,all_tests,cpu_ms_one,cpu_ms_two,two_to_one,"
                 "larger_share\n");
    Pool *pool = pool_create(THREADS);
    bool ok = pool != NULL;
    for (size_t i = 0; ok && i < sizeof rows / sizeof *rows; ++i) {
        const Scene *scene = &bench_scenes[rows[i].scene];
        bench_went_on((double)i / (sizeof rows / sizeof *rows));
        Mesh *mesh_a = scene->make_a(), *mesh_b = scene->make_b();
        BvhDesc kind = {.type = rows[i].type};
        Bvh *a = mesh_a ? bvh_build(mesh_a, &kind, NULL, NULL) : NULL;
        Bvh *b = mesh_b ? bvh_build(mesh_b, &kind, NULL, NULL) : NULL;
        Case c = {.a = a, .b = b};
        ok = a && b && choose_poses(scene, &c);
        if (ok && c.count > 0)
            ok = compare(&c, scene->name, rows[i].type->name, pool, out);
        else if (ok)
            fprintf(out, "%s,%s,0,,,,,,\n", scene->name, rows[i].type->name);
        bvh_release(a);
        bvh_release(b);
        mesh_release(mesh_a);
        mesh_release(mesh_b);
    }
    pool_free(pool);
    return ok;
}
