// The report in words follows contacts and rules; rules are undone like everything else; files are
// written on a worker.
// ctest labels: threads
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/io/file.h"
#include "app/tests/app_fixture.h"

#include <stdio.h>
#include <unistd.h>

enum { PLATE, UPPER_PLATE, BALL, RING };

static void press_ball_into_plate(App *app, double depth)
{
    ActionArgs move = move_args(BALL, vec3d(0.3, 2.5 - depth, 0.2));
    assert_true(app_do(app, &action_part_move, &move, 0));
    stages_wait(app);
    assert_true(app->fit_current);
}

static bool rule(App *app, int32_t a, int32_t b, enum PairRule kind)
{
    return app_do(app, &action_pair_rule, &(ActionArgs){.part = a, .other = b, .number = kind}, 0);
}

static void the_report_follows_moves_and_settings(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    assert_true(app.fit_current);
    assert_int_equal(app.fit.count, 0);
    press_ball_into_plate(&app, 0.42);
    assert_int_equal(app.fit.count, 1);
    assert_non_null(strstr(app.fit.rows[0].text, "Ball penetrates Plate by 0.4"));
    assert_int_equal(app.fit.violations, 1);
    uint32_t version = app.fit_version;
    stages_wait(&app);
    assert_int_equal(app.fit_version, version); // nothing changed, nothing was done

    assert_true(app_do(&app, &action_check_tolerance, &(ActionArgs){.number = 1}, 0));
    stages_wait(&app);
    assert_int_equal(app.fit.rows[0].state, PAIR_TOUCH);
    assert_int_equal(app.fit.violations, 0);
    assert_true(app_do(&app, &action_check_clearance, &(ActionArgs){.number = 30}, 0));
    stages_wait(&app);
    assert_true(app.fit.count > 3 && app.fit.violations == app.fit.count);
    for (int i = 0; i < 2; ++i)
        assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    stages_wait(&app);
    assert_int_equal(app.fit.count, 1);
    assert_int_equal(app.fit.violations, 1);
    assert_true(app_do(&app, &action_part_show, &(ActionArgs){.part = BALL, .flag = false}, 0));
    stages_wait(&app);
    assert_int_equal(app.fit.count, 0);
    assert_false(app_do(&app, &action_check_clearance, &(ActionArgs){.number = NAN}, 0));
    assert_false(app_do(&app, &action_check_tolerance, &(ActionArgs){.number = -1}, 0));
    app_free(&app);
}

static void rules_are_set_and_undone(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    press_ball_into_plate(&app, 0.42);
    assert_true(rule(&app, BALL, PLATE, RULE_INTENTIONAL));
    stages_wait(&app);
    assert_int_equal(app.fit.violations, 0);
    assert_int_equal(app.fit.count, 1);
    assert_true(rule(&app, PLATE, BALL, RULE_IGNORED));
    stages_wait(&app);
    assert_int_equal(app.fit.count, 0);
    assert_int_equal(app.fit.ignored_pairs, 1);
    assert_int_equal(app.report.count, 0); // not queried, so not drawn either
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    stages_wait(&app);
    assert_int_equal(app.fit.count, 1);
    assert_int_equal(app.fit.rows[0].rule, RULE_INTENTIONAL);
    assert_int_equal(app.report.count, 1);
    assert_true(app_do(&app, &action_edit_redo, NULL, 0));
    assert_true(app_do(&app, &action_rules_clear, NULL, 0));
    stages_wait(&app);
    assert_int_equal(app.fit.violations, 1);
    assert_false(app_do(&app, &action_rules_clear, NULL, 0));
    assert_false(rule(&app, BALL, BALL, RULE_IGNORED));
    assert_false(rule(&app, BALL, 99, RULE_IGNORED));
    assert_false(rule(&app, BALL, PLATE, RULE_COUNT));
    app_free(&app);
}

