// Involute spur gears, keys and keyways.
#include "app/scenes/elements.h"

enum { FLANK_STEPS = 5 };
static const double TAU = 6.283185307179586476925;
static const double PRESSURE_ANGLE = 20 * 6.283185307179586476925 / 360;

double gear_pitch_radius(const GearSize *gear)
{
    return gear->module * gear->teeth / 2;
}

double gear_tip_radius(const GearSize *gear)
{
    return gear_pitch_radius(gear) + gear->module;
}

static double involute(double angle)
{
    return tan(angle) - angle;
}

// Half the angle that a tooth covers at this radius; below the base circle the flank is radial.
static double half_tooth_angle(const GearSize *gear, double radius)
{
    double pitch = gear_pitch_radius(gear), base = pitch * cos(PRESSURE_ANGLE);
    double pressure = radius > base ? acos(base / radius) : 0;
    return TAU / 4 / gear->teeth - gear->backlash / pitch + involute(PRESSURE_ANGLE) -
           involute(pressure);
}

void contour_gear(MeshBuilder *b, Contour *c, const GearSize *gear, double max_radius, double w)
{
    SolidFrame frame = {AXIS_X, vec3d(0, 0, 0)};
    double pitch = gear_pitch_radius(gear), tip = fmin(gear_tip_radius(gear), max_radius);
    double root = pitch - 1.25 * gear->module;
    double start = fmax(root, pitch * cos(PRESSURE_ANGLE));
    for (int32_t tooth = 0; tooth < gear->teeth; ++tooth) {
        double centre = TAU * tooth / gear->teeth;
        for (int side = -1; side <= 1; side += 2) {
            // Up one flank from the root, down the other.
            for (int i = 0; i <= FLANK_STEPS + 1; ++i) {
                int step = side < 0 ? i - 1 : FLANK_STEPS - i;
                double r = step < 0 ? root : start + (tip - start) * step / FLANK_STEPS;
                double angle = centre + side * half_tooth_angle(gear, r);
                // The foot is set back a little, as the fillet of a real tooth would be.
                if (step < 0)
                    angle += side * 0.08 * gear->module / root;
                contour_point(b, c, frame, r * cos(angle), r * sin(angle), w);
            }
        }
    }
}

void solid_gear_rim(MeshBuilder *b, const GearSize *gear, double width, Contour *low, Contour *high)
{
    double chamfer = 0.2 * gear->module, tip = gear_tip_radius(gear);
    Contour inner_low = {0}, inner_high = {0};
    contour_gear(b, low, gear, tip - chamfer, -width / 2);
    contour_gear(b, &inner_low, gear, tip, -width / 2 + chamfer);
    contour_gear(b, &inner_high, gear, tip, width / 2 - chamfer);
    contour_gear(b, high, gear, tip - chamfer, width / 2);
    solid_band(b, low, &inner_low);
    solid_band(b, &inner_low, &inner_high);
    solid_band(b, &inner_high, high);
}

Mesh *element_gear_wheel(const GearSize *gear, double width, double bore_radius, double hub_radius,
                         double hub_width)
{
    enum { HOLES = 6, SEGMENTS = 72, HOLE_SEGMENTS = 28 };
    MeshBuilder b = {0};
    SolidFrame axis = {AXIS_X, vec3d(0, 0, 0)};
    double rim_radius = gear_pitch_radius(gear) - 3 * gear->module, web = width / 5;
    double hole_radius = 0.36 * (rim_radius - hub_radius);
    double hole_circle = (rim_radius + hub_radius) / 2;
    Contour teeth[2] = {{0}}, holes[2][HOLES] = {{{0}}}, bores[2] = {{0}};
    solid_gear_rim(&b, gear, width, &teeth[0], &teeth[1]);
    for (int i = 0; i < HOLES; ++i) {
        double angle = TAU * i / HOLES;
        SolidFrame at = {AXIS_X, vec3d(0, hole_circle * cos(angle), hole_circle * sin(angle))};
        solid_through_hole(&b, at, hole_radius, -web, web, HOLE_SEGMENTS, &holes[0][i],
                           &holes[1][i]);
    }
    for (int side = 0; side < 2; ++side) {
        double s = side ? 1 : -1;
        Contour rim = {0}, web_outer = {0}, web_inner = {0}, hub = {0}, hub_edge = {0}, edge = {0};
        contour_circle(&b, &rim, axis, rim_radius, s * width / 2, SEGMENTS);
        contour_circle(&b, &web_outer, axis, rim_radius - 1.5, s * web, SEGMENTS);
        contour_circle(&b, &web_inner, axis, hub_radius + 1, s * web, SEGMENTS);
        contour_circle(&b, &hub, axis, hub_radius, s * (hub_width / 2 - 1), SEGMENTS);
        contour_circle(&b, &hub_edge, axis, hub_radius - 1, s * hub_width / 2, SEGMENTS);
        contour_circle(&b, &edge, axis, bore_radius + 1, s * hub_width / 2, SEGMENTS);
        contour_circle(&b, &bores[side], axis, bore_radius, s * (hub_width / 2 - 1), SEGMENTS);
        const Contour *inside[HOLES + 1] = {&web_inner};
        for (int i = 0; i < HOLES; ++i)
            inside[i + 1] = &holes[side][i];
        solid_ring(&b, AXIS_X, &teeth[side], &rim);
        solid_band(&b, &rim, &web_outer);
        solid_face(&b, AXIS_X, &web_outer, inside, HOLES + 1);
        solid_band(&b, &web_inner, &hub);
        solid_band(&b, &hub, &hub_edge);
        solid_ring(&b, AXIS_X, &hub_edge, &edge);
        solid_band(&b, &edge, &bores[side]);
    }
    solid_band(&b, &bores[0], &bores[1]);
    return solid_finish(&b);
}

