// Figures of the papers: which one the panel Figure shows, and measuring it in full.
#include "app/actions/action_tools.h"
#include "app/actions/list_figures.h"
#include "app/document/lists.h"
#include "app/figures/page.h"
#include "app/session/save.h"
#include "app/stages/rows.h"

#include <stdlib.h>
#include <string.h>

static const char *figure_name(const Document *document, int i)
{
    (void)document;
    return i >= 0 && i < paper_figure_count ? paper_figures[i]->id : NULL;
}

static const ChoiceList list_figures = {.what = "figure", .name = figure_name};

static bool figure_show(App *app, const ActionArgs *args, Error *err)
{
    if (args->index < 0 || args->index >= paper_figure_count)
        return error_set(err, "there are figures 0 to %d", paper_figure_count - 1);
    FigureState *state = &app->figure;
    bool other = state->figure != paper_figures[args->index];
    if (other && state->data) {
        figure_data_free(state->data);
        free(state->data);
        state->data = NULL;
    }
    state->figure = paper_figures[args->index];
    state->full = false;
    stage_ask(app, &stage_figure);
    ++state->version;
    return true;
}

const Action action_figure_show = {
    .name = "figure.show",
    .title = "Measure a figure of the papers",
    .note = "index: the figure; the panel Figure shows it, measured on few sizes and poses",
    .flags = ACTION_UNRECORDED,
    .args = {{.type = ARG_INDEX, .list = &list_figures}},
    .apply = figure_show,
    .example = "index=zachmann1997-6",
};

static const char *without_figure(const App *app)
{
    return app->figure.figure ? NULL : "no figure is shown";
}

static void figure_measure_full(App *app, const ActionArgs *args)
{
    (void)args;
    app->figure.full = true;
    stage_ask(app, &stage_figure);
}

const Action action_figure_measure = {
    .name = "figure.measure",
    .title = "Measure the figure in full",
    .note = "the one in the panel Figure, on all sizes and poses: takes up to a minute",
    .flags = ACTION_UNRECORDED,
    .obstacle = without_figure,
    .act = figure_measure_full,
};

static const char *without_data(const App *app)
{
    return app->figure.data ? NULL : "no figure is measured yet";
}

// The tree, then the plots, as the panel goes through them: NAME-1.svg ...
static bool save_drawn(App *app, const char *path, int stem, Error *err)
{
    const FigureData *data = app->figure.data;
    int trees = data->tree.count > 0, count = trees + data->plot_count;
    if (count == 0)
        return error_set(err, "nothing is drawn for this figure; .csv has its values");
    for (int i = 0; i < count; ++i) {
        TextBuffer out = {0};
        char file[1100];
        bool drawn = true;
        if (i < trees)
            figure_tree_svg(&data->tree, &out);
        else
            drawn = figure_plot_svg(data->plots[i - trees], &out);
        char *text = text_take(&out);
        if (!drawn || !text) {
            free(text);
            return error_set(err, "not enough memory for the plots");
        }
        snprintf(file, sizeof file, "%.*s-%d%s", stem, path, i + 1, path + stem);
        save_plot(app, file, text, i == count - 1 ? "what the figure draws" : "");
    }
    return true;
}

static bool figure_save(App *app, const ActionArgs *args, Error *err)
{
    int stem;
    if (action_names_picture(args->text, &stem))
        return save_drawn(app, args->text, stem, err);
    if (stem == 0 || strcmp(args->text + stem, ".csv") != 0)
        return error_set(err, "the ending must be .svg, .png or .csv");
    TextBuffer out = {0};
    text_add(&out, "%s", figure_csv_heading);
    figure_csv_rows(app->figure.figure, app->figure.data, &out);
    char *text = text_take(&out);
    if (!text)
        return error_set(err, "not enough memory for the values");
    save_text(app, args->text, text, "the values of the figure");
    return true;
}

const Action action_figure_save = {
    .name = "figure.save",
    .title = "Save the figure of the papers",
    .note = "text: a file; .svg or .png: everything that is drawn, NAME-1.svg ...; .csv: published "
            "values and ours",
    .flags = ACTION_UNRECORDED,
    .args = {{.type = ARG_PATH}},
    .obstacle = without_data,
    .apply = figure_save,
    .example = "text=/nonexistent/a.svg",
};
