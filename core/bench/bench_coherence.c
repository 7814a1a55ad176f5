// The front of the last frame against traversals from the roots, all contacts, on slow drags: a
// knot pulled through another and a torus turned in another, at steps of 1e-4 to 1e-2 of a unit; or along
// somebody's own motion, whose step is the mean. Both ways take turns in three rounds.
// Target: at most a third of the volume tests at the slowest steps of our own drags.
#include "core/bench/bench.h"
#include "core/bench/run.h"
#include "core/bench/spread.h"

#include "core/base/clock.h"
#include "core/mesh/shapes.h"
#include "core/query/query.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/variants.h"

enum { FRAMES = 200, ROUNDS = 3 };

static const BvType *const types[] = {&bv_obb_blocks, &bv_aabb_blocks, &bv_obb,        &bv_aabb,
                                      &bv_kdop,       &bv_sphere,      &bv_slabcutball};
enum { TYPES = sizeof types / sizeof *types };

typedef struct Sums {
    uint64_t volume_tests, contacts;
    uint64_t from_roots, again; // frames, where there is a front
    Spread us;
} Sums;

static Affine drag_at(double step, int frame)
{
    Affine pose = affine_rotation(vec3d_normalised(vec3d(1, 2, 3)), 0.7 + 0.5 * step * frame);
    pose.p = vec3d(0.9 - step * frame, 0.1, 0.2);
    return pose;
}

static bool drag(const BenchPair *pair, const Bvh *a, const Bvh *b, const QueryDesc *desc,
                 bool fronts, Sums *sums)
{
    ContactList list = {0};
    FrontCache cache = {0};
    bool ok = true;
    double start = clock_cpu_seconds();
    sums->volume_tests = sums->contacts = 0;
    for (int frame = 0; ok && frame < pair->frames; ++frame) {
        const Affine *pose = &pair->b_to_a[frame];
        QueryStats stats;
        ok = fronts ? query_contacts_again(&cache, a, b, pose, desc, NULL, &list, &stats, NULL)
                    : query_contacts(a, b, pose, desc, NULL, &list, &stats, NULL);
        sums->volume_tests += stats.volume_tests;
        sums->contacts += list.count;
    }
    spread_add(&sums->us, 1e6 * (clock_cpu_seconds() - start) / pair->frames);
    sums->from_roots = cache.from_roots;
    sums->again = cache.again;
    front_cache_free(&cache);
    contact_list_free(&list);
    return ok;
}

// fewer: how many times fewer volume tests the front takes; infinite where the row is not wanted.
static bool measure(FILE *out, const BenchPair *pair, const BvType *type, double step,
                    double *fewer)
{
    BvhDesc kind = {.type = type};
    *fewer = INFINITY;
    if (!bench_wants("%s,%s,%s,%g", pair->name, type->name, type->tests[0].name, step))
        return true;
    Bvh *a = bvh_build(pair->a, &kind, NULL, NULL);
    Bvh *b = pair->a == pair->b ? bvh_retain(a) : bvh_build(pair->b, &kind, NULL, NULL);
    QueryDesc desc = {.mode = QUERY_ALL, .rule = type->rule};
    Sums plain = {.us = SPREAD_NONE}, front = {.us = SPREAD_NONE};
    bool ok = a && b;
    for (int round = 0; ok && round < bench_rounds(ROUNDS); ++round)
        ok = drag(pair, a, b, &desc, false, &plain) && drag(pair, a, b, &desc, true, &front);
    bvh_release(a);
    bvh_release(b);
    if (!ok)
        return false;
    double n = pair->frames;
    *fewer = (double)plain.volume_tests / (double)front.volume_tests;
    fprintf(out, "%s,%s,%s,%g,%.0f,%.0f,%.2f,%.1f,%.1f,%.2f,%llu,%llu,%.1f,%.1f,%.1f,%s\n",
            pair->name, type->name, type->tests[0].name, step, (double)plain.volume_tests / n,
            (double)front.volume_tests / n, *fewer, plain.us.least, front.us.least,
            plain.us.least / front.us.least, (unsigned long long)front.from_roots,
            (unsigned long long)front.again, (double)plain.contacts / n, plain.us.most,
            front.us.most, spread_overlap(plain.us, front.us) ? "yes" : "no");
    fflush(out);
    return plain.contacts == front.contacts;
}

static bool measure_own(FILE *out, const BenchOwn *own)
{
    bool ok = true;
    for (int i = 0; i < own->pair_count; ++i) {
        const BenchPair *pair = &own->pairs[i];
        double way = 0, fewer;
        for (int f = 1; f < pair->frames; ++f)
            way += vec3d_distance(pair->b_to_a[f - 1].p, pair->b_to_a[f].p);
        double step = pair->frames > 1 ? way / (pair->frames - 1) : 0;
        for (int t = 0; ok && t < TYPES; ++t) {
            bench_went_on((i + (double)t / TYPES) / own->pair_count);
            ok = measure(out, pair, types[t], step, &fewer);
        }
    }
    return ok;
}

bool bench_coherence(FILE *out)
{
    static const double steps[] = {1e-4, 1e-3, 1e-2};
    fprintf(out, "scene,volume,test,step,tests_plain,tests_front,fewer,us_plain,us_front,faster,"
                 "from_roots,from_front,contacts,us_plain_most,us_front_most,tie\n");
    if (bench_has_own())
        return measure_own(out, bench_own());
    const BenchMesh usual[] = {{"torus 10k", shape_torus(1, 0.3, 100, 50)},
                               {"knot 11k", shape_knot(2, 3, 1, 0.4, 0.15, 343, 16)}};
    bool ok = usual[0].mesh && usual[1].mesh;
    for (int i = 0; ok && i < 2 * TYPES * 3; ++i) {
        int m = i / (TYPES * 3), t = i / 3 % TYPES, s = i % 3;
        double fewer;
        Affine poses[FRAMES];
        for (int f = 0; f < FRAMES; ++f)
            poses[f] = drag_at(steps[s], f);
        bench_went_on(i / (2.0 * TYPES * 3));
        BenchPair pair = {usual[m].name, usual[m].mesh, usual[m].mesh, poses,
                          bench_is_quick() ? FRAMES / 10 : FRAMES};
        ok = measure(out, &pair, types[t], steps[s], &fewer) &&
             (s > 0 || fewer >= 3 || !bench_has_targets());
    }
    mesh_release(usual[0].mesh);
    mesh_release(usual[1].mesh);
    return ok;
}
