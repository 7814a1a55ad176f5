// Parts of the Primitives panel.
#ifndef SNUG_APP_WINDOW_PANELS_PRIMITIVE_ROWS_H
#define SNUG_APP_WINDOW_PANELS_PRIMITIVE_ROWS_H

#include "app/window/panel.h"

void primitive_fields(const PanelContext *context); // name and numbers of the selected one
void hybrid_rows(const PanelContext *context);      // the hierarchy over all of them

#endif
