// ctest labels: threads
// Primitives from what a line drawn on the screen holds: what is seen, and what is neither hidden
// nor cut away.
#include "app/actions/list.h"
#include "app/tests/app_fixture.h"
#include "core/base/rng.h"

#include <math.h>
#include <stdio.h>

enum { BALL = 2, RING = 3 }; // of the fixture

static const PrimitiveList *list_of(const App *app)
{
    return app->document.primitives.list;
}

static Camera looking_at(Vec3d target, double distance)
{
    return (Camera){
        .target = target, .yaw = 0.4, .pitch = 0.3, .distance = distance, .fov_y = CAMERA_FOV};
}

static bool hidden(const PosedMesh *parts, int32_t count, Vec3d eye, Vec3d at)
{
    Vec3d along = vec3d_sub(at, eye);
    for (int32_t i = 0; i < count; ++i)
        for (int32_t k = 0; k < parts[i].mesh->triangle_count; ++k) {
            Triangle local = mesh_triangle(parts[i].mesh, k);
            Triangle t = triangle_transformed(&local, &parts[i].placement);
            Vec3d e1 = vec3d_sub(t.p[1], t.p[0]), e2 = vec3d_sub(t.p[2], t.p[0]);
            Vec3d p = vec3d_cross(along, e2), s = vec3d_sub(eye, t.p[0]);
            double det = vec3d_dot(e1, p), u = vec3d_dot(s, p) / det;
            Vec3d q = vec3d_cross(s, e1);
            double v = vec3d_dot(along, q) / det, w = vec3d_dot(e2, q) / det;
            if (u > 0 && v > 0 && u + v < 1 && w > 0 && w < 0.999)
                return true;
        }
    return false;
}

static void what_is_seen_is_what_no_triangle_hides(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    PosedMesh parts[FIXTURE_PARTS];
    for (int32_t i = 0; i < FIXTURE_PARTS; ++i)
        parts[i] = (PosedMesh){app.assembly.parts[i].mesh,
                               app.assembly.parts[i].rest,
                               true,
                               app.assembly.parts[i].rest,
                               false,
                               false};
    int compared = 0, wrong = 0, seen_count = 0;
    for (int view = 0; view < 6; ++view) {
        Lasso lasso = {.points = {{0, 0}, {1, 0}, {1, 1}, {0, 1}},
                       .count = 4,
                       .camera = looking_at(vec3d(15, 5, 0), 90),
                       .aspect = 1.5};
        lasso.camera.yaw = view;
        if (view % 2)
            lasso.camera.fov_y = 0;
        lasso.through = true;
        Coverage *all = lasso_triangles(&lasso, parts, FIXTURE_PARTS, NULL);
        lasso.through = false;
        Coverage *seen = lasso_triangles(&lasso, parts, FIXTURE_PARTS, NULL);
        assert_true(all && seen && seen->count < all->count && seen->count > 20);
        seen_count += seen->count;
        Vec3d eye = camera_eye(&lasso.camera), right, up, forward;
        camera_axes(&lasso.camera, &right, &up, &forward);
        for (int32_t i = 0, k = 0; i < all->count; ++i) {
            const CoveredTriangle *t = &all->items[i];
            bool chosen = k < seen->count && seen->items[k].part == t->part &&
                          seen->items[k].triangle == t->triangle;
            k += chosen;
            Triangle local = mesh_triangle(parts[t->part].mesh, t->triangle);
            Triangle w = triangle_transformed(&local, &parts[t->part].placement);
            Vec3d middle = vec3d_scale(vec3d_add(vec3d_add(w.p[0], w.p[1]), w.p[2]), 1.0 / 3);
            Vec3d from = view % 2 ? vec3d_add_scaled(middle, forward, -200) : eye;
            Vec3d n =
                vec3d_normalised(vec3d_cross(vec3d_sub(w.p[1], w.p[0]), vec3d_sub(w.p[2], w.p[0])));
            double slope = fabs(vec3d_dot(n, vec3d_normalised(vec3d_sub(middle, from))));
            double pixel = camera_world_per_pixel(&lasso.camera, middle, 1024 / lasso.aspect);
            int behind = 0; // also a pixel and a half to every side
            for (int side = 0; side < 5; ++side)
                behind += hidden(parts, FIXTURE_PARTS, from,
                                 vec3d_add_scaled(middle, side < 3 ? right : up,
                                                  side == 0  ? 0
                                                  : side % 2 ? 1.5 * pixel
                                                             : -1.5 * pixel));
            if (slope < 0.2 || behind % 5 != 0)
                continue; // too close to call for pixels
            ++compared;
            wrong += chosen == (behind > 0);
        }
        coverage_release(all);
        coverage_release(seen);
    }
    printf("RAN: %d middles of triangles, %d seen, %d unlike ray casting\n", compared, seen_count,
           wrong);
    assert_true(compared > 500);
    assert_int_equal(wrong, 0);
    app_free(&app);
}

