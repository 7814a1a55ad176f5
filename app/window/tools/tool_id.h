// Which tools there are, for panels that choose one as the mode of the 3-D view.
#ifndef SNUG_APP_WINDOW_TOOLS_TOOL_ID_H
#define SNUG_APP_WINDOW_TOOLS_TOOL_ID_H

#include "app/window/tools/list.h"

enum ToolId {
#define X(name) TOOL_##name,
    TOOL_LIST(X)
#undef X
        TOOL_COUNT
};
enum { NO_TOOL = -1 };

#endif
