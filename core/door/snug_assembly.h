// What an assembly behind the door is made of.
#ifndef SNUG_CORE_DOOR_SNUG_ASSEMBLY_H
#define SNUG_CORE_DOOR_SNUG_ASSEMBLY_H

#include "core/door/door.h"
#include "core/meaning/fit_report.h"
#include "core/motion/joint.h"
#include "core/motion/limit_book.h"

#include <locale.h>

struct snug_assembly {
    Assembly inner;
    PosedPart *posed; // one per part; their trees are owned
    size_t posed_capacity;
    RuleSet *rules; // NULL: none
    // Of the last check, for the next one.
    AssemblyReport contacts;
    ContactReport details;
    LimitBook limits; // depths that were promised to parts in motion
    Joint *joints;
    JointCoordinates
        *coordinates; // per joint, as the last motion left it: turns are counted from there
    JointCoupling *couplings;
    int32_t joint_count, coupling_count;
    uint32_t cleared; // how often: a motion does not write into joints that came later
    size_t joint_capacity, coordinate_capacity, coupling_capacity;
};

JointSet door_joints(const snug_assembly *assembly);

// One tree per mesh, those that are missing built together. False: nothing has changed.
bool door_make_trees(snug_assembly *assembly, const BvhDesc *desc, Job *job, Error *err);

// Numbers are read and written with a point, whatever the program's locale.
typedef struct DoorLocale {
    locale_t plain, before;
} DoorLocale;
DoorLocale door_plain_locale(void);
void door_locale_back(DoorLocale locale);

#endif