static void rules_are_saved_and_opened(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    press_ball_into_plate(&app, 0.42);
    char path[] = "/tmp/snug-rules-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    ActionArgs args = {0};
    snprintf(args.text, sizeof args.text, "%s", path);
    assert_false(app_do(&app, &action_rules_save, &args, 0)); // there are none
    assert_true(app_do(&app, &action_rules_baseline, NULL, 0));
    assert_true(app_do(&app, &action_rules_save, &args, 0));
    assert_true(app_do(&app, &action_rules_clear, NULL, 0));
    assert_true(app_do(&app, &action_rules_open, &args, 0));
    stages_wait(&app);
    assert_int_equal(app.fit.violations, 0);
    assert_int_equal(app.fit.rows[0].rule, RULE_BASELINE);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    assert_null(app.document.rules);
    // What is wrong is told with its line, and nothing changes.
    assert_true(file_write_atomic(path, "ignore a b\nnonsense\n", 20, NULL));
    assert_false(app_do(&app, &action_rules_open, &args, 0));
    assert_true(has_notice(&app, ":2:"));
    assert_null(app.document.rules);
    unlink(path);
    app_free(&app);
}

static bool say(App *app, const Action *action, const char *text)
{
    ActionArgs args = {0};
    snprintf(args.text, sizeof args.text, "%s", text);
    return app_do(app, action, &args, 0);
}

static void rules_are_added_by_wildcard_and_group(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    press_ball_into_plate(&app, 0.42);
    assert_true(say(&app, &action_rules_add, "ignore \"Ba*\" \"Pl?te*\""));
    stages_wait(&app);
    assert_int_equal(app.fit.count, 0);
    assert_int_equal(app.fit.ignored_pairs, 1);
    // What is selected becomes a group; the later rule holds.
    assert_true(app_do(&app, &action_part_select, &(ActionArgs){.part = BALL}, 0));
    assert_true(say(&app, &action_rules_group, "in the hand"));
    assert_true(say(&app, &action_rules_add, "intentional \"@in the hand\" *"));
    stages_wait(&app);
    assert_int_equal(app.fit.count, 1);
    assert_int_equal(app.fit.rows[0].rule, RULE_INTENTIONAL);
    assert_false(say(&app, &action_rules_group, "in the hand")); // there is one already
    assert_true(app_do(&app, &action_rules_remove, &(ActionArgs){.index = 1}, 0));
    stages_wait(&app);
    assert_int_equal(app.fit.count, 0);
    assert_true(app_do(&app, &action_rules_remove, &(ActionArgs){.index = 0}, 0));
    stages_wait(&app);
    assert_int_equal(app.fit.violations, 1);
    for (int i = 0; i < 2; ++i)
        assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    stages_wait(&app);
    assert_int_equal(app.fit.rows[0].rule, RULE_INTENTIONAL);
    // What is wrong changes nothing.
    RuleSet *before = app.document.rules;
    static const char *const wrong[] = {"",          "# only words", "nonsense a b", "ignore",
                                        "ignore @x", "ignore \"a",   "group g @in"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i)
        assert_false(say(&app, &action_rules_add, wrong[i]));
    for (int32_t i = -1; i <= 2; i += 3)
        assert_false(app_do(&app, &action_rules_remove, &(ActionArgs){.index = i}, 0));
    assert_ptr_equal(app.document.rules, before);
    app_free(&app);
}

static void the_baseline_is_one_step(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    assert_false(app_do(&app, &action_rules_baseline, NULL, 0)); // nothing touches
    press_ball_into_plate(&app, 0.42);
    uint32_t version = app.report_version;
    assert_true(app_do(&app, &action_rules_baseline, NULL, 0));
    stages_wait(&app);
    assert_int_equal(app.report_version, version); // nothing has to be queried again for it
    assert_int_equal(app.fit.violations, 0);
    assert_int_equal(app.fit.rows[0].rule, RULE_BASELINE);
    press_ball_into_plate(&app, 0.7);
    assert_int_equal(app.fit.violations, 1);
    assert_true(app.fit.rows[0].worse);
    press_ball_into_plate(&app, 0.4);
    assert_int_equal(app.fit.violations, 0);
    for (int i = 0; i < 3; ++i)
        assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    stages_wait(&app);
    assert_null(app.document.rules);
    assert_int_equal(app.fit.violations, 1);
    app_free(&app);
}

