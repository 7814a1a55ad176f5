// Bolts and screws. They are seen often and close, so the head has its chamfer and the shank a
// thread.
#include "app/scenes/elements.h"

enum { SHANK_SEGMENTS = 16, HEAD_SEGMENTS = 24 };
static const double TAU = 6.283185307179586476925;

// Plain shank and thread from w = 0 downwards; the contour at w = 0 is left to the head's face.
static void draw_shank(MeshBuilder *b, SolidFrame frame, const BoltSize *size, Contour *top)
{
    Contour rings[2] = {{0}};
    int n = 0;
    contour_circle(b, &rings[0], frame, size->radius, 0, SHANK_SEGMENTS);
    *top = rings[0];
    double root = size->radius - 0.6 * size->pitch;
    int32_t turns = (int32_t)((size->thread_length - size->pitch) / size->pitch);
    double w = -(size->length - size->thread_length);
    for (int32_t i = 0; i <= 2 * turns + 1; ++i) {
        // Crest, root, crest, root ..., and a last root that makes the tip's chamfer.
        double radius = i % 2 == 0 ? size->radius : root;
        double at = i == 2 * turns + 1 ? -size->length : w - i * size->pitch / 2;
        Contour *here = &rings[++n % 2];
        here->count = 0;
        contour_circle(b, here, frame, radius, at, SHANK_SEGMENTS);
        solid_band(b, &rings[(n + 1) % 2], here);
    }
    solid_disc(b, frame.axis, &rings[n % 2]);
}

// The hexagon with HEAD_SEGMENTS points, so that the conical chamfer can cut its corners lower.
static void contour_hexagon(MeshBuilder *b, Contour *c, SolidFrame frame, double across_flats,
                            double w, double chamfer_radius)
{
    for (int32_t i = 0; i < HEAD_SEGMENTS; ++i) {
        double angle = TAU * i / HEAD_SEGMENTS;
        double from_flat = fmod(angle, TAU / 6) - TAU / 12;
        double radius = across_flats / 2 / cos(from_flat);
        double cut = fmax(0, radius - chamfer_radius) * 0.577; // 30 degrees
        contour_point(b, c, frame, radius * cos(angle), radius * sin(angle), w - cut);
    }
}

Mesh *element_hex_bolt(const BoltSize *size)
{
    MeshBuilder b = {0};
    SolidFrame frame = {AXIS_Y, vec3d(0, 0, 0)};
    Contour shank = {0}, low = {0}, high = {0}, top = {0};
    double top_radius = 0.475 * size->across_flats;
    draw_shank(&b, frame, size, &shank);
    contour_hexagon(&b, &low, frame, size->across_flats, 0, INFINITY);
    contour_hexagon(&b, &high, frame, size->across_flats, size->head_height, top_radius);
    contour_circle(&b, &top, frame, top_radius, size->head_height, HEAD_SEGMENTS);
    solid_ring(&b, AXIS_Y, &low, &shank);
    solid_band(&b, &low, &high);
    solid_band(&b, &high, &top);
    solid_disc(&b, AXIS_Y, &top);
    return solid_finish(&b);
}

Mesh *element_socket_screw(const BoltSize *size)
{
    MeshBuilder b = {0};
    SolidFrame frame = {AXIS_X, vec3d(0, 0, 0)};
    Contour shank = {0}, ring[3] = {{0}}, socket[2] = {{0}};
    double radius = size->across_flats / 2, h = size->head_height, edge = 0.12 * radius;
    draw_shank(&b, frame, size, &shank);
    contour_circle(&b, &ring[0], frame, radius, 0, HEAD_SEGMENTS);
    contour_circle(&b, &ring[1], frame, radius, h - edge, HEAD_SEGMENTS);
    contour_circle(&b, &ring[2], frame, radius - edge, h, HEAD_SEGMENTS);
    contour_circle(&b, &socket[0], frame, 0.5 * radius, h, 6);
    contour_circle(&b, &socket[1], frame, 0.5 * radius, 0.45 * h, 6);
    solid_ring(&b, AXIS_X, &ring[0], &shank);
    solid_band(&b, &ring[0], &ring[1]);
    solid_band(&b, &ring[1], &ring[2]);
    solid_ring(&b, AXIS_X, &ring[2], &socket[0]);
    solid_band(&b, &socket[0], &socket[1]);
    solid_disc(&b, AXIS_X, &socket[1]);
    return solid_finish(&b);
}
