// Load, build and query on workers: what is shown, what is kept, what is cancelled.
// ctest labels: threads
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/document/history.h"
#include "app/stages/rows.h"
#include "app/tests/app_fixture.h"
#include "core/tree/split/split.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { PLATE, PLATE_2, BALL, RING };

// Triangles enough that a build is certainly still under way when it is cancelled.
static Assembly big_assembly(const char *title)
{
    Assembly assembly = {.title = strdup(title)};
    Affine at = affine_identity();
    int32_t segments = full_tier() ? 1000 : 400;
    assert_true(assembly_add(&assembly, "Torus", shape_torus(50, 20, segments, 250), &at, 0));
    at.p.x = 200;
    assert_true(assembly_add(&assembly, "Box", shape_box(vec3d(1, 1, 1)), &at, 0));
    return assembly;
}

static void opening_builds_and_queries_by_itself(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    assert_false(stages_busy(&app));
    assert_int_equal(app.report.count, 0);
    assert_ptr_equal(app.parts[PLATE].tree, app.parts[PLATE_2].tree); // one mesh, one tree
    assert_ptr_equal(app.parts[PLATE].drawn, app.parts[PLATE_2].drawn);
    assert_int_equal(app.trees.count, 3);
    assert_non_null(app.parts[RING].drawn);
    check_report(&app, "opened");
    Activity idle;
    stages_activity(&app, &idle);
    assert_string_equal(idle.text, "");
    assert_false(stages_update(&app, 0)); // nothing is stale, nothing is redone
    uint32_t version = app.report_version;
    stages_wait(&app);
    assert_int_equal(app.report_version, version);
    app_free(&app);
}

static void contacts_follow_moves_undo_and_redo(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    ActionArgs into = move_args(BALL, vec3d(0, 1.5, 0));
    app_do(&app, &action_part_move, &into, 0);
    stages_wait(&app);
    assert_int_equal(app.report.count, 1);
    assert_int_equal(app.report.pairs[0].a, PLATE);
    assert_int_equal(app.report.pairs[0].b, BALL);
    assert_int_equal(app.report.pairs[0].worst, TRI_PROPER);
    check_report(&app, "moved");
    app_do(&app, &action_edit_undo, NULL, 0);
    stages_wait(&app);
    assert_int_equal(app.report.count, 0);
    app_do(&app, &action_edit_redo, NULL, 0);
    stages_wait(&app);
    assert_int_equal(app.report.count, 1);
    assert_true(app.report.stats.volume_tests > 0); // a pose that was there before is no less work
    app_do(&app, &action_part_show, &(ActionArgs){.part = BALL, .flag = false}, 0);
    stages_wait(&app);
    assert_int_equal(app.report.count, 0); // hidden parts meet nothing
    app_do(&app, &action_parts_show_all, NULL, 0);
    stages_wait(&app);
    assert_int_equal(app.report.count, 1);
    app_do(&app, &action_query_mode, &(ActionArgs){.index = QUERY_FIRST}, 0);
    stages_wait(&app);
    assert_int_equal(app.report.contact_count, 1);
    app_do(&app, &action_parts_reset_all, NULL, 0);
    stages_wait(&app);
    assert_int_equal(app.report.count, 0);
    app_free(&app);
}

// The two reports take turns, each a step behind: what moved in between must not be forgotten.
static void parts_that_move_in_turn_are_all_remembered(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    static const struct {
        int32_t part;
        Vec3d to;
        size_t pairs;
    } moves[] = {
        {BALL, {{0, 1.5, 0}}, 1}, {RING, {{60, 0, 0}}, 1}, {PLATE_2, {{0, 30, 0}}, 1},
        {RING, {{10, 0, 0}}, 2},  {BALL, {{0, 9, 0}}, 1},  {PLATE_2, {{0, 31, 0}}, 1},
        {RING, {{60, 0, 0}}, 0},  {BALL, {{0, 8, 0}}, 0},
    };
    for (size_t i = 0; i < sizeof moves / sizeof *moves; ++i) {
        ActionArgs args = move_args(moves[i].part, moves[i].to);
        app_do(&app, &action_part_move, &args, 0);
        stages_wait(&app);
        char when[32];
        snprintf(when, sizeof when, "move %d", (int)i);
        check_report(&app, when);
        if (app.report.count != moves[i].pairs)
            fail_msg("%s: %d pairs instead of %d", when, (int)app.report.count,
                     (int)moves[i].pairs);
    }
    app_free(&app);
}

