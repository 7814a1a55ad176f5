// Figures of the restricted boxtree paper (Zachmann 2002), by the motion of its section 5 (core/bench/tumble.h).
#include "app/figures/figure.h"

#include "core/bench/tumble.h"
#include "core/mesh/shapes.h"
#include "core/mesh/stand_ins.h"
#include "core/tree/bv/variants.h"
#include "core/tree/quality/quality.h"
#include "core/tree/split/variants.h"

#include <stdio.h>

enum { OBJECTS = 4, SIZES_MOST = 6 };
typedef struct Object {
    const char *name, *title;
    enum StandIn stand_in; // STAND_INS: a torus
} Object;
static const Object objects[OBJECTS] = {{"headlight", "headlight (stand-in)", STAND_IN_HEADLIGHT},
                                        {"car body", "car body (stand-in)", STAND_IN_CAR},
                                        {"door lock", "door lock (stand-in)", STAND_IN_LOCK},
                                        {"torus", "torus", STAND_INS}};

// In a cube of edge 2, as in the paper.
static Mesh *make(const Object *object, double detail)
{
    int rings = (int)lround(72 * detail);
    return object->stand_in == STAND_INS ? shape_torus(0.75, 0.25, rings, rings / 2 - 1)
                                         : stand_in(object->stand_in, detail, 1);
}

// --- figure 1

static bool empty_space(Bvh *tree, uint32_t more_than, FigureSeries *series, double *median,
                        Job *job)
{
    NodeMeasures nodes = {0};
    EmptySpace space;
    bool ok = tree && quality_measure(tree, job, &nodes) &&
              quality_empty_space(&nodes, more_than, &space);
    node_measures_free(&nodes);
    if (!ok)
        return false;
    uint32_t sum = 0;
    figure_point(series, 0, 0);
    for (int i = 0; i < EMPTY_SPACE_BINS; ++i) {
        sum += space.bins[i];
        figure_point(series, 100.0 * (i + 1) / EMPTY_SPACE_BINS, 100.0 * sum / space.count);
    }
    *median = 100 * space.median;
    return true;
}

static bool measure_1(const Figure *figure, const FigureRun *run, FigureData *data, Error *err)
{
    (void)figure, (void)err;
    static const char *const whats[][2] = {
        {"headlight: median empty volume (%)", "headlight: nodes above 10 triangles (%)"},
        {"car body: median empty volume (%)", "car body: nodes above 10 triangles (%)"},
        {"door lock: median empty volume (%)", "door lock: nodes above 10 triangles (%)"}};
    FigurePlot *plots[2] = {figure_plot(data, "Empty part of the parent's box, all nodes",
                                        "at most so much is empty, %", "nodes, %"),
                            figure_plot(data, "The same, nodes above 10 triangles",
                                        "at most so much is empty, %", "nodes, %")};
    bool ok = true;
    for (int i = 0; ok && i < 3; ++i) {
        Mesh *mesh = make(&objects[i], run->quick ? 1 : 2);
        BvhDesc desc = {.type = &bv_aabb, .split = &split_spatial_median};
        Bvh *tree = mesh ? bvh_build(mesh, &desc, run->job, NULL) : NULL;
        for (int many = 0; ok && many < 2; ++many) {
            double median = NAN;
            FigureSeries *series = figure_series(data, plots[many], objects[i].name, FIGURE_LINE);
            ok = empty_space(tree, many ? EMPTY_SPACE_MANY : 0, series, &median, run->job);
            figure_row(data, whats[i][many], median);
        }
        bvh_release(tree);
        mesh_release(mesh);
        ok = ok && figure_goes_on(run, (i + 1) / 3.0);
    }
    for (int many = 0; many < 2; ++many) {
        FigureSeries *paper =
            figure_series(data, plots[many], "published: half at 10 %", FIGURE_PAPER);
        figure_point(paper, 0, 50);
        figure_point(paper, 10, 50);
        figure_point(paper, 10, 0);
    }
    snprintf(
        data->note, sizeof data->note,
        "AABB trees by spatial median, one triangle per leaf. The side at which the parent was "
        "split is left out, as in the paper.");
    return ok;
}

