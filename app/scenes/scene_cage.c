// Two gear wheels in a cage, to bounce there: the scenario of the BoxTree paper of 1997, in which two bodies
// are close to each other most of the time.
#include "app/scenes/elements.h"
#include "app/scenes/scene.h"

#define RADIUS 36.5                  // of a wheel, about its middle
#define HALF (0.75 * 1.7 * RADIUS)   // what the middles have to each side
#define INNER (1.13 * HALF + RADIUS) // of the cage: nobody reaches it
#define BAR 3.0

// The bars along the twelve edges of a cube. Of 3 x 3 x 3 cells those are full that lie at an edge.
static bool is_full(int x, int y, int z)
{
    return x >= 0 && x < 3 && y >= 0 && y < 3 && z >= 0 && z < 3 &&
           (x != 1) + (y != 1) + (z != 1) >= 2;
}

static Mesh *bars(void)
{
    const double at[4] = {-INNER - BAR, -INNER, INNER, INNER + BAR};
    MeshBuilder b = {0};
    int32_t corner[4][4][4];
    for (int i = 0; i < 64; ++i) {
        int x = i / 16, y = i / 4 % 4, z = i % 4;
        corner[x][y][z] = mesh_builder_vertex(&b, vec3d(at[x], at[y], at[z]));
    }
    for (int i = 0; i < 27 * 3; ++i) {
        int cell[3] = {i / 27, i / 9 % 3, i / 3 % 3}, axis = i % 3;
        for (int side = 0; side < 2 && is_full(cell[0], cell[1], cell[2]); ++side) {
            int next[3] = {cell[0], cell[1], cell[2]};
            next[axis] += side ? 1 : -1;
            if (is_full(next[0], next[1], next[2]))
                continue;
            int32_t v[4];
            for (int k = 0; k < 4; ++k) {
                int p[3] = {cell[0], cell[1], cell[2]};
                p[axis] += side;
                p[(axis + 1) % 3] += k == 1 || k == 2;
                p[(axis + 2) % 3] += k >= 2;
                v[k] = corner[p[0]][p[1]][p[2]];
            }
            mesh_builder_face4(&b, v[0], v[1], v[2], v[3]);
        }
    }
    return solid_finish(&b);
}

static void build(SceneData *scene)
{
    const GearSize gear = {2, 34, 0.05};
    const Affine here = affine_identity();
    Mesh *wheel = element_gear_wheel(&gear, 12, 7, 12, 18);
    const Vec3d x = vec3d(1, 0, 0), axis = vec3d_normalised(vec3d(1, 2, 2));
    Affine low = affine_rotation(axis, 0.7), high = affine_rotation(axis, -2.1);
    low.p = vec3d(-HALF, -HALF, -HALF);
    high.p = vec3d(HALF, HALF, HALF);
    scene_add(scene, "Wheel 1", wheel ? mesh_retain(wheel) : NULL, &low, 0x5E86A8);
    scene_add(scene, "Wheel 2", wheel, &high, 0xC9A45C);
    scene_add(scene, "Cage", bars(), &here, 0x59626B);
    scene_add_joint(scene, JOINT_FIXED, NULL, "Cage", vec3d(0, 0, 0), x, "Cage stands");

    const Vec3d none = vec3d(0, 0, 0), across = vec3d(1.5 * HALF, 1.5 * HALF, 1.5 * HALF);
    scene_tour_add(scene, "Wheel 1", (TourPose){.shift = across}, 2, true,
                   "Wheel 1 flies towards wheel 2, and meets it.");
    scene_tour_add(scene, "Wheel 1", (TourPose){.shift = none}, 2, false,
                   "They exchange velocities: wheel 1 goes back ...");
    scene_tour_add(scene, "Wheel 2", (TourPose){.shift = vec3d(0, -2 * HALF, 0)}, 2, false,
                   "... and wheel 2 flies on, down to the bottom.");
    scene_tour_add(scene, "Wheel 2", (TourPose){.shift = none}, 2, false,
                   "It bounces off the bars. In the Path panel both bounce for 2000 frames.");
}

const Scene scene_cage = {
    .name = "Cage",
    .note = "Two gear wheels bounce in a cage and off each other: the Path panel lets them",
    .build = build,
};
