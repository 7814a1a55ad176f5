// Figures of the BoxTree paper (Zachmann 1997) about time: two objects in a cage (core/bench/cage.h).
#include "app/figures/figure.h"

#include "core/base/array.h"
#include "core/bench/cage.h"
#include "core/bench/motion.h"
#include "core/mesh/shapes.h"
#include "core/mesh/stand_ins.h"
#include "core/query/edge_contacts.h"
#include "core/tree/bv/boxtree97/boxtree97.h"
#include "core/tree/bv/variants.h"
#include "core/tree/pair/variants.h"
#include "core/tree/split/variants.h"

#include <stdio.h>

enum { SEED = 1997, FRAMES_MOST = 300, CLIPPING = 2 };

typedef struct Cage {
    Mesh *mesh;
    int frames, contacts;
    Affine poses[FRAMES_MOST];
} Cage;

static Affine pose_at(const void *user, int frame)
{
    return ((const Cage *)user)->poses[frame];
}

static Cage *cage_of(Mesh *mesh, const FigureRun *run)
{
    Cage *cage = mesh ? mem_calloc(1, sizeof *cage) : NULL;
    if (cage) {
        cage->mesh = mesh;
        cage->frames = run->quick ? 60 : FRAMES_MOST;
        if (cage_record(mesh, SEED, cage->poses, cage->frames, &cage->contacts))
            return cage;
    }
    mem_free(cage);
    mesh_release(mesh);
    return NULL;
}

static void cage_free(Cage *cage)
{
    if (cage)
        mesh_release(cage->mesh);
    mem_free(cage);
}

static MotionKind tree_kind(enum QueryMode mode, const char *param, double value)
{
    return (MotionKind){&bv_boxtree97,
                        &split_spatial_median,
                        {.mode = mode, .rule = DESCEND_both, .test = CLIPPING},
                        param,
                        value};
}

static bool measure_in(const Cage *cage, const FigureRun *run, const MotionKind *kinds, int count,
                       MotionResult *results)
{
    Motion motion = {.scene = "",
                     .a = cage->mesh,
                     .b = cage->mesh,
                     .frames = cage->frames,
                     .rounds = run->quick ? 1 : 3,
                     .b_to_a = pose_at,
                     .user = cage,
                     .job = run->job};
    return motion_measure(&motion, kinds, count, results);
}

// --- figure 6

static bool measure_6(const Figure *figure, const FigureRun *run, FigureData *data, Error *err)
{
    (void)figure, (void)err;
    static const char *const names[] = {"spheres", "hyperboloids (ours)"};
    static const char *const whats[] = {"spheres: time grows like n to the",
                                        "hyperboloids: time grows like n to the"};
    static const double details[] = {1, 1.6, 2.5, 4, 6.3};
    int sizes = run->quick ? 3 : 5;
    FigurePlot *plot = figure_plot(data, "Building BoxTrees", "triangles", "ms of CPU");
    BvhDesc desc = {.type = &bv_boxtree97};
    for (int kind = 0; kind < 2; ++kind) {
        FigureSeries *series = figure_series(data, plot, names[kind], FIGURE_LINE);
        for (int s = 0; s < sizes; ++s) {
            int n = (int)lround(20 * details[s]);
            Mesh *mesh =
                kind ? stand_in(STAND_IN_HYPERBOLOID, details[s], 1) : shape_uv_sphere(1, n, n);
            double ms = mesh ? motion_build_ms(mesh, &desc, run->quick ? 2 : 4) : NAN;
            if (mesh)
                figure_point(series, mesh->triangle_count, ms);
            mesh_release(mesh);
            if (isnan(ms) || !figure_goes_on(run, (kind * sizes + s + 1.0) / (2 * sizes)))
                return false;
        }
        double exponent = figure_exponent(series);
        figure_claim(data, whats[kind], exponent, exponent < 1.25);
    }
    snprintf(data->note, sizeof data->note,
             "Depth by the paper's table and, beyond it, by our line; least CPU time of %d builds.",
             run->quick ? 2 : 4);
    return true;
}

