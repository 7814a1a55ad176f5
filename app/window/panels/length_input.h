// A field for a length in the assembly's unit.
#ifndef SNUG_APP_WINDOW_PANELS_LENGTH_INPUT_H
#define SNUG_APP_WINDOW_PANELS_LENGTH_INPUT_H

#include "app/window/panel.h"

// Over the rest of the line. Submits when it is left; 0 is shown as what it means. id is a literal
// and also the name of its rectangle.
void length_input(const PanelContext *context, const char *id, const char *zero, double value,
                  const Action *action);

#endif