const Figure figure_zachmann2002_1 = {
    .id = "zachmann2002-1",
    .paper = PAPER_ZACHMANN_2002,
    .number = "Figure 1",
    .note = "Empty space between a box and its parent",
    .shows =
        "In an AABB tree most nodes lie close to their parent on most sides, so that storing a "
        "whole box for each wastes memory: the reason for restricted boxtrees. Shown is how "
        "many nodes leave at most so much of their parent's box empty.",
    .models = "Stand-ins for three objects that the paper does not name: headlight, car body and "
              "door lock, made by formula.",
    .measure = measure_1,
};

// --- figure 6

static bool measure_6(const Figure *figure, const FigureRun *run, FigureData *data, Error *err)
{
    (void)figure, (void)err;
    static const double details[] = {1, 1.6, 2.4, 3.4, 4.4, 5.2};
    int sizes = run->quick ? 3 : 6;
    FigurePlot *plot = figure_plot(data, "Building restricted boxtrees", "triangles", "ms of CPU");
    BvhDesc desc = {.type = &bv_boxtree, .split = &split_zachmann};
    double most_rate = 0, least_rate = INFINITY;
    for (int i = 0; i <= 3; ++i) {
        const char *name = i < 3 ? objects[i].name : "sphere";
        FigureSeries *series =
            figure_series(data, plot, i < 3 ? objects[i].title : name, FIGURE_LINE);
        for (int s = 0; s < sizes; ++s) {
            int stacks = (int)lround(48 * details[s]);
            Mesh *mesh = i < 3 ? make(&objects[i], details[s]) : shape_uv_sphere(1, stacks, stacks);
            double n = mesh ? mesh->triangle_count : 0;
            double ms = mesh ? motion_build_ms(mesh, &desc, run->quick ? 2 : 3) : NAN;
            mesh_release(mesh);
            if (isnan(ms) || !figure_goes_on(run, (i * sizes + s + 1.0) / (4 * sizes)))
                return false;
            figure_point(series, n, ms);
            most_rate = fmax(most_rate, 1e3 * n / ms);
            least_rate = fmin(least_rate, 1e3 * n / ms);
        }
        char what[FIGURE_TEXT];
        snprintf(what, sizeof what, "%s: time grows like n to the", name);
        figure_claim(data, what, figure_exponent(series), figure_exponent(series) < 1.25);
    }
    figure_row(data, "polygons per second, least", least_rate);
    figure_row(data, "polygons per second, most", most_rate);
    snprintf(data->note, sizeof data->note,
             "The criterion of the paper on all three axes; least CPU time of %d builds. n log n "
             "between these sizes is n to the 1.1.",
             run->quick ? 2 : 3);
    return true;
}

const Figure figure_zachmann2002_6 = {
    .id = "zachmann2002-6",
    .paper = PAPER_ZACHMANN_2002,
    .number = "Figure 6",
    .note = "Building restricted boxtrees",
    .shows = "Time to build a restricted boxtree over the number of polygons, for four objects: "
             "nearly a straight line.",
    .models = "Spheres as in the paper; stand-ins for headlight, door lock and car body.",
    .measure = measure_6,
};

// --- figure 8

