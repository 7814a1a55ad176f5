// How good the trees of every volume type and criterion are: memory, depth, cost, tightness,
// balance, overlap of siblings, empty space, convergence, how well overlaps are foreseen, nodes by
// kind, cuts by reason, empty cells, and the time to build them, on a torus, a sphere and long thin triangles.
#include "core/bench/bench.h"
#include "core/bench/motion.h"
#include "core/bench/run.h"

#include "core/base/clock.h"
#include "core/mesh/shapes.h"
#include "core/tree/build/build.h"
#include "core/tree/quality/quality.h"
#include "core/tree/split/split.h"

static void header(FILE *out)
{
    fprintf(out, "mesh,triangles,volume,criterion,bytes,bytes_per_triangle,nodes,least_depth,"
                 "mean_depth,most_depth,relative_cost,cost,root_cost,area_cost,flat_groups,"
                 "tightness,node_balance,volume_balance,overlap,empty_median,empty_median_upper,"
                 "build_ms,root_tightness,overlap_estimated,overlap_observed,empty_bins,levels,"
                 "cases,empty_cells,cuts,build_most_ms\n");
}

// "lu: children part: 2020; ll: both trim their upper side: 210; ..."
static void counts(FILE *out, const CountRow *rows, int count)
{
    for (int i = 0; i < count; ++i)
        fprintf(out, "%s%s: %u", i ? "; " : "", rows[i].what, rows[i].count);
}

static void cases(FILE *out, const Bvh *bvh, double empty, double build_most)
{
    CountRow rows[BV_MAX_COUNTS];
    counts(out, rows, bvh->type->counts ? bvh->type->counts(bvh, rows) : 0);
    fprintf(out, ",%.3f,", empty);
    counts(out, bvh->cuts.rows, bvh->cuts.count);
    fprintf(out, ",%.2f\n", build_most);
}

// Nodes by empty space in twenty equal parts; per level its nodes, mean diameter and thickness.
static void series(FILE *out, const EmptySpace *empty, const NodeMeasures *tree)
{
    enum { MOST_LEVELS = 64 };
    LevelMeasure levels[MOST_LEVELS];
    uint32_t count = quality_levels(tree, levels, MOST_LEVELS);
    for (int i = 0; i < EMPTY_SPACE_BINS; ++i)
        fprintf(out, "%s%u", i ? " " : "", empty->bins[i]);
    fputc(',', out);
    for (uint32_t i = 0; i < count && i < MOST_LEVELS; ++i)
        fprintf(out, "%s%u:%.4g:%.4g", i ? " " : "", levels[i].nodes, levels[i].diameter,
                levels[i].thickness);
    fputc(',', out);
}

static bool row(FILE *out, const char *name, Mesh *mesh, const BvhDesc *desc)
{
    Error err = {""};
    NodeMeasures tree = {0};
    EmptySpace all, upper;
    double start = clock_cpu_seconds();
    Bvh *bvh = bvh_build(mesh, desc, NULL, &err);
    Spread build = SPREAD_NONE; // once more: building is a fifth of the work here
    spread_add(&build, 1e3 * (clock_cpu_seconds() - start));
    spread_add(&build, motion_build_ms(mesh, desc, 1));
    bool ok = bvh && quality_measure(bvh, NULL, &tree) && quality_empty_space(&tree, 0, &all) &&
              quality_empty_space(&tree, EMPTY_SPACE_MANY, &upper);
    if (ok) {
        Quality q = quality_of(&tree);
        double bytes = (double)bvh_bytes(bvh);
        fprintf(out,
                "%s,%d,%s,%s,%.0f,%.1f,%u,%u,%.2f,%u,%.3f,%.6g,%.6g,%.6g,%u,%.3f,%.4f,%.4f,%.4f,"
                "%.3f,%.3f,%.2f,",
                name, mesh->triangle_count, bvh->type->name, bvh_criterion_name(&bvh->desc), bytes,
                bytes / mesh->triangle_count, q.nodes, q.least_depth, q.mean_depth, q.most_depth,
                quality_relative_cost(&q), q.cost, q.root_cost, q.area_cost, q.flat_groups,
                q.tightness, q.node_balance, q.volume_balance, q.overlap, all.median, upper.median,
                build.least);
        OverlapForecast forecast = quality_forecast(&tree, bvh->radius);
        fprintf(out, "%.3f,%.3f,%.3f,", q.root_tightness, forecast.estimated, forecast.observed);
        series(out, &all, &tree);
        cases(out, bvh, q.empty, build.most);
    } else {
        fprintf(stderr, "%s: %s\n", desc->type->name, err.text);
    }
    node_measures_free(&tree);
    bvh_release(bvh);
    return ok;
}

bool bench_quality(FILE *out)
{
    const BenchMesh usual[] = {
        {"torus", shape_torus(0.75, 0.25, 72, 35)}, // 5040 triangles
        {"sphere", shape_ico_sphere(1, 4)},         // 5120
        {"cone", shape_cone(1, 4, 1280)},           // 2560 slivers and needles
    };
    BenchMesh meshes[BENCH_MESHES_MOST];
    int count = bench_meshes(usual, sizeof usual / sizeof *usual, meshes);
    bool ok = true;
    header(out);
    for (int m = 0; m < count; ++m) {
        ok = ok && meshes[m].mesh;
        for (int t = 0; ok && t < bv_type_count; ++t) {
            bench_went_on((m + (double)t / bv_type_count) / count);
            for (int s = 0; ok && s < split_rule_count; ++s) {
                const char *why;
                BvhDesc desc = {.type = bv_types[t], .split = split_rules[s]};
                if (bvh_desc_allowed(&desc, &why) &&
                    bench_wants("%s,%d,%s,%s", meshes[m].name, meshes[m].mesh->triangle_count,
                                bv_types[t]->name, bvh_criterion_name(&desc)))
                    ok = row(out, meshes[m].name, meshes[m].mesh, &desc);
            }
        }
        mesh_release(meshes[m].mesh);
    }
    return ok;
}
