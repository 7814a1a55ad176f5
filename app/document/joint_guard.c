#include "app/document/joint_guard.h"

#include "app/document/rigid.h"
#include "core/base/array.h"

#include <stdlib.h>

bool joint_guard_take(JointGuard *guard, const Document *document)
{
    *guard = (JointGuard){0};
    if (joint_list_count(document->joints) == 0 && !rigid_any(document))
        return true;
    size_t count = (size_t)document->part_count;
    guard->placements = array_alloc(count, sizeof *guard->placements);
    guard->at = array_alloc(count, sizeof *guard->at);
    if (!guard->placements || !guard->at) {
        joint_guard_free(guard);
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        guard->placements[i] = document->parts[i].placement;
        guard->at[i] = document->parts[i].joint;
    }
    guard->count = document->part_count;
    guard->joints = joint_list_retain(document->joints);
    return true;
}

void joint_guard_free(JointGuard *guard)
{
    free(guard->placements);
    free(guard->at);
    joint_list_release(guard->joints);
    *guard = (JointGuard){0};
}

void joint_guard_put_back(const JointGuard *guard, Document *document)
{
    for (int32_t i = 0; i < guard->count && i < document->part_count; ++i) {
        document->parts[i].placement = guard->placements[i];
        document->parts[i].joint = guard->at[i];
    }
    if (!guard->placements)
        return;
    joint_list_release(document->joints);
    document->joints = joint_list_retain(guard->joints);
}
