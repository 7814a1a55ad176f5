// Where the legend of contacts is, for labels that go out of its way.
#ifndef SNUG_APP_WINDOW_TOOLS_TOOL_LEGEND_H
#define SNUG_APP_WINDOW_TOOLS_TOOL_LEGEND_H

#include "app/window/view.h"

bool tool_legend_place(const View *view, LabelRect *rect); // false: there is none

#endif
