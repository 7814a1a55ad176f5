// The gizmo's geometry without a window: what is grabbed stays under the cursor, along the axis and
// about the pivot that were asked for, from wherever one looks.
#include "app/document/rotation.h"
#include "app/window/gizmo.h"
#include "core/base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { WIDTH = 900, HEIGHT = 700, VIEWS = 1200, SEED = 61 };
static const GizmoSnap FREE = {0, 0, 0};

// Cameras of all sizes and directions, straight down and orthographic ones among them; pivots that
// can be seen.
static Gizmo some_gizmo(Rng *rng, int i)
{
    Gizmo gizmo = {.width = WIDTH, .height = HEIGHT, .point = i % 5 == 0 ? 2 : 1};
    double size = pow(10, rng_uniform(rng, -3, 5));
    gizmo.camera = (Camera){.target = rng_in_cube(rng, 10 * size),
                            .yaw = rng_uniform(rng, -3.1, 3.1),
                            .pitch = rng_uniform(rng, -1.5, 1.5),
                            .distance = size,
                            .fov_y = i % 3 == 0 ? 0 : CAMERA_FOV};
    if (i % 17 == 0)
        gizmo.camera.pitch = i % 2 ? 1.5707963267948966 : -1.5707963267948966;
    Vec3d origin, direction;
    camera_ray(&gizmo.camera, rng_uniform(rng, 150, WIDTH - 150),
               rng_uniform(rng, 150, HEIGHT - 150), WIDTH, HEIGHT, &origin, &direction);
    double along = vec3d_dot(direction, vec3d_sub(gizmo.camera.target, origin));
    gizmo.pivot = vec3d_add_scaled(origin, direction, along + size * rng_uniform(rng, -0.6, 2));
    if (i % 7 > 3) // in the exploded view
        gizmo.shift = rng_in_cube(rng, size);
    gizmo.world = i % 2 == 0;
    Affine frame = gizmo.world ? affine_identity() : rng_rotation(rng);
    for (int k = 0; k < 3; ++k)
        gizmo.axes[k] = vec3d(frame.m[0][k], frame.m[1][k], frame.m[2][k]);
    gizmo.set = (enum GizmoSet)(i % 4);
    if (!gizmo_place(&gizmo))
        fail_msg("view %d (seed %d): a pivot in sight has no handles", i, SEED);
    return gizmo;
}

static Affine some_placement(Rng *rng, const Gizmo *gizmo)
{
    Affine at = rng_rotation(rng);
    at.p = vec3d_add(gizmo->pivot, rng_in_cube(rng, gizmo->size));
    at.p = vec3d_sub(at.p, gizmo->shift);
    return at;
}

static void project(const Gizmo *gizmo, Vec3d point, double *x, double *y)
{
    if (!camera_project(&gizmo->camera, point, WIDTH, HEIGHT, x, y))
        *x = *y = INFINITY;
}

static bool under(const Gizmo *gizmo, Vec3d point, double x, double y)
{
    double px, py;
    project(gizmo, point, &px, &py);
    return hypot(px - x, py - y) < 1;
}

static Vec3d on_plane(const Gizmo *gizmo, Vec3d normal, double x, double y, double *slope)
{
    Vec3d origin, direction;
    camera_ray(&gizmo->camera, x, y, WIDTH, HEIGHT, &origin, &direction);
    *slope = vec3d_dot(normal, direction);
    return vec3d_add_scaled(origin, direction,
                            vec3d_dot(normal, vec3d_sub(gizmo->pivot, origin)) / *slope);
}

static bool is_motion(const GizmoMotion *m)
{
    return affine_is_finite(&m->motion) && affine_is_finite(&m->lead) &&
           vec3d_is_finite(m->shift) && isfinite(m->degrees) && m->factors[0] > 0 &&
           m->factors[1] > 0 && m->factors[2] > 0 && isfinite(m->factors[0]) &&
           isfinite(m->factors[1]) && isfinite(m->factors[2]);
}