static bool measure_8(const Figure *figure, const FigureRun *run, FigureData *data, Error *err)
{
    (void)figure, (void)err;
    enum { DISTANCES = 16 };
    static const enum TumbleKind lite[] = {LITE};
    MotionResult results[DISTANCES];
    TumbleWork work = {.a = make(&objects[0], run->quick ? 1 : 3.85),
                       .b = make(&objects[2], run->quick ? 1 : 3.46),
                       .kinds = lite,
                       .count = 1,
                       .distances = DISTANCES,
                       .steps = run->quick ? 20 : 200,
                       .rounds = 2,
                       .job = run->job};
    bool ok = tumble_some(&work, results);
    FigurePlot *time = figure_plot(data, "Time, mean of a turn, over the distance",
                                   "distance of the centres", "us of CPU");
    FigurePlot *tests =
        figure_plot(data, "Volume tests, mean of a turn", "distance of the centres", "N_v");
    FigureSeries *us = figure_series(data, time, "SAT lite", FIGURE_LINE);
    FigureSeries *count = figure_series(data, tests, "SAT lite", FIGURE_LINE);
    for (int i = 0; ok && i < DISTANCES; ++i) {
        double d = tumble_distance(&work.range, i);
        figure_point(us, d, results[i].us);
        figure_point(count, d, results[i].volume_tests);
    }
    figure_row(data, "triangles of the headlight", work.a ? work.a->triangle_count : 0);
    figure_row(data, "triangles of the door lock", work.b ? work.b->triangle_count : 0);
    if (ok) {
        figure_row_of(data, "T when near / when far", "", "",
                      results[DISTANCES - 1].us / results[0].us, JUDGE_VALUE);
        figure_row_of(data, "N_v where half of the steps collide", "", "",
                      results[DISTANCES - 1].volume_tests, JUDGE_VALUE);
        snprintf(data->note, sizeof data->note,
                 "%d steps of a full turn about z and x at each of %d distances, from %.2f "
                 "(bounding spheres apart) to %.2f (half of the steps collide); all contacts.",
                 work.steps, DISTANCES, work.range.far, work.range.near);
    }
    mesh_release(work.a);
    mesh_release(work.b);
    return ok;
}

const Figure figure_zachmann2002_8 = {
    .id = "zachmann2002-8",
    .paper = PAPER_ZACHMANN_2002,
    .number = "Figure 8",
    .note = "Query time over the distance of two objects",
    .shows = "How the paper measures: one object makes a full tumbling turn at each of many "
             "distances, and the mean time of a query is plotted over the distance. Here for a "
             "headlight and a door lock with the test SAT lite.",
    .models = "Stand-ins for headlight and door lock, in full with 64,000 and 80,000 triangles as "
              "in the paper.",
    .measure = measure_8,
};

// --- figures 9 and 10

// Means over all distances of a size; kinds: at most SIZES_MOST of them.
static bool tumble_size(const Object *object, double detail, const enum TumbleKind *kinds,
                        int count, const FigureRun *run, double *triangles, MotionResult *means)
{
    enum { DISTANCES = 4 };
    MotionResult results[SIZES_MOST * DISTANCES];
    Mesh *mesh = make(object, detail);
    TumbleWork work = {.a = mesh,
                       .b = mesh,
                       .kinds = kinds,
                       .count = count,
                       .distances = DISTANCES,
                       .steps = run->quick ? 15 : 100,
                       .rounds = 2,
                       .job = run->job};
    bool ok = tumble_some(&work, results);
    for (int k = 0; ok && k < count; ++k)
        means[k] = motion_mean(results + k * DISTANCES, DISTANCES);
    *triangles = mesh ? mesh->triangle_count : 0;
    mesh_release(mesh);
    return ok;
}

static const double DETAILS[] = {1, 1.5, 2.2, 3.2, 4};
static const char TUMBLE_NOTE[] = "Two copies in cubes of edge 2; means over four distances, from "
                                  "bounding spheres apart to half of "
                                  "the steps colliding; all contacts, work of nodes lifted. Times "
                                  "are CPU times of kinds that took "
                                  "turns.";

static bool measure_9(const Figure *figure, const FigureRun *run, FigureData *data, Error *err)
{
    (void)figure, (void)err;
    static const enum TumbleKind kinds[] = {LITE, SAT, ALIGNED};
    static const char *const names[] = {"SAT lite", "SAT", "axis alignment"};
    int sizes = run->quick ? 2 : 5;
    FigurePlot *time = figure_plot(data, "Time of a query", "triangles", "us of CPU");
    FigurePlot *tests = figure_plot(data, "Volume tests of a query", "triangles", "N_v");
    FigureSeries *us[3], *count[3];
    MotionResult r[3] = {0};
    for (int k = 0; k < 3; ++k) {
        us[k] = figure_series(data, time, names[k], FIGURE_LINE);
        count[k] = figure_series(data, tests, names[k], FIGURE_LINE);
    }
    for (int s = 0; s < sizes; ++s) {
        double n;
        if (!tumble_size(&objects[1], DETAILS[s], kinds, 3, run, &n, r) ||
            !figure_goes_on(run, (s + 1.0) / sizes))
            return false;
        for (int k = 0; k < 3; ++k) {
            figure_point(us[k], n, r[k].us);
            figure_point(count[k], n, r[k].volume_tests);
        }
    }
    figure_row(data, "largest: T of SAT / SAT lite", r[1].us / r[0].us);
    figure_row(data, "largest: T of alignment / SAT lite", r[2].us / r[0].us);
    figure_row_of(data, "largest: N_v of SAT lite", "", "", r[0].volume_tests, JUDGE_VALUE);
    figure_row_of(data, "largest: N_v of SAT", "", "", r[1].volume_tests, JUDGE_VALUE);
    figure_row_of(data, "largest: N_v of alignment", "", "", r[2].volume_tests, JUDGE_VALUE);
    snprintf(data->note, sizeof data->note, "%s", TUMBLE_NOTE);
    return true;
}

