// A figure as a page for a browser, and all of them as an index: files of their own, no script, nothing loaded from
// elsewhere.
#ifndef SNUG_APP_FIGURES_PAGE_H
#define SNUG_APP_FIGURES_PAGE_H

#include "app/figures/figure.h"
#include "app/io/text_buffer.h"

// Of what is set up live, beside the page.
typedef struct FigurePicture {
    char file[96], title[FIGURE_TEXT];
} FigurePicture;

typedef struct FigurePage {
    const Figure *figure;
    const FigureData *data;
    const FigurePicture *pictures;
    int picture_count;
    const char *command; // that measured it
    const bool *chosen;  // by figure: it has a page. NULL: all have
} FigurePage;

bool figure_page(const FigurePage *page, TextBuffer *out); // false: memory ran short
// Of those that were measured: chosen[i] says whether paper_figures[i] was.
void figure_index(const bool *chosen, const char *command, TextBuffer *out);

extern const char figure_csv_heading[];
void figure_csv_rows(const Figure *figure, const FigureData *data, TextBuffer *out);

// One plot as a whole <svg> element; false: memory ran short.
bool figure_plot_svg(const FigurePlot *plot, TextBuffer *out);
void figure_tree_svg(const FigureTree *tree, TextBuffer *out);

#endif
