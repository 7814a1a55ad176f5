// Figures of the slab cut ball paper (Larsson and Akenine-Moeller 2008), on its scenes (core/bench/larsson_scenes.h).
#include "app/figures/figure.h"

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/bench/larsson_scenes.h"
#include "core/mesh/shapes.h"
#include "core/mesh/stand_ins.h"
#include "core/tree/bv/slabcutball/slab_fit.h"
#include "core/tree/bv/variants.h"
#include "core/tree/pair/variants.h"
#include "core/tree/quality/quality.h"
#include "core/tree/split/variants.h"

#include <stdio.h>

// --- figure 4

// Least CPU milliseconds of fitting one slab cut ball to the whole mesh, and what came out. NAN: no memory.
static double fit_ms(const Mesh *mesh, int rounds, SlabBall *ball)
{
    double least = NAN;
    int32_t *all = array_alloc((size_t)mesh->triangle_count, sizeof *all);
    FitRoom room;
    if (all && fit_room_init(&room, mesh, mesh->triangle_count)) {
        for (int32_t i = 0; i < mesh->triangle_count; ++i)
            all[i] = i;
        FitItems items = {.mesh = mesh, .items = all, .count = mesh->triangle_count, .room = &room};
        least = INFINITY;
        for (int i = 0; i < rounds; ++i) {
            double start = clock_cpu_seconds();
            FitPoints points = fit_points(&items);
            *ball = slab_fit(&points);
            slab_extent(&points, ball);
            least = fmin(least, 1e3 * (clock_cpu_seconds() - start));
        }
        fit_room_free(&room);
    }
    mem_free(all);
    return least;
}

static Mesh *model_4(int i, double detail)
{
    int n = (int)lround(60 * detail);
    return i == 0   ? shape_blob(2 * (int)lround(3000 * detail * detail), 6, 1.2, 0.25, 4)
           : i == 1 ? shape_knot(2, 3, 2, 0.8, 0.42, 2 * n, n / 2)
           : i == 2 ? stand_in(STAND_IN_TEAPOT, detail, 1)
           : i == 3 ? stand_in(STAND_IN_X_WING, detail, 1)
                    : shape_uv_sphere(1, n, n);
}

static bool measure_4(const Figure *figure, const FigureRun *run, FigureData *data, Error *err)
{
    (void)figure, (void)err;
    static const char *const names[] = {"blob with limbs", "knot", "teapot (stand-in)",
                                        "X-wing (stand-in)", "sphere"};
    static const char *const growth[] = {
        "blob: time grows like n to the", "knot: time grows like n to the",
        "teapot: time grows like n to the", "X-wing: time grows like n to the",
        "sphere: time grows like n to the"};
    static const double details[] = {1, 2, 3, 4.5, 6};
    enum { MODELS = 5 };
    int sizes = run->quick ? 3 : 5;
    FigurePlot *plot = figure_plot(data, "Computing one slab cut ball", "vertices", "ms of CPU");
    for (int i = 0; i < MODELS; ++i) {
        FigureSeries *series = figure_series(data, plot, names[i], FIGURE_LINE);
        SlabBall first = {0};
        for (int s = 0; s < sizes; ++s) {
            SlabBall ball = {0};
            Mesh *mesh = model_4(i, details[s]);
            double ms = mesh ? fit_ms(mesh, run->quick ? 3 : 5, &ball) : NAN;
            if (mesh)
                figure_point(series, mesh->vertex_count, ms);
            mesh_release(mesh);
            if (isnan(ms) || !figure_goes_on(run, (i * sizes + s + 1.0) / (MODELS * sizes)))
                return false;
            first = s == 0 ? ball : first;
        }
        figure_claim(data, growth[i], figure_exponent(series), figure_exponent(series) < 1.25);
        char what[FIGURE_TEXT];
        snprintf(what, sizeof what, "  %s: width of slab / diameter", names[i]);
        figure_row_of(data, what, "", "", (first.hi - first.lo) / (2 * first.radius), JUDGE_VALUE);
    }
    snprintf(
        data->note, sizeof data->note,
        "By the algorithm of the paper's figure 3: ball of the 26 extremal points, narrowest of "
        "the slabs of the 26-DOP and of 13 triangles. Least CPU time of some rounds.");
    return true;
}

