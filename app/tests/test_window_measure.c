// Measuring without a window: what the cursor snaps to, and that known lengths come out.
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/scenes/scene.h"
#include "app/stages/explode.h"
#include "app/stages/features.h"
#include "app/tests/app_fixture.h"
#include "app/window/aim_centre.h"
#include "app/window/measure.h"
#include "core/tests/odd_shapes.h"

#include <math.h>

enum { WIDTH = 900, HEIGHT = 700, BLOCK = 0, OTHER, TUBE };

typedef struct Stand {
    App app;
    Camera camera;
} Stand;

// A block of 10 x 20 x 30 at the origin, the same one turned and 50 further, a tube of radius 8.
static void open_stand(Stand *s)
{
    Error err = {""};
    assert_true(app_init(&s->app, &err));
    Assembly assembly = {.title = strdup("blocks")};
    Mesh *block = shape_box(vec3d(10, 20, 30));
    Affine at = affine_identity();
    assert_true(assembly_add(&assembly, "Block", mesh_retain(block), &at, 0x808080));
    at.p = vec3d(50, 0, 0);
    assert_true(assembly_add(&assembly, "Other", block, &at, 0x808080));
    at.p = vec3d(0, 40, 0);
    assert_true(assembly_add(&assembly, "Tube", shape_ring(5, 8, 12, 64), &at, 0x808080));
    stages_open_assembly(&s->app, &assembly);
    stages_wait(&s->app);
    s->camera = (Camera){
        .target = vec3d(20, 10, 0), .yaw = 0.5, .pitch = 0.4, .distance = 180, .fov_y = CAMERA_FOV};
}

static Anchor snap(const Stand *s, Vec3d world, double dx, double dy)
{
    double x, y;
    assert_true(camera_project(&s->camera, world, WIDTH, HEIGHT, &x, &y));
    return aim_at(&s->app, &s->camera, x + dx, y + dy, WIDTH, HEIGHT, 9);
}

static void expect(double value, double wanted, double slack, const char *what)
{
    if (!(fabs(value - wanted) <= slack))
        fail_msg("%s: %.9g instead of %.9g", what, value, wanted);
}

static void the_cursor_snaps_to_corners_edges_and_faces(void **state)
{
    (void)state;
    Stand s;
    open_stand(&s);
    Anchor corner = snap(&s, vec3d(5, 10, 15), -3, 3);
    assert_int_equal(corner.kind, ANCHOR_VERTEX);
    assert_int_equal(corner.part, BLOCK);
    expect(vec3d_distance(corner.point, vec3d(5, 10, 15)), 0, 1e-5, "corner");
    Anchor edge = snap(&s, vec3d(5, 10, 2), -2, 2); // along z, seen from in front of it
    assert_int_equal(edge.kind, ANCHOR_EDGE);
    expect(edge.point.x, 5, 1e-5, "edge x");
    expect(edge.point.y, 10, 1e-5, "edge y");
    Anchor face = snap(&s, vec3d(0, 0, 15), 0, 0);
    assert_int_equal(face.kind, ANCHOR_FACE);
    expect(vec3d_distance(face.normal, vec3d(0, 0, 1)), 0, 1e-9, "normal");
    assert_int_equal(snap(&s, vec3d(20, 60, 0), 0, 0).kind, ANCHOR_NONE);
    // A silhouette is caught from outside.
    Anchor outside = snap(&s, vec3d(5, 10, 15), 0, 0);
    assert_int_equal(outside.kind, ANCHOR_VERTEX);
    app_free(&s.app);
}

