// Figures of the papers: all of them are there, each is set up and measured, what is published says where, pages count
// as the benchmarks do, and no text gets out of its place.
#include "app/commands/bench_figures.h"
#include "app/figures/page.h"
#include "app/io/asset.h"
#include "app/io/file.h"
#include "core/bench/bergen.h"
#include "core/bench/claims.h"
#include "core/tests/test_set.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

// What issue and manual promise.
static const struct {
    enum FigurePaper paper;
    const char *number;
} promised[] = {
    {PAPER_ZACHMANN_1997, "Figure 2"},      {PAPER_ZACHMANN_1997, "Figure 5"},
    {PAPER_ZACHMANN_1997, "Figure 6"},      {PAPER_ZACHMANN_1997, "Figure 9"},
    {PAPER_ZACHMANN_1997, "Figure 10"},     {PAPER_BERGEN_1998, "Figure 2"},
    {PAPER_BERGEN_1998, "Table 1"},         {PAPER_BERGEN_1998, "Table 2"},
    {PAPER_BERGEN_1998, "Table 3"},         {PAPER_ZACHMANN_2002, "Figure 1"},
    {PAPER_ZACHMANN_2002, "Figure 6"},      {PAPER_ZACHMANN_2002, "Figure 8"},
    {PAPER_ZACHMANN_2002, "Figure 9"},      {PAPER_ZACHMANN_2002, "Figure 10"},
    {PAPER_ANDERSEN_2006, "Appendix C.1"},  {PAPER_ANDERSEN_2006, "Appendix C.2"},
    {PAPER_ANDERSEN_2006, "Appendix C.3"},  {PAPER_ANDERSEN_2006, "Appendix C.4"},
    {PAPER_ANDERSEN_2006, "Appendix C.5"},  {PAPER_ANDERSEN_2006, "Appendix C.6"},
    {PAPER_ANDERSEN_2006, "Appendix C.7"},  {PAPER_ANDERSEN_2006, "Appendix C.8"},
    {PAPER_ANDERSEN_2006, "Appendix C.9"},  {PAPER_ANDERSEN_2006, "Appendix C.10"},
    {PAPER_ANDERSEN_2006, "Appendix C.11"}, {PAPER_ANDERSEN_2006, "Appendix C.12"},
    {PAPER_LARSSON_2008, "Figure 4"},       {PAPER_LARSSON_2008, "Figure 6"},
    {PAPER_LARSSON_2008, "Figure 11"},
};

static char *text_of(const char *path)
{
    Error err = {""};
    FileBytes bytes;
    if (!file_read_whole(path, 1 << 24, &bytes, &err))
        fail_msg("%s", err.text);
    return bytes.data;
}

static void every_promised_figure_is_there_and_can_be_set_up(void **state)
{
    (void)state;
    for (size_t p = 0; p < sizeof promised / sizeof *promised; ++p) {
        int found = 0;
        for (int i = 0; i < paper_figure_count; ++i)
            found += paper_figures[i]->paper == promised[p].paper &&
                     strcmp(paper_figures[i]->number, promised[p].number) == 0;
        if (found != 1)
            fail_msg("%s, %s: found %d times", figure_papers[promised[p].paper].name,
                     promised[p].number, found);
    }
    for (int i = 0; i < paper_figure_count; ++i) {
        const Figure *figure = paper_figures[i];
        char path[1024], shows[128];
        assert_ptr_equal(figure_find(figure->id), figure);
        assert_true(figure->note[0] && figure->shows[0] && figure->models[0]);
        snprintf(shows, sizeof shows, "figures/%s.lesson", figure->id);
        if (!asset_path(shows, path, sizeof path))
            fail_msg("%s: nothing sets it up", figure->id);
        char *text = text_of(path);
        snprintf(shows, sizeof shows, "figure.show \"%s\"\n", figure->id);
        if (!strstr(text, shows) || !strstr(text, "panel \"Figure\" on"))
            fail_msg("%s: what sets it up does not show it", path);
        free(text);
    }
    assert_null(figure_find("zachmann2002-7"));
}

static void published_values_say_where(void **state)
{
    (void)state;
    for (int i = 0; i < published_count; ++i) {
        const PublishedValue *v = &published_values[i];
        ClaimRange range;
        if (!figure_find(v->figure))
            fail_msg("%s: there is no such figure", v->figure);
        if (!v->value[0] || !claims_range(v->value, &range))
            fail_msg("%s, %s: \"%s\" is no value", v->figure, v->what, v->value);
        bool in_words = v->source == SOURCE_TEXT || v->source == SOURCE_TABLE;
        if (in_words && !v->where[0])
            fail_msg("%s, %s: where does it stand?", v->figure, v->what);
        assert_ptr_equal(published_find(v->figure, v->what), v); // each once
    }
}

