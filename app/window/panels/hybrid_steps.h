// One step of the recorded construction of the hierarchy over the primitives, within the Construction
// panel: what was weighed, and how branch and bound went.
#ifndef SNUG_APP_WINDOW_PANELS_HYBRID_STEPS_H
#define SNUG_APP_WINDOW_PANELS_HYBRID_STEPS_H

#include "app/window/panel.h"

void hybrid_step_plot(const PanelContext *context);    // of a level: how branch and bound went
void hybrid_step_said(const PanelContext *context);    // a summary of all steps
void hybrid_step_weighed(const PanelContext *context); // candidates

#endif
