// The lower half of the gear unit's housing: an open box with two half bores in each end wall,
// tapped holes in the parting plane, a foot with four holes.
#include "app/scenes/gearbox.h"

enum { CORNER = 6, ARC = GEARBOX_SEGMENTS / 2, HOLE = 24, N = CORNER + 1 };
static const double TAU = 6.283185307179586476925;

const GearboxBore gearbox_bores[BORE_COUNT] = {
    [BORE_INPUT] = {54, 20 + GEARBOX_GAP, 57, 17.3, 28},
    [BORE_OUTPUT] = {-27, 26 + GEARBOX_GAP, 54, 23, 40},
};
const double gearbox_bolt_z[3] = {85, 20.5, -72};

void gearbox_half_bore(MeshBuilder *b, const GearboxBore *bore, double side, bool lower,
                       HalfBore *out)
{
    SolidFrame axis = {AXIS_X, vec3d(0, 0, bore->z)};
    Contour *rings[4] = {&out->seat_outside, &out->seat_inside, &out->lip_outside,
                         &out->lip_inside};
    const double radius[4] = {bore->seat_radius, bore->seat_radius, bore->lip_radius,
                              bore->lip_radius};
    const double x[4] = {GEARBOX_HALF_LENGTH, bore->shoulder_x, bore->shoulder_x,
                         GEARBOX_CAVITY_LENGTH};
    for (int i = 0; i < 4; ++i) {
        // From the side of +z to the side of -z, below or above the parting plane. The upper half
        // ends where the bridge does, a little above.
        double cut = lower ? 0 : asin(GEARBOX_BRIDGE_LOW / radius[i]);
        double from = TAU / 4 - cut, to = lower ? 3 * TAU / 4 : -TAU / 4 + cut;
        rings[i]->count = 0;
        contour_arc(b, rings[i], axis, radius[i], from, to, side * x[i], ARC);
    }
    solid_strip(b, rings[0], rings[1]);
    solid_flat_strip(b, rings[1], rings[2]);
    solid_strip(b, rings[2], rings[3]);
}

// The end points of a half bore along the parting plane, from outside to inside.
static void append_step(Contour *c, const HalfBore *bore, bool last)
{
    int32_t i = last ? ARC : 0;
    contour_append(c, &bore->seat_outside, i, 1);
    contour_append(c, &bore->seat_inside, i, 1);
    contour_append(c, &bore->lip_outside, i, 1);
    contour_append(c, &bore->lip_inside, i, 1);
}

static void append_step_outwards(Contour *c, const HalfBore *bore, bool last)
{
    int32_t i = last ? ARC : 0;
    contour_append(c, &bore->lip_inside, i, 1);
    contour_append(c, &bore->lip_outside, i, 1);
    contour_append(c, &bore->seat_inside, i, 1);
    contour_append(c, &bore->seat_outside, i, 1);
}

// One end wall's face, outside or in the cavity: `high` and `low` are the rounded rectangles at its
// upper and lower border, of which it takes the straight edge at this end.
static void draw_end_face(MeshBuilder *b, bool front, const Contour *high, const Contour *low,
                          const Contour *input_arc, const Contour *output_arc,
                          const Contour *const *holes, int32_t hole_count)
{
    int32_t plus = front ? N - 1 : 3 * N, minus = front ? N : 3 * N - 1; // towards +z and -z
    Contour outline = {0};
    contour_append(&outline, high, plus, 1);
    contour_append(&outline, input_arc, 0, ARC + 1);
    contour_append(&outline, output_arc, 0, ARC + 1);
    contour_append(&outline, high, minus, 1);
    contour_append(&outline, low, minus, 1);
    contour_append(&outline, low, plus, 1);
    solid_face(b, AXIS_X, &outline, holes, hole_count);
}

// The long sides with their corners: all of the band but the two straight edges at the ends.
static void draw_long_sides(MeshBuilder *b, const Contour *high, const Contour *low)
{
    for (int side = 0; side < 2; ++side) {
        Contour strips[2] = {{0}};
        const Contour *source[2] = {high, low};
        for (int i = 0; i < 2; ++i) {
            contour_append(&strips[i], source[i], side ? N : 3 * N, side ? 2 * N : N);
            if (!side)
                contour_append(&strips[i], source[i], 0, N);
        }
        solid_strip(b, &strips[0], &strips[1]);
    }
}

// The parting plane: a piece along each long side, and a land between the bores of each end wall.
static void draw_parting_plane(MeshBuilder *b, const Contour *outside, const Contour *cavity,
                               HalfBore bores[2][BORE_COUNT])
{
    Contour holes[2][3];
    for (int end = 0; end < 2; ++end) {
        for (int i = 0; i < 3; ++i) {
            double x = end ? -GEARBOX_BOLT_X : GEARBOX_BOLT_X;
            SolidFrame at = {AXIS_Y, vec3d(x, 0, gearbox_bolt_z[i])};
            solid_blind_hole(b, at, 3 + GEARBOX_GAP + 0.1, 0, -25, HOLE, &holes[end][i]);
        }
    }
    Contour plus = {0}, minus = {0};
    contour_append(&plus, outside, 3 * N, N);
    contour_append(&plus, outside, 0, N);
    append_step(&plus, &bores[0][BORE_INPUT], false);
    contour_append(&plus, cavity, N - 1, -N);
    contour_append(&plus, cavity, 4 * N - 1, -N);
    append_step_outwards(&plus, &bores[1][BORE_INPUT], false);
    solid_face(b, AXIS_Y, &plus, (const Contour *[]){&holes[0][0], &holes[1][0]}, 2);

    contour_append(&minus, outside, N, 2 * N);
    append_step(&minus, &bores[1][BORE_OUTPUT], true);
    contour_append(&minus, cavity, 3 * N - 1, -2 * N);
    append_step_outwards(&minus, &bores[0][BORE_OUTPUT], true);
    solid_face(b, AXIS_Y, &minus, (const Contour *[]){&holes[0][2], &holes[1][2]}, 2);

    for (int end = 0; end < 2; ++end) {
        Contour land = {0};
        append_step(&land, &bores[end][BORE_INPUT], true);
        append_step_outwards(&land, &bores[end][BORE_OUTPUT], false);
        solid_face(b, AXIS_Y, &land, (const Contour *[]){&holes[end][1]}, 1);
    }
}