static void zooming_to_a_pair_selects_it(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    press_ball_into_plate(&app, 0.42);
    double before = app.document.view.camera.distance;
    assert_true(app_do(&app, &action_pair_show, &(ActionArgs){.part = BALL, .other = PLATE}, 0));
    assert_int_equal(app.document.selected, BALL);
    const Camera *camera = &app.document.view.camera;
    assert_true(vec3d_distance(camera->target, vec3d(0.3, 0.5, 0.2)) < 1);
    assert_true(camera->distance != before);
    assert_true(app_do(&app, &action_pair_show, &(ActionArgs){.part = RING, .other = PLATE}, 0));
    assert_true(camera->target.x > 10); // no row: both of them
    app_free(&app);
}

// Where they meet, which way leads out, and how deep: what is drawn of it.
static void places_of_contact_follow_the_report(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    assert_int_equal(app.fit_places.count, 0);
    press_ball_into_plate(&app, 0.42);
    assert_int_equal(app.fit_places.count, 1);
    const FitPlace *place = &app.fit_places.items[0];
    assert_int_equal(place->a, PLATE);
    assert_int_equal(place->b, BALL);
    assert_int_equal(place->state, PAIR_INTERFERENCE);
    assert_true(place->depth == app.fit.rows[0].depth);
    assert_true(place->normal.y < -0.99); // down is out of the ball
    Vec3d at = affine_apply(&app.document.parts[PLATE].placement, place->at);
    assert_true(vec3d_distance(at, vec3d(0.3, 0.5, 0.2)) < 0.6);
    // A second place, less deep, comes after the first one.
    ActionArgs move = move_args(RING, vec3d(9, 2.4, 0));
    assert_true(app_do(&app, &action_part_move, &move, 0));
    stages_wait(&app);
    assert_true(app.fit_places.count >= 2);
    for (size_t i = 1; i < app.fit_places.count; ++i)
        assert_true(app.fit_places.items[i].depth <= app.fit_places.items[i - 1].depth);
    assert_true(app_do(&app, &action_parts_reset_all, NULL, 0));
    stages_wait(&app);
    assert_int_equal(app.fit_places.count, 0);
    app_free(&app);
}

static bool is_a_witness(const ContactList *contacts, Vec3d p)
{
    for (size_t i = 0; i < contacts->point_count; ++i)
        if (memcmp(&contacts->points[i], &p, sizeof p) == 0)
            return true;
    return false;
}

// In every frame: what is chained belongs to the contacts that are shown, and is complete.
static size_t check_curves(const App *app, size_t *chained)
{
    *chained = 0;
    for (size_t i = 0; i < app->report.count; ++i) {
        const PairReport *pair = &app->report.pairs[i];
        const PairCurves *curves = fit_curves_of(&app->fit_curves, pair);
        if (!curves)
            continue;
        ++*chained;
        assert_int_equal(curves->a, pair->a);
        assert_int_equal(curves->b, pair->b);
        assert_true(curves->curve_count > 0);
        for (size_t k = 0; k < curves->curve_count; ++k)
            for (uint32_t n = 0; n < curves->curves[k].point_count; ++n)
                if (!is_a_witness(&pair->contacts,
                                  curves->points[curves->curves[k].first_point + n]))
                    fail_msg("point %u of curve %zu is of another pose", (unsigned)n, k);
    }
    return app->report.count;
}

