// The axes in the lower left corner: where they are drawn and what a click on them means. No GL.
#ifndef SNUG_APP_PICTURE_TRIAD_H
#define SNUG_APP_PICTURE_TRIAD_H

#include "app/picture/camera.h"
#include "core/base/units.h"

enum { TRIAD_POINTS = 92, NO_VIEW = -1 }; // edge of the square it takes, in points of the screen
#define TRIAD_LENGTH 0.62                 // of an axis, in half edges of the square
#define TRIAD_LETTER 1.28                 // where its letter is, in lengths

// Axes are those of the files that are open, of which y or z is up.
// The view along the end of an axis: from its letter, or from its far end.
enum StandardView triad_view(enum UpAxis up, int axis, bool far_end);
// Where such an end is, in pixels from the top left corner of the viewport. scale: pixels per
// point.
void triad_end(const Camera *camera, enum UpAxis up, int axis, bool far_end, double height,
               double scale, double *x, double *y);
// The view that a click there asks for, or NO_VIEW. An axis that points to the eye turns the view
// round.
int triad_hit(const Camera *camera, enum UpAxis up, double x, double y, double width, double height,
              double scale);

#endif
