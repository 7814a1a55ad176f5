// CAD files in the program: verdicts know how far facets lie off, another deflection reads the files
// again with everything else in place, and scenes keep it.
#include "app/actions/list_files.h"
#include "app/actions/list_parts.h"
#include "app/document/field_actions.h"
#include "app/session/cad_sources.h"
#include "app/tests/scene_fixture.h"

#include <sys/stat.h>

static int write_files(void **state)
{
    char command[512];
    setenv("SNUG_IMPORTER", SNUG_IMPORTER, 1);
    if (make_folder(state) != 0)
        return 1;
    snprintf(command, sizeof command, "'%s' %s", SNUG_WRITER, folder);
    return system(command);
}

static App open_file(const char *name)
{
    App app;
    Error err = {""};
    if (!app_init(&app, &err))
        fail_msg("%s", err.text);
    app.draws_nothing = true;
    stages_open(&app, in_folder(name), NULL);
    stages_wait(&app);
    return app;
}

static int64_t triangles(const App *app)
{
    return assembly_triangles(&app->assembly);
}

static const FitRow *row_of(const App *app, const char *a, const char *b)
{
    for (size_t i = 0; i < app->fit.count; ++i) {
        const FitRow *row = &app->fit.rows[i];
        const char *names[] = {app->assembly.parts[row->a].name, app->assembly.parts[row->b].name};
        if ((strcmp(names[0], a) == 0 && strcmp(names[1], b) == 0) ||
            (strcmp(names[0], b) == 0 && strcmp(names[1], a) == 0))
            return row;
    }
    fail_msg("%s and %s have no row", a, b);
    return NULL;
}

// Pins with as many facets as their holes, but turned: the facets run into each other by less than
// they lie off the surfaces. A pin that is 0.2 mm too thick does more.
static void verdicts_know_the_deflection(void **state)
{
    (void)state;
    App app = open_file("fit.step");
    app.deflection = 0;
    assert_int_equal(app.assembly.part_count, 4);
    double sum = 0;
    const FitRow *good = row_of(&app, "Pin", "Block");
    for (int32_t i = 0; i < 2; ++i)
        sum += app.assembly.parts[i].mesh->stated_chord_error;
    assert_true(sum > 0 && good->facet_error >= sum * (1 - 1e-12));
    assert_true(good->state != PAIR_INTERFERENCE);
    assert_int_equal(row_of(&app, "Thick pin", "Tight block")->state, PAIR_INTERFERENCE);
    // So coarse that facets cannot tell the thick pin from a good one: nobody claims that they can.
    app_do(&app, &action_file_deflection, &(ActionArgs){.part = NO_PART, .number = 0.2}, 0);
    stages_wait(&app);
    assert_true(row_of(&app, "Thick pin", "Tight block")->state != PAIR_INTERFERENCE);
    app_free(&app);
}

static void another_deflection_keeps_the_rest(void **state)
{
    (void)state;
    App app = open_file("curved.step");
    assert_int_equal(app.assembly.part_count, 3);
    int64_t before = triangles(&app);
    ActionArgs args = {.part = 1, .placement = app.document.parts[1].placement};
    args.placement.p.y += 30;
    app_do(&app, &action_part_move, &args, 0);
    Vec3d moved = app.document.parts[1].placement.p;
    app_do(&app, &action_file_deflection, &(ActionArgs){.part = NO_PART, .number = 0.5}, 0);
    stages_wait(&app);
    assert_true(triangles(&app) < before);
    assert_int_equal(app.document.part_count, 3);
    assert_true(vec3d_distance(app.document.parts[1].placement.p, moved) < 1e-9);
    assert_true(app.assembly.parts[0].mesh->stated_chord_error >= 0.5);
    int64_t coarse = triangles(&app);
    // A scene keeps it, whatever the program opens other files with.
    Error err = {""};
    if (!save_scene(&app, in_folder("scene.json"), &err))
        fail_msg("%s", err.text);
    stages_wait(&app);
    app_free(&app);
    app = open_file("scene.json");
    assert_int_equal(app.assembly.part_count, 3);
    assert_int_equal(triangles(&app), coarse);
    // Back to the usual one.
    app_do(&app, &action_file_deflection, &(ActionArgs){.part = NO_PART, .number = 0}, 0);
    stages_wait(&app);
    assert_int_equal(triangles(&app), before);
    app_free(&app);
}

static void ask_deflection(App *app, double mm)
{
    app_do(app, &action_file_deflection, &(ActionArgs){.part = NO_PART, .number = mm}, 0);
}

// Files that were read in different ways are read again together, each in its own.
static void another_deflection_reads_all(void **state)
{
    (void)state;
    App app = open_file("curved.step");
    stages_merge(&app, in_folder("inch.step"), &(ImportOptions){.up_said = true});
    stages_wait(&app);
    assert_int_equal(app.sources.count, 2);
    assert_int_equal(app.assembly.up, UP_Z); // as the first one
    assert_string_equal(app.assembly.title, "curved.step, inch.step");
    ask_deflection(&app, 0.5);
    // Nothing of it holds before they are read, nor may it be asked for again meanwhile.
    assert_true(cad_sources_deflection(&app) == 0);
    const char *why = NULL;
    assert_false(app_can(&app, &action_file_deflection, &why));
    stages_wait(&app);
    assert_true(cad_sources_deflection(&app) == 0.5e-3);
    assert_false(app.sources.files[0].options.up_said);
    assert_true(app.sources.files[1].options.up_said);
    // One that fails leaves all as it was.
    int64_t coarse = triangles(&app);
    setenv("SNUG_IMPORTER", "/bin/false", 1);
    ask_deflection(&app, 0.1);
    stages_wait(&app);
    setenv("SNUG_IMPORTER", SNUG_IMPORTER, 1);
    assert_true(has_notice(&app, "what was loaded before stays"));
    assert_true(cad_sources_deflection(&app) == 0.5e-3);
    assert_int_equal(triangles(&app), coarse);
    app_free(&app);
}

// What an importer does that crashes: nothing, to what is open.
static void what_was_open_stays_open(void **state)
{
    (void)state;
    App app = open_file("nested.step");
    assert_int_equal(app.assembly.part_count, 6);
    write_text(in_folder("crashes"), "#!/bin/sh\nkill -SEGV $$\n");
    assert_int_equal(chmod(in_folder("crashes"), 0755), 0);
    setenv("SNUG_IMPORTER", in_folder("crashes"), 1);
    stages_open(&app, in_folder("curved.step"), NULL);
    stages_wait(&app);
    assert_true(has_notice(&app, "the importer crashed on this file (Segmentation fault)"));
    assert_int_equal(app.assembly.part_count, 6);
    setenv("SNUG_IMPORTER", SNUG_IMPORTER, 1);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_know_the_deflection),
        cmocka_unit_test(another_deflection_keeps_the_rest),
        cmocka_unit_test(another_deflection_reads_all),
        cmocka_unit_test(what_was_open_stays_open),
    };
    return cmocka_run_group_tests(tests, write_files, remove_folder);
}
