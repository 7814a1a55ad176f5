// Where panels are docked: in a column on the right, and in a strip below the view that is there while one
// of its panels is. Two layouts: the usual one, and one for working on hierarchies (view.lab).
#ifndef SNUG_APP_WINDOW_LOOP_DOCK_H
#define SNUG_APP_WINDOW_LOOP_DOCK_H

#include "app/window/view.h"

#include <cimgui.h>

// Docks all panels anew where the layout is to be reset, or another one was chosen; then draws the space
// that they are docked in. Before the panels are drawn.
void dock_update(View *view, ImGuiID space);

// Tabs of docked panels whose titles have no room.
int dock_cut_titles(void);

#endif
