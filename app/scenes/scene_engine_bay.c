// The front of a car, after the service task of the 1997 paper on BoxTrees: the alternator comes out once
// the hood is open, the fan off, the oil filter tilted, the cooling hose pushed aside and the fixing wheel
// of the V-belt unscrewed. All of that follows from the parts' shapes alone.
#include "app/scenes/bay.h"
#include "app/scenes/scene.h"

#include <stdio.h>

static const double TAU = 6.283185307179586476925;

// Muted, told apart by lightness too, and none near the viewer's alert colours.
enum {
    COLOUR_BODY = 0x4F6F8F,
    COLOUR_HOOD = 0x5B80A6,
    COLOUR_PANEL = 0x46627F,
    COLOUR_BLOCK = 0x6B7075,
    COLOUR_HEAD = 0xA3A9AE,
    COLOUR_COVER = 0x3F4A54,
    COLOUR_PAN = 0x33383D,
    COLOUR_CAST = 0xB8BDC1,
    COLOUR_PULLEY = 0x82898F,
    COLOUR_RUBBER = 0x26292C,
    COLOUR_WHEEL = 0xC98F3D,
    COLOUR_ALTERNATOR = 0xC7C3B4,
    COLOUR_FAN = 0xD5D0B8,
    COLOUR_RADIATOR = 0x3B4045,
    COLOUR_FILTER = 0x3F7F73,
    COLOUR_TANK = 0xD9DCCB,
    COLOUR_EXHAUST = 0x7A5B48,
    COLOUR_PLENUM = 0x9BA6AE,
    COLOUR_PLASTIC = 0x2E3338,
    COLOUR_CABLE = 0x5A4A86,
    COLOUR_PLUS = 0x9A6A4F,
    COLOUR_LAMP = 0xC9D3DA,
    COLOUR_BOLT = 0x555B61,
};

// The mesh's origin goes to the middle of its box, its place into the placement.
static void add(SceneData *scene, const char *name, Mesh *mesh, uint32_t colour)
{
    Affine rest = affine_translation(mesh ? mesh_recentre(mesh) : vec3d(0, 0, 0));
    scene_add(scene, name, mesh, &rest, colour);
}

// For what turns: its origin stays on the axis.
static void add_at(SceneData *scene, const char *name, Mesh *mesh, Vec3d at, uint32_t colour)
{
    Affine rest = affine_translation(at);
    scene_add(scene, name, mesh, &rest, colour);
}

static Vec3d on_belt_axis(int axis)
{
    return vec3d(0, bay_axes[axis].y, bay_axes[axis].z);
}

static const Vec3d FILTER = {{BAY_FILTER_X, BAY_FILTER_Y, BAY_FILTER_Z}};
static const Vec3d HOOD = {{BAY_HOOD_X, BAY_HOOD_Y, 0}};

static void add_engine(SceneData *scene)
{
    add(scene, "Engine block", bay_engine_block(), COLOUR_BLOCK);
    add(scene, "Oil pan", bay_oil_pan(), COLOUR_PAN);
    add(scene, "Cylinder head", bay_head(), COLOUR_HEAD);
    add(scene, "Cam cover", bay_cam_cover(), COLOUR_COVER);
    add(scene, "Oil filler cap", bay_filler_cap(), COLOUR_PLASTIC);
    add(scene, "Timing cover", bay_timing_cover(), COLOUR_CAST);
    add(scene, "Intake plenum", bay_plenum(), COLOUR_PLENUM);
    add(scene, "Air filter", bay_air_filter(), COLOUR_PLASTIC);
    add(scene, "Air duct", bay_air_duct(), COLOUR_RUBBER);
    add(scene, "Exhaust manifold", bay_exhaust(), COLOUR_EXHAUST);
    for (int i = 0; i < 4; ++i) {
        char name[32];
        snprintf(name, sizeof name, "Ignition cable %d", i + 1);
        add(scene, name, bay_ignition_cable(i), COLOUR_CABLE);
    }
}

