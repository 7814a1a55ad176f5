// Figure 2 and the tables of the AABB paper (van den Bergen 1998), by its random placements (core/bench/bergen.h).
#include "app/figures/figure.h"

#include "core/bench/bergen.h"
#include "core/tree/bv/variants.h"
#include "core/tree/split/variants.h"

#include <stdio.h>

static const char MODELS[] =
    "A torus of 5000 triangles, tube to ring 0.2, which the paper does not "
    "give; stand-ins of the same numbers of triangles for its X-wing (6084, "
    "slender) and its teapot (3752).";

typedef struct Placed {
    Mesh *mesh;
    double half; // of the cube
    int placements;
} Placed;

static bool place(Placed *placed, int model, const FigureRun *run)
{
    *placed = (Placed){.mesh = bergen_model((enum BergenModel)model),
                       .placements = run->quick ? 150 : 20000};
    placed->half = bergen_cube_half(placed->mesh, run->quick ? 100 : 2000, run->job);
    return placed->mesh && !isnan(placed->half);
}

static Motion motion_of(const Placed *placed, const FigureRun *run)
{
    return (Motion){.scene = "",
                    .a = placed->mesh,
                    .b = placed->mesh,
                    .frames = placed->placements,
                    .rounds = 2,
                    .b_to_a = bergen_placement,
                    .user = &placed->half,
                    .job = run->job};
}

static void note(FigureData *data, const Placed *placed, double colliding)
{
    size_t used = strlen(data->note);
    snprintf(data->note + used, sizeof data->note - used,
             "%s%d random placements, seed %d, origins in a cube of edge %.2f: %.0f %% collide.",
             used > 0 ? " " : "First contact, longer side first. ", placed->placements, BERGEN_SEED,
             2 * placed->half, 100 * colliding);
}

// --- figure 2

enum { FIRST_EXIT = 1, FACE_EXITS = 6, EXITS = 15 };

typedef struct Exits {
    double count[EXITS + 1], separations, tests, colliding;
} Exits;

static bool count_exits(const Placed *placed, enum BergenKind kind, Job *job, Exits *out)
{
    BvhDesc desc = {.type = bergen_kinds[kind].type, .split = bergen_kinds[kind].split};
    Bvh *tree = bvh_build(placed->mesh, &desc, job, NULL);
    ContactList list = {0};
    bool ok = tree != NULL;
    *out = (Exits){0};
    for (int i = 0; ok && i < placed->placements; ++i) {
        QueryStats stats;
        Affine pose = bergen_placement(&placed->half, i);
        ok = !job_cancelled(job) && query_contacts(tree, tree, &pose, &bergen_kinds[kind].query,
                                                   NULL, &list, &stats, NULL);
        out->tests += (double)stats.volume_tests;
        out->colliding += list.count > 0;
        for (int e = FIRST_EXIT; e <= EXITS; ++e) {
            out->count[e] += (double)stats.exits[e];
            out->separations += (double)stats.exits[e];
        }
    }
    out->colliding /= placed->placements;
    contact_list_free(&list);
    bvh_release(tree);
    return ok;
}

static bool measure_2(const Figure *figure, const FigureRun *run, FigureData *data, Error *err)
{
    (void)figure, (void)err;
    static const enum BergenKind kinds[] = {BERGEN_OBB, BERGEN_AABB};
    static const char *const names[] = {"OBB", "AABB"};
    FigurePlot *plot = figure_plot(data, "On which axis the SAT ends: torus",
                                   "axis: 1 to 6 faces, 7 to 15 pairs of edges", "% of the exits");
    static const char *const axes[EXITS] = {"1", "2",  "3",  "4",  "5",  "6",  "7", "8",
                                            "9", "10", "11", "12", "13", "14", "15"};
    plot->x_names = axes;
    plot->x_name_count = EXITS;
    for (int m = 0; m < BERGEN_MODELS; ++m) {
        Placed placed;
        Exits exits[2];
        bool ok = place(&placed, m, run) && count_exits(&placed, kinds[0], run->job, &exits[0]) &&
                  count_exits(&placed, kinds[1], run->job, &exits[1]);
        mesh_release(placed.mesh);
        if (!ok || !figure_goes_on(run, (m + 1.0) / BERGEN_MODELS))
            return false;
        for (int k = 0; k < 2; ++k) {
            double edges = 0;
            for (int e = FACE_EXITS + 1; e <= EXITS; ++e)
                edges += exits[k].count[e];
            FigureSeries *bars =
                m == BERGEN_TORUS ? figure_series(data, plot, names[k], FIGURE_BARS) : NULL;
            for (int e = FIRST_EXIT; bars && e <= EXITS; ++e)
                figure_point(bars, e, 100 * exits[k].count[e] / exits[k].separations);
            char what[FIGURE_TEXT];
            snprintf(what, sizeof what, "%s, %s: exits on edges (%%)", bergen_model_names[m],
                     names[k]);
            figure_row(data, what, 100 * edges / exits[k].separations);
            snprintf(what, sizeof what, "%s, %s: tests that overlap (%%)", bergen_model_names[m],
                     names[k]);
            figure_row(data, what, 100 * (1 - exits[k].separations / exits[k].tests));
        }
        if (m == BERGEN_TORUS)
            note(data, &placed, exits[0].colliding);
    }
    return true;
}