// The point of the axis that the press was beside of.
static Vec3d grabbed_on_axis(const GizmoDrag *drag)
{
    const Gizmo *g = &drag->gizmo;
    double x, y;
    project(g, g->pivot, &x, &y);
    double along =
        gizmo_along(g, g->pivot, g->axes[drag->handle.axis], drag->press_x - x, drag->press_y - y);
    return vec3d_add_scaled(g->pivot, g->axes[drag->handle.axis], along);
}

static void check_axis(GizmoDrag *drag, Rng *rng, int i)
{
    const Gizmo *g = &drag->gizmo;
    int axis = drag->handle.axis;
    bool scales = drag->handle.kind == GIZMO_SCALE_AXIS;
    Vec3d grip = grabbed_on_axis(drag), from = vec3d_sub(grip, g->pivot);
    if (!under(g, grip, drag->press_x, drag->press_y))
        fail_msg("view %d (seed %d): the press was not on the arrow", i, SEED);
    // A place on the line of the arrow: it can be followed there exactly.
    double x, y, far = rng_uniform(rng, scales ? -0.7 : -2, 2) * g->size;
    project(g, vec3d_add_scaled(grip, g->axes[axis], far), &x, &y);
    if (!isfinite(x) || hypot(x, y) > 20000)
        return;
    x += drag->press_x, y += drag->press_y;
    double grip_x, grip_y;
    project(g, grip, &grip_x, &grip_y);
    x -= grip_x, y -= grip_y;
    GizmoMotion m = gizmo_drag(drag, x, y, &FREE);
    assert_true(is_motion(&m));
    Vec3d to =
        scales ? vec3d_add_scaled(g->pivot, from, m.factors[axis]) : affine_apply(&m.motion, grip);
    if (!under(g, to, x - drag->press_x + grip_x, y - drag->press_y + grip_y))
        fail_msg("view %d axis %d (seed %d): the grip left the cursor", i, axis, SEED);
    if (scales)
        return;
    assert_memory_equal(m.lead.m, drag->start.m, sizeof m.lead.m);
    Vec3d shift = vec3d_sub(m.lead.p, drag->start.p);
    Vec3d across = vec3d_cross(shift, g->axes[axis]);
    double rounding = 1e-15 * (vec3d_length(drag->start.p) + vec3d_length(shift));
    if (vec3d_length(across) > 8 * rounding)
        fail_msg("view %d axis %d (seed %d): left its axis by %g", i, axis, SEED,
                 vec3d_length(across));
    for (int k = 0; k < 3 && g->world; ++k)
        assert_true(k == axis || m.lead.p.v[k] == drag->start.p.v[k]);
}

static void check_plane(GizmoDrag *drag, Rng *rng, int i)
{
    const Gizmo *g = &drag->gizmo;
    Vec3d right, up, forward, normal = g->axes[drag->handle.axis];
    camera_axes(&g->camera, &right, &up, &forward);
    if (drag->handle.kind == GIZMO_VIEW_PLANE)
        normal = forward;
    double press_slope, slope, x = rng_uniform(rng, 0, WIDTH), y = rng_uniform(rng, 0, HEIGHT);
    Vec3d grip = on_plane(g, normal, drag->press_x, drag->press_y, &press_slope);
    on_plane(g, normal, x, y, &slope);
    GizmoMotion m = gizmo_drag(drag, x, y, &FREE);
    assert_true(is_motion(&m));
    Vec3d shift = vec3d_sub(m.lead.p, drag->start.p);
    double rounding = 1e-14 * (vec3d_length(drag->start.p) + vec3d_length(shift) + g->size);
    if (drag->handle.kind == GIZMO_PLANE && fabs(vec3d_dot(shift, normal)) > rounding)
        fail_msg("view %d (seed %d): left its plane by %g", i, SEED, vec3d_dot(shift, normal));
    if (slope * press_slope > 0 && fabs(slope) > 0.03 &&
        !under(g, affine_apply(&m.motion, grip), x, y))
        fail_msg("view %d (seed %d): the grip of a plane left the cursor", i, SEED);
}

