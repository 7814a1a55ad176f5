// Tours: every one from its beginning to its end, what is in the way at its stops, and that everything is then as it
// was before: the document, the camera, the selection, and what can be undone and redone.
#include "app/actions/list_files.h"
#include "app/actions/list_joints.h"
#include "app/actions/list_lessons.h"
#include "app/actions/list_parts.h"
#include "app/actions/list_session.h"
#include "app/actions/list_view.h"
#include "app/document/rotation.h"
#include "app/scenes/scene.h"
#include "app/stages/parts.h"
#include "app/tests/document_hash.h"
#include "app/tests/lesson_fixture.h"
#include "core/base/angle.h"

// Of a scene in which something was changed: what comes back is that, and not the scene as it was opened.
static void tour_begin_in(Class *class, const char *scene, const char *moved)
{
    class_begin(class);
    ActionArgs open = {.part = NO_PART, .index = scene_find(scene)};
    assert_true(app_do(&class->app, &action_scene_open, &open, 0));
    stages_wait(&class->app);
    class->view.framed_version = class->app.framing_version;
    ActionArgs part = {.part = parts_find_name(&class->app, moved)};
    assert_true(part.part >= 0);
    part.placement = class->app.document.parts[part.part].placement;
    part.placement.p.y += 700;
    assert_true(app_do(&class->app, &action_part_move, &part, 0));
    assert_true(app_do(&class->app, &action_part_select, &part, 0));
    part.placement.p.y -= 1;
    assert_true(app_do(&class->app, &action_part_move, &part, 0));
    assert_true(app_do(&class->app, &action_edit_undo, NULL, 0)); // something to redo, too
    stages_wait(&class->app);
}

static void tour_frames(Class *class, int count)
{
    for (int frame = 0; frame < count; ++frame) {
        view_apply_actions(&class->view);
        lesson_play(&class->view);
        stages_update(&class->app, 1);
        stages_wait(&class->app);
    }
}

static void expect_as_before(const Class *class, uint64_t hash, const Camera *camera, int done)
{
    assert_null(class->view.ui.lesson);
    assert_false(class->app.lesson.tour);
    assert_true(document_hash(&class->app.document) == hash);
    assert_memory_equal(&class->app.document.view.camera, camera, sizeof *camera);
    assert_int_equal(history_done(class->app.history), done);
    assert_int_equal(history_count(class->app.history), done + 1);
}

static size_t crossings(const App *app)
{
    const size_t *of = app->contacts.of_kind;
    return of[FIT_INTERFERENCE] + of[FIT_CROSSING] + of[FIT_INSIDE] + of[FIT_UNDECIDED];
}

// Stop by stop: where it says so something is in the way, and nowhere else. Then everything is as before.
static void play_tour(const char *scene, const char *moved, const char *stop_that_clashes)
{
    Class class;
    tour_begin_in(&class, scene, moved);
    uint64_t hash = document_hash(&class.app.document);
    Camera camera = class.app.document.view.camera;
    int done = history_done(class.app.history), clashing = 0;
    assert_true(app_do(&class.app, &action_scene_tour, NULL, 0));
    tour_frames(&class, 2);
    assert_true(class.app.lesson.tour);
    while (class.view.ui.lesson) { // `next` does what is left of a stop at once
        LessonRun *run = class.view.ui.lesson;
        const LessonStep *step = lesson_step(run, run->shown);
        assert_int_equal(step->kind, TASK_NONE);
        if (run->shown + 1 == run->lesson.step_count)
            break;
        int shown = run->shown;
        const char *title = step->title;
        assert_true(app_do(&class.app, &action_lesson_next, NULL, 0));
        tour_frames(&class, 1); // the next one has not moved anything yet
        no_complaint(&class.app, scene, shown);
        bool clashes = crossings(&class.app) > 0;
        if (clashes != (strcmp(title, stop_that_clashes) == 0))
            fail_msg("%s, \"%s\": %zu pairs run into each other", scene, title,
                     crossings(&class.app));
        clashing += clashes;
        assert_int_equal(run->shown, shown + 1);
    }
    assert_int_equal(clashing, 1);
    assert_true(app_do(&class.app, &action_lesson_next, NULL, 0)); // the last: it ends
    tour_frames(&class, 1);
    expect_as_before(&class, hash, &camera, done);
    class_end(&class);
}

