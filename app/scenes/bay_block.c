// The engine without what is hung on it: block, oil pan, head, covers.
#include "app/scenes/bay.h"

enum { ROUND = 32 };
static const double TAU = 6.283185307179586476925;
#define BOTTOM 80.0 // of the block, and where the next parts begin
#define DECK 300.0
#define HEAD_TOP 400.0
#define COVER_TOP 462.0

Mesh *bay_engine_block(void)
{
    MeshBuilder b = {0};
    const double front = BAY_BLOCK_FRONT, rear = BAY_BLOCK_REAR, side = BAY_BLOCK_SIDE;
    bay_block(&b, vec3d(rear, BOTTOM, 5 - side), vec3d(front - 3, DECK, side - 5), 14, 5);
    bay_block(&b, vec3d(rear, DECK - 22, -side), vec3d(front, DECK, side), 12, 3); // flanges
    bay_block(&b, vec3d(rear, BOTTOM, -side), vec3d(front, BOTTOM + 18, side), 12, 3);
    for (int i = 0; i < 4; ++i) { // the cylinders bulge the walls
        double x = -256 + 72.0 * i;
        for (int s = -1; s <= 1; s += 2)
            bay_rod(&b, AXIS_Y, vec3d(x, 0, s * 48.0), BOTTOM + 10, DECK - 6, 34, 3, 20);
    }
    for (int s = -1; s <= 1; s += 2) {
        bay_bar(&b, vec3d(rear + 12, 190, s * (side - 4)), vec3d(front - 90, 190, s * (side - 4)),
                12, 7, vec3d(0, 1, 0));
        for (int i = 0; i < 3; ++i) // core plugs
            bay_rod(&b, AXIS_Z, vec3d(-220 + 72.0 * i, 235, s * (side - 8)), s > 0 ? 0 : -5,
                    s > 0 ? 5 : 0, 17, 1.5, 28);
    }
    bay_rod(&b, AXIS_X, vec3d(rear, 176, 0), -26, 6, 88, 4, 56); // bell housing
    return solid_finish(&b);
}

Mesh *bay_oil_pan(void)
{
    MeshBuilder b = {0};
    const double top = BOTTOM - BAY_GAP, side = BAY_BLOCK_SIDE;
    bay_block(&b, vec3d(BAY_BLOCK_REAR, top - 8, -side), vec3d(BAY_BLOCK_FRONT, top, side), 12, 2);
    bay_block(&b, vec3d(BAY_BLOCK_REAR + 14, 20, 12 - side),
              vec3d(BAY_BLOCK_FRONT - 14, top - 4, side - 12), 24, 10);
    bay_block(&b, vec3d(BAY_BLOCK_REAR + 24, -25, 20 - side), vec3d(-120, 60, side - 20), 26, 14);
    bay_rod(&b, AXIS_Y, vec3d(-210, 0, 0), -33, -20, 11, 1.5, 6);
    return solid_finish(&b);
}

Mesh *bay_head(void)
{
    MeshBuilder b = {0};
    const double low = DECK + BAY_GAP, side = BAY_HEAD_SIDE;
    bay_block(&b, vec3d(BAY_BLOCK_REAR, low, -side), vec3d(BAY_BLOCK_FRONT - 4, low + 18, side), 10,
              3);
    bay_block(&b, vec3d(BAY_BLOCK_REAR + 4, low + 4, 8 - side),
              vec3d(BAY_BLOCK_FRONT - 8, HEAD_TOP, side - 8), 10, 3);
    bay_block(&b, vec3d(BAY_BLOCK_REAR, HEAD_TOP - 16, 3 - side),
              vec3d(BAY_BLOCK_FRONT - 4, HEAD_TOP, side - 3), 10, 3);
    for (int i = 0; i < 4; ++i) // ports of the exhaust
        bay_rod(&b, AXIS_Z, vec3d(-256 + 72.0 * i, 350, 0), -side, -50, 24, 2, 32);
    for (int i = 0; i < 5; ++i) // ribs
        for (int s = -1; s <= 1; s += 2)
            bay_bar(&b, vec3d(-292 + 72.0 * i, low + 10, s * (side - 9)),
                    vec3d(-292 + 72.0 * i, HEAD_TOP - 8, s * (side - 9)), 8, 8, vec3d(1, 0, 0));
    return solid_finish(&b);
}

