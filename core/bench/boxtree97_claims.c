// The claims of the 1997 BoxTree paper: depth, few polygons, empty boxes, the simple algorithm,
// building. First contact in the cage, SAT lite, as in bench_boxtree97.c; against the simple
// algorithm all contacts, since it lists them all.
#include "core/bench/cage.h"
#include "core/bench/claims.h"
#include "core/bench/flake.h"
#include "core/bench/motion.h"
#include "core/bench/papers.h"
#include "core/bench/run.h"

#include "core/mesh/shapes.h"
#include "core/query/edge_contacts.h"
#include "core/tree/bv/boxtree97/boxtree97.h"
#include "core/tree/bv/variants.h"
#include "core/tree/pair/variants.h"
#include "core/tree/split/variants.h"

enum { FRAMES = 300, SEED = 1997, ROUNDS = 3, MOST_KINDS = 9 };

typedef struct Cage {
    Mesh *mesh;
    int contacts;
    Affine poses[FRAMES];
} Cage;

static Affine pose_at(const void *user, int frame)
{
    return ((const Cage *)user)->poses[frame];
}

static Motion motion_in(const Cage *cage)
{
    return (Motion){.scene = "",
                    .a = cage->mesh,
                    .b = cage->mesh,
                    .frames = FRAMES,
                    .rounds = ROUNDS,
                    .b_to_a = pose_at,
                    .user = cage};
}

enum { SAT_LITE = 0, CLIPPING = 2 };

// us[i]: time per query with the parameter's i-th value.
static bool sweep(Cage *cage, int test, const char *param, const double *values, int count,
                  double *us)
{
    MotionKind kinds[MOST_KINDS] = {0};
    MotionResult results[MOST_KINDS];
    for (int i = 0; i < count; ++i)
        kinds[i] = (MotionKind){&bv_boxtree97,
                                &split_spatial_median,
                                {.mode = QUERY_FIRST, .rule = DESCEND_both, .test = test},
                                param,
                                values[i]};
    Motion motion = motion_in(cage);
    bool ok = motion_measure(&motion, kinds, count, results);
    for (int i = 0; ok && i < count; ++i)
        us[i] = results[i].us;
    return ok;
}

static int fastest(const double *us, int count)
{
    int best = 0;
    for (int i = 1; i < count; ++i)
        if (us[i] < us[best])
            best = i;
    return best;
}

// The paper's own test costs several times what SAT lite does, so that fewer boxes pay: the best
// depth with either.
static bool write_depth(FILE *claims, Cage *cage, const char *name)
{
    enum { BELOW = 2, DEPTHS = 7 };
    int table = boxtree97_default_depth(cage->mesh->triangle_count);
    int first = table > BELOW ? table - BELOW : 1;
    double depths[DEPTHS], us[DEPTHS];
    for (int i = 0; i < DEPTHS; ++i)
        depths[i] = first + i;
    for (int clipping = 1; clipping >= 0; --clipping) {
        if (!sweep(cage, clipping ? CLIPPING : SAT_LITE, "depth", depths, DEPTHS, us))
            return false;
        int best = fastest(us, DEPTHS);
        char what[96], paper[16];
        snprintf(what, sizeof what, "best depth by %s: %s of %d",
                 clipping ? "interval clipping" : "SAT lite", name, cage->mesh->triangle_count);
        snprintf(paper, sizeof paper, "%d +- 1", table);
        claims_verdict(claims, what, paper, "", depths[best], fabs(depths[best] - table) <= 1);
        double loss = us[table - first] / us[best];
        claims_verdict(claims, "  time of the table's depth over the best one's", "1", "", loss,
                       loss < 1.1);
    }
    return true;
}

