// The front of the last frame against traversals from the roots, all contacts, on slow drags: a
// knot pulled through another and a torus turned in another, at steps of 1e-4 to 1e-2 of a unit.
// Target: at most a third of the volume tests at the slowest steps.
#include "core/bench/bench.h"
#include "core/bench/poses.h"
#include "core/bench/run.h"

#include "core/base/clock.h"
#include "core/mesh/shapes.h"
#include "core/query/query.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/variants.h"
#include "core/tree/split/split.h"

typedef struct Sums {
    uint64_t volume_tests, contacts;
    double seconds;
} Sums;

enum { FRAMES = 200 };

static Affine drag_at(double step, int frame)
{
    Affine pose = affine_rotation(vec3d_normalised(vec3d(1, 2, 3)), 0.7 + 0.5 * step * frame);
    pose.p = vec3d(0.9 - step * frame, 0.1, 0.2);
    return pose;
}

static bool drag(const Bvh *tree, const QueryDesc *desc, double step, FrontCache *cache, Sums *sums)
{
    ContactList list = {0};
    bool ok = true;
    double start = clock_cpu_seconds();
    *sums = (Sums){0};
    for (int frame = 0; ok && frame < FRAMES; ++frame) {
        Affine pose = drag_at(step, frame);
        QueryStats stats;
        ok = cache ? query_contacts_again(cache, tree, tree, &pose, desc, NULL, &list, &stats, NULL)
                   : query_contacts(tree, tree, &pose, desc, NULL, &list, &stats, NULL);
        sums->volume_tests += stats.volume_tests;
        sums->contacts += list.count;
    }
    sums->seconds = clock_cpu_seconds() - start;
    contact_list_free(&list);
    return ok;
}

bool bench_coherence(FILE *out)
{
    static const double steps[] = {1e-4, 1e-3, 1e-2};
    const BenchMesh usual[] = {{"torus 10k", shape_torus(1, 0.3, 100, 50)},
                               {"knot 11k", shape_knot(2, 3, 1, 0.4, 0.15, 343, 16)}};
    const BvType *types[] = {&bv_obb_blocks, &bv_aabb_blocks, &bv_obb,        &bv_aabb,
                             &bv_kdop,       &bv_sphere,      &bv_slabcutball};
    enum { TYPES = sizeof types / sizeof *types };
    bool ok = usual[0].mesh && usual[1].mesh;
    fprintf(out, "scene,volume,test,step,tests_plain,tests_front,fewer,us_plain,us_front,faster,"
                 "from_roots,from_front,contacts\n");
    for (int m = 0; ok && m < 2; ++m) {
        for (int t = 0; ok && t < TYPES; ++t) {
            bench_went_on((m + (double)t / TYPES) / 2);
            Bvh *tree = bvh_build(usual[m].mesh, &(BvhDesc){.type = types[t]}, NULL, NULL);
            QueryDesc desc = {.mode = QUERY_ALL, .rule = types[t]->rule};
            for (int s = 0; ok && tree && s < 3; ++s) {
                FrontCache cache = {0};
                Sums plain, front;
                ok = drag(tree, &desc, steps[s], NULL, &plain) &&
                     drag(tree, &desc, steps[s], &cache, &front) &&
                     plain.contacts == front.contacts;
                double fewer = (double)plain.volume_tests / (double)front.volume_tests;
                fprintf(out, "%s,%s,%s,%g,%.0f,%.0f,%.2f,%.1f,%.1f,%.2f,%llu,%llu,%.1f\n",
                        usual[m].name, types[t]->name, types[t]->tests[0].name, steps[s],
                        (double)plain.volume_tests / FRAMES, (double)front.volume_tests / FRAMES,
                        fewer, 1e6 * plain.seconds / FRAMES, 1e6 * front.seconds / FRAMES,
                        plain.seconds / front.seconds, (unsigned long long)cache.from_roots,
                        (unsigned long long)cache.again, (double)plain.contacts / FRAMES);
                fflush(out);
                ok = ok && (s > 0 || fewer >= 3);
                front_cache_free(&cache);
            }
            ok = ok && tree;
            bvh_release(tree);
        }
    }
    mesh_release(usual[0].mesh);
    mesh_release(usual[1].mesh);
    return ok;
}
