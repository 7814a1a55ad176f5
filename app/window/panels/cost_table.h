// What searching for contacts of the selected part costs, term by term.
#ifndef SNUG_APP_WINDOW_PANELS_COST_TABLE_H
#define SNUG_APP_WINDOW_PANELS_COST_TABLE_H

#include "app/window/panel.h"

void cost_table(const PanelContext *context);

#endif
