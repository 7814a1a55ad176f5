// What others ask of the Help panel.
#ifndef SNUG_APP_WINDOW_PANELS_HELP_PANEL_H
#define SNUG_APP_WINDOW_PANELS_HELP_PANEL_H

#include "app/window/panel.h"

const char *help_chapter(const UiState *ui); // name of its file; "": the manual is closed
const char *help_filter(const UiState *ui);  // what is searched for

#endif
