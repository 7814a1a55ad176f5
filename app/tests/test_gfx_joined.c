// Curves in pixels: no gap and no doubled ink where their segments join, round where they end.
#include "app/tests/gfx_fixture.h"

enum { MOST = 200 };

// How much ink there is at a pixel, in 0..1 of black on the background.
static double ink(int x, int y)
{
    return 1 - pixels[y][x][0] / (double)(background_at(y) >> 16);
}

static double ink_in(int x0, int y0, int x1, int y1)
{
    double sum = 0;
    for (int y = y0; y < y1; ++y)
        for (int x = x0; x < x1; ++x)
            sum += ink(x, y);
    return sum;
}

static void draw_curve(const Vec3d *points, size_t count, bool closed, float width, float opacity)
{
    static Vec3 joined[4 * MOST];
    assert_true(count <= MOST);
    PointBatch *batch = point_batch_create();
    point_batch_set(batch, joined, line_join(points, count, closed, joined), POINTS_JOINED);
    DrawLines lines = {batch, affine_identity(), 0x000000, opacity, width, false};
    DrawScene scene = front_scene();
    scene.lines = &lines;
    scene.line_count = 1;
    draw(&scene);
    point_batch_destroy(batch);
}

// 100 pixels per unit, the origin at (200, 150), y up.
static void a_turn_has_its_corner(void **state)
{
    (void)state;
    static const Vec3d turn[] = {{{-1, -1, 0}}, {{0, -1, 0}}, {{0, 0, 0}}};
    draw_curve(turn, 3, false, 10, 1);
    // Ten pixels wide around (200, 250): the outer corner is at (205, 255).
    for (int y = 246; y < 254; ++y)
        for (int x = 196; x < 204; ++x)
            if (ink(x, y) < 0.95)
                fail_msg("a gap at %d, %d: %g", x, y, ink(x, y));
    assert_true(ink(209, 250) < 0.05 && ink(200, 259) < 0.05);
}

// Half transparent: what is drawn twice would be darker.
static void nothing_is_drawn_twice(void **state)
{
    (void)state;
    Vec3d ring[120];
    const double pi = acos(-1);
    for (int i = 0; i < 120; ++i)
        ring[i] = vec3d(cos(2 * pi * i / 120), sin(2 * pi * i / 120), 0);
    draw_curve(ring, 120, true, 8, 0.5f);
    double darkest = 0, area = 0;
    for (int y = 20; y < 280; ++y) {
        for (int x = 60; x < 340; ++x) {
            darkest = fmax(darkest, ink(x, y));
            area += ink(x, y) / 0.5;
        }
    }
    double expected = 2 * pi * 100 * 8;
    printf("RAN: a ring of %.0f pixels drawn with %.0f, darkest %.3f\n", expected, area, darkest);
    assert_true(darkest < 0.52);
    assert_true(fabs(area - expected) < 0.02 * expected);
}

static void ends_and_sharp_turns_are_round(void **state)
{
    (void)state;
    const double pi = acos(-1);
    static const Vec3d stroke[] = {{{-1, 0, 0}}, {{1, 0, 0}}};
    draw_curve(stroke, 2, false, 12, 1);
    double beyond = ink_in(300, 130, 320, 170);
    if (fabs(beyond - pi * 6 * 6 / 2) > 4)
        fail_msg("%g pixels beyond the end instead of half a disc", beyond);
    // There and back again: no spike, however thin the angle.
    static const Vec3d spike[] = {{{-1, 0, 0}}, {{1, 0.001, 0}}, {{-1, 0.002, 0}}};
    draw_curve(spike, 3, false, 12, 1);
    assert_true(ink_in(308, 100, 400, 200) < 1);
    assert_true(ink(304, 150) > 0.9);
}

// Many segments shorter than a pixel look like one line.
static void tiny_segments_make_a_line(void **state)
{
    (void)state;
    Vec3d points[MOST];
    for (int i = 0; i < MOST; ++i)
        points[i] = vec3d(-0.5 + i / (double)MOST, 0.3 * i / MOST, 0);
    draw_curve(points, MOST, false, 5, 0.5f);
    for (int x = 160; x < 240; ++x) {
        double across = 0;
        for (int y = 100; y < 170; ++y)
            across += ink(x, y) / 0.5;
        double expected = 5 * sqrt(1 + 0.3 * 0.3);
        if (fabs(across - expected) > 0.4)
            fail_msg("%g pixels wide at %d instead of %g", across, x, expected);
    }
}

static void short_curves_are_nothing_to_stumble_over(void **state)
{
    (void)state;
    static const Vec3d same[] = {{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}};
    Vec3 out[12];
    assert_int_equal(line_join(same, 0, true, out), 0);
    assert_int_equal(line_join(same, 1, true, out), 0);
    assert_int_equal(line_join(same, 2, true, out), 4); // there and back is drawn once
    assert_int_equal(line_join(same, 3, true, out), 12);
    draw_curve(same, 0, false, 6, 1);
    draw_curve(same, 3, true, 6, 1); // a dot
    assert_true(ink(200, 150) > 0.9 && ink(206, 150) < 0.05);
}

int main(void)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(a_turn_has_its_corner),
        cmocka_unit_test(nothing_is_drawn_twice),
        cmocka_unit_test(ends_and_sharp_turns_are_round),
        cmocka_unit_test(tiny_segments_make_a_line),
        cmocka_unit_test(short_curves_are_nothing_to_stumble_over),
    };
    RUN_PICTURE_TESTS(tests);
}