const Figure figure_bergen1998_2 = {
    .id = "bergen1998-2",
    .paper = PAPER_BERGEN_1998,
    .number = "Figure 2",
    .note = "On which axis the separating axes test ends",
    .shows =
        "Two boxes are told apart by the first of fifteen axes that separates them. The last "
        "nine, made of a pair of edges, do so seldom: the reason for leaving them out, which is "
        "SAT lite.",
    .models = MODELS,
    .measure = measure_2,
};

// --- tables 1 and 2

static void add_counts(FigureData *data, const char *table, int model, int kind,
                       const MotionResult *r)
{
    const BergenPublished *p = &bergen_published[model][kind];
    const struct {
        const char *what;
        double paper, ours;
        enum FigureJudge judge;
    } rows[] = {{"N_b", p->box_tests / BERGEN_PLACEMENTS, r->volume_tests, JUDGE_VALUE},
                {"N_p", p->triangle_tests / BERGEN_PLACEMENTS, r->triangle_tests, JUDGE_VALUE},
                {"us", 1e6 * p->seconds / BERGEN_PLACEMENTS, r->us, JUDGE_MACHINE}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        char what[FIGURE_TEXT], paper[32];
        bool other = model != BERGEN_TORUS && rows[i].judge == JUDGE_VALUE;
        snprintf(what, sizeof what, "%s, %s: %s", bergen_model_names[model],
                 bergen_kind_names[kind], rows[i].what);
        figure_number(rows[i].paper, paper, sizeof paper);
        figure_row_of(data, what, paper, table, rows[i].ours, other ? JUDGE_MODEL : rows[i].judge);
    }
}

static void add_ratio(FigureData *data, const char *table, int model, int obb, int aabb,
                      const MotionResult *r)
{
    const BergenPublished *p = bergen_published[model];
    char what[FIGURE_TEXT], paper[32];
    snprintf(what, sizeof what, "%s: N_b of AABB / OBB", bergen_model_names[model]);
    snprintf(paper, sizeof paper, "%.3g", p[aabb].box_tests / p[obb].box_tests);
    figure_claim_of(data, what, paper, table, r[1].volume_tests / r[0].volume_tests,
                    r[1].volume_tests > r[0].volume_tests);
    snprintf(what, sizeof what, "%s: T of AABB / OBB", bergen_model_names[model]);
    snprintf(paper, sizeof paper, "%.3g", p[aabb].seconds / p[obb].seconds);
    figure_claim_of(data, what, paper, table, r[1].us / r[0].us, r[1].us > r[0].us);
}

static bool measure_counts(const FigureRun *run, FigureData *data, const char *table, bool lite)
{
    const enum BergenKind chosen[] = {lite ? BERGEN_OBB_LITE : BERGEN_OBB,
                                      lite ? BERGEN_AABB_LITE : BERGEN_AABB};
    const MotionKind kinds[] = {bergen_kinds[chosen[0]], bergen_kinds[chosen[1]]};
    FigurePlot *plot = figure_plot(data, "Box tests of a placement, N_b",
                                   "pale: published; stand-ins but for the torus", "N_b");
    static const char *const models[BERGEN_MODELS] = {"torus", "X-wing", "teapot"};
    plot->x_names = models;
    plot->x_name_count = BERGEN_MODELS;
    FigureSeries *ours[2], *theirs[2];
    for (int k = 0; k < 2; ++k) {
        char name[FIGURE_TEXT];
        ours[k] = figure_series(data, plot, bergen_kind_names[chosen[k]], FIGURE_BARS);
        snprintf(name, sizeof name, "%s, published", bergen_kind_names[chosen[k]]);
        theirs[k] = figure_series(data, plot, name, FIGURE_PAPER_BARS);
    }
    for (int m = 0; m < BERGEN_MODELS; ++m) {
        Placed placed;
        MotionResult results[2];
        bool ok = place(&placed, m, run);
        Motion motion = motion_of(&placed, run);
        ok = ok && motion_measure(&motion, kinds, 2, results);
        mesh_release(placed.mesh);
        if (!ok || !figure_goes_on(run, (m + 1.0) / BERGEN_MODELS))
            return false;
        for (int k = 0; k < 2; ++k) {
            figure_point(ours[k], m + 1, results[k].volume_tests);
            figure_point(theirs[k], m + 1,
                         bergen_published[m][chosen[k]].box_tests / BERGEN_PLACEMENTS);
            add_counts(data, table, m, (int)chosen[k], &results[k]);
        }
        add_ratio(data, table, m, (int)chosen[0], (int)chosen[1], results);
        note(data, &placed, results[0].frames_in_contact);
    }
    return true;
}

static bool measure_table1(const Figure *figure, const FigureRun *run, FigureData *data, Error *err)
{
    (void)figure, (void)err;
    return measure_counts(run, data, "Table 1", false);
}

