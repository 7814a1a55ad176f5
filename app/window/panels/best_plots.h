// What a comparison of kinds has found, plotted.
#ifndef SNUG_APP_WINDOW_PANELS_BEST_PLOTS_H
#define SNUG_APP_WINDOW_PANELS_BEST_PLOTS_H

#include "app/lab/plot_svg.h"
#include "app/lab/table.h"
#include "app/window/panels/widgets.h"

// Time against what else a kind costs, and the Pareto front. bytes: memory, else building; can be changed there.
void best_plot_front(const PanelContext *context, const LabTable *table, bool *bytes);
// N_v or time of all kinds, frame by frame.
void best_plot_frames(const PanelContext *context, const LabTable *table, bool time);

#endif
