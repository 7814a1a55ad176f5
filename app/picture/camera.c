// The orbiting camera, in doubles: a view onto a bolt a kilometre from the origin stays steady.
#include "app/picture/camera.h"
#include "core/base/angle.h"

#include <assert.h>
#include <float.h>

static const double ORTHO_HALF_ANGLE = 15 * PI / 180;
static const double ORBIT_RADIANS_PER_PIXEL = 0.008; // a drag across 400 pixels is half a turn
static const double FIT_FILL = 0.9;                  // share of the viewport that a fit fills
static const double DISTANCE_MIN = 1e-12, DISTANCE_MAX = 1e18;

const char *const standard_view_names[STANDARD_VIEW_COUNT] = {
    "Front", "Back", "Left", "Right", "Top", "Bottom", "Isometric",
};

// Half of what the viewport's height shows at unit depth (perspective) or anywhere (orthographic).
static double half_height(const Camera *camera, double depth)
{
    return camera->fov_y > 0 ? depth * tan(camera->fov_y / 2)
                             : camera->distance * tan(ORTHO_HALF_ANGLE);
}

Camera camera_standard(const Camera *from, enum StandardView view)
{
    static const struct {
        double yaw, pitch; // in quarter turns
    } angles[STANDARD_VIEW_COUNT] = {
        [VIEW_FRONT] = {0, 0}, [VIEW_BACK] = {2, 0}, [VIEW_LEFT] = {-1, 0},
        [VIEW_RIGHT] = {1, 0}, [VIEW_TOP] = {0, 1},  [VIEW_BOTTOM] = {0, -1},
        [VIEW_ISO] = {0.5, 0}, // pitch below: the three axes are then equally long on the screen
    };
    assert((unsigned)view < STANDARD_VIEW_COUNT);
    Camera camera = *from;
    camera.yaw = angles[view].yaw * PI / 2;
    camera.roll = 0;
    camera.pitch = view == VIEW_ISO ? atan(sqrt(0.5)) : angles[view].pitch * PI / 2;
    return camera;
}

Camera camera_projected(const Camera *from, bool orthographic)
{
    Camera camera = *from;
    camera.fov_y = orthographic ? 0 : from->fov_y > 0 ? from->fov_y : CAMERA_FOV;
    double factor = half_height(from, from->distance) / half_height(&camera, camera.distance);
    camera.distance = fmin(fmax(from->distance * factor, DISTANCE_MIN), DISTANCE_MAX);
    return camera;
}

void camera_axes(const Camera *camera, Vec3d *right, Vec3d *up, Vec3d *forward)
{
    double sy = sin(camera->yaw), cy = cos(camera->yaw);
    double sp = sin(camera->pitch), cp = cos(camera->pitch);
    // Right depends on yaw alone, so that straight up and straight down are no special cases.
    *right = vec3d(cy, 0, -sy);
    *forward = vec3d(-sy * cp, -sp, -cy * cp);
    *up = vec3d(-sy * sp, cp, -cy * sp);
    if (camera->roll < 0 || camera->roll > 0) {
        double sr = sin(camera->roll), cr = cos(camera->roll);
        Vec3d level = *right;
        *right = vec3d_add(vec3d_scale(level, cr), vec3d_scale(*up, sr));
        *up = vec3d_sub(vec3d_scale(*up, cr), vec3d_scale(level, sr));
    }
}

Vec3d camera_eye(const Camera *camera)
{
    Vec3d right, up, forward;
    camera_axes(camera, &right, &up, &forward);
    return vec3d_add_scaled(camera->target, forward, -camera->distance);
}

Camera camera_fitted(const Camera *from, Box3d box, double aspect)
{
    Camera camera = *from;
    if (!(box.lo.x <= box.hi.x && box.lo.y <= box.hi.y && box.lo.z <= box.hi.z) || !(aspect > 0))
        return camera;
    Vec3d right, up, forward, centre = vec3d_lerp(box.lo, box.hi, 0.5);
    camera_axes(&camera, &right, &up, &forward);
    bool perspective = camera.fov_y > 0;
    double slope_y = FIT_FILL * tan(perspective ? camera.fov_y / 2 : ORTHO_HALF_ANGLE);
    double slope_x = slope_y * aspect, reach[4];
    for (int i = 0; i < 4; ++i)
        reach[i] = -INFINITY;
    for (int i = 0; i < 8; ++i) {
        Vec3d corner = vec3d(i & 1 ? box.hi.x : box.lo.x, i & 2 ? box.hi.y : box.lo.y,
                             i & 4 ? box.hi.z : box.lo.z);
        Vec3d c = vec3d_sub(corner, centre);
        // How far each side plane through the eye must stand off at the centre's depth to let the
        // corner in; with perspective, nearer corners need more.
        double x = vec3d_dot(c, right), y = vec3d_dot(c, up);
        double z = perspective ? vec3d_dot(c, forward) : 0;
        reach[0] = fmax(reach[0], x - slope_x * z);
        reach[1] = fmax(reach[1], -x - slope_x * z);
        reach[2] = fmax(reach[2], y - slope_y * z);
        reach[3] = fmax(reach[3], -y - slope_y * z);
    }
    // Moving sideways by half the difference leaves as much room on either side.
    camera.target = vec3d_add_scaled(centre, right, (reach[0] - reach[1]) / 2);
    camera.target = vec3d_add_scaled(camera.target, up, (reach[2] - reach[3]) / 2);
    double distance =
        fmax((reach[0] + reach[1]) / (2 * slope_x), (reach[2] + reach[3]) / (2 * slope_y));
    if (distance > 0)
        camera.distance = fmin(fmax(distance, DISTANCE_MIN), DISTANCE_MAX);
    return camera;
}

