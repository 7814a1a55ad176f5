// How good the selected part's tree is, within the statistics.
#ifndef SNUG_APP_WINDOW_PANELS_TREE_FIGURES_H
#define SNUG_APP_WINDOW_PANELS_TREE_FIGURES_H

#include "app/window/panel.h"

void tree_figures(const PanelContext *context);

#endif
