// A parameter of a bounding volume: a slider, or a list where only some values exist.
#ifndef SNUG_APP_WINDOW_PANELS_PARAM_FIELD_H
#define SNUG_APP_WINDOW_PANELS_PARAM_FIELD_H

#include "app/window/panels/widgets.h"
#include "core/tree/bv.h"

// rect: a literal. The action takes the number of the parameter and its value.
void param_field(const PanelContext *context, const char *rect, const Action *action,
                 const Param *param, int index, double value);

#endif
