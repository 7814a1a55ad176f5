// What some stages do only when they are asked to, for tests of all of them.
#ifndef SNUG_APP_TESTS_STAGE_WISHES_H
#define SNUG_APP_TESTS_STAGE_WISHES_H

#include "app/stages/stage.h"
#include "app/stages/sweep_state.h"
#include "app/tests/app_fixture.h"
#include "core/mesh/mesh_hash.h"

#include <stdio.h>

// A path of the third part, to be checked, and what it sweeps.
static void ask_for_path(App *app)
{
    char text[512];
    MotionPath path;
    Error err = {""};
    snprintf(text, sizeof text,
             "snug-path 1\nunit mm\npart \"Ball\"\nmesh %016llx\nkey 0 0 6 0 1 0 0 0\n"
             "key 1 0 0.4 0 1 0 0 0\n",
             (unsigned long long)mesh_hash(app_part_mesh(app, 2)));
    assert_true(motion_path_parse(&path, "path", text, strlen(text), &err));
    path_state_set(app, &path, "path");
    app->path.check_wanted = true;
    sweep_ask(app, 2);
}

static inline PrimitiveList *some_primitives(int variant)
{
    PrimitiveList *list = primitive_list_create();
    for (int i = 0; i < 5; ++i) {
        HybridVolume volume;
        Error err = {""};
        char text[64];
        Coverage *covers = coverage_create();
        snprintf(text, sizeof text, "sphere %d 5 0 %d", 3 * i, 2 + variant);
        assert_true(covers && coverage_add(covers, i % FIXTURE_PARTS, i));
        assert_true(primitive_from_text(text, &volume, &err));
        assert_true(primitive_list_add(list, &volume, text, covers, &err));
        coverage_release(covers);
    }
    return list;
}

// Or the stage would only look there.
static inline void forget_variants(App *app)
{
    int32_t number = app->document.parts[1].variant;
    app->document.parts[1].variant = 0;
    variants_follow(app);
    app->document.parts[1].variant = number;
    variant_book_free(&app->stages->variants);
}

#endif
