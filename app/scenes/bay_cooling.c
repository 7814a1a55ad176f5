// Radiator and fan, and what the water runs through: thermostat housing, hoses, expansion tank.
#include "app/scenes/bay.h"

enum { ROUND = 32, TUBES = 17, FINS = 38 };
static const double TAU = 6.283185307179586476925;
#define REAR 230.0 // of the radiator
#define FRONT 288.0
#define CORE_LOW 50.0
#define CORE_HIGH 460.0
#define HALF 236.0

// A folded strip of sheet between two tubes.
static void draw_fins(MeshBuilder *b, double low, double high)
{
    SolidFrame frame = {AXIS_X, vec3d(0, 0, 0)};
    const double sheet = 0.9, reach = HALF - 14;
    Contour faces[2] = {{0}};
    for (int end = 0; end < 2; ++end) {
        for (int i = 0; i <= FINS; ++i)
            contour_point(b, &faces[end], frame, i % 2 ? high : low + sheet,
                          -reach + 2 * reach * i / FINS, end ? FRONT - 8 : REAR + 8);
        for (int i = FINS; i >= 0; --i)
            contour_point(b, &faces[end], frame, i % 2 ? high - sheet : low,
                          -reach + 2 * reach * i / FINS, end ? FRONT - 8 : REAR + 8);
        solid_disc(b, AXIS_X, &faces[end]);
    }
    solid_band(b, &faces[0], &faces[1]);
}

static void draw_shroud(MeshBuilder *b)
{
    const BayAxis *pump = &bay_axes[BAY_PUMP];
    SolidFrame plate = {AXIS_X, vec3d(0, 271, 0)}, hole = {AXIS_X, vec3d(0, pump->y, pump->z)};
    const double radius = 206, x[2] = {REAR - 8, REAR - 4};
    Contour outer[2] = {{0}}, inner[2] = {{0}};
    for (int i = 0; i < 2; ++i) {
        contour_rounded_rectangle(b, &outer[i], plate, 226, HALF, 20, x[i], 6);
        contour_circle(b, &inner[i], hole, radius, x[i], 72);
        solid_ring(b, AXIS_X, &outer[i], &inner[i]);
    }
    solid_band(b, &outer[0], &outer[1]);
    solid_band(b, &inner[0], &inner[1]);
    const ProfilePoint collar[] = {{x[0] + 1, radius - 1},  {x[0] + 1, radius + 5},
                                   {x[0] - 28, radius + 5}, {x[0] - 31, radius + 8},
                                   {x[0] - 33, radius + 6}, {x[0] - 30, radius - 1}};
    solid_revolve_ring(b, hole, collar, 6, 72);
}

Mesh *bay_radiator(void)
{
    MeshBuilder b = {0};
    const double step = (CORE_HIGH - CORE_LOW) / TUBES;
    bay_block(&b, vec3d(REAR - 3, CORE_HIGH - 6, -HALF), vec3d(FRONT + 3, 502, HALF), 18, 12);
    bay_block(&b, vec3d(REAR - 3, 12, -HALF), vec3d(FRONT + 3, CORE_LOW + 6, HALF), 18, 12);
    for (int s = -1; s <= 1; s += 2) // frames at the sides
        bay_block(&b, vec3d(REAR, CORE_LOW - 5, s > 0 ? HALF - 16 : 2 - HALF),
                  vec3d(FRONT, CORE_HIGH + 5, s > 0 ? HALF - 2 : 16 - HALF), 4, 2);
    for (int i = 0; i < TUBES; ++i) {
        double y = CORE_LOW + step * (i + 0.5);
        bay_bar(&b, vec3d((REAR + FRONT) / 2, y, 10 - HALF),
                vec3d((REAR + FRONT) / 2, y, HALF - 10), 4, FRONT - REAR - 10, vec3d(0, 1, 0));
        if (i + 1 < TUBES)
            draw_fins(&b, y + 1.5, y + step - 1.5);
    }
    draw_shroud(&b);
    bay_rod(&b, AXIS_Y, vec3d(259, 0, 150), 500, 516, 24, 3, ROUND); // filler
    bay_rod(&b, AXIS_X, vec3d(0, 480, -212), 186, 235, BAY_STUB_RADIUS, 1.5, ROUND);
    return solid_finish(&b);
}

