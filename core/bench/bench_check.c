// A check of 5,000 parts of 1,000 triangles each, every part with a mesh of its own: building trees,
// listing contacts, and saying what they mean, on one thread and on two. Balls that run into their
// neighbours by a fiftieth. CPU of both threads together beside that of one, and the larger of the two
// shares: targets 1.15 and 60 %. Rounds are taken in turns, and the least of each figure counts, as
// other load can only add to them, beside the most of their CPU. Nothing fails here but reports that differ. Or all
// parts of somebody's own files, where they stand.
// With SNUG_FULL=1 also how it grows: 1,000 to 128,000 parts of 64 triangles, in bars of ten by ten so that
// all have as many neighbours. Twice as many may cost 2.2 times as much, and 50,000 5.5 times 10,000.
#include "core/bench/bench.h"
#include "core/bench/run.h"
#include "core/bench/spread.h"

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/pool.h"
#include "core/meaning/contact.h"
#include "core/mesh/shapes.h"
#include "core/tree/build/build.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 3, PARTS = 5000, MOST_PARTS = 128000 };

enum Stage { STAGE_TREES, STAGE_CONTACTS, STAGE_MEANING, STAGES };
static const char *const stage_names[STAGES] = {"trees", "contacts", "meaning"};

typedef struct Cost {
    Spread cpu[STAGES];
    double share[STAGES];
    size_t pairs;
    double depth; // of all pairs, added up
} Cost;

typedef struct Clocks {
    double own, all;
} Clocks;

static Clocks clocks_now(void)
{
    return (Clocks){clock_cpu_seconds(), clock_process_seconds()};
}

static void note(Cost *cost, enum Stage stage, Clocks since)
{
    Clocks now = clocks_now();
    double all = now.all - since.all, own = now.own - since.own;
    spread_add(&cost->cpu[stage], all);
    cost->share[stage] = fmin(cost->share[stage], fmax(own, all - own) / all);
}

static bool run(const BenchPart *of, int32_t count, Pool *pool, Cost *cost)
{
    Mesh **meshes = array_alloc((size_t)count, sizeof *meshes);
    Bvh **trees = array_alloc((size_t)count, sizeof *trees);
    PosedPart *parts = array_alloc((size_t)count, sizeof *parts);
    bool room = meshes && trees && parts;
    int32_t mesh_count = 0;
    for (int32_t i = 0; room && i < count; ++i)
        if (of[i].like == i)
            meshes[mesh_count++] = of[i].mesh;
    AssemblyReport contacts = {0};
    ContactReport details = {0};
    QueryDesc all = {.mode = QUERY_ALL, .witnesses = true, .pool = pool};
    ContactDesc meaning = {.pool = pool};
    Clocks start = clocks_now();
    bool built = room && bvh_build_all(meshes, mesh_count, NULL, pool, NULL, trees, NULL);
    note(cost, STAGE_TREES, start);
    for (int32_t i = 0, tree = 0; built && i < count; ++i) {
        const Bvh *own = of[i].like == i ? trees[tree++] : parts[of[i].like].tree;
        parts[i] = (PosedPart){own, of[i].placement, true, true};
    }
    start = clocks_now();
    bool ok = built && assembly_report_update(&contacts, parts, count, &all, NULL, NULL);
    note(cost, STAGE_CONTACTS, start);
    start = clocks_now();
    ok = ok && contact_report_update(&details, &contacts, NULL, parts, count, &meaning, NULL, NULL);
    note(cost, STAGE_MEANING, start);
    cost->pairs = details.count;
    cost->depth = 0;
    for (size_t i = 0; i < details.count; ++i)
        cost->depth += details.pairs[i].depth;
    contact_report_free(&details);
    assembly_report_free(&contacts);
    for (int32_t i = 0; built && i < mesh_count; ++i)
        bvh_release(trees[i]);
    mem_free(meshes);
    mem_free(trees);
    mem_free(parts);
    return ok;
}

static Cost cost_unknown(void)
{
    Cost cost = {.pairs = 0};
    for (int stage = 0; stage < STAGES; ++stage) {
        cost.cpu[stage] = SPREAD_NONE;
        cost.share[stage] = INFINITY;
    }
    return cost;
}

