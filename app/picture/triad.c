#include "app/picture/triad.h"

#include "core/shape/up_axis.h"

static const double HIT_POINTS = 10; // from an end

enum StandardView triad_view(enum UpAxis up, int axis, bool far_end)
{
    static const enum StandardView views[UP_COUNT][3][2] = {
        [UP_Y] = {{VIEW_RIGHT, VIEW_LEFT}, {VIEW_TOP, VIEW_BOTTOM}, {VIEW_FRONT, VIEW_BACK}},
        [UP_Z] = {{VIEW_RIGHT, VIEW_LEFT}, {VIEW_BACK, VIEW_FRONT}, {VIEW_TOP, VIEW_BOTTOM}}};
    return views[up][axis][far_end];
}

// Towards the viewer when it grows.
static double end_in_eye(const Camera *camera, enum UpAxis upright, int axis, bool far_end,
                         double *x, double *y)
{
    Vec3d right, up, forward, along = up_axis_direction(upright, axis);
    camera_axes(camera, &right, &up, &forward);
    double reach = far_end ? -TRIAD_LENGTH : TRIAD_LENGTH * TRIAD_LETTER;
    *x = reach * vec3d_dot(right, along);
    *y = reach * vec3d_dot(up, along);
    return -reach * vec3d_dot(forward, along);
}

void triad_end(const Camera *camera, enum UpAxis up, int axis, bool far_end, double height,
               double scale, double *x, double *y)
{
    double half = TRIAD_POINTS * scale / 2, u, v;
    end_in_eye(camera, up, axis, far_end, &u, &v);
    *x = half + half * u;
    *y = height - half - half * v;
}

int triad_hit(const Camera *camera, enum UpAxis up, double x, double y, double width, double height,
              double scale)
{
    int best = NO_VIEW;
    double nearest = -INFINITY;
    if (width < 3 * TRIAD_POINTS * scale || height < 3 * TRIAD_POINTS * scale)
        return NO_VIEW; // not drawn
    for (int i = 0; i < 6; ++i) {
        double at_x, at_y, u, v;
        triad_end(camera, up, i / 2, i % 2, height, scale, &at_x, &at_y);
        double depth = end_in_eye(camera, up, i / 2, i % 2, &u, &v);
        if (hypot(x - at_x, y - at_y) > HIT_POINTS * scale || depth < nearest)
            continue;
        nearest = depth;
        bool towards_eye = hypot(u, v) < 0.05; // one looks along it already
        best = (int)triad_view(up, i / 2, towards_eye ? i % 2 == 0 : i % 2);
    }
    return best;
}
