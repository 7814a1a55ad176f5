// The car's body round the engine: firewall, inner fenders, front panel, hood with its hinges.
#include "app/scenes/bay.h"

#define REAR -344.0 // face of the firewall
#define BOTTOM -20.0
#define TOP 520.0
#define WHEEL 168.0 // the arch over the wheel
#define WHEEL_X -60.0
#define WHEEL_Y 10.0

static const double TAU = 6.283185307179586476925;

// A bead pressed into sheet: half of it stands out.
static void draw_bead(MeshBuilder *b, Vec3d from, Vec3d to, double radius)
{
    const Vec3d points[] = {from, vec3d_lerp(from, to, 0.5), to};
    bay_pipe(b, points, 3, 2, radius, 12);
}

Mesh *bay_firewall(void)
{
    MeshBuilder b = {0};
    const double half = BAY_HALF_WIDTH - 1;
    bay_block(&b, vec3d(REAR - 8, BOTTOM, -half), vec3d(REAR, TOP - 20, half), 3.5, 2);
    bay_block(&b, vec3d(REAR - 76, TOP - 44, -half), vec3d(REAR, TOP, half), 12, 8); // cowl
    for (int i = 0; i < 7; ++i) {
        double z = -300 + 100.0 * i;
        draw_bead(&b, vec3d(REAR - 1, 30, z), vec3d(REAR - 1, 300, z), 6);
    }
    draw_bead(&b, vec3d(REAR - 1, 330, -80), vec3d(REAR - 1, 330, half - 20), 8);
    for (int i = 0; i < 14; ++i) { // air intake in the cowl
        double z = -130 + 20.0 * i;
        bay_bar(&b, vec3d(REAR - 60, TOP, z), vec3d(REAR - 20, TOP, z), 6, 6, vec3d(0, 1, 0));
    }
    return solid_finish(&b);
}

// The wall of the right side, cut out round the wheel.
static void draw_wall(MeshBuilder *b, double rear, double front)
{
    enum { ARCH = 32 };
    SolidFrame frame = {AXIS_Z, vec3d(0, 0, BAY_HALF_WIDTH)};
    const double reach = sqrt(WHEEL * WHEEL - (BOTTOM - WHEEL_Y) * (BOTTOM - WHEEL_Y));
    double from = atan2(BOTTOM - WHEEL_Y, reach);
    SolidFrame hub = {AXIS_Z, vec3d(WHEEL_X, WHEEL_Y, BAY_HALF_WIDTH)};
    Contour sides[2] = {{0}};
    for (int i = 0; i < 2; ++i) {
        double z = i ? 7 : 0;
        contour_arc(b, &sides[i], hub, WHEEL, from, TAU / 2 - from, z, ARCH);
        contour_point(b, &sides[i], frame, rear, BOTTOM, z);
        contour_point(b, &sides[i], frame, rear, TOP, z);
        contour_point(b, &sides[i], frame, front - 12, TOP, z);
        contour_point(b, &sides[i], frame, front, TOP - 12, z);
        contour_point(b, &sides[i], frame, front, 70, z);
        contour_point(b, &sides[i], frame, front - 60, BOTTOM, z);
        solid_disc(b, AXIS_Z, &sides[i]);
    }
    solid_band(b, &sides[0], &sides[1]);
}

// A shell over the wheel, and its wall towards the engine.
static void draw_wheel_house(MeshBuilder *b)
{
    enum { ARCH = 32 };
    const double deep = 66, from = atan2(BOTTOM - WHEEL_Y, WHEEL);
    SweepCurve arch = {0};
    Contour sides[2] = {{0}};
    for (int i = 0; i <= ARCH; ++i) {
        double angle = from + (TAU / 2 - 2 * from) * i / ARCH;
        curve_point(&arch,
                    vec3d(WHEEL_X + (WHEEL - 4) * cos(angle), WHEEL_Y + (WHEEL - 4) * sin(angle),
                          BAY_HALF_WIDTH + 5 - deep / 2));
    }
    SweepSection shell = section_rectangle(8, deep, 2);
    solid_sweep(b, &arch, &shell, vec3d(1, 0, 0));
    for (int k = 0; k < 2; ++k) {
        SolidFrame hub = {AXIS_Z, vec3d(WHEEL_X, WHEEL_Y, BAY_HALF_WIDTH + 5 - deep)};
        contour_arc(b, &sides[k], hub, WHEEL - 2, from, TAU / 2 - from, k ? 6 : -1, ARCH);
        solid_disc(b, AXIS_Z, &sides[k]);
    }
    solid_band(b, &sides[0], &sides[1]);
}

