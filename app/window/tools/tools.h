// Every tool by its name, for panels that choose one as the mode of the 3-D view.
#ifndef SNUG_APP_WINDOW_TOOLS_TOOLS_H
#define SNUG_APP_WINDOW_TOOLS_TOOLS_H

#include "app/window/tool.h"
#include "app/window/tools/list.h"

#define X(name) extern const Tool tool_##name;
TOOL_LIST(X)
#undef X

#endif