Mesh *element_key(const Keyway *keyway, double clearance, double height)
{
    MeshBuilder b = {0};
    double half = keyway->half_width - clearance, edge = 0.4;
    double low = keyway->floor_height + clearance, middle = low + height / 2;
    double length = keyway->length - 2 * clearance - 1.5; // ends before the shaft's chamfer
    SolidFrame frame = {AXIS_Y, vec3d(-length / 2, middle, 0)};
    // Drawn from above: u = z across, v = x along.
    Contour rings[4] = {{0}};
    const double inset[4] = {edge, 0, 0, edge}, w[4] = {-0.5, -0.5, 0.5, 0.5};
    for (int i = 0; i < 4; ++i) {
        double up = w[i] * height + (i == 1 ? edge : i == 2 ? -edge : 0);
        contour_rounded_rectangle(&b, &rings[i], frame, half - inset[i], length / 2 - inset[i],
                                  half / 2, up, 4);
        if (i > 0)
            solid_band(&b, &rings[i - 1], &rings[i]);
    }
    solid_disc(&b, AXIS_Y, &rings[0]);
    solid_disc(&b, AXIS_Y, &rings[3]);
    return solid_finish(&b);
}

// The shaft's round outline without the keyway's width, from one edge of the keyway to the other.
static void contour_keyed(MeshBuilder *b, Contour *c, double radius, double half_width, double w,
                          int32_t segments)
{
    SolidFrame axis = {AXIS_X, vec3d(0, 0, 0)};
    double edge = asin(half_width / radius);
    contour_arc(b, c, axis, radius, edge, TAU - edge, w, segments);
}

void solid_keyed_end(MeshBuilder *b, double radius, double w_shoulder, double w_end,
                     const Keyway *keyway, int32_t segments, Contour *shoulder)
{
    enum { LID_STEPS = 4 }; // of the arc that bridges the keyway where the shaft is still whole
    SolidFrame axis = {AXIS_X, vec3d(0, 0, 0)};
    double h = keyway->half_width, floor_height = keyway->floor_height, edge = asin(h / radius);
    double w_key = w_end - keyway->length, chamfer = 1;
    Contour whole = {0}, wall = {0}, rings[3] = {{0}};
    for (int i = 0; i < 2; ++i) {
        Contour *c = i == 0 ? shoulder : &whole;
        double w = i == 0 ? w_shoulder : w_key;
        contour_keyed(b, c, radius, h, w, segments);
        for (int k = 1; k < LID_STEPS; ++k) {
            double angle = -edge + 2 * edge * k / LID_STEPS;
            contour_point(b, c, axis, radius * cos(angle), radius * sin(angle), w);
        }
    }
    solid_band(b, shoulder, &whole);
    // Three outlines with the keyway cut in: at its end wall, before the chamfer, at the shaft's
    // end.
    const double at[3] = {w_key, w_end - chamfer, w_end}, r[3] = {radius, radius, radius - chamfer};
    for (int i = 0; i < 3; ++i) {
        if (i == 0)
            contour_append(&rings[0], &whole, 0, segments + 1);
        else
            contour_keyed(b, &rings[i], r[i], h, at[i], segments);
        contour_point(b, &rings[i], axis, floor_height, -h, at[i]);
        contour_point(b, &rings[i], axis, floor_height, h, at[i]);
        if (i > 0)
            solid_band(b, &rings[i - 1], &rings[i]);
    }
    contour_append(&wall, &whole, segments, LID_STEPS);
    contour_append(&wall, &whole, 0, 1);
    contour_append(&wall, &rings[0], segments + 2, -2);
    solid_disc(b, AXIS_X, &wall);
    solid_disc(b, AXIS_X, &rings[2]);
}
