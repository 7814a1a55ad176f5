// Where parts and joints were before an action, so that joints can hold what it did, or all of it is put
// back.
#ifndef SNUG_APP_DOCUMENT_JOINT_GUARD_H
#define SNUG_APP_DOCUMENT_JOINT_GUARD_H

#include "app/document/document.h"

// Empty where nothing is jointed, nor a rigid group.
typedef struct JointGuard {
    Affine *placements;
    JointCoordinates *at;
    int32_t count;
    JointList *joints; // a reference of its own
} JointGuard;
bool joint_guard_take(JointGuard *guard, const Document *document); // false: memory ran short
void joint_guard_free(JointGuard *guard);
void joint_guard_put_back(const JointGuard *guard, Document *document);

#endif
