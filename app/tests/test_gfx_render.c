// Pictures drawn off-screen, checked pixel by pixel where a promise can be put into pixels.
#include "app/tests/gfx_fixture.h"

static void nothing_gives_the_background(void **state)
{
    (void)state;
    DrawScene scene = front_scene();
    scene.bounds = box3d_empty();
    scene.hide_triad = true;
    draw(&scene);
    for (int y = 0; y < HEIGHT; ++y)
        for (int x = 0; x < WIDTH; ++x)
            assert_true(is_background(x, y));
}

static void a_box_covers_the_pixels_it_should(void **state)
{
    (void)state;
    DrawPart part = box_part(0);
    DrawScene scene = front_scene();
    scene.parts = &part;
    scene.part_count = 1;
    draw(&scene);
    for (int y = 20; y < HEIGHT; y += 5) {
        for (int x = 105; x < WIDTH; x += 5) { // the triad stands to the left of this
            bool inside = abs(x - 200) < 99 && abs(y - 150) < 99;
            bool outside = abs(x - 200) > 101 || abs(y - 150) > 101;
            if ((inside && is_background(x, y)) || (outside && !is_background(x, y)))
                fail_msg("pixel %d, %d", x, y);
        }
    }
    const unsigned char *p = pixels[150][200];
    assert_true(p[2] > p[1] && p[1] > p[0] && p[2] > 120); // blue, and lit
}

static void perspective_agrees_with_the_camera(void **state)
{
    (void)state;
    DrawPart part = box_part(0);
    DrawScene scene = front_scene();
    scene.parts = &part;
    scene.part_count = 1;
    scene.hide_triad = true;
    scene.camera.fov_y = 0.7;
    scene.camera = camera_orbited(&scene.camera, 70, 40);
    scene.camera = camera_fitted(&scene.camera, (Box3d){vec3d(-1, -1, -1), vec3d(1, 1, 1)},
                                 (double)WIDTH / HEIGHT);
    draw(&scene);
    int hits = 0;
    for (int y = 2; y < HEIGHT; y += 7) {
        for (int x = 2; x < WIDTH; x += 7) {
            Vec3d origin, direction;
            camera_ray(&scene.camera, x + 0.5, y + 0.5, WIDTH, HEIGHT, &origin, &direction);
            double in = -INFINITY, out = INFINITY; // slabs of the box, a little smaller or larger
            double in_wide = -INFINITY, out_wide = INFINITY;
            for (int k = 0; k < 3; ++k) {
                double a = (-0.97 - origin.v[k]) / direction.v[k];
                double b = (0.97 - origin.v[k]) / direction.v[k];
                in = fmax(in, fmin(a, b));
                out = fmin(out, fmax(a, b));
                a = (-1.03 - origin.v[k]) / direction.v[k];
                b = (1.03 - origin.v[k]) / direction.v[k];
                in_wide = fmax(in_wide, fmin(a, b));
                out_wide = fmin(out_wide, fmax(a, b));
            }
            hits += in < out;
            if ((in < out && is_background(x, y)) || (in_wide > out_wide && !is_background(x, y)))
                fail_msg("pixel %d, %d", x, y);
        }
    }
    assert_true(hits > 300);
}

static void highlighted_triangles_have_the_alert_colour(void **state)
{
    (void)state;
    static const Vec3 corner[] = {{{-1, -1, 1}}, {{1, -1, 1}}, {{1, 1, 1}}};
    uint32_t alert = themes[THEME_LIGHT].alert;
    PointBatch *batch = point_batch_create();
    point_batch_set(batch, corner, 3, POINTS_TRIANGLES);
    DrawPart part = box_part(DRAW_EDGES);
    DrawTriangles lit = {batch, affine_identity(), alert, 1, 0, 0};
    DrawScene scene = front_scene();
    scene.parts = &part;
    scene.part_count = 1;
    scene.triangles = &lit;
    scene.triangle_count = 1;
    for (int wire = 0; wire < 2; ++wire) {
        part.flags = wire ? DRAW_WIREFRAME : DRAW_EDGES;
        draw(&scene);
        assert_true(difference(pixels[200][240], alert) <= 8); // lower right half of the face
        assert_true(difference(pixels[235][280], alert) <= 8);
        assert_true(difference(pixels[100][150], alert) > 60);
        assert_true(is_background(350, 150));
    }
    point_batch_destroy(batch);
}