static bool write_others(FILE *claims, Cage *cage)
{
    static const double few[] = {1, 2, 4, 8, 16}, empty[] = {0.03, 0.06, 0.12, 0.25, 0.5, 1};
    double us[MOST_KINDS];
    char what[96];
    if (!sweep(cage, SAT_LITE, "few", few, 5, us))
        return false;
    int best = fastest(us, 5);
    snprintf(what, sizeof what, "torus of %d: best number of few polygons",
             cage->mesh->triangle_count);
    claims_verdict(claims, what, "1", "", few[best], true);
    claims_verdict(claims, "  time with 1 over the best one's", "1", "", us[0] / us[best],
                   us[0] < 1.1 * us[best]);
    if (!sweep(cage, SAT_LITE, "empty part", empty, 6, us))
        return false;
    best = fastest(us, 5);
    snprintf(what, sizeof what, "  empty boxes speed up: time without over with");
    claims_verdict(claims, what, ">1", "", us[5] / us[best], us[5] > us[best]);
    snprintf(what, sizeof what, "  their threshold is broad: 0.06 to 0.25, worst over best");
    double worst = fmax(us[1], fmax(us[2], us[3]));
    claims_verdict(claims, what, "about 1", "", worst / us[best], worst / us[best] < 1.25);
    return true;
}

static bool tree_us(const Cage *cage, int deeper, double *us)
{
    int depth = boxtree97_default_depth(cage->mesh->triangle_count) + deeper;
    MotionKind kind = {&bv_boxtree97,
                       &split_spatial_median,
                       {.mode = QUERY_ALL, .rule = DESCEND_both},
                       "depth",
                       depth};
    Motion motion = motion_in(cage);
    MotionResult result;
    bool ok = motion_measure(&motion, &kind, 1, &result);
    *us = result.us;
    return ok;
}

// From which size on the tree wins: the last crossing of the ratios, interpolated.
static double crossover_of(const double *sizes, const double *ratios, int count)
{
    double crossover = ratios[0] >= 1 ? sizes[0] : NAN;
    for (int i = 1; i < count; ++i)
        if (ratios[i - 1] < 1 && ratios[i] >= 1)
            crossover = sizes[i - 1] + (sizes[i] - sizes[i - 1]) * (1 - ratios[i - 1]) /
                                           (ratios[i] - ratios[i - 1]);
    return crossover;
}

// At the table's depth, and two deeper, which is the best by SAT lite.
static bool write_simple(FILE *claims, Cage *cage)
{
    enum { SIZES = 10 };
    static const int32_t tori[SIZES][2] = {{3, 3},  {4, 3},   {5, 4},   {6, 5},   {8, 6},
                                           {10, 8}, {14, 10}, {20, 10}, {25, 16}, {36, 14}};
    double sizes[SIZES], ratios[2][SIZES], filtered = NAN; // of the largest one
    for (int i = 0; i < SIZES; ++i) {
        double simple, unfiltered, tree, deep;
        cage->mesh = shape_torus(1, 0.3, tori[i][0], tori[i][1]);
        bool ok = cage->mesh &&
                  cage_record(cage->mesh, SEED, cage->poses, FRAMES, &cage->contacts) &&
                  cage_simple_ms(cage->mesh, cage->poses, FRAMES, 3, 2, 0, &simple) &&
                  cage_simple_ms(cage->mesh, cage->poses, FRAMES, 3, 2,
                                 SIMPLE_TRIANGLES | SIMPLE_EDGES, &unfiltered) &&
                  tree_us(cage, 0, &tree) && tree_us(cage, 2, &deep);
        sizes[i] = cage->mesh ? cage->mesh->triangle_count : 0;
        mesh_release(cage->mesh);
        if (!ok)
            return false;
        ratios[0][i] = 1e3 * simple / tree;
        ratios[1][i] = 1e3 * simple / deep;
        filtered = unfiltered / simple;
    }
    double crossover = crossover_of(sizes, ratios[0], SIZES);
    claims_verdict(claims, "tori: the tree beats the simple algorithm from (triangles)", "100", "",
                   crossover, true);
    crossover = crossover_of(sizes, ratios[1], SIZES);
    claims_verdict(claims, "  two levels deeper than the table", "100", "", crossover, true);
    claims_verdict(claims, "tori of 1008: times faster than the simple algorithm", ">>1", "",
                   ratios[0][SIZES - 1], true);
    claims_verdict(claims, "  two levels deeper than the table", ">>1", "", ratios[1][SIZES - 1],
                   true);
    claims_verdict(claims, "  the simple algorithm is faster by its pre-filter (times)", "1.5", "",
                   filtered, filtered > 1);
    return true;
}

