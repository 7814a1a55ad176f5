// The 1997 BoxTree's parameters, one at a time as in the paper: depth, few, empty part, gamma; and
// the tree against the simple algorithm. Scenario of the paper: two objects in a cage, bouncing off
// its walls and off each other, so that they are close most of the time. The poses are recorded
// once per mesh, so that every row is measured on the same ones. First contact, larger volume, SAT
// lite. Or two copies of each of somebody's own meshes in the cage.
#include "core/bench/bench.h"
#include "core/bench/cage.h"
#include "core/bench/run.h"
#include "core/bench/spread.h"

#include "core/base/clock.h"
#include "core/mesh/shapes.h"
#include "core/query/query.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/boxtree97/boxtree97.h"
#include "core/tree/bv/variants.h"

enum { FRAMES = 200, ROUNDS = 3, SEED = 1997 };
// Of a mesh that the simple algorithm is measured on, which compares every edge with every triangle.
enum { MOST_SIMPLE = 10000 };

typedef struct Scene97 {
    const char *name;
    Mesh *mesh;
    int contacts;
    Affine poses[FRAMES];
} Scene97;

static bool tree_row(FILE *out, Scene97 *scene, const char *sweep, const BvhDesc *desc,
                     enum QueryMode mode, double value, Spread *ms)
{
    *ms = SPREAD_NONE;
    if (!bench_wants("%s,%s,%d,%g", sweep, scene->name, scene->mesh->triangle_count, value))
        return true;
    Bvh *tree = bvh_build(scene->mesh, desc, NULL, NULL);
    if (!tree)
        return false;
    ContactList list = {0};
    QueryStats sum = {0};
    bool ok = true;
    for (int round = 0; ok && round < bench_rounds(ROUNDS); ++round) {
        sum = (QueryStats){0};
        double start = clock_cpu_seconds();
        for (int i = 0; ok && i < FRAMES; ++i) {
            QueryStats stats;
            ok = query_contacts(tree, tree, &scene->poses[i], &(QueryDesc){.mode = mode}, NULL,
                                &list, &stats, NULL);
            query_stats_add(&sum, &stats);
        }
        spread_add(ms, 1e3 * (clock_cpu_seconds() - start) / FRAMES);
    }
    bool cells = tree->type == &bv_boxtree97;
    fprintf(out, "%s,%s,%d,%g,%.2f,%.4f,%.1f,%.1f,%.1f,%.2f,%.1f,%d,%.4f\n", sweep, scene->name,
            scene->mesh->triangle_count, value, tree->build_ms, ms->least,
            (double)sum.volume_tests / FRAMES, (double)sum.triangle_tests / FRAMES,
            cells ? (double)sum.exits[1] / FRAMES : 0, cells ? boxtree97_pointer_factor(tree) : 1,
            cells ? 100 * boxtree97_coverage(tree) : 0, scene->contacts, ms->most);
    contact_list_free(&list);
    bvh_release(tree);
    return ok;
}

static BvhDesc desc_with(enum Boxtree97Param param, double value)
{
    BvhDesc desc = bvh_desc_filled(&(BvhDesc){.type = &bv_boxtree97});
    desc.params[param] = value;
    return desc;
}

static bool sweep_depth(FILE *out, Scene97 *scene)
{
    int normal = boxtree97_default_depth(scene->mesh->triangle_count), best = 0;
    Spread ms;
    double least = INFINITY;
    for (int depth = normal > 4 ? normal - 4 : 1; depth <= normal + 4; ++depth) {
        BvhDesc desc = desc_with(PARAM_DEPTH, depth);
        if (!tree_row(out, scene, "depth", &desc, QUERY_FIRST, depth, &ms))
            return false;
        if (ms.least < least) {
            least = ms.least;
            best = depth;
        }
    }
    if (!bench_wants_all()) // a summary of rows that were not all measured
        return true;
    fprintf(out, "best depth,%s,%d,%d,,%.4f,,,,,,,\n", scene->name, scene->mesh->triangle_count,
            best, least);
    fprintf(out, "table's depth,%s,%d,%d,,,,,,,,,\n", scene->name, scene->mesh->triangle_count,
            normal);
    return true;
}

