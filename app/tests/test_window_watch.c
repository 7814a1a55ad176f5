// Safety distances: pairs are watched while parts are moved and scaled, the dimension line shows the worst, and
// a drag says where it crosses one.
// ctest labels: threads
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/document/history.h"
#include "app/tests/variant_fixture.h"
#include "app/window/dimension.h"

enum { PLATE, UPPER_PLATE, BALL, RING };

static void select_part(App *app, int32_t part)
{
    assert_true(app_do(app, &action_part_select, &(ActionArgs){.part = part}, 0));
    stages_wait(app);
}

static void move(App *app, int32_t part, Vec3d to, uint64_t gesture)
{
    ActionArgs args = move_args(part, to);
    assert_true(app_do(app, &action_part_move, &args, gesture));
}

static void add_rule(App *app, const char *text)
{
    ActionArgs args = {.part = NO_PART};
    snprintf(args.text, sizeof args.text, "%s", text);
    assert_true(app_do(app, &action_rules_add, &args, 0));
}

static void check_watched(const App *app, size_t i, int32_t a, int32_t b, double limit)
{
    assert_true(app->watch.current && i < app->watch.count);
    const WatchedPair *pair = &app->watch.pairs[i];
    double now = apart(app, a, b);
    if (pair->a != a || pair->b != b || fabs(pair->limit - limit) > 1e-12 ||
        fabs(pair->distance.value - now) > 1e-12)
        fail_msg("%zu: %d and %d, %.17g of %.17g; not %.17g of %.17g", i, pair->a, pair->b,
                 pair->distance.value, pair->limit, now, limit);
    const int32_t parts[2] = {a, b};
    const Vec3d at[2] = {pair->distance.on_a, pair->distance.on_b};
    for (int k = 0; k < 2; ++k) {
        Vec3d there = affine_apply(&app->document.parts[parts[k]].placement, pair->local[k]);
        assert_true(vec3d_distance(there, at[k]) < 1e-9);
    }
}

static void safety_distances_are_watched(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    assert_true(!app.watch.wanted && app.watch.count == 0 && !watch_worst(&app));
    add_rule(&app, "clearance Ball Plate* 2mm");
    add_rule(&app, "clearance Ball Ring 3mm"); // far away, but called by name
    stages_wait(&app);
    assert_int_equal(app.watch.count, 2); // the upper plate is 12.5 away
    check_watched(&app, 0, PLATE, BALL, 2);
    check_watched(&app, 1, BALL, RING, 3);
    assert_int_equal(watch_too_near(&app.watch), 0);
    assert_ptr_equal(watch_worst(&app), &app.watch.pairs[0]);
    move(&app, BALL, vec3d(0, 4, 0), 0);
    stages_wait(&app);
    check_watched(&app, 0, PLATE, BALL, 2);
    assert_int_equal(watch_too_near(&app.watch), 1);
    assert_int_equal(app.watch.crossing_count, 0); // it went there at once: nobody dragged it
    // Of what is selected only: the worst of the ring is another one.
    select_part(&app, RING);
    assert_ptr_equal(watch_worst(&app), &app.watch.pairs[1]);
    // What is meant to meet is not watched; nor is anything without rules.
    assert_true(app_do(&app, &action_pair_rule,
                       &(ActionArgs){.part = BALL, .other = PLATE, .number = RULE_INTENTIONAL}, 0));
    stages_wait(&app);
    assert_int_equal(app.watch.count, 1);
    assert_true(app_do(&app, &action_rules_clear, NULL, 0));
    stages_wait(&app);
    assert_true(app.watch.count == 0 && app.watch.current);
    assert_true(app_do(&app, &action_check_clearance, &(ActionArgs){.number = 4}, 0));
    stages_wait(&app);
    check_watched(&app, 0, PLATE, BALL, 4);
    app_free(&app);
}