static void curves_belong_to_the_contacts_that_are_shown(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    press_ball_into_plate(&app, 0.42);
    ActionArgs ring = move_args(RING, vec3d(11, 0.3, 0)); // through the plate's side
    assert_true(app_do(&app, &action_part_move, &ring, 0));
    stages_wait(&app);
    const PairReport *at_rest = assembly_report_find(&app.report, PLATE, RING);
    assert_non_null(at_rest);
    const PairCurves *kept = fit_curves_of(&app.fit_curves, at_rest);
    assert_non_null(kept);
    size_t chained, frames = 0, behind = 0;
    for (int step = 0; step < 30; ++step) {
        ActionArgs move = move_args(BALL, vec3d(0.02 * step, 2.0, 0.2));
        assert_true(app_do(&app, &action_part_move, &move, 0));
        // As the window does: frame by frame, waiting for nothing.
        do {
            uint32_t report = app.report_version, fit = app.fit_version;
            stages_update(&app, 4);
            if (report == app.report_version && fit == app.fit_version)
                continue;
            behind += check_curves(&app, &chained) > chained;
            ++frames;
            // What rests is never drawn in another way meanwhile.
            at_rest = assembly_report_find(&app.report, PLATE, RING);
            assert_non_null(at_rest);
            assert_ptr_equal(fit_curves_of(&app.fit_curves, at_rest), kept);
        } while (step % 3 == 0 && !app.fit_current);
    }
    stages_wait(&app);
    size_t pairs = check_curves(&app, &chained);
    assert_true(pairs == 2 && chained == 2);
    for (size_t i = 0; i < app.fit.count; ++i) {
        const CurveSum *sum = &app.fit.rows[i].curves; // a circle of radius 1.3 around the ball
        if (app.fit.rows[i].b == BALL &&
            !(sum->closed == 1 && sum->open == 0 && fabs(sum->length - 8.3) < 0.3))
            fail_msg("%d closed, %d open, %g long", sum->closed, sum->open, sum->length);
    }
    printf("RAN: %zu states shown, in %zu of them a pair was not chained yet\n", frames, behind);
    app_free(&app);
}

// A look is no change: it is not undone, and what was hidden before stays so.
static void a_pair_is_shown_alone_and_left_again(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    press_ball_into_plate(&app, 0.42);
    assert_true(app_do(&app, &action_part_show, &(ActionArgs){.part = RING}, 0));
    const Document *document = &app.document;
    ActionArgs args = {.part = PLATE, .other = BALL, .flag = true};
    assert_false(document_pair_shown(document));
    assert_true(document_in_full(document, RING));
    Document before;
    assert_true(document_copy(&before, document));
    assert_true(app_do(&app, &action_pair_show, &args, 0));
    assert_true(document_pair_shown(document));
    assert_true(document_in_full(document, PLATE) && document_in_full(document, BALL));
    assert_false(document_in_full(document, UPPER_PLATE));
    assert_true(document->parts[UPPER_PLATE].visible && !document->parts[RING].visible);
    // Undo and redo leave it alone.
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    assert_true(document_pair_shown(document) && document->parts[RING].visible);
    assert_true(app_do(&app, &action_edit_redo, NULL, 0));
    // Another pair takes its place, the same one again ends it, and so does leaving.
    args.other = UPPER_PLATE;
    assert_true(app_do(&app, &action_pair_show, &args, 0));
    assert_true(document_in_full(document, UPPER_PLATE) && !document_in_full(document, BALL));
    const Camera *was = &before.view.camera, *is = &document->view.camera;
    assert_true(vec3d_distance(was->target, is->target) > 0 || was->distance > is->distance);
    assert_true(app_do(&app, &action_pair_show, &args, 0));
    assert_false(document_pair_shown(document));
    // The camera is where it was before the first of them was looked at.
    assert_true(memcmp(was, is, sizeof *was) == 0);
    assert_false(app_do(&app, &action_pair_leave, NULL, 0));
    assert_true(app_do(&app, &action_pair_show, &args, 0));
    assert_true(app_do(&app, &action_pair_leave, NULL, 0));
    for (int32_t i = 0; i < FIXTURE_PARTS; ++i) {
        assert_true(document_in_full(document, i));
        assert_int_equal(document->parts[i].visible, before.parts[i].visible);
    }
    document_free(&before);
    // It does not outlive the assembly.
    assert_true(app_do(&app, &action_pair_show, &args, 0));
    Assembly other = fixture_assembly("other");
    stages_open_assembly(&app, &other);
    stages_wait(&app);
    assert_false(document_pair_shown(document));
    app_free(&app);
}

