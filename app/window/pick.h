// Which part is under the cursor, and where.
#ifndef SNUG_APP_WINDOW_PICK_H
#define SNUG_APP_WINDOW_PICK_H

#include "app/stages/app.h"

typedef struct Pick {
    int32_t part; // NO_PART: nothing was hit
    int32_t triangle;
    double along; // distance from the ray's origin in units of its direction
    Vec3d point;  // world
    bool on_cap;  // where the section plane cuts the part open; the triangle is behind it
} Pick;

// The nearest surface that is shown, deformed, exploded and cut as it is drawn, both sides of it;
// ghosts only where nothing solid is. On the ray origin + t*direction with t >= 0.
Pick pick_ray(const App *app, Vec3d origin, Vec3d direction);

#endif
