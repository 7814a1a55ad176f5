// A placement in words and numbers that people use: position, angles or quaternion, scale.
#ifndef SNUG_APP_DOCUMENT_POSE_H
#define SNUG_APP_DOCUMENT_POSE_H

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/base/vec.h"

typedef struct Pose {
    Vec3d position;
    Affine rotation; // its p is 0; of determinant 1
    Vec3d scale;     // along the part's axes; the last one is negative for a mirrored part
} Pose;

// Sheared placements come out as the nearest thing that has these parts.
Pose pose_from(const Affine *placement);
Affine pose_affine(const Pose *pose);

// Degrees about the x axis, then the y axis, then the z axis, all of which stand still.
Vec3d pose_angles(const Pose *pose);
void pose_set_angles(Pose *pose, Vec3d degrees); // quarter turns are exact

// w, x, y, z of length 1, w not negative.
void pose_quaternion(const Pose *pose, double q[4]);
bool pose_set_quaternion(Pose *pose, const double q[4]); // of any length but 0; false: refused

enum { POSE_TEXT = 320 };
// "position 12.5 0 -3 mm; rotation 1 0 0 0; scale 1 1 1", the rotation as a quaternion. Read again
// it is the same to the last digits.
void pose_write(const Pose *pose, enum LengthUnit unit, char text[POSE_TEXT]);
// What the text does not name stays as it is. "angles x y z" in degrees may stand for the rotation,
// and three numbers alone are a position; without a unit lengths are in `unit`, which is also that
// of the pose. False: err says what is wrong, and the pose is as it was.
bool pose_read(Pose *pose, const char *text, enum LengthUnit unit, Error *err);

#endif