static bool measure_threads(FILE *out, const BenchPart *parts, int32_t count)
{
    bool wanted[STAGES], any = false;
    for (int stage = 0; stage < STAGES; ++stage) {
        wanted[stage] = bench_wants("%s,%d", stage_names[stage], count);
        any = any || wanted[stage];
    }
    fprintf(out, "stage,parts,pairs,one_thread_cpu_s,two_threads_cpu_s,ratio,larger_share,"
                 "one_thread_most_s,two_threads_most_s\n");
    if (!any)
        return true;
    int rounds = bench_rounds(ROUNDS);
    Pool *pool = pool_create(2);
    Cost cost[2] = {cost_unknown(), cost_unknown()};
    bool ok = pool != NULL;
    for (int round = 0; ok && round < rounds; ++round) {
        bench_went_on((double)round / rounds);
        ok = run(parts, count, NULL, &cost[0]) && run(parts, count, pool, &cost[1]) &&
             cost[0].pairs == cost[1].pairs && cost[0].depth == cost[1].depth;
    }
    pool_free(pool);
    for (int stage = 0; ok && stage < STAGES; ++stage) {
        if (!wanted[stage]) // it had to be done for those after it
            continue;
        Spread one = cost[0].cpu[stage], two = cost[1].cpu[stage];
        fprintf(out, "%s,%d,%zu,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f\n", stage_names[stage], count,
                cost[0].pairs, one.least, two.least, two.least / one.least, cost[1].share[stage],
                one.most, two.most);
    }
    return ok;
}

static double in_all(const Cost *cost)
{
    return cost->cpu[STAGE_TREES].least + cost->cpu[STAGE_CONTACTS].least +
           cost->cpu[STAGE_MEANING].least;
}

// One thread. `than`: which of them it is compared with.
static bool measure_growth(FILE *out, const BenchPart *parts)
{
    static const struct {
        int32_t parts;
        int than;
        double most;
    } sizes[] = {{1000, 0, 2.2},  {2000, 0, 2.2},  {4000, 1, 2.2},  {8000, 2, 2.2},
                 {16000, 3, 2.2}, {32000, 4, 2.2}, {64000, 5, 2.2}, {MOST_PARTS, 6, 2.2},
                 {10000, 8, 5.5}, {50000, 8, 5.5}};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    Cost cost[SIZES];
    for (int i = 0; i < SIZES; ++i)
        cost[i] = cost_unknown();
    for (int round = 0; round < ROUNDS; ++round)
        for (int i = 0; i < SIZES; ++i) {
            bench_went_on((round + (double)i / SIZES) / ROUNDS);
            if (!run(parts, sizes[i].parts, NULL, &cost[i]))
                return false;
        }
    bool good = true;
    fprintf(out, "growth,parts,pairs,cpu_s,than_parts,times,most\n");
    for (int i = 0; i < SIZES; ++i) {
        int than = sizes[i].than;
        double times = in_all(&cost[i]) / in_all(&cost[than]);
        bool wanted = bench_wants("growth,%d", sizes[i].parts);
        good = good && (!wanted || times <= sizes[i].most);
        if (wanted && than != i)
            fprintf(out, "growth,%d,%zu,%.3f,%d,%.3f,%.1f\n", sizes[i].parts, cost[i].pairs,
                    in_all(&cost[i]), sizes[than].parts, times, sizes[i].most);
    }
    return good;
}

// Balls in rows of `row`, rows in layers of `layer`.
static BenchPart *balls(int32_t count, int32_t slices, int32_t stacks, int32_t row, int32_t layer)
{
    BenchPart *parts = mem_calloc((size_t)count, sizeof *parts);
    for (int32_t i = 0; parts && i < count; ++i) {
        Vec3d at = vec3d(i % row, i / row % layer, i / (row * layer));
        parts[i] = (BenchPart){shape_uv_sphere(1, slices, stacks),
                               affine_translation(vec3d_scale(at, 1.96)), i};
    }
    return parts;
}

static bool are_all_there(const BenchPart *parts, int32_t count)
{
    bool all = parts != NULL;
    for (int32_t i = 0; all && i < count; ++i)
        all = parts[i].mesh != NULL;
    return all;
}

static void balls_free(BenchPart *parts, int32_t count)
{
    for (int32_t i = 0; parts && i < count; ++i)
        mesh_release(parts[i].mesh);
    mem_free(parts);
}

bool bench_check(FILE *out)
{
    const char *full = getenv("SNUG_FULL");
    const BenchOwn *own = bench_own();
    if (bench_has_own())
        return measure_threads(out, own->parts, own->part_count);
    bool grows = full && strcmp(full, "1") == 0 && !bench_is_quick();
    int32_t count = bench_is_quick() ? PARTS / 10 : PARTS;
    BenchSpan span = bench_span(0, grows ? 2 : 1);
    BenchPart *parts = balls(count, 26, 20, 18, 18);
    bool ok = are_all_there(parts, count) && measure_threads(out, parts, count);
    balls_free(parts, count);
    bench_span_end(span);
    if (ok && grows) {
        span = bench_span(1, 2);
        parts = balls(MOST_PARTS, 8, 5, 10, 10);
        ok = are_all_there(parts, MOST_PARTS) && measure_growth(out, parts);
        balls_free(parts, MOST_PARTS);
        bench_span_end(span);
    }
    return ok;
}
