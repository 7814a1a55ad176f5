// The section plane and the ways to draw surfaces, pixel by pixel.
#include "app/tests/gfx_fixture.h"

#include "core/mesh/plane_cut.h"
#include "core/tests/odd_shapes.h"

static const uint32_t COLOUR = 0x5B8DBF;

// Of the 2 x 2 x 2 box of the fixture, or of a mesh of its own.
static PointBatch *cap_of(Mesh *mesh, Vec3d normal, double offset)
{
    PlaneCut cut = {0};
    assert_true(plane_cut(&cut, mesh, normal, offset));
    Vec3 points[512];
    assert_true(2 * cut.count <= sizeof points / sizeof *points);
    for (size_t i = 0; i < 2 * cut.count; ++i)
        points[i] = vec3_from(cut.segments[i / 2][i % 2]);
    PointBatch *batch = point_batch_create();
    point_batch_set_cap(batch, points, 2 * cut.count,
                        cut.fill == CUT_WINDING ? CAP_WINDING : CAP_NONE);
    plane_cut_free(&cut);
    mesh_release(mesh);
    return batch;
}

// The cap's colour: the part's, a little darker, with darker lines.
static bool is_cap(const unsigned char *pixel)
{
    for (int percent = 40; percent <= 95; ++percent) {
        uint32_t colour = 0;
        for (int shift = 16; shift >= 0; shift -= 8)
            colour |= (COLOUR >> shift & 0xFF) * (uint32_t)percent / 100 << shift;
        if (difference(pixel, colour) <= 2)
            return true;
    }
    return false;
}

static void nothing_is_left_on_the_side_that_is_cut_away(void **state)
{
    (void)state;
    DrawPart parts[3] = {box_part(DRAW_EDGES), box_part(DRAW_WIREFRAME), box_part(0)};
    for (int i = 0; i < 2; ++i) {
        DrawScene scene = front_scene();
        scene.parts = &parts[i];
        scene.part_count = 1;
        scene.section = (SectionPlane){true, vec3d(0.2, 0, 0), vec3d(1, 0, 0)};
        draw(&scene);
        int kept = 0;
        for (int y = 40; y < 260; ++y) {
            for (int x = 0; x < WIDTH; ++x) {
                if (x > 222 && !is_background(x, y))
                    fail_msg("part %d: something at %d, %d is left of what was cut away", i, x, y);
                kept += x < 218 && !is_background(x, y);
            }
        }
        assert_true(kept > (i == 0 ? 20000 : 500));
    }
}

static void lines_and_highlights_are_cut_too(void **state)
{
    (void)state;
    PointBatch *line = point_batch_create();
    const Vec3 ends[2] = {{{-1.5f, 1.2f, 0}}, {{1.5f, 1.2f, 0}}};
    point_batch_set(line, ends, 2, POINTS_LINES);
    PointBatch *triangle = point_batch_create();
    const Vec3 corners[3] = {{{-1.5f, -1.3f, 0}}, {{1.5f, -1.3f, 0}}, {{0, 1, 0}}};
    point_batch_set(triangle, corners, 3, POINTS_TRIANGLES);
    DrawLines lines = {line, affine_identity(), 0xFF0000, 1, 4, true};
    DrawTriangles triangles = {triangle, affine_identity(), 0xE02A12, 1, 0, 0};
    DrawScene scene = front_scene();
    scene.lines = &lines;
    scene.line_count = 1;
    scene.triangles = &triangles;
    scene.triangle_count = 1;
    scene.section = (SectionPlane){true, vec3d(0, 0, 0), vec3d(-1, 0, 0)};
    draw(&scene);
    for (int y = 20; y < 260; ++y)
        for (int x = 100; x < 197; ++x)
            if (!is_background(x, y))
                fail_msg("something is left at %d, %d", x, y);
    assert_true(difference(pixels[30][300], 0xFF0000) < 30); // the line
    assert_false(is_background(210, 200));                   // the triangle
    point_batch_destroy(line);
    point_batch_destroy(triangle);
}

static void the_cut_is_filled_in_the_colour_of_the_part(void **state)
{
    (void)state;
    PointBatch *batch = cap_of(shape_box(vec3d(2, 2, 2)), vec3d(0, 0, 1), 0.3);
    DrawCap cap = {batch, affine_identity(), COLOUR, 0, 0};
    DrawPart part = box_part(0);
    DrawScene scene = front_scene();
    scene.parts = &part;
    scene.part_count = 1;
    scene.caps = &cap;
    scene.cap_count = 1;
    scene.hide_triad = true;
    scene.section = (SectionPlane){true, vec3d(0, 0, 0.3), vec3d(0, 0, 1)};
    draw(&scene);
    int filled = 0, inked = 0;
    for (int y = 60; y < 240; ++y)
        for (int x = 110; x < 290; ++x) {
            filled += is_cap(pixels[y][x]);
            inked += pixels[y][x][2] < 120;
        }
    print_message("%d of 32400 pixels of the cut are filled, %d of them hatched\n", filled, inked);
    assert_true(filled > 32000);
    assert_true(inked > 2000 && inked < 12000);
    for (int y = 20; y < 280; ++y)
        for (int x = 20; x < 380; ++x)
            if ((x < 95 || x > 305) && !is_background(x, y))
                fail_msg("the cap goes beyond the part at %d, %d", x, y);
    point_batch_destroy(batch);
}

