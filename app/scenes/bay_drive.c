// The belt drive: pulleys on crankshaft and water pump, the V-belt, and the wheel that fixes it on the
// alternator: the front half of the pulley there, screwed onto the alternator's thread.
#include "app/scenes/bay.h"
#include "app/scenes/bay_thread.h"

enum { ROUND = 40, ARC = 18, SPAN = 6 };
static const double TAU = 6.283185307179586476925;
#define BELT_INNER 4.0 // half its width at the inner face, and at the outer one
#define BELT_OUTER 6.5
#define FLANK_PLAY 0.5

const BayAxis bay_axes[BAY_AXES] = {
    [BAY_CRANK] = {110, 0, 62},
    [BAY_ALTERNATOR] = {235, 225, 32},
    [BAY_PUMP] = {270, 20, 52},
};

double bay_groove_half_width(double above_inner_face)
{
    return BELT_INNER + FLANK_PLAY + above_inner_face * (BELT_OUTER - BELT_INNER) / BAY_BELT_HEIGHT;
}

Mesh *bay_pulley(int axis)
{
    MeshBuilder b = {0};
    const BayAxis *a = &bay_axes[axis];
    const double x = BAY_BELT_X, rim = a->belt_radius + BAY_BELT_HEIGHT + BAY_RIM_ABOVE;
    const double root = a->belt_radius - BAY_GROOVE_BELOW;
    const double low = bay_groove_half_width(-BAY_GROOVE_BELOW);
    const double high = bay_groove_half_width(BAY_BELT_HEIGHT + BAY_RIM_ABOVE);
    const double web = root - 8, nose = axis == BAY_PUMP ? 122 : 92;
    const ProfilePoint profile[] = {
        {44.5, 14},      {57, 14},        {57, 30},        {60, rim - 3},   {61.5, rim},
        {x - high, rim}, {x - low, root}, {x + low, root}, {x + high, rim}, {80.5, rim},
        {81.5, rim - 1}, {81.5, web},     {73, web - 3},   {73, 30},        {78, 26},
        {84, 25},        {84, 16},        {nose - 1, 16},  {nose, 15},
    };
    SolidFrame frame = {AXIS_X, vec3d(0, a->y, a->z)};
    solid_revolve_rod(&b, frame, profile, sizeof profile / sizeof *profile, ROUND);
    for (int i = 0; i < 6; ++i) { // ribs of the dished web
        double angle = TAU * i / 6;
        Vec3d out = vec3d(0, cos(angle), sin(angle)), at = vec3d(75, a->y, a->z);
        bay_bar(&b, vec3d_add_scaled(at, out, 22), vec3d_add_scaled(at, out, web + 2), 9, 5,
                vec3d(1, 0, 0));
    }
    return solid_finish(&b);
}

// Of the belt's middle line, from one circle to the next: the direction from the centres to the points
// where it leaves the one and meets the other.
static Point2 tangent_normal(const BayAxis *from, const BayAxis *to)
{
    double dy = to->y - from->y, dz = to->z - from->z, length = hypot(dy, dz);
    double along = (from->belt_radius - to->belt_radius) / length;
    double beside = sqrt(1 - along * along);
    dy /= length;
    dz /= length;
    return (Point2){along * dy + beside * dz, along * dz - beside * dy};
}

static Vec3d on_axis(const BayAxis *a, double angle)
{
    double r = a->belt_radius + BAY_BELT_HEIGHT / 2;
    return vec3d(BAY_BELT_X, a->y + r * cos(angle), a->z + r * sin(angle));
}

Mesh *bay_belt(void)
{
    MeshBuilder b = {0};
    SweepCurve curve = {0};
    for (int i = 0; i < BAY_AXES; ++i) {
        const BayAxis *here = &bay_axes[i], *next = &bay_axes[(i + 1) % BAY_AXES];
        Point2 in = tangent_normal(&bay_axes[(i + BAY_AXES - 1) % BAY_AXES], here);
        Point2 out = tangent_normal(here, next);
        double from = atan2(in.v, in.u), to = atan2(out.v, out.u);
        if (to < from)
            to += TAU;
        for (int k = 0; k <= ARC; ++k)
            curve_point(&curve, on_axis(here, from + (to - from) * k / ARC));
        Vec3d leaves = on_axis(here, to), meets = on_axis(next, to);
        for (int k = 1; k < SPAN; ++k)
            curve_point(&curve, vec3d_lerp(leaves, meets, (double)k / SPAN));
    }
    // v points inwards. A groove along the back, as belts have.
    const double half = BAY_BELT_HEIGHT / 2;
    const SweepSection section = {8,
                                  {{BELT_INNER, half},
                                   {-BELT_INNER, half},
                                   {-BELT_OUTER, -half},
                                   {-2.5, -half},
                                   {-1.5, -half + 1},
                                   {1.5, -half + 1},
                                   {2.5, -half},
                                   {BELT_OUTER, -half}}};
    solid_sweep_loop(&b, &curve, &section, vec3d(1, 0, 0));
    return solid_finish(&b);
}

Mesh *bay_fixing_wheel(void)
{
    enum { GRIPS = 6 };
    MeshBuilder b = {0};
    const BayAxis *a = &bay_axes[BAY_ALTERNATOR];
    const double x = BAY_BELT_X, rim = a->belt_radius + BAY_BELT_HEIGHT + BAY_RIM_ABOVE;
    const double root = a->belt_radius - BAY_GROOVE_BELOW;
    const double low = x + bay_groove_half_width(-BAY_GROOVE_BELOW);
    const double high = x + bay_groove_half_width(BAY_BELT_HEIGHT + BAY_RIM_ABOVE);
    const ProfilePoint profile[] = {{low, 18}, {low, root}, {high, rim}, {81, rim}, {82, rim - 1},
                                    {82, 30},  {80, 26},    {84, 20},    {91, 19},  {92, 18}};
    enum { COUNT = sizeof profile / sizeof *profile };
    SolidFrame frame = {AXIS_X, vec3d(0, 0, 0)};
    Contour rings[COUNT] = {{0}}, mouths[2];
    for (int i = 0; i < COUNT; ++i) {
        contour_circle(&b, &rings[i], frame, profile[i].radius, profile[i].w, BAY_THREAD_SEGMENTS);
        if (i > 1)
            solid_band(&b, &rings[i - 1], &rings[i]);
    }
    solid_ring(&b, AXIS_X, &rings[1], &rings[0]);
    bay_thread(&b, low, 92, BAY_THREAD_PLAY, &mouths[0], &mouths[1]);
    solid_ring(&b, AXIS_X, &rings[0], &mouths[0]);
    solid_ring(&b, AXIS_X, &rings[COUNT - 1], &mouths[1]);
    for (int i = 0; i < GRIPS; ++i) {
        double angle = TAU * i / GRIPS;
        Vec3d at = vec3d(0, 36 * cos(angle), 36 * sin(angle));
        bay_rod(&b, AXIS_X, at, 79.5, 90, 8.5, 2, 20);
    }
    return solid_finish(&b);
}
