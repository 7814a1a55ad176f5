#include "app/document/path_pose.h"

#include "app/document/pose.h"

#include <math.h>

// The turn from a to b as axis times angle, the short way round. atan2 keeps all digits of small and
// of large angles.
static Vec3d turn_between(const double a[4], const double b[4])
{
    // b * conjugate(a)
    double w = b[0] * a[0] + b[1] * a[1] + b[2] * a[2] + b[3] * a[3];
    Vec3d v = {{-b[0] * a[1] + b[1] * a[0] - b[2] * a[3] + b[3] * a[2],
                -b[0] * a[2] + b[1] * a[3] + b[2] * a[0] - b[3] * a[1],
                -b[0] * a[3] - b[1] * a[2] + b[2] * a[1] + b[3] * a[0]}};
    if (w < 0) {
        w = -w;
        v = vec3d_scale(v, -1);
    }
    double sine = vec3d_length(v);
    return sine > 0 ? vec3d_scale(v, 2 * atan2(sine, w) / sine) : vec3d(0, 0, 0);
}

// exp(s w) a
static void turned(const double a[4], Vec3d w, double s, double out[4])
{
    double angle = vec3d_length(w), half = 0.5 * s * angle;
    Vec3d v = angle > 0 ? vec3d_scale(w, sin(half) / angle) : vec3d(0, 0, 0);
    double c = cos(half);
    out[0] = c * a[0] - v.x * a[1] - v.y * a[2] - v.z * a[3];
    out[1] = c * a[1] + v.x * a[0] + v.y * a[3] - v.z * a[2];
    out[2] = c * a[2] - v.x * a[3] + v.y * a[0] + v.z * a[1];
    out[3] = c * a[3] + v.x * a[2] - v.y * a[1] + v.z * a[0];
}

static Affine placement_of(const PathPart *part, Vec3d at, const double turn[4])
{
    Pose pose = {.rotation = affine_identity()};
    pose_set_quaternion(&pose, turn); // of length 1: it is one
    Affine scale = part->scale;
    scale.p = vec3d_scale(part->pivot, -1);
    Affine placement = affine_compose(&pose.rotation, &scale);
    placement.p = vec3d_add(placement.p, at);
    return placement;
}

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

PathMove path_move(const PathPart *part, size_t key)
{
    const PathKey *a = &part->keys[key], *b = &part->keys[key + 1];
    return (PathMove){.from = a->time,
                      .to = b->time,
                      .c = a->at,
                      .v = vec3d_sub(b->at, a->at),
                      .w = turn_between(a->turn, b->turn)};
}

Affine path_placement(const PathPart *part, double time)
{
    size_t i = key_before(part, time);
    const PathKey *key = &part->keys[i];
    if (i + 1 == part->key_count || !(time > key->time))
        return placement_of(part, key->at, key->turn);
    PathMove move = path_move(part, i);
    double s = (time - move.from) / (move.to - move.from), turn[4];
    turned(key->turn, move.w, s, turn);
    return placement_of(part, vec3d_add_scaled(move.c, move.v, s), turn);
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
    pose_quaternion(&pose, key.turn);
    // The pivot as the point of the part that it is, so that a scale's rounding does not move it.
    key.at = vec3d_add(placement->p, affine_apply_vector(&pose.rotation, part->pivot));
    return key;
}
