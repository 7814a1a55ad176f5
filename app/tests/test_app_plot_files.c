// Plots that are saved from panels hold the numbers that are drawn there: a figure of the papers, bound and incumbent of a
// level, and the histogram of empty space.
// ctest labels: threads
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/document/selection.h"
#include "app/io/file.h"
#include "app/io/hybrid_samples.h"
#include "app/stages/search_curve.h"
#include "app/tests/app_fixture.h"
#include "core/tree/bv/variants.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

enum { PLATE, OTHER_PLATE, BALL, RING, SIDE = 860 };

static char folder[] = "/tmp/snug-plot-files-XXXXXX";

// Saves to a file of the folder; false: it was refused.
static bool save(App *app, const Action *action, const char *name)
{
    ActionArgs args = {.part = NO_PART};
    snprintf(args.text, sizeof args.text, "%s/%s", folder, name);
    bool ok = app_do(app, action, &args, 0);
    stages_wait(app);
    return ok;
}

// The file's text; it is removed. To be freed.
static char *taken(const App *app, const char *name)
{
    char path[128];
    FileBytes bytes;
    Error err = {""};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!file_read_whole(path, 1 << 24, &bytes, &err))
        fail_msg("%s: %s", err.text, last_notice(app));
    assert_int_equal(unlink(path), 0);
    return bytes.data;
}

