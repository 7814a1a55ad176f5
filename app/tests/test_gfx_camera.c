// The camera's promises: what a ray goes through projects back to the pixel, a fit shows
// everything, zooming keeps what is under the cursor.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/picture/camera.h"
#include "app/picture/triad.h"
#include "core/base/rng.h"

static const double WIDTH = 1280, HEIGHT = 800;

static void expect_near(double got, double wanted, double tolerance, const char *what, int step)
{
    if (!(fabs(got - wanted) <= tolerance))
        fail_msg("%s: %.17g instead of %.17g (step %d)", what, got, wanted, step);
}

static Camera random_camera(Rng *rng, int step)
{
    Camera camera = {.target = rng_in_cube(rng, 1e3)};
    camera.yaw = rng_uniform(rng, -3.1, 3.1);
    camera.pitch = rng_uniform(rng, -1.57, 1.57);
    camera.distance = pow(10, rng_uniform(rng, -2, 4));
    camera.fov_y = step % 2 ? 0 : rng_uniform(rng, 0.2, 1.5);
    return camera;
}

static void axes_are_orthonormal_and_right_handed(void **state)
{
    (void)state;
    Rng rng = rng_create(1);
    for (int i = 0; i < 200; ++i) {
        Camera camera = random_camera(&rng, i);
        Vec3d r, u, f;
        camera_axes(&camera, &r, &u, &f);
        Vec3d back = vec3d_cross(r, u);
        expect_near(vec3d_dot(r, r), 1, 1e-12, "right", i);
        expect_near(vec3d_dot(u, u), 1, 1e-12, "up", i);
        expect_near(vec3d_dot(r, f), 0, 1e-12, "right.forward", i);
        expect_near(vec3d_distance(back, vec3d_scale(f, -1)), 0, 1e-12, "right x up", i);
        assert_true(u.y >= -1e-12); // never upside down
    }
}

static void rays_project_back_to_their_pixel(void **state)
{
    (void)state;
    Rng rng = rng_create(2);
    for (int i = 0; i < 2000; ++i) {
        Camera camera = random_camera(&rng, i);
        double x = rng_uniform(&rng, 0, WIDTH), y = rng_uniform(&rng, 0, HEIGHT), px, py;
        Vec3d origin, direction;
        camera_ray(&camera, x, y, WIDTH, HEIGHT, &origin, &direction);
        expect_near(vec3d_length(direction), 1, 1e-12, "direction", i);
        double depth = camera.distance * rng_uniform(&rng, 0.01, 10);
        Vec3d p = vec3d_add_scaled(origin, direction, depth);
        assert_true(camera_project(&camera, p, WIDTH, HEIGHT, &px, &py));
        // Rounding of coordinates near 1e3 is magnified by 800 pixels per smallest distance.
        double tolerance = 1e-6 + 1e-9 / camera.distance;
        expect_near(px, x, tolerance, "x", i);
        expect_near(py, y, tolerance, "y", i);
    }
}

static void what_is_behind_the_eye_has_no_pixel(void **state)
{
    (void)state;
    Camera camera = {.distance = 10, .fov_y = 0.6};
    double x, y;
    assert_false(camera_project(&camera, vec3d(0, 0, 11), WIDTH, HEIGHT, &x, &y));
    assert_true(camera_project(&camera, vec3d(0, 0, 9), WIDTH, HEIGHT, &x, &y));
    assert_true(camera_world_per_pixel(&camera, vec3d(0, 0, 11), HEIGHT) > 0);
}

static void one_pixel_is_as_long_as_said(void **state)
{
    (void)state;
    Rng rng = rng_create(3);
    for (int i = 0; i < 200; ++i) {
        Camera camera = random_camera(&rng, i);
        Vec3d r, u, f;
        camera_axes(&camera, &r, &u, &f);
        Vec3d at = vec3d_add_scaled(camera.target, f, camera.distance * rng_uniform(&rng, -0.5, 2));
        double step = 100 * camera_world_per_pixel(&camera, at, HEIGHT), x0, y0, x1, y1;
        Vec3d beside = vec3d_add_scaled(at, r, step);
        assert_true(camera_project(&camera, at, WIDTH, HEIGHT, &x0, &y0));
        assert_true(camera_project(&camera, beside, WIDTH, HEIGHT, &x1, &y1));
        expect_near(x1 - x0, 100, 1e-6 + 1e-8 / camera.distance, "pixels", i);
    }
}