static void a_wireframe_can_be_seen_through(void **state)
{
    (void)state;
    DrawPart part = box_part(DRAW_WIREFRAME);
    DrawScene scene = front_scene();
    scene.parts = &part;
    scene.part_count = 1;
    draw(&scene);
    assert_true(is_background(200, 150));
    assert_true(is_background(160, 170)); // not even the diagonals of the faces
    int lines = 0;
    for (int x = 150; x < 350; ++x)
        lines += !is_background(x, 150);
    assert_in_range(lines, 1, 5); // the right edge, front and back in one place
}

static void lines_are_as_wide_as_asked(void **state)
{
    (void)state;
    static const Vec3 cross[] = {
        {{-1.5f, 0.005f, 0}}, {{1.5f, 0.005f, 0}}, {{0.005f, -1, 0}}, {{0.005f, 1, 0}}};
    PointBatch *batch = point_batch_create();
    point_batch_set(batch, cross, 4, POINTS_LINES);
    DrawLines lines = {batch, affine_identity(), 0x000000, 1, 3, false};
    DrawScene scene = front_scene();
    scene.lines = &lines;
    scene.line_count = 1;
    static const float widths[] = {1, 2, 3, 6};
    for (int i = 0; i < 4; ++i) {
        lines.width_px = widths[i];
        draw(&scene);
        double high = 0, wide = 0; // sums of darkness across the horizontal and the vertical line
        for (int y = 100; y < 200; ++y)
            high += 1 - pixels[y][250][0] / (double)(background_at(y) >> 16);
        for (int x = 150; x < 250; ++x)
            wide += 1 - pixels[100][x][0] / (double)(background_at(100) >> 16);
        if (fabs(high - (double)widths[i]) > 0.35 || fabs(wide - (double)widths[i]) > 0.35)
            fail_msg("width %g drawn as %g (horizontal), %g (vertical)", (double)widths[i], high,
                     wide);
    }
    point_batch_set(batch, cross, 0, POINTS_LINES); // an empty batch is nothing to stumble over
    draw(&scene);
    assert_true(is_background(200, 150));
    point_batch_destroy(batch);
}

static void lines_on_top_are_never_hidden(void **state)
{
    (void)state;
    static const Vec3 behind[] = {{{-0.8f, 0, -1.5f}}, {{0.8f, 0, -1.5f}}};
    uint32_t colour = themes[THEME_LIGHT].contact;
    PointBatch *batch = point_batch_create();
    point_batch_set(batch, behind, 2, POINTS_LINES);
    DrawPart part = box_part(DRAW_EDGES);
    DrawLines lines = {batch, affine_identity(), colour, 1, 4, false};
    DrawScene scene = front_scene();
    scene.parts = &part;
    scene.part_count = 1;
    scene.lines = &lines;
    scene.line_count = 1;
    draw(&scene);
    assert_true(difference(pixels[150][200], colour) > 60);
    lines.on_top = true;
    draw(&scene);
    assert_true(difference(pixels[150][200], colour) <= 4);
    point_batch_destroy(batch);
}

