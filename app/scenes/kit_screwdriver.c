// A screwdriver with a flat blade: the tip at the origin, everything else above it.
#include "app/scenes/kit.h"
#include "app/scenes/solid.h"

enum { AROUND = 48 };
static const double TAU = 6.283185307179586476925;
static const SolidFrame FRAME = {AXIS_Y, {{0, 0, 0}}};

// Rounded like a rectangle of this size: the blade.
static void draw_blade(MeshBuilder *b, Contour *c, double half_u, double half_v, double w)
{
    for (int i = 0; i < AROUND; ++i) {
        double x = cos(TAU * (i + 0.5) / AROUND), y = sin(TAU * (i + 0.5) / AROUND);
        contour_point(b, c, FRAME, half_u * copysign(sqrt(fabs(x)), x),
                      half_v * copysign(sqrt(fabs(y)), y), w);
    }
}

// A circle whose points lie at the angles of the blade's.
static void draw_ring(MeshBuilder *b, Contour *c, double radius, double w)
{
    double half = TAU / AROUND / 2;
    contour_arc(b, c, FRAME, radius, half, half + TAU * (AROUND - 1) / AROUND, w, AROUND - 1);
}

static Mesh *make_screwdriver(double size)
{
    MeshBuilder b = {0};
    double shaft = 0.45 * size, grip = 6 + 1.4 * size, reach = 50 + 13 * size;
    double top = reach + 60 + 6 * size;
    const ProfilePoint profile[] = {{3.2 * size, shaft},       {reach, shaft},
                                    {reach, 0.55 * grip},      {reach + 8, 0.55 * grip},
                                    {reach + 16, 0.95 * grip}, {reach + 24, grip},
                                    {top - 12, 0.95 * grip},   {top - 4, 0.75 * grip},
                                    {top, 0.4 * grip}};
    Contour rings[2] = {{0}};
    draw_blade(&b, &rings[0], 0.08 * size, size / 2, 0);
    solid_disc(&b, FRAME.axis, &rings[0]);
    draw_blade(&b, &rings[1], 0.1 * size, 0.5 * size, 0.6 * size);
    solid_band(&b, &rings[0], &rings[1]);
    int n = 1;
    for (size_t i = 0; i < sizeof profile / sizeof *profile; ++i) {
        Contour *next = &rings[++n % 2];
        next->count = 0;
        draw_ring(&b, next, profile[i].radius, profile[i].w);
        solid_band(&b, &rings[(n + 1) % 2], next);
    }
    solid_disc(&b, FRAME.axis, &rings[n % 2]);
    return solid_finish(&b);
}

const KitPiece kit_screwdriver = {.name = "screwdriver",
                                  .note = "with a flat blade; it needs room behind the screw",
                                  .size_is = "width of its blade",
                                  .usual = 6.5,
                                  .least = 1,
                                  .most = 20,
                                  .make = make_screwdriver,
                                  .colour = 0xC0562F,
                                  .turns = true};
