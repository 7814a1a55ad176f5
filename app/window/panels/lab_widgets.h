// What the panels about hierarchies and searches share.
#ifndef SNUG_APP_WINDOW_PANELS_LAB_WIDGETS_H
#define SNUG_APP_WINDOW_PANELS_LAB_WIDGETS_H

#include "app/window/panels/widgets.h"

// Why the action is not possible now; NULL: it is.
const char *lab_obstacle(const App *app, const Action *action);
// A button that does an action, with its note and key; greyed with the reason where it is not possible.
void lab_action_button(const PanelContext *context, const char *label, const char *rect,
                       const Action *action, float width);
// Colours and what they mean, as many in a line as fit.
void lab_legend(const uint32_t *colours, const char *const *words, int count);

#endif
