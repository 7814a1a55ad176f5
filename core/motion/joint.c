#include "core/motion/joint.h"

#include "core/base/angle.h"

#include <assert.h>
#include <string.h>

#define UNIT_SLACK 1e-6   // of a length of 1
#define LEAST_ACROSS 1e-6 // sine of the angle between axis and side

typedef struct JointKindInfo {
    const char *word;
    bool turns, shifts;
} JointKindInfo;

#define JOINT_KIND_ENTRY(identifier, word, turns, shifts) {word, turns, shifts},
static const JointKindInfo kinds[JOINT_KINDS] = {JOINT_KIND_LIST(JOINT_KIND_ENTRY)};
#undef JOINT_KIND_ENTRY

const char *joint_kind_word(enum JointKind kind)
{
    return (unsigned)kind < JOINT_KINDS ? kinds[kind].word : "";
}

bool joint_kind_find(const char *word, enum JointKind *out)
{
    for (int i = 0; i < JOINT_KINDS; ++i)
        if (strcmp(kinds[i].word, word) == 0)
            return *out = (enum JointKind)i, true;
    return false;
}

bool joint_turns(enum JointKind kind)
{
    return (unsigned)kind < JOINT_KINDS && kinds[kind].turns;
}

bool joint_shifts(enum JointKind kind)
{
    return (unsigned)kind < JOINT_KINDS && kinds[kind].shifts;
}

int joint_main(enum JointKind kind)
{
    return joint_turns(kind) ? JOINT_TURN : joint_shifts(kind) ? JOINT_SHIFT : -1;
}

double joint_lead(const Joint *joint)
{
    return joint->kind == JOINT_SCREW ? joint->pitch / (2 * PI) : 0;
}

Joint joint_default(enum JointKind kind, int32_t parent, int32_t child)
{
    JointFrame frame = {.axis = vec3d(0, 0, 1), .side = vec3d(1, 0, 0)};
    return (Joint){.parent = parent,
                   .child = child,
                   .kind = kind,
                   .frame = {frame, frame},
                   .pitch = kind == JOINT_SCREW ? 1 : 0,
                   .low = {{-INFINITY, -INFINITY}},
                   .high = {{INFINITY, INFINITY}}};
}

// --- frames

// False: they have no direction, or the same one.
static bool orthonormal(JointFrame *frame)
{
    double length = vec3d_length(frame->axis);
    if (!vec3d_is_finite(frame->origin) || !isfinite(length) || !(length > 0))
        return false;
    frame->axis = vec3d_scale(frame->axis, 1 / length);
    double side = vec3d_length(frame->side);
    if (!isfinite(side) || !(side > 0))
        return false;
    frame->side = vec3d_scale(frame->side, 1 / side);
    // Twice: what rounding leaves of the first time is along the axis again.
    for (int i = 0; i < 2; ++i) {
        double along = vec3d_dot(frame->side, frame->axis);
        Vec3d across = vec3d_add_scaled(frame->side, frame->axis, -along);
        if (!(vec3d_length(across) > 1e-12))
            return false;
        frame->side = vec3d_normalised(across);
    }
    return true;
}

bool joint_frame_at(const JointFrame *frame, const Affine *placement, JointFrame *out)
{
    *out = *frame;
    if (placement)
        *out = (JointFrame){affine_apply(placement, frame->origin),
                            affine_apply_vector(placement, frame->axis),
                            affine_apply_vector(placement, frame->side)};
    return orthonormal(out);
}

JointFrame joint_frame_along(Vec3d origin, Vec3d direction)
{
    Vec3d axis = vec3d_normalised(direction), across = {{0, 0, 0}};
    int least = 0;
    for (int k = 1; k < 3; ++k)
        least = fabs(axis.v[k]) < fabs(axis.v[least]) ? k : least;
    across.v[least] = 1;
    return (JointFrame){origin, axis, vec3d_normalised(vec3d_cross(axis, across))};
}

bool joint_frame_of(const JointFrame *world, const Affine *placement, JointFrame *out)
{
    *out = *world;
    if (!orthonormal(out))
        return false;
    if (!placement)
        return true;
    Affine back;
    if (!affine_invert(placement, &back))
        return false;
    out->origin = affine_apply(&back, out->origin);
    out->axis = vec3d_normalised(affine_apply_vector(&back, out->axis));
    out->side = vec3d_normalised(affine_apply_vector(&back, out->side));
    return true;
}