// However coarse the frames of a drag are, and however fast it is.
static void a_drag_crosses_where_the_distance_is_the_limit(void **state)
{
    (void)state;
    for (int steps = 1; steps <= 7; steps += 3) {
        App app;
        fixture_open(&app);
        add_rule(&app, "clearance Ball Plate 2mm");
        stages_wait(&app);
        select_part(&app, BALL);
        for (int i = 1; i <= steps; ++i) { // aside, past the plate, and far below it
            double t = (double)i / steps;
            move(&app, BALL, vec3d(7 * t, 5 - 12 * t, 0), 9);
            stages_update(&app, 0);
        }
        stages_wait(&app);
        assert_int_equal(app.watch.crossing_count, 1);
        const WatchCrossing *crossing = &app.watch.crossings[0];
        assert_true(crossing->known && crossing->part[0] == BALL && crossing->part[1] == PLATE);
        // Where it is the limit, by bisection of the exact distance on the way.
        double low = 0, high = 0.25;
        for (int i = 0; i < 60; ++i) {
            double t = 0.5 * (low + high);
            app.document.parts[BALL].placement = affine_translation(vec3d(7 * t, 5 - 12 * t, 0));
            *(apart(&app, BALL, PLATE) < 2 ? &high : &low) = t;
        }
        Vec3d there = vec3d(7 * low, 5 - 12 * low, 0);
        move(&app, BALL, vec3d(7, -7, 0), 9);
        if (vec3d_distance(crossing->placement[0].p, there) > 1e-5)
            fail_msg("%d steps: crossed at %.9g, not at %.9g", steps, crossing->placement[0].p.y,
                     there.y);
        assert_true(app_do(&app, &action_clearance_return, &(ActionArgs){.part = NO_PART}, 0));
        assert_true(fabs(apart(&app, BALL, PLATE) - 2) < 1e-5);
        assert_true(app_do(&app, &action_edit_undo, NULL, 0));
        assert_true(app.document.parts[BALL].placement.p.y == -7);
        // The next drag begins anew.
        move(&app, BALL, vec3d(7, -8, 0), 10);
        stages_wait(&app);
        assert_int_equal(app.watch.crossing_count, 0);
        app_free(&app);
    }
}

static size_t notices_with(const App *app, const char *words)
{
    size_t count = 0;
    for (size_t i = 0; i < app->notice_count; ++i)
        count += strstr(app->notices[i].text, words) != NULL;
    return count;
}

// What is drawn: the kinds of the lines and what they say.
static void check_lines(const App *app, const char *wanted)
{
    static const char *const names[DIMENSION_KINDS] = {"watched ", "least ", "gap "};
    Dimension lines[DIMENSION_KINDS];
    char text[600] = "";
    int count = dimension_lines(app, lines);
    for (int i = 0, used = 0; i < count; ++i)
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%s%s", i > 0 ? "; " : "",
                         names[lines[i].kind], lines[i].text);
    assert_string_equal(text, wanted);
}

static void the_dimension_line_shows_the_worst_pair_that_is_apart(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    select_part(&app, BALL);
    check_lines(&app, "gap 2.5 mm");
    add_rule(&app, "clearance Ball Plate 2mm");
    add_rule(&app, "clearance Ball Ring 3mm");
    add_rule(&app, "clearance Plate Ring 40mm"); // the worst of all
    stages_wait(&app);
    check_lines(&app, "watched 2.5 mm of at least 2 mm");
    // What has no safety distance of its own: the worst of all, and its own gap besides.
    select_part(&app, UPPER_PLATE);
    check_lines(&app, "watched 27 mm, too near: at least 40 mm; gap 12.5 mm");
    select_part(&app, NO_PART);
    check_lines(&app, "watched 27 mm, too near: at least 40 mm");
    // The worst pair of the ball meets, which has words of its own: the next one of it that is apart.
    select_part(&app, BALL);
    move(&app, BALL, vec3d(0, 2, 0), 0);
    stages_wait(&app);
    assert_true(app.watch.pairs[1].a == PLATE && app.watch.pairs[1].b == BALL);
    assert_int_equal(watch_worst(&app)->b, RING);
    Dimension lines[DIMENSION_KINDS];
    assert_int_equal(dimension_lines(&app, lines), 1);
    assert_non_null(strstr(lines[0].text, "of at least 3 mm"));
    assert_true(vec3d_distance(lines[0].at[0], lines[0].at[1]) > 25);
    assert_true(fabs(vec3d_distance(lines[0].at[0], lines[0].at[1]) - apart(&app, BALL, RING)) <
                1e-9);
    assert_true(app_do(&app, action_find("contact.dimension"), &(ActionArgs){.flag = false}, 0));
    check_lines(&app, "");
    app_free(&app);
}

static void a_drag_warns_once_of_each_pair(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    add_rule(&app, "clearance Ball Plate 2mm");
    assert_true(app_do(&app, action_find("contact.dimension"), &(ActionArgs){.flag = false}, 0));
    stages_wait(&app);
    for (int drag = 0; drag < 2; ++drag) {
        const double heights[] = {4, 6, 4, 7 + drag}; // not where it began, or there was no drag
        for (int i = 0; i < 4; ++i) {                 // in and out again, twice
            move(&app, BALL, vec3d(0, heights[i], 0), 20 + (uint64_t)drag);
            stages_wait(&app);
            app_notify(&app, NOTICE_INFO, "%d", i); // the same message twice in a row is one
        }
        assert_int_equal(app.watch.crossing_count, 2);
        assert_int_equal(notices_with(&app, "Ball came nearer to Plate than its safety distance of "
                                            "2 mm. Go there"),
                         drag + 1);
    }
    // As many as are kept, and how many more there were.
    for (int i = 0; i < 40; ++i) {
        move(&app, BALL, vec3d(0, i % 2 ? 6 : 4, 0.1), 30);
        stages_update(&app, 0);
    }
    stages_wait(&app);
    assert_int_equal(app.watch.crossing_count, WATCH_CROSSINGS);
    assert_int_equal(app.watch.crossings_more, 20 - WATCH_CROSSINGS);
    move(&app, BALL, vec3d(0, 7, 0), 31);
    stages_wait(&app);
    assert_true(app.watch.crossing_count == 0 && app.watch.crossings_more == 0);
    app_free(&app);
}

