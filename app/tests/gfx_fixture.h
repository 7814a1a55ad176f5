// What tests of pictures share: a renderer without a window, a box, and pixels to look at.
#ifndef SNUG_APP_TESTS_GFX_FIXTURE_H
#define SNUG_APP_TESTS_GFX_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/gfx/gfx.h"
#include "core/mesh/shapes.h"

#include <EGL/egl.h>
#include <glad/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 400, HEIGHT = 300 };

typedef struct Fixture {
    Offscreen *offscreen;
    Renderer *renderer;
    GpuMesh *box; // 2 x 2 x 2
} Fixture;

static Fixture fixture;
static unsigned char pixels[HEIGHT][WIDTH][4];

static inline GpuMesh *upload(Mesh *mesh)
{
    assert_non_null(mesh);
    RenderMesh *drawn = render_mesh_create(mesh, NULL);
    assert_non_null(drawn);
    Error err = {0};
    GpuMesh *gpu = gpu_mesh_create(drawn, &err);
    if (!gpu)
        fail_msg("%s", err.text);
    render_mesh_free(drawn);
    mesh_release(mesh);
    return gpu;
}

// Only a machine without this kind of EGL may skip; any other failure is one.
static inline bool egl_is_there(void)
{
    const char *extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    return extensions && strstr(extensions, "EGL_MESA_platform_surfaceless");
}

static inline int open_fixture(void **state)
{
    (void)state;
    if (!egl_is_there())
        return 0;
    Error err = {0};
    fixture.offscreen = offscreen_create(WIDTH, HEIGHT, &err);
    if (fixture.offscreen)
        fixture.renderer = renderer_create(&err);
    if (!fixture.renderer) {
        print_error("%s\n", err.text);
        return -1;
    }
    fixture.box = upload(shape_box(vec3d(2, 2, 2)));
    return 0;
}

static inline int close_fixture(void **state)
{
    (void)state;
    if (!fixture.offscreen)
        return 0;
    gpu_mesh_destroy(fixture.box);
    renderer_destroy(fixture.renderer);
    offscreen_destroy(fixture.offscreen);
    return 0;
}

static inline void egl_without_a_window_is_missing(void **state)
{
    (void)state;
    skip();
}

// Seen from the front without perspective: 100 pixels per unit, the origin in the middle.
static inline DrawScene front_scene(void)
{
    double distance = HEIGHT / 200.0 / tan(15 * acos(-1) / 180);
    return (DrawScene){.camera = {.distance = distance},
                       .bounds = {vec3d(-2, -2, -2), vec3d(2, 2, 2)}};
}

static inline DrawPart box_part(unsigned flags)
{
    return (DrawPart){fixture.box, affine_identity(), 0x5B8DBF, flags};
}

static inline void draw(const DrawScene *scene)
{
    renderer_draw(fixture.renderer, scene, 0, 0, WIDTH, HEIGHT);
    assert_true(offscreen_read(fixture.offscreen, &pixels[0][0][0]));
    assert_int_equal(glGetError(), GL_NO_ERROR);
}

static inline int difference(const unsigned char *pixel, uint32_t colour)
{
    int largest = 0;
    for (int k = 0; k < 3; ++k) {
        int d = abs((int)pixel[k] - (int)(colour >> (16 - 8 * k) & 0xFF));
        largest = d > largest ? d : largest;
    }
    return largest;
}

static inline uint32_t background_at(int y)
{
    const Theme *theme = &themes[THEME_LIGHT];
    double t = 1 - (y + 0.5) / HEIGHT;
    uint32_t colour = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        double top = theme->background_top >> shift & 0xFF;
        double bottom = theme->background_bottom >> shift & 0xFF;
        colour |= (uint32_t)lrint(bottom + (top - bottom) * t) << shift;
    }
    return colour;
}

static inline bool is_background(int x, int y)
{
    return difference(pixels[y][x], background_at(y)) <= 2;
}

// Where EGL is missing every test of the list says so instead.
#define RUN_PICTURE_TESTS(tests)                                                                   \
    do {                                                                                           \
        for (size_t i = 0; i < sizeof tests / sizeof tests[0] && !egl_is_there(); ++i)             \
            tests[i].test_func = egl_without_a_window_is_missing;                                  \
        return cmocka_run_group_tests(tests, open_fixture, close_fixture);                         \
    } while (0)

#endif