// From the frame's coordinates (side, third, axis) to the world.
static Affine frame_map(const JointFrame *frame)
{
    Vec3d column[3] = {frame->side, vec3d_cross(frame->axis, frame->side), frame->axis};
    Affine map = {.p = frame->origin};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            map.m[i][k] = column[k].v[i];
    return map;
}

static Affine frame_back(const JointFrame *frame)
{
    Affine map = frame_map(frame), back;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            back.m[i][k] = map.m[k][i];
    back.p = vec3d(0, 0, 0);
    back.p = vec3d_scale(affine_apply(&back, map.p), -1);
    return back;
}

static bool both_frames(const Joint *joint, const Affine *parent, const Affine *child,
                        JointFrame out[2])
{
    return joint_frame_at(&joint->frame[0], parent, &out[0]) &&
           joint_frame_at(&joint->frame[1], child, &out[1]);
}

// --- coordinates

static JointCoordinates of_kind(const Joint *joint, JointCoordinates at)
{
    if (!joint_turns(joint->kind))
        at.turn = 0;
    if (!joint_shifts(joint->kind))
        at.shift = 0;
    if (joint->kind == JOINT_SCREW)
        at.shift = joint_lead(joint) * at.turn;
    return at;
}

// Of a screw both limits, as one of its turn.
static void turn_range(const Joint *joint, double *low, double *high)
{
    *low = joint->low.turn;
    *high = joint->high.turn;
    if (joint->kind != JOINT_SCREW)
        return;
    double lead = joint_lead(joint), a = joint->low.shift / lead, b = joint->high.shift / lead;
    *low = fmax(*low, fmin(a, b));
    *high = fmin(*high, fmax(a, b));
}

JointCoordinates joint_clamped(const Joint *joint, JointCoordinates wanted)
{
    double low, high;
    turn_range(joint, &low, &high);
    wanted.turn = fmin(fmax(wanted.turn, low), high);
    wanted.shift = fmin(fmax(wanted.shift, joint->low.shift), joint->high.shift);
    return of_kind(joint, wanted);
}

// The angle that differs from `angle` by full turns and is nearest to `last`.
static double counted_on(double angle, double last)
{
    return angle + 2 * PI * round((last - angle) / (2 * PI));
}

static JointCoordinates coordinates_of(const Joint *joint, const JointFrame frame[2],
                                       JointCoordinates last)
{
    Vec3d third = vec3d_cross(frame[0].axis, frame[0].side);
    double angle = atan2(vec3d_dot(frame[1].side, third), vec3d_dot(frame[1].side, frame[0].side));
    double shift = vec3d_dot(vec3d_sub(frame[1].origin, frame[0].origin), frame[0].axis);
    double near = joint->kind == JOINT_SCREW ? shift / joint_lead(joint) : last.turn;
    return of_kind(joint, (JointCoordinates){{counted_on(angle, near), shift}});
}

bool joint_coordinates(const Joint *joint, const Affine *parent, const Affine *child,
                       JointCoordinates last, JointCoordinates *out)
{
    assert(joint && child && out);
    JointFrame frame[2];
    if (!both_frames(joint, parent, child, frame))
        return false;
    *out = coordinates_of(joint, frame, last);
    return true;
}

bool joint_placement(const Joint *joint, const Affine *parent, const Affine *child,
                     JointCoordinates at, Affine *out)
{
    assert(joint && child && out);
    JointFrame frame[2];
    if (!both_frames(joint, parent, child, frame))
        return false;
    at = of_kind(joint, at);
    Affine moved = affine_rotation(vec3d(0, 0, 1), at.turn);
    moved.p = vec3d(0, 0, at.shift);
    Affine to_world = frame_map(&frame[0]), from_child = frame_back(&frame[1]);
    Affine own = affine_compose(&from_child, child);
    moved = affine_compose(&to_world, &moved);
    *out = affine_compose(&moved, &own);
    return true;
}

bool joint_residual(const Joint *joint, const Affine *parent, const Affine *child,
                    JointResidual *out)
{
    JointFrame is[2], should;
    JointCoordinates zero = {{0, 0}};
    Affine best;
    if (!both_frames(joint, parent, child, is) ||
        !joint_placement(joint, parent, child, coordinates_of(joint, is, zero), &best) ||
        !joint_frame_at(&joint->frame[1], &best, &should))
        return false;
    out->length = vec3d_distance(is[1].origin, should.origin);
    // |R - 1| of a turn by an angle is sqrt(8) times the sine of its half.
    double square = 0;
    Affine a = frame_map(&is[1]), b = frame_map(&should);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            square += (a.m[i][k] - b.m[i][k]) * (a.m[i][k] - b.m[i][k]);
    out->angle = 2 * asin(fmin(1, sqrt(square / 8)));
    return true;
}

