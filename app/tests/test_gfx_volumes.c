// Levels of hierarchies as lines, and those lines as pixels.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/gfx/gfx.h"
#include "core/mesh/shapes.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/variants.h"
#include "core/tree/bvh.h"

#include <EGL/egl.h>
#include <glad/gl.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 400, HEIGHT = 300 };

static Bvh *build(const BvType *type, Mesh *mesh)
{
    Bvh *tree = bvh_build(mesh, &(BvhDesc){.type = type}, NULL, NULL);
    assert_non_null(tree);
    mesh_release(mesh);
    return tree;
}

typedef struct Counted {
    int level;
    size_t filled, empty;
} Counted;

static bool count_node(void *user, NodeId node, int level, NodeLinks links, const void *volume)
{
    (void)node;
    (void)volume;
    Counted *c = user;
    bool empty = links.leaf && links.count == 0;
    if (level == c->level || links.leaf)
        ++*(empty ? &c->empty : &c->filled);
    return level < c->level;
}

static const VolumeDetailLines *detail(const VolumeLines *lines, int k)
{
    while (k > 0 && !lines->detail[k].points)
        --k; // the same as the finer one
    return &lines->detail[k];
}

static size_t line_count(const VolumeLines *lines, int k)
{
    const VolumeDetailLines *d = detail(lines, k);
    return d->count > 0 ? d->ends[d->count - 1] / 2 : 0;
}

static void grow(Box3 *box, Vec3 p)
{
    for (int k = 0; k < 3; ++k) {
        box->lo.v[k] = fminf(box->lo.v[k], p.v[k]);
        box->hi.v[k] = fmaxf(box->hi.v[k], p.v[k]);
    }
}

static Box3 box_of_volume(const VolumeDetailLines *d, size_t volume)
{
    Box3 box = {vec3(INFINITY, INFINITY, INFINITY), vec3(-INFINITY, -INFINITY, -INFINITY)};
    for (size_t i = volume > 0 ? d->ends[volume - 1] : 0; i < d->ends[volume]; ++i)
        grow(&box, d->points[i].position);
    return box;
}

// Simplified volumes stay inside the true ones, but not far: a turned box's sketch misses two of
// its corners.
static void check_boxes(const VolumeLines *lines, const char *name)
{
    for (size_t i = 0; i < lines->count; ++i) {
        Box3 fine = box_of_volume(detail(lines, VOLUME_FINE), i);
        for (int k = VOLUME_COARSE; k <= VOLUME_SKETCH; ++k) {
            Box3 other = box_of_volume(detail(lines, k), i);
            for (int axis = 0; axis < 3; ++axis) {
                float size = lines->sizes[i], slack = 1e-5f * size;
                float lack = (k == VOLUME_COARSE ? 0.12f : k == VOLUME_ROUGH ? 0.4f : 0.6f) * size;
                if (other.lo.v[axis] < fine.lo.v[axis] - slack ||
                    other.lo.v[axis] > fine.lo.v[axis] + lack ||
                    other.hi.v[axis] > fine.hi.v[axis] + slack ||
                    other.hi.v[axis] < fine.hi.v[axis] - lack)
                    fail_msg("%s: detail %d of volume %zu, axis %d", name, k, i, axis);
            }
        }
    }
}