static void check_ring(GizmoDrag *drag, Rng *rng, int i)
{
    const Gizmo *g = &drag->gizmo;
    Vec3d right, up, forward, normal = g->axes[drag->handle.axis];
    camera_axes(&g->camera, &right, &up, &forward);
    if (drag->handle.kind == GIZMO_VIEW_RING)
        normal = vec3d_scale(forward, -1);
    double slope, degrees = rng_uniform(rng, -175, 175), x, y;
    Vec3d grip = on_plane(g, normal, drag->press_x, drag->press_y, &slope);
    Affine turn = rotation_degrees(normal, degrees);
    turn = motion_about(&turn, g->pivot);
    project(g, affine_apply(&turn, grip), &x, &y);
    bool faces = fabs(vec3d_dot(normal, g->toward)) >= 0.2;
    GizmoMotion m =
        gizmo_drag(drag, faces ? x : drag->press_x + 40, faces ? y : drag->press_y - 30, &FREE);
    assert_true(is_motion(&m));
    if (faces && isfinite(x)) {
        if (fabs(m.degrees - degrees) > 1e-5)
            fail_msg("view %d (seed %d): %g degrees wanted, %g turned", i, SEED, degrees,
                     m.degrees);
        assert_true(under(g, gizmo_seen(g, &m.motion, grip), x, y));
    }
    double rounding = 1e-14 * (vec3d_length(g->pivot) + vec3d_length(drag->start.p) +
                               vec3d_length(g->shift) + g->size);
    assert_true(vec3d_distance(gizmo_seen(g, &m.motion, g->pivot), g->pivot) <= rounding);
    assert_true(affine_deviation(&m.motion) < 1e-13);
    assert_true(affine_deviation(&m.lead) < 1e-13);
}

static void check_still(const GizmoDrag *press, int i)
{
    GizmoDrag drag = *press;
    GizmoMotion away = gizmo_drag(&drag, press->press_x + 77, press->press_y - 33, &FREE);
    GizmoMotion m = gizmo_drag(&drag, press->press_x, press->press_y, &FREE);
    assert_true(is_motion(&away) && is_motion(&m));
    Affine none = affine_identity();
    if (memcmp(&m.motion, &none, sizeof none) != 0 ||
        memcmp(&m.lead, &press->start, sizeof none) != 0)
        fail_msg("view %d kind %d (seed %d): back at the press it has moved", i,
                 (int)press->handle.kind, SEED);
    for (int k = 0; k < 3; ++k)
        assert_true(m.factors[k] == 1);
}

// Along the world's axes positions are multiples, along others distances; angles always.
static void check_snap(const GizmoDrag *press, Rng *rng, int i)
{
    GizmoDrag drag = *press;
    const Gizmo *g = &press->gizmo;
    GizmoSnap snap = {.grid = g->size / 8, .degrees = i % 2 ? 15 : 7.5};
    GizmoMotion m =
        gizmo_drag(&drag, rng_uniform(rng, 0, WIDTH), rng_uniform(rng, 0, HEIGHT), &snap);
    assert_true(is_motion(&m));
    assert_true(m.degrees == nearbyint(m.degrees / snap.degrees) * snap.degrees);
    for (int k = 0; k < 3; ++k) {
        double place = m.lead.p.v[k];
        if (memcmp(m.lead.m, press->start.m, sizeof m.lead.m) != 0)
            continue; // it turned
        if (!g->world && !(m.shift.v[k] == nearbyint(m.shift.v[k] / snap.grid) * snap.grid))
            fail_msg("view %d (seed %d): moved by %g of a step", i, SEED, m.shift.v[k] / snap.grid);
        if (g->world && !(place == press->start.p.v[k]) &&
            !(place == nearbyint(place / snap.grid) * snap.grid))
            fail_msg("view %d (seed %d): at %g steps", i, SEED, place / snap.grid);
    }
}

