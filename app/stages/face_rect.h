// Rectangles around flat faces, to know whether two of them lie over each other: a wall's edge is long and
// thin, and what reaches as far beside it is not over it.
#ifndef SNUG_APP_STAGES_FACE_RECT_H
#define SNUG_APP_STAGES_FACE_RECT_H

#include "core/feature/connector.h"

typedef struct FaceRect {
    Vec3d corners[4]; // around
} FaceRect;

// Around the triangles of the face that the connector was made from; without those, as far as it reaches.
FaceRect face_rect(const Mesh *mesh, const Features *features, const Connector *face);
FaceRect face_rect_placed(const FaceRect *rect, const Affine *placement);
// Seen along the axis. Both in the world.
bool face_rects_meet(const FaceRect *a, const FaceRect *b, Vec3d axis);

#endif
