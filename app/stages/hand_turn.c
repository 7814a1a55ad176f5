#include "app/stages/hand_turn.h"

#include "app/document/pose.h"
#include "app/document/rotation.h"

#include <math.h>

static const double FARTHEST = 2 * PI / 3; // a target that is farther is led to by others

// Axis times angle, at most half a turn.
static Vec3d rotation_vector(const Affine *motion)
{
    double q[4];
    Pose pose = pose_from(motion);
    pose_quaternion(&pose, q);
    Vec3d axis = vec3d(q[1], q[2], q[3]);
    double sine = vec3d_length(axis);
    return sine > 0 ? vec3d_scale(axis, 2 * atan2(sine, q[0]) / sine) : vec3d(0, 0, 0);
}

static Vec3d direction_of(Vec3d vector)
{
    double length = vec3d_length(vector);
    return length > 0 ? vec3d_scale(vector, 1 / length) : vec3d(0, 0, 0);
}

// The same rotation by whole turns more or less, as near as possible to what it was before.
static Vec3d unwound(Vec3d turn, Vec3d before)
{
    Vec3d axis = direction_of(vec3d_length(turn) > 1e-9 ? turn : before);
    double angle = vec3d_dot(turn, axis);
    angle += 2 * PI * nearbyint((vec3d_dot(before, axis) - angle) / (2 * PI));
    return vec3d_scale(axis, angle);
}

static Affine motion_since_start(const Hand *hand, const Affine *placement)
{
    Affine back;
    if (!affine_invert(&hand->start.parts[hand->lead].placement, &back))
        return affine_identity();
    return affine_compose(placement, &back);
}

void hand_turn_want(Hand *hand, const Affine *motion, double degrees)
{
    Vec3d turn = rotation_vector(motion);
    double angle = vec3d_length(turn), wanted = fabs(degrees) / DEGREES_PER_RADIAN;
    if (!(wanted > PI) || !isfinite(wanted) || !(angle > 0)) {
        hand->turn = unwound(turn, hand->turn);
        return;
    }
    Vec3d along = unwound(turn, vec3d_scale(turn, wanted / angle));
    Vec3d against = unwound(turn, vec3d_scale(turn, -wanted / angle));
    double off = fabs(vec3d_length(along) - wanted);
    double other = fabs(vec3d_length(against) - wanted);
    if (fmin(off, other) > 1e-3) // the number is about something else
        hand->turn = unwound(turn, hand->turn);
    else
        hand->turn = off <= other ? along : against;
}

void hand_turn_follow(App *app)
{
    Hand *hand = &app->hand;
    Affine motion = motion_since_start(hand, &app->document.parts[hand->lead].placement);
    hand->turned = unwound(rotation_vector(&motion), hand->turned);
}

Vec3d hand_turn_pivot(const Affine *motion, Vec3d middle, double size)
{
    Vec3d turn = rotation_vector(motion), axis = direction_of(turn);
    double half = 0.5 * vec3d_length(turn);
    if (!(sin(half) > 1e-6))
        return middle;
    // Seen from the middle, which it moves by t.
    Vec3d t = vec3d_sub(affine_apply(motion, middle), middle);
    t = vec3d_add_scaled(t, axis, -vec3d_dot(t, axis));
    double cotangent = cos(half) / sin(half);
    Vec3d from = vec3d_scale(vec3d_add_scaled(t, vec3d_cross(axis, t), cotangent), 0.5);
    return vec3d_length(from) < 1e3 * size ? vec3d_add(middle, from) : middle;
}

Affine hand_turn_next(const App *app, bool *last)
{
    const Hand *hand = &app->hand;
    Vec3d left = vec3d_sub(hand->turn, hand->turned);
    double angle = vec3d_length(left);
    const Bvh *tree = app->parts ? app->parts[hand->lead].tree : NULL;
    *last = !(angle > FARTHEST) || !tree;
    if (*last)
        return hand->to;
    const Affine *start = &hand->start.parts[hand->lead].placement;
    Affine wanted = motion_since_start(hand, &hand->to);
    Affine come = motion_since_start(hand, &app->document.parts[hand->lead].placement);
    Box3d box = box3d_moved(&tree->box, start);
    Vec3d pivot =
        hand_turn_pivot(&wanted, vec3d_lerp(box.lo, box.hi, 0.5), vec3d_distance(box.lo, box.hi));
    // The pivot goes straight to its place, and all else turns about it.
    double share = FARTHEST / angle;
    Vec3d turn = vec3d_add_scaled(hand->turned, left, share);
    Affine next = rotation_degrees(direction_of(turn), DEGREES_PER_RADIAN * vec3d_length(turn));
    next = motion_about(&next, pivot);
    Vec3d gone = vec3d_lerp(affine_apply(&come, pivot), affine_apply(&wanted, pivot), share);
    next.p = vec3d_add(next.p, vec3d_sub(gone, pivot));
    return affine_compose(&next, start);
}
