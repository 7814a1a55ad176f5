#include "core/feature/thread.h"

#include <assert.h>

#define DEPTH 0.5413 // of the pitch: from the crests of the bolt to the drilled hole
#define FINEST 0.25  // of the coarse pitch
#define COARSEST 1.15
#define OFF_AXIS 0.1 // of the depth
#define HALF_ROUND 3.1415

#define SAME_RADIUS 1e-4 // of the radius

// Diameters of the first and the second choice, and their coarse pitches.
static const double rows[][2] = {
    {1, 0.25}, {1.6, 0.35}, {2, 0.4},  {2.5, 0.45}, {3, 0.5},  {3.5, 0.6}, {4, 0.7},  {4.5, 0.75},
    {5, 0.8},  {6, 1},      {7, 1},    {8, 1.25},   {10, 1.5}, {12, 1.75}, {14, 2},   {16, 2},
    {18, 2.5}, {20, 2.5},   {22, 2.5}, {24, 3},     {27, 3},   {30, 3.5},  {33, 3.5}, {36, 4},
    {39, 4},   {42, 4.5},   {45, 4.5}, {48, 5},     {52, 5},   {56, 5.5},  {60, 5.5}, {64, 6}};
enum { ROWS = sizeof rows / sizeof *rows };

double thread_coarse_pitch(double diameter)
{
    if (diameter <= rows[0][0])
        return rows[0][1] * diameter / rows[0][0];
    for (int i = 1; i < ROWS; ++i)
        if (diameter <= rows[i][0]) {
            double share = (diameter - rows[i - 1][0]) / (rows[i][0] - rows[i - 1][0]);
            return rows[i - 1][1] + share * (rows[i][1] - rows[i - 1][1]);
        }
    return rows[ROWS - 1][1];
}

double thread_depth(double pitch)
{
    return DEPTH * pitch;
}

static bool is_nominal(double diameter)
{
    for (int i = 0; i < ROWS; ++i)
        if (fabs(diameter - rows[i][0]) <= SAME_RADIUS * diameter)
            return true;
    return false;
}

typedef struct PlacedCylinder {
    Vec3d origin, axis;
    double radius, length;
} PlacedCylinder;

// One scale in all directions; 0: there is none.
static double scale_of(const Affine *place)
{
    double scale = cbrt(fabs(affine_determinant(place)));
    Affine unit = *place;
    for (int i = 0; i < 9 && scale > 0; ++i)
        unit.m[i / 3][i % 3] /= scale;
    return scale > 0 && affine_deviation(&unit) < 1e-6 ? scale : 0;
}

static PlacedCylinder placed(const Feature *feature, const Affine *place, double scale)
{
    Vec3d tip = vec3d_add(feature->origin, feature->axis);
    PlacedCylinder out = {.origin = affine_apply(place, feature->origin),
                          .radius = scale * feature->radius,
                          .length = scale * feature->length};
    out.axis = vec3d_normalised(vec3d_sub(affine_apply(place, tip), out.origin));
    return out;
}

static bool fits(const PlacedCylinder *pin, const PlacedCylinder *hole, double millimetres,
                 Thread *out)
{
    double diameter = 2 * pin->radius * millimetres;
    double coarse = thread_coarse_pitch(diameter) / millimetres;
    double overlap = pin->radius - hole->radius, pitch = overlap / DEPTH;
    bool same = fabs(overlap) <= SAME_RADIUS * pin->radius && is_nominal(diameter);
    pitch = same ? coarse : pitch;
    if (!(pitch >= FINEST * coarse && pitch <= COARSEST * coarse))
        return false;
    Vec3d between = vec3d_sub(hole->origin, pin->origin);
    double along = vec3d_dot(between, pin->axis);
    double engaged = fmin(0.5 * pin->length, along + 0.5 * hole->length) -
                     fmax(-0.5 * pin->length, along - 0.5 * hole->length);
    // Off at both ends of what is engaged: aside, and by the angle of the axes over its length.
    double aside = vec3d_length(vec3d_sub(between, vec3d_scale(pin->axis, along)));
    double angle = vec3d_length(vec3d_cross(pin->axis, hole->axis));
    if (engaged < 0.5 * pitch ||
        aside + angle * (fabs(along) + engaged) > OFF_AXIS * thread_depth(pitch))
        return false;
    *out = (Thread){pin->radius, hole->radius, pitch, engaged};
    return true;
}

static bool is_round(const Feature *feature, bool inward)
{
    return feature->kind == FEATURE_CYLINDER && feature->inward == inward &&
           feature->arc >= HALF_ROUND;
}

bool thread_between(const Features *a, const Affine *place_a, const Features *b,
                    const Affine *place_b, double millimetres, Thread *out)
{
    assert(a && b && place_a && place_b && millimetres > 0 && out);
    const Features *sides[2] = {a, b};
    const Affine *places[2] = {place_a, place_b};
    double scales[2] = {scale_of(place_a), scale_of(place_b)};
    *out = (Thread){0};
    if (!(scales[0] > 0 && scales[1] > 0))
        return false;
    for (int pin = 0; pin < 2; ++pin)
        for (int32_t i = 0; i < sides[pin]->count; ++i) {
            if (!is_round(&sides[pin]->items[i], false))
                continue;
            PlacedCylinder one = placed(&sides[pin]->items[i], places[pin], scales[pin]);
            for (int32_t k = 0; k < sides[!pin]->count; ++k) {
                if (!is_round(&sides[!pin]->items[k], true))
                    continue;
                PlacedCylinder other = placed(&sides[!pin]->items[k], places[!pin], scales[!pin]);
                Thread found;
                if (fits(&one, &other, millimetres, &found) && found.engaged > out->engaged)
                    *out = found;
            }
        }
    return out->engaged > 0;
}
