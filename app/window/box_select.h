// Selecting by a rectangle on the screen, in the manner of CAD programs: drawn from left to right
// it takes the parts that lie wholly inside, from right to left also those it only touches. What is
// hidden behind other parts counts.
#ifndef SNUG_APP_WINDOW_BOX_SELECT_H
#define SNUG_APP_WINDOW_BOX_SELECT_H

#include "app/stages/app.h"

// Corners in pixels of the viewport, in the order of the gesture.
typedef struct SelectBox {
    double x0, y0, x1, y1;
    double width, height; // of the viewport
} SelectBox;

bool select_box_touches(const SelectBox *box); // rather than contains
bool select_box_takes(const SelectBox *box, const App *app, int32_t part);
// The actions that make the selection what the box takes, or add that to it.
void select_box_submit(const SelectBox *box, const App *app, bool add, ActionQueue *out);
// view_x, view_y: the viewport's corner on the screen. theme: enum ThemeId of the scene.
void select_box_draw(const SelectBox *box, double view_x, double view_y, double scale, int theme);

#endif
