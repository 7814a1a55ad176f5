// Lessons: what is understood, what is refused and where; what is worked out from what was measured; and
// every lesson that comes with the program from its beginning to its end, without drawing it.
#include "app/actions/list_files.h"
#include "app/actions/list_lessons.h"
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/scenes/scene.h"
#include "app/tests/lesson_fixture.h"
#include "app/window/lesson_run.h"
#include "app/window/loop/lesson_play.h"
#include "app/window/tool.h"
#include "core/base/rng.h"
#include "core/tests/test_set.h"

#include <math.h>
#include <stdio.h>

#define HEAD "title \"T\"\nabout \"A\"\n"
#define QUESTION                                                                                   \
    "step \"S\"\nmeasure a = n_v\nask \"Q {a}?\"\nchoice \"x\" if b < a\nchoice \"y\"\n"           \
    "reveal\nmeasure b = n_p\ntext \"{b} {a / b}\"\n"

static bool parse(Lesson *lesson, const char *text, Error *err)
{
    *err = (Error){""};
    return lesson_parse(lesson, "test", text, strlen(text), &lesson_checks, err);
}

static void a_lesson_falls_into_steps_and_sections(void **state)
{
    (void)state;
    Lesson lesson;
    Error err;
    assert_true(
        parse(&lesson,
              HEAD "paper \"P\"\n" QUESTION
                   "step \"G\"\ntext \"do it\"\nlight build.volume panel=\"Hierarchy\"\n"
                   "goal n_v < a\ngoal setting build.volume \"OBB\"\nhelp\nbuild.volume \"OBB\"\n"
                   "step \"End\"\ntext \"over\"\n",
              &err));
    assert_int_equal(lesson.step_count, 3);
    assert_string_equal(lesson.title, "T");
    assert_string_equal(lesson.about, "A");
    const LessonStep *ask = &lesson.steps[0], *goal = &lesson.steps[1], *end = &lesson.steps[2];
    const ScriptCommand *commands = lesson.script.commands;
    assert_int_equal(ask->kind, TASK_ASK);
    assert_int_equal(ask->choices, 2);
    assert_true(lesson_is(&commands[ask->first], "measure"));
    assert_true(lesson_is(&commands[ask->task], "ask"));
    assert_int_equal(ask->help, ask->reveal);
    assert_true(lesson_is(&commands[ask->reveal], "measure"));
    assert_true(lesson_is(&commands[ask->end], "step"));
    assert_int_equal(goal->kind, TASK_GOAL);
    assert_true(lesson_is(&commands[goal->task], "goal"));
    assert_true(commands[goal->help].action == &action_build_volume);
    assert_int_equal(goal->reveal, goal->end);
    assert_int_equal(end->kind, TASK_NONE);
    assert_int_equal(end->task, end->end);
    assert_int_equal(lesson.value_count, 2);
    lesson_free(&lesson);
}

