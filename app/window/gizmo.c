// Where the handles are and which one is under the cursor.
#include "app/window/gizmo.h"

#include <math.h>

static const double TURN = 2 * 3.14159265358979323846;
static const double AXIS_FROM = 0.18, PLANE_FROM = 0.27, PLANE_TO = 0.45; // in lengths of an arrow
static const double ARC_RADIUS = 0.74, RING_RADIUS = 0.88;
static const double ARC_MARGIN = 8.0 / 360;        // of a turn: arcs keep clear of the arrows
static const double REACH = 7, CENTRE_REACH = 9.5; // in points: so near a press is taken

static bool ends_in_arc(const Gizmo *gizmo)
{
    return gizmo->set == GIZMO_SET_MOVE_TURN;
}

bool gizmo_place(Gizmo *gizmo)
{
    const Camera *camera = &gizmo->camera;
    Vec3d right, up, forward, away = vec3d_sub(gizmo->pivot, camera_eye(camera));
    camera_axes(camera, &right, &up, &forward);
    double depth = vec3d_dot(forward, away);
    bool perspective = camera->fov_y > 0;
    // Just in front of the eye everything is wider than the window.
    if (!vec3d_is_finite(gizmo->pivot) || (perspective && !(depth > 1e-6 * camera->distance)))
        return false;
    gizmo->toward = perspective ? vec3d_normalised(away) : forward;
    gizmo->size =
        GIZMO_POINTS * gizmo->point * camera_world_per_pixel(camera, gizmo->pivot, gizmo->height);
    return isfinite(gizmo->size) && gizmo->size > 0;
}

int gizmo_handles(const Gizmo *gizmo, GizmoHandle handles[GIZMO_MAX_HANDLES])
{
    int count = 0;
    bool move = gizmo->set == GIZMO_SET_MOVE || gizmo->set == GIZMO_SET_MOVE_TURN;
    bool turn = gizmo->set == GIZMO_SET_TURN || gizmo->set == GIZMO_SET_MOVE_TURN;
    bool scale = gizmo->set == GIZMO_SET_SCALE;
    handles[count++] = (GizmoHandle){move    ? GIZMO_VIEW_PLANE
                                     : scale ? GIZMO_SCALE_ALL
                                             : GIZMO_BALL,
                                     0};
    for (int i = 0; i < 3; ++i) {
        if (move) {
            handles[count++] = (GizmoHandle){GIZMO_AXIS, i};
            handles[count++] = (GizmoHandle){GIZMO_PLANE, i};
        }
        if (turn)
            handles[count++] = (GizmoHandle){GIZMO_RING, i};
        if (scale)
            handles[count++] = (GizmoHandle){GIZMO_SCALE_AXIS, i};
    }
    if (gizmo->set == GIZMO_SET_TURN)
        handles[count++] = (GizmoHandle){GIZMO_VIEW_RING, 0};
    return count;
}

// 0 below lo, 1 above hi.
static double ramp(double value, double lo, double hi)
{
    return fmin(fmax((value - lo) / (hi - lo), 0), 1);
}

double gizmo_clarity(const Gizmo *gizmo, GizmoHandle handle)
{
    double facing = fabs(vec3d_dot(gizmo->axes[handle.axis], gizmo->toward));
    double aside = sqrt(fmax(1 - facing * facing, 0));
    switch (handle.kind) {
    case GIZMO_AXIS:
    case GIZMO_SCALE_AXIS:
        return ramp(aside, 0.10, 0.28);
    case GIZMO_PLANE:
        return ramp(facing, 0.10, 0.28);
    case GIZMO_RING: // a whole ring can be rolled by its edge, an arc lies over the arrows then
        return ends_in_arc(gizmo) ? ramp(facing, 0.10, 0.28) : 0.5 + 0.5 * ramp(facing, 0.05, 0.2);
    default:
        return 1;
    }
}