static void every_volume_of_a_level_is_there_in_every_detail(void **state)
{
    (void)state;
    int levels = 0;
    for (int t = 0; t < bv_type_count; ++t) {
        Bvh *tree = build(bv_types[t], shape_torus(2, 0.6, 24, 12));
        for (int level = 0; level < (int)tree->depth; level += 3, ++levels) {
            Counted c = {.level = level};
            VolumeLines lines;
            assert_true(bvh_visit(tree, count_node, &c));
            assert_true(volume_lines_build(&lines, tree, level, VOLUMES_FILLED, NULL, NULL));
            assert_int_equal(lines.count, c.filled);
            for (int k = 0; k < VOLUME_DETAIL_COUNT; ++k) {
                assert_int_equal(detail(&lines, k)->count, c.filled);
                assert_true(k == 0 || line_count(&lines, k) <= line_count(&lines, k - 1));
            }
            assert_int_equal(line_count(&lines, VOLUME_SKETCH), 3 * c.filled);
            assert_int_equal(line_count(&lines, VOLUME_SPECK), c.filled);
            for (size_t i = 1; i < lines.count; ++i)
                assert_true(lines.sizes[i] <= lines.sizes[i - 1]);
            check_boxes(&lines, bv_types[t]->name);
            volume_lines_free(&lines);
            assert_true(volume_lines_build(&lines, tree, level, VOLUMES_EMPTY, NULL, NULL));
            assert_int_equal(lines.count, c.empty);
            assert_true(c.empty == 0 || bv_types[t]->traits & BV_SPACE_PARTITION);
            volume_lines_free(&lines);
        }
        bvh_release(tree);
    }
    print_message("RAN: %d volume types, %d levels\n", (int)bv_type_count, levels);
}

static void circles_become_octagons_and_squares_and_boxes_stay(void **state)
{
    (void)state;
    VolumeLines lines;
    Bvh *ball = build(&bv_sphere, shape_ico_sphere(1, 1));
    assert_true(volume_lines_build(&lines, ball, 0, VOLUMES_FILLED, NULL, NULL));
    assert_int_equal(line_count(&lines, VOLUME_FINE), 3 * 24);
    assert_int_equal(line_count(&lines, VOLUME_COARSE), 3 * 8);
    assert_int_equal(line_count(&lines, VOLUME_ROUGH), 3 * 4);
    volume_lines_free(&lines);
    bvh_release(ball);
    Bvh *box = build(&bv_aabb, shape_ico_sphere(1, 1));
    assert_true(volume_lines_build(&lines, box, 0, VOLUMES_FILLED, NULL, NULL));
    assert_int_equal(line_count(&lines, VOLUME_FINE), 12);
    assert_null(lines.detail[VOLUME_COARSE].points);
    assert_null(lines.detail[VOLUME_ROUGH].points);
    volume_lines_free(&lines);
    bvh_release(box);
    // A box has no edge twice, although two faces of the polytope share each.
    Bvh *dop = build(&bv_kdop, shape_box(vec3d(1, 2, 3)));
    assert_true(volume_lines_build(&lines, dop, 0, VOLUMES_FILLED, NULL, NULL));
    assert_in_range(line_count(&lines, VOLUME_FINE), 12, 3 * 24 - 6);
    volume_lines_free(&lines);
    bvh_release(dop);
}

static void only_space_partitions_have_empty_cells(void **state)
{
    (void)state;
    VolumeLines lines;
    Bvh *tree = build(&bv_boxtree97, shape_torus(2, 0.3, 40, 12));
    assert_true(volume_lines_build(&lines, tree, (int)tree->depth, VOLUMES_EMPTY, NULL, NULL));
    assert_true(lines.count > 3);
    assert_int_equal(line_count(&lines, VOLUME_FINE), 12 * lines.count);
    volume_lines_free(&lines);
    bvh_release(tree);
}

static void a_cancelled_build_leaves_nothing(void **state)
{
    (void)state;
    VolumeLines lines;
    Job job = {0};
    Bvh *tree = build(&bv_capsule, shape_torus(2, 0.3, 40, 12));
    job_cancel(&job);
    assert_false(volume_lines_build(&lines, tree, 5, VOLUMES_FILLED, NULL, &job));
    assert_int_equal(lines.count, 0);
    assert_null(lines.sizes);
    bvh_release(tree);
}

// --- Pixels.

static unsigned char pixels[HEIGHT][WIDTH][4];

static bool egl_is_there(void)
{
    const char *extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    return extensions && strstr(extensions, "EGL_MESA_platform_surfaceless");
}

static int red_pixels(Offscreen *offscreen, Renderer *renderer, const DrawScene *scene)
{
    int count = 0;
    renderer_draw(renderer, scene, 0, 0, WIDTH, HEIGHT);
    assert_true(offscreen_read(offscreen, &pixels[0][0][0]));
    assert_int_equal(glGetError(), GL_NO_ERROR);
    for (int y = 0; y < HEIGHT; ++y)
        for (int x = 0; x < WIDTH; ++x)
            count += pixels[y][x][0] > 150 && pixels[y][x][1] < 100 && pixels[y][x][2] < 100;
    return count;
}

