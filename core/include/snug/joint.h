// Part of snug.h: joints between parts of an assembly, which a motion follows.
#ifndef SNUG_JOINT_H
#define SNUG_JOINT_H

#include "assembly.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- joints: what a part may do against another one, or against the ground
typedef enum snug_joint_kind {
    SNUG_JOINT_FIXED = 0,
    SNUG_JOINT_HINGE = 1,       // turns about its axis
    SNUG_JOINT_SLIDE = 2,       // shifts along it
    SNUG_JOINT_CYLINDRICAL = 3, // both
    SNUG_JOINT_SCREW = 4        // both, by its pitch
} snug_joint_kind;

typedef struct snug_joint_desc {
    size_t struct_size;
    int32_t parent; // part; -1: the ground
    int32_t child;  // of one joint at most
    snug_joint_kind kind;
    const double
        *origin;        // 3 numbers: a point of the axis, in the world, as the parts are placed now
    const double *axis; // 3 numbers: its direction; any length but 0
    double pitch;       // of a screw: shift of one full turn; below 0 for a left-hand one
    // 2 numbers each: turn in radians, shift in the assembly's unit, of where it is now; NULL: no
    // limits. INFINITY is none.
    const double *low, *high;
} snug_joint_desc;

typedef struct snug_joint_info {
    size_t struct_size;
    int32_t parent, child;
    snug_joint_kind kind;
    double coordinates[2];        // turn, counted beyond full turns, and shift since it was made
    double off_length, off_angle; // by how much the child was placed elsewhere
    double pitch, low[2], high[2];
} snug_joint_info;

// [own] Between parts as they are placed now, which becomes turn 0 and shift 0. Joints are numbered from 0
// in the order they come; *joint may be NULL.
SNUG_API snug_status snug_assembly_add_joint(snug_assembly *assembly, const snug_joint_desc *desc,
                                             int32_t *joint, snug_error *error);
// [own] From now on the second turns by ratio times what the first does; of slides, the shift counts. What
// contradicts other couplings is refused.
SNUG_API snug_status snug_assembly_couple(snug_assembly *assembly, int32_t first, int32_t second,
                                          double ratio, snug_error *error);
// [own] Joints and couplings.
SNUG_API void snug_assembly_clear_joints(snug_assembly *assembly);
// [any]
SNUG_API int32_t snug_assembly_joint_count(const snug_assembly *assembly);
// [any]
SNUG_API snug_status snug_assembly_get_joint(const snug_assembly *assembly, int32_t joint,
                                             snug_joint_info *info, snug_error *error);

#ifdef __cplusplus
}
#endif

#endif