static void reports_are_written_on_a_worker(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    press_ball_into_plate(&app, 0.42);
    char folder[] = "/tmp/snug-fit-XXXXXX";
    assert_non_null(mkdtemp(folder));
    static const char *const endings[] = {"html", "csv", "json", "txt"};
    for (int i = 0; i < 4; ++i) {
        ActionArgs args = {0};
        FileBytes bytes;
        snprintf(args.text, sizeof args.text, "%s/report.%s", folder, endings[i]);
        assert_true(app_do(&app, &action_report_export, &args, 0));
        stages_wait(&app);
        assert_true(has_notice(&app, "Wrote the report"));
        assert_true(file_read_whole(args.text, 10 << 20, &bytes, NULL));
        assert_non_null(strstr(bytes.data, "Ball penetrates Plate by 0.4"));
        free(bytes.data);
        unlink(args.text);
    }
    ActionArgs args = {.text = "/nonexistent/folder/report.html"};
    assert_true(app_do(&app, &action_report_export, &args, 0));
    stages_wait(&app);
    assert_true(has_notice(&app, "/nonexistent/folder"));

    // Another assembly comes while a report is being written: it is that of the first one.
    snprintf(args.text, sizeof args.text, "%s/late.json", folder);
    assert_true(app_do(&app, &action_report_export, &args, 0));
    Assembly other = fixture_assembly("other");
    stages_update(&app, 0);
    stages_open_assembly(&app, &other);
    stages_wait(&app);
    FileBytes bytes;
    assert_true(file_read_whole(args.text, 1 << 20, &bytes, NULL));
    assert_non_null(strstr(bytes.data, "\"title\": \"fixture\""));
    free(bytes.data);
    unlink(args.text);
    assert_int_equal(app.fit.count, 0);
    assert_true(app.fit_current);

    // Quitting in the middle leaves nothing behind.
    assert_true(app_do(&app, &action_report_export, &args, 0));
    stages_update(&app, 0);
    app_free(&app);
    unlink(args.text);
    rmdir(folder);
}

static bool said(App *app, const Action *action, const char *text)
{
    ActionArgs args = {.part = NO_PART};
    snprintf(args.text, sizeof args.text, "%s", text);
    return app_do(app, action, &args, 0);
}

// A cell of the matrix: the last word about just these two, and nothing where nothing is said.
static void a_rule_between_two_replaces_the_last(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    assert_true(said(&app, &action_rules_add, "clearance Ball Plate* 1mm"));
    assert_true(said(&app, &action_rules_put, "intentional Ball Plate*"));
    assert_true(said(&app, &action_rules_put, "forbid Plate* Ball"));
    assert_int_equal(app.document.rules->count, 2);
    assert_int_equal(app.document.rules->rules[1].kind, RULE_FORBIDDEN);
    assert_true(said(&app, &action_rules_put, "check Ball Plate*"));
    assert_int_equal(app.document.rules->count, 1); // the clearance stays
    assert_false(said(&app, &action_rules_put, "group g Ball"));
    assert_false(said(&app, &action_rules_put, "clearance Ball Plate* 2mm"));
    assert_false(said(&app, &action_rules_put, "ignore a b\nignore c d"));
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    assert_int_equal(app.document.rules->count, 2);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_report_follows_moves_and_settings),
        cmocka_unit_test(rules_are_set_and_undone),
        cmocka_unit_test(rules_are_saved_and_opened),
        cmocka_unit_test(rules_are_added_by_wildcard_and_group),
        cmocka_unit_test(the_baseline_is_one_step),
        cmocka_unit_test(zooming_to_a_pair_selects_it),
        cmocka_unit_test(places_of_contact_follow_the_report),
        cmocka_unit_test(curves_belong_to_the_contacts_that_are_shown),
        cmocka_unit_test(a_pair_is_shown_alone_and_left_again),
        cmocka_unit_test(reports_are_written_on_a_worker),
        cmocka_unit_test(a_rule_between_two_replaces_the_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
