// How measurements look in the picture.
#ifndef SNUG_APP_WINDOW_MEASURE_MARKS_H
#define SNUG_APP_WINDOW_MEASURE_MARKS_H

#include "app/window/marks.h"
#include "app/window/measure.h"

// What the modes of measuring share.
typedef struct MeasureGesture {
    Anchor under; // the cursor
    Anchor first; // taken; ANCHOR_NONE: none yet
    bool centres; // of what is round are meant, unless Shift is held
} MeasureGesture;

// Snaps to what is under the cursor. True: the left button was pressed on a part, which nobody
// else is to have; wheel and other buttons stay with the camera.
bool measure_hover(View *view, MeasureGesture *gesture, bool inside, double x, double y);

void measure_draw_anchor(const View *view, const Anchor *anchor, bool say); // say: what it is
void measure_draw_value(const View *view, const MeasureValue *value, bool faint);

#endif
