// What is known of a pair when a part is taken, and what is not: nothing is promised without a proof, and
// of every pair that is let go the status says why.
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/document/move_settings.h"
#include "app/stages/fit_work.h"
#include "app/stages/motion_grab.h"
#include "app/stages/rows.h"
#include "app/tests/app_fixture.h"
#include "core/tests/odd_shapes.h"

#include <math.h>

enum { OTHER, TAKEN, KEY = 9 };

// A box without its top: too large a hole to say what is inside.
static Mesh *open_box(double size)
{
    Mesh *box = shape_box(vec3d(size, size, size));
    Mesh *open = mesh_create(box->vertex_count, box->triangle_count - 2);
    memcpy(open->vertices, box->vertices, (size_t)box->vertex_count * sizeof *box->vertices);
    int32_t kept = 0;
    for (int32_t i = 0; i < box->triangle_count; ++i)
        if (!(mesh_normal(box, i).y > 0)) {
            assert_true(kept < open->triangle_count);
            memcpy(open->triangles[kept++], box->triangles[i], sizeof *box->triangles);
        }
    assert_int_equal(kept, open->triangle_count);
    open->polygon_count = open->triangle_count;
    mesh_release(box);
    return open;
}

static App open_two(Mesh *other, Mesh *taken, Vec3d at, bool wait)
{
    App app;
    Error err = {""};
    Assembly assembly = {.title = strdup("two")};
    Affine place = affine_identity();
    assert_true(assembly_add(&assembly, "Other", other, &place, 0x808080));
    place.p = at;
    assert_true(assembly_add(&assembly, "Taken", taken, &place, 0x909090));
    assert_true(app_init(&app, &err));
    stages_open_assembly(&app, &assembly);
    assert_true(app_do(&app, &action_move_contact, &(ActionArgs){.index = HAND_SLIDE}, 0));
    if (wait)
        stages_wait(&app);
    while (!app.parts) { // and not a moment longer
        stages_update(&app, 0);
        stages_nap(&app, 1);
    }
    assert_true(app_do(&app, &action_part_select, &(ActionArgs){.part = TAKEN}, 0));
    return app;
}

static Vec3d place(const App *app)
{
    return app->document.parts[TAKEN].placement.p;
}

static void want(App *app, Vec3d to)
{
    ActionArgs args = move_args(TAKEN, to);
    hand_hold(app, true);
    action_submit_merged(&app->queue, &action_part_move, &args, KEY);
    app_apply_actions(app);
}

// Of these nothing is promised: with the report, and before there is one. It is said, and the part moves.
static void what_cannot_be_held_is_told(void **state)
{
    (void)state;
    for (int wait = 0; wait < 2; ++wait)
        for (int kind = 0; kind < 4; ++kind) {
            App app;
            const char *why;
            enum PairState expected;
            if (kind == 0) {
                app = open_two(shape_box(vec3d(4, 4, 4)), shape_box(vec3d(4, 4, 4)), vec3d(0, 0, 0),
                               wait);
                why = "not held by Other: same place";
                expected = PAIR_SAME_PLACE;
            } else if (kind == 1) { // two sheets through each other, of which neither has an inside
                Mesh *sheet = shape_grid(6, 6, 2, 2);
                for (int32_t i = 0; i < sheet->vertex_count; ++i) {
                    Vec3d v = sheet->vertices[i];
                    sheet->vertices[i] = vec3d(v.y, v.x, v.z + 0.1);
                }
                app = open_two(shape_grid(6, 6, 2, 2), sheet, vec3d(0.2, 0, 0), wait);
                why = "not held by Other: depth unknown";
                expected = PAIR_CROSSING;
            } else if (kind == 2) {
                app = open_two(open_box(10), shape_box(vec3d(1, 1, 1)), vec3d(0, 0, 0), wait);
                why = "not held by Other: undecided";
                expected = PAIR_UNDECIDED;
            } else {
                app = open_two(shape_box(vec3d(9, 9, 9)), shape_box(vec3d(1, 1, 1)), vec3d(0, 0, 0),
                               wait);
                why = "not held by Other: one inside the other";
                expected = PAIR_INSIDE;
            }
            if (wait && (app.fit.count != 1 || app.fit.rows[0].state != expected))
                fail_msg("%d: %s", kind,
                         app.fit.count ? pair_state_name(app.fit.rows[0].state) : "no row");
            Vec3d to = vec3d_add(place(&app), vec3d(0, 0.1, 0));
            want(&app, to);
            stages_wait(&app);
            if (!strstr(app.hand.text, why))
                fail_msg("%d, %s a report: \"%s\", not \"%s\"", kind, wait ? "with" : "without",
                         app.hand.text, why);
            assert_int_equal(app.hand.exempt_count, 1);
            assert_true(vec3d_distance(place(&app), to) < 1e-9);
            to.y += 20; // out of it: it is not trapped
            want(&app, to);
            stages_wait(&app);
            assert_true(vec3d_distance(place(&app), to) < 1e-9);
            app_free(&app);
        }
}

// A file may have squashed a part, in one direction to nothing or nearly so.
static void squash(App *app, int32_t part, double height, double y)
{
    Affine flat = affine_translation(vec3d(0, y, 0));
    flat.m[1][1] = height;
    app->document.parts[part].placement = flat;
}

static void want_lower(App *app, double y)
{
    ActionArgs args = {.part = TAKEN, .placement = app->document.parts[TAKEN].placement};
    args.placement.p.y = y;
    hand_hold(app, true);
    action_submit_merged(&app->queue, &action_part_move, &args, KEY);
    app_apply_actions(app);
    stages_wait(app);
}