static void lines_that_pass_the_eye_are_cut_not_wrapped(void **state)
{
    (void)state;
    static const Vec3 through[] = {{{0.3f, 0, -1}}, {{0.3f, 0, 100}}};
    PointBatch *batch = point_batch_create();
    point_batch_set(batch, through, 2, POINTS_LINES);
    DrawLines lines = {batch, affine_identity(), 0, 1, 3, false};
    DrawScene scene = front_scene();
    scene.camera.fov_y = 0.5;
    scene.bounds.hi.z = 100;
    scene.lines = &lines;
    scene.line_count = 1;
    draw(&scene);
    for (int y = 0; y < HEIGHT; y += 3)
        for (int x = 105; x < 200; ++x)
            assert_true(is_background(x, y)); // right of the middle only
    assert_false(is_background(395, 150));
    static const Vec3 behind[] = {{{0.3f, 0, 50}}, {{0.3f, 1, 100}}};
    point_batch_set(batch, behind, 2, POINTS_LINES);
    draw(&scene);
    for (int y = 0; y < HEIGHT; ++y)
        for (int x = 105; x < WIDTH; ++x)
            assert_true(is_background(x, y));
    point_batch_destroy(batch);
}

static void far_from_the_origin_looks_the_same(void **state)
{
    (void)state;
    static unsigned char near_picture[HEIGHT][WIDTH][4];
    DrawPart part = box_part(DRAW_EDGES);
    DrawScene scene = front_scene();
    scene.camera.fov_y = 0.5;
    scene.camera = camera_orbited(&scene.camera, 80, 50);
    scene.parts = &part;
    scene.part_count = 1;
    draw(&scene);
    memcpy(near_picture, pixels, sizeof pixels);
    Vec3d away = vec3d(3e7, -2e7, 5e7); // 50 km in millimetres
    part.placement = affine_translation(away);
    scene.camera.target = vec3d_add(scene.camera.target, away);
    scene.bounds = (Box3d){vec3d_add(scene.bounds.lo, away), vec3d_add(scene.bounds.hi, away)};
    draw(&scene);
    int changed = 0;
    for (int y = 0; y < HEIGHT; ++y)
        for (int x = 0; x < WIDTH; ++x)
            for (int k = 0; k < 3; ++k)
                changed += abs(pixels[y][x][k] - near_picture[y][x][k]) > 8;
    assert_true(changed <= 20); // a sample or two along the silhouette
}

static void a_mirrored_part_is_lit_the_same(void **state)
{
    (void)state;
    DrawPart part = box_part(0);
    DrawScene scene = front_scene();
    scene.parts = &part;
    scene.part_count = 1;
    draw(&scene);
    unsigned char before[4];
    memcpy(before, pixels[150][200], sizeof before);
    part.placement.m[0][0] = -1;
    draw(&scene);
    for (int k = 0; k < 3; ++k)
        assert_true(abs(pixels[150][200][k] - before[k]) <= 1);
}

static void the_inside_of_a_solid_shows_when_the_eye_is_in_it(void **state)
{
    (void)state;
    DrawPart part = box_part(0);
    DrawScene scene = front_scene();
    scene.camera.fov_y = 0.8;
    scene.camera.distance = 0.2;
    scene.parts = &part;
    scene.part_count = 1;
    draw(&scene);
    assert_false(is_background(200, 150));
    assert_false(is_background(20, 20));
}

// A million lines on a few hundred pixels must not become a wall in front of the contact.
static void a_dense_wireframe_can_be_seen_through_too(void **state)
{
    (void)state;
    GpuMesh *ball = upload(shape_ico_sphere(1, 6));
    DrawPart part = {ball, affine_identity(), 0x404040, DRAW_WIREFRAME};
    DrawScene scene = front_scene();
    scene.parts = &part;
    scene.part_count = 1;
    draw(&scene);
    for (int x = 160; x <= 240; ++x) {
        int dark = difference(pixels[150][x], background_at(150));
        if (dark < 5 || dark > 130)
            fail_msg("pixel %d is %d darker than the background", x, dark);
    }
    gpu_mesh_destroy(ball);
}