// A piece of the way of what an action of the tour moves, as the tour itself leads it.
static void lead(App *app, const Action *action, const ActionArgs *to, const PartState *from,
                 double t)
{
    ActionArgs args = *to;
    double number = action == &action_part_deform ? from->shape.amount
                    : args.index == JOINT_TURN    ? from->joint.turn * DEGREES_PER_RADIAN
                                                  : from->joint.shift;
    args.number = number + t * (to->number - number);
    args.placement.p = vec3d_lerp(from->placement.p, to->placement.p, t);
    assert_true(app_do(app, action, &args, 0));
    stages_update(app, 1);
    stages_wait(app);
}

// Between the stops, too, nothing is run into, but where a tour shows just that and on the way back.
static void follow_tour(const char *scene, const char *file, const char *clashes, const char *after)
{
    enum { PIECES = 8 };
    Class class;
    Lesson lesson;
    Error err = {""};
    char path[1024];
    tour_begin_in(&class, scene, strcmp(scene, "Engine bay") == 0 ? "Fan" : "Valve");
    App *app = &class.app;
    assert_true(app_do(app, &action_edit_undo, NULL, 0));
    assert_true(tour_find(file, path, sizeof path));
    assert_true(lesson_read(&lesson, path, &lesson_checks, &err));
    for (int n = 0; n < lesson.step_count; ++n) {
        const LessonStep *step = &lesson.steps[n];
        bool free = strcmp(step->title, clashes) != 0 && strcmp(step->title, after) != 0;
        for (size_t i = step->first; i < step->end; ++i) {
            const ScriptCommand *command = &lesson.script.commands[i];
            const Action *action = command->action;
            ActionArgs args;
            if (action != &action_part_move && action != &action_joint_set &&
                action != &action_part_deform)
                continue;
            assert_true(script_arguments(app, command, &args, &err));
            PartState from = app->document.parts[args.part];
            for (int piece = 1; piece <= PIECES; ++piece) {
                lead(app, action, &args, &from, (double)piece / PIECES);
                if (free && crossings(app) > 0)
                    fail_msg("%s, line %d: %d/%d of the way something is in the way", file,
                             command->line, piece, PIECES);
            }
        }
    }
    lesson_free(&lesson);
    class_end(&class);
}

static void ways_are_free(void **state)
{
    (void)state;
    follow_tour("Engine bay", "engine-bay", "Too early", "Back again");
    follow_tour("Ship pipes", "ship-pipes", "A little too high", "Where it belongs");
}

static void tours_end_as_they_began(void **state)
{
    (void)state;
    NamedFiles list;
    tour_list(&list);
    assert_int_equal(list.count, 2);
    play_tour("Engine bay", "Fan", "Too early");
    play_tour("Ship pipes", "Cover flange", "A little too high");
}

static void a_tour_lets_nobody_else_change_anything(void **state)
{
    (void)state;
    Class class;
    const char *why;
    tour_begin_in(&class, "Engine bay", "Fan");
    uint64_t hash = document_hash(&class.app.document);
    Camera camera = class.app.document.view.camera;
    int done = history_done(class.app.history);
    App *app = &class.app;
    int32_t fan = parts_find_name(app, "Fan");
    Vec3d lifted = app->document.parts[fan].placement.p;
    assert_true(app_do(app, &action_scene_tour, NULL, 0));
    tour_frames(&class, 2);
    assert_true(app->document.parts[fan].placement.p.y < lifted.y - 600); // at rest again
    assert_false(app_can(app, &action_part_move, &why));
    assert_string_equal(why, "a tour is being played: stop it first");
    assert_false(app_can(app, &action_part_select, &why));
    assert_false(app_can(app, &action_scene_tour, &why));
    assert_false(app_can(app, &action_edit_undo, &why));
    assert_true(app_can(app, &action_camera_standard_view, &why));

    // Paused, it stays where it is; next and back lead to the same places.
    assert_true(app_do(app, &action_lesson_pause, NULL, 0));
    tour_frames(&class, 2);
    assert_true(app->lesson.paused);
    assert_true(app_do(app, &action_lesson_next, NULL, 0));
    tour_frames(&class, 1);
    uint64_t second = document_hash(&app->document);
    assert_true(app_do(app, &action_lesson_next, NULL, 0));
    tour_frames(&class, 1);
    assert_true(document_hash(&app->document) != second); // the hood is open
    assert_true(app_do(app, &action_lesson_back, NULL, 0));
    lesson_play(&class.view);
    assert_true(document_hash(&app->document) == second || class.view.ui.lesson->shown == 1);
    assert_int_equal(class.view.ui.lesson->shown, 1);

    // What is queued by somebody and needs the document as it is ends the tour before it is done.
    action_submit(&app->queue, &action_camera_standard_view, NULL);
    tour_frames(&class, 1);
    assert_true(app->lesson.tour);
    action_submit(&app->queue, &action_start_show, NULL);
    tour_frames(&class, 1);
    expect_as_before(&class, hash, &camera, done);

    // Another scene takes its place at once: nothing of the tour is left, and nothing of what was before.
    assert_true(app_do(app, &action_scene_tour, NULL, 0));
    tour_frames(&class, 2);
    ActionArgs lid = {.part = NO_PART, .index = scene_find("Box and lid")};
    assert_true(app_do(app, &action_scene_open, &lid, 0));
    stages_wait(app);
    tour_frames(&class, 2);
    assert_null(class.view.ui.lesson);
    assert_int_equal(history_count(app->history), 0);
    class.view.framed_version = app->framing_version;
    assert_true(app_do(app, &action_scene_tour, NULL, 0));
    tour_frames(&class, 2);
    assert_false(app->lesson.tour);
    assert_string_equal(last_notice(app), "The scene \"Box and lid\" has no tour");
    class_end(&class);
}

