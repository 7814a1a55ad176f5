// Joints: what one part may do against another, or against the ground. Each has two frames, one fixed
// to either part; a joint lets them turn about their common axis and shift along it. Where the child
// stands follows from where the parent does and from two numbers alone, so that nothing drifts: after a
// thousand turns it is where it was.
#ifndef SNUG_CORE_MOTION_JOINT_H
#define SNUG_CORE_MOTION_JOINT_H

#include "core/base/error.h"
#include "core/base/vec.h"

#include <stdint.h>

// X(identifier, word, turns, shifts).
#define JOINT_KIND_LIST(X)                                                                         \
    X(FIXED, "fixed", false, false)                                                                \
    X(HINGE, "hinge", true, false)                                                                 \
    X(SLIDE, "slide", false, true)                                                                 \
    X(CYLINDRICAL, "cylindrical", true, true)                                                      \
    X(SCREW, "screw", true, true) /* by its pitch: one number says both */
#define JOINT_KIND_ENTRY(identifier, word, turns, shifts) JOINT_##identifier,
enum JointKind { JOINT_KIND_LIST(JOINT_KIND_ENTRY) JOINT_KINDS };
#undef JOINT_KIND_ENTRY
const char *joint_kind_word(enum JointKind kind);
bool joint_kind_find(const char *word, enum JointKind *out); // false: there is none of that name
bool joint_turns(enum JointKind kind);
bool joint_shifts(enum JointKind kind);

// In the part's own coordinates, as its mesh; that of the ground in the world.
typedef struct JointFrame {
    Vec3d origin; // on the axis
    Vec3d axis;   // of length 1
    Vec3d side;   // of length 1, across the axis in the world: the hand of the clock
} JointFrame;

// Both 0: the two frames are one.
typedef union JointCoordinates {
    struct {
        double turn;  // radians of the child about the parent's axis; turns are counted
        double shift; // of the child along it, in the assembly's unit
    };
    double v[2];
} JointCoordinates;
enum { JOINT_TURN, JOINT_SHIFT };

typedef struct Joint {
    int32_t parent; // part; -1: the ground
    int32_t child;
    enum JointKind kind;
    JointFrame frame[2];        // the parent's, the child's
    double pitch;               // of a screw: shift of one full turn; below 0 for a left-hand one
    JointCoordinates low, high; // of what the kind lets move; infinite: no limit
} Joint;

// The second joint follows the first: its coordinate is ratio times that of the first, plus offset. The
// coordinate is the turn, of a joint that only shifts the shift.
typedef struct JointCoupling {
    int32_t joint[2];
    double ratio, offset;
} JointCoupling;

typedef struct JointSet {
    const Joint *joints;
    int32_t count;
    const JointCoupling *couplings;
    int32_t coupling_count;
} JointSet;

// A joint of this kind without limits, along z at the origin of both.
Joint joint_default(enum JointKind kind, int32_t parent, int32_t child);

// Is one joint possible, by itself? The texts do not say which joint it is.
bool joint_check(const Joint *joint, int32_t part_count, Error *err);
// All of them together: no part hangs on two, none on itself round a circle, and couplings do not
// contradict each other. The texts count joints from 1; at, which may be NULL, names up to two of them
// (-1: none), for those who have better names.
bool joint_set_check(const JointSet *set, int32_t part_count, int32_t at[2], Error *err);
// Per part the joint that it is the child of, -1 where there is none.
void joint_set_parents(const JointSet *set, int32_t part_count, int32_t *joint_of);
// Per joint what it follows through all couplings: its coordinate is ratio times that of the root, plus
// offset; what is not coupled is its own root. False: couplings contradict each other.
typedef struct JointLink {
    int32_t root;
    double ratio, offset;
} JointLink;
bool joint_set_links(const JointSet *set, JointLink *links, int32_t at[2], Error *err);

// In the world, at right angles however the placement scales. NULL: the ground. False: the placement
// squashes it.
bool joint_frame_at(const JointFrame *frame, const Affine *placement, JointFrame *out);
// Along this direction, of any length but 0, with a side that it chooses.
JointFrame joint_frame_along(Vec3d origin, Vec3d direction);
// The frame of a part that is this one in the world.
bool joint_frame_of(const JointFrame *world, const Affine *placement, JointFrame *out);

// Which coordinate a coupling means: JOINT_TURN or JOINT_SHIFT; -1 for what does not move.
int joint_main(enum JointKind kind);
// Those nearest to `wanted` that kind and limits allow; of a screw, what the turn says counts.
JointCoordinates joint_clamped(const Joint *joint, JointCoordinates wanted);
// How a point at a distance along the axis goes on with the turn: 0 for all but screws.
double joint_lead(const Joint *joint); // shift per radian

// What the placements say, whether the limits allow it or not. last: turns are counted on from here, to
// the nearest; a screw's follow from its shift. parent: NULL is the ground. False: a placement squashes
// a part.
bool joint_coordinates(const Joint *joint, const Affine *parent, const Affine *child,
                       JointCoordinates last, JointCoordinates *out);
// Where the child is at these coordinates. child: any placement of it, for its scale.
bool joint_placement(const Joint *joint, const Affine *parent, const Affine *child,
                     JointCoordinates at, Affine *out);

// By how much the child is not where the joint could have put it, at its coordinates.
typedef struct JointResidual {
    double length; // of the frames' origins
    double angle;  // radians
} JointResidual;
bool joint_residual(const Joint *joint, const Affine *parent, const Affine *child,
                    JointResidual *out);

// A hand that took a point of the child, which is at `from` while the joint is at `at`, and wants it at
// `to`, both in the world: the coordinates that bring it as near as limits allow. Those of a screw lead
// downhill from where it is, so that a hand that goes round is followed for many turns.
bool joint_follow(const Joint *joint, const Affine *parent, JointCoordinates at, Vec3d from,
                  Vec3d to, JointCoordinates *out);

#endif