// Of the right side; the left one is its mirror image. The rail along its top is what the alternator has
// to pass.
static Mesh *right_fender(void)
{
    MeshBuilder b = {0};
    const double wall = BAY_HALF_WIDTH, rear = REAR + 0.6, front = 344;
    draw_wall(&b, REAR - 70, front);
    bay_block(&b, vec3d(rear, 513, BAY_THROAT_OUTER), vec3d(front, 525, wall + 8), 5, 4);
    draw_wheel_house(&b);
    for (int i = 0; i < 3; ++i)
        draw_bead(&b, vec3d(rear + 30, 270 + 40.0 * i, wall + 1),
                  vec3d(front - 40, 270 + 40.0 * i, wall + 1), 5.5);
    for (int i = 0; i < 3; ++i)
        draw_bead(&b, vec3d(150, 40 + 60.0 * i, wall + 1), vec3d(285, 40 + 60.0 * i, wall + 1),
                  5.5);
    for (int i = 0; i < 9; ++i) // screws of the outer fender
        bay_rod(&b, AXIS_Y, vec3d(-300 + 76.0 * i, 0, 346), 523, 531, 7, 1, 6);
    return solid_finish(&b);
}

Mesh *bay_fender(bool right)
{
    if (right)
        return right_fender();
    MeshBuilder b = {0};
    Affine mirror = affine_identity();
    mirror.m[2][2] = -1;
    bay_append(&b, right_fender(), mirror);
    return mesh_builder_finish(&b);
}

Mesh *bay_front_panel(void)
{
    MeshBuilder b = {0};
    const double half = BAY_HALF_WIDTH - 1;
    bay_block(&b, vec3d(296, 472, -half), vec3d(340, 508, half), 10, 8); // lock carrier
    bay_block(&b, vec3d(296, BOTTOM, -half), vec3d(340, 40, half), 10, 8);
    for (int s = -1; s <= 1; s += 2)
        bay_block(&b, vec3d(298, 20, s > 0 ? 212 : -236), vec3d(330, 490, s > 0 ? 236 : -212), 8,
                  3);
    bay_block(&b, vec3d(300, 20, -12), vec3d(318, 490, 12), 6, 3);
    for (int i = 0; i < 10; ++i) { // grille
        double y = 70 + 42.0 * i;
        bay_bar(&b, vec3d(326, y, -225), vec3d(326, y, 225), 5, 14, vec3d(0, 1, 0.0));
    }
    bay_block(&b, vec3d(304, 500, -32), vec3d(334, 514, 32), 6, 3); // lock
    for (int s = -1; s <= 1; s += 2) {                              // rubber stops
        bay_rod(&b, AXIS_Y, vec3d(318, 0, s * 270.0), 505, 514, 14, 2, 24);
        bay_rod(&b, AXIS_X, vec3d(0, 440, s * 100.0), 298, 320, 24, 2, 32); // horns
    }
    return solid_finish(&b);
}

// Where the hood's skin is, from the hinges: s across, t from the rear edge to the front one, both -1..1.
static Vec3d skin(double s, double t)
{
    double front = 362 - 46 * s * s * s * s, x = -334 + (front + 334) * (t + 1) / 2;
    double bulge = 1 / (1 + exp((fabs(s) - 0.42) * 22)), nose = fmax(0, t);
    double edge = fmax(0, fabs(s) - 0.86) / 0.14;
    double y = 588 - 14 * s * s - 24 * nose * nose + 7 * bulge * (1 - 0.5 * nose) - 6 * edge * edge;
    return vec3d(x - BAY_HOOD_X, y - BAY_HOOD_Y, s * 372);
}

