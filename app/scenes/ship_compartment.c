// Plates, frames and what carries pipes in a ship.
#include "app/scenes/ship.h"

#include "core/mesh/shapes.h"

#include <assert.h>

enum { ROUND = 48, CORNER = 8, HOLES_MOST = 6 };
static const double TAU = 6.283185307179586476925;

// Pieces of one part may bite into each other: they are welded.
static void append_box(MeshBuilder *b, Vec3d size, Vec3d centre)
{
    Mesh *box = shape_box(size);
    Affine at = affine_translation(centre);
    if (box)
        mesh_builder_append(b, box, &at);
    b->failed |= !box;
    mesh_release(box);
}

// A plate across x from -thick / 2 to thick / 2, of any outline in y and z, with holes; the last of them
// may be an oval one that was drawn already.
static void draw_plate(MeshBuilder *b, const double (*outline)[2], int32_t corners, double thick,
                       const ShipHole *holes, int32_t count, const Contour oval[2])
{
    assert(count <= HOLES_MOST);
    Contour rim[2] = {{0}}, mouths[2][HOLES_MOST];
    const Contour *all[2][HOLES_MOST + 1];
    SolidFrame frame = {AXIS_X, vec3d(0, 0, 0)};
    for (int32_t i = 0; i < count; ++i) {
        SolidFrame at = {AXIS_X, vec3d(0, holes[i].y, holes[i].z)};
        solid_through_hole(b, at, holes[i].radius, thick / 2, -thick / 2, ROUND, &mouths[0][i],
                           &mouths[1][i]);
    }
    for (int k = 0; k < 2; ++k) {
        for (int32_t i = 0; i < corners; ++i)
            contour_point(b, &rim[k], frame, outline[i][0], outline[i][1],
                          k ? -thick / 2 : thick / 2);
        for (int32_t i = 0; i < count; ++i)
            all[k][i] = &mouths[k][i];
        if (oval)
            all[k][count] = &oval[k];
        solid_face(b, AXIS_X, &rim[k], all[k], count + (oval != NULL));
    }
    solid_band(b, &rim[0], &rim[1]);
}

static Mesh *whole_box(Vec3d size, Vec3d centre)
{
    MeshBuilder b = {0};
    append_box(&b, size, centre);
    return solid_finish(&b);
}

Mesh *ship_deck(void)
{
    return whole_box(
        vec3d(SHIP_LENGTH + SHIP_PLATE, SHIP_PLATE, SHIP_WIDTH + SHIP_PLATE),
        vec3d((SHIP_LENGTH - SHIP_PLATE) / 2, -SHIP_PLATE / 2, (SHIP_WIDTH - SHIP_PLATE) / 2));
}

Mesh *ship_shell(void)
{
    return whole_box(
        vec3d(SHIP_LENGTH, SHIP_HEIGHT, SHIP_PLATE),
        vec3d(SHIP_LENGTH / 2 + SHIP_GAP, SHIP_HEIGHT / 2 + SHIP_GAP, -SHIP_PLATE / 2));
}

Mesh *ship_bulkhead(const ShipHole *holes, int32_t count)
{
    MeshBuilder b = {0};
    const double low = SHIP_GAP, high = SHIP_HEIGHT + SHIP_GAP, deep = 70, flat = 10;
    const double outline[4][2] = {
        {low, -SHIP_PLATE}, {high, -SHIP_PLATE}, {high, SHIP_WIDTH}, {low, SHIP_WIDTH}};
    draw_plate(&b, outline, 4, SHIP_PLATE, holes, count, NULL);
    const double at[] = {290, 620, 1020, 1330};
    for (int i = 0; i < 4; ++i)
        append_box(&b, vec3d(deep, high - low - 2, flat),
                   vec3d((SHIP_PLATE + deep) / 2 - 1, (low + high) / 2, at[i]));
    return solid_finish(&b);
}

