// Steps without a window: drags with Ctrl, arrow keys, and parts that are laid onto an axis.
#include "app/actions/list.h"
#include "app/document/rotation.h"
#include "app/stages/explode.h"
#include "app/stages/move.h"
#include "app/tests/app_fixture.h"
#include "app/window/aim.h"
#include "app/window/drag.h"
#include "app/window/nudge.h"
#include "app/window/tools/coaxial.h"
#include "core/base/rng.h"
#include "core/tests/odd_shapes.h"

#include <math.h>

enum { WIDTH = 900, HEIGHT = 700, SEED = 71, RING = 3 };

static Camera some_camera(Rng *rng, int i)
{
    return (Camera){.target = vec3d(5, 4, 0),
                    .yaw = rng_uniform(rng, -3, 3),
                    .pitch = rng_uniform(rng, -1.4, 1.4),
                    .distance = 50,
                    .fov_y = i % 2 ? 0.6 : 0};
}

static bool is_multiple(double value, double step)
{
    return value == nearbyint(value / step) * step;
}

static void drags_in_steps_end_on_multiples(void **state)
{
    (void)state;
    Rng rng = rng_create(SEED);
    static const enum DragKind kinds[] = {DRAG_MOVE, DRAG_PUSH, DRAG_ROTATE};
    for (int i = 0; i < 1500; ++i) {
        Drag drag = {.kind = kinds[i % 3],
                     .camera = some_camera(&rng, i),
                     .width = WIDTH,
                     .height = HEIGHT,
                     .press_x = rng_uniform(&rng, 100, WIDTH - 100),
                     .press_y = rng_uniform(&rng, 100, HEIGHT - 100),
                     .start = rng_rotation(&rng)};
        drag.start.p = rng_in_cube(&rng, 9);
        drag.grab = rng_in_cube(&rng, 9);
        double x = rng_uniform(&rng, 0, WIDTH), y = rng_uniform(&rng, 0, HEIGHT);
        double grid = i % 4 ? 0.5 : 0.1, degrees = i % 5 ? 15 : 90;
        Affine to = drag_placement_in_steps(&drag, x, y, grid, degrees);
        Affine free = drag_placement(&drag, x, y);
        if (drag.kind != DRAG_ROTATE) {
            for (int k = 0; k < 3; ++k)
                assert_true(is_multiple(to.p.v[k], grid));
            assert_true(vec3d_distance(to.p, free.p) < grid);
            assert_memory_equal(to.m, drag.start.m, sizeof to.m);
            continue;
        }
        // The held point stays, and the turn is about one axis of the world.
        Affine back = affine_identity();
        assert_true(affine_invert(&drag.start, &back));
        Vec3d held = affine_apply(&to, affine_apply(&back, drag.grab));
        assert_true(vec3d_distance(held, drag.grab) < 1e-9);
        Affine turn = affine_compose(&to, &back);
        int kept = 0;
        for (int k = 0; k < 3; ++k)
            kept += fabs(turn.m[k][k] - 1) < 1e-12;
        assert_true(kept >= 1);
        double cosine = (turn.m[0][0] + turn.m[1][1] + turn.m[2][2] - 1) / 2;
        double steps = acos(fmin(fmax(cosine, -1), 1)) * DEGREES_PER_RADIAN / degrees;
        assert_true(fabs(steps - nearbyint(steps)) < 1e-5);
    }
}

// On the screen the part goes where the arrow of the key points.
static void keys_move_the_way_they_point(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    assert_true(app_do(&app, &action_part_select, &(ActionArgs){.part = RING}, 0));
    Rng rng = rng_create(SEED + 1);
    for (int i = 0; i < 1000; ++i) {
        app.document.view.camera = some_camera(&rng, i);
        app.document.move.local = i % 3 == 0;
        app.document.parts[RING].placement = rng_rotation(&rng);
        int used[3] = {0};
        for (int way = NUDGE_LEFT; way <= NUDGE_NEAR; ++way) {
            ActionArgs one, three;
            assert_true(nudge_arguments(&app, &action_part_nudge, (enum NudgeWay)way, 1, &one));
            assert_true(nudge_arguments(&app, &action_part_nudge, (enum NudgeWay)way, 3, &three));
            assert_true(three.index == one.index && three.number == 3 * one.number);
            ++used[one.index];
            Vec3d axes[3], right, up, forward;
            move_axes(&app.document, app.document.move.local, axes);
            camera_axes(&app.document.view.camera, &right, &up, &forward);
            const Vec3d ways[6] = {vec3d_scale(right, -1), right,   up,
                                   vec3d_scale(up, -1),    forward, vec3d_scale(forward, -1)};
            if (vec3d_dot(vec3d_scale(axes[one.index], one.number), ways[way]) < 0)
                fail_msg("camera %d way %d (seed %d): the wrong way", i, way, SEED + 1);
            ActionArgs turn;
            assert_true(nudge_arguments(&app, &action_part_turn, (enum NudgeWay)way, 1, &turn));
            // What faces the viewer goes to the side that the key points to.
            if (way > NUDGE_DOWN)
                continue;
            Vec3d axis = vec3d_scale(axes[turn.index], turn.number);
            Vec3d front = vec3d_cross(axis, vec3d_scale(forward, -1));
            if (vec3d_dot(front, ways[way]) < -1e-9)
                fail_msg("camera %d way %d (seed %d): turns the wrong way", i, way, SEED + 1);
        }
        assert_true(used[0] == 2 && used[1] == 2 && used[2] == 2);
    }
    app.document.selected = NO_PART;
    ActionArgs none;
    assert_false(nudge_arguments(&app, &action_part_nudge, NUDGE_UP, 1, &none));
    app_free(&app);
}

