#include "app/figures/figure.h"
#include "app/figures/list.h"

#include <string.h>

#define X(name) extern const Figure figure_##name;
FIGURE_LIST(X)
#undef X

const Figure *const paper_figures[] = {
#define X(name) &figure_##name,
    FIGURE_LIST(X)
#undef X
};
const int paper_figure_count = NAMED_COUNT(paper_figures);

const FigurePaperRow figure_papers[FIGURE_PAPERS] = {
    [PAPER_ZACHMANN_1997] = {"Zachmann 1997",
                             "G. Zachmann: Real-time and Exact Collision Detection for Interactive "
                             "Virtual Prototyping, 1997"},
    [PAPER_BERGEN_1998] = {"van den Bergen 1998",
                           "G. van den Bergen: Efficient Collision Detection of Complex Deformable "
                           "Models using AABB Trees, 1998"},
    [PAPER_ZACHMANN_2002] = {"Zachmann 2002",
                             "G. Zachmann: Minimal Hierarchical Collision Detection, 2002"},
    [PAPER_ANDERSEN_2006] = {"Andersen and Bay 2006",
                             "K. Andersen, C. Bay: A survey of algorithms for construction of "
                             "optimal Heterogeneous Bounding Volume Hierarchies, 2006"},
    [PAPER_LARSSON_2008] = {"Larsson and Akenine-Möller 2008",
                            "T. Larsson, T. Akenine-Möller: Bounding Volume Hierarchies of Slab "
                            "Cut Balls, 2008"},
};

const Figure *figure_find(const char *id)
{
    for (int i = 0; i < paper_figure_count; ++i)
        if (strcmp(paper_figures[i]->id, id) == 0)
            return paper_figures[i];
    return NULL;
}

bool figure_measure(const Figure *figure, const FigureRun *run, FigureData *data, Error *err)
{
    *data = (FigureData){.figure = figure->id, .quick = run->quick};
    bool ok = figure->measure(figure, run, data, err);
    if (job_cancelled(run->job)) {
        err->text[0] = 0;
        return false;
    }
    if ((!ok || data->failed) && !err->text[0])
        error_set(err, "%s could not be measured: not enough memory", figure->id);
    return ok && !data->failed;
}

bool figure_goes_on(const FigureRun *run, double done)
{
    job_progress(run->job, done);
    return !job_cancelled(run->job);
}
