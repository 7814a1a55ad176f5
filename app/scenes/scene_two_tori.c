// Two linked rings: the simplest scene in which neither part is convex and the first contact is
// easy to find by eye.
#include "app/scenes/scene.h"
#include "core/mesh/shapes.h"

static const double TAU = 6.283185307179586476925;

static void build(SceneData *scene)
{
    // The second ring stands upright through the first one's hole; 80 segments by 32: 5120
    // triangles.
    Mesh *torus = shape_torus(40, 9, 80, 32);
    Affine flat = affine_identity();
    Affine upright = affine_rotation(vec3d(1, 0, 0), TAU / 4);
    upright.p = vec3d(40, 0, 0);
    scene_add(scene, "Flat ring", torus ? mesh_retain(torus) : NULL, &flat, 0x5E86A8);
    scene_add(scene, "Upright ring", torus, &upright, 0xC9A45C);

    const Vec3d x = vec3d(1, 0, 0), none = vec3d(0, 0, 0);
    scene_tour_add(scene, "Upright ring", (TourPose){.shift = vec3d(20, 0, 0)}, 2, false,
                   "Pull the upright ring 20 mm to the right: 2 mm are left between the rings.");
    scene_tour_add(scene, "Upright ring", (TourPose){.shift = vec3d(23, 0, 0)}, 1, true,
                   "3 mm further, and it pulls at the flat one: the first contact.");
    scene_tour_add(scene, "Upright ring", (TourPose){.shift = none}, 2, false,
                   "Back to the middle: linked, but not touching.");
    scene_tour_add(scene, "Upright ring", (TourPose){none, x, TAU / 5}, 2, true,
                   "Turn the upright ring by 72 degrees: it lies down on the flat one.");
    scene_tour_add(scene, "Upright ring", (TourPose){none, x, 0}, 2, false, "And back.");
}

const Scene scene_two_tori = {
    .name = "Two tori",
    .note = "Two linked rings of 5120 triangles each: pull until they touch",
    .build = build,
};
