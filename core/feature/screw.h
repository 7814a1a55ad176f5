// A screw by itself, in no hole: its axis, and how wide its thread is, drawn or not.
#ifndef SNUG_CORE_FEATURE_SCREW_H
#define SNUG_CORE_FEATURE_SCREW_H

#include "core/feature/feature.h"

typedef struct Screw {
    Vec3d origin, axis; // unit: from the shank out of the head, if there is one
    double radius;      // of the crests
    double length;      // below the head
    bool hexagon;       // the head has six flats; otherwise it is round, or there is none
} Screw;

// In the mesh's coordinates. The crests are what is widest in the far half of the shank, where any screw has its
// thread, and they have to go all the way round. False: there is no such shank.
bool screw_find(const Mesh *mesh, const Features *features, Screw *out);

#endif
