// Many parts in one call: the picture is the same as when each is drawn by itself, and the pages of
// graphics memory that small meshes share come and go with them.
#include "app/tests/gfx_fixture.h"
#include "core/base/rng.h"
#include "core/tests/odd_shapes.h"

enum { SEED = 17, PARTS = 400, MESHES = 24 };

static unsigned char singly[HEIGHT][WIDTH][4];

typedef struct Crowd {
    GpuPool *pool;
    GpuMesh *meshes[MESHES]; // every third has buffers of its own, one is too large for a page
    DrawPart parts[PARTS];
} Crowd;

static GpuMesh *upload_in(GpuPool *pool, Mesh *mesh)
{
    RenderMesh *drawn = render_mesh_create(mesh, NULL);
    assert_non_null(drawn);
    Error err = {0};
    GpuMesh *gpu = gpu_mesh_create_in(pool, drawn, &err);
    assert_non_null(gpu);
    render_mesh_free(drawn);
    mesh_release(mesh);
    return gpu;
}

static Mesh *some_mesh(Rng *rng, int i)
{
    double size = rng_uniform(rng, 0.05, 0.2);
    if (i == 0)
        return shape_uv_sphere(size, 160, 120);
    return i % 3 == 1   ? shape_box(vec3d(size, 2 * size, size))
           : i % 3 == 2 ? shape_cylinder(size, 2 * size, 4 + (int32_t)rng_below(rng, 40))
                        : shape_grid(size, size, 3, 4); // open
}

static void open_crowd(Crowd *crowd, Rng *rng)
{
    static const unsigned looks[] = {0,
                                     DRAW_EDGES,
                                     DRAW_SELECTED,
                                     DRAW_GHOST,
                                     DRAW_HOVERED,
                                     DRAW_FADED | DRAW_EDGES,
                                     DRAW_XRAY,
                                     DRAW_OUTLINED,
                                     DRAW_BLOCKER | DRAW_EDGES,
                                     DRAW_GHOST | DRAW_DIMMED,
                                     DRAW_WIREFRAME};
    crowd->pool = gpu_pool_create();
    for (int i = 0; i < MESHES; ++i)
        crowd->meshes[i] = upload_in(i % 3 == 2 ? NULL : crowd->pool, some_mesh(rng, i));
    for (int i = 0; i < PARTS; ++i) {
        DrawPart *part = &crowd->parts[i];
        bool plain = i < PARTS / 2; // long runs, then short ones
        *part = (DrawPart){.mesh = crowd->meshes[rng_below(rng, MESHES)],
                           .placement = rng_rotation(rng),
                           .colour = (uint32_t)rng_below(rng, 0x1000000),
                           .flags = plain ? DRAW_EDGES : looks[rng_below(rng, 11)]};
        part->placement.p = rng_in_cube(rng, 1.4);
        if (i % 7 == 0) // mirrored and scaled
            for (int k = 0; k < 3; ++k)
                part->placement.m[k][0] *= -1.7;
    }
}

static void close_crowd(Crowd *crowd)
{
    for (int i = 0; i < MESHES; ++i)
        gpu_mesh_destroy(crowd->meshes[i]);
    gpu_pool_destroy(crowd->pool);
}

static int64_t different_pixels(void)
{
    int64_t count = 0;
    for (int y = 0; y < HEIGHT; ++y)
        for (int x = 0; x < WIDTH; ++x)
            count += memcmp(pixels[y][x], singly[y][x], 4) != 0;
    return count;
}

// What the driver has listed at most, if it does nothing before it is waited for.
static size_t listed, most_listed;
static PFNGLFINISHPROC finish;
static PFNGLDRAWELEMENTSBASEVERTEXPROC draw_one;
static PFNGLMULTIDRAWELEMENTSBASEVERTEXPROC draw_many;

static void list(size_t indices)
{
    listed += indices;
    most_listed = listed > most_listed ? listed : most_listed;
}

static void GLAD_API_PTR note_finish(void)
{
    listed = 0;
    finish();
}

static void GLAD_API_PTR note_one(GLenum mode, GLsizei count, GLenum type, const void *indices,
                                  GLint base)
{
    list((size_t)count);
    draw_one(mode, count, type, indices, base);
}

static void GLAD_API_PTR note_many(GLenum mode, const GLsizei *counts, GLenum type,
                                   const void *const *indices, GLsizei count, const GLint *bases)
{
    for (GLsizei i = 0; i < count; ++i)
        list((size_t)counts[i]);
    draw_many(mode, counts, type, indices, count, bases);
}