static Vec3d at(const Gizmo *gizmo, Vec3d along_a, double a, Vec3d along_b, double b)
{
    Vec3d p = vec3d_add_scaled(gizmo->pivot, along_a, a * gizmo->size);
    return vec3d_add_scaled(p, along_b, b * gizmo->size);
}

static int circle(const Gizmo *gizmo, Vec3d a, Vec3d b, double radius, double from, double to,
                  Vec3d *points)
{
    int steps = to - from < 0.9 ? 18 : GIZMO_MAX_POINTS - 1;
    for (int i = 0; i <= steps; ++i) {
        double angle = TURN * (from + (to - from) * i / steps);
        points[i] = at(gizmo, a, radius * cos(angle), b, radius * sin(angle));
    }
    return steps + 1;
}

int gizmo_outline(const Gizmo *gizmo, GizmoHandle handle, Vec3d points[GIZMO_MAX_POINTS])
{
    Vec3d axis = gizmo->axes[handle.axis];
    Vec3d a = gizmo->axes[(handle.axis + 1) % 3], b = gizmo->axes[(handle.axis + 2) % 3];
    Vec3d right, up, forward;
    switch (handle.kind) {
    case GIZMO_AXIS:
    case GIZMO_SCALE_AXIS:
        points[0] = at(gizmo, axis, AXIS_FROM, axis, 0);
        points[1] = at(gizmo, axis, 1, axis, 0);
        return 2;
    case GIZMO_PLANE:
        points[0] = at(gizmo, a, PLANE_FROM, b, PLANE_FROM);
        points[1] = at(gizmo, a, PLANE_TO, b, PLANE_FROM);
        points[2] = at(gizmo, a, PLANE_TO, b, PLANE_TO);
        points[3] = at(gizmo, a, PLANE_FROM, b, PLANE_TO);
        return 4;
    case GIZMO_RING:
        if (ends_in_arc(gizmo))
            return circle(gizmo, a, b, ARC_RADIUS, ARC_MARGIN, 0.25 - ARC_MARGIN, points);
        return circle(gizmo, a, b, RING_RADIUS, 0, 1, points);
    case GIZMO_VIEW_RING:
        camera_axes(&gizmo->camera, &right, &up, &forward);
        return circle(gizmo, right, up, GIZMO_VIEW_RADIUS, 0, 1, points);
    default:
        return 0;
    }
}

bool gizmo_is_behind(const Gizmo *gizmo, GizmoHandle handle, Vec3d point)
{
    if (handle.kind != GIZMO_RING || ends_in_arc(gizmo))
        return false;
    // With some slack: of a ring that faces the viewer both halves are in front.
    return vec3d_dot(vec3d_sub(point, gizmo->pivot), gizmo->toward) > 0.08 * gizmo->size;
}

static bool project(const Gizmo *gizmo, Vec3d world, double *x, double *y)
{
    return camera_project(&gizmo->camera, world, gizmo->width, gizmo->height, x, y);
}

static double segment_distance(const double a[2], const double b[2], double x, double y)
{
    double dx = b[0] - a[0], dy = b[1] - a[1], length = dx * dx + dy * dy;
    double t = length > 0 ? ((x - a[0]) * dx + (y - a[1]) * dy) / length : 0;
    t = fmin(fmax(t, 0), 1);
    return hypot(x - a[0] - t * dx, y - a[1] - t * dy);
}

static double line_distance(const Gizmo *gizmo, GizmoHandle handle, double x, double y)
{
    Vec3d points[GIZMO_MAX_POINTS];
    int count = gizmo_outline(gizmo, handle, points);
    double best = INFINITY;
    for (int i = 0; i + 1 < count; ++i) {
        double a[2], b[2];
        if (!gizmo_is_behind(gizmo, handle, points[i]) &&
            !gizmo_is_behind(gizmo, handle, points[i + 1]) &&
            project(gizmo, points[i], &a[0], &a[1]) && project(gizmo, points[i + 1], &b[0], &b[1]))
            best = fmin(best, segment_distance(a, b, x, y));
    }
    return best;
}