static void known_distances_come_out(void **state)
{
    (void)state;
    Stand s;
    open_stand(&s);
    MeasureValue value;
    Anchor a = snap(&s, vec3d(5, 10, 15), -1, 1), b = snap(&s, vec3d(5, -10, 15), -1, -1);
    assert_int_equal(b.kind, ANCHOR_VERTEX);
    assert_true(measure_between(&s.app, &a, &b, &value));
    assert_int_equal(value.kind, MEASURE_POINTS);
    expect(value.value, 20, 1e-5, "corner to corner");
    assert_string_equal(value.text, "20.000 mm");
    // Across, it says also how far along each axis; of files with z up, along theirs.
    Anchor across = snap(&s, vec3d(-5, -10, 15), 1, -1);
    assert_int_equal(across.kind, ANCHOR_VERTEX);
    assert_true(measure_between(&s.app, &a, &across, &value));
    assert_string_equal(value.text, "22.361 mm, dx -10.000, dy -20.000, dz 0.000");
    s.app.assembly.up = UP_Z;
    assert_true(measure_between(&s.app, &a, &across, &value));
    assert_string_equal(value.text, "22.361 mm, dx -10.000, dy 0.000, dz -20.000");
    s.app.assembly.up = UP_Y;
    // From a corner of one block straight to the front of the other, wherever it was clicked.
    Anchor front = snap(&s, vec3d(51, 3, 15), 0, 0);
    assert_int_equal(front.kind, ANCHOR_FACE);
    assert_int_equal(front.part, OTHER);
    assert_true(
        app_do(&s.app, &action_part_move,
               &(ActionArgs){.part = OTHER, .placement = affine_translation(vec3d(50, 0, 7))}, 0));
    assert_true(measure_between(&s.app, &a, &front, &value)); // it has followed the part
    assert_int_equal(value.kind, MEASURE_TO_FACE);
    expect(value.value, 7, 1e-5, "corner to face");
    Anchor own = snap(&s, vec3d(0, 0, 15), 0, 0);
    assert_true(measure_between(&s.app, &own, &front, &value));
    assert_int_equal(value.kind, MEASURE_FACES);
    expect(value.value, 7, 1e-5, "face to face");
    expect(vec3d_distance(value.ends[0], value.ends[1]), 7, 1e-5, "as drawn");
    Affine turned = affine_rotation(vec3d(0, 1, 0), acos(-1) / 6);
    turned.p = vec3d(50, 0, 0);
    assert_true(
        app_do(&s.app, &action_part_move, &(ActionArgs){.part = OTHER, .placement = turned}, 0));
    assert_true(measure_between(&s.app, &own, &front, &value));
    assert_int_equal(value.kind, MEASURE_ANGLE);
    expect(value.value, 30, 1e-6, "angle");
    // Exploded, the picture moves and the distance does not.
    assert_true(app_do(&s.app, &action_view_explode, &(ActionArgs){.number = 0.5}, 0));
    explode_update(&s.app);
    assert_true(measure_between(&s.app, &a, &b, &value));
    expect(value.value, 20, 1e-5, "exploded");
    expect(vec3d_distance(value.ends[0], vec3d_add(vec3d(5, 10, 15), app_shown_shift(&s.app, 0))),
           0, 1e-5, "where it is shown");
    app_do(&s.app, &action_part_show, &(ActionArgs){.part = BLOCK, .flag = false}, 0);
    assert_false(measure_between(&s.app, &a, &b, &value));
    app_free(&s.app);
}

static void edges_are_followed(void **state)
{
    (void)state;
    Stand s;
    open_stand(&s);
    MeasureValue value;
    Anchor edge = snap(&s, vec3d(5, 3, 15), -2, 0);
    assert_int_equal(edge.kind, ANCHOR_EDGE);
    assert_true(measure_edge(&s.app, &edge, &value));
    assert_int_equal(value.kind, MEASURE_EDGE);
    expect(value.value, 20, 1e-5, "edge");
    // The upper rim of the tube, on the side of the eye.
    Vec3d eye = camera_eye(&s.camera);
    double out = atan2(eye.x, eye.z);
    Anchor rim = snap(&s, vec3d(8 * sin(out), 46, 8 * cos(out)), 0, 1);
    rim.kind = ANCHOR_EDGE; // the corners of the polygon are as near as its edges
    assert_true(measure_edge(&s.app, &rim, &value));
    assert_int_equal(value.kind, MEASURE_ARC);
    expect(value.radius, 8, 1e-4, "radius");
    expect(value.value, 2 * 8 * 64 * sin(acos(-1) / 64), 1e-3, "circumference of the polygon");
    expect(vec3d_distance(value.ends[0], vec3d(0, 46, 0)), 0, 1e-3, "centre");
    Measurement kept = measure_keep_edge(&s.app, &rim);
    assert_true(
        app_do(&s.app, &action_part_move,
               &(ActionArgs){.part = TUBE, .placement = affine_translation(vec3d(1, 45, 2))}, 0));
    assert_true(measure_value(&s.app, &kept, &value));
    expect(vec3d_distance(value.ends[0], vec3d(1, 51, 2)), 0, 1e-3, "centre of the moved tube");
    app_free(&s.app);
}

enum { PLATE = 0, TILTED };

// The plate of the bolted scene, 20 thick below y = 0, with holes of radius 5 in (-50, +-25), (-30, 0),
// (30, 0), (50, +-25) of x and z; and the same one standing, its holes along z.
static void open_plates(Stand *s)
{
    Error err = {""};
    SceneData scene;
    assert_true(scene_load(&scene_bolted_plate, &scene, &err));
    Mesh *plate = mesh_retain(scene.assembly.parts[scene_find_part(&scene, "Plate")].mesh);
    scene_data_free(&scene);
    assert_true(app_init(&s->app, &err));
    Assembly assembly = {.title = strdup("plates")};
    Affine at = affine_identity();
    assert_true(assembly_add(&assembly, "Plate", mesh_retain(plate), &at, 0x808080));
    at = affine_rotation(vec3d(1, 0, 0), acos(-1) / 2);
    at.p = vec3d(0, 90, -120);
    assert_true(assembly_add(&assembly, "Tilted", plate, &at, 0x808080));
    stages_open_assembly(&s->app, &assembly);
    stages_wait(&s->app);
    s->camera = (Camera){
        .target = vec3d(0, 0, 0), .yaw = 0.3, .pitch = 0.9, .distance = 400, .fov_y = CAMERA_FOV};
}

