// What the right button offers for a part, in the list and in the 3-D view.
#ifndef SNUG_APP_WINDOW_PANELS_PART_MENU_H
#define SNUG_APP_WINDOW_PANELS_PART_MENU_H

#include "app/window/panel.h"

void part_menu_items(const PanelContext *context, int32_t part);
void part_menu_open(const UiState *ui, int32_t part); // in the 3-D view, from the next frame on
void part_menu_draw(const PanelContext *context);
// Patches of colour and a picker; the part and what is selected with it follow at once.
void part_colour_choice(const PanelContext *context, int32_t part);

#endif