const Figure figure_larsson2008_4 = {
    .id = "larsson2008-4",
    .paper = PAPER_LARSSON_2008,
    .number = "Figure 4",
    .note = "Models in their slab cut balls",
    .shows = "Models with the slab cut ball around each, and how long it takes to compute it. The "
             "paper finds the time proportional to the number of vertices.",
    .models = "Our models instead of the paper's: stand-ins for a teapot and an X-wing, a knot, a "
              "sphere, and in the plot a blob with limbs.",
    .pictures = true,
    .measure = measure_4,
};

// --- figure 6

static bool levels_of(const Mesh *mesh, const BvType *type, Job *job, LevelMeasure *levels,
                      uint32_t most, uint32_t *count)
{
    BvhDesc desc = {.type = type, .split = &split_scb};
    Bvh *tree = bvh_build((Mesh *)(uintptr_t)mesh, &desc, job, NULL);
    NodeMeasures nodes = {0};
    bool ok = tree && quality_measure(tree, job, &nodes);
    if (ok)
        *count = quality_levels(&nodes, levels, most);
    node_measures_free(&nodes);
    bvh_release(tree);
    return ok;
}

static bool measure_6(const Figure *figure, const FigureRun *run, FigureData *data, Error *err)
{
    (void)figure, (void)err;
    enum { LEVELS = 32, SHOWN = 4, FROM = 5, TO = 11 };
    static const struct {
        const BvType *type;
        const char *name;
    } kinds[] = {{&bv_slabcutball, "slab cut balls"}, {&bv_sphere, "balls"}};
    Mesh *mesh = shape_ico_sphere(1, run->quick ? 4 : 5);
    FigurePlot *plot = figure_plot(data, "Thickness of the volumes, level by level", "level",
                                   "thickness / radius");
    plot->y_log = true;
    LevelMeasure levels[2][LEVELS];
    uint32_t count[2] = {0};
    bool ok = mesh != NULL;
    for (int k = 0; ok && k < 2; ++k) {
        ok = levels_of(mesh, kinds[k].type, run->job, levels[k], LEVELS, &count[k]);
        FigureSeries *series = figure_series(data, plot, kinds[k].name, FIGURE_LINE);
        for (uint32_t i = 0; ok && i < count[k] && i <= TO + 1; ++i)
            figure_point(series, i, levels[k][i].thickness);
        ok = ok && figure_goes_on(run, (k + 1) / 2.0);
    }
    mesh_release(mesh);
    if (!ok || count[0] <= TO || count[1] <= TO)
        return false;
    for (int level = FROM; level <= TO; level += 2) {
        char what[FIGURE_TEXT];
        snprintf(what, sizeof what, "level %d: thickness of ball / SCB", level);
        figure_row_of(data, what, "", "", levels[1][level].thickness / levels[0][level].thickness,
                      false);
    }
    double steps = TO - FROM;
    double thinner = pow(levels[0][TO].thickness / levels[0][FROM].thickness, 1 / steps);
    double smaller = pow(levels[0][TO].diameter / levels[0][FROM].diameter, 1 / steps);
    figure_row(data, "SCB: diameter from level to level", smaller);
    figure_row(data, "SCB: thickness from level to level", thinner);
    figure_row(data, "SCB: thickness falls like diameter to the", log(thinner) / log(smaller));
    snprintf(
        data->note, sizeof data->note,
        "A sphere of %d triangles. That the diameter halves from level to level would hold for "
        "a tree over a line; over a surface it is 1/sqrt 2 in a binary tree.",
        run->quick ? 5120 : 20480);
    return true;
}

const Figure figure_larsson2008_6 = {
    .id = "larsson2008-6",
    .paper = PAPER_LARSSON_2008,
    .number = "Figure 6",
    .note = "Slab cut balls against balls, level by level",
    .shows = "Two spheres beside each other in slab cut balls and in balls, on levels 5, 7, 9 and "
             "11. Slab cut balls come close to the surface much sooner, and the gap between the "
             "spheres opens.",
    .models = "Tessellated spheres as in the paper; in the picture of 5120 triangles each.",
    .pictures = true,
    .measure = measure_6,
};

// --- figure 11

typedef struct Scene11 {
    enum LarssonSceneId id;
    const char *tests, *time; // titles
    int every, quick;         // frames; quick 0: left out
    int triangles, ritter;    // Table 2; by how much Ritter's balls are slower, %
} Scene11;
static const Scene11 scenes_11[] = {
    {SPHERES_L1, "Spheres-L1: volume tests", "Spheres-L1: time", 1, 10, 20480, 18},
    {HORSES, "Horses (stand-in): volume tests", "Horses (stand-in): time", 5, 50, 96966, 12},
    {HANDS, "Hands (stand-in): volume tests", "Hands (stand-in): time", 20, 0, 654666, 10},
};
enum { SCENES_11 = sizeof scenes_11 / sizeof *scenes_11, FRAMES_MOST = 500 };