// A bulged cover with ribs across and bosses for its screws along the rim.
Mesh *bay_cam_cover(void)
{
    MeshBuilder b = {0};
    const double low = HEAD_TOP + BAY_GAP, side = BAY_HEAD_SIDE - 5;
    const double rear = BAY_BLOCK_REAR + 6, front = BAY_BLOCK_FRONT - 8;
    bay_block(&b, vec3d(rear, low, -side), vec3d(front, low + 9, side), 14, 3);
    bay_block(&b, vec3d(rear + 8, low + 2, 10 - side), vec3d(front - 8, COVER_TOP, side - 10), 22,
              18);
    for (int i = 0; i < 9; ++i) {
        double x = rear + 36 + 26.0 * i;
        bay_bar(&b, vec3d(x, COVER_TOP - 1, 24 - side), vec3d(x, COVER_TOP - 1, side - 24), 5, 6,
                vec3d(0, 1, 0));
    }
    return solid_finish(&b);
}

Mesh *bay_filler_cap(void)
{
    MeshBuilder b = {0};
    const Vec3d at = vec3d(-76, 0, -30);
    const double low = COVER_TOP + 2.4; // above the ribs
    const ProfilePoint profile[] = {{low, 20},      {low + 4, 21},  {low + 6, 25},
                                    {low + 15, 25}, {low + 18, 22}, {low + 19, 12}};
    solid_revolve_rod(&b, (SolidFrame){AXIS_Y, at}, profile, 6, ROUND);
    for (int i = 0; i < 12; ++i) { // grip
        double angle = TAU * i / 12;
        bay_rod(&b, AXIS_Y, vec3d(at.x + 24.5 * cos(angle), 0, at.z + 24.5 * sin(angle)), low + 6.5,
                low + 14.5, 3, 0.8, 8);
    }
    return solid_finish(&b);
}

// Its outline runs round crankshaft and pump, a little wider than their bosses.
Mesh *bay_timing_cover(void)
{
    MeshBuilder b = {0};
    const double x = BAY_BLOCK_FRONT + BAY_GAP;
    const BayAxis *crank = &bay_axes[BAY_CRANK], *pump = &bay_axes[BAY_PUMP];
    bay_rod(&b, AXIS_X, vec3d(x, crank->y, crank->z), 0, 20, 74, 4, 56);
    bay_rod(&b, AXIS_X, vec3d(x, pump->y + 4, 0), 0, 17, 72, 4, 56);
    bay_block(&b, vec3d(x, 88, -70), vec3d(x + 13, 392, 70), 6, 4);
    bay_rod(&b, AXIS_X, vec3d(x, crank->y, crank->z), 10, 23.5, 34, 3, ROUND);
    bay_rod(&b, AXIS_X, vec3d(x, pump->y, pump->z), 10, 23.5, 40, 3, ROUND); // the pump
    const Vec3d neck[] = {{{x + 15, 300, -40}}, {{x + 15, 250, -70}}, {{x + 15, 190, -78}}};
    bay_pipe(&b, neck, 3, 6, 13, 20);
    for (int i = 0; i < 5; ++i)
        for (int s = -1; s <= 1; s += 2)
            bay_rod(&b, AXIS_X, vec3d(x, 110 + 65.0 * i, s * 62.0), 8, 18, 7, 1, 6);
    for (int i = 0; i < 3; ++i)
        bay_bar(&b, vec3d(x + 12, 330 + 18.0 * i, -50), vec3d(x + 12, 330 + 18.0 * i, 50), 5, 5,
                vec3d(0, 1, 0));
    return solid_finish(&b);
}