Mesh *ship_frame(const ShipHole *holes, int32_t count)
{
    MeshBuilder b = {0};
    const double low = SHIP_GAP, high = SHIP_HEIGHT + SHIP_GAP, thick = 10, wide = 90, knee = 180;
    const double deep = SHIP_FRAME_DEPTH - thick;
    const double outline[5][2] = {
        {low, SHIP_GAP}, {high, SHIP_GAP}, {high, deep}, {knee, deep}, {low, deep + 70}};
    Contour oval[2] = {{0}};
    for (int k = 0; k < 2; ++k)
        contour_rounded_rectangle(&b, &oval[k], (SolidFrame){AXIS_X, vec3d(0, 720, 150)}, 160, 70,
                                  68, k ? -thick / 2 : thick / 2, CORNER);
    solid_band(&b, &oval[0], &oval[1]);
    draw_plate(&b, outline, 5, thick, holes, count, oval);
    append_box(&b, vec3d(wide, high - knee, thick + 1),
               vec3d(0, (high + knee) / 2, deep + (thick - 1) / 2));
    return solid_finish(&b);
}

Mesh *ship_pillar(double radius)
{
    MeshBuilder b = {0};
    const double foot = 1.7 * radius, plate = 14, wall = 8, low = SHIP_GAP;
    const ProfilePoint profile[] = {{low, radius - wall},  {low, foot},
                                    {low + plate, foot},   {low + plate, radius},
                                    {SHIP_HEIGHT, radius}, {SHIP_HEIGHT, radius - wall}};
    solid_revolve_ring(&b, (SolidFrame){AXIS_Y, vec3d(0, 0, 0)}, profile,
                       sizeof profile / sizeof *profile, ROUND);
    for (int i = 0; i < 4; ++i) { // brackets on the foot
        Vec3d size = vec3d(foot - radius, 60, 8), at = vec3d((foot + radius) / 2 - 4, 0, 0);
        Affine turn = affine_rotation(vec3d(0, 1, 0), TAU * i / 4);
        Mesh *bracket = shape_box(size);
        turn.p = affine_apply_vector(&turn, at);
        turn.p.y = low + plate + 29;
        if (bracket)
            mesh_builder_append(&b, bracket, &turn);
        b.failed |= !bracket;
        mesh_release(bracket);
    }
    return solid_finish(&b);
}

Mesh *ship_clamp(double radius, double reach)
{
    MeshBuilder b = {0};
    const double inner = radius + 0.6, outer = radius + 7, half = 14, way = reach < 0 ? -1 : 1;
    const ProfilePoint ring[] = {{-half, inner}, {-half, outer}, {half, outer}, {half, inner}};
    const double from = outer - 2, to = fabs(reach);
    solid_revolve_ring(&b, (SolidFrame){AXIS_X, vec3d(0, 0, 0)}, ring, 4, ROUND);
    append_box(&b, vec3d(2 * half - 4, to - from, 24), vec3d(0, way * (from + to) / 2, 0));
    append_box(&b, vec3d(70, 8, 70), vec3d(0, way * (to - 4), 0));
    for (int side = -1; side <= 1; side += 2) // where its halves are bolted together
        append_box(&b, vec3d(2 * half - 4, 14, 30), vec3d(0, 0, side * (outer + 12)));
    return solid_finish(&b);
}

Mesh *ship_bench(double length, double width, double height)
{
    MeshBuilder b = {0};
    const double top = 36, leg = 60, inset = 40, rail = 70;
    append_box(&b, vec3d(length, top, width), vec3d(0, height - top / 2, 0));
    for (int i = 0; i < 4; ++i)
        append_box(&b, vec3d(leg, height - top + 2 - SHIP_GAP, leg),
                   vec3d((i & 1 ? 1 : -1) * (length / 2 - inset - leg / 2),
                         (height - top + 2 + SHIP_GAP) / 2,
                         (i & 2 ? 1 : -1) * (width / 2 - inset - leg / 2)));
    for (int side = -1; side <= 1; side += 2)
        append_box(&b, vec3d(length - 2 * inset - leg, rail, 24),
                   vec3d(0, height - top - rail / 2 + 2, side * (width / 2 - inset - leg / 2)));
    return solid_finish(&b);
}
