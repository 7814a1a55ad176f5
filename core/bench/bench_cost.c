// The cost model T = N_v C_v + N_p C_p + N_u C_u: constants of every volume and overlap test, from
// every other pose of two equal meshes, and how well they predict the time of the rest. Its
// target: the time of all of these is met within 25 %, and so is half of them one by one. Poses
// with few tests are met worst: setting a query up costs time, too, which the model leaves out.
#include "core/bench/bench.h"
#include "core/bench/run.h"

#include "core/mesh/shapes.h"
#include "core/query/cost_model.h"
#include "core/tree/build/build.h"
#include "core/tree/split/split.h"

static const double WITHIN = 0.25, SECONDS = 1.5;

static void constant(FILE *out, const CostModel *model, enum CostTerm term)
{
    if (model->state[term] == COST_MEASURED)
        fprintf(out, "%.2f,", 1e9 * model->seconds[term]);
    else
        fputs(model->state[term] == COST_ABSENT ? "-," : "within,", out);
}

static bool row(FILE *out, const char *name, const Bvh *tree, const QueryDesc *desc)
{
    static CostMeasure m;
    Error err = {""};
    const OverlapTest *test = &tree->type->tests[desc->test];
    if (!bench_wants("%s,%d,%s,%s,%s", name, tree->mesh->triangle_count, tree->type->name,
                     test->name, desc->lift ? "lifted" : "plain"))
        return true;
    if (!cost_measure(tree, tree, desc, bench_is_quick() ? SECONDS / 10 : SECONDS, NULL, &m,
                      &err)) {
        fprintf(stderr, "%s, %s: %s\n", tree->type->name, test->name, err.text);
        return false;
    }
    int within = 0;
    for (int i = 1; i < m.poses; i += 2)
        within += fabs(m.forecasts[i] / m.samples[i].seconds - 1) <= WITHIN;
    fprintf(out, "%s,%d,%s,%s,%s,%d,%.0f,%.0f,%.0f,", name, tree->mesh->triangle_count,
            tree->type->name, test->name, desc->lift ? "lifted" : "plain", m.poses,
            m.counts[COST_VOLUME] / m.checked, m.counts[COST_TRIANGLE] / m.checked,
            m.counts[COST_UPDATE] / m.checked);
    for (int term = 0; term < COST_TERMS; ++term)
        constant(out, &m.model, (enum CostTerm)term);
    fprintf(out, "%.2f,%.2f,%.3f,%.3f,%.3f,%.3f,%d/%d\n", 1e6 * m.measured / m.checked,
            1e6 * m.predicted / m.checked, m.total, m.median, m.ninth, m.most, within, m.checked);
    fflush(out);
    return !bench_has_targets() || (fabs(m.total - 1) <= WITHIN && m.median <= WITHIN);
}

bool bench_cost(FILE *out)
{
    const BenchMesh usual[] = {
        {"torus", shape_torus(0.75, 0.25, 72, 35)}, // 5040 triangles
        {"soup", shape_soup(1000, 10, 2, 7)},
    };
    BenchMesh meshes[BENCH_MESHES_MOST];
    int count = bench_meshes(usual, sizeof usual / sizeof *usual, meshes);
    bool ok = true;
    fprintf(out, "mesh,triangles,volume,test,work,poses,volume_tests,triangle_tests,updates,"
                 "C_v_ns,C_p_ns,C_u_ns,measured_us,predicted_us,predicted/measured,error_median,"
                 "error_90_percent,error_most,within_25_percent\n");
    for (int m = 0; m < count; ++m) {
        for (int t = 0; meshes[m].mesh && t < bv_type_count; ++t) {
            bench_went_on((m + (double)t / bv_type_count) / count);
            Bvh *tree =
                bvh_build(meshes[m].mesh, &(BvhDesc){.type = bv_types[t], .split = split_rules[0]},
                          NULL, NULL);
            ok &= tree != NULL;
            for (int test = 0; tree && test < tree->type->test_count; ++test) {
                bool lifts = tree->type->tests[test].run_lifted;
                for (int lift = 0; lift <= lifts; ++lift)
                    ok &= row(out, meshes[m].name, tree,
                              &(QueryDesc){.mode = QUERY_ALL,
                                           .test = test,
                                           .rule = tree->type->rule,
                                           .lift = lift});
            }
            bvh_release(tree);
        }
        ok &= meshes[m].mesh != NULL;
        mesh_release(meshes[m].mesh);
    }
    return ok;
}
