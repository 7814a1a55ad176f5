// The default scene: a single-stage gear unit while it is being put together. The rear bearing
// bridge and its bolts still hang above the machine, so shafts, gears and bearings are in full
// view.
#include "app/scenes/gearbox.h"
#include "app/scenes/scene.h"

#include <stdio.h>

static const double TAU = 6.283185307179586476925;
#define REAR_LIFT 46.0      // of the rear bridge
#define REAR_BOLT_LIFT 84.0 // of its bolts: clear of the bridge

// Muted, told apart by lightness too, and none near the viewer's alert colours.
enum {
    COLOUR_HOUSING = 0x8C9AA6,
    COLOUR_BASE = 0x59626B,
    COLOUR_BRIDGE = 0x5E86A8,
    COLOUR_COVER = 0x4E9A94,
    COLOUR_INPUT = 0xC9CED3,
    COLOUR_OUTPUT = 0xB4BCC4,
    COLOUR_WHEEL = 0xC9A45C,
    COLOUR_RING = 0xD8DEE3,
    COLOUR_INNER_RING = 0xA9B8C6,
    COLOUR_BALLS = 0xB08D4A,
    COLOUR_BOLT = 0x4A4F57,
    COLOUR_SCREW = 0x3E444C,
    COLOUR_KEY = 0x7F6FA8,
};

static int32_t add_at(SceneData *scene, const char *name, Mesh *mesh, Vec3d at, uint32_t colour)
{
    Affine rest = affine_translation(at);
    return scene_add(scene, name, mesh, &rest, colour);
}

// Built where it belongs: its own origin becomes the centre, its place goes into the placement.
static void add_in_place(SceneData *scene, const char *name, Mesh *mesh, Vec3d at, uint32_t colour)
{
    Vec3d centre = mesh ? mesh_recentre(mesh) : vec3d(0, 0, 0);
    add_at(scene, name, mesh, vec3d_add(at, centre), colour);
}

// As above, but the origin stays on the axis, so that turning the part turns it about its axis.
static void add_shaft(SceneData *scene, const char *name, Mesh *mesh, double z, uint32_t colour)
{
    double middle = 0;
    if (mesh) {
        Box3d box = mesh_bounds(mesh);
        middle = (box.lo.x + box.hi.x) / 2;
        for (int32_t i = 0; i < mesh->vertex_count; ++i)
            mesh->vertices[i].x -= middle;
    }
    add_at(scene, name, mesh, vec3d(middle, 0, z), colour);
}

// The same mesh at several places: "name 1", "name 2"...
static void add_copies(SceneData *scene, const char *name, Mesh *mesh, const Vec3d *at, int count,
                       uint32_t colour)
{
    if (!mesh)
        scene->failed = true;
    for (int i = 0; mesh && i < count; ++i) {
        char numbered[64];
        snprintf(numbered, sizeof numbered, "%s %d", name, i + 1);
        add_at(scene, numbered, mesh_retain(mesh), at[i], colour);
    }
    mesh_release(mesh);
}

// Front and rear bearing of one shaft. Both share their three meshes.
static void add_bearings(SceneData *scene, const char *shaft, const BearingSize *size, double z)
{
    const struct {
        const char *name;
        Mesh *mesh;
        uint32_t colour;
    } parts[] = {
        {"outer ring", element_outer_ring(size, GEARBOX_SEGMENTS), COLOUR_RING},
        {"inner ring", element_inner_ring(size, GEARBOX_SEGMENTS), COLOUR_INNER_RING},
        {"balls", element_balls_and_cage(size, GEARBOX_SEGMENTS), COLOUR_BALLS},
    };
    for (int i = 0; i < 3; ++i) {
        for (int end = 0; end < 2; ++end) {
            char name[64];
            snprintf(name, sizeof name, "%s bearing %s, %s", shaft, end ? "rear" : "front",
                     parts[i].name);
            // 0.6 mm behind the housing's end face, which leaves 0.4 mm to its shoulder.
            double x = GEARBOX_HALF_LENGTH - 0.6 - size->width / 2;
            Mesh *mesh = parts[i].mesh;
            add_at(scene, name, mesh ? mesh_retain(mesh) : NULL, vec3d(end ? -x : x, 0, z),
                   parts[i].colour);
        }
        mesh_release(parts[i].mesh);
    }
}

