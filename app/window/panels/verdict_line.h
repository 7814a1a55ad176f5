// Whether it fits: a coloured dot and one sentence, the same in every panel that says it.
#ifndef SNUG_APP_WINDOW_PANELS_VERDICT_LINE_H
#define SNUG_APP_WINDOW_PANELS_VERDICT_LINE_H

#include "app/window/panel.h"

// Wrapped so that `right` is free at the end of its lines; right < 0: on one line.
void verdict_line(const PanelContext *context, float right, FitVerdict *said);

#endif