static void what_is_grabbed_stays_under_the_cursor(void **state)
{
    (void)state;
    Rng rng = rng_create(SEED);
    int grabbed[GIZMO_SCALE_ALL + 1] = {0}, hidden = 0;
    for (int i = 0; i < VIEWS; ++i) {
        Gizmo gizmo = some_gizmo(&rng, i);
        double pixel = camera_world_per_pixel(&gizmo.camera, gizmo.pivot, HEIGHT);
        assert_true(fabs(gizmo.size / pixel - GIZMO_POINTS * gizmo.point) < 1e-6);
        GizmoHandle handles[GIZMO_MAX_HANDLES];
        int count = gizmo_handles(&gizmo, handles);
        for (int k = 0; k < count; ++k) {
            GizmoDrag drag = {
                .gizmo = gizmo, .handle = handles[k], .start = some_placement(&rng, &gizmo)};
            if (!gizmo_grip(&gizmo, handles[k], &drag.press_x, &drag.press_y)) {
                ++hidden;
                continue;
            }
            ++grabbed[handles[k].kind];
            GizmoDrag fresh = drag;
            if (handles[k].kind == GIZMO_AXIS || handles[k].kind == GIZMO_SCALE_AXIS)
                check_axis(&drag, &rng, i);
            else if (handles[k].kind == GIZMO_PLANE || handles[k].kind == GIZMO_VIEW_PLANE)
                check_plane(&drag, &rng, i);
            else if (handles[k].kind == GIZMO_RING || handles[k].kind == GIZMO_VIEW_RING)
                check_ring(&drag, &rng, i);
            check_still(&fresh, i);
            check_snap(&fresh, &rng, i);
        }
    }
    print_message("RAN: %d views; grabbed %d arrows, %d squares, %d middles, %d rings, %d outer "
                  "rings, %d balls, %d boxes, %d of all axes; %d could not be seen well\n",
                  VIEWS, grabbed[GIZMO_AXIS], grabbed[GIZMO_PLANE], grabbed[GIZMO_VIEW_PLANE],
                  grabbed[GIZMO_RING], grabbed[GIZMO_VIEW_RING], grabbed[GIZMO_BALL],
                  grabbed[GIZMO_SCALE_AXIS], grabbed[GIZMO_SCALE_ALL], hidden);
    for (int kind = GIZMO_AXIS; kind <= GIZMO_SCALE_ALL; ++kind)
        assert_true(grabbed[kind] > 200);
}

