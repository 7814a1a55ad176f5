// The work on a path: first whether surfaces meet at all; then, for the pairs whose surfaces may meet,
// whether they ever are deeper in each other than a touch, proven by shrinking one of the two.
#include "app/document/path_pose.h"
#include "app/stages/path_proof.h"
#include "core/base/array.h"
#include "core/meaning/facet_band.h"
#include "core/motion/shrink.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/variants.h"

#include <math.h>

// A part shrunk by a share of a limit.
typedef struct ProofShrunk {
    int32_t part; // in the work
    double limit;
    Bvh *tree; // NULL: it cannot be shrunk
    Affine rest;
} ProofShrunk;

typedef struct Proof {
    PathProofWork *work;
    PathTrack *tracks; // one per part
    Bvh **trees;
    double *times; // of all keys, with the poses what the tracks point into
    RigidPose *poses;
    PathPair *pairs;
    ProofShrunk *shrunk;
    size_t shrunk_count, shrunk_capacity;
    SolidCache solids;
    Job *job;
    Error *err;
} Proof;

static bool no_memory(const Proof *proof)
{
    if (proof->err->text[0] || job_cancelled(proof->job))
        return false;
    return error_set(proof->err, "not enough memory to check the path");
}

// --- tracks

// Boxes along the axes tell distances under any scale.
static Bvh *tree_of(Proof *proof, Bvh *tree)
{
    if (tree->desc.type == &bv_aabb)
        return bvh_retain(tree);
    return bvh_build(tree->mesh, &(BvhDesc){.type = &bv_aabb}, proof->job, proof->err);
}

static bool make_track(Proof *proof, int32_t number, size_t *keys)
{
    const ProofPart *part = &proof->work->parts[number];
    PathTrack *track = &proof->tracks[number];
    proof->trees[number] = tree_of(proof, part->tree);
    if (!proof->trees[number])
        return no_memory(proof);
    *track = (PathTrack){.tree = proof->trees[number],
                         .times = proof->times + *keys,
                         .poses = proof->poses + *keys,
                         .count = 1};
    if (part->in_path < 0) {
        Box3d box = part_world_bounds(part->tree->mesh, &part->placement);
        Vec3d middle = vec3d_lerp(box.lo, box.hi, 0.5);
        track->rest = rigid_rest(&part->placement, middle);
        proof->poses[*keys] = rigid_pose_at(middle);
        proof->times[*keys] = 0;
    } else {
        const PathPart *moves = &proof->work->path.parts[part->in_path];
        track->rest = path_rest(moves);
        track->count = moves->key_count;
        for (size_t k = 0; k < moves->key_count; ++k) {
            proof->poses[*keys + k] = moves->keys[k].pose;
            proof->times[*keys + k] = moves->keys[k].time;
        }
    }
    *keys += track->count;
    track->reach = rigid_reach(part->tree->mesh, &track->rest);
    return true;
}

static bool make_tracks(Proof *proof)
{
    const PathProofWork *work = proof->work;
    size_t count = (size_t)work->part_count, keys = work->path.key_count + count, used = 0;
    proof->tracks = array_alloc(count, sizeof *proof->tracks);
    proof->trees = calloc(count + 1, sizeof *proof->trees);
    proof->times = array_alloc(keys, sizeof *proof->times);
    proof->poses = array_alloc(keys, sizeof *proof->poses);
    proof->pairs = calloc((size_t)work->pair_count + 1, sizeof *proof->pairs);
    if (!proof->tracks || !proof->trees || !proof->times || !proof->poses || !proof->pairs)
        return no_memory(proof);
    for (int32_t i = 0; i < work->part_count; ++i)
        if (!make_track(proof, i, &used))
            return false;
    for (int32_t i = 0; i < work->pair_count; ++i) {
        proof->pairs[i].clearance = work->pairs[i].clearance;
        for (int k = 0; k < 2; ++k)
            proof->pairs[i].track[k] = work->pair_parts[i][k];
    }
    return true;
}

// --- pairs whose surfaces may meet

// A touch as everywhere: no deeper than the tolerance, or than facets can tell where nobody gave one.
static bool find_limit(Proof *proof, int32_t pair)
{
    ProofPair *about = &proof->work->pairs[pair];
    const ContactDesc desc = {.tolerance = proof->work->tolerance};
    PosedPart posed[2];
    for (int k = 0; k < 2; ++k) {
        const PathTrack *track = &proof->tracks[proof->pairs[pair].track[k]];
        posed[k] = (PosedPart){.tree = track->tree,
                               .placement = rigid_placement(&track->poses[0], &track->rest),
                               .active = true};
    }
    ContactDetail detail = {.tolerance = contact_tolerance(&desc, &posed[0], &posed[1])};
    const ContactList met = {.count = 1}; // that they meet is all that is asked of it
    if (!facet_band_measure(&posed[0], &posed[1], &met, proof->job, &detail))
        return no_memory(proof);
    about->limit = fmax(about->baseline, facet_band_border(&detail, &desc));
    return true;
}