static void draw_skin(MeshBuilder *b)
{
    enum { ACROSS = 36, ALONG = 16 };
    const double thick = 4;
    static int32_t v[2][ACROSS + 1][ALONG + 1];
    for (int side = 0; side < 2; ++side)
        for (int i = 0; i <= ACROSS; ++i)
            for (int k = 0; k <= ALONG; ++k) {
                Vec3d p = skin(2.0 * i / ACROSS - 1, 2.0 * k / ALONG - 1);
                p.y -= side ? thick : 0;
                v[side][i][k] = mesh_builder_vertex(b, p);
            }
    for (int side = 0; side < 2; ++side)
        for (int i = 0; i < ACROSS; ++i)
            for (int k = 0; k < ALONG; ++k)
                mesh_builder_face4(b, v[side][i][k], v[side][i + 1][k], v[side][i + 1][k + 1],
                                   v[side][i][k + 1]);
    for (int end = 0; end < 2; ++end) {
        for (int i = 0; i < ACROSS; ++i) {
            int k = end ? ALONG : 0;
            mesh_builder_face4(b, v[0][i][k], v[0][i + 1][k], v[1][i + 1][k], v[1][i][k]);
        }
        for (int k = 0; k < ALONG; ++k) {
            int i = end ? ACROSS : 0;
            mesh_builder_face4(b, v[0][i][k], v[0][i][k + 1], v[1][i][k + 1], v[1][i][k]);
        }
    }
}

// Stiffeners under the skin follow it.
static void draw_stiffener(MeshBuilder *b, double s0, double t0, double s1, double t1, double deep)
{
    enum { STEPS = 12 };
    SweepCurve curve = {0};
    for (int i = 0; i <= STEPS; ++i) {
        double f = (double)i / STEPS;
        Vec3d p = skin(s0 + (s1 - s0) * f, t0 + (t1 - t0) * f);
        p.y -= 3 + deep / 2;
        curve_point(&curve, p);
    }
    SweepSection section = section_rectangle(deep, 22, 3);
    solid_sweep(b, &curve, &section, vec3d(0, 1, 0));
}

Mesh *bay_hood(void)
{
    MeshBuilder b = {0};
    draw_skin(&b);
    for (int s = -1; s <= 1; s += 2) {
        draw_stiffener(&b, s * 0.8, -0.93, s * 0.8, 0.9, 9);
        draw_stiffener(&b, s * 0.8, -0.9, s * 0.15, 0.7, 8);
        draw_stiffener(&b, 0, s * 0.91, s * 0.82, s * 0.91, 10);
        draw_stiffener(&b, 0, s * 0.91, -s * 0.82, s * 0.91, 10);
        // The arm of the hinge, from the stiffener at the side to the knuckle.
        Vec3d root = skin(s * BAY_HOOD_HINGE_Z / 372, -0.88);
        const Vec3d arm[] = {{{8.5, 6, s * BAY_HOOD_HINGE_Z}},
                             {{24, 17, s * BAY_HOOD_HINGE_Z}},
                             {{root.x, root.y - 7, s * BAY_HOOD_HINGE_Z}}};
        bay_pipe(&b, arm, 3, 8, 6, 16);
        bay_tube(&b, AXIS_Z, vec3d(0, 0, s * BAY_HOOD_HINGE_Z), -10, 10, 13, 8, 32);
    }
    return solid_finish(&b);
}

Mesh *bay_hood_hinge(bool right)
{
    MeshBuilder b = {0};
    const double z = right ? BAY_HOOD_HINGE_Z : -BAY_HOOD_HINGE_Z, low = TOP + BAY_GAP;
    bay_block(&b, vec3d(BAY_HOOD_X - 32, low, z - 28), vec3d(BAY_HOOD_X + 16, low + 6, z + 28), 5,
              2);
    for (int s = -1; s <= 1; s += 2) {
        bay_bar(&b, vec3d(BAY_HOOD_X, low + 3, z + s * 17.0),
                vec3d(BAY_HOOD_X, BAY_HOOD_Y, z + s * 17.0), 26, 6, vec3d(1, 0, 0));
        bay_rod(&b, AXIS_Z, vec3d(BAY_HOOD_X, BAY_HOOD_Y, z), s > 0 ? 14 : -21, s > 0 ? 21 : -14,
                13, 1, 32);
        bay_rod(&b, AXIS_Y, vec3d(BAY_HOOD_X - 22, 0, z + s * 17.0), low + 4, low + 11, 6, 1, 6);
    }
    bay_rod(&b, AXIS_Z, vec3d(BAY_HOOD_X, BAY_HOOD_Y, z), -24, 24, 5, 1, 24);
    return solid_finish(&b);
}