// What has no thickness at all has no inverse, and so no place against others: it is not taken, and the
// reason is said, in every mode and by everything that moves parts.
static void what_is_flat_is_not_taken(void **state)
{
    (void)state;
    for (int mode = HAND_FREE; mode <= HAND_PUSH; ++mode) {
        App app =
            open_two(shape_box(vec3d(10, 1, 10)), shape_box(vec3d(4, 4, 4)), vec3d(0, 5, 0), true);
        assert_true(app_do(&app, &action_move_contact, &(ActionArgs){.index = mode}, 0));
        squash(&app, TAKEN, 0, 5);
        int before = history_done(app.history);
        want_lower(&app, 3);
        assert_true(place(&app).y == 5);
        assert_string_equal(last_notice(&app),
                            "Move part: Taken stays where it is: the placement would flatten it");
        ActionArgs nudge = {.part = TAKEN, .axis = 1, .number = -1};
        action_submit(&app.queue, &action_part_nudge, &nudge);
        app_apply_actions(&app);
        stages_wait(&app);
        assert_true(place(&app).y == 5 && app.hand.state == HAND_EMPTY);
        assert_int_equal(history_done(app.history), before);
        app_free(&app);
    }
}

// What is left of a thickness cannot be shrunk. On something that can be it is held like any part; on something
// as flat nothing is promised, and that is said.
static void what_is_nearly_flat_is_held_by_what_is_not(void **state)
{
    (void)state;
    for (int flat = 0; flat < 2; ++flat) {
        App app =
            open_two(shape_box(vec3d(10, 1, 10)), shape_box(vec3d(4, 4, 4)), vec3d(0, 5, 0), true);
        double top = flat ? 5e-11 : 0.5;
        squash(&app, TAKEN, 1e-10, top);
        if (flat)
            squash(&app, OTHER, 1e-10, 0);
        stages_wait(&app);
        want_lower(&app, top - 0.1);
        if (flat) {
            assert_non_null(strstr(app.hand.text, "not held by Other: scaled to nothing"));
            assert_true(place(&app).y == top - 0.1);
        } else {
            assert_non_null(strstr(app.hand.text, "held by Other"));
            assert_true(app.hand.exempt_count == 0 && fabs(place(&app).y - top) < 1e-2);
        }
        app_free(&app);
    }
}

// Taken while the report is still in the making: it waits, says so, and then is held as with one.
static void what_is_being_checked_is_waited_for(void **state)
{
    (void)state;
    App app = open_two(shape_box(vec3d(10, 1, 10)), shape_ico_sphere(2, 2), vec3d(0, 5, 0), false);
    assert_false(app.fit_known);
    want(&app, vec3d(0, -6, 0));
    bool waited = false;
    for (int i = 0; i < 10000 && app.hand.state != HAND_HELD; ++i) {
        stages_update(&app, 0);
        if (app.hand.state == HAND_PREPARING) {
            assert_non_null(strstr(app.hand.text, "Looking at what stands around Taken"));
            assert_true(place(&app).y == 5);
            waited = true;
        }
        stages_nap(&app, 1);
    }
    assert_true(waited && app.hand.state == HAND_HELD);
    double gap = place(&app).y - 2 - 0.5;
    assert_true(gap > -1e-9 && gap < 0.1);
    app_free(&app);
}

// What the grab starts from: the report's depth where there is one about these places; else nothing.
static size_t taken_from_report(App *app, KnownPair *out)
{
    SharedRules *rules = stages_rules(app);
    MotionSession *session = calloc(1, sizeof *session);
    assert_true(rules && session && query_target_take(app, rules, &session->target));
    session->rules = shared_rules_retain(rules);
    session->posed = query_target_posed(&session->target, false);
    session->roles = calloc((size_t)session->target.count, 1);
    session->locked = calloc((size_t)session->target.count, sizeof(bool));
    assert_true(session->posed && session->roles && session->locked);
    assert_true(motion_grab_take(app, session));
    size_t count = session->known_count;
    if (count > 0)
        *out = session->known[0];
    motion_session_free(session);
    return count;
}

static void depths_come_from_the_report(void **state)
{
    (void)state;
    App app = open_two(shape_box(vec3d(4, 4, 4)), shape_box(vec3d(4, 4, 4)), vec3d(0, 3, 0), true);
    KnownPair known = {0};
    want(&app, vec3d(0, 3.5, 0)); // not stepped yet: it is only in the hand
    assert_int_equal(taken_from_report(&app, &known), 1);
    assert_true(known.hand == TAKEN && known.other == OTHER);
    assert_int_equal(known.start.state, PAIR_INTERFERENCE);
    assert_true(known.start.depth == app.fit.rows[0].depth && known.start.depth > 0.5);
    // It is about other places, then about another tolerance.
    ActionArgs args = move_args(OTHER, vec3d(0, 0.25, 0));
    assert_true(app_do(&app, &action_part_move, &args, 0));
    assert_int_equal(taken_from_report(&app, &known), 0);
    stages_wait(&app);
    want(&app, vec3d(0, 3.4, 0));
    assert_int_equal(taken_from_report(&app, &known), 1);
    assert_true(app_do(&app, &action_check_tolerance, &(ActionArgs){.number = 2}, 0));
    assert_int_equal(taken_from_report(&app, &known), 0);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_held_is_told),
        cmocka_unit_test(what_is_flat_is_not_taken),
        cmocka_unit_test(what_is_nearly_flat_is_held_by_what_is_not),
        cmocka_unit_test(what_is_being_checked_is_waited_for),
        cmocka_unit_test(depths_come_from_the_report),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