static bool write_trees(FILE *claims)
{
    BvhDesc desc = {.type = &bv_boxtree97};
    static const struct {
        int rings, around;
        const char *coverage, *coverage_now, *factor, *factor_now;
    } tori[] = {{20, 10, "23", "0-25", "1.2-1.6", "1.4-2.2"},
                {80, 40, "40-60", "45-85", "1.2-1.6", ""},
                {200, 100, "40-60", "45-85", "1.2-1.6", "1.13-1.6"}};
    for (int i = 0; i < 3; ++i) {
        Mesh *mesh = shape_torus(1, 0.3, tori[i].rings, tori[i].around);
        Bvh *tree = mesh ? bvh_build(mesh, &desc, NULL, NULL) : NULL;
        if (tree) {
            char what[96];
            double part = 100 * boxtree97_coverage(tree), factor = boxtree97_pointer_factor(tree);
            snprintf(what, sizeof what, "torus of %d: volume in empty boxes (%%)",
                     mesh->triangle_count);
            claims_verdict(claims, what, tori[i].coverage, tori[i].coverage_now, part, part > 0);
            snprintf(what, sizeof what, "torus of %d: pointers per polygon", mesh->triangle_count);
            claims_verdict(claims, what, tori[i].factor, tori[i].factor_now, factor, true);
        }
        bvh_release(tree);
        mesh_release(mesh);
        if (!tree)
            return false;
    }
    Mesh *small = shape_uv_sphere(1, 40, 26), *large = shape_uv_sphere(1, 160, 101);
    double growth = NAN;
    if (small && large)
        growth = log(motion_build_ms(large, &desc, 2) / motion_build_ms(small, &desc, 5)) /
                 log((double)large->triangle_count / small->triangle_count);
    claims_verdict(claims, "building spheres of 2000 to 32000: time grows like n to the", "1", "",
                   growth, growth < 1.2);
    mesh_release(small);
    mesh_release(large);
    return !isnan(growth);
}

bool boxtree97_claims(FILE *claims)
{
    static const int32_t sizes[][2] = {{10, 5}, {15, 10}, {25, 14}, {36, 18}, {40, 25}, {50, 30}};
    static Cage cage;
    claims_title(claims, "BoxTree (Zachmann 1997): two objects in a cage");
    claims_note(claims,
                "%d frames, seed %d; cage 1.75 times the object; velocities exchanged on contact; "
                "first contact (against the simple algorithm: all); SAT lite;\ntori of tube to "
                "ring 0.3. Not measured: the alternator.",
                FRAMES, SEED);
    claims_head(claims);
    bool ok = true;
    for (int i = 0; ok && i < 16; ++i) {
        static const char *const names[] = {"torus", "ball", "cylinder", "tetra-flake"};
        const int32_t *n = sizes[i / 2 % 6];
        int kind = i < 12 ? i % 2 : 2 + i % 2;
        BenchSpan span = bench_span(i, 17); // the last one: against the simple algorithm
        cage.mesh = kind == 0   ? shape_torus(1, 0.3, n[0], n[1])
                    : kind == 1 ? shape_uv_sphere(1, n[0], n[1] + 1)
                    : kind == 2 ? shape_cylinder(1, 2, i == 12 ? 76 : 326)
                                : tetra_flake(i == 13 ? 2 : 3);
        ok = cage.mesh && cage_record(cage.mesh, SEED, cage.poses, FRAMES, &cage.contacts) &&
             write_depth(claims, &cage, names[kind]) && (i != 8 || write_others(claims, &cage));
        mesh_release(cage.mesh);
        bench_span_end(span);
    }
    return ok && write_simple(claims, &cage) && write_trees(claims);
}
