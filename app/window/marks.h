// What tools draw over the 3-D view: lines, dots, faces and labels at places in the world, always
// on top, with sizes in points of the screen. Between tools_draw's begin and end only.
#ifndef SNUG_APP_WINDOW_MARKS_H
#define SNUG_APP_WINDOW_MARKS_H

#include "app/window/view.h"

#include <cimgui.h>

typedef struct MarkStyle {
    uint32_t colour; // 0xRRGGBB
    float opacity;   // 0..1
    float width;     // of lines, radius of dots, in points
} MarkStyle;

// From the top left corner of the viewport. False: behind the eye.
bool mark_place(const View *view, Vec3d world, double *x, double *y);

void mark_line(const View *view, Vec3d a, Vec3d b, MarkStyle style); // cut where it passes the eye
void mark_anchor_edge(const View *view, const Anchor *anchor, MarkStyle style); // where shown
// Joined lines; not drawn where a point is behind the eye. At most 96 points.
void mark_path(const View *view, const Vec3d *points, int count, MarkStyle style);
// As round axes are drawn everywhere: long strokes and short ones, a casing below.
void mark_axis(const View *view, Vec3d point, Vec3d direction, MarkStyle style);
void mark_dot(const View *view, Vec3d at, MarkStyle style);
void mark_ring(const View *view, Vec3d at, MarkStyle style, float radius);
// Convex; not drawn where a corner is behind the eye.
void mark_face(const View *view, const Vec3d *corners, int count, MarkStyle style);
// What these points enclose on the screen, filled: the silhouette of something convex. Not drawn where
// one is behind the eye.
void mark_hull(const View *view, const Vec3d *points, int count, MarkStyle style);
// Text on a plate, its middle at the place moved by (dx, dy) points; or near it, where another label
// stands or the view ends. Never a format.
void mark_label(const View *view, Vec3d at, float dx, float dy, const char *text);
// The same with a line that leads to it.
void mark_led_label(const View *view, Vec3d at, float dx, float dy, MarkStyle line,
                    const char *text);
// The same for text anywhere on the screen, its upper left corner there.
void mark_plate(ImVec2 at, float pad, float rounding, float opacity, const char *text);
// On the screen, from the viewport's corner.
void mark_screen_line(const View *view, double x0, double y0, double x1, double y1,
                      MarkStyle style);
// With its point there, in a direction of length 1, so many pixels long.
void mark_arrow_head(const View *view, double x, double y, double dx, double dy, double size,
                     MarkStyle style);

// For tests from outside: something can be grabbed there, at a place from the viewport's corner or in
// the world. name: a literal.
void mark_note_spot(View *view, const char *name, double x, double y);
void mark_note(View *view, const char *name, Vec3d at);
// Under the cursor there is something else than in the frame before, if so: it is to be seen.
void mark_hover_changed(View *view, bool changed);

// For grabbing: pixels between a place on the screen and a line in the world; infinite when it is
// behind the eye.
double mark_distance(const View *view, Vec3d a, Vec3d b, double x, double y);

#endif
