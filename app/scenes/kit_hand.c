// A hand that reaches down with stretched fingers, on a piece of its arm: the tip of the middle finger at the
// origin, its palm looking along z. As thick as a hand is at the palm: who fits with it fits.
#include "app/scenes/kit.h"
#include "app/scenes/kit_outline.h"

static const double TAU = 6.283185307179586476925;

// From the right side of the finger to its left one.
static void draw_finger(Outline *o, double middle, double tip, double half, double root)
{
    outline_point(o, middle + half, root);
    outline_arc(o, middle, tip + half, half, 0, -TAU / 2, 10);
    outline_point(o, middle - half, root);
}

// For a length of 1 from wrist to finger tip.
static void draw_hand(Outline *o)
{
    const double half = 0.049;
    outline_point(o, 0.17, 1.6);
    outline_point(o, 0.15, 1.12);
    outline_point(o, 0.16, 1.0);
    outline_point(o, 0.215, 0.8);
    draw_finger(o, 0.165, 0.14, 0.045, 0.52);
    draw_finger(o, 0.058, 0.035, half, 0.47);
    draw_finger(o, -0.054, 0, half, 0.46);
    draw_finger(o, -0.166, 0.05, half, 0.49);
    // The thumb, aside.
    outline_point(o, -0.222, 0.64);
    outline_arc(o, -0.345, 0.46, 0.055, 0.35, 0.35 - TAU / 2, 10);
    outline_point(o, -0.305, 0.74);
    outline_point(o, -0.2, 0.92);
    outline_point(o, -0.15, 1.0);
    outline_point(o, -0.14, 1.12);
    outline_point(o, -0.16, 1.6);
}

static Mesh *make_hand(double size)
{
    MeshBuilder b = {0};
    Outline o = {0};
    draw_hand(&o);
    for (int32_t i = 0; i < o.count; ++i)
        o.p[i] = (Point2){size * o.p[i].u, size * o.p[i].v};
    SolidFrame frame = {AXIS_Z, vec3d(0, 0, 0)};
    solid_outline(&b, frame, &o, NULL, -0.065 * size, 0.065 * size, 0.026 * size);
    return solid_finish(&b);
}

const KitPiece kit_hand = {.name = "hand",
                           .note = "with stretched fingers, and a piece of the arm",
                           .size_is = "length from the wrist to the finger tip",
                           .usual = 190,
                           .least = 120,
                           .most = 240,
                           .make = make_hand,
                           .colour = 0xD9A98A};
