// What a drag of a handle does. Everything counts from the press on, so nothing drifts and a cursor
// that comes back brings the part back.
#include "app/document/rotation.h"
#include "app/window/gizmo.h"

#include <math.h>

static const double LEAST_ASIDE = 0.04; // of an axis across the view: below, it has no direction
static const double LEAST_SLOPE = 0.02; // of a ray against a plane: nearer to its horizon it stops
static const double LEAST_FACING = 0.2; // of a ring: below, its edge is rolled
static const double HORIZON_SHARE = 1e-3; // how near to its vanishing point an axis is followed

double snap_to(double value, double step)
{
    return step > 0 ? nearbyint(value / step) * step : value;
}

Vec3d gizmo_seen(const Gizmo *gizmo, const Affine *motion, Vec3d point)
{
    return vec3d_add(affine_apply(motion, vec3d_sub(point, gizmo->shift)), gizmo->shift);
}

double gizmo_along(const Gizmo *gizmo, Vec3d from, Vec3d axis, double dx, double dy)
{
    const Camera *camera = &gizmo->camera;
    Vec3d right, up, forward, v = vec3d_sub(from, camera_eye(camera));
    camera_axes(camera, &right, &up, &forward);
    bool perspective = camera->fov_y > 0;
    double depth = perspective ? vec3d_dot(forward, v) : 1;
    double deeper = perspective ? vec3d_dot(forward, axis) : 0; // per unit along the axis
    double pixel = camera_world_per_pixel(camera, from, gizmo->height);
    if (!(depth > 0) || !(pixel > 0) || !isfinite(dx) || !isfinite(dy))
        return 0;
    // How fast a point that goes along the axis moves across the screen, in lengths at this depth.
    double speed_x = vec3d_dot(right, axis) - vec3d_dot(right, v) * deeper / depth;
    double speed_y = vec3d_dot(up, axis) - vec3d_dot(up, v) * deeper / depth;
    double speed = hypot(speed_x, speed_y);
    // It points at the eye: no movement on the screen is along it. Up is away, as for a push.
    if (speed < LEAST_ASIDE)
        return (vec3d_dot(forward, axis) < 0 ? dy : -dy) * pixel;
    double wanted = (dx * speed_x - dy * speed_y) / speed * pixel;
    // A line in space stays a line on the screen but is not run through evenly: the point at t is
    // at t*speed / (1 + t*deeper/depth). Solved for t; it stops short of the vanishing point.
    double rest = fmax(speed - wanted * deeper / depth, HORIZON_SHARE * speed);
    return wanted / rest;
}

static void ray_at(const Gizmo *gizmo, double x, double y, Vec3d *origin, Vec3d *direction)
{
    camera_ray(&gizmo->camera, x, y, gizmo->width, gizmo->height, origin, direction);
}

// Where the cursor's ray meets the plane through the pivot; side: the sign of the ray at the press.
static Vec3d on_plane(const Gizmo *gizmo, Vec3d normal, double side, double x, double y)
{
    Vec3d origin, direction;
    ray_at(gizmo, x, y, &origin, &direction);
    double slope = fmax(vec3d_dot(normal, direction) * side, LEAST_SLOPE) * side;
    double along = vec3d_dot(normal, vec3d_sub(gizmo->pivot, origin)) / slope;
    return vec3d_add_scaled(origin, direction, along);
}

static double side_of(const Gizmo *gizmo, Vec3d normal, double x, double y)
{
    Vec3d origin, direction;
    ray_at(gizmo, x, y, &origin, &direction);
    return vec3d_dot(normal, direction) < 0 ? -1 : 1;
}

static Vec3d shift_in_plane(const GizmoDrag *drag, Vec3d normal, double x, double y)
{
    const Gizmo *gizmo = &drag->gizmo;
    double side = side_of(gizmo, normal, drag->press_x, drag->press_y);
    Vec3d from = on_plane(gizmo, normal, side, drag->press_x, drag->press_y);
    Vec3d shift = vec3d_sub(on_plane(gizmo, normal, side, x, y), from);
    return vec3d_add_scaled(shift, normal, -vec3d_dot(shift, normal));
}

// Moves by `along` on the axes whose bit is in `free`.
static GizmoMotion moved(const GizmoDrag *drag, Vec3d along, unsigned free, const GizmoSnap *snap)
{
    const Gizmo *gizmo = &drag->gizmo;
    GizmoMotion out = {.motion = affine_identity(), .lead = drag->start, .factors = {1, 1, 1}};
    for (int i = 0; i < 3; ++i) {
        if (!(free >> i & 1))
            continue;
        if (gizmo->world) { // the other coordinates stay as they are, to the last bit
            double to = drag->start.p.v[i] + along.v[i];
            out.lead.p.v[i] =
                along.v[i] == 0 && !(snap->grid > 0) ? drag->start.p.v[i] : snap_to(to, snap->grid);
            out.shift.v[i] = out.lead.p.v[i] - drag->start.p.v[i];
        } else {
            out.shift.v[i] = snap_to(along.v[i], snap->grid);
            out.lead.p = vec3d_add_scaled(out.lead.p, gizmo->axes[i], out.shift.v[i]);
        }
    }
    out.motion.p = vec3d_sub(out.lead.p, drag->start.p);
    return out;
}