static int pixels_like(uint32_t colour)
{
    int count = 0;
    for (int y = 0; y < HEIGHT; ++y)
        for (int x = 0; x < WIDTH; ++x) {
            int off = 0;
            for (int k = 0; k < 3; ++k)
                off += abs((int)pixels[y][x][k] - (int)(colour >> (16 - 8 * k) & 0xFF));
            count += off < 40;
        }
    return count;
}

static void volumes_are_drawn_within_the_budget_at_any_zoom(void **state)
{
    (void)state;
    if (!egl_is_there())
        skip();
    Error err = {""};
    Offscreen *offscreen = offscreen_create_sampled(WIDTH, HEIGHT, 1, &err);
    assert_non_null(offscreen);
    Renderer *renderer = renderer_create(&err);
    assert_non_null(renderer);
    Bvh *tree = build(&bv_sphere, shape_torus(1, 0.3, 60, 30));
    VolumeLines lines;
    assert_true(volume_lines_build(&lines, tree, 9, VOLUMES_FILLED, NULL, NULL));
    VolumeBatch *batch = volume_batch_create(&lines, &err);
    assert_non_null(batch);
    volume_lines_free(&lines);
    DrawVolumes volumes = {batch, affine_identity(), false, NULL, 0xFF0000, 1};
    DrawScene scene = {.camera = {.yaw = 0.5, .pitch = 0.6, .distance = 5, .fov_y = 0.6},
                       .bounds = {vec3d(-1.3, -0.3, -1.3), vec3d(1.3, 0.3, 1.3)},
                       .volumes = &volumes,
                       .volume_count = 1,
                       .hide_triad = true};
    int all = red_pixels(offscreen, renderer, &scene);
    assert_true(all > 8000);
    volumes.hues = true; // neighbours differ, and none is red: that means contact
    assert_int_equal(red_pixels(offscreen, renderer, &scene), 0);
    for (int k = 0; k < THEME_HUES; ++k)
        assert_true(pixels_like(themes[THEME_LIGHT].hues[k]) > 100);
    uint32_t palette[VOLUME_PALETTE];
    for (int k = 0; k < VOLUME_PALETTE; ++k)
        palette[k] = themes[THEME_DARK].hues[0];
    volumes.palette = palette;
    red_pixels(offscreen, renderer, &scene);
    assert_true(pixels_like(palette[0]) > 600 && pixels_like(themes[THEME_LIGHT].hues[0]) == 0);
    volumes.hues = false;
    scene.volume_lines = 600;
    int some = red_pixels(offscreen, renderer, &scene);
    assert_in_range(some, 500, all / 2);
    scene.volume_lines = 10; // less than there are volumes: nothing hangs, little is drawn
    assert_true(red_pixels(offscreen, renderer, &scene) < some);
    scene.volume_lines = 0;
    scene.camera.distance = 0.4; // inside
    assert_true(red_pixels(offscreen, renderer, &scene) > 1000);
    scene.camera.distance = 1e4; // a speck
    assert_true(red_pixels(offscreen, renderer, &scene) < 30);
    scene.camera.distance = 5;
    volumes.placement.p.x = 100; // out of sight
    scene.bounds.hi.x = 101;
    assert_int_equal(red_pixels(offscreen, renderer, &scene), 0);
    volume_batch_destroy(batch);
    bvh_release(tree);
    renderer_destroy(renderer);
    offscreen_destroy(offscreen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_volume_of_a_level_is_there_in_every_detail),
        cmocka_unit_test(circles_become_octagons_and_squares_and_boxes_stay),
        cmocka_unit_test(only_space_partitions_have_empty_cells),
        cmocka_unit_test(a_cancelled_build_leaves_nothing),
        cmocka_unit_test(volumes_are_drawn_within_the_budget_at_any_zoom),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
