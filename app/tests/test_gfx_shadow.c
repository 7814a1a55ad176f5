// The soft shadow on the floor: beside what stands there, nowhere else, from above only; where
// nothing is to be spent on it, it stays where it was.
#include "app/tests/gfx_fixture.h"

static unsigned char plain[HEIGHT][WIDTH][4];

static int brightness(const unsigned char *pixel)
{
    return pixel[0] + pixel[1] + pixel[2];
}

// A box of one unit on the floor, seen straight from above: 100 pixels, 50 to either side of x.
static DrawScene scene_from_above(DrawPart *part, double x)
{
    *part = box_part(0);
    for (int k = 0; k < 3; ++k)
        part->placement.m[k][k] = 0.5;
    part->placement.p = vec3d(x, 0.5, 0);
    DrawScene scene = front_scene();
    scene.camera.pitch = acos(0.0);
    scene.hide_triad = true;
    scene.parts = part;
    scene.part_count = 1;
    scene.bounds = scene.floor = (Box3d){vec3d(-1.5, 0, -1), vec3d(1.5, 1, 1)};
    return scene;
}

static void draw_with(DrawScene *scene, bool shadow)
{
    scene->shadow = shadow;
    draw(scene);
}

static int darker_at(int x, int y)
{
    return brightness(plain[y][x]) - brightness(pixels[y][x]);
}

static void the_floor_is_darker_beside_a_part_and_nothing_else_is(void **state)
{
    (void)state;
    DrawPart part;
    DrawScene scene = scene_from_above(&part, 0);
    draw_with(&scene, false);
    memcpy(plain, pixels, sizeof plain);
    draw_with(&scene, true);
    for (int side = 0; side < 4; ++side) {
        int dx = side == 0 ? 54 : side == 1 ? -54 : 0, dy = side == 2 ? 54 : side == 3 ? -54 : 0;
        int by = darker_at(WIDTH / 2 + dx, HEIGHT / 2 + dy);
        if (by < 60)
            fail_msg("side %d: darker by %d only", side, by);
    }
    assert_true(darker_at(WIDTH / 2 + 54, HEIGHT / 2) > darker_at(WIDTH / 2 + 64, HEIGHT / 2));
    assert_int_equal(darker_at(WIDTH / 2, HEIGHT / 2), 0);  // the part itself
    assert_int_equal(darker_at(WIDTH - 20, HEIGHT / 2), 0); // far away
    assert_int_equal(darker_at(WIDTH / 2, HEIGHT - 20), 0);
    draw_with(&scene, false);
    assert_memory_equal(plain, pixels, sizeof plain);
}

static void it_follows_unless_it_is_kept(void **state)
{
    (void)state;
    DrawPart part;
    DrawScene scene = scene_from_above(&part, 0.8);
    draw_with(&scene, false);
    memcpy(plain, pixels, sizeof plain);
    draw_with(&scene, true);
    assert_true(darker_at(WIDTH / 2 + 26, HEIGHT / 2) > 60);
    assert_int_equal(darker_at(WIDTH / 2 - 26, HEIGHT / 2), 0);
    scene = scene_from_above(&part, -0.8);
    draw_with(&scene, false);
    memcpy(plain, pixels, sizeof plain);
    scene.keep_shadow = true;
    draw_with(&scene, true);
    assert_int_equal(darker_at(WIDTH / 2 - 26, HEIGHT / 2), 0);
    assert_true(darker_at(WIDTH / 2 + 80, HEIGHT / 2) > 60); // where the part was
    scene.keep_shadow = false;
    draw_with(&scene, true);
    assert_true(darker_at(WIDTH / 2 - 26, HEIGHT / 2) > 60);
    assert_int_equal(darker_at(WIDTH / 2 + 80, HEIGHT / 2), 0);
}

static void ghosts_cast_none_and_from_below_there_is_none(void **state)
{
    (void)state;
    for (int ghost = 0; ghost < 2; ++ghost) {
        DrawPart part;
        DrawScene scene = scene_from_above(&part, 0);
        part.flags = ghost ? DRAW_GHOST : 0;
        if (!ghost)
            scene.camera.pitch = -scene.camera.pitch;
        draw_with(&scene, false);
        memcpy(plain, pixels, sizeof plain);
        draw_with(&scene, true);
        assert_memory_equal(plain, pixels, sizeof plain);
    }
}

static void what_is_cut_away_casts_none(void **state)
{
    (void)state;
    DrawPart part;
    DrawScene scene = scene_from_above(&part, 0);
    scene.section = (SectionPlane){true, vec3d(0, 0, 0), vec3d(1, 0, 0)}; // the right half
    draw_with(&scene, false);
    memcpy(plain, pixels, sizeof plain);
    draw_with(&scene, true);
    assert_true(darker_at(WIDTH / 2 - 54, HEIGHT / 2) > 60);
    assert_int_equal(darker_at(WIDTH / 2 + 54, HEIGHT / 2), 0);
}

// From the border on it fades pixel by pixel, and not in stripes.
static void it_fades_evenly(void **state)
{
    (void)state;
    enum { OVER = 6 };
    DrawPart part;
    DrawScene scene = scene_from_above(&part, 0);
    scene.camera.target =
        vec3d(0.8, 0, 0); // 300 pixels per unit, and the part's border to the left
    scene.camera.distance /= 3;
    draw_with(&scene, false);
    memcpy(plain, pixels, sizeof plain);
    draw_with(&scene, true);
    int x = 0, y = HEIGHT / 2, seen = 0;
    while (x < WIDTH && darker_at(x, y) < 100) // the part
        ++x;
    for (++x; x + OVER < WIDTH && darker_at(x, y) > 45; ++x, ++seen) {
        int next = darker_at(x, y) - darker_at(x + 1, y);
        int fall = darker_at(x, y) - darker_at(x + OVER, y);
        if (next > 12 || fall < OVER)
            fail_msg("pixel %d: darker by %d, then %d, and %d after %d pixels", x, darker_at(x, y),
                     darker_at(x + 1, y), darker_at(x + OVER, y), (int)OVER);
    }
    assert_true(seen > 25);
}

int main(void)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(the_floor_is_darker_beside_a_part_and_nothing_else_is),
        cmocka_unit_test(it_follows_unless_it_is_kept),
        cmocka_unit_test(ghosts_cast_none_and_from_below_there_is_none),
        cmocka_unit_test(what_is_cut_away_casts_none),
        cmocka_unit_test(it_fades_evenly),
    };
    RUN_PICTURE_TESTS(tests);
}
