// What others ask of the Parts panel.
#ifndef SNUG_APP_WINDOW_PANELS_PARTS_PANEL_H
#define SNUG_APP_WINDOW_PANELS_PARTS_PANEL_H

#include "app/window/panel.h"
#include "app/window/panels/part_list.h"

extern const Panel panel_parts;

PartList *parts_panel_list(const UiState *ui);
const char *parts_panel_filter(const UiState *ui); // what is searched for
// Names the part in the list, which comes to the front.
void parts_panel_rename(UiState *ui, const App *app, int32_t part);

#endif
