// Joints between parts: core/motion/joint.h for callers.
#include "core/base/array.h"
#include "core/door/snug_assembly.h"

#define SAME(name) ((int)SNUG_JOINT_##name == (int)JOINT_##name)
_Static_assert(SAME(FIXED) && SAME(HINGE) && SAME(SLIDE) && SAME(CYLINDRICAL) && SAME(SCREW),
               "kinds");
#undef SAME

JointSet door_joints(const snug_assembly *assembly)
{
    return (JointSet){assembly->joints, assembly->joint_count, assembly->couplings,
                      assembly->coupling_count};
}

static const Affine *placement_of(const snug_assembly *assembly, int32_t part)
{
    return part >= 0 ? &assembly->posed[part].placement : NULL;
}

// Frames of both parts as they are placed, about one axis in the world.
static snug_status read_frames(const snug_assembly *assembly, const snug_joint_desc *desc,
                               Joint *joint, snug_error *error)
{
    int32_t count = assembly->inner.part_count;
    if (desc->child < 0 || desc->child >= count || desc->parent < -1 || desc->parent >= count)
        return door_fail(error, SNUG_BAD_ARGUMENT, "a joint needs a child, and a parent or -1");
    if (!desc->origin || !desc->axis)
        return door_fail(error, SNUG_BAD_ARGUMENT, "a joint needs a point and an axis");
    JointFrame world = {.origin = vec3d(desc->origin[0], desc->origin[1], desc->origin[2]),
                        .axis = vec3d(desc->axis[0], desc->axis[1], desc->axis[2])};
    if (!vec3d_is_finite(world.origin) || !vec3d_is_finite(world.axis) ||
        !(vec3d_length(world.axis) > 0) || !isfinite(vec3d_length(world.axis)))
        return door_fail(error, SNUG_BAD_ARGUMENT, "the axis has no direction or is not finite");
    world.axis = vec3d_normalised(world.axis);
    int least = 0; // the direction that is most across it
    for (int k = 1; k < 3; ++k)
        least = fabs(world.axis.v[k]) < fabs(world.axis.v[least]) ? k : least;
    world.side.v[least] = 1;
    if (!joint_frame_of(&world, placement_of(assembly, desc->parent), &joint->frame[0]) ||
        !joint_frame_of(&world, placement_of(assembly, desc->child), &joint->frame[1]))
        return door_fail(error, SNUG_BAD_PLACEMENT, "a placement squashes the joint flat");
    return SNUG_OK;
}

snug_status snug_assembly_add_joint(snug_assembly *assembly, const snug_joint_desc *desc,
                                    int32_t *out, snug_error *error)
{
    snug_joint_desc own = {0};
    snug_status status =
        door_take(&own, sizeof own, desc, DOOR_END_OF(snug_joint_desc, axis), error);
    if (status == SNUG_OK && !assembly)
        status = door_fail(error, SNUG_BAD_ARGUMENT, "there is no assembly");
    if (status == SNUG_OK && (unsigned)own.kind >= JOINT_KINDS)
        status = door_fail(error, SNUG_BAD_ARGUMENT, "there is no kind of joint %d", (int)own.kind);
    if (status != SNUG_OK)
        return status;
    Joint joint = joint_default((enum JointKind)own.kind, own.parent, own.child);
    joint.pitch = own.pitch;
    for (int k = 0; k < 2; ++k) {
        if (own.low)
            joint.low.v[k] = own.low[k];
        if (own.high)
            joint.high.v[k] = own.high[k];
    }
    status = read_frames(assembly, &own, &joint, error);
    if (status != SNUG_OK)
        return status;
    size_t count = (size_t)assembly->joint_count + 1;
    if (!array_reserve(&assembly->joints, &assembly->joint_capacity, count,
                       sizeof *assembly->joints) ||
        !array_reserve(&assembly->coordinates, &assembly->coordinate_capacity, count,
                       sizeof *assembly->coordinates))
        return door_no_memory(error);
    Error err = {""};
    assembly->joints[assembly->joint_count] = joint;
    assembly->coordinates[assembly->joint_count++] = (JointCoordinates){{0, 0}};
    JointSet set = door_joints(assembly);
    if (!joint_set_check(&set, assembly->inner.part_count, NULL, &err)) {
        --assembly->joint_count;
        return door_core_failed(error, &err, SNUG_BAD_ARGUMENT);
    }
    if (out)
        *out = assembly->joint_count - 1;
    return SNUG_OK;
}

snug_status snug_assembly_couple(snug_assembly *assembly, int32_t first, int32_t second,
                                 double ratio, snug_error *error)
{
    if (!assembly)
        return door_fail(error, SNUG_BAD_ARGUMENT, "there is no assembly");
    const int32_t pair[2] = {first, second};
    double at[2] = {0, 0};
    for (int k = 0; k < 2; ++k) {
        if (pair[k] < 0 || pair[k] >= assembly->joint_count)
            return door_fail(error, SNUG_BAD_ARGUMENT, "there is no joint %d", pair[k]);
        int main = joint_main(assembly->joints[pair[k]].kind);
        at[k] = main >= 0 ? assembly->coordinates[pair[k]].v[main] : 0;
    }
    size_t count = (size_t)assembly->coupling_count + 1;
    if (!array_reserve(&assembly->couplings, &assembly->coupling_capacity, count,
                       sizeof *assembly->couplings))
        return door_no_memory(error);
    Error err = {""};
    assembly->couplings[assembly->coupling_count++] =
        (JointCoupling){{first, second}, ratio, at[1] - ratio * at[0]};
    JointSet set = door_joints(assembly);
    if (joint_set_check(&set, assembly->inner.part_count, NULL, &err))
        return SNUG_OK;
    --assembly->coupling_count;
    return door_core_failed(error, &err, SNUG_BAD_ARGUMENT);
}

void snug_assembly_clear_joints(snug_assembly *assembly)
{
    if (!assembly)
        return;
    assembly->joint_count = assembly->coupling_count = 0;
    ++assembly->cleared;
}

int32_t snug_assembly_joint_count(const snug_assembly *assembly)
{
    return assembly ? assembly->joint_count : 0;
}

snug_status snug_assembly_get_joint(const snug_assembly *assembly, int32_t index,
                                    snug_joint_info *info, snug_error *error)
{
    snug_status status = door_ready(info, DOOR_END_OF(snug_joint_info, kind), error);
    if (status != SNUG_OK)
        return status;
    if (index < 0 || index >= snug_assembly_joint_count(assembly))
        return door_fail(error, SNUG_BAD_ARGUMENT, "there is no joint %d", index);
    const Joint *joint = &assembly->joints[index];
    const Affine *parent = placement_of(assembly, joint->parent);
    const Affine *child = placement_of(assembly, joint->child);
    JointCoordinates at;
    JointResidual off;
    if (!joint_coordinates(joint, parent, child, assembly->coordinates[index], &at) ||
        !joint_residual(joint, parent, child, &off))
        return door_fail(error, SNUG_BAD_PLACEMENT, "a placement squashes the joint flat");
    snug_joint_info own = {.parent = joint->parent,
                           .child = joint->child,
                           .kind = (snug_joint_kind)joint->kind,
                           .off_length = off.length,
                           .off_angle = off.angle,
                           .pitch = joint->pitch};
    memcpy(own.coordinates, at.v, sizeof own.coordinates);
    memcpy(own.low, joint->low.v, sizeof own.low);
    memcpy(own.high, joint->high.v, sizeof own.high);
    door_give(info, &own, sizeof own);
    return SNUG_OK;
}
