// What comes out of CAD: two brackets bolted to a plate and a rod through both. Everything is flush
// at rest: faces in one plane, bolts as thick as their holes, and half of them turned so that their
// facets stand out of phase. 32 pairs of parts meet, and none of them interferes.
#include "app/scenes/scene.h"
#include "app/scenes/solid.h"

enum { HOLE_SEGMENTS = 48, ROD_SEGMENTS = 64, HOLES = 3 };
static const double TAU = 6.283185307179586476925;
#define BOLT_RADIUS 5.0
#define ROD_RADIUS 8.0
#define PLATE_THICK 20.0
#define BASE_THICK 10.0
#define WALL_THICK 10.0
#define BASE_LENGTH 60.0
#define BRACKET_HEIGHT 55.0
#define BRACKET_HALF 40.0 // of its width
#define ROD_HEIGHT 32.0
#define WALL_AT 80.0 // from the middle of the plate to the outer face of a wall

// Of the bolts, in a bracket's own frame: from the outer face of its wall, and across.
static const double HOLE_AT[HOLES][2] = {{30, -25}, {30, 25}, {50, 0}};

static void contour_rectangle(Contour *c, const int32_t corners[4])
{
    c->count = 4;
    for (int i = 0; i < 4; ++i)
        c->v[i] = corners[i];
}

static Mesh *plate(void)
{
    MeshBuilder b = {0};
    SolidFrame frame = {AXIS_Y, vec3d(0, 0, 0)};
    Contour rim[2] = {{0}}, mouths[2][2 * HOLES];
    const Contour *holes[2][2 * HOLES];
    for (int i = 0; i < 2; ++i)
        contour_rounded_rectangle(&b, &rim[i], frame, 75, 100, 10, i == 0 ? 0 : -PLATE_THICK, 8);
    solid_band(&b, &rim[0], &rim[1]);
    for (int i = 0; i < 2 * HOLES; ++i) {
        double side = i < HOLES ? -1 : 1;
        SolidFrame at = {AXIS_Y, vec3d(side * (WALL_AT - HOLE_AT[i % HOLES][0]), 0,
                                       -side * HOLE_AT[i % HOLES][1])};
        solid_through_hole(&b, at, BOLT_RADIUS, 0, -PLATE_THICK, HOLE_SEGMENTS, &mouths[0][i],
                           &mouths[1][i]);
        holes[0][i] = &mouths[0][i];
        holes[1][i] = &mouths[1][i];
    }
    for (int i = 0; i < 2; ++i)
        solid_face(&b, AXIS_Y, &rim[i], holes[i], 2 * HOLES);
    return solid_finish(&b);
}

// An L along z: its base on y = 0, the outer face of its wall in x = 0.
static Mesh *bracket(void)
{
    static const double PROFILE[6][2] = {{0, 0},
                                         {BASE_LENGTH, 0},
                                         {BASE_LENGTH, BASE_THICK},
                                         {WALL_THICK, BASE_THICK},
                                         {WALL_THICK, BRACKET_HEIGHT},
                                         {0, BRACKET_HEIGHT}};
    MeshBuilder b = {0};
    int32_t v[2][6];
    for (int side = 0; side < 2; ++side)
        for (int i = 0; i < 6; ++i)
            v[side][i] = mesh_builder_vertex(
                &b, vec3d(PROFILE[i][0], PROFILE[i][1], side ? BRACKET_HALF : -BRACKET_HALF));
    for (int side = 0; side < 2; ++side) { // the ends, in two convex halves
        mesh_builder_face4(&b, v[side][0], v[side][1], v[side][2], v[side][3]);
        mesh_builder_face4(&b, v[side][0], v[side][3], v[side][4], v[side][5]);
    }
    mesh_builder_face4(&b, v[0][1], v[0][2], v[1][2], v[1][1]);
    mesh_builder_face4(&b, v[0][4], v[0][5], v[1][5], v[1][4]);

    Contour outer, mouths[2][HOLES], rod[2];
    const Contour *holes[2][HOLES];
    for (int i = 0; i < HOLES; ++i) {
        SolidFrame at = {AXIS_Y, vec3d(HOLE_AT[i][0], 0, HOLE_AT[i][1])};
        solid_through_hole(&b, at, BOLT_RADIUS, 0, BASE_THICK, HOLE_SEGMENTS, &mouths[0][i],
                           &mouths[1][i]);
        holes[0][i] = &mouths[0][i];
        holes[1][i] = &mouths[1][i];
    }
    contour_rectangle(&outer, (int32_t[]){v[0][0], v[0][1], v[1][1], v[1][0]});
    solid_face(&b, AXIS_Y, &outer, holes[0], HOLES);
    contour_rectangle(&outer, (int32_t[]){v[0][3], v[0][2], v[1][2], v[1][3]});
    solid_face(&b, AXIS_Y, &outer, holes[1], HOLES);

    SolidFrame axle = {AXIS_X, vec3d(0, ROD_HEIGHT, 0)};
    solid_through_hole(&b, axle, ROD_RADIUS, 0, WALL_THICK, ROD_SEGMENTS, &rod[0], &rod[1]);
    contour_rectangle(&outer, (int32_t[]){v[0][0], v[0][5], v[1][5], v[1][0]});
    solid_ring(&b, AXIS_X, &outer, &rod[0]);
    contour_rectangle(&outer, (int32_t[]){v[0][3], v[0][4], v[1][4], v[1][3]});
    solid_ring(&b, AXIS_X, &outer, &rod[1]);
    return solid_finish(&b);
}

