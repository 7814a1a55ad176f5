// Creases and borders as people see them: a straight edge may be cut into pieces by the mesh, and a
// round one always is. An edge is named by any of its sides (sides.h).
#ifndef SNUG_CORE_MESH_CREASES_H
#define SNUG_CORE_MESH_CREASES_H

#include "core/mesh/mesh.h"

// In the frame that the placement leads to.
typedef struct CreaseCurve {
    double length;
    bool round;    // an arc or a circle
    Vec3d ends[2]; // of the straight edge, or the middle of the circle and a point on it
    double radius; // if it is round
    Vec3d axis;    // as well: of length 1, at right angles to the circle
} CreaseCurve;

// From one piece on the curve is followed as long as it goes on smoothly. False: memory is short, or
// the side belongs to no edge.
bool crease_curve(const Mesh *mesh, int32_t side, const Affine *placement, CreaseCurve *out);

typedef struct CreaseSnap {
    int32_t side;   // of the nearest crease, -1: none within reach
    int32_t corner; // the nearest vertex at an end of one, -1: none within reach
} CreaseSnap;

// Around a point of a triangle, over the surface as far as it is within reach of that point, but not
// beyond the nearest few thousand triangles; point and reach in the frame that the placement leads
// to. False: memory is short.
bool crease_snap(const Mesh *mesh, int32_t triangle, const Affine *placement, Vec3d at,
                 double reach, CreaseSnap *out);

#endif