// About its middle, by so much of what it was when the drag began.
static void scale(App *app, double factor, int axis, uint64_t gesture)
{
    ActionArgs args = {.part = BALL, .axis = axis, .amount = factor, .flag = true};
    if (!app_do(app, &action_part_scale, &args, gesture))
        fail_msg("%s", last_notice(app));
}

// In any steps, along one axis or all, selected or not.
static void scaling_crosses_where_the_distance_is_the_limit(void **state)
{
    (void)state;
    for (int round = 0; round < 4; ++round) {
        App app;
        fixture_open(&app);
        add_rule(&app, "clearance Ball Plate 1mm");
        select_part(&app, round % 2 ? BALL : RING);
        int steps = round < 2 ? 1 : 5;
        for (int i = 1; i <= steps; ++i) { // its radius of 2 becomes 4.4: it is 0.1 above the plate
            scale(&app, 1 + 1.2 * i / steps, round < 2 ? 3 : 1, 40);
            stages_update(&app, 0);
        }
        stages_wait(&app);
        check_watched(&app, 0, PLATE, BALL, 1);
        assert_true(apart(&app, PLATE, BALL) < 0.2);
        assert_int_equal(app.watch.crossing_count, 1);
        const WatchCrossing *crossing = &app.watch.crossings[0];
        assert_true(crossing->known && crossing->part[0] == BALL);
        if (fabs(crossing->placement[0].m[1][1] - 1.75) > 1e-5)
            fail_msg("round %d: at a scale of %.9g", round, crossing->placement[0].m[1][1]);
        assert_int_equal(notices_with(&app, "Ball came nearer to Plate"), 1);
        assert_true(app_do(&app, &action_clearance_return, &(ActionArgs){.part = NO_PART}, 0));
        assert_true(fabs(apart(&app, PLATE, BALL) - 1) < 1e-5);
        app_free(&app);
    }
}

// Its mesh is another one in every frame: distances are right, and where it was crossed is not guessed.
static void variants_are_watched_while_they_are_scaled(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    add_rule(&app, "clearance Ball Plate 1mm");
    assert_true(take(&app, BALL, BALL, VARIANT_FRAMES, "Larger") && choose(&app, BALL, 1));
    for (int i = 1; i <= 6; ++i) {
        ActionArgs args = {.part = BALL, .index = 1};
        snprintf(args.text, sizeof args.text, "scale %g %g %g", 1 + 0.2 * i, 1 + 0.2 * i,
                 1 + 0.1 * i);
        assert_true(app_do(&app, &action_variant_place, &args, 50));
        stages_wait(&app);
        check_watched(&app, 0, PLATE, BALL, 1);
        assert_true(fabs(apart(&app, PLATE, BALL) - (2.5 - 0.4 * i)) < 1e-9);
        assert_int_equal(app.watch.crossing_count, i >= 4); // 1.3, 0.9
    }
    assert_false(app.watch.crossings[0].known);
    assert_int_equal(notices_with(&app, "Where exactly is not known, as its shape changed"), 1);
    ActionArgs back = {.part = NO_PART};
    assert_false(app_do(&app, &action_clearance_return, &back, 0));
    // Moved and scaled at once, and back to the shape that it had.
    assert_true(app_do(&app, &action_edit_undo, &back, 0));
    move(&app, BALL, vec3d(1, 6, 0), 51);
    stages_wait(&app);
    check_watched(&app, 0, PLATE, BALL, 1);
    assert_int_equal(app.watch.crossing_count, 0);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(safety_distances_are_watched),
        cmocka_unit_test(a_drag_crosses_where_the_distance_is_the_limit),
        cmocka_unit_test(the_dimension_line_shows_the_worst_pair_that_is_apart),
        cmocka_unit_test(a_drag_warns_once_of_each_pair),
        cmocka_unit_test(scaling_crosses_where_the_distance_is_the_limit),
        cmocka_unit_test(variants_are_watched_while_they_are_scaled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