static void what_is_wrong_is_named_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *line, *why;
    } wrong[] = {
        {"", "test:1:", "begins with title and about"},
        {HEAD, "test:2:", "no step"},
        {"title \"T\"\nstep \"S\"\n", "test:2:", "title and about come before"},
        {HEAD "title \"U\"\nstep \"S\"\n", "test:3:", "two lines title"},
        {"title \"\"\nabout \"A\"\nstep \"S\"\n", "test:1:", "is empty"},
        {HEAD "text \"x\"\n", "test:3:", "cannot stand before the first step"},
        {HEAD "step \"S\"\ntitle \"T\"\n", "test:4:", "cannot stand"},
        {HEAD "step \"S\"\nfly\n", "test:4:", "neither an action nor"},
        {HEAD "step \"S\"\nnow text \"x\"\n", "test:4:", "belongs to scripts"},
        {HEAD "step \"S\"\ntext\n", "test:4:", "it is written as: text"},
        {HEAD "step \"S\"\ntext x=\"y\"\n", "test:4:", "has no argument"},
        {HEAD "step \"S\"\ntext \"{a}\"\n", "test:4:", "neither a number nor measured"},
        {HEAD "step \"S\"\ntext \"{a\"\n", "test:4:", "has no }"},
        {HEAD "step \"S\"\ntext \"{}\"\n", "test:4:", "alternate"},
        {HEAD "step \"S\"\ntext \"{1 2}\"\n", "test:4:", "alternate"},
        {HEAD "step \"S\"\ntext \"{1 < 2}\"\n", "test:4:", "none of + - * /"},
        {HEAD "step \"S\"\nmeasure a = nothing\n", "test:4:", "no figure"},
        {HEAD "step \"S\"\nmeasure A = n_v\n", "test:4:", "small letters"},
        {HEAD "step \"S\"\nmeasure a n_v x\n", "test:4:", "it is written as: measure"},
        {HEAD "step \"S\"\nmeasure a = n_v\nmeasure a = n_p\n", "test:5:", "measured twice"},
        {HEAD "step \"S\"\npanel \"Nowhere\" on\n", "test:4:", "panel's title"},
        {HEAD "step \"S\"\nlight fly.away\n", "test:4:", "no action fly.away"},
        {HEAD "step \"S\"\nlight build.volume panel=\"Nowhere\"\n", "test:4:", "no panel"},
        {HEAD "step \"S\"\nlight build.volume colour=\"red\"\n",
         "test:4:", "it is written as: light"},
        {HEAD "step \"S\"\nask \"Q\"\nchoice \"x\" if 1 < 2\nreveal\n",
         "test:6:", "fewer than two"},
        {HEAD "step \"S\"\nask \"Q\"\nchoice \"x\"\nchoice \"y\"\nreveal\ntext \"r\"\n",
         "test:4:", "says when it is right"},
        {HEAD "step \"S\"\nask \"Q\"\nchoice \"x\" if 1 < 2\nchoice \"y\"\nstep \"T\"\n",
         "test:7:", "never revealed"},
        {HEAD "step \"S\"\nask \"Q\"\nchoice \"x\" if 1\nchoice \"y\"\nreveal\ntext \"r\"\n",
         "test:5:", "nothing is compared"},
        {HEAD
         "step \"S\"\nask \"Q\"\nchoice \"x\" if 1 < 2 < 3\nchoice \"y\"\nreveal\ntext \"r\"\n",
         "test:5:", "need \"and\""},
        {HEAD "step \"S\"\nask \"Q\"\nchoice \"x\" if z < 3\nchoice \"y\"\nreveal\ntext \"r\"\n",
         "test:5:", "neither a number nor measured"},
        {HEAD "step \"S\"\nask \"Q\"\ntext \"x\"\n", "test:5:", "cannot stand between"},
        {HEAD "step \"S\"\nchoice \"x\"\n", "test:4:", "cannot stand before a question"},
        {HEAD "step \"S\"\ngoal flies > 0\nhelp\nparts.select_all\n",
         "test:4:", "nothing called \"flies\""},
        {HEAD "step \"S\"\ngoal contacts > 0\n", "test:4:", "has no help"},
        {HEAD "step \"S\"\ngoal setting fly 1\nhelp\nparts.select_all\n",
         "test:4:", "setting build.volume"},
        {HEAD "step \"S\"\nask \"Q\"\nhelp\n", "test:5:", "help belongs to a goal"},
        {HEAD "step \"S\"\nask \"Q {b}\"\nchoice \"x\" if b < 1\nchoice \"y\"\nreveal\nmeasure b = "
              "n_v\n",
         "test:4:", "not measured before this"},
        {HEAD "step \"S\"\nfile.save text=\"/tmp/x.json\"\n", "test:4:", "must not write files"},
        {HEAD "step \"S\"\nreport.export text=\"x.html\"\n", "test:4:", "must not write files"},
        {HEAD "step \"S\"\nscript.save text=\"x\"\n", "test:4:", "must not write files"},
        {HEAD "step \"S\"\nframes.save text=\"x\"\n", "test:4:", "must not write files"},
        {HEAD "step \"S\"\napp.quit\n", "test:4:", "cannot end the program"},
        {HEAD "step \"S\"\nlesson.end\n", "test:4:", "cannot end the program"},
        {HEAD "step \"S\"\nsettings.reset\n", "test:4:", "must not touch"},
        {HEAD "step \"S\"\nedit.undo\n", "test:4:", "must not touch"},
        {HEAD "step \"S\"\npart.move\n", "test:4:", "part.move needs"},
        {HEAD "step \"S\n", "test:3:", "not closed"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        Lesson lesson;
        Error err;
        if (parse(&lesson, wrong[i].text, &err))
            fail_msg("accepted:\n%s", wrong[i].text);
        if (strncmp(err.text, wrong[i].line, strlen(wrong[i].line)) != 0 ||
            !strstr(err.text, wrong[i].why))
            fail_msg("\"%s\" instead of \"%s %s\" for\n%s", err.text, wrong[i].line, wrong[i].why,
                     wrong[i].text);
        assert_null(lesson.script.bytes);
    }
}

