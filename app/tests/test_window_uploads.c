// Nothing goes to graphics memory that is there already: frames that stand still, turn or drag.
#include "app/actions/list.h"
#include "app/draw/scene_draw.h"
#include "app/io/file.h"
#include "app/tests/app_fixture.h"
#include "app/window/effort.h"

#include <EGL/egl.h>
#include <glad/gl.h>
#include <stdio.h>
#include <unistd.h>

enum { WIDTH = 320, HEIGHT = 240 };

typedef struct Stand {
    App app;
    Offscreen *offscreen;
    Renderer *renderer;
    SceneDraw *scene;
} Stand;

static bool egl_is_there(void)
{
    const char *extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    return extensions && strstr(extensions, "EGL_MESA_platform_surfaceless");
}

// What went to graphics memory, counted where it goes. What every frame streams does not count.
typedef struct GfxUploads {
    size_t meshes, batches, bytes;
} GfxUploads;
static GfxUploads total;
static size_t index_buffers; // a mesh has two: of faces and of edges
static PFNGLBUFFERDATAPROC buffer_data;
static PFNGLBUFFERSUBDATAPROC buffer_sub_data;

static void note(GLenum target, GLsizeiptr bytes, bool of_mesh)
{
    total.bytes += (size_t)bytes;
    if (target == GL_ELEMENT_ARRAY_BUFFER && of_mesh)
        total.meshes = ++index_buffers / 2;
    else if (target == GL_ARRAY_BUFFER && !of_mesh)
        ++total.batches;
}

static void GLAD_API_PTR note_data(GLenum target, GLsizeiptr bytes, const void *data, GLenum usage)
{
    if (data && target != GL_UNIFORM_BUFFER) // pages are made empty
        note(target, bytes, usage == GL_STATIC_DRAW);
    buffer_data(target, bytes, data, usage);
}

static void GLAD_API_PTR note_sub_data(GLenum target, GLintptr offset, GLsizeiptr bytes,
                                       const void *data)
{
    note(target, bytes, true);
    buffer_sub_data(target, offset, bytes, data);
}

static Offscreen *open_counted(Error *err)
{
    Offscreen *offscreen = offscreen_create(WIDTH, HEIGHT, err);
    if (offscreen && glad_glBufferData != note_data) {
        buffer_data = glad_glBufferData;
        buffer_sub_data = glad_glBufferSubData;
        glad_glBufferData = note_data;
        glad_glBufferSubData = note_sub_data;
    }
    return offscreen;
}

static GfxUploads draw_frame(Stand *s)
{
    GfxUploads before = total;
    DrawScene drawn;
    stages_update(&s->app, 0);
    stages_wait(&s->app);
    stages_update(&s->app, 0);
    scene_draw_update(s->scene, &s->app, &s->app.contacts, NO_PART, 1, &drawn);
    renderer_draw(s->renderer, &drawn, 0, 0, WIDTH, HEIGHT);
    GfxUploads after = total;
    return (GfxUploads){after.meshes - before.meshes, after.batches - before.batches,
                        after.bytes - before.bytes};
}

static void expect_nothing(GfxUploads sent, const char *when)
{
    if (sent.meshes || sent.batches || sent.bytes)
        fail_msg("%s: %zu meshes and %zu batches, %zu bytes were sent", when, sent.meshes,
                 sent.batches, sent.bytes);
}

static void nothing_is_sent_twice(void **state)
{
    (void)state;
    if (!egl_is_there())
        skip();
    Stand s = {0};
    Error err = {""};
    fixture_open(&s.app);
    s.offscreen = open_counted(&err);
    s.renderer = s.offscreen ? renderer_create(&err) : NULL;
    if (!s.renderer)
        fail_msg("%s", err.text);
    s.scene = scene_draw_create();
    GfxUploads first = draw_frame(&s);
    assert_int_equal(first.meshes, FIXTURE_PARTS - 1); // two plates share theirs
    expect_nothing(draw_frame(&s), "nothing changed");
    s.app.document.view.camera.yaw += 0.3;
    expect_nothing(draw_frame(&s), "the view turned");
    for (int i = 0; i < 5; ++i) {
        ActionArgs args = move_args(3, vec3d(40, 0.2 * i, 0));
        assert_true(app_do(&s.app, &action_part_move, &args, 7));
        expect_nothing(draw_frame(&s), "a part moved freely");
    }
    // In contact the marked polygons change, but never the meshes.
    size_t batches = 0;
    for (int i = 0; i < 5; ++i) {
        ActionArgs args = move_args(2, vec3d(0.1 * i, 2, 0));
        assert_true(app_do(&s.app, &action_part_move, &args, 8));
        GfxUploads sent = draw_frame(&s);
        assert_int_equal(sent.meshes, 0);
        batches += sent.batches;
    }
    assert_true(s.app.report.count > 0 && batches > 0);
    expect_nothing(draw_frame(&s), "in contact, and nothing changed");
    // A section plane: cut once, sent once; a part that it does not cut costs nothing.
    ActionArgs plane = {.placement = affine_identity()};
    assert_true(app_do(&s.app, &action_section_set, &plane, 0));
    GfxUploads cut = draw_frame(&s);
    assert_true(cut.meshes == 0 && cut.batches > 0);
    expect_nothing(draw_frame(&s), "cut, and nothing changed");
    s.app.document.view.camera.pitch += 0.1;
    expect_nothing(draw_frame(&s), "cut, and the view turned");
    printf("RAN: 16 frames, %zu bytes in the first one\n", first.bytes);
    scene_draw_destroy(s.scene);
    renderer_destroy(s.renderer);
    offscreen_destroy(s.offscreen);
    app_free(&s.app);
}