// One blade along +y: sections across it, each a thin wing, turned less towards the tip.
static Mesh *blade(double from, double to, double middle)
{
    enum { STATIONS = 8, POINTS = 10 };
    MeshBuilder b = {0};
    SolidFrame frame = {AXIS_Y, vec3d(0, 0, 0)};
    Contour rings[2] = {{0}};
    for (int i = 0; i <= STATIONS; ++i) {
        double t = (double)i / STATIONS, y = from + t * (to - from);
        double pitch = TAU * (36 - 17 * t) / 360, chord = 13 / sin(pitch);
        Contour *here = &rings[i % 2];
        here->count = 0;
        for (int k = 0; k < POINTS; ++k) {
            double angle = TAU * k / POINTS, along = chord * cos(angle);
            double thick = 2.6 * sin(angle) + 4 * (1 - cos(angle) * cos(angle)); // cambered
            double x = middle + along * sin(pitch) + (thick - 2) * cos(pitch) * 0.6;
            double z = along * cos(pitch) - thick * sin(pitch) + 22 * t * t;
            contour_point(&b, here, frame, z, x, y);
        }
        if (i > 0)
            solid_band(&b, &rings[(i + 1) % 2], here);
        if (i == 0 || i == STATIONS)
            solid_disc(&b, AXIS_Y, here);
    }
    return solid_finish(&b);
}

// The ring ties the blades, and no way leads between them.
Mesh *bay_fan(void)
{
    enum { BLADES = 9 };
    MeshBuilder b = {0};
    const double low = 103, high = 133, outer = BAY_FAN_RADIUS;
    SolidFrame frame = {AXIS_X, vec3d(0, 0, 0)};
    const ProfilePoint hub[] = {{102, 16.8}, {102, 46}, {105, 52}, {131, 52}, {134, 48},
                                {134, 42},   {128, 38}, {128, 26}, {122, 24}, {122, 16.8}};
    solid_revolve_ring(&b, frame, hub, 10, ROUND);
    const ProfilePoint ring[] = {{low, outer - 6},  {low, outer - 1},    {low + 1.5, outer},
                                 {high - 3, outer}, {high, outer - 2.5}, {high, outer - 6}};
    solid_revolve_ring(&b, frame, ring, 6, 72);
    for (int i = 0; i < BLADES; ++i)
        bay_append(&b, blade(47, outer - 3, (low + high) / 2),
                   affine_rotation(vec3d(1, 0, 0), TAU * i / BLADES));
    for (int i = 0; i < 5; ++i) { // heads of the rivets in the hub
        double angle = TAU * i / 5;
        bay_rod(&b, AXIS_X, vec3d(0, 32 * cos(angle), 32 * sin(angle)), 126, 131, 4.5, 1.5, 16);
    }
    return solid_finish(&b);
}

Mesh *bay_thermostat(void)
{
    MeshBuilder b = {0};
    const double x = BAY_HOSE_X, y = BAY_HOSE_Y;
    const Vec3d axis = vec3d(x, y, 0);
    bay_block(&b, vec3d(BAY_BLOCK_FRONT + 1, 402, -24), vec3d(x + 22, 450, 44), 10, 6);
    bay_rod(&b, AXIS_Y, vec3d(x, 0, 10), 446, 462, 21, 4, ROUND);
    bay_rod(&b, AXIS_Z, axis, 40, BAY_HOSE_FROM + 15, BAY_STUB_RADIUS, 1.5, ROUND);
    bay_rod(&b, AXIS_Z, axis, 40, BAY_HOSE_FROM - 8, 18, 2, ROUND);
    bay_rod(&b, AXIS_Z, axis, -64, -20, BAY_STUB_RADIUS, 1.5, ROUND);
    for (int i = 0; i < 2; ++i)
        bay_rod(&b, AXIS_X, vec3d(x, i ? 410 : 442, i ? -16 : 36), 20, 27, 6, 1, 6);
    return solid_finish(&b);
}

