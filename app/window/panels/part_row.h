// What is done to rows of the list of parts, of parts and of groups: clicked, renamed in their
// place, dragged onto each other, and their menu.
#ifndef SNUG_APP_WINDOW_PANELS_PART_ROW_H
#define SNUG_APP_WINDOW_PANELS_PART_ROW_H

#include "app/window/panel.h"
#include "app/window/panels/part_list.h"

void part_row_clicked(const PanelContext *context, const PartRow *row);
bool part_row_is_renamed(const PanelContext *context, const PartRow *row);
void part_row_rename_field(const PanelContext *context);
// After the row's item.
void part_row_drag(const PanelContext *context, const PartRow *row);
void part_row_menu(const PanelContext *context, const PartRow *row);

#endif
