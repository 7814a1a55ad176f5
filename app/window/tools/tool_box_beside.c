// Ctrl and a drag that begins beside all parts: adds what the box takes to the selection.
#include "app/window/tools/box_gesture.h"

#include <cimgui.h>

static bool hover(View *view, void *state, bool inside, double x, double y)
{
    (void)state;
    return inside && igGetIO()->KeyCtrl && view_pick(view, x, y).part == NO_PART;
}

const Tool tool_box_beside = {
    .name = "box beside parts",
    .state_size = sizeof(BoxGesture),
    .hover = hover,
    .press = box_gesture_press,
    .drag = box_gesture_drag,
    .release = box_gesture_release,
    .draw = box_gesture_draw,
};
