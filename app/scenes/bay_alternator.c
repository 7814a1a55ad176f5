// The alternator and the bracket that carries it. It hangs on two pins of the bracket, which it leaves
// towards the rear; the rear half of its pulley is its own, the front half is the fixing wheel.
#include "app/scenes/bay.h"
#include "app/scenes/bay_thread.h"

enum { RIBS = 22, ROUND = 28 };
static const double TAU = 6.283185307179586476925;
#define FRONT 40.0 // of its casing
#define REAR -70.0
#define EAR_REAR 24.0

const double bay_ears[BAY_EARS][2] = {{58, -50}, {-74, -10}};

// Ribbed all round: of each rib two points on its crest and two in the groove.
static void contour_ribbed(MeshBuilder *b, Contour *c, double radius, double x)
{
    SolidFrame frame = {AXIS_X, vec3d(0, 0, 0)};
    c->count = 0;
    for (int i = 0; i < 4 * RIBS; ++i) {
        double angle = TAU * (i / 4 + 0.25 * (i % 4)) / RIBS, r = i % 4 < 2 ? radius : radius - 3;
        contour_point(b, c, frame, r * cos(angle), r * sin(angle), x);
    }
}

static void draw_shell(MeshBuilder *b, double radius, double open, double wide, double end)
{
    const double bevel = end > wide ? -6 : 6;
    const ProfilePoint profile[] = {
        {open, radius - 2}, {wide, radius}, {end + bevel, radius}, {end, radius - 7}};
    Contour rings[2] = {{0}};
    for (int i = 0; i < 4; ++i) {
        contour_ribbed(b, &rings[i % 2], profile[i].radius, profile[i].w);
        if (i > 0)
            solid_band(b, &rings[(i + 1) % 2], &rings[i % 2]);
        if (i == 0 || i == 3)
            solid_disc(b, AXIS_X, &rings[i % 2]);
    }
}

// Boss, rear half of the pulley, and the thread for the wheel.
static void draw_pulley_half(MeshBuilder *b)
{
    const BayAxis *a = &bay_axes[BAY_ALTERNATOR];
    const double x = BAY_BELT_X, rim = a->belt_radius + BAY_BELT_HEIGHT + BAY_RIM_ABOVE;
    const double root = a->belt_radius - BAY_GROOVE_BELOW;
    const double low = x - bay_groove_half_width(-BAY_GROOVE_BELOW);
    const double high = x - bay_groove_half_width(BAY_BELT_HEIGHT + BAY_RIM_ABOVE);
    const ProfilePoint profile[] = {{36, 21},
                                    {54, 20},
                                    {56, 24},
                                    {59.5, rim - 3},
                                    {60.5, rim},
                                    {high, rim},
                                    {low, root},
                                    {BAY_THREAD_START, root - 0.5},
                                    {BAY_THREAD_START, 14}};
    enum { COUNT = sizeof profile / sizeof *profile };
    SolidFrame frame = {AXIS_X, vec3d(0, 0, 0)};
    Contour rings[COUNT] = {{0}}, thread[2];
    for (int i = 0; i < COUNT; ++i) {
        contour_circle(b, &rings[i], frame, profile[i].radius, profile[i].w, BAY_THREAD_SEGMENTS);
        if (i > 0 && i + 1 < COUNT)
            solid_band(b, &rings[i - 1], &rings[i]);
    }
    solid_disc(b, AXIS_X, &rings[0]);
    solid_ring(b, AXIS_X, &rings[COUNT - 2], &rings[COUNT - 1]);
    bay_thread(b, BAY_THREAD_START, BAY_THREAD_END, 0, &thread[0], &thread[1]);
    solid_ring(b, AXIS_X, &rings[COUNT - 1], &thread[0]);
    solid_disc(b, AXIS_X, &thread[1]);
}

static void draw_ears(MeshBuilder *b)
{
    for (int i = 0; i < BAY_EARS; ++i) {
        Vec3d at = vec3d(0, bay_ears[i][0], bay_ears[i][1]);
        Vec3d in = vec3d_scale(vec3d_normalised(at), -1);
        bay_tube(b, AXIS_X, at, EAR_REAR, FRONT, 12, BAY_EAR_HOLE, 24);
        Vec3d middle = vec3d_add(at, vec3d((EAR_REAR + FRONT) / 2, 0, 0));
        bay_bar(b, vec3d_add_scaled(middle, in, 9), vec3d_add_scaled(middle, in, 26), 13, 20,
                vec3d(1, 0, 0));
    }
}