static Vec3d on_axes(const Gizmo *gizmo, Vec3d v)
{
    return vec3d(vec3d_dot(v, gizmo->axes[0]), vec3d_dot(v, gizmo->axes[1]),
                 vec3d_dot(v, gizmo->axes[2]));
}

// The point of the arrow that was grabbed, as a distance from the pivot.
static double grabbed(const GizmoDrag *drag)
{
    const Gizmo *gizmo = &drag->gizmo;
    double x, y;
    if (!camera_project(&gizmo->camera, gizmo->pivot, gizmo->width, gizmo->height, &x, &y))
        return gizmo->size;
    return gizmo_along(gizmo, gizmo->pivot, gizmo->axes[drag->handle.axis], drag->press_x - x,
                       drag->press_y - y);
}

static double along_arrow(const GizmoDrag *drag, double from, double x, double y)
{
    Vec3d axis = drag->gizmo.axes[drag->handle.axis];
    return gizmo_along(&drag->gizmo, vec3d_add_scaled(drag->gizmo.pivot, axis, from), axis,
                       x - drag->press_x, y - drag->press_y);
}

// From the pivot to where the ray meets the ring's plane, times how steeply it does: without a
// division, so that it turns evenly through the plane's horizon.
static Vec3d spoke(const Gizmo *gizmo, Vec3d normal, double side, double x, double y)
{
    Vec3d origin, direction;
    ray_at(gizmo, x, y, &origin, &direction);
    Vec3d back = vec3d_sub(origin, gizmo->pivot);
    Vec3d v = vec3d_scale(back, vec3d_dot(normal, direction) * side);
    return vec3d_add_scaled(v, direction, -vec3d_dot(normal, back) * side);
}

static double angle_by_spokes(const GizmoDrag *drag, Vec3d normal, double x, double y)
{
    const Gizmo *gizmo = &drag->gizmo;
    double side = side_of(gizmo, normal, drag->press_x, drag->press_y);
    Vec3d a = vec3d_normalised(spoke(gizmo, normal, side, drag->press_x, drag->press_y));
    Vec3d b = vec3d_normalised(spoke(gizmo, normal, side, x, y));
    return atan2(vec3d_dot(normal, vec3d_cross(a, b)), vec3d_dot(a, b));
}

// Seen from the side: the near edge of the ring rolls along with the cursor.
static double angle_by_edge(const GizmoDrag *drag, double x, double y)
{
    const Gizmo *gizmo = &drag->gizmo;
    Vec3d points[GIZMO_MAX_POINTS], grip = gizmo->pivot;
    int count = gizmo_outline(gizmo, drag->handle, points);
    double nearest = INFINITY;
    for (int i = 0; i < count; ++i) {
        double px, py;
        if (gizmo_is_behind(gizmo, drag->handle, points[i]) ||
            !camera_project(&gizmo->camera, points[i], gizmo->width, gizmo->height, &px, &py))
            continue;
        double distance = hypot(px - drag->press_x, py - drag->press_y);
        if (distance < nearest) {
            nearest = distance;
            grip = points[i];
        }
    }
    Vec3d arm = vec3d_sub(grip, gizmo->pivot);
    double radius = vec3d_length(arm);
    if (!(radius > 0))
        return 0;
    Vec3d tangent = vec3d_normalised(vec3d_cross(gizmo->axes[drag->handle.axis], arm));
    return gizmo_along(gizmo, grip, tangent, x - drag->press_x, y - drag->press_y) / radius;
}

static GizmoMotion turned(const GizmoDrag *drag, Vec3d axis, double degrees)
{
    Affine turn = rotation_degrees(axis, degrees);
    const Gizmo *gizmo = &drag->gizmo;
    GizmoMotion out = {.motion = motion_about(&turn, vec3d_sub(gizmo->pivot, gizmo->shift)),
                       .lead = drag->start,
                       .degrees = degrees,
                       .factors = {1, 1, 1}};
    if (degrees == 0)
        out.motion = affine_identity();
    else
        out.lead = affine_compose(&out.motion, &drag->start);
    if (vec3d_distance(gizmo->pivot, vec3d_add(drag->start.p, gizmo->shift)) == 0)
        out.lead.p = drag->start.p; // about itself: rounding does not move it
    return out;
}

