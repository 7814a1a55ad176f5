// The strip above the view while two settings are compared: what B is, and what both take, side by side.
#ifndef SNUG_APP_WINDOW_PANELS_COMPARE_STRIP_H
#define SNUG_APP_WINDOW_PANELS_COMPARE_STRIP_H

#include "app/window/panel.h"

// At the top of a rectangle of the window, as wide as that. Returns its height.
float compare_strip_draw(const PanelContext *context, float x, float y, float width);

#endif