static void a_new_criterion_replaces_all_trees_together(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    BvhDesc old = app.document.build;
    Bvh *old_ring = app.parts[RING].tree;
    app_do(&app, &action_build_criterion, &(ActionArgs){.index = split_rule_count - 1}, 0);
    stages_update(&app, 0);
    assert_ptr_equal(app.parts[RING].tree, old_ring); // in use until the new ones are ready
    int rounds = 0;
    do {
        int of_old = 0;
        for (int32_t i = 0; i < FIXTURE_PARTS; ++i)
            of_old += bvh_desc_equal(&app.parts[i].tree->desc, &old);
        if (of_old != 0 && of_old != FIXTURE_PARTS)
            fail_msg("trees of two kinds are in use");
        ActionArgs args = move_args(BALL, vec3d(0, 1.5 + 1e-3 * ++rounds, 0));
        app_do(&app, &action_part_move, &args, 1);
    } while (stages_update(&app, 1) && rounds < 10000);
    stages_wait(&app);
    check_report(&app, "new criterion");
    assert_int_equal(app.report.count, 1);
    // Going back takes the trees from the cache, at once.
    size_t cached = app.trees.count;
    app_do(&app, &action_build_criterion, &(ActionArgs){.index = split_index(old.split)}, 0);
    stages_update(&app, 0);
    assert_ptr_equal(app.parts[RING].tree, old_ring);
    assert_int_equal(app.trees.count, cached);
    stages_wait(&app);
    check_report(&app, "back again");
    app_free(&app);
}

static void a_cancelled_build_leaves_the_old_trees_in_use(void **state)
{
    (void)state;
    App app;
    Error err = {""};
    assert_true(app_init(&app, &err));
    Assembly big = big_assembly("big");
    stages_open_assembly(&app, &big);
    stages_wait(&app);
    BvhDesc built = app.document.build;
    Bvh *tree = app.parts[0].tree;
    uint32_t version = app.trees_version;
    assert_non_null(tree);

    app_do(&app, &action_build_leaf_size, &(ActionArgs){.index = 7}, 0);
    assert_true(stages_update(&app, 0));
    Activity activity;
    stages_activity(&app, &activity);
    assert_true(activity.can_cancel && strstr(activity.text, "Building"));
    assert_true(app_do(&app, &action_app_cancel, NULL, 0));
    stages_wait(&app);
    assert_true(has_notice(&app, "cancelled"));
    assert_ptr_equal(app.parts[0].tree, tree);
    assert_int_equal(app.trees_version, version);
    assert_true(bvh_desc_equal(&app.document.build, &built));
    check_report(&app, "cancelled build");
    // Asked for once more, it is built.
    app_do(&app, &action_build_leaf_size, &(ActionArgs){.index = 7}, 0);
    stages_wait(&app);
    assert_int_equal(app.parts[0].tree->desc.leaf_size, 7);
    app_free(&app);
}

static void a_build_that_is_no_longer_wanted_is_given_up(void **state)
{
    (void)state;
    App app;
    Error err = {""};
    assert_true(app_init(&app, &err));
    Assembly big = big_assembly("big");
    stages_open_assembly(&app, &big);
    stages_wait(&app);
    size_t notices = app.notice_count;
    for (int32_t leaf = 2; leaf <= 8; ++leaf) {
        app_do(&app, &action_build_leaf_size, &(ActionArgs){.index = leaf}, 3);
        stages_update(&app, 0);
    }
    stages_wait(&app);
    assert_int_equal(app.parts[0].tree->desc.leaf_size, 8);
    assert_int_equal(app.notice_count, notices);
    app_free(&app);
}

