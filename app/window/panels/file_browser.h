// Choosing a file inside the window: folders and files of meshes, the unit and the axis that points
// up.
#ifndef SNUG_APP_WINDOW_PANELS_FILE_BROWSER_H
#define SNUG_APP_WINDOW_PANELS_FILE_BROWSER_H

#include "app/window/panel.h"

// Opens or adds it, as the browser would: with its unit and axis.
void file_browser_submit(const PanelContext *context, const char *path);
// The name of a file as a label that is its own, whatever it holds.
void file_label(const char *path, int id, char *label, size_t size);
// What is to be done with the file: file.open, file.merge or variant.add.
void file_browser_open(const UiState *ui, const Action *action);
void file_browser_draw(const PanelContext *context);

#endif
