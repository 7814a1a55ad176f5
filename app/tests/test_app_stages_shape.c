// Deforming parts: shapes are made on a worker, trees refitted or built anew, and the report is of
// what is shown.
// ctest labels: threads
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/document/history.h"
#include "app/stages/rows.h"
#include "app/tests/app_fixture.h"
#include "core/mesh/deform/variants.h"
#include "core/tests/tree_check.h"

#include <stdio.h>

enum { PLATE, PLATE_2, BALL, RING };

static void deform(App *app, int32_t part, int rule, double amount)
{
    ActionArgs args = {.part = part, .index = (int32_t)rule, .number = amount};
    assert_true(app_do(app, &action_part_deform, &args, 0));
}

// The shape asked for is there, complete, and the report is its.
static void check_shape(const App *app, int32_t part, const char *when)
{
    const Deformation *wanted = &app->document.parts[part].shape;
    const Bvh *tree = app->parts[part].tree;
    const Mesh *rest = app->assembly.parts[part].mesh;
    Error err = {""};
    Mesh *expected = deform_mesh_create(rest);
    deform_mesh(expected, rest, wanted);
    assert_ptr_equal(app_part_mesh(app, part), tree->mesh);
    assert_memory_equal(expected->vertices, tree->mesh->vertices,
                        (size_t)rest->vertex_count * sizeof *rest->vertices);
    assert_int_equal(tree->mesh_version, tree->mesh->version);
    if (!bvh_validate(tree, &err))
        fail_msg("%s: %s", when, err.text);
    assert_true((app->parts[part].shape.drawn != NULL) == (tree->mesh != rest));
    mesh_release(expected);
    check_report(app, when);
}

static void shapes_are_refitted_and_reported(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    Bvh *at_rest = app.parts[RING].tree;
    for (int i = 1; i <= 24; ++i) {
        char when[32];
        snprintf(when, sizeof when, "wave %d", i);
        deform(&app, RING, deform_index(&deform_wave), 0.01 * i);
        ActionArgs move = move_args(RING, vec3d(0.5 * i, 0, 0));
        app_do(&app, &action_part_move, &move, 0);
        stages_wait(&app);
        check_shape(&app, RING, when);
    }
    // The first ones need trees of their own, the later ones find one that nobody reads.
    assert_true(app.parts[RING].shape.builds >= 1 &&
                app.parts[RING].shape.builds <= SHAPE_SPARES + 1);
    assert_int_equal(app.parts[RING].shape.builds + app.parts[RING].shape.refits, 24);
    printf("RAN: shapes: %u refits, %u builds\n", app.parts[RING].shape.refits,
           app.parts[RING].shape.builds);
    deform(&app, RING, deform_index(&deform_wave), 0);
    stages_wait(&app);
    assert_ptr_equal(app.parts[RING].tree, at_rest);
    check_shape(&app, RING, "at rest again");
    app_free(&app);
}

static void parts_that_share_a_mesh_are_deformed_alone(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    deform(&app, PLATE_2, deform_index(&deform_bend), 0.4);
    stages_wait(&app);
    check_shape(&app, PLATE_2, "bent");
    check_shape(&app, PLATE, "its twin");
    assert_ptr_equal(app.parts[PLATE].tree->mesh, app.assembly.parts[PLATE].mesh);
    app_do(&app, &action_edit_undo, NULL, 0);
    stages_wait(&app);
    assert_ptr_equal(app.parts[PLATE].tree, app.parts[PLATE_2].tree);
    app_do(&app, &action_edit_redo, NULL, 0);
    stages_wait(&app);
    check_shape(&app, PLATE_2, "bent again");
    app_free(&app);
}

static void every_volume_takes_over_the_shape(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    ActionArgs into = move_args(BALL, vec3d(0, 1.5, 0));
    app_do(&app, &action_part_move, &into, 0);
    deform(&app, BALL, deform_index(&deform_twist), 0.7);
    for (int t = 0; t < bv_type_count; ++t) {
        app_do(&app, &action_build_volume, &(ActionArgs){.index = t}, 0);
        stages_wait(&app);
        check_shape(&app, BALL, bv_types[t]->name);
        deform(&app, BALL, deform_index(&deform_twist), 0.7 - 0.02 * t);
        stages_wait(&app);
        check_shape(&app, BALL, bv_types[t]->name);
    }
    app_free(&app);
}

// Nobody waits: newer wishes, another kind and another assembly come in between.
static void changes_in_the_middle_of_it_do_no_harm(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    for (int i = 0; i < 60; ++i) {
        deform(&app, i % 3 ? RING : BALL, (i / 9 % deform_rule_count), 0.03 * (i % 20) - 0.2);
        if (i % 10 == 9)
            app_do(&app, &action_build_volume, &(ActionArgs){.index = i / 10 % 3}, 0);
        if (i % 25 == 24)
            app_do(&app, &action_edit_undo, NULL, 0);
        stages_update(&app, 0);
    }
    stages_wait(&app);
    check_shape(&app, RING, "after all");
    check_shape(&app, BALL, "after all");
    deform(&app, RING, deform_index(&deform_bend), -1);
    stages_update(&app, 0);
    Assembly other = {.title = strdup("other")};
    Affine at = affine_identity();
    assert_true(assembly_add(&other, "Box", shape_box(vec3d(1, 1, 1)), &at, 0));
    stages_open_assembly(&app, &other);
    stages_wait(&app);
    assert_int_equal(app.assembly.part_count, 1);
    check_shape(&app, 0, "another assembly");
    deform(&app, 0, deform_index(&deform_bend), 1);
    stages_update(&app, 0);
    app_free(&app); // while it is being made
}

static void scales_change_one_axis(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    const Bvh *tree = app.parts[RING].tree;
    for (int axis = 0; axis < 3; ++axis) {
        ActionArgs args = {.part = RING, .index = axis, .number = 0.4 + axis};
        assert_true(app_do(&app, &action_part_scale, &args, 0));
        stages_wait(&app);
        for (int k = 0; k < 3; ++k) {
            double expected = k <= axis ? 0.4 + k : 1;
            double scale = affine_axis_scale(&app.document.parts[RING].placement, k);
            assert_true(scale > expected - 1e-12 && scale < expected + 1e-12);
        }
        assert_ptr_equal(app.parts[RING].tree, tree); // no refit, no build
        check_report(&app, "scaled");
    }
    ActionArgs flat = {.part = RING, .index = 0, .number = 0};
    assert_false(app_do(&app, &action_part_scale, &flat, 0));
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_are_refitted_and_reported),
        cmocka_unit_test(parts_that_share_a_mesh_are_deformed_alone),
        cmocka_unit_test(every_volume_takes_over_the_shape),
        cmocka_unit_test(changes_in_the_middle_of_it_do_no_harm),
        cmocka_unit_test(scales_change_one_axis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