// Points at the surface there and, if `centre`, must come to the centre of something.
static Anchor point_at(Stand *s, Vec3d world, bool centre)
{
    Anchor anchor = snap(s, world, 0, 0);
    assert_int_not_equal(anchor.kind, ANCHOR_NONE);
    features_ask(&s->app.features, anchor.part);
    stages_wait(&s->app);
    assert_int_equal(aim_centre(&s->app, &anchor), centre);
    assert_int_equal(anchor.kind == ANCHOR_CENTRE, centre);
    return anchor;
}

static void holes_are_measured_from_centre_to_centre(void **state)
{
    (void)state;
    Stand s;
    open_plates(&s);
    MeasureValue value;
    char text[MEASURE_TEXT_MAX];
    // A rim, from outside, before anything is known about the part; then the far wall of another hole.
    Anchor rim = snap(&s, vec3d(-30, 0, 5), 0, 2);
    assert_true(aim_centre(&s.app, &rim));
    expect(vec3d_distance(rim.point, vec3d(-30, 0, 0)), 0, 1e-4, "centre of the rim");
    rim = point_at(&s, vec3d(-30, 0, 5), true);
    assert_true(rim.hole);
    expect(rim.radius, 5, 1e-4, "radius");
    Anchor wall = point_at(&s, vec3d(50 - 5 * sin(0.3), -2, 25 - 5 * cos(0.3)), true);
    expect(vec3d_distance(wall.point, vec3d(50, 0, 25)), 0, 1e-4, "its mouth, not its bottom");
    measure_centre_text(&s.app, &wall, text);
    assert_string_equal(text, "centre of a hole, diameter 10.000 mm");
    assert_true(measure_between(&s.app, &rim, &wall, &value));
    assert_int_equal(value.kind, MEASURE_AXES);
    expect(value.value, sqrt(80 * 80 + 25 * 25), 1e-4, "axis to axis");
    assert_string_equal(value.text, "83.815 mm between axes, dx 80.000, dy 0.000, dz 25.000");
    // Lower by 7: the axes are as far apart as before.
    Anchor low = wall;
    low.point.y -= 7;
    assert_true(measure_between(&s.app, &rim, &low, &value));
    expect(value.value, sqrt(80 * 80 + 25 * 25), 1e-4, "axes at other depths");
    expect(vec3d_distance(value.ends[1], vec3d(50, 0, 25)), 0, 1e-3, "drawn at right angles");
    expect(vec3d_distance(value.lead, vec3d(50, -7, 25)), 0, 1e-4, "and led to the hole");
    // The two ends of one hole.
    Anchor under = rim;
    under.point.y -= 20;
    assert_true(measure_between(&s.app, &rim, &under, &value));
    assert_int_equal(value.kind, MEASURE_POINTS);
    assert_string_equal(value.text, "20.000 mm between centres on one axis");
    // Axes that are not parallel: from centre to centre, along the axes of the files.
    Anchor tilted = point_at(&s, vec3d(-30, 90 - 5, -120), true);
    assert_int_equal(tilted.part, TILTED);
    assert_true(measure_between(&s.app, &rim, &tilted, &value));
    assert_int_equal(value.kind, MEASURE_POINTS);
    assert_string_equal(value.text, "150.00 mm between centres, dx 0.00, dy 90.00, dz -120.00");
    // To a face and to a corner of an edge.
    Anchor face = point_at(&s, vec3d(0, 0, 30), false);
    assert_int_equal(face.kind, ANCHOR_FACE);
    assert_true(measure_between(&s.app, &tilted, &face, &value));
    assert_int_equal(value.kind, MEASURE_TO_FACE);
    expect(value.value, 90, 1e-4, "centre to face");
    // A rounded corner of the plate is a quarter of a turn, and no centre.
    double c = 10 * sqrt(0.5);
    Anchor corner = snap(&s, vec3d(90 + c, -6, 65 + c), 0, 0);
    assert_int_equal(corner.part, PLATE);
    assert_false(aim_centre(&s.app, &corner));
    // Scaled along one axis of the hole's circle it is round no more.
    Affine squashed = affine_identity();
    squashed.m[0][0] = 0.5;
    assert_true(
        app_do(&s.app, &action_part_move, &(ActionArgs){.part = PLATE, .placement = squashed}, 0));
    Anchor oval = snap(&s, vec3d(-15, 0, 5), 0, 2);
    assert_int_equal(oval.part, PLATE);
    assert_false(aim_centre(&s.app, &oval));
    app_free(&s.app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cursor_snaps_to_corners_edges_and_faces),
        cmocka_unit_test(known_distances_come_out),
        cmocka_unit_test(edges_are_followed),
        cmocka_unit_test(holes_are_measured_from_centre_to_centre),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
