#include "app/document/path_pose.h"

#include "app/document/pose.h"

#include <math.h>

// The last key that is not after the time; 0 if all are.
static size_t key_before(const PathPart *part, double time)
{
    size_t low = 0, high = part->key_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (part->keys[middle].time <= time)
            low = middle;
        else
            high = middle;
    }
    return low;
}

RigidPose path_pose(const PathPart *part, double time)
{
    size_t i = key_before(part, time);
    const PathKey *key = &part->keys[i];
    if (i + 1 == part->key_count || !(time > key->time))
        return key->pose;
    RigidStep step = rigid_step_between(&key->pose, &key[1].pose);
    return rigid_pose_moved(&key->pose, &step, (time - key->time) / (key[1].time - key->time));
}

Affine path_rest(const PathPart *part)
{
    Affine rest = part->scale;
    rest.p = vec3d_scale(part->pivot, -1);
    return rest;
}

Affine path_placement(const PathPart *part, double time)
{
    RigidPose pose = path_pose(part, time);
    Affine rest = path_rest(part);
    return rigid_placement(&pose, &rest);
}

Affine path_placement_in(const MotionPath *path, const PathPart *part, double time,
                         enum LengthUnit unit)
{
    Affine placement = path_placement(part, time);
    if (unit != path->unit) // the same unit: not a digit changes
        placement.p = vec3d_scale(placement.p, length_unit_info(path->unit)->metres /
                                                   length_unit_info(unit)->metres);
    return placement;
}

Affine path_scale_of(const Affine *placement)
{
    Pose pose = pose_from(placement);
    Affine scale = affine_identity(), none = affine_identity();
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            scale.m[i][k] = 0;
            for (int j = 0; j < 3; ++j) // by the transposed rotation: its inverse
                scale.m[i][k] += pose.rotation.m[j][i] * placement->m[j][k];
        }
    }
    return path_scale_equal(&scale, &none) ? none : scale;
}

bool path_scale_equal(const Affine *a, const Affine *b)
{
    double largest = 0, difference = 0;
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            largest = fmax(largest, fmax(fabs(a->m[i][k]), fabs(b->m[i][k])));
            difference = fmax(difference, fabs(a->m[i][k] - b->m[i][k]));
        }
    }
    return difference <= 1e-9 * largest;
}

PathKey path_key_of(const PathPart *part, double time, const Affine *placement)
{
    PathKey key = {.time = time};
    Pose pose = pose_from(placement);
    pose_quaternion(&pose, key.pose.q);
    // The pivot as the point of the part that it is, so that a scale's rounding does not move it.
    key.pose.pivot = vec3d_add(placement->p, affine_apply_vector(&pose.rotation, part->pivot));
    return key;
}

Affine path_posed_placement(const PoseFile *file, const PosePlace *place, const Affine *opened,
                            enum LengthUnit unit)
{
    double to_unit = unit == file->unit
                         ? 1 // not a digit changes
                         : length_unit_info(file->unit)->metres / length_unit_info(unit)->metres;
    Vec3d pivot = place->thing < 0 ? vec3d(0, 0, 0) : file->things[place->thing].pivot;
    pivot = vec3d_scale(pivot, to_unit);
    Vec3d to = vec3d_scale(place->to.pivot, to_unit);
    Pose was = pose_from(opened);
    RigidPose pose = place->to;
    Affine rest = path_scale_of(opened);
    pose.pivot = to;
    rest.p = vec3d_scale(pivot, -1);
    if (place->relative) {
        Vec3d at = vec3d_add(opened->p, affine_apply_vector(&was.rotation, pivot));
        pose.pivot = vec3d_add(at, to);
        rest = *opened;
        rest.p = vec3d_sub(opened->p, at);
    }
    return rigid_placement(&pose, &rest);
}
