// How contacts are looked for: a button with the switches behind it, and what a time budget gave.
#ifndef SNUG_APP_WINDOW_PANELS_SEARCH_SETTINGS_H
#define SNUG_APP_WINDOW_PANELS_SEARCH_SETTINGS_H

#include "app/window/panel.h"

float search_settings_width(void);                        // of the button
void search_settings_button(const PanelContext *context); // at the right end of this line

void search_answer(const PanelContext *context); // how far it got; nothing without a budget

#endif