static void add_bracket_bolts(SceneData *scene)
{
    const BoltSize m10 = {5, 15, 16, 7, 10, 1.5};
    const double z = BAY_BLOCK_SIDE + BAY_GAP + 16 + BAY_GAP;
    const Vec3d at[3] = {{{-40, 130, z}}, {{0, 130, z}}, {{-10, 270, z}}};
    Mesh *bolt = element_hex_bolt(&m10);
    scene->failed |= !bolt;
    for (int i = 0; bolt && i < 3; ++i) {
        char name[32];
        snprintf(name, sizeof name, "Bracket bolt M10 %d", i + 1);
        Affine rest = affine_rotation(vec3d(1, 0, 0), TAU / 4);
        rest.p = at[i];
        scene_add(scene, name, mesh_retain(bolt), &rest, COLOUR_BOLT);
    }
    mesh_release(bolt);
}

static void add_drive(SceneData *scene)
{
    add(scene, "Crank pulley", bay_pulley(BAY_CRANK), COLOUR_PULLEY);
    add(scene, "Pump pulley", bay_pulley(BAY_PUMP), COLOUR_PULLEY);
    add(scene, "V-belt", bay_belt(), COLOUR_RUBBER);
    add_at(scene, "Fixing wheel", bay_fixing_wheel(), on_belt_axis(BAY_ALTERNATOR), COLOUR_WHEEL);
    add_at(scene, "Alternator", bay_alternator(BAY_ALTERNATOR_RADIUS), on_belt_axis(BAY_ALTERNATOR),
           COLOUR_ALTERNATOR);
    scene_add_variant(scene, "Alternator", "Larger alternator",
                      bay_alternator(BAY_ALTERNATOR_RADIUS + 4));
    add(scene, "Alternator bracket", bay_alternator_bracket(), COLOUR_CAST);
    add_bracket_bolts(scene);
    add(scene, "Filter mount", bay_filter_mount(), COLOUR_CAST);
    add_at(scene, "Oil filter", bay_oil_filter(), FILTER, COLOUR_FILTER);
}

static void add_cooling(SceneData *scene)
{
    add(scene, "Radiator", bay_radiator(), COLOUR_RADIATOR);
    add_at(scene, "Fan", bay_fan(), on_belt_axis(BAY_PUMP), COLOUR_FAN);
    add(scene, "Thermostat housing", bay_thermostat(), COLOUR_CAST);
    add(scene, "Cooling hose", bay_hose(), COLOUR_RUBBER);
    add(scene, "Radiator hose", bay_radiator_hose(), COLOUR_RUBBER);
    add(scene, "Expansion tank", bay_expansion_tank(), COLOUR_TANK);
}

static void add_body(SceneData *scene)
{
    add(scene, "Battery", bay_battery(), COLOUR_PLASTIC);
    add(scene, "Battery cable +", bay_battery_cable(true), COLOUR_PLUS);
    add(scene, "Battery cable -", bay_battery_cable(false), COLOUR_RUBBER);
    add(scene, "Brake booster", bay_brake_booster(), COLOUR_PLASTIC);
    add(scene, "Brake fluid reservoir", bay_brake_reservoir(), COLOUR_TANK);
    add(scene, "Headlight left", bay_headlight(false), COLOUR_LAMP);
    add(scene, "Headlight right", bay_headlight(true), COLOUR_LAMP);
    add(scene, "Firewall", bay_firewall(), COLOUR_BODY);
    add(scene, "Fender left", bay_fender(false), COLOUR_BODY);
    add(scene, "Fender right", bay_fender(true), COLOUR_BODY);
    add(scene, "Front panel", bay_front_panel(), COLOUR_PANEL);
    add_at(scene, "Hood", bay_hood(), HOOD, COLOUR_HOOD);
    add(scene, "Hood hinge left", bay_hood_hinge(false), COLOUR_BOLT);
    add(scene, "Hood hinge right", bay_hood_hinge(true), COLOUR_BOLT);
}