// Once meshes are in graphics memory the app keeps no arrays of them. What stays open when files are
// added or read again is not needed again, and what comes is sent.
static void what_was_sent_is_not_kept(void **state)
{
    (void)state;
    if (!egl_is_there())
        skip();
    Stand s = {0};
    Error err = {""};
    fixture_open(&s.app);
    s.offscreen = open_counted(&err);
    s.renderer = s.offscreen ? renderer_create(&err) : NULL;
    if (!s.renderer)
        fail_msg("%s", err.text);
    s.scene = scene_draw_create();
    assert_true(render_mesh_has_arrays(s.app.parts[0].drawn));
    scene_draw_take(s.scene, &s.app);
    assert_false(render_mesh_has_arrays(s.app.parts[0].drawn));
    draw_frame(&s);
    assert_false(scene_draw_trouble(s.scene, &err));        // parts that share a mesh have it, too
    assert_true(s.app.parts[0].drawn->outline_count == 12); // what a hand shows of a plate

    static unsigned char before[HEIGHT][WIDTH][4], after[HEIGHT][WIDTH][4];
    draw_frame(&s);
    assert_true(offscreen_read(s.offscreen, &before[0][0][0]));
    char folder[] = "/tmp/snug-uploads-XXXXXX", path[64];
    static const char TEXT[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/face.obj", folder);
    assert_true(file_write_atomic(path, TEXT, sizeof TEXT - 1, &err));
    stages_merge(&s.app, path, NULL);
    stages_wait(&s.app);
    unlink(path);
    rmdir(folder);
    assert_int_equal(s.app.assembly.part_count, FIXTURE_PARTS + 1);
    size_t meshes = total.meshes;
    scene_draw_take(s.scene, &s.app);
    draw_frame(&s);
    assert_int_equal(total.meshes - meshes, 1);
    assert_false(scene_draw_trouble(s.scene, &err));
    assert_false(render_mesh_has_arrays(s.app.parts[FIXTURE_PARTS].drawn));
    s.app.document.parts[FIXTURE_PARTS].visible = false;
    draw_frame(&s);
    assert_true(offscreen_read(s.offscreen, &after[0][0][0]));
    assert_memory_equal(before, after, sizeof before); // the others are drawn as they were

    // Another assembly: none of what was there is needed any more.
    Assembly other = fixture_assembly("another");
    stages_open_assembly(&s.app, &other);
    stages_wait(&s.app);
    GfxUploads sent = draw_frame(&s);
    assert_int_equal(sent.meshes, FIXTURE_PARTS - 1);
    assert_true(render_mesh_has_arrays(s.app.parts[0].drawn)); // nobody took them
    scene_draw_destroy(s.scene);
    renderer_destroy(s.renderer);
    offscreen_destroy(s.offscreen);
    app_free(&s.app);
}

// Who does not know whether something changed sets it again: that costs a sum.
static void the_same_points_are_sent_once(void **state)
{
    (void)state;
    if (!egl_is_there())
        skip();
    Error err = {""};
    Offscreen *offscreen = open_counted(&err);
    if (!offscreen)
        fail_msg("%s", err.text);
    Vec3 points[4] = {{{0, 0, 0}}, {{1, 0, 0}}, {{1, 0, 0}}, {{1, 2, 0}}};
    PointBatch *batch = point_batch_create();
    size_t start = total.batches;
    point_batch_set(batch, points, 4, POINTS_LINES);
    assert_int_equal(total.batches - start, 1);
    point_batch_set(batch, points, 4, POINTS_LINES);
    assert_int_equal(total.batches - start, 1);
    points[3].z = 1e-6f;
    point_batch_set(batch, points, 4, POINTS_LINES);
    assert_int_equal(total.batches - start, 2);
    point_batch_set(batch, points, 2, POINTS_LINES);
    assert_int_equal(total.batches - start, 3);
    point_batch_destroy(batch);
    offscreen_destroy(offscreen);
}

static void looks_step_down_and_come_back(void **state)
{
    (void)state;
    Effort e = {0};
    assert_int_equal(effort_begin(&e, false, false), EFFORT_FULL);
    assert_null(effort_text(&e));
    effort_end(&e, false, 100);
    assert_int_equal(effort_begin(&e, false, false), EFFORT_FULL); // once is no habit
    for (int i = 0; i < 20; ++i) {
        effort_begin(&e, false, false);
        effort_end(&e, false, 100);
    }
    assert_int_equal(effort_begin(&e, false, false), EFFORT_NO_EDGES);
    assert_non_null(effort_text(&e));
    assert_int_equal(effort_begin(&e, true, false), EFFORT_FULL); // standing still: everything
    assert_null(effort_text(&e));
    effort_end(&e, true, 500);
    assert_int_equal(effort_begin(&e, false, false), EFFORT_NO_EDGES); // and remembered
    for (int i = 0; i < 200; ++i)
        effort_end(&e, false, 5);
    assert_int_equal(effort_begin(&e, false, false), EFFORT_FULL);
    assert_int_equal(effort_begin(&e, false, true), EFFORT_NO_SMOOTHING); // by the processor
    assert_int_equal(effort_begin(&e, true, true), EFFORT_FULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_sent_twice),
        cmocka_unit_test(what_was_sent_is_not_kept),
        cmocka_unit_test(the_same_points_are_sent_once),
        cmocka_unit_test(looks_step_down_and_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
