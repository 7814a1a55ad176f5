// What another way to build or search has changed, as it stands beside the part.
#ifndef SNUG_APP_WINDOW_TOOLS_TOOL_SWITCH_H
#define SNUG_APP_WINDOW_TOOLS_TOOL_SWITCH_H

#include "app/window/view.h"

// With plain blanks; "": nothing is shown.
void switch_said(const View *view, char *text, size_t size);

#endif
