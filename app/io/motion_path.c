#include "app/io/motion_path.h"

#include "core/base/array.h"

#include <math.h>

void motion_path_free(MotionPath *path)
{
    for (size_t i = 0; i < path->part_count; ++i) {
        free(path->parts[i].key);
        free(path->parts[i].keys);
        free(path->parts[i].joints);
    }
    free(path->parts);
    *path = (MotionPath){0};
}

double motion_path_start(const MotionPath *path)
{
    double start = INFINITY;
    for (size_t i = 0; i < path->part_count; ++i)
        if (path->parts[i].key_count > 0)
            start = fmin(start, path->parts[i].keys[0].time);
    return isfinite(start) ? start : 0;
}

double motion_path_end(const MotionPath *path)
{
    double end = -INFINITY;
    for (size_t i = 0; i < path->part_count; ++i)
        if (path->parts[i].key_count > 0)
            end = fmax(end, path->parts[i].keys[path->parts[i].key_count - 1].time);
    return isfinite(end) ? end : 0;
}

PathPart *motion_path_find(const MotionPath *path, const char *key)
{
    for (size_t i = 0; i < path->part_count; ++i)
        if (strcmp(path->parts[i].key, key) == 0)
            return &path->parts[i];
    return NULL;
}

PathPart *motion_path_add(MotionPath *path, const char *key)
{
    if (path->part_count == PATH_MOST_PARTS ||
        !array_reserve(&path->parts, &path->part_capacity, path->part_count + 1,
                       sizeof *path->parts))
        return NULL;
    char *copy = strdup(key);
    if (!copy)
        return NULL;
    PathPart *part = &path->parts[path->part_count++];
    *part = (PathPart){.key = copy, .scale = affine_identity()};
    return part;
}

bool motion_path_add_key(MotionPath *path, PathPart *part, const PathKey *key, const double *joints)
{
    size_t count = (size_t)part->joint_count;
    if (path->key_count == PATH_MOST_KEYS ||
        !array_reserve(&part->keys, &part->key_capacity, part->key_count + 1, sizeof *part->keys) ||
        (count > 0 && !array_reserve(&part->joints, &part->joint_capacity,
                                     (part->key_count + 1) * count, sizeof *part->joints)))
        return false;
    if (count > 0)
        memcpy(part->joints + part->key_count * count, joints, count * sizeof *joints);
    part->keys[part->key_count++] = *key;
    ++path->key_count;
    return true;
}

bool motion_path_copy(MotionPath *to, const MotionPath *from)
{
    *to = (MotionPath){.unit = from->unit};
    for (size_t i = 0; i < from->part_count; ++i) {
        const PathPart *source = &from->parts[i];
        PathPart *part = motion_path_add(to, source->key);
        bool good = part != NULL;
        if (good) {
            part->mesh = source->mesh;
            part->scale = source->scale;
            part->pivot = source->pivot;
            part->joint_count = source->joint_count;
        }
        for (size_t k = 0; good && k < source->key_count; ++k)
            good = motion_path_add_key(
                to, part, &source->keys[k],
                source->joint_count > 0 ? source->joints + k * (size_t)source->joint_count : NULL);
        if (!good) {
            motion_path_free(to);
            return false;
        }
    }
    return true;
}

double path_turn_cosine(const RigidPose *a, const RigidPose *b)
{
    return fabs(a->q[0] * b->q[0] + a->q[1] * b->q[1] + a->q[2] * b->q[2] + a->q[3] * b->q[3]);
}
