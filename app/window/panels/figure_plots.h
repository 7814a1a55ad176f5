// What was measured for a figure of the papers, drawn in its panel.
#ifndef SNUG_APP_WINDOW_PANELS_FIGURE_PLOTS_H
#define SNUG_APP_WINDOW_PANELS_FIGURE_PLOTS_H

#include "app/figures/data.h"
#include "app/window/panels/widgets.h"

void figure_plot_draw(const PanelContext *context, const FigurePlot *plot); // in the space there is
void figure_tree_draw(const PanelContext *context, const FigureTree *tree);

#endif
