// What is known about the variants of a part: which fit at rest and along the path.
#ifndef SNUG_APP_WINDOW_PANELS_VARIANT_TABLE_H
#define SNUG_APP_WINDOW_PANELS_VARIANT_TABLE_H

#include "app/window/panel.h"

// Two cells of the row of this variant, empty where nobody asked.
void variant_table_cells(const PanelContext *context, int32_t part, int number);
// Asking, and what the answers are about. count: of variants.
void variant_table_buttons(const PanelContext *context, int32_t part, int count);

#endif