static void draw_foot(MeshBuilder *b, const Contour *body)
{
    SolidFrame frame = {AXIS_Y, vec3d(0, 0, 0)};
    const double half_z = 124, half_x = 78, radius = 14, edge = 1.5;
    Contour rings[3] = {{0}}, mouths[2][4];
    contour_rounded_rectangle(b, &rings[0], frame, half_z - edge, half_x - edge, radius - edge,
                              GEARBOX_FLOOR, CORNER);
    contour_rounded_rectangle(b, &rings[1], frame, half_z, half_x, radius, GEARBOX_FLOOR - edge,
                              CORNER);
    contour_rounded_rectangle(b, &rings[2], frame, half_z, half_x, radius, GEARBOX_BOTTOM, CORNER);
    const Contour *upper[5] = {body}, *lower[4];
    for (int i = 0; i < 4; ++i) {
        double x = i & 1 ? GEARBOX_FOOT_X : -GEARBOX_FOOT_X;
        double z = i & 2 ? GEARBOX_FOOT_Z : -GEARBOX_FOOT_Z;
        SolidFrame at = {AXIS_Y, vec3d(x, 0, z)};
        solid_through_hole(b, at, 4.5, GEARBOX_FLOOR, GEARBOX_BOTTOM, HOLE, &mouths[0][i],
                           &mouths[1][i]);
        upper[i + 1] = &mouths[0][i];
        lower[i] = &mouths[1][i];
    }
    solid_face(b, AXIS_Y, &rings[0], upper, 5);
    solid_band(b, &rings[0], &rings[1]);
    solid_band(b, &rings[1], &rings[2]);
    solid_face(b, AXIS_Y, &rings[2], lower, 4);
}

Mesh *gearbox_housing(void)
{
    MeshBuilder b = {0};
    SolidFrame frame = {AXIS_Y, vec3d(0, 0, 0)};
    Contour high = {0}, low = {0}, cavity_high = {0}, cavity_low = {0}, cavity_floor = {0};
    const double bevel = 6;
    contour_rounded_rectangle(&b, &high, frame, GEARBOX_HALF_WIDTH, GEARBOX_HALF_LENGTH, 10, 0,
                              CORNER);
    contour_rounded_rectangle(&b, &low, frame, GEARBOX_HALF_WIDTH, GEARBOX_HALF_LENGTH, 10,
                              GEARBOX_FLOOR, CORNER);
    contour_rounded_rectangle(&b, &cavity_high, frame, GEARBOX_CAVITY_WIDTH, GEARBOX_CAVITY_LENGTH,
                              12, 0, CORNER);
    contour_rounded_rectangle(&b, &cavity_low, frame, GEARBOX_CAVITY_WIDTH, GEARBOX_CAVITY_LENGTH,
                              12, GEARBOX_FLOOR + bevel, CORNER);
    contour_rounded_rectangle(&b, &cavity_floor, frame, GEARBOX_CAVITY_WIDTH - bevel,
                              GEARBOX_CAVITY_LENGTH - bevel, 12 - bevel, GEARBOX_FLOOR, CORNER);
    HalfBore bores[2][BORE_COUNT];
    for (int end = 0; end < 2; ++end)
        for (int i = 0; i < BORE_COUNT; ++i)
            gearbox_half_bore(&b, &gearbox_bores[i], end ? -1 : 1, true, &bores[end][i]);

    Contour screw_holes[2];
    double reach = GEARBOX_COVER_CIRCLE * sqrt(0.5);
    for (int i = 0; i < 2; ++i) {
        double z = gearbox_bores[BORE_OUTPUT].z + (i ? reach : -reach);
        SolidFrame at = {AXIS_X, vec3d(0, -reach, z)};
        solid_blind_hole(&b, at, GEARBOX_SCREW_HOLE, GEARBOX_HALF_LENGTH, GEARBOX_HALF_LENGTH - 14,
                         HOLE, &screw_holes[i]);
    }
    for (int end = 0; end < 2; ++end) {
        bool front = end == 0;
        HalfBore *in = &bores[end][BORE_INPUT], *out = &bores[end][BORE_OUTPUT];
        draw_end_face(&b, front, &high, &low, &in->seat_outside, &out->seat_outside,
                      (const Contour *[]){&screw_holes[0], &screw_holes[1]}, front ? 2 : 0);
        draw_end_face(&b, front, &cavity_high, &cavity_low, &in->lip_inside, &out->lip_inside, NULL,
                      0);
    }
    draw_long_sides(&b, &high, &low);
    draw_long_sides(&b, &cavity_high, &cavity_low);
    solid_band(&b, &cavity_low, &cavity_floor);
    solid_disc(&b, AXIS_Y, &cavity_floor);
    draw_parting_plane(&b, &high, &cavity_high, bores);
    draw_foot(&b, &low);
    return solid_finish(&b);
}
