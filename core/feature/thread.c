#include "core/feature/thread.h"

#include <assert.h>

#define DEPTH 0.5413 // of the pitch: from the crests of the bolt to the drilled hole
#define FINEST 0.25  // of the coarse pitch
#define COARSEST 1.15
#define OFF_AXIS 0.1 // of the depth
#define HALF_ROUND 3.1415

#define SAME_RADIUS 1e-4 // of the radius

#define THINNEST 0.955 // of the nominal diameter: what ISO 965 lets crests be cut to
#define THICKEST 1.001
#define SAME_PITCH 0.99

// Diameters of the first and the second choice, their coarse pitches, and the finer ones of ISO 261.
enum { FINE = 4 };
static const double rows[][2 + FINE] = {{1, 0.25, 0.2},
                                        {1.6, 0.35, 0.2},
                                        {2, 0.4, 0.25},
                                        {2.5, 0.45, 0.35},
                                        {3, 0.5, 0.35},
                                        {3.5, 0.6, 0.35},
                                        {4, 0.7, 0.5},
                                        {4.5, 0.75, 0.5},
                                        {5, 0.8, 0.5},
                                        {6, 1, 0.75},
                                        {7, 1, 0.75},
                                        {8, 1.25, 1, 0.75},
                                        {10, 1.5, 1.25, 1, 0.75},
                                        {12, 1.75, 1.5, 1.25, 1},
                                        {14, 2, 1.5, 1.25, 1},
                                        {16, 2, 1.5, 1},
                                        {18, 2.5, 2, 1.5, 1},
                                        {20, 2.5, 2, 1.5, 1},
                                        {22, 2.5, 2, 1.5, 1},
                                        {24, 3, 2, 1.5, 1},
                                        {27, 3, 2, 1.5, 1},
                                        {30, 3.5, 3, 2, 1.5, 1},
                                        {33, 3.5, 3, 2, 1.5},
                                        {36, 4, 3, 2, 1.5},
                                        {39, 4, 3, 2, 1.5},
                                        {42, 4.5, 4, 3, 2, 1.5},
                                        {45, 4.5, 4, 3, 2, 1.5},
                                        {48, 5, 4, 3, 2, 1.5},
                                        {52, 5, 4, 3, 2, 1.5},
                                        {56, 5.5, 4, 3, 2, 1.5},
                                        {60, 5.5, 4, 3, 2, 1.5},
                                        {64, 6, 4, 3, 2, 1.5}};
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

double thread_nominal(double diameter)
{
    for (int i = 0; i < ROWS; ++i)
        if (diameter >= THINNEST * rows[i][0] && diameter <= THICKEST * rows[i][0])
            return rows[i][0];
    return 0;
}

double thread_iso_pitch(double nominal, double pitch)
{
    double best = thread_coarse_pitch(nominal);
    for (int i = 0; i < ROWS; ++i)
        for (int k = 2; k < 2 + FINE && fabs(rows[i][0] - nominal) < SAME_RADIUS * nominal; ++k)
            if (rows[i][k] >= SAME_PITCH * pitch && rows[i][k] < best)
                best = rows[i][k];
    return best;
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

double thread_scale(const Affine *place)
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
    double scales[2] = {thread_scale(place_a), thread_scale(place_b)};
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
