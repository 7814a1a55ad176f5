#include "app/document/joint_hold.h"
#include "app/document/rigid_joints.h"
#include "core/base/array.h"

#include <math.h>
#include <stdlib.h>

// Up to what is no part of a rigid group, unless `through` says that the list knows of those.
static int32_t move_by(const Document *document, const JointList *list, bool through, int32_t *part)
{
    int32_t joint = joint_list_find(list, *part);
    while ((through || document->parts[*part].rigid == 0) && joint != NO_JOINT &&
           list->joints[joint].kind == JOINT_FIXED && list->joints[joint].parent != JOINT_GROUND) {
        *part = list->joints[joint].parent;
        joint = joint_list_find(list, *part);
    }
    return joint;
}

static Affine *placements_of(const Document *document)
{
    Affine *copy = array_alloc((size_t)document->part_count, sizeof *copy);
    for (int32_t i = 0; copy && i < document->part_count; ++i)
        copy[i] = document->parts[i].placement;
    return copy;
}

int32_t joint_that_moves(const Document *document, int32_t part, int32_t *moved)
{
    int32_t joint = move_by(document, document->joints, false, &part);
    Affine *stand = document->parts[part].rigid > 0 ? placements_of(document) : NULL;
    RigidJoints whole;
    if (stand && rigid_joints_make(document, stand, NULL, &whole)) {
        joint = move_by(document, whole.list, true, &part);
        rigid_joints_free(&whole);
    }
    free(stand);
    if (moved)
        *moved = part;
    return joint;
}

bool joint_pull(const Document *document, int32_t part, Vec3d grip, Vec3d to, const double *steps,
                Affine *placement)
{
    int32_t moved, index = joint_that_moves(document, part, &moved);
    const Affine *is = &document->parts[part].placement;
    if (index == NO_JOINT)
        return false;
    const Joint *joint = &document->joints->joints[index];
    const Affine *parent =
        joint->parent == JOINT_GROUND ? NULL : &document->parts[joint->parent].placement;
    const PartState *root = &document->parts[moved];
    JointCoordinates at;
    Affine there, back;
    *placement = *is;
    // Beyond a limit as well: whoever holds it to that says so.
    Joint endless = *joint;
    endless.low = joint_default(joint->kind, -1, 0).low;
    endless.high = joint_default(joint->kind, -1, 0).high;
    if (!joint_follow(&endless, parent, root->joint, affine_apply(is, grip), to, &at))
        return true;
    for (int k = 0; k < 2; ++k)
        if (steps && steps[k] > 0)
            at.v[k] = steps[k] * round(at.v[k] / steps[k]);
    if (!joint_placement(joint, parent, &root->placement, at, &there) ||
        !affine_invert(&root->placement, &back))
        return true;
    if (moved != part) {
        there = affine_compose(&there, &back);
        there = affine_compose(&there, is);
    }
    *placement = there;
    return true;
}