static bool inside_face(const Gizmo *gizmo, GizmoHandle handle, double x, double y)
{
    Vec3d corners[GIZMO_MAX_POINTS];
    double at_x[4], at_y[4];
    int left = 0, right = 0;
    gizmo_outline(gizmo, handle, corners);
    for (int i = 0; i < 4; ++i)
        if (!project(gizmo, corners[i], &at_x[i], &at_y[i]))
            return false;
    for (int i = 0; i < 4; ++i) {
        int next = (i + 1) % 4;
        double side =
            (at_x[next] - at_x[i]) * (y - at_y[i]) - (at_y[next] - at_y[i]) * (x - at_x[i]);
        left += side > 0;
        right += side < 0;
    }
    return left == 4 || right == 4;
}

// How far the cursor is from a handle, in pixels; infinite where a press would not take it.
static double reach_of(const Gizmo *gizmo, GizmoHandle handle, double x, double y)
{
    double px, py, distance;
    if (gizmo_clarity(gizmo, handle) < 0.35)
        return INFINITY;
    switch (handle.kind) {
    case GIZMO_VIEW_PLANE:
    case GIZMO_BALL:
    case GIZMO_SCALE_ALL:
        if (!project(gizmo, gizmo->pivot, &px, &py))
            return INFINITY;
        // It comes before everything that begins in the middle.
        return hypot(x - px, y - py) <= CENTRE_REACH * gizmo->point ? -1 : INFINITY;
    case GIZMO_PLANE: // lines that cross a square are thin: they come first
        return inside_face(gizmo, handle, x, y) ? 3 * gizmo->point : INFINITY;
    default:
        distance = line_distance(gizmo, handle, x, y);
        return distance <= REACH * gizmo->point ? distance : INFINITY;
    }
}

GizmoHandle gizmo_hit(const Gizmo *gizmo, double x, double y)
{
    GizmoHandle handles[GIZMO_MAX_HANDLES], best = {GIZMO_NONE, 0};
    double nearest = INFINITY;
    int count = gizmo_handles(gizmo, handles);
    for (int i = 0; i < count; ++i) {
        double distance = reach_of(gizmo, handles[i], x, y);
        if (distance < nearest) {
            nearest = distance;
            best = handles[i];
        }
    }
    return best;
}

static bool hits_at(const Gizmo *gizmo, GizmoHandle handle, Vec3d point, double *x, double *y)
{
    if (!project(gizmo, point, x, y))
        return false;
    GizmoHandle hit = gizmo_hit(gizmo, *x, *y);
    return hit.kind == handle.kind && hit.axis == handle.axis;
}

bool gizmo_grip(const Gizmo *gizmo, GizmoHandle handle, double *x, double *y)
{
    Vec3d points[GIZMO_MAX_POINTS];
    int count = gizmo_outline(gizmo, handle, points);
    if (count == 0)
        return hits_at(gizmo, handle, gizmo->pivot, x, y);
    if (handle.kind == GIZMO_PLANE)
        return hits_at(gizmo, handle, vec3d_lerp(points[0], points[2], 0.5), x, y);
    if (count == 2) { // towards the tip, where nothing else is
        for (int i = 9; i > 3; --i)
            if (hits_at(gizmo, handle, vec3d_lerp(points[0], points[1], 0.1 * i), x, y))
                return true;
        return false;
    }
    for (int i = 0; i < count; ++i) { // from the middle of an arc outward
        int k = (count / 2 + (i % 2 ? -1 : 1) * ((i + 1) / 2) + count) % count;
        if (!gizmo_is_behind(gizmo, handle, points[k]) && hits_at(gizmo, handle, points[k], x, y))
            return true;
    }
    return false;
}