const Figure figure_zachmann2002_9 = {
    .id = "zachmann2002-9",
    .paper = PAPER_ZACHMANN_2002,
    .number = "Figure 9",
    .note = "Overlap tests of restricted boxes compared",
    .shows =
        "Three tests for two restricted boxes over the number of polygons: axis alignment, all "
        "fifteen axes (SAT), and six of them (SAT lite), which the paper found the fastest.",
    .models = "A stand-in for the car body; the paper does not say which of its objects it shows.",
    .measure = measure_9,
};

static bool measure_10(const Figure *figure, const FigureRun *run, FigureData *data, Error *err)
{
    (void)figure, (void)err;
    static const enum TumbleKind kinds[] = {LITE, DOP};
    static const char *const titles[OBJECTS] = {"Headlight (stand-in)", "Car body (stand-in)",
                                                "Door lock (stand-in)", "Torus"};
    int sizes = run->quick ? 2 : 5;
    for (int i = 0; i < OBJECTS; ++i) {
        FigurePlot *plot = figure_plot(data, titles[i], "triangles", "us of CPU");
        FigureSeries *boxes = figure_series(data, plot, "restricted boxtree", FIGURE_LINE);
        FigureSeries *dops = figure_series(data, plot, "24-DOP tree", FIGURE_LINE);
        MotionResult r[2] = {0};
        double n = 0;
        for (int s = 0; s < sizes; ++s) {
            if (!tumble_size(&objects[i], DETAILS[s], kinds, 2, run, &n, r) ||
                !figure_goes_on(run, (i * sizes + s + 1.0) / (OBJECTS * sizes)))
                return false;
            figure_point(boxes, n, r[0].us);
            figure_point(dops, n, r[1].us);
        }
        char what[FIGURE_TEXT];
        snprintf(what, sizeof what, "%s: T of boxtree / DOP tree", objects[i].name);
        figure_claim(data, what, r[0].us / r[1].us, r[0].us < 1.2 * r[1].us);
        if (i >= OBJECTS - 2) // the axes of the others do not say how far they reach
            figure_row(data,
                       i == OBJECTS - 1 ? "torus: boxtree at the largest size (ms)"
                                        : "door lock: boxtree at the largest size (ms)",
                       1e-3 * r[0].us);
        figure_row_of(data, "  N_v of boxtree / DOP tree", "", "",
                      r[0].volume_tests / r[1].volume_tests, JUDGE_VALUE);
    }
    snprintf(data->note, sizeof data->note, "%s DOPs by spatial median, which suits them best.",
             TUMBLE_NOTE);
    return true;
}

const Figure figure_zachmann2002_10 = {
    .id = "zachmann2002-10",
    .paper = PAPER_ZACHMANN_2002,
    .number = "Figure 10",
    .note = "Restricted boxtrees against DOP trees",
    .shows =
        "Query time of restricted boxtrees and of 24-DOP trees over the number of polygons, for "
        "four objects. The paper finds them about equally fast; on our machine and with our "
        "DOPs restricted boxtrees, which take a twelfth of the memory, are slower.",
    .models = "A torus as in the paper; stand-ins for headlight, car body and door lock.",
    .measure = measure_10,
};