// Lengths are true ones only where the map of the part is rigid: another one is done to the mesh.
static Bvh *true_lengths(Proof *proof, int32_t number, Affine *rest)
{
    const PathTrack *track = &proof->tracks[number];
    *rest = track->rest;
    if (affine_is_rigid(&track->rest) && affine_determinant(&track->rest) > 0)
        return bvh_retain(proof->trees[number]);
    Mesh *mesh = mesh_baked(track->tree->mesh, &track->rest, proof->err);
    if (!mesh)
        return NULL;
    *rest = affine_translation(track->rest.p);
    Bvh *tree = bvh_build(mesh, &(BvhDesc){.type = &bv_aabb}, proof->job, proof->err);
    mesh_release(mesh);
    return tree;
}

static bool shrink_part(Proof *proof, ProofShrunk *out)
{
    Bvh *tree = true_lengths(proof, out->part, &out->rest);
    const Solid *solid = tree ? solid_cache_get(&proof->solids, tree->mesh, proof->job) : NULL;
    Shrinker shrinker = {0};
    Shrunk shrunk = {0};
    enum ShrinkEnd end =
        solid ? shrinker_create(&shrinker, solid, tree, proof->job, proof->err) : SHRINK_FAILED;
    // Corners move further than faces: at half the limit those of a box are not cut.
    ShrinkDesc desc = {.inset = 0.5 * out->limit, .limit = out->limit};
    if (end == SHRINK_DONE)
        end = shrink(&shrinker, &desc, proof->job, &shrunk, proof->err);
    if (end == SHRINK_DONE)
        out->tree = bvh_retain(shrunk.tree);
    shrunk_free(&shrunk);
    shrinker_free(&shrinker);
    bvh_release(tree);
    return end != SHRINK_FAILED || no_memory(proof);
}

// NULL: memory ran short, or cancelled.
static const ProofShrunk *shrunk_by(Proof *proof, int32_t part, double limit)
{
    for (size_t i = 0; i < proof->shrunk_count; ++i)
        if (proof->shrunk[i].part == part && !(proof->shrunk[i].limit < limit) &&
            !(proof->shrunk[i].limit > limit))
            return &proof->shrunk[i];
    if (!array_reserve(&proof->shrunk, &proof->shrunk_capacity, proof->shrunk_count + 1,
                       sizeof *proof->shrunk)) {
        no_memory(proof);
        return NULL;
    }
    ProofShrunk *made = &proof->shrunk[proof->shrunk_count++];
    *made = (ProofShrunk){.part = part, .limit = limit};
    return shrink_part(proof, made) ? made : NULL;
}

// One of the two is shrunk, the other is as it is; where neither is closed both are, and what meets
// stays undecided unless it is deep.
static bool allow_touch(Proof *proof, int32_t pair)
{
    ProofPair *about = &proof->work->pairs[pair];
    PathPair *way = &proof->pairs[pair];
    if (about->forbidden || way->limit > 0)
        return true;
    if (!find_limit(proof, pair))
        return false;
    way->limit = about->limit;
    for (int k = 0; k < 2; ++k) {
        way->shrunk[k] = proof->tracks[way->track[k]].tree;
        way->shrunk_rest[k] = proof->tracks[way->track[k]].rest;
    }
    about->open = true;
    for (int k = 0; k < 2 && about->open; ++k) {
        const ProofShrunk *shrunk = shrunk_by(proof, way->track[k], about->limit);
        if (!shrunk)
            return false;
        if (!shrunk->tree)
            continue;
        way->shrunk[k] = shrunk->tree;
        way->shrunk_rest[k] = shrunk->rest;
        about->open = false;
    }
    return true;
}

// --- the result

// Seconds in which some pair is in this state; stretches come by time.
static double time_of(const PathCheck *check, enum WayState state)
{
    double sum = 0, until = -INFINITY;
    for (size_t i = 0; i < check->count; ++i) {
        const PathStretch *stretch = &check->stretches[i];
        if (stretch->state != state)
            continue;
        sum += fmax(0, stretch->to - fmax(stretch->from, until));
        until = fmax(until, stretch->to);
    }
    return sum;
}