static bool sweep_others(FILE *out, Scene97 *scene)
{
    static const struct {
        const char *name;
        enum Boxtree97Param param;
        double values[6];
    } sweeps[] = {{"few", PARAM_FEW, {1, 2, 4, 8, 16, 32}},
                  {"empty part", PARAM_EMPTY, {0.03, 0.06, 0.12, 0.25, 0.5, 1}},
                  {"gamma", PARAM_GAMMA, {0, 0.5, 1, 1.5, 3, 6}},
                  {"lambda", PARAM_SHARE, {0.6, 0.7, 0.8, 0.85, 0.9, 1}},
                  {"thickness", PARAM_THICKNESS, {0, 1e-6, 1e-5, 1e-4, 3e-4, 1e-3}}};
    Spread ms;
    for (size_t s = 0; s < sizeof sweeps / sizeof *sweeps; ++s) {
        for (int v = 0; v < 6; ++v) {
            BvhDesc desc = desc_with(sweeps[s].param, sweeps[s].values[v]);
            if (!tree_row(out, scene, sweeps[s].name, &desc, QUERY_FIRST, sweeps[s].values[v], &ms))
                return false;
        }
    }
    return true;
}

static bool against_simple(FILE *out, Scene97 *scene)
{
    double simple_ms;
    Spread ms;
    bool wanted = bench_wants("all: simple,%s,%d", scene->name, scene->mesh->triangle_count);
    if (wanted && scene->mesh->triangle_count > MOST_SIMPLE) {
        fprintf(out, "# all: simple,%s: left out, it has more than %d triangles\n", scene->name,
                MOST_SIMPLE);
        wanted = false;
    }
    bool ok = !wanted || cage_simple_ms(scene->mesh, scene->poses, FRAMES, 4, bench_rounds(ROUNDS),
                                        0, &simple_ms);
    if (wanted)
        fprintf(out, "all: simple,%s,%d,,,%.4f,,,,,,%d,\n", scene->name,
                scene->mesh->triangle_count, simple_ms, scene->contacts);
    BvhDesc aabb = {.type = &bv_aabb}, cells = {.type = &bv_boxtree97};
    return ok && tree_row(out, scene, "all: BoxTree 1997", &cells, QUERY_ALL, 0, &ms) &&
           tree_row(out, scene, "all: AABB", &aabb, QUERY_ALL, 0, &ms);
}

static bool measure(FILE *out, Scene97 *scene, bool others)
{
    return scene->mesh && cage_record(scene->mesh, SEED, scene->poses, FRAMES, &scene->contacts) &&
           sweep_depth(out, scene) && against_simple(out, scene) &&
           (!others || sweep_others(out, scene));
}

static bool measure_own(FILE *out, const BenchOwn *own)
{
    bool ok = true;
    for (int i = 0; ok && i < own->mesh_count; ++i) {
        bench_went_on((double)i / own->mesh_count);
        Scene97 scene = {.name = own->meshes[i].name, .mesh = own->meshes[i].mesh};
        ok = measure(out, &scene, true);
    }
    return ok;
}

bool bench_boxtree97(FILE *out)
{
    static const int32_t sizes[][2] = {{10, 5}, {15, 10}, {25, 14}, {36, 18}, {40, 25}, {50, 30}};
    fprintf(out, "sweep,mesh,triangles,value,build_ms,ms_per_query,volume_tests,triangle_tests,"
                 "empty_pairs,pointer_factor,coverage_percent,frames_in_contact,ms_most\n");
    if (bench_has_own())
        return measure_own(out, bench_own());
    bool ok = true;
    for (int i = 0; ok && i < (bench_is_quick() ? 4 : 12); ++i) {
        const int32_t *n = sizes[i / 2];
        bool torus = i % 2 == 0;
        bench_went_on(i / 12.0);
        Scene97 scene = {.name = torus ? "torus" : "ball",
                         .mesh = torus ? shape_torus(1, 0.3, n[0], n[1])
                                       : shape_uv_sphere(1, n[0], n[1] + 1)};
        ok = measure(out, &scene, i >= (bench_is_quick() ? 2 : 8));
        mesh_release(scene.mesh);
    }
    return ok;
}
