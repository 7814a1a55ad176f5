// An app with a small assembly, for tests of document, actions and stages. Needs no file and no GL.
#ifndef SNUG_APP_TESTS_APP_FIXTURE_H
#define SNUG_APP_TESTS_APP_FIXTURE_H

#include "app/app.h"
#include "core/shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FIXTURE_PARTS = 4 };

// Two plates that share a mesh, a ball and a ring, all apart from each other: rest has no contact.
static inline Assembly fixture_assembly(const char *title)
{
    Assembly assembly = {.title = strdup(title)};
    Mesh *plate = shape_box(vec3d(10, 1, 10));
    Affine at = affine_translation(vec3d(0, 0, 0));
    assert_true(assembly_add(&assembly, "Plate", mesh_retain(plate), &at, 0x808080));
    at.p.y = 20;
    assert_true(assembly_add(&assembly, "Plate", plate, &at, 0x909090));
    at.p.y = 5;
    assert_true(assembly_add(&assembly, "Ball", shape_ico_sphere(2, 2), &at, 0xa0a0a0));
    at.p = vec3d(40, 0, 0);
    assert_true(assembly_add(&assembly, "Ring", shape_torus(6, 2, 24, 12), &at, 0xb0b0b0));
    return assembly;
}

static inline void fixture_open(App *app)
{
    Error err = {""};
    if (!app_init(app, &err))
        fail_msg("app_init: %s", err.text);
    Assembly assembly = fixture_assembly("fixture");
    stages_open_assembly(app, &assembly);
    stages_wait(app);
    assert_int_equal(app->document.part_count, FIXTURE_PARTS);
}

static inline ActionArgs move_args(int32_t part, Vec3d to)
{
    return (ActionArgs){.part = part, .placement = affine_translation(to)};
}

static inline const char *last_notice(const App *app)
{
    return app->notice_count > 0 ? app->notices[app->notice_count - 1].text : "";
}

static inline bool has_notice(const App *app, const char *text)
{
    for (size_t i = 0; i < app->notice_count; ++i)
        if (strstr(app->notices[i].text, text))
            return true;
    return false;
}

#endif