// The same scene, a few thousand indices at a time: they are fewer than the largest mesh has.
static void draw_slowly(const DrawScene *scene)
{
    enum { PACE = 6000 };
    finish = glad_glFinish;
    draw_one = glad_glDrawElementsBaseVertex;
    draw_many = glad_glMultiDrawElementsBaseVertex;
    glad_glFinish = note_finish;
    glad_glDrawElementsBaseVertex = note_one;
    glad_glMultiDrawElementsBaseVertex = note_many;
    listed = most_listed = 0;
    renderer_set_pace(fixture.renderer, PACE);
    draw(scene);
    renderer_set_pace(fixture.renderer, SIZE_MAX);
    glad_glFinish = finish;
    glad_glDrawElementsBaseVertex = draw_one;
    glad_glMultiDrawElementsBaseVertex = draw_many;
    assert_true(most_listed >= PACE && most_listed < 2 * PACE);
}

static bool machine_numbers_draws(void)
{
    GLint count = 0;
    glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count; ++i)
        if (strcmp((const char *)glGetStringi(GL_EXTENSIONS, (GLuint)i),
                   "GL_ARB_shader_draw_parameters") == 0)
            return true;
    return false;
}

static void pictures_are_the_same(void **state)
{
    (void)state;
    static Crowd crowd;
    Rng rng = rng_create(SEED);
    open_crowd(&crowd, &rng);
    int64_t drawn = 0;
    for (int view = 0; view < 12; ++view) {
        DrawScene scene = front_scene();
        scene.parts = crowd.parts;
        scene.part_count = view == 0 ? 1 : PARTS;
        scene.camera.yaw = 0.5 * view;
        scene.camera.pitch = 0.3;
        scene.camera.fov_y = view % 2 ? CAMERA_FOV : 0;
        if (view % 4 == 3) // among them: some are cut by the near plane, some are out of sight
            scene.camera.distance *= 0.2;
        if (view % 3 == 2)
            scene.section = (SectionPlane){true, vec3d(0, 0.1, 0), vec3d(0, 1, 0)};
        renderer_set_batching(fixture.renderer, false);
        draw(&scene);
        memcpy(singly, pixels, sizeof pixels);
        renderer_set_batching(fixture.renderer, true);
        draw(&scene);
        if (different_pixels() > 0)
            fail_msg("view %d (seed %d): %lld pixels differ", view, SEED,
                     (long long)different_pixels());
        for (int y = 0; y < HEIGHT; ++y)
            for (int x = 0; x < WIDTH; ++x)
                drawn += !is_background(x, y);
        for (int batching = 0; batching < 2 && view > 0 && view % 3 == 0; ++batching) {
            renderer_set_batching(fixture.renderer, batching);
            draw_slowly(&scene);
            if (different_pixels() > 0)
                fail_msg("view %d (seed %d): drawn slowly, %lld pixels differ", view, SEED,
                         (long long)different_pixels());
        }
    }
    assert_true(drawn > 100000);
    print_message("RAN: 12 views of %d parts, %lld pixels of them, %s\n", PARTS, (long long)drawn,
                  machine_numbers_draws() ? "batched" : "the machine cannot batch");
    close_crowd(&crowd);
}

// Meshes are put into pages and go again, in any order; what is left is still drawn right.
static void pages_come_and_go(void **state)
{
    (void)state;
    enum { ROUNDS = 400, KEPT = 40 };
    Rng rng = rng_create(SEED + 1);
    GpuPool *pool = gpu_pool_create();
    GpuMesh *kept[KEPT] = {0};
    for (int i = 0; i < ROUNDS; ++i) {
        GpuMesh **slot = &kept[rng_below(&rng, KEPT)];
        gpu_mesh_destroy(*slot);
        *slot = upload_in(pool, shape_uv_sphere(0.3, 40, 30));
    }
    DrawScene scene = front_scene();
    for (int i = 0; i < KEPT; ++i) {
        if (!kept[i])
            continue;
        DrawPart part = {kept[i], affine_identity(), 0x5B8DBF, 0};
        scene.parts = &part;
        scene.part_count = 1;
        scene.camera.yaw = 0.01 * i;
        draw(&scene);
        assert_false(is_background(WIDTH / 2, HEIGHT / 2));
        assert_false(is_background(WIDTH / 2 + 27, HEIGHT / 2));
        assert_true(is_background(WIDTH / 2 + 34, HEIGHT / 2));
    }
    gpu_pool_destroy(pool); // before its meshes
    for (int i = 0; i < KEPT; ++i)
        gpu_mesh_destroy(kept[i]);
    assert_int_equal(glGetError(), GL_NO_ERROR);
    print_message("RAN: %d meshes in pages\n", ROUNDS);
}

int main(void)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_are_the_same),
        cmocka_unit_test(pages_come_and_go),
    };
    RUN_PICTURE_TESTS(tests);
}