// Whatever breaks in on a tour finds what was before it: a lesson, a script that asks nobody, the end of the
// program, and an answer about unsaved work, for which a tour waits.
static void who_breaks_in_finds_what_was_before(void **state)
{
    (void)state;
    Class class;
    tour_begin_in(&class, "Ship pipes", "Cover flange");
    App *app = &class.app;
    uint64_t hash = document_hash(&app->document);
    Camera camera = app->document.view.camera;
    int done = history_done(app->history);
    bool panel = class.view.ui.open[0];
    class.view.ui.question.held.count = 1;
    assert_true(app_do(app, &action_scene_tour, NULL, 0));
    tour_frames(&class, 2);
    assert_false(app->lesson.tour);
    class.view.ui.question.held.count = 0;
    tour_frames(&class, 2);
    assert_true(app->lesson.tour);
    lesson_close(&class.view);
    expect_as_before(&class, hash, &camera, done);
    assert_false(app->lesson.open);
    assert_true(class.view.ui.open[0] == panel);

    assert_true(app_do(app, &action_scene_tour, NULL, 0));
    tour_frames(&class, 2);
    assert_true(app->lesson.tour);
    ActionArgs lesson = {.part = NO_PART};
    snprintf(lesson.text, sizeof lesson.text, "why-hierarchies");
    assert_true(
        app_do(app, &action_lesson_open, &lesson, 0)); // past all questions, as a script does
    lesson_play(&class.view);
    assert_false(app->lesson.tour);
    assert_non_null(class.view.ui.lesson);
    assert_null(class.view.ui.lesson->tour);
    class_end(&class);
}

// What a tour cannot do is said by file and line, and it goes on.
static void what_is_missing_is_named_with_its_line(void **state)
{
    (void)state;
    Class class;
    tour_begin_in(&class, "Engine bay", "Fan");
    App *app = &class.app;
    ActionArgs fan = {.part = parts_find_name(app, "Fan")},
               hood = {.part = parts_find_name(app, "Hood")};
    assert_true(app_do(app, &action_part_delete, &fan, 0));
    assert_true(app_do(app, &action_joint_delete, &hood, 0));
    stages_wait(app);
    uint64_t hash = document_hash(&app->document);
    assert_true(app_do(app, &action_scene_tour, NULL, 0));
    tour_frames(&class, 2);
    bool line[2] = {false, false};
    for (int stop = 0; stop < 3; ++stop) {
        assert_true(app_do(app, &action_lesson_next, NULL, 0));
        tour_frames(&class, 1);
    }
    for (size_t i = 0; i < app->notice_count; ++i) {
        const char *text = app->notices[i].text;
        line[0] |= strstr(text, "engine-bay.lesson:14: this could not be done") != NULL;
        line[1] |= strstr(text, "engine-bay.lesson:19: this could not be done") != NULL;
    }
    assert_true(line[0]);
    assert_true(line[1]);
    assert_int_equal(class.view.ui.lesson->shown, 3);
    assert_true(app_do(app, &action_lesson_end, NULL, 0));
    tour_frames(&class, 1);
    assert_true(document_hash(&app->document) == hash);
    class_end(&class);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_are_free),
        cmocka_unit_test(tours_end_as_they_began),
        cmocka_unit_test(a_tour_lets_nobody_else_change_anything),
        cmocka_unit_test(who_breaks_in_finds_what_was_before),
        cmocka_unit_test(what_is_missing_is_named_with_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
