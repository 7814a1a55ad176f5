// An orbiting camera: looks at a target from a distance. World is y-up. No GL here.
#ifndef SNUG_APP_PICTURE_CAMERA_H
#define SNUG_APP_PICTURE_CAMERA_H

#include "core/mesh/mesh.h"

#define CAMERA_FOV 0.6 // radians, of the perspective that the program starts with

typedef struct Camera {
    Vec3d target;
    double yaw, pitch; // radians; yaw about y, pitch up from the horizon, within +-pi/2
    double distance;   // from target, > 0
    double fov_y;      // radians; 0 means orthographic with height 2*distance*tan(15 degrees)
    double roll;       // radians, about the view axis; 0: upright
} Camera;

enum StandardView {
    VIEW_FRONT,
    VIEW_BACK,
    VIEW_LEFT,
    VIEW_RIGHT,
    VIEW_TOP,
    VIEW_BOTTOM,
    VIEW_ISO,
    STANDARD_VIEW_COUNT
};
extern const char *const standard_view_names[STANDARD_VIEW_COUNT];

Camera camera_standard(const Camera *from, enum StandardView view); // keeps target, distance, fov
// What is at the target keeps its size on the screen.
Camera camera_projected(const Camera *from, bool orthographic);
Camera camera_fitted(const Camera *from, Box3d world_box, double aspect); // keeps the direction
Vec3d camera_eye(const Camera *camera);
void camera_axes(const Camera *camera, Vec3d *right, Vec3d *up,
                 Vec3d *forward); // forward: into the scene

// Pixel coordinates have their origin in the top left corner of the viewport.
void camera_ray(const Camera *camera, double x, double y, double width, double height,
                Vec3d *origin, Vec3d *direction);
bool camera_project(const Camera *camera, Vec3d world, double width, double height, double *x,
                    double *y); // false: behind the eye
double camera_world_per_pixel(const Camera *camera, Vec3d at, double height);

// Stands upright afterwards.
Camera camera_orbited(const Camera *from, double dx_pixels, double dy_pixels);
// The same as a trackball: turns about any axis in the picture's plane.
Camera camera_tumbled(const Camera *from, double dx_pixels, double dy_pixels);
// The same picture, with the target as deep as this point: zooming then ends at it, not behind it,
// and orbiting turns about it.
Camera camera_anchored(const Camera *from, Vec3d at);
Camera camera_panned(const Camera *from, double dx_pixels, double dy_pixels, double height);
// factor > 1 comes closer; the world point under the cursor stays there.
Camera camera_zoomed(const Camera *from, double factor, double x, double y, double width,
                     double height);

#endif
