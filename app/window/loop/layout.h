// Where the panels are and which are open, kept from one start to the next.
#ifndef SNUG_APP_WINDOW_LOOP_LAYOUT_H
#define SNUG_APP_WINDOW_LOOP_LAYOUT_H

#include "app/window/panel.h"

// Before the first frame. False: there is none, or it is not ours; nothing was changed then.
bool layout_load(UiState *ui);
// Silent when it cannot be written: nobody wants to be told at the end.
void layout_save(const UiState *ui);

// The text of a layout file, to be freed; NULL when memory is short.
char *layout_text(const UiState *ui, const char *imgui_text);
// Reads which panels are open. False: not a layout file of ours; nothing was changed then.
bool layout_read(UiState *ui, const char *text);

#endif
