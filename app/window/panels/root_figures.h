// N_v, N_p and N_u of the selected pair, and what coherence saves, within the statistics.
#ifndef SNUG_APP_WINDOW_PANELS_ROOT_FIGURES_H
#define SNUG_APP_WINDOW_PANELS_ROOT_FIGURES_H

#include "app/window/panel.h"

void root_figures(const PanelContext *context);

#endif