void camera_ray(const Camera *camera, double x, double y, double width, double height,
                Vec3d *origin, Vec3d *direction)
{
    Vec3d right, up, forward, eye = camera_eye(camera);
    camera_axes(camera, &right, &up, &forward);
    double pixel = 2 * half_height(camera, 1) / height;
    double dx = (x - width / 2) * pixel, dy = (height / 2 - y) * pixel;
    Vec3d offset = vec3d_add(vec3d_scale(right, dx), vec3d_scale(up, dy));
    if (camera->fov_y > 0) {
        *origin = eye;
        *direction = vec3d_normalised(vec3d_add(forward, offset));
    } else {
        // Without perspective there is no behind: start far enough back to meet whatever is drawn.
        *origin = vec3d_add_scaled(vec3d_add(eye, offset), forward, -1e4 * camera->distance);
        *direction = forward;
    }
}

bool camera_project(const Camera *camera, Vec3d world, double width, double height, double *x,
                    double *y)
{
    Vec3d right, up, forward, v = vec3d_sub(world, camera_eye(camera));
    camera_axes(camera, &right, &up, &forward);
    double depth = vec3d_dot(v, forward);
    if (camera->fov_y > 0 && !(depth > 0))
        return false;
    double pixels = height / (2 * half_height(camera, depth));
    *x = width / 2 + vec3d_dot(v, right) * pixels;
    *y = height / 2 - vec3d_dot(v, up) * pixels;
    return true;
}

double camera_world_per_pixel(const Camera *camera, Vec3d at, double height)
{
    Vec3d right, up, forward;
    camera_axes(camera, &right, &up, &forward);
    double depth = vec3d_dot(vec3d_sub(at, camera_eye(camera)), forward);
    // A point behind the eye has no size on the screen; the target's scale keeps drags moving.
    if (!(depth > 0))
        depth = camera->distance;
    return 2 * half_height(camera, depth) / height;
}

Camera camera_orbited(const Camera *from, double dx_pixels, double dy_pixels)
{
    Camera camera = *from;
    camera.yaw = remainder(camera.yaw - dx_pixels * ORBIT_RADIANS_PER_PIXEL, 2 * PI);
    camera.pitch += dy_pixels * ORBIT_RADIANS_PER_PIXEL;
    camera.pitch = fmin(fmax(camera.pitch, -PI / 2), PI / 2);
    camera.roll = 0;
    return camera;
}

Camera camera_tumbled(const Camera *from, double dx_pixels, double dy_pixels)
{
    Vec3d right, up, forward;
    camera_axes(from, &right, &up, &forward);
    Vec3d turn = vec3d_add(vec3d_scale(up, dx_pixels), vec3d_scale(right, dy_pixels));
    double pixels = vec3d_length(turn);
    if (!(pixels > 0))
        return *from;
    Affine rotation =
        affine_rotation(vec3d_scale(turn, 1 / pixels), -ORBIT_RADIANS_PER_PIXEL * pixels);
    Vec3d back = vec3d_scale(affine_apply_vector(&rotation, forward), -1);
    right = affine_apply_vector(&rotation, right);
    // The same axes as angles again. Straight from above or below yaw and roll do the same: then
    // the yaw stays and the roll takes it all.
    Camera camera = *from;
    camera.pitch = asin(fmin(fmax(back.y, -1), 1));
    if (hypot(back.x, back.z) > 1e-9)
        camera.yaw = atan2(back.x, back.z);
    camera.roll = 0;
    Vec3d level, upright;
    camera_axes(&camera, &level, &upright, &forward);
    camera.roll = atan2(vec3d_dot(right, upright), vec3d_dot(right, level));
    return camera;
}

Camera camera_anchored(const Camera *from, Vec3d at)
{
    Vec3d right, up, forward;
    camera_axes(from, &right, &up, &forward);
    double depth = vec3d_dot(vec3d_sub(at, camera_eye(from)), forward);
    Camera camera = *from;
    if (!(depth > 0))
        return camera;
    // The picture stays as it is: with perspective the eye does, without it the scale does.
    if (camera.fov_y > 0)
        camera.distance = fmin(fmax(depth, DISTANCE_MIN), DISTANCE_MAX);
    camera.target = vec3d_add_scaled(from->target, forward, depth - from->distance);
    return camera;
}

Camera camera_panned(const Camera *from, double dx_pixels, double dy_pixels, double height)
{
    Camera camera = *from;
    Vec3d right, up, forward;
    camera_axes(from, &right, &up, &forward);
    double scale = camera_world_per_pixel(from, from->target, height);
    camera.target = vec3d_add_scaled(camera.target, right, -dx_pixels * scale);
    camera.target = vec3d_add_scaled(camera.target, up, dy_pixels * scale);
    return camera;
}

Camera camera_zoomed(const Camera *from, double factor, double x, double y, double width,
                     double height)
{
    if (!(factor > 0) || !isfinite(factor))
        return *from;
    Camera camera = *from;
    camera.distance = fmin(fmax(from->distance / factor, DISTANCE_MIN), DISTANCE_MAX);
    // Shrinking everything towards the point under the cursor in the target's plane moves the eye
    // along the cursor's ray: whatever the ray meets stays under the cursor.
    Vec3d right, up, forward;
    camera_axes(from, &right, &up, &forward);
    double scale = camera_world_per_pixel(from, from->target, height);
    double remaining = 1 - camera.distance / from->distance;
    camera.target = vec3d_add_scaled(camera.target, right, (x - width / 2) * scale * remaining);
    camera.target = vec3d_add_scaled(camera.target, up, (height / 2 - y) * scale * remaining);
    return camera;
}
