// What answers within a time budget left open, answer by answer, as a band.
#ifndef SNUG_APP_WINDOW_PANELS_PLOT_DEADLINE_H
#define SNUG_APP_WINDOW_PANELS_PLOT_DEADLINE_H

#include "app/window/panel.h"

void plot_deadline(const PanelContext *context);

#endif
