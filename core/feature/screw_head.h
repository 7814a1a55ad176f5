// The head of a screw or a nut: what a tool takes.
#ifndef SNUG_CORE_FEATURE_SCREW_HEAD_H
#define SNUG_CORE_FEATURE_SCREW_HEAD_H

#include "core/feature/feature.h"

typedef struct ScrewHead {
    Vec3d origin;  // on the axis, where the head begins
    Vec3d axis;    // unit: out of the head, away from the shank
    Vec3d side;    // unit, across: towards a corner of a hexagon
    double height; // along the axis
    double radius; // to its farthest point
    bool hexagon;  // corners lie every 60 degrees
} ScrewHead;

// By the largest cylinder that looks outwards: the head is what is widest around its axis. False: the mesh has no
// such cylinder.
bool screw_head_find(const Mesh *mesh, const Features *features, ScrewHead *out);
double
screw_head_flats(const ScrewHead *head); // width across flats, or its diameter if it is round

#endif