static void move_section(App *app, Vec3d at, Vec3d normal)
{
    app->document.view.section =
        (SectionPlane){.on = true, .point = at, .normal = vec3d_normalised(normal)};
}

static int32_t chosen_by(App *app, const ActionArgs *args, int32_t part)
{
    int32_t before = primitive_list_count(list_of(app)), count = 0;
    assert_true(app_do(app, &action_primitive_lasso, args, 0));
    stages_wait(app);
    if (primitive_list_count(list_of(app)) == before)
        return 0;
    const Coverage *covers = list_of(app)->covers[before];
    for (int32_t i = 0; i < covers->count; ++i)
        count += covers->items[i].part == part;
    return count;
}

static ActionArgs around_everything(const App *app, bool through)
{
    ActionArgs args = {.index = VOLUME_TYPE_SPHERE,
                       .camera = looking_at(app->document.parts[BALL].placement.p, 60),
                       .number = 1.5,
                       .flag = through};
    strcpy(args.text, "0,0 10000,0 10000,10000 0,10000");
    return args;
}

// Every triangle that is chosen has something left, all that lie on the kept side are, and of a
// solid that is opened the inside is behind its cap.
static void what_is_cut_away_is_not_chosen(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    const Mesh *ball = app.assembly.parts[BALL].mesh;
    Affine at = app.document.parts[BALL].placement;
    Rng rng = rng_create(5);
    int cut = 0, kept = 0;
    for (int round = 0; round < 20; ++round) {
        Vec3d normal = rng_in_cube(&rng, 1);
        move_section(&app, vec3d_add_scaled(at.p, rng_in_cube(&rng, 1), 1), normal);
        const SectionPlane *plane = &app.document.view.section;
        ActionArgs args = around_everything(&app, true);
        for (int32_t i = 0; i < FIXTURE_PARTS; ++i)
            app.document.parts[i].visible = i == BALL;
        int32_t before = primitive_list_count(list_of(&app)), left = 0;
        int32_t count = chosen_by(&app, &args, BALL);
        const Coverage *covers =
            count > 0 ? list_of(&app)->covers[before] : &(Coverage){.count = 0};
        for (int32_t k = 0, i = 0; k < ball->triangle_count; ++k) {
            Triangle local = mesh_triangle(ball, k), t = triangle_transformed(&local, &at);
            double most = -INFINITY;
            for (int c = 0; c < 3; ++c)
                most = fmax(most, section_depth(plane, t.p[c]));
            bool chosen = i < covers->count && covers->items[i].triangle == k;
            i += chosen;
            if (chosen != (most > 0))
                fail_msg("seed 5, round %d: triangle %d is %g deep and is %schosen", round, (int)k,
                         most, chosen ? "" : "not ");
            left += most > 0;
            cut += most <= 0;
        }
        kept += left;
        assert_int_equal(count, left);
        // From the side that is cut away nothing but caps is seen of a solid, unless it curves.
        args.flag = false;
        args.camera = (Camera){.target = at.p, .distance = 60};
        args.camera.yaw = atan2(normal.x, normal.z);
        args.camera.pitch = asin(vec3d_normalised(normal).y);
        int32_t seen = chosen_by(&app, &args, BALL);
        if (seen > left / 2)
            fail_msg("seed 5, round %d: %d of %d triangles seen behind the cap", round, (int)seen,
                     (int)left);
    }
    printf("RAN: 20 planes, %d triangles cut away, %d left\n", cut, kept);
    assert_true(cut > 500 && kept > 500);
    app_free(&app);
}