static void a_cancelled_query_keeps_the_report_until_something_changes(void **state)
{
    (void)state;
    App app;
    Error err = {""};
    assert_true(app_init(&app, &err));
    Assembly big = big_assembly("big");
    Affine at = affine_translation(vec3d(500, 0, 0));
    assert_true(assembly_add(&big, "Torus", mesh_retain(big.parts[0].mesh), &at, 0));
    stages_open_assembly(&app, &big);
    stages_wait(&app);
    assert_int_equal(app.report.count, 0);
    uint32_t version = app.report_version;
    ActionArgs args = move_args(2, vec3d(0.01, 0.02, 0));
    app_do(&app, &action_part_move, &args, 0);
    assert_true(stages_update(&app, 0));
    Activity activity;
    stages_activity(&app, &activity);
    assert_true(activity.can_cancel);
    stages_cancel(&app);
    stages_wait(&app);
    assert_non_null(strstr(last_notice(&app), "cancelled"));
    assert_false(stages_update(&app, 0)); // and it does not begin again by itself
    assert_int_equal(app.report_version, version);
    assert_true(affine_equal(&app.parts[2].reported, &at));
    app_do(&app, &action_parts_reset_all, NULL, 0);
    app_do(&app, &action_part_move, &args, 0);
    args.placement.p.y = 35;
    app_do(&app, &action_part_move, &args, 0);
    stages_wait(&app);
    assert_int_equal(app.report.count, 1);
    check_report(&app, "after a cancelled query");
    app_free(&app);
}

// What must not change when opening something fails or is cancelled.
typedef struct Kept {
    uint32_t assembly_version, trees_version, report_version;
    char *title;
    Bvh *tree;
    Document document;
} Kept;

static Kept remember(const App *app)
{
    Kept kept = {app->assembly_version, app->trees_version, app->report_version,
                 app->assembly.title,   app->parts[0].tree, {0}};
    assert_true(document_copy(&kept.document, &app->document));
    return kept;
}

static void check_kept(const App *app, Kept *kept)
{
    assert_int_equal(app->assembly_version, kept->assembly_version);
    assert_int_equal(app->trees_version, kept->trees_version);
    assert_int_equal(app->report_version, kept->report_version);
    assert_ptr_equal(app->assembly.title, kept->title);
    assert_ptr_equal(app->parts[0].tree, kept->tree);
    assert_true(document_equal(&app->document, &kept->document));
    assert_true(history_can_undo(app->history));
    document_free(&kept->document);
}

static void a_file_that_cannot_be_opened_changes_nothing(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    ActionArgs args = move_args(BALL, vec3d(0, 1.5, 0));
    app_do(&app, &action_part_move, &args, 0);
    stages_wait(&app);
    static const char *const paths[] = {"/nonexistent/gear.obj", "/", "/dev/null", "/tmp"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; ++i) {
        Kept kept = remember(&app);
        size_t notices = app.notice_count;
        ActionArgs open = {.part = NO_PART};
        snprintf(open.text, sizeof open.text, "%s", paths[i]);
        assert_true(app_do(&app, &action_file_open, &open, 0));
        stages_wait(&app);
        check_kept(&app, &kept);
        assert_int_equal(app.notice_count, notices + 1);
        assert_int_equal(app.notices[notices].kind, NOTICE_ERROR);
        if (!strstr(app.notices[notices].text, paths[i]))
            fail_msg("\"%s\" does not name %s", app.notices[notices].text, paths[i]);
    }
    app_free(&app);
}

static void a_file_is_opened_with_its_unit_and_names(void **state)
{
    (void)state;
    char path[] = "/tmp/snug-test-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    static const char text[] = "o Left\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
                               "o Right\nv 0 0 5\nv 1 0 5\nv 0 1 5\nf 4 5 6\n";
    assert_int_equal(write(fd, text, sizeof text - 1), sizeof text - 1);
    close(fd);
    App app;
    fixture_open(&app);
    ActionArgs args = {.part = NO_PART, .index = UNIT_INCH};
    snprintf(args.text, sizeof args.text, "%s", path);
    assert_true(app_do(&app, &action_file_open, &args, 0));
    stages_wait(&app);
    unlink(path);
    assert_int_equal(app.assembly.part_count, 2);
    assert_string_equal(app.assembly.parts[1].name, "Right");
    assert_int_equal(app.assembly.unit, UNIT_INCH);
    assert_string_equal(app.assembly.title, path + strlen("/tmp/"));
    check_report(&app, "file");
    app_free(&app);
}

