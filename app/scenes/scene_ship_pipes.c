// A compartment of a ship in which a line of five parts is to be put together between two pipes that come
// through the bulkhead: valve and straight pipe on one, reducer and T-piece on the other, and a return bend
// that closes the loop around a pillar and below a pipe that is there already. The loose parts lie on a
// bench, turned as they belong.
#include "app/scenes/pipes.h"
#include "app/scenes/scene.h"
#include "app/scenes/ship.h"

#include <stdio.h>

static const double TAU = 6.283185307179586476925;
enum { FRAMES = 4 };

#define LINE_X 140.0 // of both fixed ends
#define LINE_Y 720.0
#define NEAR_Z 810.0 // of the leg with the valve
#define FAR_Z 430.0
#define LEG 480.0 // of either side: valve and pipe, reducer and T-piece
#define BEND_RADIUS ((NEAR_Z - FAR_Z) / 2)
#define BEND_LEG 60.0
#define TEE_REACH 165.0
#define BENCH_HEIGHT 300.0
#define WALL_PIPE_Z 160.0 // of the pipes through the frames
#define FIRE_Y 1150.0
#define BILGE_Y 300.0
#define BALLAST_X 830.0
#define BALLAST_Y 860.0
#define PITCH 10.0 // of the valve's stem

static const ValveSize VALVE = {.reach = 120,
                                .neck = 150,
                                .bonnet = 80,
                                .stem = 9,
                                .play = 0.6,
                                .wheel = 110,
                                .above = 320,
                                .travel = 60};

enum {
    COLOUR_PLATE = 0x8C9AA6,
    COLOUR_BULKHEAD = 0x9AA6B0,
    COLOUR_DECK = 0x6A5F58,
    COLOUR_FRAME = 0x78879A,
    COLOUR_PILLAR = 0xC2B58F,
    COLOUR_END = 0x3F7F7A,
    COLOUR_LINE = 0x57ABA3,
    COLOUR_VALVE = 0x4C78A8,
    COLOUR_WHEEL = 0x3E444C,
    COLOUR_FIRE = 0x9C6F64,
    COLOUR_BILGE = 0x6F6A5C,
    COLOUR_BALLAST = 0x7D9A62,
    COLOUR_CLAMP = 0x4A4F57,
    COLOUR_BENCH = 0xB58F62,
};

// Installed things hang on the ground, so that nobody pulls the ship apart by accident. name: a literal.
static void install(SceneData *scene, const char *name, Mesh *mesh, Affine at, uint32_t colour)
{
    scene_add(scene, name, mesh, &at, colour);
    scene_add_joint(scene, JOINT_FIXED, NULL, name, at.p, vec3d(0, 1, 0), name);
}

static Affine at(double x, double y, double z)
{
    return affine_translation(vec3d(x, y, z));
}

// Where the part's own x, y and z go.
static Affine turned(Vec3d x, Vec3d y, Vec3d z, Vec3d to)
{
    Affine a = affine_translation(to);
    for (int i = 0; i < 3; ++i) {
        a.m[i][0] = x.v[i];
        a.m[i][1] = y.v[i];
        a.m[i][2] = z.v[i];
    }
    return a;
}

static void add_compartment(SceneData *scene)
{
    static const char *const NAMES[FRAMES] = {"Frame 1", "Frame 2", "Frame 3", "Frame 4"};
    const ShipHole through_wall[] = {{LINE_Y, NEAR_Z, pipe_dn80.radius + 3},
                                     {LINE_Y, FAR_Z, pipe_dn100.radius + 3},
                                     {FIRE_Y, WALL_PIPE_Z, pipe_dn150.radius + 3},
                                     {BILGE_Y, WALL_PIPE_Z, pipe_dn80.radius + 3}};
    const ShipHole through_frame[] = {{FIRE_Y, WALL_PIPE_Z, pipe_dn150.radius + 10},
                                      {BILGE_Y, WALL_PIPE_Z, pipe_dn80.radius + 16}};
    install(scene, "Deck", ship_deck(), affine_identity(), COLOUR_DECK);
    install(scene, "Shell", ship_shell(), affine_identity(), COLOUR_PLATE);
    install(scene, "Bulkhead", ship_bulkhead(through_wall, 4), at(-SHIP_PLATE / 2, 0, 0),
            COLOUR_BULKHEAD);
    Mesh *frame = ship_frame(through_frame, 2);
    for (int i = 0; i < FRAMES; ++i)
        install(scene, NAMES[i], frame ? mesh_retain(frame) : NULL, at(250 + 600 * i, 0, 0),
                COLOUR_FRAME);
    mesh_release(frame);
    install(scene, "Pillar", ship_pillar(60), at(LINE_X + LEG + BEND_LEG, 0, (NEAR_Z + FAR_Z) / 2),
            COLOUR_PILLAR);
}

