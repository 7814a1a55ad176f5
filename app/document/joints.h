// Joints between parts: a list that documents share. What a joint is, is core/motion/joint.h; here it
// has a name, and its parts are those of the document. A part hangs on one joint at most, so that the
// part's number says which joint is meant, and the joint's coordinates are kept with the part
// (PartState).
#ifndef SNUG_APP_DOCUMENT_JOINTS_H
#define SNUG_APP_DOCUMENT_JOINTS_H

#include "core/motion/joint.h"

#include <stddef.h>

enum {
    JOINTS_MOST = 1024,
    JOINT_COUPLINGS_MOST = 1024,
    JOINT_NAME_SIZE = 96,
    NO_JOINT = -1,
    JOINT_GROUND = -1
};

// Radians: more turns than anybody counts, and still told apart to 1e-7. Shifts: MESH_MAX_COORDINATE.
#define JOINT_MOST_TURN 1e9
#define JOINT_MOST_RATIO 1e6
#define JOINT_MOST_OFFSET 1e12

typedef struct JointName {
    char text[JOINT_NAME_SIZE]; // valid UTF-8
} JointName;

// Counted references, of one thread; never changed once it is shared.
typedef struct JointList {
    int references;
    Joint *joints;
    JointName *names;
    int32_t count;
    size_t capacity, name_capacity;
    JointCoupling *couplings;
    int32_t coupling_count;
    size_t coupling_capacity;
} JointList;

JointList *joint_list_create(void);                // with one reference; NULL: memory ran short
JointList *joint_list_copy(const JointList *list); // likewise; of NULL an empty one
JointList *joint_list_retain(JointList *list);     // NULL is fine
void joint_list_release(JointList *list);          // NULL is fine
// Another list has all joints and couplings of this one, whatever their names and numbers. child: of the
// first that it does not have.
bool joint_list_keeps(const JointList *list, const JointList *by, int32_t *child);
bool joint_list_equal(const JointList *a, const JointList *b); // NULL equals an empty one
size_t joint_list_bytes(const JointList *list);
JointSet joint_list_set(const JointList *list); // NULL: without joints
static inline int32_t joint_list_count(const JointList *list)
{
    return list ? list->count : 0;
}

// False: memory ran short, nothing is changed. Whether it may be is asked of joint_list_check.
bool joint_list_add(JointList *list, const Joint *joint, const char *name);
void joint_list_rename(JointList *list, int32_t joint, const char *name);
bool joint_list_couple(JointList *list, const JointCoupling *coupling);
void joint_list_remove(JointList *list, int32_t joint); // and what is coupled with it
void joint_list_uncouple(JointList *list, int32_t coupling);

int32_t joint_list_find(const JointList *list, int32_t child); // NO_JOINT: it hangs on none
// Two joints, in either order; NO_JOINT: they are not coupled.
int32_t joint_list_find_coupling(const JointList *list, int32_t a, int32_t b);

// With other numbers for the parts: map[part], or -1 for one that is not there any more, whose joints
// go. NULL: memory ran short.
JointList *joint_list_renumbered(const JointList *list, const int32_t *map, int32_t part_count);

bool joint_counts(JointCoordinates at); // they are numbers, and none is beyond what files keep

// All of it can be. False: err names the joints.
bool joint_list_check(const JointList *list, int32_t part_count, Error *err);

#endif
