// The wheel leads into gaps: two blocks of a gear unit's size, a hundredth of a millimetre apart.
#include "app/tests/gfx_fixture.h"

static const double GAP = 0.01;

// As the hand does it: the cursor is kept on the edge of the right block while the wheel turns.
static Camera zoom_into_gap(double fov, int *notches)
{
    Camera camera = {.target = vec3d(10, 20, 0), .yaw = 0.1, .pitch = 0.15, .distance = 500};
    camera.fov_y = fov;
    const Vec3d edge = vec3d(GAP / 2, 0, 50);
    *notches = 0;
    while (camera_world_per_pixel(&camera, edge, HEIGHT) > GAP / 100 && *notches < 400) {
        double x, y;
        assert_true(camera_project(&camera, edge, WIDTH, HEIGHT, &x, &y));
        camera = camera_anchored(&camera, edge);
        camera = camera_zoomed(&camera, 1.15, x, y, WIDTH, HEIGHT);
        // Brought to the middle, bit by bit.
        camera = camera_panned(&camera, (WIDTH / 2.0 - x) / 4, (HEIGHT / 2.0 - y) / 4, HEIGHT);
        ++*notches;
    }
    return camera;
}

static const unsigned char *pixel_of(const Camera *camera, Vec3d at)
{
    double x, y;
    assert_true(camera_project(camera, at, WIDTH, HEIGHT, &x, &y));
    if (!(x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT))
        fail_msg("%g, %g is outside of the picture", x, y);
    return pixels[(int)y][(int)x];
}

static void a_gap_of_a_hundredth_can_be_looked_into(void **state)
{
    (void)state;
    // The last one: in a hall of 100 m, whose far wall would take the near plane along.
    const double fovs[3] = {CAMERA_FOV, 0, CAMERA_FOV}, sizes[3] = {150, 150, 1e5};
    for (int i = 0; i < 3; ++i) {
        int notches;
        double size = sizes[i];
        Camera camera = zoom_into_gap(fovs[i], &notches);
        DrawPart parts[3] = {box_part(0), box_part(0), box_part(0)};
        for (int k = 0; k < 2; ++k) {
            parts[k].colour = k ? 0x2040D0 : 0xD04020;
            parts[k].placement.p = vec3d((k ? 1 : -1) * (50 + GAP / 2), 0, 0);
            for (int axis = 0; axis < 3; ++axis)
                parts[k].placement.m[axis][axis] = 50;
        }
        // White, half a millimetre inside: seen if the near plane cuts the front faces off.
        parts[2].colour = 0xFFFFFF;
        parts[2].placement.p = vec3d(0, 0, 49.5);
        parts[2].placement.m[0][0] = parts[2].placement.m[1][1] = 40;
        parts[2].placement.m[2][2] = 0.01;
        DrawScene scene = {.camera = camera,
                           .bounds = {vec3d(-size, -size, -size), vec3d(size, size, size)},
                           .parts = parts,
                           .part_count = 3,
                           .hide_triad = true};
        draw(&scene);
        // The front faces on both sides of the gap are there, side by side on one picture.
        const unsigned char *left = pixel_of(&camera, vec3d(-GAP, 0, 50));
        const unsigned char *right = pixel_of(&camera, vec3d(GAP, 0, 50));
        assert_true(left[0] > 100 && left[2] < 90);
        assert_true(right[2] > 100 && right[0] < 90);
        print_message("RAN: %d notches, %g mm per pixel, distance %g mm\n", notches,
                      camera_world_per_pixel(&camera, vec3d(0, 0, 50), HEIGHT), camera.distance);
    }
}

int main(void)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gap_of_a_hundredth_can_be_looked_into),
    };
    RUN_PICTURE_TESTS(tests);
}
