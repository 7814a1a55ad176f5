// Figures of the papers: which one the panel Figure shows, and measuring it in full.
#include "app/actions/action_tools.h"
#include "app/actions/list_figures.h"
#include "app/document/lists.h"
#include "app/stages/rows.h"

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
