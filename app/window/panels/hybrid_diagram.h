// The hierarchy over the primitives, level by level, within the Tree panel.
#ifndef SNUG_APP_WINDOW_PANELS_HYBRID_DIAGRAM_H
#define SNUG_APP_WINDOW_PANELS_HYBRID_DIAGRAM_H

#include "app/window/panel.h"

void hybrid_diagram_draw(const PanelContext *context, float height);

#endif