// Whatever looks well can be grabbed, and what points at the eye cannot.
static void handles_fade_before_they_are_of_no_use(void **state)
{
    (void)state;
    Gizmo gizmo = {.width = WIDTH,
                   .height = HEIGHT,
                   .point = 1,
                   .axes = {{{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}},
                   .world = true,
                   .camera = {.distance = 10}};
    double x, y;
    for (int set = 0; set < 4; ++set) {
        gizmo.set = (enum GizmoSet)set;
        gizmo.camera.yaw = gizmo.camera.pitch = 0; // along z
        assert_true(gizmo_place(&gizmo));
        GizmoHandle handles[GIZMO_MAX_HANDLES];
        int count = gizmo_handles(&gizmo, handles);
        for (int i = 0; i < count; ++i) {
            GizmoHandle h = handles[i];
            bool line = h.kind == GIZMO_AXIS || h.kind == GIZMO_SCALE_AXIS;
            bool flat =
                h.kind == GIZMO_PLANE || (h.kind == GIZMO_RING && gizmo.set == GIZMO_SET_MOVE_TURN);
            bool usable = line ? h.axis != 2 : flat ? h.axis == 2 : true;
            assert_int_equal(gizmo_grip(&gizmo, h, &x, &y), usable);
            if ((gizmo_clarity(&gizmo, h) > 0) != usable)
                fail_msg("set %d kind %d axis %d seen along z", set, (int)h.kind, h.axis);
        }
        gizmo.camera.yaw = 0.6;
        gizmo.camera.pitch = 0.5;
        assert_true(gizmo_place(&gizmo));
        for (int i = 0; i < count; ++i)
            if (gizmo_clarity(&gizmo, handles[i]) < 1 || !gizmo_grip(&gizmo, handles[i], &x, &y))
                fail_msg("set %d kind %d axis %d seen from a corner", set, (int)handles[i].kind,
                         handles[i].axis);
        assert_int_equal(gizmo_hit(&gizmo, 5, 5).kind, GIZMO_NONE);
    }
}

// Also where a hand would never get to: straight along the axis, out of the window, no window.
static void there_is_never_anything_but_numbers(void **state)
{
    (void)state;
    static const double places[] = {0, 450, -1e7, 1e7, 1e300, NAN, INFINITY};
    enum { PLACES = sizeof places / sizeof *places };
    int drags = 0;
    Rng rng = rng_create(SEED + 1);
    for (int i = 0; i < 400; ++i) {
        Gizmo gizmo = some_gizmo(&rng, i);
        if (i % 3 == 0) { // an axis exactly at the eye
            Vec3d aside = vec3d_normalised(vec3d_cross(gizmo.toward, rng_direction(&rng)));
            gizmo.axes[i % 2] = gizmo.toward;
            gizmo.axes[i % 2 + 1] = aside;
            gizmo.axes[i % 2 ? 0 : 2] = vec3d_cross(gizmo.toward, aside);
            gizmo.world = false;
        }
        GizmoHandle handles[GIZMO_MAX_HANDLES];
        int count = gizmo_handles(&gizmo, handles);
        for (int k = 0; k < count; ++k) {
            GizmoDrag drag = {.gizmo = gizmo,
                              .handle = handles[k],
                              .press_x = rng_uniform(&rng, 0, WIDTH),
                              .press_y = rng_uniform(&rng, 0, HEIGHT),
                              .start = some_placement(&rng, &gizmo)};
            for (int p = 0; p < PLACES; ++p, ++drags) {
                double x = places[p], y = places[(p + k) % PLACES];
                if (!isfinite(x) || !isfinite(y))
                    continue; // no mouse says that
                GizmoMotion m = gizmo_drag(&drag, x, y, &FREE);
                if (!is_motion(&m))
                    fail_msg("view %d kind %d axis %d at %g, %g (seed %d)", i, (int)handles[k].kind,
                             handles[k].axis, x, y, SEED + 1);
            }
        }
    }
    Gizmo gizmo = some_gizmo(&rng, 1);
    gizmo.pivot = camera_eye(&gizmo.camera);
    assert_false(gizmo_place(&gizmo));
    gizmo.pivot.x = NAN;
    assert_false(gizmo_place(&gizmo));
    gizmo = some_gizmo(&rng, 1);
    gizmo.height = 0;
    assert_false(gizmo_place(&gizmo));
    print_message("RAN: %d drags to impossible places\n", drags);
}

static void a_ring_goes_on_after_half_a_turn(void **state)
{
    (void)state;
    Gizmo gizmo = {.width = WIDTH,
                   .height = HEIGHT,
                   .point = 1,
                   .axes = {{{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}},
                   .world = true,
                   .set = GIZMO_SET_TURN,
                   .camera = {.distance = 10, .fov_y = CAMERA_FOV}};
    assert_true(gizmo_place(&gizmo));
    GizmoDrag drag = {.gizmo = gizmo, .handle = {GIZMO_RING, 2}, .start = affine_identity()};
    assert_true(gizmo_grip(&gizmo, drag.handle, &drag.press_x, &drag.press_y));
    double from = atan2(HEIGHT / 2.0 - drag.press_y, drag.press_x - WIDTH / 2.0);
    GizmoMotion m = {.degrees = 0};
    GizmoSnap right_angles = {.degrees = 90};
    for (int degrees = 5; degrees <= 720; degrees += 5) {
        double angle = from + degrees / DEGREES_PER_RADIAN;
        m = gizmo_drag(&drag, WIDTH / 2.0 + 80 * cos(angle), HEIGHT / 2.0 - 80 * sin(angle),
                       degrees < 720 ? &FREE : &right_angles);
        assert_true(fabs(m.degrees - degrees) < 1e-6);
    }
    Affine none = affine_identity(); // two whole turns, exactly
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            assert_true(m.lead.m[i][k] == none.m[i][k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_grabbed_stays_under_the_cursor),
        cmocka_unit_test(handles_fade_before_they_are_of_no_use),
        cmocka_unit_test(there_is_never_anything_but_numbers),
        cmocka_unit_test(a_ring_goes_on_after_half_a_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
