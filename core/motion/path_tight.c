// Least clearance of a path, by showing that nothing comes nearer than a little less than the best that
// was found so far: where that fails, something nearer has been found. Pairs that want to be apart are
// compared by how much there is beyond that.
#include "core/motion/path_tight.h"

#include "core/motion/advance.h"
#include "core/query/query.h"

// Of the clearance: how much less than the one that was found is proven.
#define PROVEN_SHARE 0.98

typedef struct Tightest {
    PathCheck *out;
    const PathCheckDesc *desc;
    double beyond; // at most the least that was found beyond a pair's clearance
    double least;  // that was found
    Error *err;
} Tightest;

// What a pair is known to have: a share of it is proven.
static double mark_of(const Tightest *tight, const PathPair *pair)
{
    return tight->beyond + pair->clearance;
}

// The distance at a pose, if it is less than what was found so far.
static bool measure(Tightest *tight, const PathTrack *a, const PathTrack *b, const PathPair *pair,
                    int32_t index, double time)
{
    RigidPose pose_a = path_track_pose(a, time), pose_b = path_track_pose(b, time);
    Affine place_a = rigid_placement(&pose_a, &a->rest),
           place_b = rigid_placement(&pose_b, &b->rest);
    Affine b_to_a;
    if (!placement_between(&place_a, &place_b, &b_to_a))
        return error_set(tight->err, "a part's placement squashes it flat");
    Distance distance;
    if (!query_distance(a->tree, b->tree, &b_to_a, NULL, tight->desc->job, &distance, NULL,
                        tight->err))
        return false;
    Vec3d on_a = affine_apply(&place_a, distance.on_a),
          on_b = affine_apply(&place_a, distance.on_b);
    double value = vec3d_distance(on_a, on_b);
    if (value - pair->clearance < tight->least) {
        tight->least = value - pair->clearance;
        tight->out->tight_high = value;
        tight->out->tight_time = time;
        tight->out->tight_pair = index;
    }
    tight->beyond = fmin(tight->beyond, value - pair->clearance);
    return true;
}

// From one key to the next: on until something comes nearer than is to be proven, which is measured and
// lowers the mark; and on from there.
static bool pass(Tightest *tight, const PathTrack *a, const PathTrack *b, const PathPair *pair,
                 int32_t index, double from, double to)
{
    MotionBody body[2];
    path_bodies(a, b, from, to, body);
    if (path_far_apart(body, mark_of(tight, pair)))
        return true;
    MotionPair only = {.body = {0, 1}, .tree = {a->tree, b->tree}, .rest = {a->rest, b->rest}};
    MotionScene scene = {.bodies = body, .body_count = 2, .pairs = &only, .pair_count = 1};
    NearList list = {0};
    bool ok = measure(tight, a, b, pair, index, from);
    double time = from;
    while (ok && time < to && mark_of(tight, pair) > 0) {
        AdvanceDesc desc = {.stand_off = PROVEN_SHARE * mark_of(tight, pair),
                            .budget = &(Budget){.job = tight->desc->job}};
        Advance gone = advance(&scene, &list, &desc, tight->err);
        if (gone.end != ADVANCE_BLOCKED) {
            ok = gone.end == ADVANCE_ARRIVED;
            break;
        }
        time += (to - time) * gone.fraction;
        double before = tight->beyond;
        ok = measure(tight, a, b, pair, index, time);
        // Rounding alone can end it where nothing nearer is found: the mark is lowered all the same.
        if (tight->beyond == before)
            tight->beyond = PROVEN_SHARE * mark_of(tight, pair) - pair->clearance;
    }
    near_list_free(&list);
    tight->out->work.closest += scene.work.closest;
    return ok;
}

bool path_find_tightest(const PathTrack *tracks, const PathPair *pairs, int32_t pair_count,
                        const PathCheckDesc *desc, PathCheck *out, Error *err)
{
    Tightest tight = {out, desc, INFINITY, INFINITY, err};
    bool ok = true;
    out->tight_high = INFINITY;
    // Keys first: the lower the mark is at the beginning, the fewer places are above it.
    for (int round = 0; round < 2; ++round) {
        for (int32_t i = 0; ok && i < pair_count; ++i) {
            const PathTrack *a = &tracks[pairs[i].track[0]], *b = &tracks[pairs[i].track[1]];
            double from = out->start;
            job_progress(desc->job, 0.8 + 0.1 * round + 0.1 * i / pair_count);
            if (pairs[i].limit > 0)
                continue; // they may touch
            do {
                double to = path_next_time(a, b, from, out->end);
                MotionBody body[2];
                path_bodies(a, b, from, to, body);
                if (round == 1)
                    ok = pass(&tight, a, b, &pairs[i], i, from, to);
                else if (!path_far_apart(body, mark_of(&tight, &pairs[i])))
                    ok = measure(&tight, a, b, &pairs[i], i, from) &&
                         measure(&tight, a, b, &pairs[i], i, to);
                from = to;
            } while (ok && from < out->end);
        }
    }
    out->clearances_proven = true;
    for (int32_t i = 0; i < pair_count; ++i)
        if (!(pairs[i].limit > 0) && PROVEN_SHARE * mark_of(&tight, &pairs[i]) < pairs[i].clearance)
            out->clearances_proven = false;
    out->tight_low =
        out->tight_pair < 0 ? INFINITY : PROVEN_SHARE * mark_of(&tight, &pairs[out->tight_pair]);
    return ok;
}
