// What else stands in the bay: battery with its cables, brake servo, headlights.
#include "app/scenes/bay.h"

enum { ROUND = 28 };
static const double TAU = 6.283185307179586476925;
#define BATTERY_X 5.0
#define BATTERY_Z -290.0
#define BATTERY_TOP 428.0

static Vec3d pole(bool positive)
{
    return vec3d(positive ? -62 : 72, 0, BATTERY_Z + 24);
}

Mesh *bay_battery(void)
{
    MeshBuilder b = {0};
    const double low = 262, top = BATTERY_TOP, half_x = 86, half_z = 54;
    const Vec3d c = vec3d(BATTERY_X, 0, BATTERY_Z);
    bay_block(&b, vec3d(c.x - half_x, low, c.z - half_z),
              vec3d(c.x + half_x, top - 22, c.z + half_z), 7, 4);
    bay_block(&b, vec3d(c.x - half_x - 2, top - 26, c.z - half_z - 2),
              vec3d(c.x + half_x + 2, top - 6, c.z + half_z + 2), 8, 4);
    bay_block(&b, vec3d(c.x - half_x + 8, top - 10, c.z - 44),
              vec3d(c.x + half_x - 8, top, c.z + 4), 6, 3);
    for (int i = 0; i < 6; ++i)
        bay_rod(&b, AXIS_Y, vec3d(c.x - 60 + 24.0 * i, 0, c.z - 20), top - 4, top + 4, 8, 1, 24);
    for (int i = 0; i < 2; ++i)
        bay_rod(&b, AXIS_Y, pole(i), top - 8, top + 14, 8, 1.5, 32);
    for (int s = -1; s <= 1; s += 2) // ribs of the case
        for (int i = 0; i < 9; ++i)
            bay_bar(&b, vec3d(c.x - 72 + 18.0 * i, low + 8, c.z + s * half_z),
                    vec3d(c.x - 72 + 18.0 * i, top - 34, c.z + s * half_z), 4, 4, vec3d(1, 0, 0));
    bay_block(&b, vec3d(c.x - half_x - 6, low - 10, c.z - half_z - 6),
              vec3d(c.x + half_x + 6, low + 6, c.z + half_z + 6), 6, 2); // the tray it stands in
    return solid_finish(&b);
}

// A clamp round the pole, and the cable away from it.
Mesh *bay_battery_cable(bool positive)
{
    MeshBuilder b = {0};
    const Vec3d at = pole(positive);
    const double y = BATTERY_TOP;
    bay_tube(&b, AXIS_Y, at, y + 1, y + 13, 14, 8.8, 36);
    bay_block(&b, vec3d(at.x - 6, y + 2, at.z + 10.5), vec3d(at.x + 6, y + 12, at.z + 30), 3, 2);
    bay_rod(&b, AXIS_X, vec3d(at.x, y + 7, at.z + 18), -11, 11, 4, 1, 12);
    if (positive) {
        const Vec3d cable[] = {{{at.x, y + 7, at.z + 24}},
                               {{at.x - 8, y + 6, at.z + 52}},
                               {{at.x - 60, y - 50, at.z + 80}},
                               {{at.x - 95, 300, at.z + 58}},
                               {{at.x - 110, 170, at.z + 60}}};
        bay_pipe(&b, cable, 5, 8, 6, 12);
    } else {
        const Vec3d cable[] = {{{at.x, y + 7, at.z + 24}},
                               {{at.x + 8, y + 5, at.z + 44}},
                               {{at.x + 32, y - 20, at.z + 52}},
                               {{at.x + 42, y - 80, at.z + 36}},
                               {{at.x + 44, 220, at.z + 18}}};
        bay_pipe(&b, cable, 5, 8, 6, 12);
    }
    return solid_finish(&b);
}

Mesh *bay_brake_booster(void)
{
    MeshBuilder b = {0};
    const Vec3d at = vec3d(0, 395, -225);
    const ProfilePoint profile[] = {{-343, 60},  {-336, 92},  {-322, 108}, {-300, 112}, {-294, 116},
                                    {-288, 116}, {-282, 110}, {-262, 104}, {-248, 86},  {-243, 62},
                                    {-238, 58},  {-232, 34},  {-215, 32},  {-213, 26}};
    solid_revolve_rod(&b, (SolidFrame){AXIS_X, at}, profile, sizeof profile / sizeof *profile, 40);
    bay_rod(&b, AXIS_X, at, -220, -128, 22, 4, ROUND); // master cylinder
    bay_rod(&b, AXIS_X, at, -134, -122, 15, 2, 6);
    bay_bar(&b, vec3d(-214, at.y, at.z - 40), vec3d(-214, at.y, at.z + 40), 26, 10, vec3d(0, 1, 0));
    for (int s = -1; s <= 1; s += 2)
        bay_rod(&b, AXIS_X, vec3d(0, at.y, at.z + s * 34.0), -212, -202, 7, 1, 6);
    for (int i = 0; i < 2; ++i) { // brake pipes
        const double x = -196 + 34.0 * i;
        const Vec3d pipe[] = {{{x, at.y, at.z - 18}},
                              {{x, at.y - 4, at.z - 50}},
                              {{x + 8, at.y - 40, at.z - 80}},
                              {{x + 8, at.y - 150, at.z - 92}}};
        bay_pipe(&b, pipe, 4, 8, 3, 12);
    }
    return solid_finish(&b);
}

Mesh *bay_brake_reservoir(void)
{
    MeshBuilder b = {0};
    const double low = 395 + 22 + BAY_GAP, z = -225;
    bay_block(&b, vec3d(-212, low + 6, z - 24), vec3d(-132, low + 52, z + 24), 12, 8);
    for (int i = 0; i < 2; ++i)
        bay_rod(&b, AXIS_Y, vec3d(-194 + 42.0 * i, 0, z), low, low + 10, 10, 1, 28);
    bay_rod(&b, AXIS_Y, vec3d(-172, 0, z), low + 50, low + 68, 21, 3, ROUND);
    for (int i = 0; i < 16; ++i) {
        double angle = TAU * i / 16;
        bay_bar(&b, vec3d(-172 + 20.6 * cos(angle), low + 53, z + 20.6 * sin(angle)),
                vec3d(-172 + 20.6 * cos(angle), low + 65, z + 20.6 * sin(angle)), 3, 3,
                vec3d(cos(angle), 0, sin(angle)));
    }
    return solid_finish(&b);
}

Mesh *bay_headlight(bool right)
{
    MeshBuilder b = {0};
    const Vec3d at = vec3d(0, 372, right ? 300 : -300);
    const ProfilePoint profile[] = {{236, 16}, {246, 18}, {247, 30}, {262, 42}, {286, 52},
                                    {306, 55}, {308, 58}, {316, 58}, {318, 55}, {326, 52},
                                    {334, 42}, {339, 26}, {341, 8}};
    solid_revolve_rod(&b, (SolidFrame){AXIS_X, at}, profile, sizeof profile / sizeof *profile, 40);
    for (int i = 0; i < 3; ++i) // screws that set it
        bay_rod(&b, AXIS_X,
                vec3d(0, at.y + 50 * cos(TAU * i / 3 + 1), at.z + 50 * sin(TAU * i / 3 + 1)), 276,
                310, 5, 1, 12);
    return solid_finish(&b);
}
