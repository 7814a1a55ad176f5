// Exact distance on the scenes S, K, Z and V: every volume once, and the ones that suit it best in
// several orders, from nothing and from the last frame's pair. Contact frames count with distance
// 0, as they do for peers; times are the thread's own. Fails if two kinds disagree.
#include "core/bench/bench.h"
#include "core/bench/poses.h"
#include "core/bench/run.h"

#include "core/base/clock.h"
#include "core/query/query.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/variants.h"
#include "core/tree/pair/variants.h"
#include "core/tree/split/split.h"
#include "core/tree/split/variants.h"

typedef struct Kind {
    const BvType *type;
    const SplitRule *split;
    enum QueryOrder order;
    bool seeded, lift;
    int32_t leaf_size;
} Kind;

typedef struct Sums {
    QueryStats stats;
    double seconds, distance;
} Sums;

static bool run_once(const Scene *scene, const Bvh *a, const Bvh *b, const Kind *kind, Sums *sums)
{
    *sums = (Sums){0};
    Distance last = {.triangle_a = -1};
    double start = clock_cpu_seconds();
    for (int frame = 0; frame < scene->frames; ++frame) {
        Affine pose = scene->b_to_a(frame);
        QueryDesc desc = {.rule = DESCEND_radius,
                          .order = kind->order,
                          .lift = kind->lift,
                          .last = kind->seeded ? &last : NULL};
        Distance d;
        QueryStats stats;
        if (!query_distance(a, b, &pose, &desc, NULL, &d, &stats, NULL))
            return false;
        query_stats_add(&sums->stats, &stats);
        sums->distance += d.value;
        last = d;
    }
    sums->seconds = clock_cpu_seconds() - start;
    return true;
}

static bool row(FILE *out, const Scene *scene, Mesh *mesh_a, Mesh *mesh_b, const Kind *kind,
                double *expected)
{
    static const char *const orders[] = {"nearest child first", "level by level", "best first"};
    BvhDesc desc = {.type = kind->type, .split = kind->split, .leaf_size = kind->leaf_size};
    Bvh *a = bvh_build(mesh_a, &desc, NULL, NULL), *b = bvh_build(mesh_b, &desc, NULL, NULL);
    Sums best = {.seconds = INFINITY}, sums;
    double most = 0;
    bool ok = a && b;
    for (int round = 0; ok && round < 3; ++round) {
        ok = run_once(scene, a, b, kind, &sums);
        most = ok ? fmax(most, sums.seconds) : most;
        if (ok && sums.seconds < best.seconds)
            best = sums;
    }
    if (ok) {
        double n = scene->frames;
        fprintf(out, "%s,%s%s,%s,%d,%s,%s,%.1f,%.1f,%.6f,%.2f,%.2f\n", scene->name,
                kind->type->name, kind->lift ? " lifted" : "", a->desc.split->name,
                (int)kind->leaf_size, orders[kind->order], kind->seeded ? "last pair" : "nothing",
                (double)best.stats.volume_tests / n, (double)best.stats.triangle_tests / n,
                best.distance / n, 1e6 * best.seconds / n, 1e6 * most / n);
        fflush(out);
        if (*expected < 0)
            *expected = best.distance;
        ok = fabs(best.distance - *expected) <= 1e-9 * n;
    }
    bvh_release(a);
    bvh_release(b);
    return ok;
}

bool bench_distance(FILE *out)
{
    static const Kind kinds[] = {
        {&bv_obb, &split_bins_area, ORDER_BEST_FIRST, false, false, 1},
        {&bv_obb, &split_bins_area, ORDER_BEST_FIRST, true, false, 1},
        {&bv_obb, &split_bins_area, ORDER_BEST_FIRST, true, false, 2},
        {&bv_obb, &split_bins_area, ORDER_LIFO, true, false, 2},
        {&bv_obb, &split_obb_mean, ORDER_BEST_FIRST, true, false, 1},
        {&bv_aabb, &split_bins_area, ORDER_BEST_FIRST, true, false, 2},
        {&bv_kdop, &split_bins_area, ORDER_BEST_FIRST, true, false, 2},
        {&bv_sphere, &split_scb, ORDER_BEST_FIRST, true, false, 1},
        {&bv_slabcutball, &split_scb, ORDER_BEST_FIRST, true, false, 1},
        {&bv_capsule, &split_bins_area, ORDER_BEST_FIRST, true, false, 1},
    };
    bool ok = true;
    fprintf(out, "scene,volume,criterion,leaf,order,started_from,volume_tests,triangle_tests,"
                 "mean_distance,us_per_query,us_most\n");
    for (int s = 0; ok && s < SCENES; ++s) {
        const Scene *scene = &bench_scenes[s];
        Mesh *a = scene->make_a(), *b = scene->make_b();
        double expected = -1;
        ok = a && b;
        for (size_t k = 0; ok && k < sizeof kinds / sizeof *kinds; ++k) {
            bench_went_on((s + (double)k / (sizeof kinds / sizeof *kinds)) / SCENES);
            ok = row(out, scene, a, b, &kinds[k], &expected);
        }
        mesh_release(a);
        mesh_release(b);
    }
    return ok;
}