static void sizes_are_limited_and_bytes_made_text(void **state)
{
    (void)state;
    Lesson lesson;
    Error err;
    assert_false(lesson_parse(&lesson, "test", "a\0b", 3, &lesson_checks, &err));
    assert_non_null(strstr(err.text, "not text"));
    char *large = calloc(1, LESSON_MAX_BYTES + 2);
    memset(large, '#', LESSON_MAX_BYTES + 1);
    assert_false(parse(&lesson, large, &err));
    assert_non_null(strstr(err.text, "at most"));
    size_t used = (size_t)snprintf(large, LESSON_MAX_BYTES, HEAD);
    for (int i = 0; i <= LESSON_MOST_STEPS; ++i)
        used += (size_t)snprintf(large + used, LESSON_MAX_BYTES - used, "step \"S\"\n");
    assert_false(parse(&lesson, large, &err));
    assert_non_null(strstr(err.text, "more than 64 steps"));
    used = (size_t)snprintf(large, LESSON_MAX_BYTES, HEAD "step \"S\"\n");
    for (int i = 0; i <= LESSON_MOST_VALUES; ++i)
        used += (size_t)snprintf(large + used, LESSON_MAX_BYTES - used, "measure v%d = n_v\n", i);
    assert_false(parse(&lesson, large, &err));
    assert_non_null(strstr(err.text, "more than 64 figures"));
    free(large);
    assert_true(parse(&lesson, "title \"a\xff\x01z\"\r\nabout \"A\"\r\nstep \"S\"\r\n", &err));
    assert_string_equal(lesson.title, "a? z");
    lesson_free(&lesson);
}

static void figures_are_worked_out_from_left_to_right(void **state)
{
    (void)state;
    Lesson lesson;
    Error err;
    assert_true(parse(&lesson,
                      HEAD
                      "step \"S\"\nmeasure a = n_v\nmeasure b = n_p\nmeasure c = n_u\nask \"Q\"\n"
                      "choice \"x\" if a + b * 2 > 25 and c = 3\n"
                      "choice \"y\" if a / b >= 2\nchoice \"z\"\nreveal\n"
                      "text \"{a} {b} {a / b} {a - b * 1000} {c * 1234567} {a / c}.\"\n",
                      &err));
    LessonValues values = {{10, 3, 3}};
    const LessonStep *step = &lesson.steps[0];
    assert_int_equal(lesson_right_choice(&lesson, &values, step), 0); // (10 + 3) * 2
    values.value[2] = 4;
    assert_int_equal(lesson_right_choice(&lesson, &values, step), 1);
    values.value[0] = 5;
    assert_int_equal(lesson_right_choice(&lesson, &values, step), -1);
    values.value[2] = NAN;
    assert_int_equal(lesson_right_choice(&lesson, &values, step), -1);
    values = (LessonValues){{10, 3, 0}};
    TextBuffer out = {0};
    lesson_text(&lesson, &values, lesson.script.commands[step->reveal].words[0].value, &out);
    char *said = text_take(&out);
    assert_string_equal(said, "10 3 3.33 7\u00a0000 0 ....");
    free(said);
    lesson_free(&lesson);
}