static void draw_clamp(MeshBuilder *b, SolidAxis axis, Vec3d at, double from)
{
    bay_tube(b, axis, at, from, from + 9, 21.6, 18.4, 24);
    Vec3d screw =
        vec3d_add(at, axis == AXIS_Z ? vec3d(0, 22, from + 4.5) : vec3d(from + 4.5, 22, 0));
    bay_block(b, vec3d_sub(screw, vec3d(5, 3, 5)), vec3d_add(screw, vec3d(5, 3.5, 5)), 2, 1);
}

// Straight at its ends, where it is held; in between it sags upwards a little, as hoses grow.
Mesh *bay_hose(void)
{
    enum { RINGS = 32 };
    MeshBuilder b = {0};
    SweepCurve curve = {0};
    const double from = BAY_HOSE_FROM, length = BAY_HOSE_TO - BAY_HOSE_FROM;
    for (int i = 0; i <= RINGS; ++i) {
        double t = (double)i / RINGS, s = (2 * t - 1) / 0.8, lift = fmax(0, 1 - s * s);
        curve_point(&curve, vec3d(BAY_HOSE_X, BAY_HOSE_Y + 16 * lift * lift, from + t * length));
    }
    solid_sweep_tube(&b, &curve, 20, BAY_STUB_RADIUS + 0.8, 18);
    const Vec3d at = vec3d(BAY_HOSE_X, BAY_HOSE_Y, 0);
    draw_clamp(&b, AXIS_Z, at, from + 3);
    draw_clamp(&b, AXIS_Z, at, BAY_HOSE_TO - 12);
    return solid_finish(&b);
}

Mesh *bay_radiator_hose(void)
{
    MeshBuilder b = {0};
    const Vec3d points[] = {{{BAY_HOSE_X, BAY_HOSE_Y, -48}},
                            {{BAY_HOSE_X, BAY_HOSE_Y, -72}},
                            {{45, 430, -130}},
                            {{60, 450, -186}},
                            {{120, 477, -211.5}},
                            {{168, 480, -212}},
                            {{212, 480, -212}}};
    SweepCurve curve = {0};
    curve_through(&curve, points, 7, 5);
    solid_sweep_tube(&b, &curve, 20, BAY_STUB_RADIUS + 0.8, 18);
    draw_clamp(&b, AXIS_Z, points[0], -12);
    draw_clamp(&b, AXIS_X, vec3d(0, 480, -212), 198);
    return solid_finish(&b);
}

Mesh *bay_expansion_tank(void)
{
    MeshBuilder b = {0};
    bay_block(&b, vec3d(2, 385, 304), vec3d(88, 468, 356), 14, 10);
    bay_block(&b, vec3d(12, 352, 312), vec3d(78, 400, 354), 12, 8);
    bay_bar(&b, vec3d(0, 428, 330), vec3d(90, 428, 330), 4, 54, vec3d(0, 1, 0)); // the seam
    bay_rod(&b, AXIS_Y, vec3d(62, 0, 330), 460, 472, 14, 1, ROUND);
    bay_rod(&b, AXIS_Y, vec3d(62, 0, 330), 472, 490, 19, 3, ROUND);
    bay_rod(&b, AXIS_Z, vec3d(BAY_HOSE_X, BAY_HOSE_Y, 0), BAY_HOSE_TO - 15, 310, BAY_STUB_RADIUS,
            1.5, ROUND);
    return solid_finish(&b);
}
