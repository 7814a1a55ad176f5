#include "core/feature/mate.h"

#include "core/base/angle.h"

#include <assert.h>

#define SAME_WIDTH 0.02 // of the radius: pipes that meet
#define IN_ALREADY 0.05 // of it: what a pin may stand off the axis and be in the hole
#define ROOM 0.01       // of it, to turn in
#define ENTERED 0.25    // of the shorter one
#define MEETS 0.002     // of the radius: ends that are there

const char *mate_verdict_words(enum MateVerdict verdict)
{
    switch (verdict) {
    case MATE_FITS:
        return "fits";
    case MATE_KINDS:
        return "these do not go together";
    case MATE_WIDE:
        break;
    }
    return "too wide";
}

// The rotation about `about` that leads the unit vector a to b by the shortest way.
static Affine turn_to(Vec3d a, Vec3d b, Vec3d about, Vec3d across)
{
    Vec3d axis = vec3d_cross(a, b);
    double sine = vec3d_length(axis), cosine = vec3d_dot(a, b);
    // Half a turn has no shortest way: about the side of the connector.
    Vec3d unit = sine > 1e-9  ? vec3d_scale(axis, 1 / sine)
                 : cosine > 0 ? vec3d_normalised(axis)
                              : across;
    Affine turn =
        sine > 0 || cosine < 0 ? affine_rotation(unit, atan2(sine, cosine)) : affine_identity();
    turn.p = vec3d_sub(about, affine_apply_vector(&turn, about));
    return turn;
}

static int64_t least_multiple(int64_t a, int64_t b)
{
    int64_t x = a, y = b;
    while (y != 0) {
        int64_t rest = x % y;
        x = y;
        y = rest;
    }
    return a / x * b;
}

// Facets into facets: a pin of p corners in a hole of h facets looks the same to the hole after one part
// in the least multiple of both of a turn, and has most play where its corners are as far from the
// middles of facets as they get. Round things have no corners: facets of 0 count as many.
static void find_roll(const Connector *pin, const Connector *hole, Mate *mate, double *at)
{
    double inner = hole->facets > 0 ? hole->radius * cos(PI / hole->facets) : hole->radius;
    *at = 0;
    mate->play = inner - pin->radius; // at any roll
    if (mate->play >= 0 || hole->facets == 0 || pin->facets == 0)
        return;
    double period = 2 * PI / (double)least_multiple(pin->facets, hole->facets);
    mate->play = inner - pin->radius * cos(period / 2);
    // Corners of the hole are half a facet from its middles; wanted: half a period from a middle.
    Vec3d third = vec3d_cross(hole->axis, hole->side);
    double angle = atan2(vec3d_dot(pin->side, third), vec3d_dot(pin->side, hole->side));
    double middle = PI / hole->facets;
    *at = -remainder(angle - middle - period / 2, period);
}

static void mate_round(const Connector *moving, const Connector *fixed, double slack, Mate *mate)
{
    bool pin_moves = moving->kind == CONNECTOR_PIN;
    Connector turned = *moving;
    turned.side = affine_apply_vector(&mate->in_line, moving->side);
    turned.axis = vec3d_scale(fixed->axis, -1);
    const Connector *pin = pin_moves ? &turned : fixed, *hole = pin_moves ? fixed : &turned;
    double at;
    find_roll(pin, hole, mate, &at);
    if (pin->radius > hole->radius + slack)
        mate->verdict = MATE_WIDE;
    // The angle is that of the pin about the hole's axis; what moves may be the hole.
    if (at != 0) {
        mate->roll = at;
        Affine roll = affine_rotation(hole->axis, pin_moves ? at : -at);
        mate->in_line = affine_compose(&roll, &mate->in_line);
    }
}

// Flanges of as many bolt holes come to lie with hole over hole, by the shortest way.
static void mate_flanges(const Connector *moving, const Connector *fixed, Mate *mate)
{
    if (moving->facets == 0 || moving->facets != fixed->facets)
        return;
    Vec3d side = affine_apply_vector(&mate->in_line, moving->side);
    Vec3d third = vec3d_cross(fixed->axis, fixed->side);
    double angle = atan2(vec3d_dot(side, third), vec3d_dot(side, fixed->side));
    mate->roll = -remainder(angle, 2 * PI / fixed->facets);
    Affine roll = affine_rotation(fixed->axis, mate->roll);
    mate->in_line = affine_compose(&roll, &mate->in_line);
    mate->rolls = false;
}

static double travel_of(const Connector *moving, const Connector *fixed, Mate *mate)
{
    const Connector *pin = moving->kind == CONNECTOR_PIN ? moving : fixed;
    const Connector *hole = moving->kind == CONNECTOR_PIN ? fixed : moving;
    double shorter = fmin(pin->length, hole->length);
    if (pin->length == 0 || hole->length == 0)
        shorter = fmax(pin->length, hole->length);
    mate->held = pin->stops || hole->stops;
    if (pin->stops && hole->stops)
        return shorter;
    return pin->stops ? pin->length : hole->stops ? hole->length : shorter;
}