// What comes through the bulkhead, and what goes on from there with a gasket between.
static Mesh *fire_main(void)
{
    const double gasket = 2;
    Mesh *end = pipe_wall_end(&pipe_dn150, LINE_X, 160);
    Mesh *run = pipe_run(&pipe_dn150, SHIP_LENGTH - LINE_X - 20);
    MeshBuilder b = {0};
    Affine place = affine_identity();
    if (end)
        mesh_builder_append(&b, end, &place);
    place.p.x = gasket;
    if (run)
        mesh_builder_append(&b, run, &place);
    b.failed |= !end || !run;
    mesh_release(end);
    mesh_release(run);
    return solid_finish(&b);
}

static void add_clamps(SceneData *scene)
{
    static const char *const NAMES[2][2] = {{"Fire main clamp 1", "Fire main clamp 2"},
                                            {"Bilge pipe clamp 1", "Bilge pipe clamp 2"}};
    const Vec3d x = vec3d(1, 0, 0), y = vec3d(0, 1, 0), z = vec3d(0, 0, 1);
    for (int pipe = 0; pipe < 2; ++pipe) {
        Mesh *mesh =
            ship_clamp(pipe ? pipe_dn80.radius : pipe_dn150.radius, WALL_PIPE_Z - SHIP_GAP);
        for (int i = 0; i < 2; ++i)
            install(scene, NAMES[pipe][i], mesh ? mesh_retain(mesh) : NULL,
                    turned(x, vec3d_scale(z, -1), y,
                           vec3d(550 + 1200 * i, pipe ? BILGE_Y : FIRE_Y, WALL_PIPE_Z)),
                    COLOUR_CLAMP);
        mesh_release(mesh);
    }
    // On the second frame; the ballast pipe goes up before it.
    install(scene, "Ballast pipe clamp", ship_clamp(pipe_dn100.radius, 150 - SHIP_GAP),
            turned(y, vec3d_scale(z, -1), vec3d_scale(x, -1),
                   vec3d(BALLAST_X, BALLAST_Y + 185, SHIP_FRAME_DEPTH + 150)),
            COLOUR_CLAMP);
}

static void add_pipes(SceneData *scene)
{
    const Vec3d x = vec3d(1, 0, 0), y = vec3d(0, 1, 0), z = vec3d(0, 0, 1);
    const double front = 960, corner = SHIP_FRAME_DEPTH + 150, radius = 130;
    install(scene, "Fixed end 1", pipe_wall_end(&pipe_dn80, LINE_X, 160),
            at(LINE_X, LINE_Y, NEAR_Z), COLOUR_END);
    install(scene, "Fixed end 2", pipe_wall_end(&pipe_dn100, LINE_X, 160),
            at(LINE_X, LINE_Y, FAR_Z), COLOUR_END);
    install(scene, "Fire main", fire_main(), at(LINE_X, FIRE_Y, WALL_PIPE_Z), COLOUR_FIRE);
    install(scene, "Bilge pipe", pipe_plain(&pipe_dn80, SHIP_LENGTH + 150),
            at(-160, BILGE_Y, WALL_PIPE_Z), COLOUR_BILGE);
    install(scene, "Ballast pipe", pipe_elbow(&pipe_dn100, radius, front - corner - radius, 160),
            turned(vec3d_scale(z, -1), y, x, vec3d(BALLAST_X, BALLAST_Y, front)), COLOUR_BALLAST);
    add_clamps(scene);
}

