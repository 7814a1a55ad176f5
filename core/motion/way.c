// From one pose to the next: what proves the state at a pose holds on along the way until it ends,
// which advance() finds without samples; then a little further, where the state is looked at anew and
// carried back as far as it goes. What is between stays undecided.
#include "core/motion/way.h"

#include "core/base/array.h"
#include "core/motion/advance.h"
#include "core/motion/way_probe.h"
#include "core/tree/build/build.h"

#include <assert.h>

typedef struct Walk {
    const WayPair *pair;
    const WayDesc *desc;
    WayIntervals *out;
    MotionWork *work;
    double bound; // by how much they come nearer at most, on the whole way
    double resolution;
    double decided; // up to here everything is in `out`
    Error *err;
} Walk;

void way_intervals_free(WayIntervals *intervals)
{
    mem_free(intervals->items);
    *intervals = (WayIntervals){0};
}

double way_resolution(const WayPair *pair, const WayDesc *desc)
{
    double size = fmax(pair->body[0]->reach, pair->body[1]->reach);
    return desc->resolution > 0 ? desc->resolution : WAY_RESOLUTION * size;
}

static bool add_interval(Walk *walk, double to, enum WayState state)
{
    WayIntervals *out = walk->out;
    double from = walk->decided;
    if (!(to > from))
        return true;
    walk->decided = to;
    if (out->count > 0 && out->items[out->count - 1].state == state) {
        out->items[out->count - 1].to = to;
        return true;
    }
    if (!array_reserve(&out->items, &out->capacity, out->count + 1, sizeof *out->items))
        return error_set(walk->err, "not enough memory to check a path");
    out->items[out->count++] = (WayInterval){from, to, state};
    return true;
}

static RigidPose pose_at(const Walk *walk, int k, double t)
{
    const MotionBody *body = walk->pair->body[k];
    return rigid_pose_moved(&body->pose, &body->step, t);
}

// From pose t towards `to`: how far the two trees stay apart by the stand-off.
static bool stay_apart(Walk *walk, const MotionPair *pair, double stand_off, double t, double to,
                       double *reached)
{
    MotionBody bodies[2];
    MotionPair only = *pair;
    for (int k = 0; k < 2; ++k) {
        const MotionBody *body = walk->pair->body[k];
        bodies[k] = (MotionBody){.pose = pose_at(walk, k, t),
                                 .step = rigid_step_scaled(&body->step, to - t),
                                 .reach = body->reach};
        only.body[k] = k;
    }
    MotionScene scene = {
        .bodies = bodies, .body_count = 2, .pairs = &only, .pair_count = 1, .work = *walk->work};
    NearList list = {0};
    AdvanceDesc desc = {.stand_off = stand_off, .budget = &(Budget){.job = walk->desc->job}};
    Advance gone = advance(&scene, &list, &desc, walk->err);
    near_list_free(&list);
    *walk->work = scene.work;
    *reached = gone.end == ADVANCE_ARRIVED ? to : t + (to - t) * gone.fraction * (1 - 1e-12);
    return gone.end == ADVANCE_ARRIVED || gone.end == ADVANCE_BLOCKED;
}

// A mesh of nothing but one point.
static Bvh *point_tree(Vec3d point, const BvhDesc *like, Error *err)
{
    Mesh *mesh = mesh_create(3, 1);
    if (!mesh)
        return NULL;
    for (int k = 0; k < 3; ++k) {
        mesh->vertices[k] = point;
        mesh->triangles[0][k] = k;
    }
    Bvh *tree = bvh_build(mesh, like, NULL, err);
    mesh_release(mesh);
    return tree;
}

// Both ways from pose t: how far what the probe found holds on.
static bool carry(Walk *walk, const Probe *probe, double t, double *from, double *to)
{
    const WayPair *pair = walk->pair;
    double stand_off = walk->resolution / 16;
    *from = *to = t;
    if (probe->kind == PROBE_UNCLEAR)
        return true;
    if (walk->bound == 0) {
        *from = walk->decided, *to = 1;
        return true;
    }
    if (probe->kind == PROBE_PIERCED) {
        *from = fmax(walk->decided, t - probe->margin / walk->bound);
        *to = fmin(1, t + probe->margin / walk->bound);
        return true;
    }
    MotionPair surfaces = {.tree = {pair->tree[0], pair->tree[1]},
                           .rest = {pair->rest[0], pair->rest[1]}};
    Bvh *point = NULL;
    if (probe->kind == PROBE_DEEP) {
        point = point_tree(probe->point, &pair->tree[probe->owner]->desc, walk->err);
        if (!point)
            return error_set(walk->err, "not enough memory to check a path");
        surfaces.tree[probe->owner] = point;
        stand_off += pair->limit;
    } else if (pair->limit > 0) {
        for (int k = 0; k < 2; ++k)
            surfaces.tree[k] = pair->shrunk[k], surfaces.rest[k] = pair->shrunk_rest[k];
    }
    bool ok =
        stay_apart(walk, &surfaces, stand_off, t, 1, to) &&
        (walk->decided == t || stay_apart(walk, &surfaces, stand_off, t, walk->decided, from));
    bvh_release(point);
    return ok;
}

static enum WayState state_of(const Probe *probe)
{
    return probe->kind == PROBE_APART     ? WAY_FREE
           : probe->kind == PROBE_UNCLEAR ? WAY_UNDECIDED
                                          : WAY_COLLIDES;
}

bool way_certify(const WayPair *pair, const WayDesc *desc, WayIntervals *out, MotionWork *work,
                 Error *err)
{
    assert(pair && desc && desc->solids && out && work);
    Walk walk = {.pair = pair,
                 .desc = desc,
                 .out = out,
                 .work = work,
                 .bound = body_bound(pair->body[0]) + body_bound(pair->body[1]),
                 .resolution = way_resolution(pair, desc),
                 .err = err};
    out->count = 0;
    size_t probes = desc->most_probes > 0 ? desc->most_probes : WAY_PROBES;
    double jump = walk.bound > 0 ? fmin(walk.resolution / walk.bound, 1) : 1, wait = jump;
    for (double t = 0; probes > 0 && walk.decided < 1; --probes) {
        RigidPose poses[2] = {pose_at(&walk, 0, t), pose_at(&walk, 1, t)};
        Probe probe;
        double from, to;
        if (!way_probe(pair, poses, desc, walk.resolution, &probe, err) ||
            !carry(&walk, &probe, t, &from, &to) || !add_interval(&walk, from, WAY_UNDECIDED) ||
            !add_interval(&walk, to, state_of(&probe)))
            return false;
        if (t >= 1 || (desc->first_only && state_of(&probe) == WAY_COLLIDES))
            break;
        // Where nothing can be told, ever further on: two faces that slide on each other touch all the
        // way.
        wait = to - from >= jump ? jump : 2 * wait;
        t = fmin(1, fmax(t, walk.decided) + wait);
    }
    return add_interval(&walk, 1, WAY_UNDECIDED);
}
