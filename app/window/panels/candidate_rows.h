// What was weighed for the split of the recorded construction that is shown, within its panel.
#ifndef SNUG_APP_WINDOW_PANELS_CANDIDATE_ROWS_H
#define SNUG_APP_WINDOW_PANELS_CANDIDATE_ROWS_H

#include "app/window/panel.h"

void candidate_rows(const PanelContext *context);

#endif