typedef struct Stretch {
    int first, last; // frames of the paper's 500
} Stretch;
typedef struct Sum {
    double us, tests;
} Sum;

static Sum sum_over(const MotionResult *r, int frames, int every, const Stretch stretches[2])
{
    Sum sum = {0, 0};
    for (int f = 0; f < frames; ++f)
        for (int s = 0; s < 2; ++s)
            if (f * every >= stretches[s].first && f * every <= stretches[s].last) {
                sum.us += r[f].us;
                sum.tests += r[f].volume_tests;
            }
    return sum;
}

// What the text says of the curves of the spheres.
static void add_stretches(FigureData *data, int frames, int every, const MotionResult *results)
{
    enum { OBB, SCB, BALL };
    static const Stretch coincident[2] = {{244, 256}, {1, 0}}, others[2] = {{0, 243}, {257, 500}},
                         passing[2] = {{20, 140}, {360, 480}};
    const LarssonPublished *p = &larsson_published[CLOSE_L1];
    const char *source = "text, section 5";
    Sum near[LARSSON_KINDS], apart[LARSSON_KINDS], pass[LARSSON_KINDS];
    char paper[32];
    for (int k = 0; k < LARSSON_KINDS; ++k) {
        near[k] = sum_over(results + k * frames, frames, every, coincident);
        apart[k] = sum_over(results + k * frames, frames, every, others);
        pass[k] = sum_over(results + k * frames, frames, every, passing);
    }
    double ratio = near[BALL].us / near[SCB].us;
    snprintf(paper, sizeof paper, "%g", p->ball_time);
    figure_claim_of(data, "  frames 244-256: T of ball / SCB", paper, source, ratio, ratio > 1);
    ratio = near[OBB].us / near[SCB].us;
    snprintf(paper, sizeof paper, "%g", p->obb_time);
    figure_claim_of(data, "  frames 244-256: T of OBB / SCB", paper, source, ratio, ratio > 1);
    ratio = near[SCB].tests / near[OBB].tests;
    figure_claim_of(data, "  frames 244-256: N_v of SCB / OBB", "<1", source, ratio, ratio < 1);
    ratio = apart[SCB].tests / apart[OBB].tests;
    figure_claim_of(data, "  the other frames: N_v of SCB / OBB", "about 2", source, ratio,
                    ratio > 1);
    ratio = pass[OBB].us / pass[BALL].us;
    figure_claim_of(data, "  frames 20-140, 360-480: T of OBB / ball", ">1", source, ratio,
                    ratio > 1);
}

static void add_scene(FigureData *data, const Scene11 *scene, const LarssonScene *played,
                      int frames, const MotionResult *results)
{
    static const char *const names[LARSSON_KINDS] = {"OBB", "slab cut ball", "ball"};
    static const char *const shorts[LARSSON_KINDS] = {"OBB", "SCB", "ball"};
    const LarssonPublished *p = &larsson_published[scene->id];
    const char *title = played->motion.scene;
    FigurePlot *tests = figure_plot(data, scene->tests, "frame", "N_v");
    FigurePlot *time = figure_plot(data, scene->time, "frame", "ms of CPU");
    MotionResult mean[LARSSON_KINDS];
    for (int k = 0; k < LARSSON_KINDS; ++k) {
        const MotionResult *r = results + k * frames;
        FigureSeries *counted = figure_series(data, tests, names[k], FIGURE_LINE);
        FigureSeries *timed = figure_series(data, time, names[k], FIGURE_LINE);
        for (int f = 0; f < frames; ++f) {
            figure_point(counted, f * played->every, r[f].volume_tests);
            figure_point(timed, f * played->every, 1e-3 * r[f].us);
        }
        mean[k] = motion_mean(r, frames);
    }
    char what[FIGURE_TEXT], paper[32];
    enum FigureJudge judge = scene->id == SPHERES_L1 ? JUDGE_VALUE : JUDGE_MODEL;
    snprintf(what, sizeof what, "%s: triangles", title);
    snprintf(paper, sizeof paper, "%d", scene->triangles);
    figure_row_of(data, what, paper, "Table 2", played->motion.a->triangle_count, judge);
    for (int k = 0; k < LARSSON_KINDS; ++k) {
        snprintf(what, sizeof what, "%s: N_v %s", title, shorts[k]);
        snprintf(paper, sizeof paper, "%.0f", p->paper[k]);
        figure_row_of(data, what, paper, "Table 3", mean[k].volume_tests, judge);
        snprintf(what, sizeof what, "%s: N_p %s", title, shorts[k]);
        snprintf(paper, sizeof paper, "%.0f", p->paper[LARSSON_KINDS + k]);
        figure_row_of(data, what, paper, "Table 3", mean[k].triangle_tests, judge);
        snprintf(what, sizeof what, "%s: T of %s (ms)", title, shorts[k]);
        snprintf(paper, sizeof paper, "%g", p->ms[k]);
        figure_row_of(data, what, paper, "Table 3", 1e-3 * mean[k].us, JUDGE_MACHINE);
    }
    const char *source = scene->id == HANDS ? "Table 3" : "text, section 5";
    snprintf(what, sizeof what, "%s: T of ball / SCB", title);
    snprintf(paper, sizeof paper, "%g", p->ball_time);
    figure_claim_of(data, what, paper, source, mean[2].us / mean[1].us, mean[2].us > mean[1].us);
    snprintf(what, sizeof what, "%s: T of OBB / SCB", title);
    snprintf(paper, sizeof paper, "%g", p->obb_time);
    figure_claim_of(data, what, paper, source, mean[0].us / mean[1].us, mean[0].us > mean[1].us);
    if (scene->id == SPHERES_L1)
        add_stretches(data, frames, played->every, results);
}