static bool has_row(const FigureData *data, const char *what)
{
    for (int i = 0; i < data->row_count; ++i)
        if (strcmp(data->rows[i].what, what) == 0)
            return true;
    return false;
}

static void check_page(const Figure *figure, const FigureData *data)
{
    TextBuffer out = {0};
    FigurePage page = {.figure = figure, .data = data, .command = "snug bench figures"};
    assert_true(figure_page(&page, &out));
    char *html = text_take(&out);
    assert_non_null(html);
    for (int i = 0; i < data->row_count; ++i) {
        char cell[64], number[32];
        figure_number(data->rows[i].ours, number, sizeof number);
        snprintf(cell, sizeof cell, "<td class=\"n\">%s%s</td>", number[0] == '<' ? "&lt;" : "",
                 number + (number[0] == '<'));

        if (!strstr(html, cell))
            fail_msg("%s: %s of \"%s\" is not on its page", figure->id, number, data->rows[i].what);
    }
    free(html);
}

// Sizes of quick figures; those of 2002 and 2008 that need them in full are left to the long tier.
static void figures_are_measured_beside_what_is_published(void **state)
{
    (void)state;
    int measured = 0, published = 0;
    for (int i = 0; i < paper_figure_count; ++i) {
        const Figure *figure = paper_figures[i];
        if (!long_tier() && i % 4 != (sanitised() ? 1 : 0))
            continue;
        Error err = {""};
        FigureData data;
        if (!figure_measure(figure, &(FigureRun){.quick = true}, &data, &err))
            fail_msg("%s: %s", figure->id, err.text);
        ++measured;
        assert_true(data.row_count > 0 && data.quick);
        assert_true(data.plot_count + data.drawing_count + data.tree.count > 0 ||
                    strncmp(figure->number, "Table", 5) == 0);
        for (int r = 0; r < data.row_count; ++r) {
            const FigureRow *row = &data.rows[r];
            published += row->paper[0] != 0;
            if (!row->paper[0] != !row->source[0] || (row->paper[0] && !row->verdict[0]))
                fail_msg("%s, %s: published %s where, agrees \"%s\"", figure->id, row->what,
                         row->source, row->verdict);
            if (isnan(row->ours) && !strstr(row->what, "faster from") &&
                !strstr(row->what, "pre-checks"))
                fail_msg("%s, %s: not measured", figure->id, row->what);
        }
        for (int v = 0; v < published_count; ++v) // larger sizes are measured in full only
            if (strcmp(published_values[v].figure, figure->id) == 0 &&
                !strstr(published_values[v].what, "40000") &&
                !has_row(&data, published_values[v].what))
                fail_msg("%s: %s is published and not measured", figure->id,
                         published_values[v].what);
        check_page(figure, &data);
        figure_data_free(&data);
    }
    printf("RAN: %d figures with %d published values\n", measured, published);
    assert_true(measured >= 7);
}

// The counts of a table are those of the benchmark's own motion.
static void pages_count_as_the_benchmarks_do(void **state)
{
    (void)state;
    enum { PLACEMENTS = 150, PROBES = 100 }; // as quick ones do
    Error err = {""};
    FigureData data;
    const Figure *figure = figure_find("bergen1998-table1");
    assert_true(figure_measure(figure, &(FigureRun){.quick = true}, &data, &err));
    for (int m = 0; m < BERGEN_MODELS; ++m) {
        Mesh *mesh = bergen_model((enum BergenModel)m);
        double half = bergen_cube_half(mesh, PROBES, NULL);
        MotionKind kinds[] = {bergen_kinds[BERGEN_OBB], bergen_kinds[BERGEN_AABB]};
        MotionResult results[2];
        Motion motion = {.scene = "",
                         .a = mesh,
                         .b = mesh,
                         .frames = PLACEMENTS,
                         .rounds = 1,
                         .b_to_a = bergen_placement,
                         .user = &half};
        assert_true(motion_measure(&motion, kinds, 2, results));
        assert_true(results[0].frames_in_contact > 0.5 && results[0].frames_in_contact < 0.7);
        for (int k = 0; k < 2; ++k) {
            char what[FIGURE_TEXT];
            snprintf(what, sizeof what, "%s, %s: N_b", bergen_model_names[m],
                     bergen_kind_names[k ? BERGEN_AABB : BERGEN_OBB]);
            const FigureRow *row = data.rows;
            while (row < data.rows + data.row_count && strcmp(row->what, what) != 0)
                ++row;
            if (row == data.rows + data.row_count || row->ours != results[k].volume_tests)
                fail_msg("%s: the benchmark counts %g", what, results[k].volume_tests);
        }
        mesh_release(mesh);
    }
    check_page(figure, &data);
    figure_data_free(&data);
}

