// Figures and tables of the papers, made again on our models: what each shows, what was published, and what we
// measure. The viewer shows one live (assets/figures/ID.lesson sets it up, the panel Figure draws what is measured
// here), `snug bench figures` makes pages of them. To add one: a file or a row that defines `const Figure figure_x`,
// X(x) in list.h, and assets/figures/ID.lesson.
#ifndef SNUG_APP_FIGURES_FIGURE_H
#define SNUG_APP_FIGURES_FIGURE_H

#include "app/figures/data.h"
#include "core/base/named.h"

enum FigurePaper {
    PAPER_ZACHMANN_1997,
    PAPER_BERGEN_1998,
    PAPER_ZACHMANN_2002,
    PAPER_ANDERSEN_2006,
    PAPER_LARSSON_2008,
    FIGURE_PAPERS
};

typedef struct FigurePaperRow {
    const char *name;     // "Zachmann 2002"
    const char *citation; // authors, title, year
} FigurePaperRow;
extern const FigurePaperRow figure_papers[FIGURE_PAPERS];

typedef struct FigureRun {
    bool quick; // fewer sizes and poses: for a look, and for the viewer
    Job *job;   // progress and cancel; NULL: nobody watches
} FigureRun;

typedef struct Figure {
    const char *id;     // "zachmann2002-6"
    const char *note;   // its title: "Building restricted boxtrees"
    const char *number; // "Figure 6"
    enum FigurePaper paper;
    const char *shows;  // there, and here
    const char *models; // what is measured; stand-ins are named
    bool pictures;      // of what is set up live belong on its page
    // On any thread. False: cancelled (err stays ""), or err says why. `data` is freed by the caller in any case.
    bool (*measure)(const struct Figure *figure, const FigureRun *run, FigureData *data,
                    Error *err);
} Figure;

extern const Figure *const paper_figures[];
extern const int paper_figure_count;
const Figure *figure_find(const char *id); // NULL: there is none

// Starts data about the figure, measures, and says why not.
bool figure_measure(const Figure *figure, const FigureRun *run, FigureData *data, Error *err);

// For those that measure: how far they are; false: cancelled.
bool figure_goes_on(const FigureRun *run, double done);

#endif
