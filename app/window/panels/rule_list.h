// The rules about pairs as a list, behind "Rules..." in the Clashes panel: by name, wildcard and
// group; they are taken back and added here.
#ifndef SNUG_APP_WINDOW_PANELS_RULE_LIST_H
#define SNUG_APP_WINDOW_PANELS_RULE_LIST_H

#include "app/window/panel.h"

// Draws the button, and the list while it is open.
void rule_list_button(const PanelContext *context);
// Opens the list with a rule in preparation for parts called like these two: "Bolt *".
void rule_list_begin(const UiState *ui, const char *key_a, const char *key_b);

#endif
