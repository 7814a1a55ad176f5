// Contact in pixels: marked polygons that shine through what is in front of them, and edges of
// blockers.
#include "app/tests/gfx_fixture.h"

static DrawScene scene_in(enum ThemeId theme)
{
    DrawScene scene = front_scene();
    scene.theme = theme;
    return scene;
}

static int redness(const unsigned char *pixel)
{
    return pixel[0] - (pixel[1] > pixel[2] ? pixel[1] : pixel[2]);
}

// The back side of the box is marked: seen only where it may shine through.
static void contacts_shine_through_if_wanted(void **state)
{
    (void)state;
    static const Vec3 back[] = {{{-1, -1, -1}}, {{1, -1, -1}}, {{1, 1, -1}}};
    PointBatch *batch = point_batch_create();
    point_batch_set(batch, back, 3, POINTS_TRIANGLES);
    for (int t = 0; t < THEME_COUNT; ++t) {
        DrawPart part = box_part(DRAW_EDGES);
        DrawTriangles lit = {batch, affine_identity(), themes[t].alert, 1, 0, 0};
        DrawScene scene = scene_in((enum ThemeId)t);
        scene.parts = &part;
        scene.part_count = 1;
        scene.triangles = &lit;
        scene.triangle_count = 1;
        draw(&scene);
        int hidden = redness(pixels[200][240]);
        assert_true(hidden < 0); // a blue part
        lit.hidden_opacity = 0.45f;
        draw(&scene);
        assert_true(redness(pixels[200][240]) > 30);
        assert_int_equal(redness(pixels[100][150]), hidden); // beside the marked half
        // It leaves no depth behind: what is drawn next is not hidden by it.
        GLint func = 0;
        GLboolean mask = GL_FALSE;
        glGetIntegerv(GL_DEPTH_FUNC, &func);
        glGetBooleanv(GL_DEPTH_WRITEMASK, &mask);
        assert_int_equal(func, GL_LEQUAL);
        assert_true(mask);
    }
    point_batch_destroy(batch);
}

// Bands, marked polygons and shared areas lie in one plane but are cut in different ways: none
// shimmers through another one, from wherever one looks.
static void the_higher_layer_is_seen(void **state)
{
    (void)state;
    static const Vec3 whole[] = {{{-1, -1, 1}}, {{1, -1, 1}}, {{1, 1, 1}},
                                 {{-1, -1, 1}}, {{1, 1, 1}},  {{-1, 1, 1}}};
    // The middle of the face, in other triangles.
    static const Vec3 middle[] = {{{-0.7f, -0.61f, 1}}, {{0.7f, -0.59f, 1}}, {{0.03f, 0.7f, 1}}};
    static const uint32_t red = 0xE00000, green = 0x00E000;
    PointBatch *below = point_batch_create(), *above = point_batch_create();
    point_batch_set(below, whole, 6, POINTS_TRIANGLES);
    point_batch_set(above, middle, 3, POINTS_TRIANGLES);
    for (int turn = 0; turn < 8; ++turn) {
        DrawPart part = box_part(0);
        for (int order = 0; order < 2; ++order) {
            DrawTriangles lit[2] = {{below, affine_identity(), red, 1, 0, 1},
                                    {above, affine_identity(), green, 1, 0, 2}};
            DrawTriangles swap = lit[0];
            if (order == 1) {
                lit[0] = lit[1];
                lit[1] = swap;
            }
            DrawScene scene = scene_in(THEME_LIGHT);
            scene.camera.yaw = 0.15 * turn;
            scene.camera.pitch = 0.09 * turn;
            scene.camera.fov_y = turn % 2 ? CAMERA_FOV : 0;
            scene.parts = &part;
            scene.part_count = 1;
            scene.triangles = lit;
            scene.triangle_count = 2;
            draw(&scene);
            // Around the middle of the face, which is in front of the origin.
            double x, y;
            assert_true(camera_project(&scene.camera, vec3d(0, -0.2, 1), WIDTH, HEIGHT, &x, &y));
            for (int dy = -8; dy <= 8; ++dy) {
                for (int dx = -8; dx <= 8; ++dx) {
                    const unsigned char *p = pixels[(int)y + dy][(int)x + dx];
                    if (p[0] > p[1])
                        fail_msg("turn %d: red at %d, %d", turn, dx, dy);
                }
            }
        }
    }
    point_batch_destroy(below);
    point_batch_destroy(above);
}

// The right edge of the box is at x = 300.
static int alert_pixels_at_the_edge(uint32_t alert)
{
    int count = 0;
    for (int x = 290; x < 310; ++x)
        count += difference(pixels[150][x], alert) < 90;
    return count;
}

static void edges_of_blockers_are_lit(void **state)
{
    (void)state;
    for (int t = 0; t < THEME_COUNT; ++t) {
        uint32_t alert = themes[t].alert;
        for (int wire = 0; wire < 2; ++wire) {
            DrawPart part = box_part(wire ? DRAW_WIREFRAME : (unsigned)DRAW_EDGES);
            DrawScene scene = scene_in((enum ThemeId)t);
            scene.parts = &part;
            scene.part_count = 1;
            draw(&scene);
            assert_int_equal(alert_pixels_at_the_edge(alert), 0);
            part.flags |= DRAW_BLOCKER;
            draw(&scene);
            assert_in_range(alert_pixels_at_the_edge(alert), 1, 4);
            part.flags |= DRAW_SELECTED; // the part in the hand is never its own blocker
            draw(&scene);
            assert_int_equal(alert_pixels_at_the_edge(alert), 0);
        }
    }
}

int main(void)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(contacts_shine_through_if_wanted),
        cmocka_unit_test(the_higher_layer_is_seen),
        cmocka_unit_test(edges_of_blockers_are_lit),
    };
    RUN_PICTURE_TESTS(tests);
}