static bool is_there(const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

static void check_png(const App *app, const char *name)
{
    char *bytes = taken(app, name);
    assert_memory_equal(bytes, "\x89PNG\r\n", 6);
    // Big-endian: twice as wide as the SVG says.
    assert_int_equal((unsigned char)bytes[18] << 8 | (unsigned char)bytes[19], 2 * SIDE);
    free(bytes);
}

static int count_of(const char *text, const char *word)
{
    int count = 0;
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        ++count;
    return count;
}

static void check_svg(const char *svg)
{
    assert_int_equal(strncmp(svg, "<svg ", 5), 0);
    assert_int_equal(count_of(svg, "</svg>"), 1);
    assert_null(strstr(svg, "nan"));
    assert_null(strstr(svg, "inf"));
}

// --- a figure of the papers

static void measure_figure(App *app, const char *id)
{
    ActionArgs args = {.part = NO_PART};
    while (args.index < paper_figure_count && strcmp(paper_figures[args.index]->id, id) != 0)
        ++args.index;
    assert_true(app_do(app, &action_figure_show, &args, 0));
    stages_wait(app);
    if (!app->figure.data)
        fail_msg("%s: %s", id, last_notice(app));
}

static void everything_that_a_figure_draws_is_saved(void **state)
{
    (void)state;
    App app;
    const char *why = NULL;
    fixture_open(&app);
    assert_false(app_can(&app, &action_figure_save, &why));
    assert_non_null(strstr(why, "measured"));
    // A tree: a disc for each of its nodes, and one for each word of the legend.
    measure_figure(&app, "andersen2006-c5");
    const FigureTree *tree = &app.figure.data->tree;
    int plots = app.figure.data->plot_count;
    assert_true(tree->count > 10);
    assert_true(save(&app, &action_figure_save, "tree.svg"));
    char *svg = taken(&app, "tree-1.svg");
    check_svg(svg);
    assert_int_equal(count_of(svg, "<circle "), tree->count + tree->kind_count);
    assert_int_equal(count_of(svg, "<text "), tree->kind_count);
    free(svg);
    for (int i = 0; i < plots; ++i) {
        char name[32];
        snprintf(name, sizeof name, "tree-%d.svg", i + 2);
        free(taken(&app, name));
    }
    assert_true(save(&app, &action_figure_save, "tree.png"));
    check_png(&app, "tree-1.png");
    for (int i = 0; i < plots; ++i) {
        char name[32];
        snprintf(name, sizeof name, "tree-%d.png", i + 2);
        check_png(&app, name);
    }
    // A plot: all its series by name, and its values as a table.
    measure_figure(&app, "zachmann1997-5");
    const FigureData *data = app.figure.data;
    assert_true(data->tree.count == 0 && data->plot_count > 0 && data->row_count > 0);
    assert_true(save(&app, &action_figure_save, "torus.svg"));
    for (int i = 0; i < data->plot_count; ++i) {
        char name[32];
        snprintf(name, sizeof name, "torus-%d.svg", i + 1);
        svg = taken(&app, name);
        check_svg(svg);
        assert_non_null(strstr(svg, data->plots[i]->title));
        for (int s = 0; s < data->plots[i]->count; ++s)
            assert_non_null(strstr(svg, data->plots[i]->series[s].name));
        free(svg);
    }
    assert_true(save(&app, &action_figure_save, "torus.csv"));
    char *csv = taken(&app, "torus.csv");
    assert_int_equal(count_of(csv, "\nzachmann1997-5,"), data->row_count);
    free(csv);
    assert_false(save(&app, &action_figure_save, "torus.pdf"));
    assert_true(has_notice(&app, ".svg, .png or .csv"));
    assert_false(is_there("torus.pdf"));
    app_free(&app);
}

// --- bound and incumbent

// Where the line of a colour ends; lines of the legend have no fill.
static bool last_place(const char *svg, unsigned colour, double *x, double *y)
{
    char style[48];
    snprintf(style, sizeof style, "\" fill=\"none\" stroke=\"#%06x\"", colour);
    const char *end = strstr(svg, style), *at = end;
    while (at && at > svg && *at != 'L' && *at != 'M')
        --at;
    return at && sscanf(at + 1, "%lf %lf", x, y) == 2;
}

typedef struct Searches {
    int levels, proven, found, longest;
} Searches;

// Where both end, and how far apart.
static void check_curve(App *app, const HybridSearch *search, const SearchCurve *curve)
{
    int last = curve->count - 1;
    double x[2], y[2];
    assert_true(curve->x[last] == (double)search->nodes);
    for (int i = 1; i < curve->count; ++i) // NAN: none was found yet
        assert_false(curve->incumbent[i] > curve->incumbent[i - 1] ||
                     curve->x[i] < curve->x[i - 1]);
    assert_true(save(app, &action_construction_save, "bound.svg"));
    char *svg = taken(app, "bound.svg");
    check_svg(svg);
    assert_int_equal(count_of(svg, "<circle "), curve->found_count);
    assert_true(last_place(svg, SEARCH_COLOUR_BOUND, &x[0], &y[0]) &&
                last_place(svg, SEARCH_COLOUR_INCUMBENT, &x[1], &y[1]));
    assert_true(x[0] == x[1] && x[0] > SIDE - 20); // both go on to the last node
    double apart = (curve->incumbent[last] - curve->bound[last]) / (curve->most - curve->least);
    if (curve->most > curve->least)
        assert_true(fabs((y[0] - y[1]) - 336 * apart) < 0.2);
    assert_int_equal(strstr(svg, ", proven<") != NULL, search->proven);
    free(svg);
}

static void check_searches(App *app, Searches *seen)
{
    static SearchCurve curve;
    const HybridRecord *r = &app->construction.hybrid->record;
    const char *why = NULL;
    for (uint32_t step = 0; step < r->step_count; ++step) {
        ActionArgs go = {.part = NO_PART, .number = step + 1.0};
        assert_true(app_do(app, &action_construction_go, &go, 0));
        stages_wait(app);
        int32_t number = r->steps[step].search;
        assert_int_equal(app_can(app, &action_construction_save, &why), number >= 0);
        if (number < 0 || !search_curve(&r->searches[number], &curve))
            continue;
        check_curve(app, &r->searches[number], &curve);
        ++seen->levels;
        seen->proven += r->searches[number].proven;
        seen->found += curve.found_count;
        seen->longest = curve.count > seen->longest ? curve.count : seen->longest;
    }
}

static void bound_and_incumbent_of_a_level_are_saved(void **state)
{
    (void)state;
    App app;
    Searches seen = {0};
    const char *why = NULL;
    fixture_open(&app);
    const ConstructionShown *c = &app.construction;
    assert_false(app_can(&app, &action_construction_save, &why));
    selection_only(&app.document, BALL);
    ActionArgs none = {.part = NO_PART};
    assert_true(app_do(&app, &action_construction_record, &none, 0));
    stages_wait(&app);
    assert_true(construction_known(c));
    assert_false(app_can(&app, &action_construction_save, &why)); // triangles are cut, not searched
    assert_non_null(strstr(why, "branch and bound"));
    for (int sample = 0; sample < HYBRID_SAMPLES; ++sample) {
        assert_true(app_do(&app, &action_primitives_sample, &(ActionArgs){.index = sample}, 0));
        stages_wait(&app);
        assert_true(app_do(&app, &action_construction_primitives, &none, 0));
        stages_wait(&app);
        check_searches(&app, &seen);
    }
    printf("RAN: %d levels, %d of them proven, %d incumbents, at most %d changes\n", seen.levels,
           seen.proven, seen.found, seen.longest);
    assert_true(seen.levels > 4 && seen.proven > 0 && seen.found >= seen.levels &&
                seen.longest > 4);
    ActionArgs go = {.part = NO_PART, .number = 2};
    assert_true(app_do(&app, &action_construction_go, &go, 0));
    assert_true(save(&app, &action_construction_save, "bound.png"));
    check_png(&app, "bound.png");
    assert_false(save(&app, &action_construction_save, "bound"));
    assert_true(has_notice(&app, ".svg or .png"));
    app_free(&app);
}

// --- the histogram

// How high the bars of the area of a colour are, from left to right.
static int bar_heights(const char *svg, unsigned colour, double *heights, int most)
{
    char fill[32];
    int count = 0;
    snprintf(fill, sizeof fill, "fill=\"#%06x\"", colour);
    const char *end = strstr(svg, fill);
    while (end && end > svg && *end != '<')
        --end;
    double y[5], x;
    int corner = 0;
    for (const char *at = end; at && *at != 'Z' && count < most; ++at)
        if ((*at == 'M' || *at == 'L') && sscanf(at + 1, "%lf %lf", &x, &y[corner]) == 2 &&
            ++corner == 5) {
            heights[count++] = y[0] - y[1];
            corner = 0;
            if (count == EMPTY_SPACE_BINS)
                break; // the way back follows
        }
    return count;
}

static void check_bars(const char *svg, unsigned colour, const EmptySpace *space)
{
    double heights[EMPTY_SPACE_BINS], sum = 0;
    assert_int_equal(bar_heights(svg, colour, heights, EMPTY_SPACE_BINS), EMPTY_SPACE_BINS);
    for (int i = 0; i < EMPTY_SPACE_BINS; ++i)
        sum += heights[i];
    assert_true(sum > 0);
    for (int i = 0; i < EMPTY_SPACE_BINS; ++i)
        assert_true(fabs(heights[i] / sum - (double)space->bins[i] / space->count) < 0.01);
}

static void the_histogram_of_empty_space_is_saved(void **state)
{
    (void)state;
    App app;
    const char *why = NULL;
    fixture_open(&app);
    assert_true(app_do(&app, &action_build_volume, &(ActionArgs){.index = bv_index(&bv_obb)}, 0));
    assert_false(app_can(&app, &action_tree_save, &why));
    selection_only(&app.document, RING);
    stages_wait(&app);
    assert_true(save(&app, &action_tree_save, "empty.svg"));
    char *svg = taken(&app, "empty.svg");
    check_svg(svg);
    assert_true(app.quality.empty.count > 100 && app.quality.empty_upper.count > 10);
    check_bars(svg, 0x0072b2, &app.quality.empty);
    check_bars(svg, 0xd55e00, &app.quality.empty_upper);
    assert_non_null(strstr(svg, "hierarchy of Ring, "));
    free(svg);
    assert_true(save(&app, &action_tree_save, "empty.png"));
    check_png(&app, "empty.png");
    // A box has no upper nodes, and a name is text.
    assert_true(assembly_rename(&app.assembly, PLATE, "<%n>"));
    selection_only(&app.document, PLATE);
    stages_wait(&app);
    assert_true(app.quality.empty.count > 0);
    assert_true(save(&app, &action_tree_save, "empty.svg"));
    svg = taken(&app, "empty.svg");
    check_svg(svg);
    assert_non_null(strstr(svg, "hierarchy of &lt;%n&gt;, "));
    free(svg);
    assert_false(save(&app, &action_tree_save, "empty.csv"));
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_that_a_figure_draws_is_saved),
        cmocka_unit_test(bound_and_incumbent_of_a_level_are_saved),
        cmocka_unit_test(the_histogram_of_empty_space_is_saved),
    };
    if (!mkdtemp(folder))
        return 1;
    int failed = cmocka_run_group_tests_name("plot files", tests, NULL, NULL);
    return rmdir(folder) != 0 ? 1 : failed;
}
