#include "app/window/tools/box_gesture.h"

#include <cimgui.h>

#include <math.h>

static const double CLICK_SLACK = 4; // a box smaller than this was a click

bool box_gesture_press(View *view, void *state, int button, double x, double y)
{
    BoxGesture *gesture = state;
    if (button != ImGuiMouseButton_Left)
        return false;
    *gesture = (BoxGesture){.box = {x, y, x, y, view->viewport.width, view->viewport.height},
                            .held = true,
                            .add = igGetIO()->KeyCtrl};
    return true;
}

void box_gesture_drag(View *view, void *state, double x, double y)
{
    BoxGesture *gesture = state;
    (void)view;
    gesture->box.x1 = x;
    gesture->box.y1 = y;
}

static bool large(const SelectBox *box)
{
    return hypot(box->x1 - box->x0, box->y1 - box->y0) >= CLICK_SLACK;
}

void box_gesture_release(View *view, void *state, double x, double y, bool cancelled)
{
    BoxGesture *gesture = state;
    if (!cancelled)
        box_gesture_drag(view, state, x, y);
    gesture->held = false;
    if (!cancelled && large(&gesture->box))
        select_box_submit(&gesture->box, view->app, gesture->add, &view->app->queue);
}

void box_gesture_draw(const View *view, const void *state)
{
    const BoxGesture *gesture = state;
    if (gesture->held && large(&gesture->box))
        select_box_draw(&gesture->box, view->viewport.x, view->viewport.y, (double)view->ui_scale,
                        (int)look_theme(view->app->document.view.look));
}
