// What is bolted to the housing: bearing bridges, the output cover, the base plate below.
#include "app/scenes/gearbox.h"

enum { ARC = GEARBOX_SEGMENTS / 2, HOLE = 24, HUMP = 28, OUTLINE = 2 * (HUMP + 1) + 6 };
static const double TAU = 6.283185307179586476925;

// The bridge's outline from its lower +z corner over both humps to its lower -z corner.
static void contour_bridge(MeshBuilder *b, Contour *c, double x)
{
    SolidFrame frame = {AXIS_X, vec3d(0, 0, 0)};
    const double foot = GEARBOX_BRIDGE_FOOT, plus = 93, minus = -82, edge = 2;
    contour_point(b, c, frame, GEARBOX_BRIDGE_LOW, plus, x);
    contour_point(b, c, frame, foot - edge, plus, x);
    contour_point(b, c, frame, foot, plus - edge, x);
    for (int i = 0; i < BORE_COUNT; ++i) {
        SolidFrame axis = {AXIS_X, vec3d(0, 0, gearbox_bores[i].z)};
        double from = acos(foot / gearbox_bores[i].hump_radius);
        contour_arc(b, c, axis, gearbox_bores[i].hump_radius, from, -from, x, HUMP);
    }
    contour_point(b, c, frame, foot, minus + edge, x);
    contour_point(b, c, frame, foot - edge, minus, x);
    contour_point(b, c, frame, GEARBOX_BRIDGE_LOW, minus, x);
}

static void append_step(Contour *c, const HalfBore *bore, int32_t i, bool outwards)
{
    const Contour *order[4] = {&bore->seat_outside, &bore->seat_inside, &bore->lip_outside,
                               &bore->lip_inside};
    for (int k = 0; k < 4; ++k)
        contour_append(c, order[outwards ? 3 - k : k], i, 1);
}

// The three lands that rest above the housing: borders left to the outline and the half bores.
static void draw_underside(MeshBuilder *b, const Contour *outside, const Contour *inside,
                           const HalfBore *in, const HalfBore *out, Contour mouths[3])
{
    Contour land[3] = {{0}};
    contour_append(&land[0], inside, 0, 1);
    contour_append(&land[0], outside, 0, 1);
    append_step(&land[0], in, 0, false);
    append_step(&land[1], in, ARC, false);
    append_step(&land[1], out, 0, true);
    append_step(&land[2], out, ARC, true);
    contour_append(&land[2], outside, OUTLINE - 1, 1);
    contour_append(&land[2], inside, OUTLINE - 1, 1);
    for (int i = 0; i < 3; ++i)
        solid_ring(b, AXIS_Y, &land[i], &mouths[i]);
}

// Flat feet with the bolt holes, and the rest of the outline as a strip.
static void draw_top(MeshBuilder *b, const Contour *outside, const Contour *inside,
                     Contour mouths[3])
{
    static const int32_t FOOT_STARTS[3] = {2, HUMP + 3, 2 * HUMP + 4};
    int32_t from = 0;
    for (int i = 0; i <= 3; ++i) {
        int32_t to = i < 3 ? FOOT_STARTS[i] : OUTLINE - 1;
        Contour strips[2] = {{0}};
        contour_append(&strips[0], outside, from, to - from + 1);
        contour_append(&strips[1], inside, from, to - from + 1);
        solid_strip(b, &strips[0], &strips[1]);
        if (i == 3)
            break;
        Contour foot = {0};
        contour_append(&foot, outside, to, 2);
        contour_append(&foot, inside, to + 1, -2);
        solid_ring(b, AXIS_Y, &foot, &mouths[i]);
        from = to + 1;
    }
}

static void draw_face(MeshBuilder *b, const Contour *outline, const Contour *input_arc,
                      const Contour *output_arc, const Contour *const *holes, int32_t hole_count)
{
    Contour whole = *outline; // from +z over the humps to -z, then back along the bores
    contour_append(&whole, output_arc, ARC, -(ARC + 1));
    contour_append(&whole, input_arc, ARC, -(ARC + 1));
    solid_face(b, AXIS_X, &whole, holes, hole_count);
}

