// A field for a number that is meant once it is left: the document does not see half a number.
#ifndef SNUG_APP_WINDOW_PANELS_NUMBER_FIELD_H
#define SNUG_APP_WINDOW_PANELS_NUMBER_FIELD_H

#include "app/window/panel.h"

// Over the rest of the line or the width that was set; what is infinite is shown as none. True when
// something was typed and is meant; *value is then what. id: a literal, also the name of its rectangle.
bool number_field(const PanelContext *context, const char *id, int digits, double *value);
bool number_field_read(const char *text, double *out); // the whole text is one finite number
double number_field_typed(const UiState *ui);          // in the field that is being edited

#endif
