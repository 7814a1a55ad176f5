// The plots of the last searches as SVG.
#ifndef SNUG_APP_STAGES_FRAME_PLOTS_H
#define SNUG_APP_STAGES_FRAME_PLOTS_H

#include "app/stages/app.h"

enum FramePlot {
    FRAME_PLOT_COST,
    FRAME_PLOT_COUNTS,
    FRAME_PLOT_LEVELS,
    FRAME_PLOT_EXITS,
    FRAME_PLOT_CONTACTS,
    FRAME_PLOT_DEADLINE,
    FRAME_PLOTS
};
extern const char *const frame_plot_words[FRAME_PLOTS]; // "cost", "counts" ...: for names of files

// To be freed; NULL: memory ran short.
char *frame_plot_svg(const App *app, enum FramePlot which);

#endif
