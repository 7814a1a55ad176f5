// Directions in which it is worth pulling a part: the axes of the world and its own, those of its pins and
// holes, and what its contacts leave free. Every contact that holds it with normal n, out of the other part,
// leaves the half space n d >= 0; together they leave a cone, whose edges and middle are candidates.
#ifndef SNUG_CORE_MOTION_PULL_DIRECTIONS_H
#define SNUG_CORE_MOTION_PULL_DIRECTIONS_H

#include "core/assembly/assembly.h"
#include "core/feature/feature.h"

// A face of another part that the part lies against.
typedef struct ContactNormal {
    Vec3d normal; // out of the other part, of length 1
    double area;
    int32_t part; // the other one
} ContactNormal;

typedef struct ContactNormals {
    ContactNormal *items;
    size_t count, capacity;
} ContactNormals;
enum { CONTACT_NORMALS_MOST = 192 };

// Of two parts that are nearer than the radius, parallel faces; merged with what is in the list.
// False: cancelled (err stays ""), or memory ran short.
bool contact_normals_add(ContactNormals *normals, const PosedPart *pulled, const PosedPart *other,
                         int32_t other_part, double radius, Job *job, Error *err);
void contact_normals_free(ContactNormals *normals);
// The part whose contact is in the way of this direction most; -1: none is.
int32_t contact_normals_against(const ContactNormals *normals, Vec3d direction);

enum { PULL_DIRECTIONS_MOST = 64 };
typedef struct PullDirections {
    Vec3d items[PULL_DIRECTIONS_MOST]; // of length 1, no two alike
    int32_t count;
} PullDirections;

void pull_directions_add(PullDirections *directions, Vec3d direction); // unless it is there
void pull_directions_of_world(PullDirections *directions);
// Of the part's own frame, and of the largest of its cylinders.
void pull_directions_of_part(PullDirections *directions, const Features *features,
                             const Affine *placement);
void pull_directions_of_contacts(PullDirections *directions, const ContactNormals *normals);

#endif