static GizmoMotion turn_ring(GizmoDrag *drag, double x, double y, const GizmoSnap *snap)
{
    Vec3d right, up, forward, normal = drag->gizmo.axes[drag->handle.axis];
    camera_axes(&drag->gizmo.camera, &right, &up, &forward);
    bool of_view = drag->handle.kind == GIZMO_VIEW_RING;
    if (of_view)
        normal = vec3d_scale(forward, -1); // to the viewer: turns to the left count up
    bool faces = of_view || fabs(vec3d_dot(normal, drag->gizmo.toward)) >= LEAST_FACING;
    double degrees = DEGREES_PER_RADIAN *
                     (faces ? angle_by_spokes(drag, normal, x, y) : angle_by_edge(drag, x, y));
    if (!isfinite(degrees))
        degrees = 0;
    if (faces) // the nearest to what it was: more than half a turn
        degrees += 360 * nearbyint((drag->degrees - degrees) / 360);
    drag->degrees = degrees;
    return turned(drag, normal, snap_to(degrees, snap->degrees));
}

static GizmoMotion roll_ball(const GizmoDrag *drag, double x, double y, const GizmoSnap *snap)
{
    const Gizmo *gizmo = &drag->gizmo;
    Vec3d right, up, forward;
    camera_axes(&gizmo->camera, &right, &up, &forward);
    Vec3d roll =
        vec3d_add(vec3d_scale(up, x - drag->press_x), vec3d_scale(right, y - drag->press_y));
    double pixels = vec3d_length(roll);
    double degrees = DEGREES_PER_RADIAN * pixels / (GIZMO_POINTS * gizmo->point);
    Vec3d axis = vec3d_normalised(roll);
    if (!(pixels > 0) || !isfinite(degrees))
        return turned(drag, up, 0);
    if (snap->degrees > 0) { // about the nearest axis
        int nearest = 0;
        for (int i = 1; i < 3; ++i)
            if (fabs(vec3d_dot(axis, gizmo->axes[i])) > fabs(vec3d_dot(axis, gizmo->axes[nearest])))
                nearest = i;
        double sign = vec3d_dot(axis, gizmo->axes[nearest]) < 0 ? -1 : 1;
        return turned(drag, gizmo->axes[nearest], snap_to(sign * degrees, snap->degrees));
    }
    return turned(drag, axis, degrees);
}

static GizmoMotion scaled(const GizmoDrag *drag, double x, double y)
{
    static const double least = 1e-3, most = 1e3; // the action has its own limits
    GizmoMotion out = {.motion = affine_identity(), .lead = drag->start, .factors = {1, 1, 1}};
    const Gizmo *gizmo = &drag->gizmo;
    if (drag->handle.kind == GIZMO_SCALE_ALL) {
        double pixels = x - drag->press_x - (y - drag->press_y);
        double factor = exp(fmin(fmax(pixels / (2 * GIZMO_POINTS * gizmo->point), -6), 6));
        for (int i = 0; i < 3; ++i)
            out.factors[i] = isfinite(factor) ? factor : 1;
        return out;
    }
    double from = grabbed(drag);
    if (!(from > 0.1 * gizmo->size))
        from = gizmo->size;
    double factor = 1 + along_arrow(drag, from, x, y) / from;
    out.factors[drag->handle.axis] = isfinite(factor) ? fmin(fmax(factor, least), most) : 1;
    return out;
}

GizmoMotion gizmo_drag(GizmoDrag *drag, double x, double y, const GizmoSnap *snap)
{
    const Gizmo *gizmo = &drag->gizmo;
    Vec3d right, up, forward, along = {{0, 0, 0}};
    int axis = drag->handle.axis;
    camera_axes(&gizmo->camera, &right, &up, &forward);
    switch (drag->handle.kind) {
    case GIZMO_AXIS:
        along.v[axis] = along_arrow(drag, grabbed(drag), x, y);
        return moved(drag, along, 1U << axis, snap);
    case GIZMO_PLANE:
        along = on_axes(gizmo, shift_in_plane(drag, gizmo->axes[axis], x, y));
        return moved(drag, along, 7U & ~(1U << axis), snap);
    case GIZMO_VIEW_PLANE:
        along = on_axes(gizmo, shift_in_plane(drag, forward, x, y));
        return moved(drag, along, 7, snap);
    case GIZMO_RING:
    case GIZMO_VIEW_RING:
        return turn_ring(drag, x, y, snap);
    case GIZMO_BALL:
        return roll_ball(drag, x, y, snap);
    case GIZMO_SCALE_AXIS:
    case GIZMO_SCALE_ALL:
        return scaled(drag, x, y);
    case GIZMO_NONE:
        break;
    }
    return moved(drag, along, 0, snap);
}
