// Names, units, axes and colours of what was opened, as the files have them.
#include "app/actions/list.h"
#include "app/document/part_colours.h"
#include "app/report/report_file.h"
#include "app/tests/journey/obj_box.h"
#include "app/tests/scene_fixture.h"
#include "core/shape/up_axis.h"

static void begin(App *app)
{
    Error err = {""};
    if (!app_init(app, &err))
        fail_msg("app_init: %s", err.text);
}

static void settle(App *app)
{
    stages_wait(app);
    stages_update(app, 0);
}

// "Low" under "High" where z is up; Pin runs into Low.
static void write_stack(const char *name)
{
    FILE *file = fopen(in_folder(name), "we");
    assert_non_null(file);
    int vertices = 0;
    obj_box(file, &vertices, "Low", 0, 0, 0, 10);
    obj_box(file, &vertices, "High", 0, 0, 30, 10);
    obj_box(file, &vertices, "Pin", 2, 3, 9, 2);
    assert_int_equal(fclose(file), 0);
}

static void write_solid(const char *name, const char *solid)
{
    char text[600];
    snprintf(text, sizeof text,
             "solid %s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
             "endloop\nendfacet\nendsolid\n",
             solid);
    write_text(in_folder(name), text);
}

static void open_two(App *app, const char *first, const char *second)
{
    begin(app);
    stages_open(app, in_folder(first), NULL);
    stages_merge(app, in_folder(second), NULL);
    settle(app);
}

static void parts_of_several_files_are_told_apart(void **state)
{
    (void)state;
    App app;
    write_stack("Top.obj");
    write_stack("Base.obj");
    write_solid("lid.stl", "OpenSCAD_Model");
    write_solid("hinge.stl", "Left hinge");
    open_two(&app, "Top.obj", "Base.obj");
    assert_int_equal(app.assembly.part_count, 6);
    assert_string_equal(app.assembly.parts[0].name, "Top/Low");
    assert_string_equal(app.assembly.parts[3].name, "Base/Low");
    assert_string_equal(app.assembly.title, "Top.obj, Base.obj");
    // A third one later; one solid that nobody named, one that somebody did.
    stages_merge(&app, in_folder("lid.stl"), NULL);
    settle(&app);
    assert_string_equal(app.assembly.parts[6].name, "lid");
    stages_merge(&app, in_folder("hinge.stl"), NULL);
    settle(&app);
    assert_string_equal(app.assembly.parts[7].name, "hinge/Left hinge");
    assert_string_equal(app.assembly.title, "Top.obj, Base.obj, lid.stl, hinge.stl");
    // Read again they are the same parts.
    assert_true(app_do(&app, &action_file_reload, NULL, 0));
    settle(&app);
    assert_int_equal(app.assembly.part_count, 8);
    assert_string_equal(app.assembly.parts[3].name, "Base/Low");
    // One file alone needs no such names.
    stages_open(&app, in_folder("Top.obj"), NULL);
    settle(&app);
    assert_string_equal(app.assembly.parts[0].name, "Low");
    app_free(&app);
}

static void titles_end_somewhere(void **state)
{
    (void)state;
    App app;
    begin(&app);
    char name[64];
    for (int i = 0; i < 20; ++i) {
        snprintf(name, sizeof name, "a file with a long name %d.stl", i);
        write_solid(name, "x");
        if (i == 0)
            stages_open(&app, in_folder(name), NULL);
        else
            stages_merge(&app, in_folder(name), NULL);
    }
    settle(&app);
    assert_int_equal(app.assembly.part_count, 20);
    assert_true(strlen(app.assembly.title) < 200);
    assert_non_null(strstr(app.assembly.title, " and 14 more"));
    app_free(&app);
}

