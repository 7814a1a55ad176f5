// Two identical tori scaled to a cube of edge 2: one tumbles about z and x at decreasing distances
// (Zachmann 2002). Every volume, overlap test, criterion and rule on the same poses: counts, time,
// and the time's ratio to the first row's.
#include "bench.h"

#include "../build.h"
#include "../clock.h"
#include "../query.h"
#include "../shapes.h"

enum { DISTANCES = 6, STEPS = 100, ROUNDS = 2 };

static Affine pose_at(int distance, int step)
{
    // From just separate (2.0) to half of the steps colliding.
    double turn = 6.283185307179586 * step / STEPS;
    Affine about_z = affine_rotation(vec3d(0, 0, 1), turn);
    Affine about_x = affine_rotation(vec3d(1, 0, 0), turn);
    Affine pose = affine_compose(&about_x, &about_z);
    pose.p = vec3d(2.0 - 0.2 * distance, 0, 0);
    return pose;
}

typedef struct Row {
    QueryStats stats; // of one round
    size_t contacts;
    double best_ms;
} Row;

static bool measure(const Bvh *tree, const QueryDesc *desc, Row *row, ContactList *list)
{
    row->best_ms = INFINITY;
    for (int round = 0; round < ROUNDS; ++round) {
        row->stats = (QueryStats){0};
        row->contacts = 0;
        double start = clock_seconds();
        for (int d = 0; d < DISTANCES; ++d) {
            for (int s = 0; s < STEPS; ++s) {
                Affine pose = pose_at(d, s);
                QueryStats stats;
                if (!query_contacts(tree, tree, &pose, desc, NULL, list, &stats, NULL))
                    return false;
                query_stats_add(&row->stats, &stats);
                row->contacts += list->count;
            }
        }
        row->best_ms = fmin(row->best_ms, 1e3 * (clock_seconds() - start));
    }
    return true;
}

typedef struct PairBench {
    FILE *out;
    Mesh *mesh;
    ContactList list;
    double reference[2]; // per mode: the first row's time
} PairBench;

static bool row_of(PairBench *bench, const Bvh *tree, int test, bool lift)
{
    for (int mode = 0; mode < 2; ++mode) {
        QueryDesc desc = {.mode = mode ? QUERY_ALL : QUERY_FIRST,
                          .rule = tree->type->rule,
                          .test = test,
                          .lift = lift};
        Row row;
        if (!measure(tree, &desc, &row, &bench->list))
            return false;
        if (bench->reference[mode] == 0)
            bench->reference[mode] = row.best_ms;
        const double queries = DISTANCES * STEPS;
        fprintf(bench->out, "%s,%s,%s%s,%s,%s,%.2f,%.1f,%.1f,%.1f,%.1f,%.1f,%.2f,%.2f\n",
                mode ? "all" : "first", tree->type->name, tree->type->tests[test].name,
                lift ? " lifted" : "", tree->desc.split->name, descent_rules[desc.rule].name,
                tree->build_ms, (double)bvh_bytes(tree) / bench->mesh->triangle_count,
                (double)row.stats.volume_tests / queries,
                (double)row.stats.triangle_tests / queries, (double)row.stats.updates / queries,
                (double)row.contacts / queries, 1e3 * row.best_ms / queries,
                row.best_ms / bench->reference[mode]);
    }
    return true;
}

// Every overlap test on the default criterion, every other criterion with the default test.
bool bench_pairs(FILE *out)
{
    PairBench bench = {.out = out, .mesh = shape_torus(0.75, 0.25, 72, 35)}; // 5040 triangles
    bool ok = bench.mesh != NULL;
    fprintf(out, "mode,volume,test,criterion,rule,build_ms,bytes_per_triangle,volume_tests,"
                 "triangle_tests,updates,contacts,us_per_query,ratio\n");
    for (int t = 0; ok && t < BV_TYPE_COUNT; ++t) {
        bool tests_done = false;
        for (int s = 0; ok && s < SPLIT_RULE_COUNT; ++s) {
            BvhDesc kind = {.type = bv_types[t], .split = split_rules[s]};
            const char *why;
            if (!bvh_desc_allowed(&kind, &why))
                continue;
            Bvh *tree = bvh_build(bench.mesh, &kind, NULL, NULL);
            ok = tree != NULL;
            for (int test = 0; ok && test < (tests_done ? 1 : bv_types[t]->test_count); ++test) {
                ok = row_of(&bench, tree, test, false);
                if (ok && !tests_done && bv_types[t]->tests[test].run_lifted)
                    ok = row_of(&bench, tree, test, true);
            }
            tests_done = true;
            bvh_release(tree);
        }
    }
    contact_list_free(&bench.list);
    mesh_release(bench.mesh);
    return ok;
}
