#include "app/window/drag.h"

#include "app/document/rotation.h"
#include "app/window/gizmo.h"

static const double ROTATION_PER_PIXEL = 0.008; // radians: half a turn for a drag over 390 pixels

static Affine moved_by(const Affine *start, Vec3d shift)
{
    Affine to = *start;
    to.p = vec3d_add(to.p, shift);
    return to;
}

// Absolute from the press on: no drift, whatever path the cursor takes.
static Affine move_in_view_plane(const Drag *drag, double x, double y)
{
    Vec3d right, up, forward, origin, direction;
    camera_axes(&drag->camera, &right, &up, &forward);
    camera_ray(&drag->camera, x, y, drag->width, drag->height, &origin, &direction);
    double facing = vec3d_dot(direction, forward);
    if (!(facing > 0))
        return drag->start;
    double along = vec3d_dot(vec3d_sub(drag->grab, origin), forward) / facing;
    Vec3d target = vec3d_add_scaled(origin, direction, along);
    return moved_by(&drag->start, vec3d_sub(target, drag->grab));
}

static Affine push_along_view(const Drag *drag, double y)
{
    Vec3d right, up, forward;
    camera_axes(&drag->camera, &right, &up, &forward);
    double per_pixel = camera_world_per_pixel(&drag->camera, drag->grab, drag->height);
    return moved_by(&drag->start, vec3d_scale(forward, (drag->press_y - y) * per_pixel));
}

static Vec3d turn_wanted(const Drag *drag, double x, double y)
{
    Vec3d right, up, forward;
    camera_axes(&drag->camera, &right, &up, &forward);
    return vec3d_add(vec3d_scale(up, x - drag->press_x), vec3d_scale(right, y - drag->press_y));
}

static Affine rotate_about_grab(const Drag *drag, const Affine *turn)
{
    Affine rotation = *turn;
    Affine to = drag->start;
    Vec3d pivot = vec3d_sub(drag->grab, drag->shift);
    to.p = vec3d_sub(to.p, pivot);
    to = affine_compose(&rotation, &to);
    to.p = vec3d_add(to.p, pivot);
    return to;
}

Affine drag_placement(const Drag *drag, double x, double y)
{
    Vec3d turn;
    Affine rotation;
    switch (drag->kind) {
    case DRAG_MOVE:
        return move_in_view_plane(drag, x, y);
    case DRAG_PUSH:
        return push_along_view(drag, y);
    case DRAG_ROTATE:
        turn = turn_wanted(drag, x, y);
        rotation = affine_rotation(vec3d_normalised(turn), ROTATION_PER_PIXEL * vec3d_length(turn));
        return rotate_about_grab(drag, &rotation);
    default:
        return drag->start;
    }
}

Affine drag_placement_in_steps(const Drag *drag, double x, double y, double grid, double degrees)
{
    if (drag->kind == DRAG_ROTATE) {
        Vec3d turn = turn_wanted(drag, x, y), axis = {{0, 0, 0}};
        int nearest = 0;
        for (int i = 1; i < 3; ++i)
            if (fabs(turn.v[i]) > fabs(turn.v[nearest]))
                nearest = i;
        axis.v[nearest] = 1;
        double angle = ROTATION_PER_PIXEL * vec3d_length(turn) * DEGREES_PER_RADIAN;
        Affine rotation =
            rotation_degrees(axis, snap_to(turn.v[nearest] < 0 ? -angle : angle, degrees));
        return rotate_about_grab(drag, &rotation);
    }
    Affine to = drag_placement(drag, x, y);
    for (int i = 0; i < 3; ++i)
        to.p.v[i] = snap_to(to.p.v[i], grid);
    return to;
}

Camera drag_camera(const Drag *drag, double x, double y)
{
    double dx = x - drag->press_x, dy = y - drag->press_y;
    if (drag->kind == DRAG_PAN)
        return camera_panned(&drag->camera, dx, dy, drag->height);
    return drag->trackball ? camera_tumbled(&drag->camera, dx, dy)
                           : camera_orbited(&drag->camera, dx, dy);
}