// Balls by Ritter's method instead of the tight ones, which took turns with them.
static bool add_ritter(FigureData *data, const Scene11 *scene, const Motion *played,
                       MotionResult *results)
{
    static const QueryDesc all = {.mode = QUERY_ALL, .rule = DESCEND_radius};
    const MotionKind kinds[] = {{&bv_sphere, &split_scb, all, NULL, 0},
                                {&bv_sphere, &split_scb, all, "Ritter", 1}};
    Motion motion = *played;
    motion.parts = 1;
    if (!motion_measure(&motion, kinds, 2, results))
        return false;
    char what[FIGURE_TEXT], paper[32];
    double slower = 100 * (results[1].us / results[0].us - 1);
    snprintf(what, sizeof what, "%s: Ritter's balls slower by (%%)", motion.scene);
    snprintf(paper, sizeof paper, "%d", scene->ritter);
    figure_claim_of(data, what, paper, "text, section 5", slower, slower > 0);
    return true;
}

static bool measure_11(const Figure *figure, const FigureRun *run, FigureData *data, Error *err)
{
    (void)figure, (void)err;
    MotionResult *results = array_alloc(LARSSON_KINDS * FRAMES_MOST, sizeof *results);
    bool ok = results != NULL;
    for (int i = 0; ok && i < SCENES_11; ++i) {
        int every = run->quick ? scenes_11[i].quick : scenes_11[i].every;
        if (every == 0)
            continue;
        LarssonScene scene;
        larsson_scene_create(&scene, scenes_11[i].id, every, 1);
        scene.motion.parts = scene.motion.frames;
        scene.motion.rounds = run->quick ? 1 : 2;
        scene.motion.job = run->job;
        ok = motion_measure(&scene.motion, larsson_kinds, LARSSON_KINDS, results);
        if (ok)
            add_scene(data, &scenes_11[i], &scene, scene.motion.frames, results);
        ok = ok && add_ritter(data, &scenes_11[i], &scene.motion, results);
        larsson_scene_free(&scene);
        ok = ok && figure_goes_on(run, (i + 1.0) / SCENES_11);
    }
    mem_free(results);
    snprintf(
        data->note, sizeof data->note,
        "All contacts, the larger radius opened first; models turned at random before building, "
        "seeds 1 and 2. %s",
        run->quick ? "Every 10th frame of the spheres, every 50th of the horses; the hands are "
                     "measured in full only."
                   : "All 500 frames of the spheres, every 5th of the horses, every 20th of the "
                     "hands.");
    return ok;
}

const Figure figure_larsson2008_11 = {
    .id = "larsson2008-11",
    .paper = PAPER_LARSSON_2008,
    .number = "Figure 11",
    .note = "Volume tests and time, frame by frame",
    .shows =
        "Two spheres pass through each other, two horses move apart, a hand falls through "
        "another: volume tests and time of every frame with OBBs, slab cut balls and balls. In "
        "frame 250 the spheres coincide, and balls break down.",
    .models = "Spheres as in the paper; blobs with limbs, of as many triangles, stand in for horse "
              "and hand.",
    .measure = measure_11,
};