// Whatever is changed in a lesson: it is read or refused by its line, and what was read can be shown.
static void random_changes_do_no_harm(void **state)
{
    (void)state;
    static const char original[] =
        HEAD QUESTION "step \"G\"\ngoal n_v < a\nhelp\nbuild.volume \"OBB\"\n"
                      "reveal\nlight build.volume panel=\"Tree\"\ntext \"{a}\"\n";
    static const char *const pieces[] = {"{",      "}",       "\"",   "\n",      "step ",
                                         "ask ",   "if ",     "and ", "< ",      "reveal\n",
                                         "help\n", "{a / b}", "\xc3", "text \"", "0 "};
    const uint64_t seed = 20260718;
    Rng rng = rng_create(seed);
    int read = 0;
    for (int round = 0; round < 6000; ++round) {
        char text[sizeof original + 64];
        memcpy(text, original, sizeof original);
        for (int change = 0; change <= (int)(rng_next(&rng) % 3); ++change) {
            size_t length = strlen(text), at = rng_next(&rng) % length;
            const char *piece = pieces[rng_next(&rng) % (sizeof pieces / sizeof *pieces)];
            if (rng_next(&rng) % 2) {
                memmove(text + at, text + at + 1, length - at);
            } else if (length + strlen(piece) < sizeof text) {
                memmove(text + at + strlen(piece), text + at, length - at + 1);
                memcpy(text + at, piece, strlen(piece));
            }
        }
        Lesson lesson;
        Error err;
        if (!parse(&lesson, text, &err)) {
            if (strncmp(err.text, "test:", 5) != 0)
                fail_msg("seed %llu: %s", (unsigned long long)seed, err.text);
            continue;
        }
        ++read;
        LessonValues values = {{1, 2}};
        for (int i = 0; i < lesson.step_count; ++i) {
            const LessonStep *step = &lesson.steps[i];
            assert_true(step->first <= step->task && step->task <= step->help &&
                        step->help <= step->reveal && step->reveal <= step->end &&
                        step->end <= lesson.script.command_count);
            assert_in_range(lesson_right_choice(&lesson, &values, step) + 1, 0, step->choices);
            for (size_t c = step->first; c < step->end; ++c)
                if (lesson_is(&lesson.script.commands[c], "text")) {
                    TextBuffer out = {0};
                    lesson_text(&lesson, &values, lesson.script.commands[c].words[0].value, &out);
                    free(out.text);
                }
        }
        lesson_free(&lesson);
    }
    if (read < 100)
        fail_msg("only %d of them were read", read);
}

static void run(Class *class)
{
    for (int frame = 0; frame < 10000; ++frame) {
        view_apply_actions(&class->view);
        lesson_play(&class->view);
        stages_update(&class->app, 1);
        stages_wait(&class->app);
        if (class->app.lesson.busy)
            stages_nap(&class->app, 1);
        if (!class->app.lesson.busy && class->app.lesson.wish == LESSON_WISH_NONE)
            return;
    }
    fail_msg("the lesson does not come to rest in line %d",
             class->view.ui.lesson
                 ? class->view.ui.lesson->lesson.script.commands[class->view.ui.lesson->next].line
                 : 0);
}

static void wish(Class *class, const Action *action, int32_t index, const char *text)
{
    ActionArgs args = {.part = NO_PART, .index = index};
    snprintf(args.text, sizeof args.text, "%s", text);
    if (!app_do(&class->app, action, &args, 0))
        fail_msg("%s: %s", action->name, last_notice(&class->app));
    run(class);
}

static void must_be_measured(const LessonRun *run, const char *name, int step)
{
    const LessonStep *now = lesson_step(run, step);
    for (int i = 0; i < run->lesson.value_count; ++i)
        if (run->lesson.measured_by[i] < now->end && isnan(run->values.value[i]))
            fail_msg("%s, step %d: %s was not measured", name, step + 1, run->lesson.values[i]);
    if (now->kind == TASK_ASK && run->right[step] < 0)
        fail_msg("%s, step %d: no answer is right", name, step + 1);
}

