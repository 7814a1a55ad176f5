// What people say about a clash, in the context menu of its row.
#ifndef SNUG_APP_WINDOW_PANELS_CLASH_MENU_H
#define SNUG_APP_WINDOW_PANELS_CLASH_MENU_H

#include "app/window/panel.h"

// Entries for status, assignee and comment of the row of app->fit; within a menu.
void clash_menu(const PanelContext *context, size_t row);
// " [reviewed, Anna]"; "" where nothing was said. The gravest of its places speaks for the row.
void clash_tag(const App *app, size_t row, char *text, size_t size);

#endif