static void contour_hexagon(MeshBuilder *b, Contour *c, SolidFrame frame, double across, double w)
{
    c->count = 0;
    for (int i = 0; i < 6; ++i)
        contour_point(b, c, frame, across / 2 / cos(TAU / 12) * cos(TAU * i / 6),
                      across / 2 / cos(TAU / 12) * sin(TAU * i / 6), w);
}

// Head above y = 0, shank below.
static Mesh *bolt(double length)
{
    MeshBuilder b = {0};
    SolidFrame frame = {AXIS_Y, vec3d(0, 0, 0)};
    Contour head[2], shank[3] = {{0}};
    contour_hexagon(&b, &head[0], frame, 16, 0);
    contour_hexagon(&b, &head[1], frame, 16, 6.5);
    const double w[3] = {0, 1 - length, -length}, radius[3] = {BOLT_RADIUS, BOLT_RADIUS, 4.2};
    for (int i = 0; i < 3; ++i) {
        contour_circle(&b, &shank[i], frame, radius[i], w[i], HOLE_SEGMENTS);
        if (i > 0)
            solid_band(&b, &shank[i - 1], &shank[i]);
    }
    solid_band(&b, &head[0], &head[1]);
    solid_disc(&b, AXIS_Y, &head[1]);
    solid_ring(&b, AXIS_Y, &head[0], &shank[0]);
    solid_disc(&b, AXIS_Y, &shank[2]);
    return solid_finish(&b);
}

// From w = 0 to its height along the axis.
static Mesh *nut(SolidAxis axis, double radius, double across, double height, int32_t segments)
{
    MeshBuilder b = {0};
    SolidFrame frame = {axis, vec3d(0, 0, 0)};
    Contour low, high, mouths[2];
    contour_hexagon(&b, &low, frame, across, 0);
    contour_hexagon(&b, &high, frame, across, height);
    solid_band(&b, &low, &high);
    solid_through_hole(&b, frame, radius, 0, height, segments, &mouths[0], &mouths[1]);
    solid_ring(&b, axis, &low, &mouths[0]);
    solid_ring(&b, axis, &high, &mouths[1]);
    return solid_finish(&b);
}

static Mesh *rod(double length)
{
    const ProfilePoint profile[] = {{-length / 2, ROD_RADIUS - 1},
                                    {1 - length / 2, ROD_RADIUS},
                                    {length / 2 - 1, ROD_RADIUS},
                                    {length / 2, ROD_RADIUS - 1}};
    MeshBuilder b = {0};
    solid_revolve_rod(&b, (SolidFrame){AXIS_X, vec3d(0, 0, 0)}, profile, 4, ROD_SEGMENTS);
    return solid_finish(&b);
}

// Takes over none of the mesh's references: each part gets one of its own.
static void add(SceneData *scene, const char *name, Mesh *mesh, Affine rest, uint32_t colour)
{
    scene_add(scene, name, mesh ? mesh_retain(mesh) : NULL, &rest, colour);
}

