// The rectangle that selects parts, shared by the two ways to begin one.
#ifndef SNUG_APP_WINDOW_TOOLS_BOX_GESTURE_H
#define SNUG_APP_WINDOW_TOOLS_BOX_GESTURE_H

#include "app/window/box_select.h"
#include "app/window/tool.h"

typedef struct BoxGesture {
    SelectBox box;
    bool held;
    bool add; // to what is selected
} BoxGesture;

bool box_gesture_press(View *view, void *state, int button, double x, double y);
void box_gesture_drag(View *view, void *state, double x, double y);
void box_gesture_release(View *view, void *state, double x, double y, bool cancelled);
void box_gesture_draw(const View *view, const void *state);

#endif