// Coordinates are those of the file, whichever of its axes is up.
static void reports_keep_the_coordinates_of_the_file(void **state)
{
    (void)state;
    App app;
    write_stack("stack.obj");
    begin(&app);
    stages_open(&app, in_folder("stack.obj"), &(ImportOptions){.up = UP_Z});
    settle(&app);
    Affine at = up_axis_placement(app.assembly.up, &app.document.parts[1].placement);
    assert_true(
        affine_equal(&at, &(Affine){.m = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .p = vec3d(5, 5, 35)}));
    ActionArgs args = {.part = NO_PART};
    snprintf(args.text, sizeof args.text, "%s", in_folder("stack.json"));
    assert_true(app_do(&app, &action_report_export, &args, 0));
    settle(&app);
    char *text = read_text(in_folder("stack.json"));
    const char *low = strstr(text, "\"low\": ");
    assert_non_null(low);
    Vec3d where[2];
    assert_int_equal(sscanf(low, "\"low\": [%lf, %lf, %lf], \"high\": [%lf, %lf, %lf]", &where[0].x,
                            &where[0].y, &where[0].z, &where[1].x, &where[1].y, &where[1].z),
                     6);
    assert_true(vec3d_distance(where[0], vec3d(2, 3, 10)) < 1.001);
    assert_true(vec3d_distance(where[1], vec3d(4, 5, 10)) < 1.001);
    free(text);
    app_free(&app);
}

static void the_axis_can_be_changed(void **state)
{
    (void)state;
    App app;
    write_stack("turn.obj");
    begin(&app);
    stages_open(&app, in_folder("turn.obj"), NULL);
    settle(&app);
    ActionArgs move = {.part = 2, .placement = app.document.parts[2].placement};
    move.placement.p.x += 0.5;
    assert_true(app_do(&app, &action_part_move, &move, 0));
    settle(&app);
    int64_t contacts = app.report.contact_count;
    int64_t wrong = (int64_t)app.fit.violations;
    double depth = app.fit.rows[0].depth;
    assert_true(app.document.parts[1].placement.p.z == 35);
    assert_true(app_do(&app, &action_file_up, &(ActionArgs){.index = UP_Z}, 0));
    settle(&app);
    assert_true(app.document.parts[1].placement.p.y == 35); // High is above Low
    assert_int_equal(app.assembly.up, UP_Z);
    Affine shown = up_axis_placement(UP_Z, &app.document.parts[2].placement);
    assert_true(vec3d_distance(shown.p, vec3d(3.5, 4, 10)) < 1e-12);
    assert_int_equal(app.report.contact_count, contacts);
    assert_int_equal((int64_t)app.fit.violations, wrong);
    assert_true(fabs(app.fit.rows[0].depth - depth) < 1e-9);
    // The file, read again, stands as it does now; a scene keeps it.
    assert_true(app_do(&app, &action_file_reload, NULL, 0));
    settle(&app);
    assert_true(app.document.parts[1].placement.p.y == 35);
    ActionArgs save = {.part = NO_PART};
    snprintf(save.text, sizeof save.text, "%s", in_folder("turn.json"));
    assert_true(app_do(&app, &action_file_save, &save, 0));
    settle(&app);
    stages_open(&app, in_folder("turn.json"), NULL);
    settle(&app);
    assert_int_equal(app.assembly.up, UP_Z);
    assert_true(app.assembly.parts[1].rest.p.y == 35);
    // And back.
    assert_true(app_do(&app, &action_file_up, &(ActionArgs){.index = UP_Y}, 0));
    settle(&app);
    assert_true(app.document.parts[1].placement.p.z == 35);
    app_free(&app);
}

