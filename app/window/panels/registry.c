#include "app/window/panel.h"

#include <string.h>

const Panel *const panels[PANEL_COUNT] = {
#define X(name) [PANEL_##name] = &panel_##name,
    PANEL_LIST(X)
#undef X
};

int panel_find(const char *title)
{
    int i = 0;
    while (i < PANEL_COUNT && strcmp(panels[i]->title, title) != 0)
        ++i;
    return i;
}