// A plate in front is cut away: what it hid can be chosen.
static void the_section_opens_the_view(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    ActionArgs args = around_everything(&app, false);
    args.camera = (Camera){
        .target = app.document.parts[BALL].placement.p, .pitch = 1.5, .distance = 100, .fov_y = 0};
    assert_int_equal(chosen_by(&app, &args, BALL), 0); // under the upper plate
    move_section(&app, vec3d(0, 10, 0), vec3d(0, 1, 0));
    int32_t open = chosen_by(&app, &args, BALL);
    assert_true(open > 20);
    // Hidden instead of cut away, it is the same, but for back faces at the rim, where a pixel may
    // err; transparent, too; and a part that is not shown cannot be chosen.
    app.document.view.section.on = false;
    app.document.parts[1].visible = false;
    int32_t without = chosen_by(&app, &args, BALL);
    assert_true(without >= open && 5 * open > 4 * without);
    app.document.parts[1].visible = app.document.parts[1].ghost = true;
    assert_int_equal(chosen_by(&app, &args, BALL), without);
    assert_int_equal(chosen_by(&app, &args, 1), 0);
    args.flag = true;
    app.document.parts[BALL].visible = false;
    assert_int_equal(chosen_by(&app, &args, BALL), 0);
    // Ghosts alone can be.
    app.document.parts[0].visible = app.document.parts[RING].visible = false;
    assert_int_equal(chosen_by(&app, &args, 1), 12);
    app_free(&app);
}

static void a_line_makes_a_primitive(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    Camera camera = looking_at(app.document.parts[BALL].placement.p, 12);
    ActionArgs args = {.index = VOLUME_TYPE_SPHERE, .camera = camera, .number = 1.5, .flag = true};
    strcpy(args.text, "2000,1000 8000,1000 8000,9000 2000,9000");
    app.document.parts[0].visible = app.document.parts[1].visible = false;
    assert_true(app_do(&app, &action_primitive_lasso, &args, 0));
    stages_wait(&app);
    assert_int_equal(primitive_list_count(list_of(&app)), 1);
    const Coverage *covers = list_of(&app)->covers[0];
    assert_int_equal(covers->count, app.assembly.parts[BALL].mesh->triangle_count);
    assert_true(fabs(list_of(&app)->set.items[0].volume.ball.radius - 2) < 1e-3);
    args.flag = false;
    assert_true(app_do(&app, &action_primitive_lasso, &args, 0));
    stages_wait(&app);
    int32_t half = list_of(&app)->covers[1]->count;
    assert_true(half > covers->count / 4 && half < covers->count * 3 / 4);
    // Where nothing is, nothing is made.
    strcpy(args.text, "0,0 100,0 100,100");
    assert_true(app_do(&app, &action_primitive_lasso, &args, 0));
    stages_wait(&app);
    assert_int_equal(primitive_list_count(list_of(&app)), 2);
    assert_true(has_notice(&app, "holds no triangle"));
    for (size_t i = 0; i < 4; ++i) {
        static const char *const bad[] = {"", "1,2 3,4", "x", "1,1 2,2 3,nan"};
        strcpy(args.text, bad[i]);
        assert_false(app_do(&app, &action_primitive_lasso, &args, 0));
    }
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_seen_is_what_no_triangle_hides),
        cmocka_unit_test(what_is_cut_away_is_not_chosen),
        cmocka_unit_test(the_section_opens_the_view),
        cmocka_unit_test(a_line_makes_a_primitive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
