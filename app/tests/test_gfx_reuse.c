// A picture is shown again only where it is the same one: every field of a scene that can be seen
// makes another one, and a finer picture serves for a coarser one, not the other way round.
#include "app/tests/gfx_fixture.h"

static unsigned char before[HEIGHT][WIDTH][4];

typedef struct Stage {
    DrawPart parts[2];
    DrawTriangles triangles;
    DrawLines lines;
    DrawScene scene;
} Stage;

static PointBatch *triangle;
static PointBatch *line;

static void set_up(Stage *stage)
{
    *stage = (Stage){.scene = front_scene()};
    for (int i = 0; i < 2; ++i) {
        stage->parts[i] = box_part(DRAW_EDGES);
        stage->parts[i].placement.m[0][0] = 0.5;
        stage->parts[i].placement.p.x = i - 0.5;
    }
    stage->triangles = (DrawTriangles){triangle, affine_identity(), 0xD81E08, 1, 0, 0};
    stage->lines = (DrawLines){line, affine_identity(), 0xFFF04A, 1, 2, true};
    DrawScene *scene = &stage->scene;
    scene->parts = stage->parts;
    scene->part_count = 2;
    scene->triangles = &stage->triangles;
    scene->triangle_count = 1;
    scene->lines = &stage->lines;
    scene->line_count = 1;
    scene->floor = scene->bounds;
    scene->grid = scene->shadow = true;
    scene->section = (SectionPlane){true, vec3d(0, 0, 0.9), vec3d(0, 0, 1)};
}

static void turned(Stage *s)
{
    s->scene.camera.yaw = 0.1;
}
static void zoomed(Stage *s)
{
    s->scene.camera.distance *= 1.01;
}
static void shifted(Stage *s)
{
    s->scene.camera.target.y = 0.01;
}
static void in_perspective(Stage *s)
{
    s->scene.camera.fov_y = CAMERA_FOV;
}
static void moved(Stage *s)
{
    s->parts[1].placement.p.z = 1e-9;
}
static void recoloured(Stage *s)
{
    s->parts[0].colour ^= 1;
}
static void selected(Stage *s)
{
    s->parts[0].flags |= DRAW_SELECTED;
}
static void hovered(Stage *s)
{
    s->parts[1].flags |= DRAW_HOVERED;
}
static void hidden(Stage *s)
{
    s->scene.part_count = 1;
}
static void cut_elsewhere(Stage *s)
{
    s->scene.section.point.z = 0.8;
}
static void uncut(Stage *s)
{
    s->scene.section.on = false;
}
static void marked_otherwise(Stage *s)
{
    s->triangles.colour = 0xF7B000;
}
static void unmarked(Stage *s)
{
    s->scene.triangle_count = 0;
}
static void marks_fainter(Stage *s)
{
    s->triangles.opacity = 0.5f;
}
static void line_wider(Stage *s)
{
    s->lines.width_px = 3;
}
static void line_hidden(Stage *s)
{
    s->scene.line_count = 0;
}
static void dark(Stage *s)
{
    s->scene.theme = THEME_DARK;
}
static void without_floor(Stage *s)
{
    s->scene.grid = false;
}
static void without_shadow(Stage *s)
{
    s->scene.shadow = false;
}
static void floor_lower(Stage *s)
{
    s->scene.floor.lo.y = -3;
}
static void triad_hidden(Stage *s)
{
    s->scene.hide_triad = true;
}
static void triad_marked(Stage *s)
{
    s->scene.triad_marked = 2;
}
static void dense(Stage *s)
{
    s->scene.pixel_scale = 2;
}
static void occluded(Stage *s)
{
    s->scene.occlusion = true;
}

static const struct {
    const char *name;
    void (*change)(Stage *stage);
} changes[] = {
#define X(name)                                                                                    \
    {                                                                                              \
#name, name                                                                                \
    }
    X(turned),       X(zoomed),        X(shifted),        X(in_perspective),
    X(moved),        X(recoloured),    X(selected),       X(hovered),
    X(hidden),       X(cut_elsewhere), X(uncut),          X(marked_otherwise),
    X(unmarked),     X(marks_fainter), X(line_wider),     X(line_hidden),
    X(dark),         X(without_floor), X(without_shadow), X(floor_lower),
    X(triad_hidden), X(triad_marked),  X(dense),          X(occluded),
#undef X
};

