// What the figures of the papers are about, side by side: their models where a formula gives them, and stand-ins
// (core/mesh/stand_ins.h) for the others. Figures show some of it at a time.
#include "app/scenes/scene.h"
#include "core/mesh/shapes.h"
#include "core/mesh/stand_ins.h"

static const double HALF = 40; // of the longest side of most

static Affine at(double x, double z)
{
    Affine place = affine_identity();
    place.p = vec3d(x, 0, z);
    return place;
}

static void add_stand_in(SceneData *scene, const char *name, enum StandIn which, Affine place,
                         uint32_t colour)
{
    scene_add(scene, name, stand_in(which, 1, HALF), &place, colour);
}

static void build(SceneData *scene)
{
    Affine place = at(-39.2, 0);
    scene_add(scene, "Sphere 0.95", shape_ico_sphere(0.95 * HALF, 4), &place, 0x5E86A8);
    place = at(39.2, 0);
    scene_add(scene, "Sphere 1", shape_ico_sphere(HALF, 4), &place, 0xC9A45C);

    place = at(-110, -130);
    scene_add(scene, "Torus of 5000", shape_torus(HALF / 1.2, HALF / 6, 50, 50), &place, 0x7FA37A);
    add_stand_in(scene, "Teapot (stand-in)", STAND_IN_TEAPOT, at(0, -130), 0xB9785F);
    add_stand_in(scene, "X-wing (stand-in)", STAND_IN_X_WING, at(110, -130), 0x9AA3AD);

    add_stand_in(scene, "Headlight (stand-in)", STAND_IN_HEADLIGHT, at(-110, -250), 0xC9C3A0);
    add_stand_in(scene, "Car body (stand-in)", STAND_IN_CAR, at(0, -250), 0x6C7FA8);
    add_stand_in(scene, "Door lock (stand-in)", STAND_IN_LOCK, at(110, -250), 0xA58CA8);

    Mesh *torus = shape_torus(HALF / 1.3, 0.3 * HALF / 1.3, 32, 16);
    place = at(-110, -370);
    scene_add(scene, "Torus of 1024", torus ? mesh_retain(torus) : NULL, &place, 0x5E86A8);
    place = at(0, -370);
    scene_add(scene, "Second torus of 1024", torus, &place, 0xC9A45C);
    place = at(110, -370);
    scene_add(scene, "Torus of 400", shape_torus(HALF / 1.3, 0.3 * HALF / 1.3, 20, 10), &place,
              0xC9A45C);
    place = at(220, -130);
    scene_add(scene, "Knot", shape_knot(2, 3, 26, 10.5, 5.5, 180, 36), &place, 0xA8626B);

    const Vec3d none = vec3d(0, 0, 0);
    scene_tour_add(scene, "Sphere 1", (TourPose){.shift = vec3d(3, 0, 0)}, 1, false,
                   "Pull the larger sphere 3 mm away from the other.");
    scene_tour_add(scene, "Sphere 1", (TourPose){.shift = vec3d(-6, 0, 0)}, 1, true,
                   "Push it back, and 6 mm further: they run into each other.");
    scene_tour_add(scene, "Sphere 1", (TourPose){.shift = vec3d(-78.4, 0, 0)}, 2, false,
                   "In the middle one lies within the other, close to it all around.");
    scene_tour_add(scene, "Sphere 1", (TourPose){.shift = none}, 2, false, "And back.");
}

const Scene scene_models = {
    .name = "Models of the papers",
    .note = "Spheres, tori and stand-ins for a teapot, an X-wing and car parts: what the papers' "
            "figures show",
    .build = build,
};
