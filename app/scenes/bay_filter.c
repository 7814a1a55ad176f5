// The oil filter, which tilts on the pin of its mount. At rest it lies across the alternator's way up;
// tilted, it stands beside the head.
#include "app/scenes/bay.h"

static const double TAU = 6.283185307179586476925;
#define PIN 5.0
#define KNUCKLE 8.0 // its bore
#define RADIUS 34.0
#define FROM 30.0 // of the canister, from the axis on which it tilts
#define TO 146.0

Mesh *bay_oil_filter(void)
{
    MeshBuilder b = {0};
    SolidFrame frame = {AXIS_Z, vec3d(0, 0, 0)};
    const ProfilePoint can[] = {{FROM, 20},
                                {FROM, RADIUS - 3},
                                {FROM + 1, RADIUS - 1},
                                {FROM + 4, RADIUS},
                                {FROM + 9, RADIUS},
                                {FROM + 11, RADIUS - 2},
                                {TO - 40, RADIUS - 2},
                                {TO - 38, RADIUS - 2.4},
                                {TO - 9, RADIUS - 3},
                                {TO - 4, RADIUS - 6},
                                {TO - 1, RADIUS - 12},
                                {TO, RADIUS - 20}};
    solid_revolve_rod(&b, frame, can, sizeof can / sizeof *can, 36);
    for (int i = 0; i < 18; ++i) { // flutes for the strap wrench, towards its end
        double angle = TAU * i / 18, r = RADIUS - 3.2;
        Vec3d out = vec3d(cos(angle), sin(angle), 0);
        bay_bar(&b, vec3d(r * out.x, r * out.y, TO - 38), vec3d(r * out.x, r * out.y, TO - 8), 3,
                3.4, out);
    }
    bay_tube(&b, AXIS_X, vec3d(0, 0, 0), -15, 15, 13, KNUCKLE, 36);
    bay_rod(&b, AXIS_Z, vec3d(0, 0, 0), 10.5, FROM + 4, 14, 2, 36); // neck
    bay_rod(&b, AXIS_Z, vec3d(0, 0, 0), 22, FROM + 2, 24, 3, 36);
    return solid_finish(&b);
}

Mesh *bay_filter_mount(void)
{
    MeshBuilder b = {0};
    const double x = BAY_FILTER_X, y = BAY_FILTER_Y, z = BAY_FILTER_Z;
    const double wall = BAY_HEAD_SIDE + BAY_GAP;
    bay_block(&b, vec3d(x - 42, y - 28, wall), vec3d(x + 42, y + 24, wall + 14), 6, 4);
    for (int s = -1; s <= 1; s += 2) {
        Vec3d ear = vec3d(x + s * 27.0, y, z);
        bay_rod(&b, AXIS_X, ear, -8, 8, 14, 2, 36);
        bay_bar(&b, vec3d(ear.x, y - 2, wall + 6), vec3d(ear.x, y, z - 4), 24, 16, vec3d(0, 1, 0));
        bay_rod(&b, AXIS_Z, vec3d(x + s * 34.0, y - 20, wall), 12, 19, 6, 1, 6);
        bay_rod(&b, AXIS_Z, vec3d(x + s * 34.0, y + 16, wall), 12, 19, 6, 1, 6);
    }
    bay_rod(&b, AXIS_X, vec3d(x, y, z), -33, 33, PIN, 1, 24);
    return solid_finish(&b);
}
