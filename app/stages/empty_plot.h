// The histograms of empty space in the selected part's hierarchy as SVG.
#ifndef SNUG_APP_STAGES_EMPTY_PLOT_H
#define SNUG_APP_STAGES_EMPTY_PLOT_H

#include "app/stages/app.h"

// To be freed; NULL: memory ran short. Of all nodes, and of those with more than ten triangles, as parts of their number.
char *empty_plot_svg(const TreeQuality *quality, const char *part);

#endif
