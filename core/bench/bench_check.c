// A check of 5,000 parts of 1,000 triangles each, every part with a mesh of its own: building trees,
// listing contacts, and saying what they mean, on one thread and on two. Balls that run into their
// neighbours by a fiftieth. CPU of both threads together beside that of one, and the larger of the two
// shares: targets 1.15 and 60 %. Rounds are taken in turns, and the least of each figure counts, as
// other load can only add to them. Nothing fails here but reports that differ.
// With SNUG_FULL=1 also how it grows: 1,000 to 128,000 parts of 64 triangles, in bars of ten by ten so that
// all have as many neighbours. Twice as many may cost 2.2 times as much, and 50,000 5.5 times 10,000.
#include "core/bench/bench.h"
#include "core/bench/run.h"

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/pool.h"
#include "core/meaning/contact.h"
#include "core/mesh/shapes.h"
#include "core/tree/build/build.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 3, MOST_PARTS = 128000 };

// Parts in rows, rows in layers.
typedef struct Stack {
    int32_t parts;
    int32_t row, layer; // how many parts a row has, and rows a layer
} Stack;

enum Stage { STAGE_TREES, STAGE_CONTACTS, STAGE_MEANING, STAGES };
static const char *const stage_names[STAGES] = {"trees", "contacts", "meaning"};

typedef struct Cost {
    double cpu[STAGES], share[STAGES];
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
    cost->cpu[stage] = fmin(cost->cpu[stage], all);
    cost->share[stage] = fmin(cost->share[stage], fmax(own, all - own) / all);
}

static void place(const Stack *stack, PosedPart *parts, Bvh *const *trees)
{
    int32_t row = stack->row, layer = stack->layer;
    for (int32_t i = 0; i < stack->parts; ++i) {
        Vec3d at = vec3d(i % row, i / row % layer, i / (row * layer));
        parts[i] = (PosedPart){trees[i], affine_translation(vec3d_scale(at, 1.96)), true, true};
    }
}

static bool run(const Stack *stack, Mesh *const *meshes, Pool *pool, Cost *cost)
{
    int32_t count = stack->parts;
    Bvh **trees = array_alloc((size_t)count, sizeof *trees);
    PosedPart *parts = array_alloc((size_t)count, sizeof *parts);
    AssemblyReport contacts = {0};
    ContactReport details = {0};
    QueryDesc all = {.mode = QUERY_ALL, .witnesses = true, .pool = pool};
    ContactDesc meaning = {.pool = pool};
    Clocks start = clocks_now();
    bool built = trees && parts && bvh_build_all(meshes, count, NULL, pool, NULL, trees, NULL);
    note(cost, STAGE_TREES, start);
    if (built)
        place(stack, parts, trees);
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
    for (int32_t i = 0; built && i < count; ++i)
        bvh_release(trees[i]);
    mem_free(trees);
    mem_free(parts);
    return ok;
}

static Cost cost_unknown(void)
{
    Cost cost = {.pairs = 0};
    for (int stage = 0; stage < STAGES; ++stage)
        cost.cpu[stage] = cost.share[stage] = INFINITY;
    return cost;
}

static bool measure_threads(FILE *out, Mesh *const *meshes, Pool *pool)
{
    const Stack stack = {5000, 18, 18};
    Cost cost[2] = {cost_unknown(), cost_unknown()};
    for (int round = 0; round < ROUNDS; ++round) {
        bench_went_on((double)round / ROUNDS);
        if (!run(&stack, meshes, NULL, &cost[0]) || !run(&stack, meshes, pool, &cost[1]) ||
            cost[0].pairs != cost[1].pairs || cost[0].depth != cost[1].depth)
            return false;
    }
    fprintf(out, "stage,parts,pairs,one_thread_cpu_s,two_threads_cpu_s,ratio,larger_share\n");
    for (int stage = 0; stage < STAGES; ++stage)
        fprintf(out, "%s,%d,%zu,%.3f,%.3f,%.3f,%.3f\n", stage_names[stage], stack.parts,
                cost[0].pairs, cost[0].cpu[stage], cost[1].cpu[stage],
                cost[1].cpu[stage] / cost[0].cpu[stage], cost[1].share[stage]);
    return true;
}

static double in_all(const Cost *cost)
{
    return cost->cpu[STAGE_TREES] + cost->cpu[STAGE_CONTACTS] + cost->cpu[STAGE_MEANING];
}

// One thread. `than`: which of them it is compared with.
static bool measure_growth(FILE *out, Mesh *const *meshes)
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
        for (int i = 0; i < SIZES; ++i)
            if (!run(&(Stack){sizes[i].parts, 10, 10}, meshes, NULL, &cost[i]))
                return false;
    bool good = true;
    fprintf(out, "growth,parts,pairs,cpu_s,than_parts,times,most\n");
    for (int i = 0; i < SIZES; ++i) {
        int than = sizes[i].than;
        double times = in_all(&cost[i]) / in_all(&cost[than]);
        good = good && times <= sizes[i].most;
        if (than != i)
            fprintf(out, "growth,%d,%zu,%.3f,%d,%.3f,%.1f\n", sizes[i].parts, cost[i].pairs,
                    in_all(&cost[i]), sizes[than].parts, times, sizes[i].most);
    }
    return good;
}

static Mesh **spheres(int32_t count, int32_t slices, int32_t stacks)
{
    Mesh **meshes = mem_calloc((size_t)count, sizeof *meshes);
    bool ok = meshes != NULL;
    for (int32_t i = 0; ok && i < count; ++i)
        ok = (meshes[i] = shape_uv_sphere(1, slices, stacks)) != NULL;
    return meshes;
}

static void spheres_free(Mesh **meshes, int32_t count)
{
    for (int32_t i = 0; meshes && i < count; ++i)
        mesh_release(meshes[i]);
    mem_free(meshes);
}

bool bench_check(FILE *out)
{
    const char *full = getenv("SNUG_FULL");
    Pool *pool = pool_create(2);
    Mesh **meshes = spheres(5000, 26, 20);
    bool ok = pool && meshes && meshes[4999] && measure_threads(out, meshes, pool);
    spheres_free(meshes, 5000);
    pool_free(pool);
    if (ok && full && strcmp(full, "1") == 0) {
        meshes = spheres(MOST_PARTS, 8, 5);
        ok = meshes && meshes[MOST_PARTS - 1] && measure_growth(out, meshes);
        spheres_free(meshes, MOST_PARTS);
    }
    return ok;
}
