// Exact distance on the scenes S, K, Z and V: every volume once, and the ones that suit it best in
// several orders, from nothing and from the last frame's pair. Contact frames count with distance
// 0, as they do for peers; times are the thread's own, of rounds in which the kinds take turns. Fails if two
// kinds disagree.
#include "core/bench/bench.h"
#include "core/bench/poses.h"
#include "core/bench/run.h"
#include "core/bench/spread.h"

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

enum { ROUNDS = 3 };

typedef struct Entry {
    const Kind *kind;
    Bvh *a, *b;
    QueryStats stats;
    double distance; // of all frames
    Spread us;       // per frame
} Entry;

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
enum { KINDS = sizeof kinds / sizeof *kinds };

static bool enter(Entry *entry, const BenchPair *pair, const Kind *kind)
{
    BvhDesc desc = {.type = kind->type, .split = kind->split, .leaf_size = kind->leaf_size};
    *entry = (Entry){.kind = kind, .us = SPREAD_NONE};
    entry->a = bvh_build(pair->a, &desc, NULL, NULL);
    entry->b = bvh_build(pair->b, &desc, NULL, NULL);
    return entry->a && entry->b;
}

static bool run_once(const BenchPair *pair, Entry *entry)
{
    const Kind *kind = entry->kind;
    Distance last = {.triangle_a = -1};
    double start = clock_cpu_seconds();
    entry->stats = (QueryStats){0};
    entry->distance = 0;
    for (int frame = 0; frame < pair->frames; ++frame) {
        QueryDesc desc = {.rule = DESCEND_radius,
                          .order = kind->order,
                          .lift = kind->lift,
                          .last = kind->seeded ? &last : NULL};
        Distance d;
        QueryStats stats;
        if (!query_distance(entry->a, entry->b, &pair->b_to_a[frame], &desc, NULL, &d, &stats,
                            NULL))
            return false;
        query_stats_add(&entry->stats, &stats);
        entry->distance += d.value;
        last = d;
    }
    spread_add(&entry->us, 1e6 * (clock_cpu_seconds() - start) / pair->frames);
    return true;
}

enum { ROW_TEXT = 256 };

// How its row begins.
static const char *row_text(const BenchPair *pair, const Kind *kind, char text[ROW_TEXT])
{
    static const char *const orders[] = {"nearest child first", "level by level", "best first"};
    snprintf(text, ROW_TEXT, "%s,%s%s,%s,%d,%s,%s", pair->name, kind->type->name,
             kind->lift ? " lifted" : "", kind->split->name, (int)kind->leaf_size,
             orders[kind->order], kind->seeded ? "last pair" : "nothing");
    return text;
}

static void rows(FILE *out, const BenchPair *pair, const Entry *entries, int count)
{
    Spread us[KINDS];
    for (int k = 0; k < count; ++k)
        us[k] = entries[k].us;
    for (int k = 0; k < count; ++k) {
        const Entry *e = &entries[k];
        double n = pair->frames;
        char text[ROW_TEXT];
        fprintf(out, "%s,%.1f,%.1f,%.6f,%.2f,%.2f,%d,%s\n", row_text(pair, e->kind, text),
                (double)e->stats.volume_tests / n, (double)e->stats.triangle_tests / n,
                e->distance / n, us[k].least, us[k].most, spread_rank(us, count, k),
                spread_ties(us, count, k) ? "yes" : "no");
    }
    fflush(out);
}

static bool measure(FILE *out, const BenchPair *pair)
{
    Entry entries[KINDS] = {{.kind = NULL}};
    int count = 0, rounds = bench_rounds(ROUNDS);
    char text[ROW_TEXT];
    bool ok = true;
    for (int k = 0; ok && k < KINDS; ++k)
        if (bench_wants("%s", row_text(pair, &kinds[k], text)))
            ok = enter(&entries[count++], pair, &kinds[k]);
    for (int i = 0; ok && i < rounds * count; ++i) {
        bench_went_on((double)i / (rounds * count));
        ok = run_once(pair, &entries[i % count]);
    }
    if (ok)
        rows(out, pair, entries, count);
    for (int k = 0; k < count; ++k) {
        double off = fabs(entries[k].distance - entries[0].distance);
        ok = ok && off <= 1e-9 * (pair->frames + entries[0].distance);
        bvh_release(entries[k].a);
        bvh_release(entries[k].b);
    }
    return ok;
}

// Every tenth frame of a quick look.
static BenchPair *shorter(BenchPair *pair)
{
    if (!bench_is_quick() || bench_has_own())
        return pair;
    for (int f = 0; 10 * f < pair->frames; ++f)
        pair->b_to_a[f] = pair->b_to_a[10 * f];
    pair->frames = (pair->frames + 9) / 10;
    return pair;
}

bool bench_distance(FILE *out)
{
    int count = bench_pair_count(SCENES);
    bool ok = true;
    fprintf(out, "scene,volume,criterion,leaf,order,started_from,volume_tests,triangle_tests,"
                 "mean_distance,us_per_query,us_most,rank,tie\n");
    for (int s = 0; ok && s < count; ++s) {
        BenchPair pair;
        BenchSpan span = bench_span(s, count);
        ok = bench_pair_take(s, &bench_scenes[s], &pair) && measure(out, shorter(&pair));
        bench_pair_free(&pair);
        bench_span_end(span);
    }
    return ok;
}
