// Two identical tori scaled to a cube of edge 2: one tumbles about z and x at decreasing distances
// (Zachmann 2002). Every volume, overlap test, criterion and rule on the same poses: counts, time,
// and the time's ratio to the first row's.
#include "bench.h"

#include "../build.h"
#include "../clock.h"
#include "../query.h"
#include "../shapes.h"

enum { DISTANCES = 6, STEPS = 200, ROUNDS = 3 };

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

bool bench_pairs(FILE *out)
{
    Mesh *mesh = shape_torus(0.75, 0.25, 72, 35); // 5040 triangles
    ContactList list = {0};
    bool ok = mesh != NULL;
    double reference[2] = {0, 0};
    fprintf(out, "mode,volume,test,criterion,rule,build_ms,bytes_per_triangle,volume_tests,"
                 "triangle_tests,contacts,us_per_query,ratio\n");
    for (int t = 0; ok && t < BV_TYPE_COUNT; ++t) {
        for (int s = 0; ok && s < SPLIT_RULE_COUNT; ++s) {
            BvhDesc kind = {.type = bv_types[t], .split = split_rules[s]};
            const char *why;
            if (!bvh_desc_allowed(&kind, &why))
                continue;
            Bvh *tree = bvh_build(mesh, &kind, NULL, NULL);
            ok = tree != NULL;
            for (int c = 0; ok && c < 2 * DESCENT_RULE_COUNT * tree->type->test_count; ++c) {
                int mode = c % 2, rule = c / 2 % DESCENT_RULE_COUNT;
                QueryDesc desc = {.mode = mode ? QUERY_ALL : QUERY_FIRST,
                                  .rule = (enum DescentRule)rule,
                                  .test = c / 2 / DESCENT_RULE_COUNT};
                Row row;
                ok = measure(tree, &desc, &row, &list);
                if (reference[mode] == 0)
                    reference[mode] = row.best_ms;
                fprintf(out, "%s,%s,%s,%s,%s,%.2f,%.1f,%.1f,%.1f,%.1f,%.2f,%.2f\n",
                        mode ? "all" : "first", tree->type->name, tree->type->tests[desc.test].name,
                        tree->desc.split->name, descent_rules[rule].name, tree->build_ms,
                        (double)bvh_bytes(tree) / mesh->triangle_count,
                        (double)row.stats.volume_tests / (DISTANCES * STEPS),
                        (double)row.stats.triangle_tests / (DISTANCES * STEPS),
                        (double)row.contacts / (DISTANCES * STEPS),
                        1e3 * row.best_ms / (DISTANCES * STEPS), row.best_ms / reference[mode]);
            }
            bvh_release(tree);
        }
    }
    contact_list_free(&list);
    mesh_release(mesh);
    return ok;
}
