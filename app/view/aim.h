// What a tool points at: a corner, an edge or a face of whatever part is under the cursor, with the
// direction it has.
#ifndef SNUG_APP_VIEW_AIM_H
#define SNUG_APP_VIEW_AIM_H

#include "app/app.h"

enum AimKind { AIM_FACE, AIM_EDGE, AIM_CORNER };

typedef struct Aim {
    int32_t part; // NO_PART: nothing is there
    enum AimKind kind;
    Vec3d point;     // in the world, on the surface; the corner itself
    Vec3d direction; // along the edge, or out of the face; of length 1
    Vec3d ends[2];   // of the edge, in the world
} Aim;

// Edges between flat neighbours are none. slack: how near an edge or a corner has to be, in pixels.
Aim aim_at(const App *app, const Box3d *local_bounds, const Camera *camera, double x, double y,
           double width, double height, double slack);

#endif