// --- a hand that took a point

// Where the point is round the axis and along it.
typedef struct AxisPlace {
    double radius, angle, along;
} AxisPlace;

static AxisPlace axis_place(const JointFrame *frame, Vec3d p)
{
    Affine back = frame_back(frame);
    Vec3d own = affine_apply(&back, p);
    return (AxisPlace){hypot(own.x, own.y), atan2(own.y, own.x), own.z};
}

// Downhill over the distance to the wanted place, which is r1^2 + r2^2 - 2 r1 r2 cos(turn - angle) and
// (lead turn - way)^2: Newton where it curves upwards, and never by more than a quarter turn.
static double screw_turn(double product, double lead, double angle, double way)
{
    double turn = 0;
    for (int i = 0; i < 64; ++i) {
        double slope = product * sin(turn - angle) + lead * (lead * turn - way);
        double bend = fmax(product * cos(turn - angle), 0) + lead * lead;
        double step = fmax(-0.5 * PI, fmin(0.5 * PI, -slope / bend));
        turn += step;
        if (fabs(step) < 1e-12)
            break;
    }
    return turn;
}

bool joint_follow(const Joint *joint, const Affine *parent, JointCoordinates at, Vec3d from,
                  Vec3d to, JointCoordinates *out)
{
    assert(joint && out);
    JointFrame frame;
    if (!joint_frame_at(&joint->frame[0], parent, &frame))
        return false;
    AxisPlace is = axis_place(&frame, from), wanted = axis_place(&frame, to);
    double product = is.radius * wanted.radius, way = wanted.along - is.along;
    double angle = counted_on(wanted.angle - is.angle, 0);
    *out = at;
    // A point on the axis does not tell how far to turn.
    if (joint->kind == JOINT_SCREW)
        out->turn += screw_turn(product, joint_lead(joint), angle, way);
    else if (product > 0)
        out->turn += angle;
    out->shift += way;
    *out = joint_clamped(joint, *out);
    return true;
}

// --- are they possible?

static bool is_unit(Vec3d v)
{
    return vec3d_is_finite(v) && fabs(vec3d_length(v) - 1) <= UNIT_SLACK;
}

static bool frame_check(const JointFrame *frame, const char *whose, Error *err)
{
    if (!vec3d_is_finite(frame->origin))
        return error_set(err, "its origin at %s is not a place", whose);
    if (!is_unit(frame->axis))
        return error_set(err, "its axis at %s must be of length 1", whose);
    if (!is_unit(frame->side))
        return error_set(err, "its side at %s must be of length 1", whose);
    if (!(vec3d_length(vec3d_cross(frame->axis, frame->side)) > LEAST_ACROSS))
        return error_set(err, "its side at %s lies along its axis", whose);
    return true;
}

static bool limits_check(const Joint *joint, Error *err)
{
    static const char *const what[] = {"turn", "shift"};
    for (int k = 0; k < 2; ++k) {
        bool moves = k == JOINT_TURN ? joint_turns(joint->kind) : joint_shifts(joint->kind);
        double low = joint->low.v[k], high = joint->high.v[k];
        if (!moves)
            continue;
        if (!(low <= high) || low == INFINITY || high == -INFINITY)
            return error_set(err, "its limits of the %s must be a range: low, then high", what[k]);
    }
    if (joint->kind != JOINT_SCREW)
        return true;
    double low, high;
    turn_range(joint, &low, &high);
    return low <= high || error_set(err, "its limits of turn and shift leave no place for it");
}

bool joint_check(const Joint *joint, int32_t part_count, Error *err)
{
    assert(joint);
    if ((unsigned)joint->kind >= JOINT_KINDS)
        return error_set(err, "there is no such kind of joint");
    if (joint->child < 0 || joint->child >= part_count)
        return error_set(err, "its child is not a part");
    if (joint->parent < -1 || joint->parent >= part_count)
        return error_set(err, "its parent is neither a part nor the ground");
    if (joint->parent == joint->child)
        return error_set(err, "it joins a part with itself");
    if (!frame_check(&joint->frame[0], "the parent", err) ||
        !frame_check(&joint->frame[1], "the child", err))
        return false;
    if (joint->kind == JOINT_SCREW && !(isfinite(joint->pitch) && fabs(joint->pitch) > 1e-100))
        return error_set(err, "a screw needs a pitch that is not 0");
    return limits_check(joint, err);
}
