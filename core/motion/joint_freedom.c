// From joints to what is moved: screws about their axes, and how far these go.
#include "core/motion/joint_grip.h"

#include "core/base/array.h"

#include <assert.h>

// Where the joint's axis is now.
static bool axis_of(const JointSet *set, int32_t joint, const Affine *placements, JointFrame *out,
                    Error *err)
{
    const Joint *j = &set->joints[joint];
    const Affine *parent = j->parent >= 0 ? &placements[j->parent] : NULL;
    return joint_frame_at(&j->frame[0], parent, out) ||
           error_set(err, "a part's placement squashes its joint flat");
}

// share: of the hand's main coordinate.
static FreedomScrew screw_of(const Joint *joint, const JointFrame *axis, double share, bool hand)
{
    FreedomScrew screw = {.origin = axis->origin, .axis = axis->axis};
    if (joint_main(joint->kind) == JOINT_TURN)
        screw.turn[0] = share;
    else
        screw.shift[0] = share;
    if (joint->kind == JOINT_SCREW)
        screw.shift[0] = share * joint_lead(joint);
    if (joint->kind == JOINT_CYLINDRICAL && hand)
        screw.shift[1] = 1;
    return screw;
}

// The bodies above this one that move as well, and itself: those from the ground on first.
static int32_t chain_of(const JointSet *set, const JointGrip *grip, int32_t body, int32_t *chain)
{
    int32_t count = 0;
    while (body >= 0) {
        chain[count++] = body;
        int32_t parent = set->joints[grip->hangs[body]].parent;
        body = parent >= 0 ? grip->body_of[parent] : -1;
    }
    for (int32_t i = 0; i < count / 2; ++i) {
        int32_t swap = chain[i];
        chain[i] = chain[count - 1 - i];
        chain[count - 1 - i] = swap;
    }
    return count;
}

// --- how far

// One limit of one joint, in the hand's unknown k, of which it is `share`. What is beyond its limit
// already may stay there, and come back.
static void narrow(Freedom *freedom, JointRange *range, int k, int32_t joint, double share,
                   double left_low, double left_high)
{
    double low = fmin(0, left_low) / share, high = fmax(0, left_high) / share;
    if (share < 0) {
        double swap = low;
        low = high, high = swap;
    }
    if (low > freedom->low[k])
        freedom->low[k] = low, range->low[k] = joint;
    if (high < freedom->high[k])
        freedom->high[k] = high, range->high[k] = joint;
}

static void narrow_by(Freedom *freedom, JointRange *range, const Joint *joint, int32_t index,
                      JointCoordinates at, double share, bool hand)
{
    int main = joint_main(joint->kind);
    narrow(freedom, range, 0, index, share, joint->low.v[main] - at.v[main],
           joint->high.v[main] - at.v[main]);
    double low = joint->low.shift - at.shift, high = joint->high.shift - at.shift;
    if (joint->kind == JOINT_SCREW)
        narrow(freedom, range, 0, index, share * joint_lead(joint), low, high);
    if (joint->kind == JOINT_CYLINDRICAL && hand)
        narrow(freedom, range, 1, index, 1, low, high);
}

// --- together

static bool fill(const JointSet *set, JointGrip *grip, const Affine *placements,
                 const JointCoordinates *last, const Vec3d *middles, int32_t *chain, Freedom *out,
                 JointRange *range, Error *err)
{
    int32_t screws = 0;
    for (int32_t b = 0; b < grip->body_count; ++b) {
        FreedomBody *body = &out->bodies[b];
        *body = (FreedomBody){.body = b, .first = screws, .count = chain_of(set, grip, b, chain)};
        JointFrame axis = {.axis = vec3d(0, 0, 1)};
        for (int32_t i = 0; i < body->count; ++i) {
            int32_t j = grip->hangs[chain[i]];
            if (!axis_of(set, j, placements, &axis, err))
                return false;
            out->screws[screws++] =
                screw_of(&set->joints[j], &axis, grip->ratio[chain[i]], chain[i] == 0);
        }
        double along = vec3d_dot(vec3d_sub(middles[b], axis.origin), axis.axis);
        body->start = rigid_pose_at(vec3d_add_scaled(axis.origin, axis.axis, along));
        int32_t own = grip->hangs[b];
        const Joint *joint = &set->joints[own];
        JointCoordinates at, zero = {{0, 0}};
        if (!joint_coordinates(joint, joint->parent >= 0 ? &placements[joint->parent] : NULL,
                               &placements[joint->child], last ? last[own] : zero, &at))
            return error_set(err, "a part's placement squashes its joint flat");
        narrow_by(out, range, joint, own, at, grip->ratio[b], b == 0);
        grip->start[b] = at;
        if (b == 0)
            range->start = at;
    }
    return true;
}

