// Air in and out: filter, duct, plenum with its runners, exhaust manifold, and the ignition cables.
#include "app/scenes/bay.h"

enum { ROUND = 28, PIPE = 14 };
static const double TAU = 6.283185307179586476925;

static double cylinder_x(int i)
{
    return -256 + 72.0 * i;
}

// Its outer side and the fender's rail leave the slot through which the alternator comes up.
Mesh *bay_plenum(void)
{
    MeshBuilder b = {0};
    const double outer = BAY_THROAT_INNER;
    bay_block(&b, vec3d(-285, 496, 84), vec3d(62, 545, outer), 26, 22);
    for (int i = 0; i < 7; ++i) { // ribs round its back
        double x = -250 + 43.0 * i;
        const Vec3d rib[] = {
            {{x, 499, 86}}, {{x, 520, 85}}, {{x, 542.5, 100}}, {{x, 543.5, 122}}, {{x, 542, 140}}};
        bay_pipe(&b, rib, 5, 3, 3, 8);
    }
    for (int i = 0; i < 4;
         ++i) { // runners over the cam cover, down into the other side of the head
        double x = cylinder_x(i);
        const Vec3d runner[] = {{{x, 515, 100}}, {{x, 520, 40}},   {{x, 521, -30}},
                                {{x, 505, -84}}, {{x, 455, -104}}, {{x, 412, -98}}};
        bay_pipe(&b, runner, 6, 5, 17, PIPE);
        bay_tube(&b, AXIS_Z, vec3d(x, 519, 0), 58, 78, 20, 15, 24);
        bay_rod(&b, AXIS_Y, vec3d(x, 0, -98), 404, 416, 24, 2, 24);
    }
    bay_rod(&b, AXIS_Z, vec3d(-235, 520, 0), 150, 171, 24, 2, ROUND); // the throttle
    return solid_finish(&b);
}

Mesh *bay_air_filter(void)
{
    MeshBuilder b = {0};
    const Vec3d at = vec3d(-235, -14, 236);
    const ProfilePoint profile[] = {{330, 52}, {338, 62}, {346, 66}, {440, 68}, {441, 73},
                                    {447, 73}, {448, 70}, {452, 70}, {453, 74}, {470, 74},
                                    {478, 70}, {482, 60}, {482, 40}, {486, 36}, {488, 30}};
    solid_revolve_rod(&b, (SolidFrame){AXIS_Y, at}, profile, sizeof profile / sizeof *profile, 40);
    for (int i = 0; i < 12; ++i) { // ribs of the lower half, clips of the lid
        double angle = TAU * (i + 0.5) / 12, c = cos(angle), s = sin(angle);
        bay_bar(&b, vec3d(at.x + 67 * c, 338, at.z + 67 * s),
                vec3d(at.x + 67 * c, 418, at.z + 67 * s), 6, 5, vec3d(c, 0, s));
        if (i % 3 == 0)
            bay_block(&b, vec3d(at.x + 74 * c - 7, 422, at.z + 74 * s - 7),
                      vec3d(at.x + 74 * c + 7, 450, at.z + 74 * s + 7), 4, 2);
    }
    const Vec3d snorkel[] = {
        {{-235, 380, 250}}, {{-185, 380, 276}}, {{-152, 374, 316}}, {{-100, 362, 326}}};
    bay_pipe(&b, snorkel, 4, 7, 22, 24);
    return solid_finish(&b);
}

// A ribbed rubber duct from the filter to the plenum's throat.
Mesh *bay_air_duct(void)
{
    MeshBuilder b = {0};
    enum { STEPS = 30, FOLDS = 4 };
    SweepCurve curve = {0};
    for (int i = 0; i <= STEPS; ++i) { // a quarter of an ellipse
        double angle = TAU / 4 * i / STEPS;
        curve_point(&curve, vec3d(-235, 475.2 + 44.8 * sin(angle), 171.6 + 64.4 * cos(angle)));
    }
    for (int i = 0; i < FOLDS; ++i) {
        Vec3d at = curve.p[5 * i + 8], next = curve.p[5 * i + 10];
        SweepCurve fold = {2, {at, next}};
        SweepSection ring = section_circle(25, 24);
        solid_sweep(&b, &fold, &ring, vec3d(1, 0, 0));
    }
    SweepSection section = section_circle(21, 20);
    solid_sweep(&b, &curve, &section, vec3d(1, 0, 0));
    return solid_finish(&b);
}

Mesh *bay_exhaust(void)
{
    MeshBuilder b = {0};
    const double side = -BAY_HEAD_SIDE - BAY_GAP;
    for (int i = 0; i < 4; ++i) {
        double x = cylinder_x(i);
        double in = -148 - x; // towards the collector
        const Vec3d pipe[] = {{{x, 350, side - 4}},
                              {{x + 0.08 * in, 340, side - 40}},
                              {{x + 0.42 * in, 300, side - 62}},
                              {{x + 0.76 * in, 250, side - 62}},
                              {{x + 0.95 * in, 205, side - 54}}};
        bay_pipe(&b, pipe, 5, 7, 15, PIPE + 2);
        bay_rod(&b, AXIS_Z, vec3d(x, 350, side), -9, 0, 27, 2, 32);
        bay_rod(&b, AXIS_Z, vec3d(x + 22, 366, side), -15, -1, 7, 1.2, 6);
        bay_rod(&b, AXIS_Z, vec3d(x - 22, 334, side), -15, -1, 7, 1.2, 6);
    }
    const Vec3d down[] = {{{-148, 240, side - 54}},
                          {{-148, 190, side - 50}},
                          {{-152, 120, side - 50}},
                          {{-180, 50, side - 56}}};
    bay_pipe(&b, down, 4, 6, 29, 24);
    bay_bar(&b, vec3d(-282, 350, side - 4), vec3d(-14, 350, side - 4), 20, 7, vec3d(0, 1, 0));
    return solid_finish(&b);
}

// From the row of plugs on the right of the cover along it to the rear.
Mesh *bay_ignition_cable(int i)
{
    MeshBuilder b = {0};
    double x = cylinder_x(i), z = 18 + 9.0 * i;
    bay_rod(&b, AXIS_Y, vec3d(x, 0, 0), 466.5, 482, 9, 2, 16);
    const Vec3d cable[] = {{{x, 474, 0}},
                           {{x - 4, 487, 2}},
                           {{x - 22, 492, 8 + 2.0 * i}},
                           {{(x - 322) / 2, 490, z}},
                           {{-312, 482, z + 4}}};
    bay_pipe(&b, cable, 5, 7, 3.2, 8);
    return solid_finish(&b);
}
