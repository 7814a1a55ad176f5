// What happened between two frames reaches the panels in the order in which it happened, also where frames
// are slow and much of it comes in one of them. ImGui spreads presses and releases of one key or button
// over frames, but sees modifiers and the mouse only as they are at the end.
#ifndef SNUG_APP_WINDOW_LOOP_EVENT_ORDER_H
#define SNUG_APP_WINDOW_LOOP_EVENT_ORDER_H

#include <cimgui.h>

// igNewFrame for the events that belong into one frame; later ones wait for the next. Instead of it.
void event_order_new_frame(void);

#endif