// Over a scene that comes back; `figure`: whose measuring is part of it, NULL of lessons.
static void play_to_its_end(const char *name, const Figure *figure)
{
    Class class;
    class_begin(&class);
    ActionArgs lid = {.part = NO_PART, .index = scene_find("Box and lid")};
    assert_true(app_do(&class.app, &action_scene_open, &lid, 0));
    stages_wait(&class.app);
    double volume = field_value(action_build_volume.field, &class.app.document);
    wish(&class, &action_lesson_open, 0, name);
    assert_true(class.app.lesson.open);
    const LessonRun *lesson = class.view.ui.lesson;
    int steps = lesson->lesson.step_count;
    for (int step = 0; step < steps; ++step) {
        assert_int_equal(lesson->shown, step);
        if (class.app.lesson.choices > 0) {
            wish(&class, &action_lesson_answer, 1 + step % class.app.lesson.choices, "");
            assert_int_equal(lesson->answers[step], step % lesson_step(lesson, step)->choices);
        } else if (class.app.lesson.waits) {
            wish(&class, &action_lesson_show, 0, "");
        }
        if (class.app.lesson.waits)
            fail_msg("%s, step %d: help does not reach the goal", name, step + 1);
        must_be_measured(lesson, name, step);
        no_complaint(&class.app, name, step);
        if (figure && (class.app.figure.figure != figure || !class.app.figure.data ||
                       strcmp(class.app.figure.data->figure, name) != 0))
            fail_msg("%s, step %d: the figure was not measured", name, step + 1);
        wish(&class, &action_lesson_next, 0, "");
    }
    assert_false(class.app.lesson.open);
    assert_true(class.app.lesson.can_return);
    assert_true(volume == field_value(action_build_volume.field, &class.app.document));
    wish(&class, &action_lesson_return, 0, "");
    assert_string_equal(class.app.assembly.title, "Box and lid");
    assert_null(class.view.ui.lesson);
    class_end(&class);
}

static void every_lesson_runs_to_its_end(void **state)
{
    (void)state;
    NamedFiles list;
    lesson_list(&list);
    assert_true(list.count >= 9);
    for (int i = 0; i < list.count; ++i)
        play_to_its_end(list.names[i], NULL);
}

// All of them in the long tier.
static void figures_are_set_up_and_measured(void **state)
{
    (void)state;
    static const char *const few[] = {"zachmann1997-2", "andersen2006-c5"};
    for (int i = 0; i < (long_tier() ? paper_figure_count : 2); ++i) {
        const Figure *figure = long_tier() ? paper_figures[i] : figure_find(few[i]);
        play_to_its_end(figure->id, figure);
    }
}

static void back_looks_and_answers_wait(void **state)
{
    (void)state;
    Class class;
    const char *why;
    class_begin(&class);
    assert_false(app_can(&class.app, &action_lesson_next, &why));
    wish(&class, &action_lesson_open, 0, "no-such-lesson");
    assert_false(class.app.lesson.open);
    assert_non_null(strstr(last_notice(&class.app), "no-such-lesson"));
    wish(&class, &action_lesson_open, 0, "why-hierarchies");
    assert_int_equal(class.app.lesson.choices, 3);
    assert_false(app_can(&class.app, &action_lesson_next, &why)); // first a guess
    assert_string_equal(why, "the question waits for an answer");
    assert_false(app_can(&class.app, &action_lesson_back, &why));
    ActionArgs fourth = {.index = 4};
    assert_false(app_do(&class.app, &action_lesson_answer, &fourth, 0));
    wish(&class, &action_lesson_answer, 3, "");
    wish(&class, &action_lesson_next, 0, "");
    uint32_t version = class.app.assembly_version;
    wish(&class, &action_lesson_back, 0, "");
    assert_int_equal(class.view.ui.lesson->shown, 0);
    assert_int_equal(class.app.lesson.choices, 0);
    assert_int_equal(class.app.assembly_version, version); // nothing is done again
    wish(&class, &action_lesson_next, 0, "");
    assert_int_equal(class.view.ui.lesson->shown, 1);
    assert_int_equal(class.app.lesson.choices, 3);
    wish(&class, &action_lesson_show, 0, "");
    assert_int_equal(class.view.ui.lesson->answers[1], ANSWER_SHOWN);
    wish(&class, &action_lesson_end, 0, "");
    assert_null(class.view.ui.lesson); // nothing was open before
    class_end(&class);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lesson_falls_into_steps_and_sections),
        cmocka_unit_test(what_is_wrong_is_named_with_its_line),
        cmocka_unit_test(sizes_are_limited_and_bytes_made_text),
        cmocka_unit_test(figures_are_worked_out_from_left_to_right),
        cmocka_unit_test(random_changes_do_no_harm),
        cmocka_unit_test(back_looks_and_answers_wait),
        cmocka_unit_test(every_lesson_runs_to_its_end),
        cmocka_unit_test(figures_are_set_up_and_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