static void add_bolts(SceneData *scene)
{
    static const char *const BOLTS[] = {"Bolt 1", "Bolt 2", "Bolt 3", "Bolt 4", "Bolt 5", "Bolt 6"};
    static const char *const NUTS[] = {"Nut 1", "Nut 2", "Nut 3", "Nut 4", "Nut 5", "Nut 6"};
    const double nut_height = 8, sticks_out = 3;
    Mesh *bolt_mesh = bolt(BASE_THICK + PLATE_THICK + nut_height + sticks_out);
    Mesh *nut_mesh = nut(AXIS_Y, BOLT_RADIUS, 16, nut_height, HOLE_SEGMENTS);
    for (int i = 0; i < 2 * HOLES; ++i) {
        double side = i < HOLES ? -1 : 1;
        // Tightened to any angle, as people do.
        Affine at = affine_rotation(vec3d(0, 1, 0), i % 2 ? 0.4 + 0.3 * i : 0);
        at.p = vec3d(side * (WALL_AT - HOLE_AT[i % HOLES][0]), BASE_THICK,
                     -side * HOLE_AT[i % HOLES][1]);
        add(scene, BOLTS[i], bolt_mesh, at, 0xB9A26A);
        at = affine_rotation(vec3d(0, 1, 0), i % 3 == 2 ? 0.25 : 0);
        at.p = vec3d(side * (WALL_AT - HOLE_AT[i % HOLES][0]), -PLATE_THICK - nut_height,
                     -side * HOLE_AT[i % HOLES][1]);
        add(scene, NUTS[i], nut_mesh, at, 0x9C8A5E);
    }
    mesh_release(bolt_mesh);
    mesh_release(nut_mesh);
}

static void build(SceneData *scene)
{
    const double rod_nut = 12;
    Mesh *plate_mesh = plate(), *bracket_mesh = bracket(), *rod_mesh = rod(2 * WALL_AT + 32);
    Mesh *nut_mesh = nut(AXIS_X, ROD_RADIUS, 24, rod_nut, ROD_SEGMENTS);
    Affine half_turn = affine_identity();
    half_turn.m[0][0] = half_turn.m[2][2] = -1;
    add(scene, "Plate", plate_mesh, affine_identity(), 0x8C9AA6);
    add(scene, "Left bracket", bracket_mesh, affine_translation(vec3d(-WALL_AT, 0, 0)), 0x6F8FB3);
    half_turn.p = vec3d(WALL_AT, 0, 0);
    add(scene, "Right bracket", bracket_mesh, half_turn, 0x6F8FB3);
    add_bolts(scene);
    Affine at = affine_rotation(vec3d(1, 0, 0), 0.031);
    at.p = vec3d(0, ROD_HEIGHT, 0);
    add(scene, "Rod", rod_mesh, at, 0xA9AFB5);
    add(scene, "Left rod nut", nut_mesh,
        affine_translation(vec3d(-WALL_AT - rod_nut, ROD_HEIGHT, 0)), 0x9C8A5E);
    add(scene, "Right rod nut", nut_mesh, affine_translation(vec3d(WALL_AT, ROD_HEIGHT, 0)),
        0x9C8A5E);
    mesh_release(plate_mesh);
    mesh_release(bracket_mesh);
    mesh_release(rod_mesh);
    mesh_release(nut_mesh);

    const Vec3d none = vec3d(0, 0, 0);
    scene_tour_add(scene, "Left bracket", (TourPose){.shift = vec3d(0, -0.1, 0)}, 1, true,
                   "Push a bracket 0.1 mm into the plate: interference, among 32 pairs in touch.");
    scene_tour_add(scene, "Left bracket", (TourPose){.shift = none}, 1, false,
                   "Back: everything touches, nothing interferes.");
    scene_tour_add(scene, "Bolt 4", (TourPose){.shift = vec3d(0.1, 0, 0)}, 1, true,
                   "A bolt 0.1 mm to the side: it has no play.");
    scene_tour_add(scene, "Bolt 4", (TourPose){.shift = none}, 1, false, "Back in the middle.");
    scene_tour_add(scene, "Bolt 4", (TourPose){.shift = vec3d(0, 60, 0)}, 2, false,
                   "Pull it out: it slides along its hole.");
    scene_tour_add(scene, "Bolt 4", (TourPose){.shift = none}, 2, false, "And in again.");
}

const Scene scene_bolted_plate = {
    .name = "Bolted plate",
    .note = "Flush faces and bolts without play: what touches is no interference",
    .flush = true,
    .build = build,
};
