// What two bodies do at one pose, with what proves it in its neighbourhood.
#ifndef SNUG_CORE_MOTION_WAY_PROBE_H
#define SNUG_CORE_MOTION_WAY_PROBE_H

#include "core/motion/way.h"

enum ProbeKind {
    PROBE_APART, // surfaces do not meet, and neither holds the other: while they stay apart it is so
    PROBE_HELD,  // they do not meet, and one holds the other: as well
    PROBE_DEEP,  // `point` of one body is inside the other: until it meets the other's surface
    PROBE_PIERCED, // an edge pierces a triangle, and does so for poses nearer than `margin`
    PROBE_UNCLEAR, // nothing that would hold in a neighbourhood
};

typedef struct Probe {
    enum ProbeKind kind;
    int owner;   // DEEP: whose point it is, 0 or 1
    Vec3d point; // in its mesh's frame
    double margin;
} Probe;

// At the given poses. False: cancelled, or memory ran short.
bool way_probe(const WayPair *pair, const RigidPose pose[2], const WayDesc *desc, double resolution,
               Probe *out, Error *err);

// By how much the corners of two triangles may move against each other before no edge of one pierces
// the other any more; 0: none does.
double pierced_margin(const Triangle *a, const Triangle *b);

#endif
