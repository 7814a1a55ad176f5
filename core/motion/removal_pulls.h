// Pulls of the parts of one assembly against each other, with what is needed to prove them: made when it is
// asked for, and kept.
#ifndef SNUG_CORE_MOTION_REMOVAL_PULLS_H
#define SNUG_CORE_MOTION_REMOVAL_PULLS_H

#include "core/motion/pull_directions.h"
#include "core/motion/removal.h"

typedef struct RemovalMover {
    bool known; // what follows was made
    LimitStart *starts;
    int32_t start_count;
    Limits limits; // one pair per start
    Limits **own;  // per part, of those that are far: NULL until wanted
} RemovalMover;

typedef struct RemovalPulls {
    const RemovalDesc *desc;
    PosedPart *parts; // with trees that tell distances under any scale
    Bvh **trees;      // retained
    Box3d *boxes;     // in the world
    RemovalMover *movers;
    SolidCache solids;
    MotionWork work;
} RemovalPulls;

bool removal_pulls_make(RemovalPulls *pulls, const RemovalDesc *desc, Error *err);
void removal_pulls_free(RemovalPulls *pulls);

static inline bool removal_same_unit(const RemovalDesc *desc, int32_t a, int32_t b)
{
    return a == b || (desc->units && desc->units[a] == desc->units[b]);
}

bool removal_ignored(const RemovalDesc *desc, int32_t a, int32_t b);

// Part a along a direction against part b, which stands.
bool removal_pull(RemovalPulls *pulls, int32_t a, int32_t b, Vec3d direction,
                  enum PullEffort effort, Pull *out, enum LimitReason *reason, Error *err);

// Where the unit of a part may go, and the contacts that say so.
bool removal_directions(RemovalPulls *pulls, int32_t part, ContactNormals *normals,
                        PullDirections *out, Error *err);

// Out of the box of the parts that are there and not of its unit, by so much along a direction; 0: it is out
// of it. there: per part; NULL: all that are active.
double removal_distance(const RemovalPulls *pulls, int32_t part, Vec3d direction,
                        const bool *there);

Box3d removal_unit_box(const RemovalPulls *pulls, int32_t part);
// By how much a box must be moved along a direction to leave another one.
double removal_box_exit(const Box3d *box, const Box3d *other, Vec3d direction);

#endif
