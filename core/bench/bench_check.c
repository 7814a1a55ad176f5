// A check of 5,000 parts of 1,000 triangles each, every part with a mesh of its own: building trees,
// listing contacts, and saying what they mean, on one thread and on two. Balls that run into their
// neighbours by a fiftieth. CPU of both threads together beside that of one, and the larger of the two
// shares: targets 1.15 and 60 %. Rounds are taken in turns, and the least of each figure counts, as
// other load can only add to them. Nothing fails here but reports that differ.
#include "core/bench/bench.h"

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/pool.h"
#include "core/meaning/contact.h"
#include "core/mesh/shapes.h"
#include "core/tree/build/build.h"

enum { PARTS = 5000, ROW = 18, ROUNDS = 3 };

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

static void place(PosedPart *parts, Bvh *const *trees)
{
    for (int32_t i = 0; i < PARTS; ++i) {
        Vec3d at = vec3d(i % ROW, i / ROW % ROW, i / (ROW * ROW));
        parts[i] = (PosedPart){trees[i], affine_translation(vec3d_scale(at, 1.96)), true, true};
    }
}

static bool run(Mesh *const *meshes, Pool *pool, Cost *cost)
{
    Bvh **trees = array_alloc(PARTS, sizeof *trees);
    PosedPart *parts = array_alloc(PARTS, sizeof *parts);
    AssemblyReport contacts = {0};
    ContactReport details = {0};
    QueryDesc all = {.mode = QUERY_ALL, .witnesses = true, .pool = pool};
    ContactDesc meaning = {.pool = pool};
    Clocks start = clocks_now();
    bool built = trees && parts && bvh_build_all(meshes, PARTS, NULL, pool, NULL, trees, NULL);
    note(cost, STAGE_TREES, start);
    if (built)
        place(parts, trees);
    start = clocks_now();
    bool ok = built && assembly_report_update(&contacts, parts, PARTS, &all, NULL, NULL);
    note(cost, STAGE_CONTACTS, start);
    start = clocks_now();
    ok = ok && contact_report_update(&details, &contacts, NULL, parts, PARTS, &meaning, NULL, NULL);
    note(cost, STAGE_MEANING, start);
    cost->pairs = details.count;
    cost->depth = 0;
    for (size_t i = 0; i < details.count; ++i)
        cost->depth += details.pairs[i].depth;
    contact_report_free(&details);
    assembly_report_free(&contacts);
    for (int32_t i = 0; built && i < PARTS; ++i)
        bvh_release(trees[i]);
    mem_free(trees);
    mem_free(parts);
    return ok;
}

static bool measure(FILE *out, Mesh *const *meshes, Pool *pool)
{
    Cost cost[2];
    for (int threads = 0; threads < 2; ++threads)
        for (int stage = 0; stage < STAGES; ++stage)
            cost[threads].cpu[stage] = cost[threads].share[stage] = INFINITY;
    for (int round = 0; round < ROUNDS; ++round)
        if (!run(meshes, NULL, &cost[0]) || !run(meshes, pool, &cost[1]) ||
            cost[0].pairs != cost[1].pairs || cost[0].depth != cost[1].depth)
            return false;
    fprintf(out, "stage,parts,pairs,one_thread_cpu_s,two_threads_cpu_s,ratio,larger_share\n");
    for (int stage = 0; stage < STAGES; ++stage)
        fprintf(out, "%s,%d,%zu,%.3f,%.3f,%.3f,%.3f\n", stage_names[stage], PARTS, cost[0].pairs,
                cost[0].cpu[stage], cost[1].cpu[stage], cost[1].cpu[stage] / cost[0].cpu[stage],
                cost[1].share[stage]);
    return true;
}

bool bench_check(FILE *out)
{
    Mesh **meshes = array_alloc(PARTS, sizeof *meshes);
    Pool *pool = pool_create(2);
    bool ok = meshes && pool;
    int32_t count = 0;
    for (; ok && count < PARTS; ++count)
        ok = (meshes[count] = shape_uv_sphere(1, 26, 20)) != NULL;
    ok = ok && measure(out, meshes, pool);
    for (int32_t i = 0; i < count; ++i)
        mesh_release(meshes[i]);
    mem_free(meshes);
    pool_free(pool);
    return ok;
}
