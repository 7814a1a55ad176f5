// A fit check in its smallest form: a headed pin half way into the hole of a plate, 0.2 mm all
// round.
#include "app/scenes/scene.h"
#include "app/scenes/solid.h"

enum { SEGMENTS = 96, CORNER = 8 };
static const double TAU = 6.283185307179586476925;
#define PIN_RADIUS 10.0
#define PIN_GAP 0.205 // 0.2 promised, the rest for rounding
#define PIN_LIFT 14.0 // of the head above the plate at rest

static Mesh *plate(void)
{
    MeshBuilder b = {0};
    SolidFrame frame = {AXIS_Y, vec3d(0, 0, 0)};
    const double thick = 24, half = 45, corner = 8, edge = 1.5;
    // The facets' middles, not their corners, must keep away from the pin.
    const double hole = (PIN_RADIUS + PIN_GAP) / cos(TAU / 2 / SEGMENTS);
    Contour rim[4] = {{0}}, bore[4] = {{0}};
    const double w[4] = {-thick, -thick + edge, -edge, 0};
    for (int i = 0; i < 4; ++i) {
        bool face = i == 0 || i == 3;
        double inset = face ? edge : 0;
        contour_rounded_rectangle(&b, &rim[i], frame, half - inset, half - inset, corner - inset,
                                  w[i], CORNER);
        contour_circle(&b, &bore[i], frame, hole + inset, w[i], SEGMENTS);
        if (i > 0) {
            solid_band(&b, &rim[i - 1], &rim[i]);
            solid_band(&b, &bore[i - 1], &bore[i]);
        }
    }
    solid_ring(&b, AXIS_Y, &rim[0], &bore[0]);
    solid_ring(&b, AXIS_Y, &rim[3], &bore[3]);
    return solid_finish(&b);
}

static Mesh *pin(void)
{
    static const ProfilePoint PROFILE[] = {{-36, PIN_RADIUS - 2.5},
                                           {-33.5, PIN_RADIUS},
                                           {0, PIN_RADIUS},
                                           {0, 15},
                                           {1, 16},
                                           {7, 16},
                                           {9, 14}};
    MeshBuilder b = {0};
    solid_revolve_rod(&b, (SolidFrame){AXIS_Y, vec3d(0, 0, 0)}, PROFILE,
                      sizeof PROFILE / sizeof *PROFILE, SEGMENTS);
    return solid_finish(&b);
}

static void build(SceneData *scene)
{
    Affine identity = affine_identity(), lifted = affine_translation(vec3d(0, PIN_LIFT, 0));
    scene_add(scene, "Plate", plate(), &identity, 0x8C9AA6);
    scene_add(scene, "Pin", pin(), &lifted, 0xC9A45C);

    const Vec3d z = vec3d(0, 0, 1), none = vec3d(0, 0, 0);
    scene_tour_add(scene, "Pin", (TourPose){.shift = vec3d(0, 0.3 - PIN_LIFT, 0)}, 2, false,
                   "Push the pin in until its head is 0.3 mm above the plate: it fits.");
    scene_tour_add(scene, "Pin", (TourPose){.shift = vec3d(0.15, 0.3 - PIN_LIFT, 0)}, 1, false,
                   "0.15 mm to the side: still inside its play of 0.2 mm.");
    scene_tour_add(scene, "Pin", (TourPose){.shift = vec3d(0.25, 0.3 - PIN_LIFT, 0)}, 1, true,
                   "0.25 mm to the side: contact with the wall of the hole.");
    scene_tour_add(scene, "Pin", (TourPose){.shift = none}, 2, false, "Back out.");
    scene_tour_add(scene, "Pin", (TourPose){none, z, TAU / 180}, 1, true,
                   "Tilt the pin by 2 degrees: it jams at both mouths of the hole.");
    scene_tour_add(scene, "Pin", (TourPose){none, z, 0}, 1, false, "Upright again, free again.");
}

const Scene scene_pin_and_plate = {
    .name = "Pin and plate",
    .note = "A pin in a hole with 0.2 mm of play: does it fit?",
    .build = build,
};
