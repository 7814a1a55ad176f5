#include "core/motion/rigid.h"

#include <assert.h>
#include <string.h>

static void multiply(const double a[4], const double b[4], double out[4])
{
    double w = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    double x = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    double y = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
    double z = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
    double length = sqrt(w * w + x * x + y * y + z * z);
    out[0] = w / length, out[1] = x / length, out[2] = y / length, out[3] = z / length;
}

RigidStep rigid_step_between(const RigidPose *from, const RigidPose *to)
{
    double back[4] = {from->q[0], -from->q[1], -from->q[2], -from->q[3]}, q[4];
    RigidStep step = {.shift = vec3d_sub(to->pivot, from->pivot)};
    if (memcmp(from->q, to->q, sizeof from->q) == 0)
        return step; // their product is not exactly no turn
    multiply(to->q, back, q);
    double sign = q[0] < 0 ? -1 : 1;
    Vec3d axis = vec3d(sign * q[1], sign * q[2], sign * q[3]);
    double sine = vec3d_length(axis);
    // Twice the angle whose sine and cosine these are; from quaternions it is good at half a turn, too.
    if (sine > 0)
        step.turn = vec3d_scale(axis, 2 * atan2(sine, sign * q[0]) / sine);
    return step;
}

RigidPose rigid_pose_moved(const RigidPose *pose, const RigidStep *step, double t)
{
    RigidPose moved = *pose;
    moved.pivot = vec3d_add_scaled(pose->pivot, step->shift, t);
    double angle = vec3d_length(step->turn);
    if (!(angle * fabs(t) > 0))
        return moved;
    double sine = sin(angle * t / 2) / angle;
    double turn[4] = {cos(angle * t / 2), sine * step->turn.x, sine * step->turn.y,
                      sine * step->turn.z};
    multiply(turn, pose->q, moved.q);
    return moved;
}

Affine rigid_placement(const RigidPose *pose, const Affine *rest)
{
    double w = pose->q[0], x = pose->q[1], y = pose->q[2], z = pose->q[3];
    Affine turn = {.m = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                         {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                         {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}},
                   .p = pose->pivot};
    return affine_compose(&turn, rest);
}

Affine rigid_rest(const Affine *placement, Vec3d pivot)
{
    Affine rest = *placement;
    rest.p = vec3d_sub(rest.p, pivot);
    return rest;
}

double rigid_reach(const Mesh *mesh, const Affine *rest)
{
    assert(mesh && rest);
    double most = 0;
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        most = fmax(most, vec3d_length(affine_apply(rest, mesh->vertices[i])));
    return (most + vec3d_length(rest->p) * 1e-15) * (1 + 1e-14);
}

double rigid_arm(const Mesh *mesh, const Affine *rest, Vec3d axis)
{
    assert(mesh && rest);
    double most = 0, far = 0;
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        Vec3d p = affine_apply(rest, mesh->vertices[i]);
        most = fmax(most, vec3d_length(vec3d_cross(axis, p)));
        far = fmax(far, vec3d_length(p));
    }
    // Products cancel to what is across the axis: their rounding is that of the whole distance, and a
    // pose turns by an axis that is rounded as well.
    return most * (1 + 1e-14) + (far + vec3d_length(rest->p)) * 1e-14;
}
