#include "core/motion/pull.h"

#include "core/motion/straight.h"
#include "core/motion/way_probe.h"

#include <assert.h>

PullSpan pull_span(const PosedPart *part, Vec3d direction)
{
    PullSpan span = {INFINITY, -INFINITY};
    for (int i = 0; i < 8; ++i) {
        Vec3d corner = affine_apply(&part->placement, box3d_corner(&part->tree->box, i));
        double height = vec3d_dot(direction, corner);
        span.low = fmin(span.low, height);
        span.high = fmax(span.high, height);
    }
    return span;
}

double pull_length(PullSpan first, PullSpan second)
{
    double length = second.high - first.low;
    double rounding = 1e-12 * (fabs(second.high) + fabs(first.low));
    return length > -rounding ? fmax(length, 0) + rounding : 0;
}

// --- blocked: one pose is enough to prove it

static void make_way(const PullPair *pair, MotionBody bodies[2], WayPair *out)
{
    *out = (WayPair){.limit = pair->limit};
    for (int k = 0; k < 2; ++k) {
        const Box3d *box = &pair->tree[k]->box;
        Vec3d middle = affine_apply(&pair->placement[k], vec3d_lerp(box->lo, box->hi, 0.5));
        out->rest[k] = rigid_rest(&pair->placement[k], middle);
        bodies[k] = (MotionBody){.pose = rigid_pose_at(middle),
                                 .reach = rigid_reach(pair->tree[k]->mesh, &out->rest[k])};
        out->body[k] = &bodies[k];
        out->tree[k] = pair->tree[k];
        if (pair->limit > 0) {
            out->shrunk[k] = pair->shrunk[k];
            out->shrunk_rest[k] = rigid_rest(&pair->shrunk_placement[k], middle);
        }
    }
}

static bool collides_at(const PullPair *pair, Vec3d shift, const PullDesc *desc, bool *collides,
                        Error *err)
{
    MotionBody bodies[2];
    WayPair way;
    WayDesc probing = {.solids = desc->solids, .job = desc->job};
    Probe probe;
    make_way(pair, bodies, &way);
    RigidPose poses[2] = {bodies[0].pose, bodies[1].pose};
    poses[0].pivot = vec3d_add(poses[0].pivot, shift);
    if (!way_probe(&way, poses, &probing, way_resolution(&way, &probing), &probe, err))
        return false;
    *collides = probe.kind != PROBE_UNCLEAR && probe.kind != PROBE_APART;
    return true;
}

// Behind where surfaces may meet first, at a few distances where they might be deep.
static bool look_for_collision(const PullPair *pair, Vec3d direction, const StraightMeet *meet,
                               const PullDesc *desc, Pull *out, Error *err)
{
    static const double SHARES[] = {0.02, 0.1, 0.3, 0.5, 0.7};
    enum { LOOKS = sizeof SHARES / sizeof *SHARES };
    for (int i = -1; i < LOOKS; ++i) {
        double at =
            i < 0 ? 0.5 * (meet->from + meet->to) : meet->from + SHARES[i] * (1 - meet->from);
        bool collides;
        at *= out->length;
        if (!collides_at(pair, vec3d_scale(direction, at), desc, &collides, err))
            return false;
        if (collides) {
            out->state = PULL_BLOCKED;
            out->met = at;
            return true;
        }
    }
    return true;
}

// --- the whole way

bool pull_certify(const PullPair *pair, Vec3d direction, double length, const PullDesc *desc,
                  Pull *out, Error *err)
{
    assert(pair && desc && desc->solids && desc->work && out);
    *out = (Pull){.state = PULL_UNKNOWN, .length = length};
    if (!(length > 0))
        out->state = PULL_FREE;
    if (pair->start == PULL_HELD)
        out->state = PULL_BLOCKED;
    if (out->state != PULL_UNKNOWN || pair->start == PULL_ENTANGLED)
        return true;
    bool shrunk = pair->limit > 0;
    PosedPart parts[2];
    for (int k = 0; k < 2; ++k)
        parts[k] =
            (PosedPart){.tree = shrunk ? pair->shrunk[k] : pair->tree[k],
                        .placement = shrunk ? pair->shrunk_placement[k] : pair->placement[k]};
    StraightMeet meet;
    StraightDesc straight = {
        .first = desc->effort == PULL_MEASURE, .job = desc->job, .tests = &desc->work->tests};
    if (!straight_meet(parts, vec3d_scale(direction, length), &straight, &meet))
        return false;
    if (isinf(meet.from)) {
        out->state = PULL_FREE;
        out->clear = length;
        return true;
    }
    if (desc->effort == PULL_MEASURE)
        out->clear = meet.from * length;
    return desc->effort == PULL_DECIDE ||
           look_for_collision(pair, direction, &meet, desc, out, err);
}