static void standard_views_look_where_they_say(void **state)
{
    (void)state;
    static const struct {
        enum StandardView view;
        Vec3d forward, up;
    } rows[] = {
        {VIEW_FRONT, {{0, 0, -1}}, {{0, 1, 0}}}, {VIEW_BACK, {{0, 0, 1}}, {{0, 1, 0}}},
        {VIEW_LEFT, {{1, 0, 0}}, {{0, 1, 0}}},   {VIEW_RIGHT, {{-1, 0, 0}}, {{0, 1, 0}}},
        {VIEW_TOP, {{0, -1, 0}}, {{0, 0, -1}}},  {VIEW_BOTTOM, {{0, 1, 0}}, {{0, 0, 1}}},
    };
    Camera from = {.target = vec3d(1, 2, 3), .yaw = 0.3, .pitch = 0.2, .distance = 7, .fov_y = 0.5};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        Camera camera = camera_standard(&from, rows[i].view);
        Vec3d r, u, f;
        camera_axes(&camera, &r, &u, &f);
        expect_near(vec3d_distance(f, rows[i].forward), 0, 1e-12, "forward", (int)i);
        expect_near(vec3d_distance(u, rows[i].up), 0, 1e-12, "up", (int)i);
        assert_true(camera.distance == from.distance && camera.fov_y == from.fov_y &&
                    camera.target.y == from.target.y);
    }
    Camera iso = camera_standard(&from, VIEW_ISO);
    Vec3d r, u, f;
    camera_axes(&iso, &r, &u, &f);
    expect_near(f.x, f.y, 1e-12, "isometric x, y", 0);
    expect_near(f.y, f.z, 1e-12, "isometric y, z", 0);
    for (int i = 0; i < STANDARD_VIEW_COUNT; ++i)
        assert_non_null(standard_view_names[i]);
}

static void a_fit_shows_every_corner_and_fills_the_view(void **state)
{
    (void)state;
    Rng rng = rng_create(4);
    for (int i = 0; i < 500; ++i) {
        Camera camera = random_camera(&rng, i);
        Vec3d centre = rng_in_cube(&rng, 500), half = rng_in_cube(&rng, 25);
        half = vec3d_add(half, vec3d(25, 25.1, 25));
        Box3d box = {vec3d_sub(centre, half), vec3d_add(centre, half)};
        double width = i % 3 ? WIDTH : 300;
        Camera fitted = camera_fitted(&camera, box, width / HEIGHT);
        assert_true(fitted.yaw == camera.yaw && fitted.pitch == camera.pitch);
        double fill = 0;
        for (int k = 0; k < 8; ++k) {
            Vec3d corner = vec3d(k & 1 ? box.hi.x : box.lo.x, k & 2 ? box.hi.y : box.lo.y,
                                 k & 4 ? box.hi.z : box.lo.z);
            double x, y;
            assert_true(camera_project(&fitted, corner, width, HEIGHT, &x, &y));
            fill = fmax(fill, fmax(fabs(2 * x / width - 1), fabs(2 * y / HEIGHT - 1)));
        }
        if (fill > 0.95 || fill < 0.85)
            fail_msg("the farthest corner is at %g of the half viewport (step %d)", fill, i);
    }
}

static void fitting_nothing_changes_nothing(void **state)
{
    (void)state;
    Camera camera = {.target = vec3d(1, 2, 3), .distance = 7, .fov_y = 0.5};
    Camera empty = camera_fitted(&camera, box3d_empty(), 1.6);
    assert_true(empty.distance == 7 && empty.target.x == 1);
    Vec3d p = vec3d(4, 5, 6);
    Camera point = camera_fitted(&camera, (Box3d){p, p}, 1.6);
    assert_true(point.distance == 7 && point.target.x == 4 && isfinite(point.target.y));
}

static void zooming_keeps_what_is_under_the_cursor(void **state)
{
    (void)state;
    Rng rng = rng_create(5);
    for (int i = 0; i < 1000; ++i) {
        Camera camera = random_camera(&rng, i);
        double x = rng_uniform(&rng, 0, WIDTH), y = rng_uniform(&rng, 0, HEIGHT), px, py;
        double factor = pow(2, rng_uniform(&rng, -3, 3));
        Vec3d origin, direction;
        camera_ray(&camera, x, y, WIDTH, HEIGHT, &origin, &direction);
        Camera zoomed = camera_zoomed(&camera, factor, x, y, WIDTH, HEIGHT);
        expect_near(zoomed.distance, camera.distance / factor, 1e-9 * camera.distance, "d", i);
        // Far enough to be in front of either eye.
        Vec3d p = vec3d_add_scaled(origin, direction, 2e4 * camera.distance);
        assert_true(camera_project(&zoomed, p, WIDTH, HEIGHT, &px, &py));
        double tolerance = 1e-5 + 1e-7 / zoomed.distance;
        expect_near(px, x, tolerance, "x", i);
        expect_near(py, y, tolerance, "y", i);
    }
    Camera camera = {.distance = 1, .fov_y = 0.5};
    assert_true(camera_zoomed(&camera, 0, 1, 1, WIDTH, HEIGHT).distance == 1);
    for (int i = 0; i < 500; ++i)
        camera = camera_zoomed(&camera, 1.5, 1, 1, WIDTH, HEIGHT);
    assert_true(camera.distance > 0 && vec3d_is_finite(camera.target));
}

