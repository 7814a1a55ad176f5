// An app with a small assembly, for tests of document, actions and stages. Needs no file and no GL.
#ifndef SNUG_APP_TESTS_APP_FIXTURE_H
#define SNUG_APP_TESTS_APP_FIXTURE_H

#include "app/stages/app.h"
#include "core/mesh/shapes.h"
#include "core/tree/build/build.h"

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

static inline void fixture_open_this(App *app, Assembly *assembly)
{
    Error err = {""};
    if (!app_init(app, &err))
        fail_msg("app_init: %s", err.text);
    stages_open_assembly(app, assembly);
    stages_wait(app);
}

static inline void fixture_open(App *app)
{
    Assembly assembly = fixture_assembly("fixture");
    fixture_open_this(app, &assembly);
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

static inline bool full_tier(void)
{
    const char *full = getenv("SNUG_FULL");
    return full && strcmp(full, "1") == 0;
}

// The report must be what a query from scratch finds at the document's placements.
static inline void check_report(const App *app, const char *when)
{
    int32_t count = app->document.part_count;
    PosedPart *posed = calloc((size_t)count + 1, sizeof *posed);
    for (int32_t i = 0; i < count; ++i) {
        const PartState *part = &app->document.parts[i];
        if (!affine_equal(&part->placement, &app->parts[i].reported))
            fail_msg("%s: the report of part %d belongs to another placement", when, (int)i);
        if (!app->parts[i].tree || !bvh_desc_equal(&app->parts[i].tree->desc, &app->document.build))
            fail_msg("%s: part %d has not the tree asked for", when, (int)i);
        posed[i] = (PosedPart){app->parts[i].tree, part->placement, part->visible, true};
    }
    AssemblyReport fresh = {0};
    Error err = {""};
    if (!assembly_report_update(&fresh, posed, count, &app->document.query, NULL, &err))
        fail_msg("%s: %s", when, err.text);
    if (fresh.count != app->report.count || fresh.contact_count != app->report.contact_count)
        fail_msg("%s: %d contacts of %d pairs shown, %d of %d are right", when,
                 (int)app->report.contact_count, (int)app->report.count, (int)fresh.contact_count,
                 (int)fresh.count);
    for (size_t i = 0; i < fresh.count; ++i) {
        const PairReport *a = &fresh.pairs[i], *b = &app->report.pairs[i];
        bool same = a->a == b->a && a->b == b->b && a->contacts.count == b->contacts.count;
        for (size_t j = 0; same && j < a->contacts.count; ++j)
            same = a->contacts.items[j].a == b->contacts.items[j].a &&
                   a->contacts.items[j].b == b->contacts.items[j].b &&
                   a->contacts.items[j].kind == b->contacts.items[j].kind;
        if (!same)
            fail_msg("%s: pair %d of the report differs", when, (int)i);
    }
    assembly_report_free(&fresh);
    free(posed);
}

#endif
