// Chosen as the mode of the view: the next drag selects by a box, wherever it begins.
#include "app/window/tools/box_gesture.h"

static bool hover(View *view, void *state, bool inside, double x, double y)
{
    (void)view;
    (void)state;
    (void)x;
    (void)y;
    return inside;
}

static void release(View *view, void *state, double x, double y, bool cancelled)
{
    box_gesture_release(view, state, x, y, cancelled);
    view->ui.mode = NULL; // one box, then everything is as before
}

const Tool tool_box = {
    .name = "box",
    .title = "The next drag selects by a box",
    .shortcut = "B",
    .mode_hint = "Drag a box: to the right takes what lies inside, to the left what it touches. "
                 "Ctrl adds. Esc ends.",
    .state_size = sizeof(BoxGesture),
    .hover = hover,
    .press = box_gesture_press,
    .drag = box_gesture_drag,
    .release = release,
    .draw = box_gesture_draw,
};