static void panning_moves_the_target_with_the_cursor(void **state)
{
    (void)state;
    Rng rng = rng_create(6);
    for (int i = 0; i < 200; ++i) {
        Camera camera = random_camera(&rng, i);
        Camera panned = camera_panned(&camera, 30, -20, HEIGHT);
        double x, y;
        assert_true(camera_project(&panned, camera.target, WIDTH, HEIGHT, &x, &y));
        double tolerance = 1e-6 + 1e-8 / camera.distance;
        expect_near(x, WIDTH / 2 + 30, tolerance, "x", i);
        expect_near(y, HEIGHT / 2 - 20, tolerance, "y", i);
    }
}

static void orbiting_stops_at_the_poles_and_follows_the_drag(void **state)
{
    (void)state;
    Camera camera = {.distance = 10, .fov_y = 0.6};
    double x0, y0, x1, y1;
    Vec3d front = vec3d(0, 0, 1); // nearer than the target: moves with the cursor
    assert_true(camera_project(&camera, front, WIDTH, HEIGHT, &x0, &y0));
    Camera turned = camera_orbited(&camera, 10, 10);
    assert_true(camera_project(&turned, front, WIDTH, HEIGHT, &x1, &y1));
    assert_true(x1 > x0 && y1 > y0);
    for (int i = 0; i < 100; ++i)
        turned = camera_orbited(&turned, 100, 100);
    expect_near(turned.pitch, acos(0), 1e-12, "pitch", 0);
    assert_true(fabs(turned.yaw) < 3.2);
    for (int i = 0; i < 100; ++i)
        turned = camera_orbited(&turned, 0, -100);
    expect_near(turned.pitch, -acos(0), 1e-12, "pitch", 0);
}

static void the_target_keeps_its_size_without_perspective(void **state)
{
    (void)state;
    Camera camera = {
        .target = vec3d(3, 4, 5), .yaw = 0.4, .pitch = -0.3, .distance = 7, .fov_y = CAMERA_FOV};
    Camera flat = camera_projected(&camera, true), back = camera_projected(&flat, false);
    assert_true(flat.fov_y == 0);
    assert_true(fabs(camera_world_per_pixel(&camera, camera.target, 600) -
                     camera_world_per_pixel(&flat, camera.target, 600)) < 1e-12);
    assert_true(fabs(back.fov_y - CAMERA_FOV) < 1e-15);
    assert_true(fabs(back.distance - camera.distance) < 1e-12);
    Camera again = camera_projected(&flat, true);
    assert_true(fabs(again.distance - flat.distance) < 1e-12);
}

static void the_ends_of_the_axes_lead_to_their_views(void **state)
{
    (void)state;
    const double width = 800, height = 600;
    Camera camera = {.yaw = 0.7, .pitch = 0.5, .distance = 7, .fov_y = CAMERA_FOV};
    for (int i = 0; i < 12; ++i) {
        const enum UpAxis up = i < 6 ? UP_Y : UP_Z;
        double x, y;
        triad_end(&camera, up, i % 6 / 2, i % 2, height, 1, &x, &y);
        int view = triad_hit(&camera, up, x + 3, y - 3, width, height, 1);
        assert_int_equal(view, triad_view(up, i % 6 / 2, i % 2));
        // From there the axis points at the eye, and another click turns round.
        Camera seen = camera_standard(&camera, (enum StandardView)view);
        triad_end(&seen, up, i % 6 / 2, i % 2, height, 1, &x, &y);
        assert_int_equal(triad_hit(&seen, up, x, y, width, height, 1),
                         triad_view(up, i % 6 / 2, i % 2 == 0));
    }
    // Of files with z up, z is on top and y leads away from whoever looks from the front.
    assert_int_equal(triad_view(UP_Z, 2, false), VIEW_TOP);
    assert_int_equal(triad_view(UP_Z, 1, true), VIEW_FRONT);
    assert_int_equal(triad_hit(&camera, UP_Y, 400, 300, width, height, 1), NO_VIEW);
    assert_int_equal(triad_hit(&camera, UP_Y, 46, 100, 200, 146, 1),
                     NO_VIEW); // too small: not drawn
}