// On the bench, half a millimetre above it.
static void add_loose(SceneData *scene, const char *name, Mesh *mesh, double x, double up, double z,
                      uint32_t colour)
{
    Affine place = at(x, BENCH_HEIGHT + SHIP_GAP + up, z);
    scene_add(scene, name, mesh, &place, colour);
}

static void add_line(SceneData *scene)
{
    const PipeSize *size = &pipe_dn80;
    const double up = size->flange_radius, valve_x = 1690, valve_z = 1150;
    Affine bench = at(1720, 0, 900);
    scene_add(scene, "Bench", ship_bench(1110, 780, BENCH_HEIGHT), &bench, COLOUR_BENCH);
    add_loose(scene, "Valve", pipe_valve_body(size, &VALVE), valve_x, up, valve_z, COLOUR_VALVE);
    add_loose(scene, "Handwheel", pipe_valve_wheel(size, &VALVE), valve_x, up, valve_z,
              COLOUR_WHEEL);
    add_loose(scene, "Straight pipe", pipe_straight(size, LEG - 2 * VALVE.reach), 1570, up, 900,
              COLOUR_LINE);
    add_loose(scene, "Reducer", pipe_reducer(&pipe_dn100, size, LEG - 2 * TEE_REACH), 1960,
              pipe_dn100.flange_radius, 1150, COLOUR_LINE);
    add_loose(scene, "T-piece", pipe_tee(size, TEE_REACH), 1720, up, 650, COLOUR_LINE);
    add_loose(scene, "Return bend", pipe_return_bend(size, BEND_RADIUS, BEND_LEG), 1210, up, 900,
              COLOUR_LINE);
    add_loose(scene, "Cover flange", pipe_cover(size, 10), 2060, 0, 800, COLOUR_LINE);
    int32_t stem = scene_add_joint(scene, JOINT_SCREW, "Valve", "Handwheel",
                                   vec3d(valve_x, BENCH_HEIGHT + up, valve_z), vec3d(0, -1, 0),
                                   "Stem screws into Valve");
    scene->joints[stem].pitch = PITCH;
    scene->joints[stem].low.turn = 0;
    scene->joints[stem].high.turn = TAU * VALVE.travel / PITCH;
}

static void add_tour(SceneData *scene)
{
    const char *bend = "Return bend", *wheel = "Handwheel";
    const Vec3d none = vec3d(0, 0, 0), y = vec3d(0, 1, 0);
    const double up = LINE_Y - BENCH_HEIGHT - SHIP_GAP - pipe_dn80.flange_radius;
    const Vec3d before = vec3d(-180, up, (NEAR_Z + FAR_Z) / 2 - 900);
    Vec3d home = before, high;
    home.x = LINE_X + LEG - 1210;
    high = home;
    high.y += 40;
    scene_tour_add(scene, wheel,
                   (TourPose){vec3d(0, -VALVE.travel, 0), y, -TAU * VALVE.travel / PITCH}, 4, false,
                   "Turn the handwheel six times: the plug goes down 60 mm on its thread.");
    scene_tour_add(scene, wheel, (TourPose){none, y, 0}, 3, false, "Open the valve again.");
    scene_tour_add(scene, bend, (TourPose){.shift = vec3d(0, up, 0)}, 2, false,
                   "Lift the return bend, which closes the loop of five parts.");
    scene_tour_add(scene, bend, (TourPose){.shift = before}, 2, false,
                   "Bring it in front of the pillar.");
    scene_tour_add(scene, bend, (TourPose){.shift = home}, 3, false,
                   "Around the pillar and below the ballast pipe: 38.5 mm to either.");
    scene_tour_add(scene, bend, (TourPose){.shift = high}, 1, true,
                   "40 mm higher, and it meets the ballast pipe.");
    scene_tour_add(scene, bend, (TourPose){.shift = before}, 2, false, "Take it out.");
    scene_tour_add(scene, bend, (TourPose){.shift = none}, 2, false, "Back onto the bench.");
}

static void build(SceneData *scene)
{
    add_compartment(scene);
    add_pipes(scene);
    add_line(scene);
    add_tour(scene);
}

const Scene scene_ship_pipes = {
    .name = "Ship pipes",
    .note = "Five loose parts make a line between two fixed ends, around a pillar: snap them "
            "together",
    .build = build,
};