static void add_joints(SceneData *scene)
{
    const double degree = TAU / 360;
    int32_t hood = scene_add_joint(scene, JOINT_HINGE, "Firewall", "Hood", HOOD, vec3d(0, 0, 1),
                                   "Hood turns on Firewall");
    int32_t filter = scene_add_joint(scene, JOINT_HINGE, "Filter mount", "Oil filter", FILTER,
                                     vec3d(-1, 0, 0), "Oil filter tilts on Filter mount");
    int32_t wheel =
        scene_add_joint(scene, JOINT_SCREW, "Alternator bracket", "Fixing wheel",
                        on_belt_axis(BAY_ALTERNATOR), vec3d(1, 0, 0), "Fixing wheel is screwed on");
    scene->joints[hood].low.turn = 0;
    scene->joints[hood].high.turn = 65 * degree;
    scene->joints[filter].low.turn = 0;
    scene->joints[filter].high.turn = 85 * degree;
    scene->joints[wheel].pitch = BAY_THREAD_PITCH;
    scene->joints[wheel].low.turn = 0;
    scene->joints[wheel].high.turn = TAU * BAY_WHEEL_WAY / BAY_THREAD_PITCH;
}

static void add_tour(SceneData *scene)
{
    const Vec3d x = vec3d(1, 0, 0), z = vec3d(0, 0, 1), none = vec3d(0, 0, 0);
    const double degree = TAU / 360, turns = TAU * BAY_WHEEL_WAY / BAY_THREAD_PITCH;
    scene_tour_add(scene, "Hood", (TourPose){none, z, 65 * degree}, 3, false,
                   "Open the hood by 65 degrees: it turns on two hinges.");
    scene_tour_add(scene, "Fan", (TourPose){.shift = vec3d(24, 0, 0)}, 1, false,
                   "Pull the fan 24 mm forward, off its hub.");
    scene_tour_add(scene, "Fan", (TourPose){.shift = vec3d(24, 560, 0)}, 3, false,
                   "Lift it out between engine and radiator.");
    scene_tour_add(scene, "Oil filter", (TourPose){none, x, -85 * degree}, 2, false,
                   "Tilt the oil filter up by 85 degrees.");
    scene_tour_add(scene, "Fixing wheel", (TourPose){vec3d(BAY_WHEEL_WAY, 0, 0), x, turns}, 3,
                   false, "Unscrew the fixing wheel of the V-belt: one turn of its steep thread.");
    scene_tour_add(scene, "Alternator", (TourPose){.shift = vec3d(-40, 0, 0)}, 2, false,
                   "Now the alternator leaves its pins and the belt, 40 mm to the rear.");
    scene_tour_add(scene, "Alternator", (TourPose){.shift = vec3d(-40, 160, 0)}, 2, true,
                   "On its way up it meets the cooling hose: that has to be pushed aside.");
    scene_tour_add(scene, "Alternator", (TourPose){.shift = vec3d(-40, 0, 0)}, 2, false,
                   "Take it down again.");
    scene_tour_add(scene, "Alternator", (TourPose){.shift = none}, 1, false,
                   "Put it back onto its pins.");
    scene_tour_add(scene, "Fixing wheel", (TourPose){none, x, 0}, 2, false, "Screw the wheel on.");
    scene_tour_add(scene, "Oil filter", (TourPose){none, x, 0}, 1, false, "Tilt the filter back.");
    scene_tour_add(scene, "Fan", (TourPose){.shift = vec3d(24, 0, 0)}, 2, false,
                   "Lower the fan in front of its hub.");
    scene_tour_add(scene, "Fan", (TourPose){.shift = none}, 1, false, "Push it on.");
    scene_tour_add(scene, "Hood", (TourPose){none, z, 0}, 2, false, "Shut the hood.");
}

static void build(SceneData *scene)
{
    add_engine(scene);
    add_drive(scene);
    add_cooling(scene);
    add_body(scene);
    add_joints(scene);
    add_tour(scene);
}

const Scene scene_engine_bay = {
    .name = "Engine bay",
    .note =
        "How does the alternator come out? Open the hood, take the fan off, tilt the oil filter",
    .build = build,
};