static bool measure_hostile(const Figure *figure, const FigureRun *run, FigureData *data,
                            Error *err)
{
    (void)figure, (void)run, (void)err;
    FigurePlot *plot = figure_plot(data, "<script>1</script>", "<i>", "&");
    figure_point(figure_series(data, plot, "<script>2</script>", FIGURE_LINE), 1, 2);
    figure_row_of(data, "<script>3</script>", "1", "<script>4</script>", 1, JUDGE_VALUE);
    snprintf(data->note, sizeof data->note, "<script>5</script>");
    return true;
}

static void no_text_gets_out_of_its_place(void **state)
{
    (void)state;
    const Figure hostile = {.id = "hostile",
                            .note = "<script>6</script>",
                            .number = "\"<script>\"",
                            .shows = "<script>7</script>",
                            .models = "<script>8</script>",
                            .measure = measure_hostile};
    Error err = {""};
    FigureData data;
    TextBuffer out = {0};
    assert_true(figure_measure(&hostile, &(FigureRun){.quick = true}, &data, &err));
    const FigurePicture picture = {"a.png", "<script>9</script>"};
    FigurePage page = {&hostile, &data, &picture, 1, "<script>10</script>", NULL};
    assert_true(figure_page(&page, &out));
    char *html = text_take(&out);
    assert_null(strstr(html, "<script"));
    assert_non_null(strstr(html, "&lt;script&gt;10"));
    free(html);
    figure_csv_rows(&hostile, &data, &out);
    html = text_take(&out);
    assert_non_null(strstr(html, "\"<script>3</script>\",\"1\""));
    free(html);
    figure_data_free(&data);
}

static void what_is_cancelled_says_nothing(void **state)
{
    (void)state;
    for (int i = 0; i < paper_figure_count; ++i) {
        Job job = {0};
        job_cancel(&job);
        Error err = {""};
        FigureData data;
        FigureRun run = {.quick = true, .job = &job};
        if (!long_tier() && i % 3 != 0)
            continue;
        if (figure_measure(paper_figures[i], &run, &data, &err) || err.text[0])
            fail_msg("%s: measured although it was cancelled: %s", paper_figures[i]->id, err.text);
        figure_data_free(&data);
    }
}

static void the_command_writes_pages_of_those_that_are_chosen(void **state)
{
    (void)state;
    char folder[] = "/tmp/snug-figures-XXXXXX", path[128];
    assert_non_null(mkdtemp(folder));
    OptionWords words = {0};
    const char *others[] = {"figures"};
    words.others = others;
    words.other_count = 1;
    words.text[BENCH_QUICK] = "";
    words.text[BENCH_HTML] = folder;
    words.text[BENCH_CSV] = "-";
    words.text[BENCH_FILTER] = "2006 c.5";
    assert_int_equal(bench_figures(&words), 0);
    static const char *const files[] = {"index.html", "andersen2006-c5.html", "figures.csv"};
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        char *text = text_of(path);
        if (i == 0) {
            assert_non_null(strstr(text, "href=\"andersen2006-c5.html\""));
            assert_null(strstr(text, "href=\"andersen2006-c6.html\""));
        } else if (i == 1) {
            assert_null(strstr(text, "href=\"andersen2006-c6.html\"")); // it has no page
        }
        free(text);
        assert_int_equal(unlink(path), 0);
    }
    assert_int_equal(rmdir(folder), 0);
    words.text[BENCH_FILTER] = "no such figure";
    assert_int_equal(bench_figures(&words), 2);
    words.text[BENCH_FILTER] = NULL;
    words.text[BENCH_SEED] = "1";
    assert_int_equal(bench_figures(&words), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_promised_figure_is_there_and_can_be_set_up),
        cmocka_unit_test(published_values_say_where),
        cmocka_unit_test(figures_are_measured_beside_what_is_published),
        cmocka_unit_test(pages_count_as_the_benchmarks_do),
        cmocka_unit_test(no_text_gets_out_of_its_place),
        cmocka_unit_test(what_is_cancelled_says_nothing),
        cmocka_unit_test(the_command_writes_pages_of_those_that_are_chosen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