static void a_cancelled_load_changes_nothing(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    ActionArgs args = move_args(BALL, vec3d(0, 1.5, 0));
    app_do(&app, &action_part_move, &args, 0);
    stages_wait(&app);
    for (int after_start = 0; after_start < 2; ++after_start) {
        Kept kept = remember(&app);
        Assembly big = big_assembly("big");
        stages_open_assembly(&app, &big);
        if (after_start)
            stages_update(&app, 0);
        Activity activity;
        stages_activity(&app, &activity);
        assert_non_null(strstr(activity.text, "big"));
        assert_true(app_do(&app, &action_app_cancel, NULL, 0));
        stages_wait(&app);
        check_kept(&app, &kept);
        assert_non_null(strstr(last_notice(&app), "cancelled"));
    }
    app_free(&app);
}

static void the_last_of_several_wishes_is_opened(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    for (int i = 0; i < 3; ++i) {
        Assembly big = big_assembly("big");
        stages_open_assembly(&app, &big);
        stages_update(&app, 0);
    }
    Assembly last = fixture_assembly("last");
    stages_open_assembly(&app, &last);
    stages_wait(&app);
    assert_string_equal(app.assembly.title, "last");
    assert_int_equal(app.assembly_version, 2); // the others never showed up
    check_report(&app, "last");
    // Nor does one that is ready, but not yet shown, when the next is asked for.
    Assembly ready = fixture_assembly("ready"), next = fixture_assembly("next");
    stages_open_assembly(&app, &ready);
    stages_update(&app, 0);
    worker_wait(stage_run(&app, &stage_load)->worker, -1);
    stages_open_assembly(&app, &next);
    stages_wait(&app);
    assert_string_equal(app.assembly.title, "next");
    assert_int_equal(app.assembly_version, 3);
    app_free(&app);
}

static void the_program_may_end_in_the_middle_of_anything(void **state)
{
    (void)state;
    for (int i = 0; i < 4; ++i) {
        App app;
        fixture_open(&app);
        Assembly big = big_assembly("big");
        if (i < 3)
            stages_open_assembly(&app, &big); // waiting, running
        else
            assembly_free(&big);
        if (i > 0)
            stages_update(&app, 0);
        if (i > 1) {
            app_do(&app, &action_build_leaf_size, &(ActionArgs){.index = 9}, 0);
            ActionArgs args = move_args(BALL, vec3d(0, 1.5, 0));
            app_do(&app, &action_part_move, &args, 0);
            stages_update(&app, 0);
        }
        app_free(&app);
    }
}

static _Atomic int wakes;
static void count_wake(void)
{
    atomic_fetch_add(&wakes, 1);
}

static void workers_wake_the_loop_when_they_are_done(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    app.wake = count_wake;
    atomic_store(&wakes, 0);
    ActionArgs args = move_args(BALL, vec3d(0, 1.5, 0));
    app_do(&app, &action_part_move, &args, 0);
    while (stages_update(&app, 0) || app.report.count == 0)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    app_free(&app); // joins: the call is over
    assert_true(atomic_load(&wakes) >= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opening_builds_and_queries_by_itself),
        cmocka_unit_test(contacts_follow_moves_undo_and_redo),
        cmocka_unit_test(parts_that_move_in_turn_are_all_remembered),
        cmocka_unit_test(a_new_criterion_replaces_all_trees_together),
        cmocka_unit_test(a_cancelled_build_leaves_the_old_trees_in_use),
        cmocka_unit_test(a_build_that_is_no_longer_wanted_is_given_up),
        cmocka_unit_test(a_cancelled_query_keeps_the_report_until_something_changes),
        cmocka_unit_test(a_file_that_cannot_be_opened_changes_nothing),
        cmocka_unit_test(a_file_is_opened_with_its_unit_and_names),
        cmocka_unit_test(a_cancelled_load_changes_nothing),
        cmocka_unit_test(the_last_of_several_wishes_is_opened),
        cmocka_unit_test(the_program_may_end_in_the_middle_of_anything),
        cmocka_unit_test(workers_wake_the_loop_when_they_are_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
