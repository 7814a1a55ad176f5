// Joints in their smallest form: a box whose lid turns on a hinge, and a latch that slides over the lid
// and keeps it shut.
#include "app/scenes/scene.h"
#include "app/scenes/solid.h"
#include "core/mesh/shapes.h"

enum { SEGMENTS = 48, CORNER = 8 };
static const double TAU = 6.283185307179586476925;
#define HALF_LENGTH 60.0 // along x
#define HALF_WIDTH 40.0  // along z
#define HEIGHT 50.0
#define WALL 4.0
#define GAP 0.5 // between parts at rest
#define LID 5.0 // its thickness
#define HINGE_BEHIND 3.0
#define LATCH 14.0     // its length and width
#define LATCH_WAY 10.0 // over the lid

static const SolidFrame HOME = {AXIS_Y, {{0, 0, 0}}};

static Vec3d hinge(void)
{
    return vec3d(0, HEIGHT + GAP / 2, -HALF_WIDTH - HINGE_BEHIND);
}

static void outline(MeshBuilder *b, Contour *c, SolidFrame frame, double inset, double height)
{
    contour_rounded_rectangle(b, c, frame, HALF_WIDTH - inset, HALF_LENGTH - inset, 8 - inset,
                              height, CORNER);
}

static Mesh *box(void)
{
    MeshBuilder b = {0};
    Contour outside[2] = {{0}}, inside[2] = {{0}};
    outline(&b, &outside[0], HOME, 0, 0);
    outline(&b, &outside[1], HOME, 0, HEIGHT);
    outline(&b, &inside[0], HOME, WALL, WALL);
    outline(&b, &inside[1], HOME, WALL, HEIGHT);
    solid_disc(&b, AXIS_Y, &outside[0]);
    solid_band(&b, &outside[0], &outside[1]);
    solid_ring(&b, AXIS_Y, &outside[1], &inside[1]);
    solid_band(&b, &inside[0], &inside[1]);
    solid_disc(&b, AXIS_Y, &inside[0]);
    return solid_finish(&b);
}

// Its origin lies on the hinge.
static Mesh *lid(void)
{
    MeshBuilder b = {0};
    SolidFrame frame = {AXIS_Y, vec3d(0, 0, HALF_WIDTH + HINGE_BEHIND)};
    Contour low = {0}, high = {0};
    outline(&b, &low, frame, 0, GAP / 2);
    outline(&b, &high, frame, 0, GAP / 2 + LID);
    solid_disc(&b, AXIS_Y, &low);
    solid_band(&b, &low, &high);
    solid_disc(&b, AXIS_Y, &high);
    return solid_finish(&b);
}

static Mesh *pin(void)
{
    MeshBuilder b = {0};
    const ProfilePoint profile[] = {{-HALF_LENGTH + 8, 2}, {HALF_LENGTH - 8, 2}};
    solid_revolve_rod(&b, (SolidFrame){AXIS_X, vec3d(0, 0, 0)}, profile, 2, SEGMENTS);
    return solid_finish(&b);
}

static void add_at(SceneData *scene, const char *name, Mesh *mesh, Vec3d at, uint32_t colour)
{
    Affine rest = affine_translation(at);
    scene_add(scene, name, mesh, &rest, colour);
}

static void add_joints(SceneData *scene)
{
    const Vec3d opens = vec3d(-1, 0, 0), inwards = vec3d(0, 0, -1);
    int32_t lid_joint =
        scene_add_joint(scene, JOINT_HINGE, "Box", "Lid", hinge(), opens, "Lid turns on Box");
    scene_add_joint(scene, JOINT_FIXED, "Box", "Hinge pin", hinge(), opens, "Hinge pin");
    scene_add_joint(scene, JOINT_FIXED, "Box", "Post", hinge(), opens, "Post");
    int32_t latch = scene_add_joint(scene, JOINT_SLIDE, "Post", "Latch",
                                    vec3d(0, HEIGHT, HALF_WIDTH), inwards, "Latch slides on Post");
    scene->joints[lid_joint].low.turn = 0;
    scene->joints[lid_joint].high.turn = TAU * 110 / 360;
    scene->joints[latch].low.shift = 0;
    scene->joints[latch].high.shift = LATCH_WAY;
}

static void build(SceneData *scene)
{
    const double top = HEIGHT + GAP + LID, post = 30;
    add_at(scene, "Box", box(), vec3d(0, 0, 0), 0x8C9AA6);
    add_at(scene, "Lid", lid(), hinge(), 0x5E86A8);
    add_at(scene, "Hinge pin", pin(), hinge(), 0xC9CED3);
    add_at(scene, "Post", shape_box(vec3d(LATCH, post, 8)),
           vec3d(0, top - post / 2, HALF_WIDTH + GAP + 4), 0x59626B);
    add_at(scene, "Latch", shape_box(vec3d(LATCH, 4, LATCH)),
           vec3d(0, top + GAP + 2, HALF_WIDTH + 1 + LATCH / 2), 0xC9A45C);
    add_joints(scene);

    const Vec3d x = vec3d(1, 0, 0), none = vec3d(0, 0, 0);
    scene_tour_add(scene, "Lid", (TourPose){none, x, -TAU * 100 / 360}, 2, false,
                   "Turn the lid on its hinge: the box is open, and nothing touches.");
    scene_tour_add(scene, "Lid", (TourPose){none, x, 0}, 2, false, "Shut it.");
    scene_tour_add(scene, "Latch", (TourPose){.shift = vec3d(0, 0, -LATCH_WAY)}, 1, false,
                   "Slide the latch 10 mm over the lid.");
    scene_tour_add(scene, "Lid", (TourPose){none, x, -TAU * 3 / 360}, 1, true,
                   "Now the lid meets the latch before it is open by a degree.");
    scene_tour_add(scene, "Lid", (TourPose){none, x, 0}, 1, false, "Shut it again.");
    scene_tour_add(scene, "Latch", (TourPose){.shift = none}, 1, false, "Take the latch back.");
}

const Scene scene_lid = {
    .name = "Box and lid",
    .note = "A lid on a hinge and a latch on a slide: drag them, they keep to their joints",
    .build = build,
};
