// What is under the cursor, for every tool that points at something: a corner, an edge or a face of
// a part, where the part is shown. It belongs to the part, so that it follows when the part moves.
#ifndef SNUG_APP_WINDOW_AIM_H
#define SNUG_APP_WINDOW_AIM_H

#include "app/stages/app.h"

enum AnchorKind {
    ANCHOR_NONE,
    ANCHOR_VERTEX,
    ANCHOR_EDGE,
    ANCHOR_FACE,
    ANCHOR_CENTRE // of a hole, a pin or a round rim: aim_centre.h
};

// In the part's frame.
typedef struct Anchor {
    enum AnchorKind kind;
    int32_t part;
    Vec3d point;
    int32_t triangle; // under the cursor; -1: the cut of the section plane
    Vec3d normal;     // of the face under the cursor, towards the viewer
    int32_t side; // ANCHOR_EDGE and ANCHOR_VERTEX: a side of the nearest crease (core/mesh/sides.h)
    Vec3d ends[2]; // ... and its ends
    Vec3d axis;    // ANCHOR_CENTRE: of length 1
    double radius; // ... of what is round about it
    bool hole;     // ... which looks towards the axis
} Anchor;

// What is shown under the cursor: a corner within `reach` pixels, otherwise an edge, otherwise the
// face. ANCHOR_NONE: nothing is there.
Anchor aim_at(const App *app, const Camera *camera, double x, double y, double width, double height,
              double reach);

Vec3d anchor_place(const App *app, const Anchor *anchor);     // where it is shown
Vec3d anchor_normal(const App *app, const Anchor *anchor);    // in the world, of length 1
Vec3d anchor_direction(const App *app, const Anchor *anchor); // along the edge, or out of the face

#endif
