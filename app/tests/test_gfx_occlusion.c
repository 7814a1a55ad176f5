// Ambient occlusion: corners are darker, open faces and the background are not; switched off, or
// where depths cannot be copied, the picture is as before.
#include "app/tests/gfx_fixture.h"

static unsigned char plain[HEIGHT][WIDTH][4];

static int brightness(const unsigned char *pixel)
{
    return pixel[0] + pixel[1] + pixel[2];
}

// Two boxes side by side with a gap of a fifth of their size, seen from the front.
static DrawScene gap_scene(DrawPart parts[2])
{
    for (int i = 0; i < 2; ++i) {
        parts[i] = box_part(0);
        parts[i].placement.p = vec3d(i ? 0.6 : -0.6, i ? -0.15 : 0, i ? 0.8 : 0);
        parts[i].placement.m[0][0] = parts[i].placement.m[1][1] = 0.5;
    }
    DrawScene scene = front_scene();
    scene.hide_triad = true;
    scene.parts = parts;
    scene.part_count = 2;
    return scene;
}

static void corners_are_darker_and_faces_are_not(void **state)
{
    (void)state;
    renderer_set_samples(fixture.renderer, 4); // the same borders in both pictures
    for (int perspective = 0; perspective < 2; ++perspective) {
        DrawPart parts[2];
        DrawScene scene = gap_scene(parts);
        // The second box stands on the front of the first one.
        parts[1].placement.p = vec3d(-0.5, 0, 1.1);
        parts[1].placement.m[0][0] = parts[1].placement.m[1][1] = 0.2;
        parts[1].placement.m[2][2] = 0.1;
        if (perspective) {
            scene.camera.fov_y = CAMERA_FOV;
            scene.camera.distance = 5;
        }
        draw(&scene);
        memcpy(plain, pixels, sizeof plain);
        scene.occlusion = true;
        draw(&scene);
        int darker = 0, changed_background = 0;
        for (int y = 0; y < HEIGHT; ++y)
            for (int x = 0; x < WIDTH; ++x) {
                bool background = difference(plain[y][x], background_at(y)) <= 2;
                darker += brightness(pixels[y][x]) < brightness(plain[y][x]) - 20;
                changed_background += background && !is_background(x, y);
                if (brightness(pixels[y][x]) > brightness(plain[y][x]) + 6)
                    fail_msg("brighter at %d, %d", x, y);
            }
        print_message("%d pixels are darker\n", darker);
        assert_true(darker > 150 && darker < 12000);
        assert_true(changed_background < 300); // smoothed borders belong to both
    }
}

static void the_picture_is_the_same_without_it(void **state)
{
    (void)state;
    DrawPart parts[2];
    DrawScene scene = gap_scene(parts);
    draw(&scene);
    memcpy(plain, pixels, sizeof plain);
    scene.occlusion = true;
    draw(&scene);
    scene.occlusion = false;
    draw(&scene);
    assert_memory_equal(plain, pixels, sizeof plain);
}

int main(void)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(corners_are_darker_and_faces_are_not),
        cmocka_unit_test(the_picture_is_the_same_without_it),
    };
    RUN_PICTURE_TESTS(tests);
}
