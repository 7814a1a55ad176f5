#include "core/motion/path_check.h"

#include "core/base/array.h"
#include "core/motion/path_tight.h"

#include <assert.h>

void path_check_free(PathCheck *check)
{
    mem_free(check->stretches);
    *check = (PathCheck){.tight_pair = -1};
}

// The key that a time lies behind.
static size_t key_before(const PathTrack *track, double time)
{
    size_t low = 0, high = track->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (track->times[middle] <= time)
            low = middle;
        else
            high = middle;
    }
    return low;
}

RigidPose path_track_pose(const PathTrack *track, double time)
{
    size_t k = key_before(track, time);
    if (k + 1 >= track->count || time <= track->times[k])
        return track->poses[k];
    RigidStep step = rigid_step_between(&track->poses[k], &track->poses[k + 1]);
    double share = (time - track->times[k]) / (track->times[k + 1] - track->times[k]);
    return rigid_pose_moved(&track->poses[k], &step, share);
}

// Between two times without a key between them.
static MotionBody body_between(const PathTrack *track, double from, double to)
{
    MotionBody body = {.pose = path_track_pose(track, from), .reach = track->reach};
    size_t k = key_before(track, from);
    if (k + 1 < track->count && from >= track->times[k] && to > from) {
        RigidStep step = rigid_step_between(&track->poses[k], &track->poses[k + 1]);
        double share = (to - from) / (track->times[k + 1] - track->times[k]);
        body.step = rigid_step_scaled(&step, share);
    }
    return body;
}

// --- times of all keys of two tracks, each once

double path_next_time(const PathTrack *a, const PathTrack *b, double time, double end)
{
    const PathTrack *tracks[2] = {a, b};
    double next = end;
    for (int i = 0; i < 2; ++i) {
        size_t k = tracks[i]->times[0] > time ? 0 : key_before(tracks[i], time) + 1;
        if (k < tracks[i]->count && tracks[i]->times[k] < next)
            next = tracks[i]->times[k];
    }
    return next;
}

void path_bodies(const PathTrack *a, const PathTrack *b, double from, double to, MotionBody out[2])
{
    out[0] = body_between(a, from, to);
    out[1] = body_between(b, from, to);
}

// Balls that hold all of each body on its way do not meet by `gap`.
bool path_far_apart(const MotionBody body[2], double gap)
{
    double away = vec3d_distance(body[0].pose.pivot, body[1].pose.pivot) - body[0].reach -
                  body[1].reach - vec3d_length(body[0].step.shift) -
                  vec3d_length(body[1].step.shift);
    return away > gap + 1e-12 * (body[0].reach + body[1].reach);
}

// --- stretches

static bool add_stretch(PathCheck *out, PathStretch stretch, Error *err)
{
    if (stretch.state == WAY_FREE)
        return true;
    PathStretch *last = out->count > 0 ? &out->stretches[out->count - 1] : NULL;
    if (last && last->pair == stretch.pair && last->state == stretch.state &&
        last->to == stretch.from) {
        last->to = stretch.to;
        return true;
    }
    if (!array_reserve(&out->stretches, &out->capacity, out->count + 1, sizeof *out->stretches))
        return error_set(err, "not enough memory to check a path");
    out->stretches[out->count++] = stretch;
    return true;
}

static bool check_pair(const PathTrack *a, const PathTrack *b, const PathPair *pair, int32_t index,
                       const WayDesc *desc, PathCheck *out, Error *err)
{
    WayIntervals intervals = {0};
    bool ok = true, met = false;
    double from = out->start;
    do {
        double to = path_next_time(a, b, from, out->end);
        MotionBody body[2];
        path_bodies(a, b, from, to, body);
        WayPair way = {.body = {&body[0], &body[1]},
                       .tree = {a->tree, b->tree},
                       .rest = {a->rest, b->rest},
                       .limit = pair->limit,
                       .shrunk = {pair->shrunk[0], pair->shrunk[1]},
                       .shrunk_rest = {pair->shrunk_rest[0], pair->shrunk_rest[1]}};
        out->resolution = fmax(out->resolution, way_resolution(&way, desc));
        if (!path_far_apart(body, 0)) {
            ok = way_certify(&way, desc, &intervals, &out->work, err);
            for (size_t i = 0; ok && i < intervals.count; ++i) {
                const WayInterval *at = &intervals.items[i];
                PathStretch stretch = {from + (to - from) * at->from, from + (to - from) * at->to,
                                       at->state, index};
                if (at->to == 1)
                    stretch.to = to;
                ok = (met && desc->first_only) || add_stretch(out, stretch, err);
                met = met || at->state == WAY_COLLIDES;
            }
        }
        from = to;
    } while (ok && from < out->end && !(met && desc->first_only));
    way_intervals_free(&intervals);
    return ok;
}

static int by_time(const void *a, const void *b)
{
    const PathStretch *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return (x->pair > y->pair) - (x->pair < y->pair);
}

bool path_check(const PathTrack *tracks, int32_t track_count, const PathPair *pairs,
                int32_t pair_count, const PathCheckDesc *desc, PathCheck *out, Error *err)
{
    assert(tracks && desc && out);
    path_check_free(out);
    out->start = INFINITY, out->end = -INFINITY;
    for (int32_t i = 0; i < track_count; ++i) {
        if (tracks[i].count < 2)
            continue;
        out->start = fmin(out->start, tracks[i].times[0]);
        out->end = fmax(out->end, tracks[i].times[tracks[i].count - 1]);
    }
    if (!(out->start <= out->end))
        out->start = out->end = 0; // nothing moves: one pose is looked at
    SolidCache solids = {0};
    WayDesc way = {.resolution = desc->resolution,
                   .first_only = desc->first_only,
                   .solids = &solids,
                   .job = desc->job};
    bool ok = true;
    job_step(desc->job, "Checking the path");
    for (int32_t i = 0; ok && i < pair_count; ++i) {
        job_progress(desc->job, 0.8 * i / pair_count);
        ok = check_pair(&tracks[pairs[i].track[0]], &tracks[pairs[i].track[1]], &pairs[i], i, &way,
                        out, err);
    }
    solid_cache_free(&solids);
    if (out->count > 1)
        qsort(out->stretches, out->count, sizeof *out->stretches, by_time);
    for (size_t i = 0; i < out->count; ++i)
        if (out->verdict != WAY_COLLIDES)
            out->verdict = out->stretches[i].state;
    ok = ok && (out->verdict != WAY_FREE || desc->verdict_only ||
                path_find_tightest(tracks, pairs, pair_count, desc, out, err));
    if (!ok)
        path_check_free(out);
    return ok;
}
