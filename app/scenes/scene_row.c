// Pushing in its smallest form: blocks in a row on a table, and a wall behind the last one. Table and
// wall stand on the ground, so that nothing moves them.
#include "app/scenes/scene.h"
#include "core/mesh/shapes.h"

enum { BLOCKS = 5 };
#define BLOCK 20.0 // its edge
#define SPACE 10.0 // between two of them
#define GAP 0.3    // over the table
#define FIRST -80.0
#define WALL 80.0 // where it begins

static void add_box(SceneData *scene, const char *name, Vec3d size, Vec3d at, uint32_t colour)
{
    Affine rest = affine_translation(at);
    scene_add(scene, name, shape_box(size), &rest, colour);
}

static void build(SceneData *scene)
{
    static const char *const names[BLOCKS] = {"Block 1", "Block 2", "Block 3", "Block 4",
                                              "Block 5"};
    static const uint32_t colours[BLOCKS] = {0xC9A45C, 0x5E86A8, 0x6F9E7C, 0xA8735E, 0x8F7FB0};
    const Vec3d none = vec3d(0, 0, 0), up = vec3d(0, 1, 0);
    add_box(scene, "Table", vec3d(220, 8, 80), vec3d(0, -4, 0), 0x8C9AA6);
    add_box(scene, "Wall", vec3d(10, 50, 80), vec3d(WALL + 5, 25 + GAP, 0), 0x59626B);
    for (int i = 0; i < BLOCKS; ++i)
        add_box(scene, names[i], vec3d(BLOCK, BLOCK, BLOCK),
                vec3d(FIRST + i * (BLOCK + SPACE), BLOCK / 2 + GAP, 0), colours[i]);
    scene_add_joint(scene, JOINT_FIXED, NULL, "Table", none, up, "Table stands on the ground");
    scene_add_joint(scene, JOINT_FIXED, NULL, "Wall", none, up, "Wall stands on the ground");

    scene_tour_add(scene, "Block 1", (TourPose){.shift = vec3d(SPACE - 0.5, 0, 0)}, 1, false,
                   "Move the first block to 0.5 mm before the next one.");
    scene_tour_add(scene, "Block 1", (TourPose){.shift = vec3d(SPACE + 3, 0, 0)}, 1, true,
                   "3 mm farther: free parts go through each other.");
    scene_tour_add(scene, "Block 1", (TourPose){.shift = none}, 1, false, "Back.");
    scene_tour_add(scene, "Block 5", (TourPose){.shift = vec3d(31, 0, 0)}, 1, true,
                   "The last one meets the wall after 30 mm.");
    scene_tour_add(
        scene, "Block 5", (TourPose){.shift = none}, 1, false,
        "Back. With Contact: Push the first one takes all others along, up to the wall.");
}

const Scene scene_row = {
    .name = "Row of blocks",
    .note = "Five blocks before a wall: push the first one, and all of them go",
    .build = build,
};