// How far the pin of the two is in front of the hole: its tip, or what it has before the tip.
typedef struct Approach {
    double front, tip, off;
    bool in; // the hole, from this end: farther in than half of both it came from the other one
} Approach;

static Approach approach_of(const Connector *moving, const Connector *fixed, Vec3d from,
                            double slack)
{
    Approach a = {.front = vec3d_dot(from, fixed->axis)};
    a.off = vec3d_length(vec3d_add_scaled(from, fixed->axis, -a.front));
    a.tip = a.front - moving->ahead - fixed->ahead;
    bool round = moving->kind == CONNECTOR_PIN || moving->kind == CONNECTOR_HOLE;
    double play = fabs(moving->radius - fixed->radius) + slack + IN_ALREADY * fixed->radius;
    bool sideways = (moving->open || fixed->open) && a.front < 0;
    a.in = round && a.tip < 0 && -a.front <= (moving->length + fixed->length) / 2 &&
           (sideways || a.off <= play);
    return a;
}

// How far in front of the other one it gets into line: where it is, but so far that it does not hit what
// is around the mouth while it turns; or where it is, if it is in the hole already.
static double place_to_turn(const Connector *moving, const Approach *a, double angle)
{
    bool face = moving->kind == CONNECTOR_FACE;
    if (a->in)
        return a->front;
    double room = moving->radius * sin(fmin(angle, PI / 2)) + a->front - a->tip;
    return fmax(a->front, face && angle < 1e-6 ? 0 : room + ROOM * moving->radius);
}

// Where it gets into line, and how it goes on.
static void place(const Connector *moving, const Connector *fixed, double slack, Mate *mate)
{
    bool face = moving->kind == CONNECTOR_FACE, pipe = moving->kind == CONNECTOR_PIPE;
    Vec3d from = vec3d_sub(moving->origin, fixed->origin);
    Approach a = approach_of(moving, fixed, from, slack);
    double over = fmax(0, a.off - moving->radius - fixed->radius); // beside the other face
    mate->distance = face ? hypot(over, a.front) : hypot(a.off, a.in ? 0 : a.tip);
    double ready = place_to_turn(moving, &a, mate->angle);
    mate->travel = face || pipe ? ready : fmax(0, travel_of(moving, fixed, mate) + ready);
    // A thinner end that goes before the pin, as the thread of a bolt does, is in before it.
    double ahead = moving->ahead + fixed->ahead; // one of them is a hole
    double shorter = fmin(moving->length + moving->ahead, fixed->length + fixed->ahead);
    mate->entry =
        face || pipe ? mate->travel : fmin(mate->travel, ready - ahead + ENTERED * shorter);
    mate->held |= face || pipe;
    Vec3d goal = vec3d_add_scaled(fixed->origin, fixed->axis, ready);
    if (face)
        goal = vec3d_add_scaled(vec3d_add(goal, from), fixed->axis, -a.front);
    Vec3d now = affine_apply(&mate->in_line, moving->origin);
    mate->in_line.p = vec3d_add(mate->in_line.p, vec3d_sub(goal, now));
}

Mate connector_mate(const Connector *moving, const Connector *fixed, double slack)
{
    assert(moving && fixed && slack >= 0);
    enum ConnectorKind a = moving->kind, b = fixed->kind;
    bool round =
        (a == CONNECTOR_PIN && b == CONNECTOR_HOLE) || (a == CONNECTOR_HOLE && b == CONNECTOR_PIN);
    bool pipes = a == CONNECTOR_PIPE && b == CONNECTOR_PIPE;
    bool faces = a == CONNECTOR_FACE && b == CONNECTOR_FACE;
    Vec3d facing = vec3d_scale(fixed->axis, -1);
    Mate mate = {.from = moving->origin,
                 .at = fixed->origin,
                 .home = facing,
                 .rolls = round || pipes,
                 .radius = fmin(moving->radius, fixed->radius),
                 .verdict = round || pipes || faces ? MATE_FITS : MATE_KINDS};
    mate.angle =
        atan2(vec3d_length(vec3d_cross(moving->axis, facing)), vec3d_dot(moving->axis, facing));
    mate.in_line = turn_to(moving->axis, facing, moving->origin, moving->side);
    if (round)
        mate_round(moving, fixed, slack, &mate);
    if (pipes)
        mate_flanges(moving, fixed, &mate);
    if (pipes && fabs(moving->radius - fixed->radius) > SAME_WIDTH * fixed->radius + slack)
        mate.verdict = MATE_WIDE;
    place(moving, fixed, slack, &mate);
    return mate;
}

bool mate_joins_too(const Mate *mate, const Connector *moving, const Connector *fixed, double slack)
{
    assert(mate && moving && fixed);
    Connector home;
    if (moving->kind != CONNECTOR_PIPE || fixed->kind != CONNECTOR_PIPE ||
        !connector_placed(moving, &mate->in_line, &home))
        return false;
    home.origin = vec3d_add_scaled(home.origin, mate->home, mate->travel);
    Mate there = connector_mate(&home, fixed, slack);
    return there.verdict == MATE_FITS && there.angle <= MEETS &&
           vec3d_distance(home.origin, fixed->origin) <= MEETS * fixed->radius;
}