enum { PIN, WASHER, SECOND };

static void open_round_parts(App *app, PartAxes axes[3])
{
    Error err = {""};
    assert_true(app_init(app, &err));
    Assembly assembly = {.title = strdup("round")};
    Affine at = affine_identity();
    assert_true(assembly_add(&assembly, "Pin", shape_cylinder(2, 20, 32), &at, 0));
    at.p.x = 30;
    assert_true(assembly_add(&assembly, "Washer", shape_ring(2.2, 5, 1, 40), &at, 0));
    at.p.x = -30;
    assert_true(assembly_add(&assembly, "Second", shape_cylinder(1, 5, 24), &at, 0));
    stages_open_assembly(app, &assembly);
    stages_wait(app);
    app->document.view.camera = (Camera){.distance = 100, .fov_y = 0.6, .yaw = 0.3, .pitch = 0.4};
    for (int32_t i = 0; i < 3; ++i) {
        RoundAxis *found;
        assert_true(round_axes(app->assembly.parts[i].mesh, 8, NULL, &found, &axes[i].count));
        axes[i].axes = found;
        axes[i].size = 25;
        assert_int_equal(axes[i].count, 1);
    }
}

static Vec3d camera_forward(const Camera *camera)
{
    Vec3d right, up, forward;
    camera_axes(camera, &right, &up, &forward);
    return forward;
}

// Pixels between a point and the nearest one of a line, by trying many.
static double seen_distance(const Camera *camera, Vec3d point, Vec3d on, Vec3d direction)
{
    double x, y, best = INFINITY;
    assert_true(camera_project(camera, point, WIDTH, HEIGHT, &x, &y));
    for (int i = -4000; i <= 4000; ++i) {
        double at_x, at_y;
        if (camera_project(camera, vec3d_add_scaled(on, direction, 0.01 * i), WIDTH, HEIGHT, &at_x,
                           &at_y))
            best = fmin(best, hypot(at_x - x, at_y - y));
    }
    return best;
}

static void parts_are_laid_onto_the_axis_of_others(void **state)
{
    (void)state;
    App app;
    PartAxes axes[3];
    open_round_parts(&app, axes);
    const Camera *camera = &app.document.view.camera;
    Rng rng = rng_create(SEED + 2);
    double pixel = camera_world_per_pixel(camera, vec3d(0, 0, 0), HEIGHT);
    int found = 0;
    for (int i = 0; i < 600; ++i) {
        Affine pin = rng_rotation(&rng);
        pin.p = rng_in_cube(&rng, 3);
        app.document.parts[PIN].placement = pin;
        // Near the pin's axis, a little tilted, upside down as well.
        Affine to = affine_rotation(rng_direction(&rng), rng_uniform(&rng, 0, 0.06));
        to = affine_compose(&pin, &to);
        if (i % 2)
            for (int k = 0; k < 3; ++k) {
                to.m[k][1] = -to.m[k][1];
                to.m[k][2] = -to.m[k][2];
            }
        Vec3d up = vec3d(pin.m[0][1], pin.m[1][1], pin.m[2][1]);
        Vec3d aside = vec3d_normalised(vec3d_cross(up, rng_direction(&rng)));
        double off = rng_uniform(&rng, 0, 40) * pixel, along = rng_uniform(&rng, -8, 8);
        to.p = vec3d_add_scaled(vec3d_add_scaled(pin.p, up, along), aside, off);
        Coaxial c;
        Vec3d own = affine_apply(&to, axes[WASHER].axes[0].point);
        double seen = seen_distance(camera, own, pin.p, up);
        bool hit = coaxial_find(&app, axes, WASHER, &to, WIDTH, HEIGHT, 14, &c);
        if (fabs(seen - 14) < 0.5 || fabs(vec3d_dot(up, camera_forward(camera))) > 0.9)
            continue; // rounding; and an axis that points at the eye
        if (hit != (seen < 14))
            fail_msg("place %d (seed %d): %g pixels away it %s", i, SEED + 2, seen,
                     hit ? "snaps" : "does not snap");
        if (!hit)
            continue;
        ++found;
        assert_int_equal(c.other, PIN);
        assert_true(affine_deviation(&c.placement) < 1e-12);
        Vec3d now = vec3d(c.placement.m[0][1], c.placement.m[1][1], c.placement.m[2][1]);
        assert_true(fabs(vec3d_dot(now, up)) > 1 - 1e-12);
        Vec3d apart = vec3d_sub(c.placement.p, pin.p);
        assert_true(vec3d_length(vec3d_cross(apart, up)) < 1e-6); // rims are found to 1e-7 or so
        // It stays where it was seen.
        double x, y, to_x, to_y;
        assert_true(camera_project(camera, own, WIDTH, HEIGHT, &x, &y));
        assert_true(camera_project(camera, c.point, WIDTH, HEIGHT, &to_x, &to_y));
        assert_true(hypot(x - to_x, y - to_y) < seen + 0.1);
    }
    assert_true(found > 150);
    print_message("RAN: %d of 600 washers laid onto a pin\n", found);
    // What is hidden or moves along is no goal, and a tilt of ten degrees is no accident.
    Affine to = affine_identity();
    Coaxial c;
    app.document.parts[PIN].placement = to;
    assert_true(coaxial_find(&app, axes, WASHER, &to, WIDTH, HEIGHT, 14, &c));
    app.document.parts[PIN].visible = false;
    assert_false(coaxial_find(&app, axes, WASHER, &to, WIDTH, HEIGHT, 14, &c));
    app.document.parts[PIN].visible = app.document.parts[PIN].selected = true;
    app.document.parts[WASHER].selected = true;
    assert_false(coaxial_find(&app, axes, WASHER, &to, WIDTH, HEIGHT, 14, &c));
    app.document.parts[PIN].selected = false;
    // Nor is what the exploded view shows elsewhere.
    app.document.view.explode = 1;
    explode_update(&app);
    assert_true(vec3d_distance(app_shown_shift(&app, PIN), app_shown_shift(&app, WASHER)) > 0.1);
    assert_false(coaxial_find(&app, axes, WASHER, &to, WIDTH, HEIGHT, 14, &c));
    app.document.view.explode = 0;
    explode_update(&app);
    assert_true(coaxial_find(&app, axes, WASHER, &to, WIDTH, HEIGHT, 14, &c));
    to = rotation_degrees(vec3d(1, 0, 0), 10);
    assert_false(coaxial_find(&app, axes, WASHER, &to, WIDTH, HEIGHT, 14, &c));
    for (int i = 0; i < 3; ++i)
        free((RoundAxis *)axes[i].axes);
    app_free(&app);
}