static Mesh *mirrored_in_x(Mesh *mesh)
{
    if (!mesh)
        return NULL;
    MeshBuilder b = {0};
    Affine mirror = affine_identity();
    mirror.m[0][0] = -1;
    mesh_builder_append(&b, mesh, &mirror);
    mesh_release(mesh);
    return mesh_builder_finish(&b);
}

static void add_fasteners(SceneData *scene)
{
    const BoltSize m6 = {3, 36, 10, 4, 22, 1}, m8 = {4, 22, 13, 5.3, 12, 1.25};
    const BoltSize m4 = {2, 18, 7, 4, 12, 0.7};
    Vec3d at[6];
    for (int i = 0; i < 6; ++i) {
        bool rear = i >= 3;
        double y = GEARBOX_BRIDGE_FOOT + GEARBOX_GAP + (rear ? REAR_BOLT_LIFT : 0);
        at[i] = vec3d(rear ? -GEARBOX_BOLT_X : GEARBOX_BOLT_X, y, gearbox_bolt_z[i % 3]);
    }
    add_copies(scene, "Bridge bolt M6", element_hex_bolt(&m6), at, 6, COLOUR_BOLT);
    for (int i = 0; i < 4; ++i)
        at[i] = vec3d(i & 1 ? GEARBOX_FOOT_X : -GEARBOX_FOOT_X, GEARBOX_FLOOR + GEARBOX_GAP,
                      i & 2 ? GEARBOX_FOOT_Z : -GEARBOX_FOOT_Z);
    add_copies(scene, "Foot bolt M8", element_hex_bolt(&m8), at, 4, COLOUR_BOLT);
    for (int i = 0; i < 4; ++i) {
        double angle = TAU * (2 * i + 1) / 8;
        at[i] = vec3d(GEARBOX_HALF_LENGTH + 7 + 2 * GEARBOX_GAP, GEARBOX_COVER_CIRCLE * cos(angle),
                      gearbox_bores[BORE_OUTPUT].z + GEARBOX_COVER_CIRCLE * sin(angle));
    }
    add_copies(scene, "Cover screw M4", element_socket_screw(&m4), at, 4, COLOUR_SCREW);
}

// The shafts turn in the housing and take along what sits on them; the teeth couple them.
static void add_joints(SceneData *scene)
{
    static const char *const on_input[] = {"Input key", "Input bearing front, inner ring",
                                           "Input bearing rear, inner ring"};
    static const char *const on_output[] = {"Gear wheel", "Output key",
                                            "Output bearing front, inner ring",
                                            "Output bearing rear, inner ring"};
    const Vec3d x = vec3d(1, 0, 0), input = vec3d(0, 0, gearbox_bores[BORE_INPUT].z),
                output = vec3d(0, 0, gearbox_bores[BORE_OUTPUT].z);
    int32_t pinion = scene_add_joint(scene, JOINT_HINGE, "Housing", "Input shaft", input, x,
                                     "Input shaft turns in Housing");
    int32_t wheel = scene_add_joint(scene, JOINT_HINGE, "Housing", "Output shaft", output, x,
                                    "Output shaft turns in Housing");
    for (int i = 0; i < 3; ++i)
        scene_add_joint(scene, JOINT_FIXED, "Input shaft", on_input[i], input, x, on_input[i]);
    for (int i = 0; i < 4; ++i)
        scene_add_joint(scene, JOINT_FIXED, "Output shaft", on_output[i], output, x, on_output[i]);
    scene_couple(scene, pinion, wheel, -(double)gearbox_pinion.teeth / (double)gearbox_wheel.teeth);
}

