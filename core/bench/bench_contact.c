// What it costs to say what contacts mean: listing them beside the stage that finds depths, places
// and curves, on spheres, knots and tori that run into each other, and on a ring that lies half in
// a block: there a whole circle is equally deep, which takes the most samples. Or along somebody's own motion:
// means per frame, and the greatest depth. The least and the most of three rounds.
#include "core/bench/bench.h"
#include "core/bench/run.h"
#include "core/bench/spread.h"

#include "core/base/clock.h"
#include "core/meaning/contact.h"
#include "core/mesh/shapes.h"
#include "core/tree/build/build.h"

enum { ROUNDS = 3 };

// Sums over the frames, of one round.
typedef struct Sums {
    double list_ms, detail_ms;
    size_t contacts, clusters, curves;
    double depth, depth_error; // of the deepest
} Sums;

static bool run(const BenchPair *pair, const Bvh *a, const Bvh *b, SolidCache *solids, Sums *sums)
{
    const QueryDesc all = {.mode = QUERY_ALL, .witnesses = true};
    ContactList contacts = {0};
    bool ok = true;
    *sums = (Sums){.list_ms = 0};
    for (int f = 0; ok && f < pair->frames; ++f) {
        PosedPart parts[2] = {{a, affine_identity(), true, true}, {b, pair->b_to_a[f], true, true}};
        ContactDetail detail = {0};
        double start = clock_cpu_seconds();
        ok = query_contacts(a, b, &pair->b_to_a[f], &all, NULL, &contacts, NULL, NULL);
        double listed = clock_cpu_seconds();
        ok = ok && contact_examine(&parts[0], &parts[1], &contacts, &(ContactDesc){0}, solids, NULL,
                                   &detail, NULL);
        sums->detail_ms += 1e3 * (clock_cpu_seconds() - listed);
        sums->list_ms += 1e3 * (listed - start);
        sums->contacts += contacts.count;
        sums->clusters += detail.cluster_count;
        sums->curves += detail.curve_count;
        if (detail.depth > sums->depth || f == 0) {
            sums->depth = detail.depth;
            sums->depth_error = detail.depth_error;
        }
        contact_detail_free(&detail);
    }
    contact_list_free(&contacts);
    return ok;
}

static bool measure(FILE *out, const BenchPair *pair)
{
    if (!bench_wants("%s,%d", pair->name, pair->a->triangle_count + pair->b->triangle_count))
        return true;
    Bvh *a = bvh_build(pair->a, NULL, NULL, NULL), *b = bvh_build(pair->b, NULL, NULL, NULL);
    Spread list = SPREAD_NONE, detail = SPREAD_NONE;
    SolidCache solids = {0};
    Sums sums = {.list_ms = 0};
    double n = pair->frames, first = 0;
    bool ok = a && b;
    for (int round = 0; ok && round < bench_rounds(ROUNDS); ++round) {
        ok = run(pair, a, b, &solids, &sums);
        first = round == 0 ? sums.detail_ms / n : first;
        spread_add(&list, sums.list_ms / n);
        spread_add(&detail, sums.detail_ms / n);
    }
    if (ok)
        fprintf(out, "%s,%d,%.6g,%.3f,%.3f,%.3f,%.5f,%.5f,%.4g,%.4g,%d,%.3f,%.3f\n", pair->name,
                pair->a->triangle_count + pair->b->triangle_count, (double)sums.contacts / n,
                list.least, first, detail.least, sums.depth, sums.depth_error,
                (double)sums.clusters / n, (double)sums.curves / n, pair->frames, list.most,
                detail.most);
    fflush(out);
    solid_cache_free(&solids);
    bvh_release(a);
    bvh_release(b);
    return ok;
}

static bool measure_usual(FILE *out)
{
    Affine turned = affine_rotation(vec3d_normalised(vec3d(1, 2, 3)), 0.7);
    turned.p = vec3d(0.9, 0.1, 0.2);
    Affine deep = affine_translation(vec3d(1.2, 0.3, 0.1));
    Affine shallow = affine_translation(vec3d(1.98, 0.1, 0.05));
    Affine lower = affine_translation(vec3d(0, -1, 0));
    const BenchPair cases[] = {
        {"spheres 20k deep", shape_ico_sphere(1, 5), shape_ico_sphere(1, 5), &deep, 1},
        {"spheres 20k shallow", shape_ico_sphere(1, 5), shape_ico_sphere(1, 5), &shallow, 1},
        {"knots 11k", shape_knot(2, 3, 1, 0.4, 0.15, 343, 16),
         shape_knot(2, 3, 1, 0.4, 0.15, 343, 16), &turned, 1},
        {"tori 10k", shape_torus(1, 0.3, 100, 50), shape_torus(1, 0.3, 100, 50), &turned, 1},
        {"ring in block", shape_torus(1, 0.3, 96, 32), shape_box(vec3d(4, 2, 4)), &lower, 1},
    };
    enum { CASES = sizeof cases / sizeof *cases };
    bool ok = true;
    for (int i = 0; i < CASES; ++i) {
        bench_went_on((double)i / CASES);
        ok = ok && cases[i].a && cases[i].b && measure(out, &cases[i]);
        mesh_release(cases[i].a);
        mesh_release(cases[i].b);
    }
    return ok;
}

bool bench_contact(FILE *out)
{
    const BenchOwn *own = bench_own();
    bool ok = true;
    fprintf(out, "case,triangles,contacts,list_ms,first_ms,depth_ms,depth,error,places,curves,"
                 "frames,list_most_ms,depth_most_ms\n");
    if (!bench_has_own())
        return measure_usual(out);
    for (int i = 0; ok && i < own->pair_count; ++i) {
        bench_went_on((double)i / own->pair_count);
        ok = measure(out, &own->pairs[i]);
    }
    return ok;
}
