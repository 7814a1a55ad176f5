// Selecting by a rectangle, against the projection of every point of a part.
#include "app/actions/list.h"
#include "app/document/selection.h"
#include "app/tests/app_fixture.h"
#include "app/window/box_select.h"
#include "core/base/rng.h"

#include <math.h>

enum { WIDTH = 900, HEIGHT = 700 };

static Camera some_camera(Rng *rng, bool orthographic)
{
    Camera camera = {.target = vec3d(10, 5, 0),
                     .yaw = rng_uniform(rng, -3, 3),
                     .pitch = rng_uniform(rng, -1.4, 1.4),
                     .distance = rng_uniform(rng, 20, 120),
                     .fov_y = 0.6};
    return camera_projected(&camera, orthographic);
}

static bool in_box(const SelectBox *box, double x, double y)
{
    return x >= fmin(box->x0, box->x1) && x <= fmax(box->x0, box->x1) &&
           y >= fmin(box->y0, box->y1) && y <= fmax(box->y0, box->y1);
}

// Corners and many points of each triangle, projected one by one.
static void by_points(const App *app, const SelectBox *box, int32_t part, bool *all, bool *any)
{
    const Mesh *mesh = app->assembly.parts[part].mesh;
    const Affine *placement = &app->document.parts[part].placement;
    enum { STEPS = 6 };
    *all = true;
    *any = false;
    for (int32_t k = 0; k < mesh->triangle_count; ++k) {
        Triangle local = mesh_triangle(mesh, k);
        Triangle t = triangle_transformed(&local, placement);
        for (int i = 0; i <= STEPS; ++i)
            for (int j = 0; i + j <= STEPS; ++j) {
                Vec3d p = vec3d_scale(t.p[0], (double)i / STEPS);
                p = vec3d_add_scaled(p, t.p[1], (double)j / STEPS);
                p = vec3d_add_scaled(p, t.p[2], (double)(STEPS - i - j) / STEPS);
                double x, y;
                bool seen = camera_project(&app->document.view.camera, p, WIDTH, HEIGHT, &x, &y);
                bool inside = seen && in_box(box, x, y);
                *all = *all && inside;
                *any = *any || inside;
            }
    }
}

static void the_box_takes_what_its_points_say(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    Rng rng = rng_create(23);
    int contained = 0, touched = 0, beside = 0;
    for (int round = 0; round < 300; ++round) {
        app.document.view.camera = some_camera(&rng, round % 2);
        SelectBox right = {
            rng_uniform(&rng, 0, WIDTH), rng_uniform(&rng, 0, HEIGHT), 0, 0, WIDTH, HEIGHT};
        right.x1 = rng_uniform(&rng, right.x0, WIDTH);
        right.y1 = rng_uniform(&rng, 0, HEIGHT); // upwards or downwards
        if (round % 3 == 0)
            right = (SelectBox){0, HEIGHT, WIDTH, 0, WIDTH, HEIGHT};
        SelectBox left = {right.x1, right.y1, right.x0, right.y0, WIDTH, HEIGHT};
        assert_false(select_box_touches(&right));
        assert_true(select_box_touches(&left));
        for (int32_t i = 0; i < FIXTURE_PARTS; ++i) {
            bool all, any;
            by_points(&app, &right, i, &all, &any);
            bool takes = select_box_takes(&right, &app, i);
            bool touches = select_box_takes(&left, &app, i);
            if (takes != all)
                fail_msg("round %d (seed 23): part %d is %sinside", round, (int)i,
                         all ? "" : "not ");
            // A sliver of a triangle may lie between the points: then only the box sees it.
            if (any && !touches)
                fail_msg("round %d (seed 23): part %d is touched and not taken", round, (int)i);
            assert_true(touches || !takes);
            contained += takes;
            touched += touches && !takes;
            beside += !touches;
        }
    }
    print_message("RAN: %d inside, %d touched, %d beside\n", contained, touched, beside);
    assert_true(contained > 50 && touched > 50 && beside > 50);
    app_free(&app);
}

// A box inside one face of a part holds none of its points and yet touches it.
static void a_box_in_the_middle_of_a_face_touches_it(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    app.document.view.camera = camera_standard(&app.document.view.camera, VIEW_TOP);
    app.document.view.camera.target = vec3d(0, 20, 0);
    app.document.view.camera.distance = 60;
    SelectBox box = {WIDTH / 2 + 30, HEIGHT / 2 + 9, WIDTH / 2 + 20, HEIGHT / 2 + 3, WIDTH, HEIGHT};
    assert_true(select_box_takes(&box, &app, 1));
    assert_false(select_box_takes(&box, &app, 3));
    box = (SelectBox){box.x1, box.y0, box.x0, box.y1, WIDTH, HEIGHT};
    assert_false(select_box_takes(&box, &app, 1));
    app.document.parts[1].visible = false;
    box = (SelectBox){box.x1, box.y0, box.x0, box.y1, WIDTH, HEIGHT};
    assert_false(select_box_takes(&box, &app, 1));
    app_free(&app);
}

static void it_replaces_or_adds(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    app.document.view.camera = camera_standard(&app.document.view.camera, VIEW_FRONT);
    app.document.view.camera.target = vec3d(0, 10, 0);
    app.document.view.camera.distance = 100;
    app_do(&app, &action_part_select, &(ActionArgs){.part = 3}, 0);
    SelectBox most = {WIDTH / 2 - 300, 0, WIDTH / 2 + 300, HEIGHT, WIDTH, HEIGHT};
    assert_false(select_box_takes(&most, &app, 3)); // far to the right
    select_box_submit(&most, &app, true, &app.queue);
    app_apply_actions(&app);
    assert_int_equal(selection_count(&app.document), 4);
    assert_int_equal(app.document.selected, 0);
    select_box_submit(&most, &app, false, &app.queue);
    app_apply_actions(&app);
    assert_int_equal(selection_count(&app.document), 3);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_box_takes_what_its_points_say),
        cmocka_unit_test(a_box_in_the_middle_of_a_face_touches_it),
        cmocka_unit_test(it_replaces_or_adds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