// A ring cut across its axis has a hole, which the fan of triangles goes over twice.
static void holes_in_the_cut_stay_open(void **state)
{
    (void)state;
    PointBatch *batch = cap_of(shape_ring(0.5, 1, 2, 48), vec3d(0, 1, 0), 0.1);
    GpuMesh *ring = upload(shape_ring(0.5, 1, 2, 48));
    DrawCap caps[2] = {{batch, affine_identity(), COLOUR, 0, 0},
                       {batch, affine_identity(), COLOUR, 0, 1}};
    caps[1].placement.p = vec3d(-1.2, 0, 0);
    DrawPart part = {ring, affine_identity(), COLOUR, 0};
    DrawScene scene = front_scene();
    scene.camera.pitch = acos(0);
    scene.parts = &part;
    scene.part_count = 1;
    scene.caps = caps;
    scene.cap_count = 2;
    scene.section = (SectionPlane){true, vec3d(0, 0.1, 0), vec3d(0, 1, 0)};
    draw(&scene);
    assert_true(is_background(200, 150)); // through the hole
    assert_true(is_background(240, 150));
    assert_true(is_background(80, 150)); // ... of the second one too: the stencil was clean
    assert_true(is_cap(pixels[150][275]) && is_cap(pixels[75][200]) && is_cap(pixels[150][5]));
    point_batch_destroy(batch);
    gpu_mesh_destroy(ring);
}

static void open_meshes_get_an_outline_alone(void **state)
{
    (void)state;
    PointBatch *batch = cap_of(shape_grid(2, 2, 4, 4), vec3d(0, 0, 1), 0.3);
    DrawCap cap = {batch, affine_identity(), COLOUR, 0, 0};
    DrawScene scene = front_scene();
    scene.caps = &cap;
    scene.cap_count = 1;
    scene.section = (SectionPlane){true, vec3d(0, 0, 0.3), vec3d(0, 0, 1)};
    draw(&scene);
    assert_false(is_background(200, 150)); // the sheet seen from its edge: a line
    assert_true(is_background(200, 140) && is_background(200, 160));
    point_batch_destroy(batch);
}

static void hidden_lines_are_drawn_on_paper(void **state)
{
    (void)state;
    DrawPart parts[2] = {box_part(DRAW_OUTLINED), box_part(DRAW_OUTLINED)};
    parts[1].placement.p = vec3d(0.5, 0, -3); // behind: its left edge is hidden
    const Theme *theme = &themes[THEME_LIGHT];
    DrawScene scene = front_scene();
    scene.bounds.lo.z = -4;
    scene.parts = parts;
    scene.part_count = 2;
    draw(&scene);
    assert_true(difference(pixels[150][200], theme->faded) < 24); // paper
    assert_true(difference(pixels[150][150], theme->faded) < 24); // where the hidden edge is
    assert_true(difference(pixels[150][300], theme->ink) < 90);   // right edge of the first
    assert_true(difference(pixels[150][320], theme->faded) < 24); // the second, beside it
}

// Round shapes have no edges along their sides: their outline is drawn nevertheless, and only
// there.
static void round_shapes_have_an_outline(void **state)
{
    (void)state;
    GpuMesh *ball = upload(shape_uv_sphere(1, 64, 32));
    DrawPart part = {ball, affine_identity(), COLOUR, DRAW_OUTLINED};
    const Theme *theme = &themes[THEME_LIGHT];
    DrawScene scene = front_scene();
    scene.parts = &part;
    scene.part_count = 1;
    for (int perspective = 0; perspective < 2; ++perspective) {
        scene.camera.fov_y = perspective ? CAMERA_FOV : 0;
        draw(&scene);
        int inked = 0, right = WIDTH - 1;
        while (right > 200 && is_background(right, 150))
            --right;
        for (int x = right - 4; x <= right; ++x)
            inked += difference(pixels[150][x], theme->ink) < 60;
        assert_true(inked >= 1 && inked <= 3);
        for (int x = 150; x < 250; ++x)
            assert_true(difference(pixels[150][x], theme->faded) < 40);
    }
    gpu_mesh_destroy(ball);
}

static void an_x_ray_shows_what_is_inside(void **state)
{
    (void)state;
    DrawPart parts[2] = {box_part(DRAW_XRAY), box_part(0)};
    parts[1].placement = affine_identity();
    for (int k = 0; k < 3; ++k)
        parts[1].placement.m[k][k] = 0.3;
    parts[1].colour = 0xFF0000;
    DrawScene scene = front_scene();
    scene.parts = parts;
    scene.part_count = 2;
    draw(&scene);
    const unsigned char *inner = pixels[150][200], *outer = pixels[150][250];
    assert_true(inner[0] > 120 && inner[0] > 2 * inner[1]); // red through the box
    assert_false(is_background(250, 150));                  // which can be seen
    assert_true(difference(outer, background_at(150)) < 100);
    assert_true(difference(pixels[150][300], background_at(150)) > 30); // and has its edges
}

int main(void)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_left_on_the_side_that_is_cut_away),
        cmocka_unit_test(lines_and_highlights_are_cut_too),
        cmocka_unit_test(the_cut_is_filled_in_the_colour_of_the_part),
        cmocka_unit_test(holes_in_the_cut_stay_open),
        cmocka_unit_test(open_meshes_get_an_outline_alone),
        cmocka_unit_test(hidden_lines_are_drawn_on_paper),
        cmocka_unit_test(round_shapes_have_an_outline),
        cmocka_unit_test(an_x_ray_shows_what_is_inside),
    };
    RUN_PICTURE_TESTS(tests);
}