// Cap, two studs and a plug at the rear; vanes before the front.
static void draw_ends(MeshBuilder *b, double radius)
{
    const Vec3d home = vec3d(0, 0, 0);
    bay_rod(b, AXIS_X, home, REAR - 14, REAR + 4, 0.74 * radius, 4, ROUND);
    bay_rod(b, AXIS_X, vec3d(0, 18, 22), REAR - 26, REAR - 10, 4, 1, 16);
    bay_rod(b, AXIS_X, vec3d(0, 18, 22), REAR - 18, REAR - 12, 8, 1, 6);
    bay_rod(b, AXIS_X, vec3d(0, -18, 22), REAR - 26, REAR - 10, 4, 1, 16);
    bay_rod(b, AXIS_X, vec3d(0, -18, 22), REAR - 18, REAR - 12, 8, 1, 6);
    bay_block(b, vec3d(REAR - 24, -10, -34), vec3d(REAR - 8, 12, -12), 4, 2);
    for (int i = 0; i < 14; ++i) {
        double angle = TAU * i / 14;
        Vec3d out = vec3d(FRONT, cos(angle), sin(angle));
        Vec3d from = vec3d(FRONT, 19 * out.y, 19 * out.z);
        Vec3d to = vec3d(FRONT, (radius - 9) * out.y, (radius - 9) * out.z);
        bay_bar(b, from, to, 3.6, 4, vec3d(1, 0, 0));
    }
}

Mesh *bay_alternator(double radius)
{
    MeshBuilder b = {0};
    // The stack of sheets between both shells shows as fine grooves.
    enum { SHEETS = 9 };
    ProfilePoint stack[2 * SHEETS];
    for (int i = 0; i < SHEETS; ++i) {
        double from = -46 + 60.0 * i / SHEETS, to = -46 + 60.0 * (i + 1) / SHEETS;
        stack[2 * i] = (ProfilePoint){from, radius - (i % 2 ? 5 : 6)};
        stack[2 * i + 1] = (ProfilePoint){to, radius - (i % 2 ? 5 : 6)};
    }
    solid_revolve_rod(&b, (SolidFrame){AXIS_X, vec3d(0, 0, 0)}, stack, 2 * SHEETS, ROUND);
    draw_shell(&b, radius, 10, 13, FRONT);
    draw_shell(&b, radius, -40, -43, REAR);
    draw_pulley_half(&b);
    draw_ears(&b);
    draw_ends(&b, radius);
    return solid_finish(&b);
}

Mesh *bay_alternator_bracket(void)
{
    MeshBuilder b = {0};
    const double y = bay_axes[BAY_ALTERNATOR].y, z = bay_axes[BAY_ALTERNATOR].z;
    const double side = BAY_BLOCK_SIDE + BAY_GAP, plate = 16, arm_x = 50;
    const Vec3d x = vec3d(1, 0, 0);
    // Three bosses for bolts on the side of the block, tied by bars that leave their holes alone.
    const Vec3d bosses[3] = {{{-40, 130, side}}, {{0, 130, side}}, {{-10, 270, side}}};
    for (int i = 0; i < 3; ++i) {
        Vec3d from = vec3d_add(bosses[i], vec3d(0, 0, 7)), to = bosses[(i + 1) % 3];
        to.z += 7;
        Vec3d along = vec3d_normalised(vec3d_sub(to, from));
        bay_tube(&b, AXIS_Z, bosses[i], 0, plate, 14, 5.6, 28);
        bay_bar(&b, vec3d_add_scaled(from, along, 10), vec3d_add_scaled(to, along, -10), 18, 11,
                vec3d_cross(along, vec3d(0, 0, 1)));
    }
    // Feet reach forward beyond the block, arms from there to the ears.
    const double foot_y[2] = {290, 140};
    for (int i = 0; i < BAY_EARS; ++i) {
        Vec3d pin = vec3d(0, y + bay_ears[i][0], z + bay_ears[i][1]);
        Vec3d foot = vec3d(arm_x, foot_y[i], side + 8);
        Vec3d root = i ? vec3d(10, 130, side + 7) : vec3d(0, 272, side + 7);
        bay_bar(&b, root, foot, 20, 13, vec3d(0, 1, 0));
        Vec3d end = vec3d(arm_x, pin.y, pin.z);
        bay_bar(&b, vec3d(arm_x, foot.y, foot.z - 7), end, 12, 22, x);
        bay_bar(&b, foot, end, 13.4, 8, x); // a rib along its middle
        bay_rod(&b, AXIS_X, pin, 43, 56, 13, 1.5, 32);
        bay_rod(&b, AXIS_X, pin, 22, 50, BAY_PIN, 1.5, 24);
    }
    bay_bar(&b, vec3d(arm_x - 4, foot_y[1], side + 8), vec3d(arm_x - 4, foot_y[0], side + 8), 12,
            12, x);
    return solid_finish(&b);
}
