#include "panel.h"

const Panel *const panels[PANEL_COUNT] = {
#define X(name) [PANEL_##name] = &panel_##name,
    PANEL_LIST(X)
#undef X
};