static void judge(Proof *proof)
{
    PathProof *result = &proof->work->result;
    const PathCheck *check = &result->check;
    result->touching = -1;
    result->collides = time_of(check, WAY_COLLIDES);
    result->undecided = time_of(check, WAY_UNDECIDED);
    for (int32_t i = 0; i < proof->work->pair_count; ++i) {
        result->touched += proof->work->pairs[i].limit > 0;
        result->clearances |= proof->work->pairs[i].clearance > 0;
        if (result->touching < 0 && proof->work->pairs[i].limit > 0 &&
            proof->work->pairs[i].clearance > 0)
            result->touching = i;
    }
    result->verdict = check->verdict == WAY_COLLIDES    ? PATH_COLLIDES
                      : check->verdict == WAY_UNDECIDED ? PATH_UNDECIDED
                                                        : PATH_FREE;
    if (result->verdict == PATH_FREE && result->clearances && check->tight_pair >= 0)
        result->verdict = check->tight_high < proof->work->pairs[check->tight_pair].clearance
                              ? PATH_NEAR
                          : check->clearances_proven ? PATH_FREE
                                                     : PATH_UNDECIDED;
    // What is not proven apart comes as near as the resolution.
    if (result->touching >= 0 && result->verdict != PATH_COLLIDES)
        result->verdict = proof->work->pairs[result->touching].clearance > check->resolution
                              ? PATH_NEAR
                              : PATH_UNDECIDED;
    result->pairs = proof->work->pairs;
    result->pair_count = proof->work->pair_count;
    proof->work->pairs = NULL;
}

// The pairs that are not proven to be apart, in their order: others need not be looked at once more. *of is
// their numbers. -1: memory ran short.
static int32_t take_open_pairs(const Proof *proof, PathPair **pairs, int32_t **of)
{
    const PathCheck *found = &proof->work->result.check;
    int32_t all = proof->work->pair_count, count = 0;
    bool *open = calloc((size_t)all + 1, sizeof *open);
    *pairs = array_alloc((size_t)all, sizeof **pairs);
    *of = array_alloc((size_t)all, sizeof **of);
    for (size_t i = 0; open && i < found->count; ++i)
        open[found->stretches[i].pair] = true;
    for (int32_t i = 0; open && *pairs && *of && i < all; ++i)
        if (open[i]) {
            (*pairs)[count] = proof->pairs[i];
            (*of)[count++] = i;
        }
    bool good = open && *pairs && *of;
    free(open);
    return good ? count : -1;
}

// With the touches that are allowed.
static bool check_touching(Proof *proof, PathCheck *out)
{
    PathPair *pairs = NULL;
    int32_t *of = NULL, count = take_open_pairs(proof, &pairs, &of);
    PathCheckDesc desc = {
        .verdict_only = true, .first_only = proof->work->first_only, .job = proof->job};
    bool good = count >= 0;
    if (good) {
        path_check_free(out);
        good = path_check(proof->tracks, proof->work->part_count, pairs, count, &desc, out,
                          proof->err);
    }
    for (size_t i = 0; good && i < out->count; ++i)
        out->stretches[i].pair = of[out->stretches[i].pair];
    free(pairs);
    free(of);
    return good || no_memory(proof);
}

static bool has_clearances(const PathProofWork *work)
{
    for (int32_t i = 0; i < work->pair_count; ++i)
        if (work->pairs[i].clearance > 0)
            return true;
    return false;
}

static bool check(Proof *proof)
{
    const PathProofWork *work = proof->work;
    PathCheck *out = &proof->work->result.check;
    PathCheckDesc desc = {.verdict_only = work->first_only && !has_clearances(work),
                          .first_only = work->first_only,
                          .job = proof->job};
    if (!make_tracks(proof) || !path_check(proof->tracks, work->part_count, proof->pairs,
                                           work->pair_count, &desc, out, proof->err))
        return no_memory(proof);
    if (out->verdict == WAY_FREE)
        return true;
    for (size_t i = 0; i < out->count; ++i)
        if (!allow_touch(proof, out->stretches[i].pair))
            return false;
    if (!check_touching(proof, out))
        return false;
    // Where it is tightest is a matter of all pairs.
    return out->verdict != WAY_FREE || desc.verdict_only ||
           path_check(proof->tracks, work->part_count, proof->pairs, work->pair_count, &desc, out,
                      proof->err) ||
           no_memory(proof);
}

static void proof_free(Proof *proof)
{
    for (size_t i = 0; i < proof->shrunk_count; ++i)
        bvh_release(proof->shrunk[i].tree);
    for (int32_t i = 0; proof->trees && i < proof->work->part_count; ++i)
        bvh_release(proof->trees[i]);
    solid_cache_free(&proof->solids);
    free(proof->shrunk);
    free(proof->trees);
    free(proof->tracks);
    free(proof->times);
    free(proof->poses);
    free(proof->pairs);
}

bool path_proof_run(PathProofWork *work, Job *job, Error *err)
{
    Proof proof = {.work = work, .job = job, .err = err};
    bool good = check(&proof);
    if (good)
        judge(&proof);
    proof_free(&proof);
    return good;
}
