// Wrenches for hexagon heads, in the proportions that are usual for their width across flats: the jaw is a
// little wider than the head, an open one is turned by 15 degrees against the handle.
#include "app/scenes/kit.h"
#include "app/scenes/kit_outline.h"
#include "app/scenes/solid_sweep.h"

static const double TAU = 6.283185307179586476925;
static const double JAW_TURN = 0.2617993877991494; // 15 degrees

// v is x, along the handle; u is z, across.
static const SolidFrame FLAT = {AXIS_Y, {{0, 0, 0}}};

static double jaw_width(double size)
{
    return 1.008 * size + 0.05;
}
static double length_of(double size)
{
    return 60 + 7.5 * size;
}
static double thickness_of(double size)
{
    return 2 + 0.32 * size;
}

// A point of the jaw: `out` of its mouth, `side` across.
static void jaw_point(Outline *o, double out, double side)
{
    double x = -out * cos(JAW_TURN) + side * sin(JAW_TURN);
    double z = -out * sin(JAW_TURN) - side * cos(JAW_TURN);
    outline_point(o, z, x);
}

static Mesh *make_wrench(double size)
{
    MeshBuilder b = {0};
    Outline o = {0};
    double jaw = jaw_width(size), head = 1.08 * size, tip = 0.72 * size;
    double half = 0.24 * size + 2, cheek = acos(tip / head);
    // The jaw, from one tip to the other.
    jaw_point(&o, tip, jaw / 2);
    jaw_point(&o, -jaw / sqrt(12), jaw / 2);
    jaw_point(&o, -jaw / sqrt(3), 0);
    jaw_point(&o, -jaw / sqrt(12), -jaw / 2);
    jaw_point(&o, tip, -jaw / 2);
    // Around the head to the handle and back. Angles from u (z) towards v (x).
    double mouth = -TAU / 4 - JAW_TURN, neck = asin(half / head);
    outline_arc(&o, 0, 0, head, mouth + cheek, TAU / 4 - neck, 24);
    outline_arc(&o, 0, length_of(size) - half, half, 0, TAU / 2, 16);
    outline_arc(&o, 0, 0, head, TAU / 4 + neck, TAU + mouth - cheek, 24);
    solid_outline(&b, FLAT, &o, NULL, 0, thickness_of(size), 0.03 * size);
    return solid_finish(&b);
}

static Mesh *make_ring_wrench(double size)
{
    MeshBuilder b = {0};
    Outline o = {0}, hole = {0};
    double jaw = jaw_width(size), head = 0.82 * size, half = 0.24 * size + 2;
    double neck = asin(half / head);
    outline_arc(&o, 0, 0, head, TAU / 4 + neck, TAU * 1.25 - neck, 40);
    outline_arc(&o, 0, length_of(size) - half, half, 0, TAU / 2, 16);
    for (int i = 0; i < 24; ++i) { // two hexagons, one turned by 30 degrees
        double radius = i % 2 == 0 ? jaw / sqrt(3) : jaw / 2 / cos(TAU / 24);
        outline_point(&hole, radius * cos(TAU * i / 24), radius * sin(TAU * i / 24));
    }
    solid_outline(&b, FLAT, &o, &hole, 0, thickness_of(size) + 0.15 * size, 0.03 * size);
    return solid_finish(&b);
}

static Mesh *make_hex_key(double size)
{
    MeshBuilder b = {0};
    SweepCurve curve = {0};
    double leg = 12 + 3 * size, bend = 1.5 * size + 2, arm = 40 + 9 * size;
    curve_point(&curve, vec3d(0, 0, 0));
    for (int i = 0; i <= 12; ++i) {
        double angle = TAU / 4 * i / 12;
        curve_point(&curve, vec3d(bend - bend * cos(angle), leg - bend + bend * sin(angle), 0));
    }
    curve_point(&curve, vec3d(arm, leg, 0));
    SweepSection section = section_circle(size / sqrt(3), 6);
    solid_sweep(&b, &curve, &section, vec3d(0, 0, 1));
    return solid_finish(&b);
}

const KitPiece kit_wrench = {.name = "wrench",
                             .note = "open at the end; thin enough for a low head",
                             .size_is = "width across flats",
                             .usual = 17,
                             .least = 4,
                             .most = 100,
                             .make = make_wrench,
                             .colour = 0xA9B0B8,
                             .turns = true};

const KitPiece kit_ring_wrench = {.name = "ring wrench",
                                  .note = "closed around the head, which it takes every 30 degrees",
                                  .size_is = "width across flats",
                                  .usual = 17,
                                  .least = 4,
                                  .most = 100,
                                  .make = make_ring_wrench,
                                  .colour = 0xA9B0B8,
                                  .turns = true};

const KitPiece kit_hex_key = {.name = "hex key",
                              .note = "for socket heads; its short leg stands in the screw",
                              .size_is = "width across flats",
                              .usual = 6,
                              .least = 1,
                              .most = 40,
                              .make = make_hex_key,
                              .colour = 0x5B6068,
                              .turns = true};
