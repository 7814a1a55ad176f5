// Pictures for the report: the two parts of a row and where they meet, drawn without a window and as
// the viewer draws them when a pair is shown alone.
#ifndef SNUG_APP_DRAW_ROW_PICTURES_H
#define SNUG_APP_DRAW_ROW_PICTURES_H

#include "app/stages/app.h"

enum {
    ROW_PICTURES_MOST = 48,
    ROW_PICTURES_FINE = 6, // of rows that do not count: what fits is looked at by few
    ROW_PICTURE_WIDTH = 400,
    ROW_PICTURE_HEIGHT = 300
};

// One entry per row of check->fit, the first ROW_PICTURES_MOST with a picture, but of those that neither
// count nor are undecided only ROW_PICTURES_FINE. NULL with the reason
// in err: nothing can be drawn on this machine, or it was cancelled. Makes a GL context of its own
// current and leaves none: not on a thread that draws a window.
PngImage *row_pictures_draw(const FitCheck *check, Job *job, Error *err);

#endif