static void selection_shows(void **state)
{
    (void)state;
    DrawPart part = box_part(DRAW_EDGES);
    DrawScene scene = front_scene();
    scene.parts = &part;
    scene.part_count = 1;
    draw(&scene);
    assert_true(difference(pixels[150][300], themes[THEME_LIGHT].accent) > 60);
    part.flags |= DRAW_SELECTED;
    draw(&scene);
    assert_true(difference(pixels[150][300], themes[THEME_LIGHT].accent) <= 40);
}

static void drawing_stays_inside_its_viewport(void **state)
{
    (void)state;
    DrawPart part = box_part(DRAW_EDGES);
    DrawScene scene = front_scene();
    scene.parts = &part;
    scene.part_count = 1;
    for (int samples = 0; samples <= 4; samples += 4) {
        glClearColor(1, 0, 1, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        renderer_set_samples(fixture.renderer, samples);
        renderer_draw(fixture.renderer, &scene, 100, 50, 150, 100);
        renderer_draw(fixture.renderer, &scene, 0, 0, 0, 100);
        renderer_set_samples(fixture.renderer, 1);
        assert_true(offscreen_read(fixture.offscreen, &pixels[0][0][0]));
        for (int y = 0; y < HEIGHT; ++y) {
            for (int x = 0; x < WIDTH; ++x) {
                bool inside = x >= 100 && x < 250 && y >= HEIGHT - 150 && y < HEIGHT - 50;
                assert_true((difference(pixels[y][x], 0xFF00FF) == 0) != inside);
            }
        }
        assert_true(difference(pixels[HEIGHT - 100][175], 0x5B8DBF) < 60); // the box is there
    }
}

static void a_broken_shader_is_reported_in_one_line_and_not_used(void **state)
{
    (void)state;
    char folder[] = "/tmp/snug-shaders-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/faces.frag", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("#version 330 core\nvoid main() { nonsense }\n", file);
    fclose(file);
    setenv("SNUG_SHADER_DIR", folder, 1);
    Error err = {0};
    assert_null(renderer_create(&err));
    assert_non_null(strstr(err.text, "faces.frag"));
    assert_null(strchr(err.text, '\n'));
    unsetenv("SNUG_SHADER_DIR");
    unlink(path);
    rmdir(folder);
    DrawPart part = box_part(0);
    DrawScene scene = front_scene();
    scene.parts = &part;
    scene.part_count = 1;
    draw(&scene);
    assert_false(is_background(200, 150));
}

static void pictures_of_impossible_size_are_refused(void **state)
{
    (void)state;
    Error err = {0};
    assert_null(offscreen_create(1 << 24, 10, &err));
    assert_non_null(strstr(err.text, "pixels"));
    assert_null(offscreen_create(0, 10, &err));
}

int main(void)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_gives_the_background),
        cmocka_unit_test(a_box_covers_the_pixels_it_should),
        cmocka_unit_test(perspective_agrees_with_the_camera),
        cmocka_unit_test(highlighted_triangles_have_the_alert_colour),
        cmocka_unit_test(a_wireframe_can_be_seen_through),
        cmocka_unit_test(lines_are_as_wide_as_asked),
        cmocka_unit_test(lines_on_top_are_never_hidden),
        cmocka_unit_test(lines_that_pass_the_eye_are_cut_not_wrapped),
        cmocka_unit_test(far_from_the_origin_looks_the_same),
        cmocka_unit_test(a_mirrored_part_is_lit_the_same),
        cmocka_unit_test(the_inside_of_a_solid_shows_when_the_eye_is_in_it),
        cmocka_unit_test(a_dense_wireframe_can_be_seen_through_too),
        cmocka_unit_test(selection_shows),
        cmocka_unit_test(drawing_stays_inside_its_viewport),
        cmocka_unit_test(a_broken_shader_is_reported_in_one_line_and_not_used),
        cmocka_unit_test(
            pictures_of_impossible_size_are_refused), // last: it takes the context away
    };
    RUN_PICTURE_TESTS(tests);
}
