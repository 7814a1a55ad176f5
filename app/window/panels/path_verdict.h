// What is certain about the path that is open, in its panel.
#ifndef SNUG_APP_WINDOW_PANELS_PATH_VERDICT_H
#define SNUG_APP_WINDOW_PANELS_PATH_VERDICT_H

#include "app/window/panel.h"

void path_verdict_strip(const PanelContext *context); // under the slider of the time
void path_verdict(const PanelContext *context);       // the button, the sentence, where
void path_seek(const PanelContext *context, double time, bool back); // as one step of the history

#endif
