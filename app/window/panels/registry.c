#include "app/window/panel.h"
#include "app/window/panels/list.h"

#include <assert.h>
#include <string.h>

#define X(name) extern const Panel panel_##name;
PANEL_LIST(X)
#undef X

const Panel *const panels[] = {
#define X(name) &panel_##name,
    PANEL_LIST(X)
#undef X
};
const int panel_count = sizeof panels / sizeof *panels;
static_assert(sizeof panels / sizeof *panels <= PANELS_MOST, "raise PANELS_MOST");

int panel_find(const char *title)
{
    int i = 0;
    while (i < panel_count && strcmp(panels[i]->title, title) != 0)
        ++i;
    return i;
}

static int number_of(const Panel *panel)
{
    int i = 0;
    while (panels[i] != panel)
        ++i;
    return i;
}

void panel_show(UiState *ui, const Panel *panel)
{
    int i = number_of(panel);
    ui->open[i] = ui->focus[i] = true;
}

void panel_toggle(UiState *ui, const Panel *panel)
{
    int i = number_of(panel);
    ui->open[i] = ui->focus[i] = !ui->open[i];
}