const Figure figure_zachmann1997_6 = {
    .id = "zachmann1997-6",
    .paper = PAPER_ZACHMANN_1997,
    .number = "Figure 6",
    .note = "Building BoxTrees",
    .shows =
        "Time to build the BoxTree of spheres and of hyperboloids over the number of polygons. "
        "The paper's experiments indicate O(n) on average.",
    .models = "Spheres and hyperboloids by formula, as far as the paper describes them.",
    .measure = measure_6,
};

// --- figure 9

static bool measure_9(const Figure *figure, const FigureRun *run, FigureData *data, Error *err)
{
    (void)figure, (void)err;
    static const struct {
        int slices, stacks, published;
        const char *what;
    } sizes[] = {{10, 6, 4, "best depth, about 100 polygons"},
                 {15, 11, 5, "best depth, about 300 polygons"},
                 {25, 15, 6, "best depth, about 700 polygons"},
                 {36, 19, 7, "best depth, about 1300 polygons"},
                 {40, 26, 8, "best depth, about 2000 polygons"},
                 {50, 31, 9, "best depth, about 3000 polygons"}};
    enum { BELOW = 2, DEPTHS = 7, SIZES = sizeof sizes / sizeof *sizes };
    FigurePlot *plot =
        figure_plot(data, "Time over the depth of the tree, by triangles", "depth", "us of CPU");
    plot->y_log = true;
    FigureSeries *paper = NULL;
    for (int s = 0; s < SIZES; ++s) {
        Cage *cage = cage_of(shape_uv_sphere(1, sizes[s].slices, sizes[s].stacks), run);
        MotionKind kinds[DEPTHS];
        MotionResult results[DEPTHS];
        int first = sizes[s].published - BELOW, best = 0;
        for (int i = 0; i < DEPTHS; ++i)
            kinds[i] = tree_kind(QUERY_FIRST, "depth", first + i);
        bool ok = cage && measure_in(cage, run, kinds, DEPTHS, results);
        char name[FIGURE_TEXT];
        snprintf(name, sizeof name, "%d", cage ? cage->mesh->triangle_count : 0);
        FigureSeries *series = figure_series(data, plot, name, FIGURE_LINE);
        for (int i = 0; ok && i < DEPTHS; ++i) {
            figure_point(series, first + i, results[i].us);
            best = results[i].us < results[best].us ? i : best;
        }
        cage_free(cage);
        if (!ok || !figure_goes_on(run, (s + 1.0) / SIZES))
            return false;
        if (s == SIZES - 1)
            paper = figure_series(data, plot, "the paper's best depth", FIGURE_POINTS);
        figure_claim(data, sizes[s].what, first + best,
                     abs(first + best - sizes[s].published) <= 1);
    }
    // Where the paper's depths lie on our curves.
    for (int s = 0; s < SIZES; ++s) {
        const FigureSeries *of = &plot->series[s];
        if (of->count > BELOW)
            figure_point(paper, of->x[BELOW], of->y[BELOW]);
    }
    snprintf(
        data->note, sizeof data->note,
        "Two spheres in a cage, %d frames, seed %d; first contact; interval clipping as in the "
        "paper; leaves of one polygon at least.",
        run->quick ? 60 : FRAMES_MOST, SEED);
    return true;
}

const Figure figure_zachmann1997_9 = {
    .id = "zachmann1997-9",
    .paper = PAPER_ZACHMANN_1997,
    .number = "Figure 9",
    .note = "The best depth of a BoxTree",
    .shows = "Time of a query over the depth at which the tree ends, for two spheres of different "
             "complexity that bounce in a cage. From the least of each curve the paper made its "
             "table of depths.",
    .models = "Spheres as in the paper, of nearly the same numbers of triangles.",
    .measure = measure_9,
};

// --- figure 10

static double crossing(const FigureSeries *simple, const FigureSeries *tree)
{
    double at = simple->count > 0 && simple->y[0] >= tree->y[0] ? simple->x[0] : NAN;
    for (int i = 1; i < simple->count && i < tree->count; ++i) {
        double before = simple->y[i - 1] / tree->y[i - 1], now = simple->y[i] / tree->y[i];
        if (before < 1 && now >= 1)
            at = simple->x[i - 1] +
                 (simple->x[i] - simple->x[i - 1]) * (1 - before) / (now - before);
    }
    return at;
}