Mesh *gearbox_bridge(bool front)
{
    MeshBuilder b = {0};
    Contour outside = {0}, inside = {0}, tops[3], undersides[3], screw_holes[2];
    HalfBore in, out;
    contour_bridge(&b, &outside, GEARBOX_HALF_LENGTH);
    contour_bridge(&b, &inside, GEARBOX_CAVITY_LENGTH);
    gearbox_half_bore(&b, &gearbox_bores[BORE_INPUT], 1, false, &in);
    gearbox_half_bore(&b, &gearbox_bores[BORE_OUTPUT], 1, false, &out);
    for (int i = 0; i < 3; ++i) {
        SolidFrame at = {AXIS_Y, vec3d(GEARBOX_BOLT_X, 0, gearbox_bolt_z[i])};
        solid_through_hole(&b, at, 3 + GEARBOX_GAP + 0.1, GEARBOX_BRIDGE_FOOT, GEARBOX_BRIDGE_LOW,
                           HOLE, &tops[i], &undersides[i]);
    }
    double reach = GEARBOX_COVER_CIRCLE * sqrt(0.5);
    for (int i = 0; front && i < 2; ++i) {
        double z = gearbox_bores[BORE_OUTPUT].z + (i ? reach : -reach);
        SolidFrame at = {AXIS_X, vec3d(0, reach, z)};
        solid_blind_hole(&b, at, GEARBOX_SCREW_HOLE, GEARBOX_HALF_LENGTH, GEARBOX_HALF_LENGTH - 14,
                         HOLE, &screw_holes[i]);
    }
    draw_face(&b, &outside, &in.seat_outside, &out.seat_outside,
              (const Contour *[]){&screw_holes[0], &screw_holes[1]}, front ? 2 : 0);
    draw_face(&b, &inside, &in.lip_inside, &out.lip_inside, NULL, 0);
    draw_top(&b, &outside, &inside, tops);
    draw_underside(&b, &outside, &inside, &in, &out, undersides);
    return solid_finish(&b);
}

Mesh *gearbox_cover(void)
{
    MeshBuilder b = {0};
    SolidFrame axis = {AXIS_X, vec3d(0, 0, 0)};
    const double radius = 39.5, thick = 7, edge = 1, boss = 23, boss_height = 13, bore = 13.5;
    // From the inner face's rim over the flange and the boss into the bore and back.
    const ProfilePoint profile[] = {{0, radius - edge},
                                    {edge, radius},
                                    {thick - edge, radius},
                                    {thick, radius - edge},
                                    {thick, boss + 2},
                                    {thick + 2, boss},
                                    {boss_height - edge, boss},
                                    {boss_height, boss - edge},
                                    {boss_height, bore + edge},
                                    {boss_height - edge, bore},
                                    {0, bore}};
    enum { COUNT = sizeof profile / sizeof *profile, OUTER_FACE = 3 };
    Contour rings[COUNT] = {{0}}, mouths[2][4];
    for (int i = 0; i < COUNT; ++i) {
        contour_circle(&b, &rings[i], axis, profile[i].radius, profile[i].w, GEARBOX_SEGMENTS);
        if (i > 0 && i != OUTER_FACE + 1)
            solid_band(&b, &rings[i - 1], &rings[i]);
    }
    const Contour *outer[5] = {&rings[OUTER_FACE + 1]}, *inner[5] = {&rings[COUNT - 1]};
    for (int i = 0; i < 4; ++i) {
        double angle = TAU * (2 * i + 1) / 8;
        SolidFrame at = {
            AXIS_X, vec3d(0, GEARBOX_COVER_CIRCLE * cos(angle), GEARBOX_COVER_CIRCLE * sin(angle))};
        solid_through_hole(&b, at, GEARBOX_SCREW_HOLE, thick, 0, HOLE, &mouths[0][i],
                           &mouths[1][i]);
        outer[i + 1] = &mouths[0][i];
        inner[i + 1] = &mouths[1][i];
    }
    solid_face(&b, AXIS_X, &rings[OUTER_FACE], outer, 5);
    solid_face(&b, AXIS_X, &rings[0], inner, 5);
    return solid_finish(&b);
}

Mesh *gearbox_base_plate(void)
{
    enum { CORNER = 6 };
    MeshBuilder b = {0};
    SolidFrame frame = {AXIS_Y, vec3d(0, 0, 0)};
    const double half_z = 134, half_x = 88, thick = 12, edge = 1.5;
    Contour rings[3] = {{0}}, mouths[2][4];
    contour_rounded_rectangle(&b, &rings[0], frame, half_z - edge, half_x - edge, 6, 0, CORNER);
    contour_rounded_rectangle(&b, &rings[1], frame, half_z, half_x, 6, -edge, CORNER);
    contour_rounded_rectangle(&b, &rings[2], frame, half_z, half_x, 6, -thick, CORNER);
    const Contour *upper[4], *lower[4];
    for (int i = 0; i < 4; ++i) {
        double x = i & 1 ? GEARBOX_FOOT_X : -GEARBOX_FOOT_X;
        double z = i & 2 ? GEARBOX_FOOT_Z : -GEARBOX_FOOT_Z;
        SolidFrame at = {AXIS_Y, vec3d(x, 0, z)};
        solid_through_hole(&b, at, 4.5, 0, -thick, HOLE, &mouths[0][i], &mouths[1][i]);
        upper[i] = &mouths[0][i];
        lower[i] = &mouths[1][i];
    }
    solid_face(&b, AXIS_Y, &rings[0], upper, 4);
    solid_band(&b, &rings[0], &rings[1]);
    solid_band(&b, &rings[1], &rings[2]);
    solid_face(&b, AXIS_Y, &rings[2], lower, 4);
    return solid_finish(&b);
}