static void add_tour(SceneData *scene)
{
    const char *bridge = "Bearing bridge rear", *shaft = "Output shaft", *pinion = "Input shaft";
    const Vec3d x = vec3d(1, 0, 0), none = vec3d(0, 0, 0);
    const double degree = TAU / 360;
    scene_tour_add(
        scene, bridge, (TourPose){.shift = vec3d(0, -REAR_LIFT, 0)}, 3, false,
        "Lower the rear bridge 46 mm onto its bearings: it fits, with 0.3 mm all round.");
    scene_tour_add(scene, bridge, (TourPose){.shift = vec3d(0, -REAR_LIFT - 1, 0)}, 1, true,
                   "One more millimetre, and it cuts into the housing and both outer rings.");
    scene_tour_add(scene, bridge, (TourPose){.shift = none}, 2, false,
                   "Lift the bridge off again: nothing touches.");
    scene_tour_add(scene, shaft, (TourPose){.shift = vec3d(6, 0, 0)}, 2, true,
                   "Slide the output shaft 6 mm to the front: its shoulder meets the bearing, its "
                   "collar the wheel.");
    scene_tour_add(scene, shaft, (TourPose){.shift = none}, 1, false, "Slide it back.");
    scene_tour_add(scene, pinion, (TourPose){none, x, 2 * degree}, 2, true,
                   "Turn the input shaft alone by 2 degrees: the pinion bites into the wheel.");
    scene_tour_add(scene, pinion, (TourPose){none, x, 0}, 1, false,
                   "Turn it back: the teeth run with 0.3 mm of play on either flank.");
}

static void build(SceneData *scene)
{
    const BearingSize small = {8.5, 20, 12, 3.375, 8, 0.35}, large = {12.5, 26, 15, 3.97, 9, 0.35};
    const double input = gearbox_bores[BORE_INPUT].z, output = gearbox_bores[BORE_OUTPUT].z;
    const Vec3d home = vec3d(0, 0, 0);
    add_in_place(scene, "Housing", gearbox_housing(), home, COLOUR_HOUSING);
    add_in_place(scene, "Base plate", gearbox_base_plate(),
                 vec3d(0, GEARBOX_BOTTOM - GEARBOX_GAP, 0), COLOUR_BASE);
    add_in_place(scene, "Bearing bridge front", gearbox_bridge(true), home, COLOUR_BRIDGE);
    add_in_place(scene, "Bearing bridge rear", mirrored_in_x(gearbox_bridge(false)),
                 vec3d(0, REAR_LIFT, 0), COLOUR_BRIDGE);
    add_at(scene, "Output cover", gearbox_cover(),
           vec3d(GEARBOX_HALF_LENGTH + GEARBOX_GAP, 0, output), COLOUR_COVER);
    add_shaft(scene, "Input shaft", gearbox_input_shaft(), input, COLOUR_INPUT);
    add_shaft(scene, "Output shaft", gearbox_output_shaft(), output, COLOUR_OUTPUT);
    add_at(scene, "Gear wheel", element_gear_wheel(&gearbox_wheel, 26, 16, 26, 30),
           vec3d(0, 0, output), COLOUR_WHEEL);
    add_in_place(scene, "Input key", element_key(&gearbox_input_key, GEARBOX_GAP, 5),
                 vec3d(GEARBOX_INPUT_END - 1.5 - GEARBOX_GAP, 0, input), COLOUR_KEY);
    add_in_place(scene, "Output key", element_key(&gearbox_output_key, GEARBOX_GAP, 6),
                 vec3d(GEARBOX_OUTPUT_END - 1.5 - GEARBOX_GAP, 0, output), COLOUR_KEY);
    add_bearings(scene, "Input", &small, input);
    add_bearings(scene, "Output", &large, output);
    add_fasteners(scene);
    add_joints(scene);
    add_tour(scene);
}

const Scene scene_gearbox = {
    .name = "Gear unit",
    .note = "Two shafts in ball bearings, a gear pair, an open housing: drag a part into its "
            "neighbour",
    .build = build,
};