static void open_marks(void)
{
    const Vec3 corners[3] = {vec3(-1, -1, 1), vec3(1, -1, 1), vec3(0, 1, 1)};
    triangle = point_batch_create();
    point_batch_set(triangle, corners, 3, POINTS_TRIANGLES);
    line = point_batch_create();
    point_batch_set(line, corners, 2, POINTS_LINES);
    renderer_set_samples(fixture.renderer, 4);
}

static void close_marks(void)
{
    point_batch_destroy(triangle);
    point_batch_destroy(line);
}

static void the_same_scene_is_shown_again_and_no_other(void **state)
{
    (void)state;
    Stage stage;
    open_marks();
    for (size_t i = 0; i < sizeof changes / sizeof *changes; ++i) {
        set_up(&stage);
        draw(&stage.scene);
        memcpy(before, pixels, sizeof before);
        draw(&stage.scene);
        assert_true(renderer_reused(fixture.renderer));
        assert_memory_equal(before, pixels, sizeof before);
        changes[i].change(&stage);
        assert_int_equal(renderer_differs_by_hover(fixture.renderer, &stage.scene),
                         changes[i].change == hovered || changes[i].change == occluded);
        draw(&stage.scene);
        if (renderer_reused(fixture.renderer))
            fail_msg("%s: the old picture was shown", changes[i].name);
    }
    close_marks();
}

static void what_is_in_batches_and_meshes_counts(void **state)
{
    (void)state;
    Stage stage;
    open_marks();
    set_up(&stage);
    GpuMesh *mesh = upload(shape_box(vec3d(2, 2, 2)));
    stage.parts[0].mesh = mesh;
    draw(&stage.scene);
    gpu_mesh_destroy(mesh); // the next one may get its place
    stage.parts[0].mesh = mesh = upload(shape_box(vec3d(1, 1, 1)));
    draw(&stage.scene);
    assert_false(renderer_reused(fixture.renderer));
    const Vec3 others[3] = {vec3(-1, -1, 1), vec3(1, -1, 1), vec3(0, 0.5f, 1)};
    point_batch_set(triangle, others, 3, POINTS_TRIANGLES);
    draw(&stage.scene);
    assert_false(renderer_reused(fixture.renderer));
    point_batch_set(line, others + 1, 2, POINTS_LINES);
    draw(&stage.scene);
    assert_false(renderer_reused(fixture.renderer));
    draw(&stage.scene);
    assert_true(renderer_reused(fixture.renderer));
    gpu_mesh_destroy(mesh);
    close_marks();
}

static void a_finer_picture_serves_for_a_coarser_one(void **state)
{
    (void)state;
    Stage stage;
    open_marks();
    set_up(&stage);
    stage.scene.occlusion = true;
    draw(&stage.scene);
    memcpy(before, pixels, sizeof before);
    renderer_set_samples(fixture.renderer, 1);
    stage.scene.occlusion = false;
    stage.scene.no_edges = stage.scene.thin_wires = stage.scene.keep_shadow = true;
    draw(&stage.scene);
    assert_true(renderer_reused(fixture.renderer));
    assert_memory_equal(before, pixels, sizeof before);
    stage.parts[0].placement.p.y = 0.1; // straight into the framebuffer, the old one is kept
    draw(&stage.scene);
    assert_false(renderer_reused(fixture.renderer));
    draw(&stage.scene);
    assert_false(renderer_reused(fixture.renderer));
    stage.parts[0].placement.p.y = 0;
    draw(&stage.scene);
    assert_true(renderer_reused(fixture.renderer));
    assert_memory_equal(before, pixels, sizeof before);
    renderer_set_samples(fixture.renderer, 8);
    draw(&stage.scene);
    assert_false(renderer_reused(fixture.renderer));
    close_marks();
}

int main(void)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_scene_is_shown_again_and_no_other),
        cmocka_unit_test(what_is_in_batches_and_meshes_counts),
        cmocka_unit_test(a_finer_picture_serves_for_a_coarser_one),
    };
    RUN_PICTURE_TESTS(tests);
}