static void the_unit_can_be_changed(void **state)
{
    (void)state;
    App app;
    write_stack("inches.obj");
    begin(&app);
    stages_open(&app, in_folder("inches.obj"), NULL);
    settle(&app);
    assert_non_null(strstr(app.fit.rows[0].text, " mm"));
    assert_true(app_do(&app, &action_file_unit, &(ActionArgs){.index = UNIT_INCH}, 0));
    settle(&app);
    assert_int_equal(app.assembly.unit, UNIT_INCH);
    assert_true(app.document.parts[1].placement.p.z == 35);
    assert_non_null(strstr(app.fit.rows[0].text, " in"));
    assert_null(strstr(app.fit.rows[0].text, " mm"));
    assert_true(app_do(&app, &action_file_reload, NULL, 0)); // in inches
    settle(&app);
    assert_true(app.document.parts[1].placement.p.z == 35);
    // One that was converted to join them has no unit of its own any more.
    stages_merge(&app, in_folder("inches.obj"), &(ImportOptions){.unit = UNIT_MM});
    settle(&app);
    assert_true(fabs(app.document.parts[4].placement.p.z - 35 / 25.4) < 1e-9);
    assert_false(app_do(&app, &action_file_unit, &(ActionArgs){.index = UNIT_CM}, 0));
    assert_non_null(strstr(last_notice(&app), "several units"));
    app_free(&app);
    // Nothing to say about scenes of ours.
    const char *why = NULL;
    fixture_open(&app);
    assert_false(app_can(&app, &action_file_up, &why));
    assert_non_null(why);
    app_free(&app);
}

// Said is said: glTF is in metres unless somebody says otherwise.
static void gltf_is_read_as_somebody_says(void **state)
{
    (void)state;
    App app;
    begin(&app);
    stages_open(&app, MESHES "cube.gltf", NULL);
    settle(&app);
    assert_int_equal(app.assembly.unit, UNIT_M);
    assert_int_equal(app.assembly.up, UP_Y);
    stages_open(&app, MESHES "cube.gltf",
                &(ImportOptions){.unit = UNIT_INCH}); // if it does not say
    settle(&app);
    assert_int_equal(app.assembly.unit, UNIT_M);
    app.unit_said = app.up_said = true;
    stages_open(&app, MESHES "cube.gltf", &(ImportOptions){.unit = UNIT_MM, .up = UP_Z});
    settle(&app);
    assert_int_equal(app.assembly.unit, UNIT_MM);
    assert_int_equal(app.assembly.up, UP_Z);
    assert_true(has_notice(&app, "read as mm with z up, as you said"));
    app_free(&app);
}

// A box of two colours: the larger area decides, without colours one of ours.
static void lists_show_the_colours_of_the_file(void **state)
{
    (void)state;
    Mesh *box = shape_box(vec3d(10, 1, 10));
    assert_int_equal(part_colour(box, 0), 0x8FA3B5);
    assert_true(part_colour(box, 1) != part_colour(box, 0));
    box->colour_of = calloc((size_t)box->triangle_count, sizeof *box->colour_of);
    assert_non_null(box->colour_of);
    for (int32_t i = 0; i < box->triangle_count; ++i) {
        Triangle t = mesh_triangle(box, i);
        Vec3d n = vec3d_cross(vec3d_sub(t.p[1], t.p[0]), vec3d_sub(t.p[2], t.p[0]));
        box->colour_of[i] = fabs(n.y) > 50 ? 0x123456 : 0xABCDEF; // 4 triangles, most of the area
    }
    assert_int_equal(part_colour(box, 0), 0x123456);
    for (int32_t i = 0; i < box->triangle_count; ++i)
        if (box->colour_of[i] == 0x123456)
            box->colour_of[i] = COLOUR_NONE;
    assert_int_equal(part_colour(box, 0), 0x8FA3B5);
    mesh_release(box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_of_several_files_are_told_apart),
        cmocka_unit_test(titles_end_somewhere),
        cmocka_unit_test(reports_keep_the_coordinates_of_the_file),
        cmocka_unit_test(the_axis_can_be_changed),
        cmocka_unit_test(the_unit_can_be_changed),
        cmocka_unit_test(gltf_is_read_as_somebody_says),
        cmocka_unit_test(lists_show_the_colours_of_the_file),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
