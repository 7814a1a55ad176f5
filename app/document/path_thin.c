// Samples as keys of a path: as few as give all samples back, as far as anyone could see.
#include "app/document/path_pose.h"
#include "app/document/path_record.h"
#include "app/document/pose.h"

#include <math.h>

enum { LONGEST_STRETCH = 256 }; // samples that one key may replace: bounds the work

// How far points of the part are from where they would be, at most.
static double distance_between(const PathKey *a, const PathKey *b, double radius)
{
    RigidStep step = rigid_step_between(&a->pose, &b->pose);
    return rigid_step_bound(&step, radius);
}

// The part of two keys gives back the samples between them.
static bool gives_back(const PathPart *frame, const PathSample *samples, size_t from, size_t to,
                       double radius)
{
    PathKey ends[2] = {path_key_of(frame, samples[from].time, &samples[from].at),
                       path_key_of(frame, samples[to].time, &samples[to].at)};
    // A quarter turn in one stretch is plenty, and keeps half turns out.
    if (path_turn_cosine(&ends[0].pose, &ends[1].pose) < 0.71)
        return to == from + 1;
    PathPart stretch = *frame;
    stretch.keys = ends;
    stretch.key_count = 2;
    for (size_t i = from + 1; i < to; ++i) {
        Affine there = path_placement(&stretch, samples[i].time);
        PathKey got = path_key_of(frame, 0, &there);
        PathKey wanted = path_key_of(frame, 0, &samples[i].at);
        if (distance_between(&got, &wanted, radius) > PATH_THIN_ERROR * radius)
            return false;
    }
    return true;
}

// Half a turn within one sample: some way round is taken, for the record does not know either.
static bool add_key(MotionPath *path, PathPart *part, const PathSample *sample)
{
    PathKey key = path_key_of(part, sample->time, &sample->at);
    const PathKey *last = part->key_count > 0 ? &part->keys[part->key_count - 1] : NULL;
    if (last && path_turn_cosine(&last->pose, &key.pose) < PATH_LEAST_COSINE) {
        RigidStep step = rigid_step_between(&last->pose, &key.pose);
        PathKey middle = {.time = 0.5 * (last->time + key.time),
                          .pose = rigid_pose_moved(&last->pose, &step, 0.5)};
        if (!motion_path_add_key(path, part, &middle, NULL))
            return false;
    }
    return motion_path_add_key(path, part, &key, NULL);
}

static bool add_keys(MotionPath *path, PathPart *part, const PathSample *samples, size_t count,
                     double radius)
{
    size_t at = 0;
    bool good = add_key(path, part, &samples[0]);
    while (good && at + 1 < count) {
        size_t to = at + 1;
        while (to + 1 < count && to - at < LONGEST_STRETCH &&
               gives_back(part, samples, at, to + 1, radius))
            ++to;
        good = add_key(path, part, &samples[to]);
        at = to;
    }
    return good;
}

// --- the pivot

// Gaussian elimination of a symmetric positive matrix.
static Vec3d solve(double a[3][4])
{
    for (int i = 0; i < 3; ++i) {
        for (int j = i + 1; j < 3; ++j) {
            double factor = a[j][i] / a[i][i];
            for (int k = i; k < 4; ++k)
                a[j][k] -= factor * a[i][k];
        }
    }
    Vec3d x;
    for (int i = 2; i >= 0; --i) {
        x.v[i] = a[i][3];
        for (int k = i + 1; k < 3; ++k)
            x.v[i] -= a[i][k] * x.v[k];
        x.v[i] /= a[i][i];
    }
    return x;
}

// The point of the part, after scaling, that moves least over all samples; of an axis the point
// nearest to the origin. Then turning about it needs few keys: a hinge has two.
static bool resting_point(const PathSample *samples, size_t count, double radius, Vec3d *out)
{
    Affine mean = {.p = vec3d(0, 0, 0)};
    for (size_t i = 0; i < count; ++i) {
        Pose pose = pose_from(&samples[i].at);
        for (int k = 0; k < 9; ++k)
            mean.m[k / 3][k % 3] += pose.rotation.m[k / 3][k % 3] / (double)count;
        mean.p = vec3d_add_scaled(mean.p, samples[i].at.p, 1 / (double)count);
    }
    double a[3][4] = {{0}};
    for (size_t i = 0; i < count; ++i) {
        Pose pose = pose_from(&samples[i].at);
        for (int row = 0; row < 3; ++row) {
            double turn[3], shift = samples[i].at.p.v[row] - mean.p.v[row];
            for (int k = 0; k < 3; ++k)
                turn[k] = pose.rotation.m[row][k] - mean.m[row][k];
            for (int j = 0; j < 3; ++j) {
                for (int k = 0; k < 3; ++k)
                    a[j][k] += turn[j] * turn[k];
                a[j][3] -= turn[j] * shift;
            }
        }
    }
    double trace = a[0][0] + a[1][1] + a[2][2];
    if (!(trace > 1e-6)) // it hardly turns
        return false;
    for (int i = 0; i < 3; ++i)
        a[i][i] += 1e-13 * trace;
    Vec3d point = solve(a);
    if (!vec3d_is_finite(point) || vec3d_length(point) > 100 * radius)
        return false;
    Affine first = pose_from(&samples[0].at).rotation;
    first.p = samples[0].at.p;
    Vec3d place = affine_apply(&first, point);
    for (size_t i = 0; i < count; ++i) {
        Affine turn = pose_from(&samples[i].at).rotation;
        turn.p = samples[i].at.p;
        if (vec3d_distance(affine_apply(&turn, point), place) > 0.5 * PATH_THIN_ERROR * radius)
            return false;
    }
    *out = point;
    return true;
}

bool path_record_keys(const RecordedPart *recorded, const char *key, uint64_t mesh,
                      double scaled_radius, MotionPath *path, Error *err)
{
    double radius = scaled_radius > 0 ? scaled_radius : 1;
    PathPart *part = motion_path_add(path, key);
    if (!part)
        return error_set(err, "not enough memory for the path");
    part->mesh = mesh;
    part->scale = path_scale_of(&recorded->samples[0].at);
    for (size_t i = 1; i < recorded->count; ++i) {
        Affine scale = path_scale_of(&recorded->samples[i].at);
        if (!path_scale_equal(&scale, &part->scale))
            return error_set(err, "%s was scaled while the path was recorded", key);
    }
    if (!resting_point(recorded->samples, recorded->count, radius, &part->pivot))
        part->pivot = vec3d(0, 0, 0);
    return add_keys(path, part, recorded->samples, recorded->count, radius) ||
           error_set(err, "the path of %s has too many keys", key);
}