// Looking at a box: its edges, its corners and its faces, never the diagonal of a face.
static void tools_point_at_edges_corners_and_faces(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    Camera camera = {.target = vec3d(0, 20, 0), .yaw = 0.4, .pitch = 0.6, .distance = 40};
    const Vec3d places[] = {{{0, 20.5, 0}}, {{2, 20.5, 4.999}}, {{4.999, 20.5, 4.999}}};
    static const enum AnchorKind kinds[] = {ANCHOR_FACE, ANCHOR_EDGE, ANCHOR_VERTEX};
    for (int round = 0; round < 6; ++round) {
        int i = round % 3; // the second time in the exploded view
        app.document.view.explode = round < 3 ? 0 : 0.4;
        explode_update(&app);
        Vec3d place = vec3d_add(places[i], app_shown_shift(&app, 1));
        assert_true((vec3d_distance(place, places[i]) > 1) == (round >= 3));
        double x, y;
        assert_true(camera_project(&camera, place, WIDTH, HEIGHT, &x, &y));
        Anchor aim = aim_at(&app, &camera, x, y, WIDTH, HEIGHT, 8);
        assert_int_equal(aim.part, 1);
        assert_int_equal(aim.kind, kinds[i]);
        assert_true(vec3d_distance(anchor_place(&app, &aim), place) < 0.1);
        Vec3d along = i == 0 ? vec3d(0, 1, 0) : vec3d(1, 0, 0);
        if (i < 2)
            assert_true(fabs(vec3d_dot(anchor_direction(&app, &aim), along)) > 1 - 1e-9);
    }
    app.document.view.explode = 0;
    explode_update(&app);
    // On the diagonal of the top face, far from its border.
    for (int k = -3; k <= 3; ++k) {
        double x, y;
        assert_true(camera_project(&camera, vec3d(k, 20.5, k), WIDTH, HEIGHT, &x, &y));
        assert_int_equal(aim_at(&app, &camera, x, y, WIDTH, HEIGHT, 8).kind, ANCHOR_FACE);
        assert_true(camera_project(&camera, vec3d(k, 20.5, -k), WIDTH, HEIGHT, &x, &y));
        assert_int_equal(aim_at(&app, &camera, x, y, WIDTH, HEIGHT, 8).kind, ANCHOR_FACE);
    }
    assert_int_equal(aim_at(&app, &camera, 2, 2, WIDTH, HEIGHT, 8).part, NO_PART);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drags_in_steps_end_on_multiples),
        cmocka_unit_test(keys_move_the_way_they_point),
        cmocka_unit_test(parts_are_laid_onto_the_axis_of_others),
        cmocka_unit_test(tools_point_at_edges_corners_and_faces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