bool joint_freedom_make(const JointSet *set, JointGrip *grip, const Affine *placements,
                        const JointCoordinates *last, const Vec3d *middles, Freedom *out,
                        JointRange *range, Error *err)
{
    assert(set && grip && placements && middles && out && range);
    *out = freedom_free(0);
    *range = (JointRange){.low = {-1, -1}, .high = {-1, -1}};
    if (grip->joint < 0)
        return true;
    size_t bodies = (size_t)grip->body_count;
    int32_t *chain = array_alloc(bodies, sizeof *chain);
    out->coordinates = set->joints[grip->joint].kind == JOINT_CYLINDRICAL ? 2 : 1;
    out->body_count = grip->body_count;
    out->bodies = array_alloc(bodies, sizeof *out->bodies);
    size_t screws = 0;
    for (int32_t b = 0; chain && b < grip->body_count; ++b)
        screws += (size_t)chain_of(set, grip, b, chain);
    out->screws = array_alloc(screws + 1, sizeof *out->screws);
    for (int k = 0; k < FREEDOM_COORDINATES; ++k)
        out->low[k] = -INFINITY, out->high[k] = INFINITY;
    bool ok = chain && out->bodies && out->screws
                  ? fill(set, grip, placements, last, middles, chain, out, range, err)
                  : error_set(err, "not enough memory for joints");
    mem_free(chain);
    if (!ok)
        joint_freedom_free(out);
    return ok;
}

void joint_freedom_free(Freedom *freedom)
{
    mem_free(freedom->bodies);
    mem_free(freedom->screws);
    *freedom = freedom_free(freedom->hand);
}

// --- coordinates

// Which of the joint's two an unknown is.
static int coordinate_of(const Joint *joint, int unknown)
{
    return unknown == 1 ? JOINT_SHIFT : joint_main(joint->kind);
}

JointCoordinates joint_freedom_coordinates(const Joint *joint, const JointRange *range,
                                           const Freedom *freedom, const double *at)
{
    JointCoordinates out = range->start;
    for (int k = 0; k < freedom->coordinates; ++k) {
        int c = coordinate_of(joint, k);
        double value = range->start.v[c] + at[k];
        // The sum is rounded: where it has come to its own limit it is there.
        if (at[k] == freedom->low[k] && fabs(value - joint->low.v[c]) <= 1e-12 * (1 + fabs(value)))
            value = joint->low.v[c];
        if (at[k] == freedom->high[k] &&
            fabs(value - joint->high.v[c]) <= 1e-12 * (1 + fabs(value)))
            value = joint->high.v[c];
        out.v[c] = value;
    }
    if (joint->kind == JOINT_SCREW)
        out.shift = joint_lead(joint) * out.turn;
    return out;
}

JointCoordinates joint_freedom_follower(const Joint *joint, const JointGrip *grip, int32_t body,
                                        const double *at)
{
    JointCoordinates out = grip->start[body];
    out.v[joint_main(joint->kind)] += grip->ratio[body] * at[0];
    if (joint->kind == JOINT_SCREW)
        out.shift = joint_lead(joint) * out.turn;
    return out;
}

void joint_freedom_at(const Joint *joint, const JointRange *range, JointCoordinates wanted,
                      double at[FREEDOM_COORDINATES])
{
    int main = joint_main(joint->kind);
    at[0] = wanted.v[main] - range->start.v[main];
    at[1] = joint->kind == JOINT_CYLINDRICAL ? wanted.shift - range->start.shift : 0;
}