const Figure figure_bergen1998_table1 = {
    .id = "bergen1998-table1",
    .paper = PAPER_BERGEN_1998,
    .number = "Table 1",
    .note = "AABB trees against OBB trees, by the SAT",
    .shows =
        "Two copies of a model at random in a cube, so that about 60 % of the placements "
        "collide: box tests, triangle tests and time until the first contact, with all fifteen "
        "axes. Means per placement; the paper's totals of 100,000 are divided by that number.",
    .models = MODELS,
    .measure = measure_table1,
};

static bool measure_table2(const Figure *figure, const FigureRun *run, FigureData *data, Error *err)
{
    (void)figure, (void)err;
    return measure_counts(run, data, "Table 2", true);
}

const Figure figure_bergen1998_table2 = {
    .id = "bergen1998-table2",
    .paper = PAPER_BERGEN_1998,
    .number = "Table 2",
    .note = "AABB trees against OBB trees, by the SAT lite",
    .shows = "The same as Table 1 with the six axes of SAT lite: more tests, each of them cheaper.",
    .models = MODELS,
    .measure = measure_table2,
};

// --- table 3

static bool add_times(FigureData *data, int model, const FigureRun *run)
{
    Placed placed;
    BvhDesc obb = {.type = &bv_obb, .split = &split_obb_mean};
    BvhDesc aabb = {.type = &bv_aabb, .split = &split_spatial_median};
    const MotionKind kinds[] = {bergen_kinds[BERGEN_OBB_LITE], bergen_kinds[BERGEN_AABB_LITE]};
    MotionResult results[2];
    bool ok = place(&placed, model, run);
    Motion motion = motion_of(&placed, run);
    ok = ok && motion_measure(&motion, kinds, 2, results);
    Bvh *tree = ok ? bvh_build(placed.mesh, &aabb, run->job, NULL) : NULL;
    if (tree) {
        const BergenTimes *p = &bergen_times[model];
        int rounds = run->quick ? 3 : 10;
        double ours[] = {
            motion_build_ms(placed.mesh, &obb, rounds), motion_build_ms(placed.mesh, &aabb, rounds),
            bergen_refit_ms(tree, 5 * rounds), 1e-3 * results[0].us, 1e-3 * results[1].us};
        const double theirs[] = {p->build_obb, p->build_aabb, p->refit_aabb, p->test_obb,
                                 p->test_aabb};
        static const char *const whats[] = {"build OBBs (ms)", "build AABBs (ms)",
                                            "refit AABBs (ms)", "test OBBs (ms)",
                                            "test AABBs (ms)"};
        char what[FIGURE_TEXT], paper[32];
        for (int i = 0; i < 5; ++i) {
            snprintf(what, sizeof what, "%s: %s", bergen_model_names[model], whats[i]);
            snprintf(paper, sizeof paper, "%g", theirs[i]);
            figure_row_of(data, what, paper, "Table 3", ours[i], JUDGE_MACHINE);
        }
        snprintf(what, sizeof what, "%s: building AABBs / OBBs", bergen_model_names[model]);
        snprintf(paper, sizeof paper, "%.2g", theirs[1] / theirs[0]);
        figure_row_of(data, what, paper, "Table 3", ours[1] / ours[0], JUDGE_VALUE);
        snprintf(what, sizeof what, "%s: refit AABBs / build OBBs (%%)", bergen_model_names[model]);
        figure_row_of(data, what, "<5", "text, section 5", 100 * ours[2] / ours[0], JUDGE_VALUE);
        snprintf(what, sizeof what, "%s: refit AABBs, per triangle (us)",
                 bergen_model_names[model]);
        figure_row_of(data, what, "2.9", "text, section 5",
                      1e3 * ours[2] / placed.mesh->triangle_count, JUDGE_MACHINE);
        // The text says it of two models of 5000 triangles, which the torus has.
        snprintf(what, sizeof what, "%s: refit two models / test AABBs", bergen_model_names[model]);
        double ratio = 2 * ours[2] / ours[4];
        bool told = model == BERGEN_TORUS;
        figure_row_of(data, what, told ? ">10" : "", told ? "text, section 5" : "", ratio,
                      JUDGE_VALUE);
        note(data, &placed, results[0].frames_in_contact);
    }
    bvh_release(tree);
    mesh_release(placed.mesh);
    return tree != NULL;
}

static bool measure_table3(const Figure *figure, const FigureRun *run, FigureData *data, Error *err)
{
    (void)figure, (void)err;
    for (int m = 0; m < BERGEN_MODELS; ++m)
        if (!add_times(data, m, run) || !figure_goes_on(run, (m + 1.0) / BERGEN_MODELS))
            return false;
    return true;
}

const Figure figure_bergen1998_table3 = {
    .id = "bergen1998-table3",
    .paper = PAPER_BERGEN_1998,
    .number = "Table 3",
    .note = "Building, refitting and testing",
    .shows = "What a model that changes its shape costs: an AABB tree is refitted in a fraction of "
             "the time that building any tree takes. Times of the paper are those of a machine of "
             "1996; what counts is how they compare with each other.",
    .models = MODELS,
    .measure = measure_table3,
};