static void a_trackball_turns_about_any_axis_and_back(void **state)
{
    (void)state;
    Camera camera = {.yaw = 0.4, .pitch = 0.3, .distance = 5, .fov_y = CAMERA_FOV};
    // Small turns agree with the turntable's where that can follow.
    Camera a = camera_tumbled(&camera, 0, 25), b = camera_orbited(&camera, 0, 25);
    expect_near(a.pitch, b.pitch, 1e-12, "pitch", 0);
    expect_near(a.yaw, b.yaw, 1e-12, "yaw", 0);
    expect_near(a.roll, 0, 1e-12, "roll", 0);
    // Over the pole and on: upside down, and as far as the mouse went.
    Vec3d right, up, forward, first;
    camera_axes(&camera, &right, &up, &first);
    Camera over = camera;
    for (int i = 0; i < 25; ++i) {
        over = camera_tumbled(&over, 0, 10);
        camera_axes(&over, &right, &up, &forward);
        assert_true(fabs(vec3d_dot(right, up)) < 1e-9 && fabs(vec3d_length(up) - 1) < 1e-9);
    }
    expect_near(acos(vec3d_dot(first, forward)), 250 * 0.008, 1e-9, "turn", 0);
    assert_true(up.y < 0);
    // Any turn and its opposite: the same picture.
    for (int i = 0; i < 50; ++i) {
        Camera there = camera_tumbled(&camera, 17 * i, 400 - 13 * i);
        Camera back = camera_tumbled(&there, -17 * i, -(400 - 13 * i));
        Vec3d r0, u0, f0;
        camera_axes(&camera, &r0, &u0, &f0);
        camera_axes(&back, &right, &up, &forward);
        assert_true(vec3d_distance(r0, right) < 1e-7 && vec3d_distance(f0, forward) < 1e-7);
    }
    assert_true(!(camera_orbited(&over, 1, 1).roll > 0) && !(camera_orbited(&over, 1, 1).roll < 0));
}

static void zooming_ends_at_what_is_under_the_cursor(void **state)
{
    (void)state;
    const double width = 800, height = 600, fovs[2] = {CAMERA_FOV, 0};
    for (int i = 0; i < 2; ++i) {
        Camera camera = {.target = vec3d(10, 20, 30), .yaw = 0.7, .pitch = 0.4, .distance = 300};
        camera.fov_y = fovs[i];
        Vec3d o, d;
        camera_ray(&camera, 500, 200, width, height, &o, &d);
        Vec3d right, up, forward, eye = camera_eye(&camera);
        camera_axes(&camera, &right, &up, &forward);
        // 120 before the eye, on the ray.
        double along = (120 - vec3d_dot(vec3d_sub(o, eye), forward)) / vec3d_dot(d, forward);
        Vec3d seen = vec3d_add_scaled(o, d, along);
        for (int notch = 0; notch < 150; ++notch) {
            Camera anchored = camera_anchored(&camera, seen);
            double x0, y0, x1, y1;
            assert_true(camera_project(&camera, seen, width, height, &x0, &y0));
            assert_true(camera_project(&anchored, seen, width, height, &x1, &y1));
            expect_near(x1, x0, 1e-3, "x anchored", notch);
            expect_near(y1, y0, 1e-3, "y anchored", notch);
            camera = camera_zoomed(&anchored, 1.15, 500, 200, width, height);
            assert_true(camera_project(&camera, seen, width, height, &x1, &y1));
            expect_near(x1, 500, 1, "x", notch);
            expect_near(y1, 200, 1, "y", notch);
        }
        double per_pixel = camera_world_per_pixel(&camera, seen, height);
        assert_true(per_pixel > 0 && per_pixel < 1e-8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(axes_are_orthonormal_and_right_handed),
        cmocka_unit_test(rays_project_back_to_their_pixel),
        cmocka_unit_test(what_is_behind_the_eye_has_no_pixel),
        cmocka_unit_test(one_pixel_is_as_long_as_said),
        cmocka_unit_test(standard_views_look_where_they_say),
        cmocka_unit_test(a_fit_shows_every_corner_and_fills_the_view),
        cmocka_unit_test(fitting_nothing_changes_nothing),
        cmocka_unit_test(zooming_keeps_what_is_under_the_cursor),
        cmocka_unit_test(panning_moves_the_target_with_the_cursor),
        cmocka_unit_test(orbiting_stops_at_the_poles_and_follows_the_drag),
        cmocka_unit_test(the_target_keeps_its_size_without_perspective),
        cmocka_unit_test(the_ends_of_the_axes_lead_to_their_views),
        cmocka_unit_test(a_trackball_turns_about_any_axis_and_back),
        cmocka_unit_test(zooming_ends_at_what_is_under_the_cursor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