static bool measure_10(const Figure *figure, const FigureRun *run, FigureData *data, Error *err)
{
    (void)figure, (void)err;
    static const int tori[][2] = {{3, 3},   {5, 4},   {8, 6},   {10, 8},
                                  {20, 10}, {25, 16}, {36, 14}, {50, 20}};
    static const int quick_tori[][2] = {{3, 3}, {8, 6}, {20, 10}, {36, 14}};
    int sizes = run->quick ? 4 : 8;
    enum { UNFILTERED = SIMPLE_TRIANGLES | SIMPLE_EDGES };
    FigurePlot *plot = figure_plot(data, "BoxTree and simple algorithm", "triangles", "us of CPU");
    plot->x_log = plot->y_log = true;
    FigureSeries *bare =
        figure_series(data, plot, "simple algorithm without its pre-checks", FIGURE_LINE);
    FigureSeries *simple = figure_series(data, plot, "simple algorithm", FIGURE_LINE);
    FigureSeries *solid = figure_series(data, plot, "BoxTree without empty boxes", FIGURE_LINE);
    FigureSeries *tree = figure_series(data, plot, "BoxTree", FIGURE_LINE);
    double thousand = NAN;
    for (int s = 0; s < sizes; ++s) {
        const int *n = run->quick ? quick_tori[s] : tori[s];
        Cage *cage = cage_of(shape_torus(1, 0.3, n[0], n[1]), run);
        MotionKind kinds[] = {tree_kind(QUERY_ALL, NULL, 0), tree_kind(QUERY_ALL, "empty part", 1)};
        MotionResult results[2];
        double ms = NAN, bare_ms = NAN;
        bool ok = cage && measure_in(cage, run, kinds, 2, results) &&
                  cage_simple_ms(cage->mesh, cage->poses, cage->frames, 3, 1, 0, &ms) &&
                  cage_simple_ms(cage->mesh, cage->poses, cage->frames, run->quick ? 20 : 10, 1,
                                 UNFILTERED, &bare_ms);
        double triangles = cage ? cage->mesh->triangle_count : 0;
        cage_free(cage);
        if (!ok || !figure_goes_on(run, (s + 1.0) / sizes))
            return false;
        figure_point(bare, triangles, 1e3 * bare_ms);
        figure_point(simple, triangles, 1e3 * ms);
        figure_point(solid, triangles, results[1].us);
        figure_point(tree, triangles, results[0].us);
        if (n[0] == 36)
            thousand = 1e-3 * results[0].us;
    }
    int last = tree->count - 1;
    figure_row(data, "the tree is faster from (triangles)", crossing(simple, tree));
    figure_row_of(data, "  against the one without pre-checks", "", "", crossing(bare, tree),
                  JUDGE_VALUE);
    figure_row(data, "tori of 1000 polygons (ms)", thousand);
    figure_row(data, "largest: T without / with empty boxes", solid->y[last] / tree->y[last]);
    figure_row(data, "largest: T of simple algorithm / tree", simple->y[last] / tree->y[last]);
    figure_row(data, "largest: T without / with pre-checks", bare->y[last] / simple->y[last]);
    snprintf(
        data->note, sizeof data->note,
        "Two tori (tube to ring 0.3) in a cage, %d frames, seed %d; all contacts; interval "
        "clipping, the table's depth. Our pre-checks are far better than the paper's, hence the "
        "second curve of the simple algorithm.",
        run->quick ? 60 : FRAMES_MOST, SEED);
    return true;
}

const Figure figure_zachmann1997_10 = {
    .id = "zachmann1997-10",
    .paper = PAPER_ZACHMANN_1997,
    .number = "Figure 10",
    .note = "BoxTree against the simple algorithm",
    .shows = "Two tori bounce off each other in a tight cage. Time of a query over their number of "
             "polygons: with the BoxTree, with one that keeps no empty boxes, and by comparing all "
             "edges with all polygons.",
    .models = "Tori as in the paper, whose radii it does not give.",
    .measure = measure_10,
};
