// Plays the lesson that is open: what a step does, one line after the other whenever nothing is under
// way; what is measured; whether a goal is reached; and what was there before.
#include "app/window/loop/lesson_play.h"

#include "app/actions/list_files.h"
#include "app/actions/list_lessons.h"
#include "app/actions/list_view.h"
#include "app/document/fields.h"
#include "app/io/path.h"
#include "app/session/save.h"
#include "app/window/lesson_run.h"
#include "app/window/loop/script_player.h"
#include "app/window/loop/tour_play.h"
#include "app/window/tool.h"
#include "core/base/clock.h"
#include "core/base/utf8.h"

#include <math.h>
#include <stdio.h>

enum { SETTLE_FRAMES = 2 };         // until panels and results show what a command did
static const double MOST_WAIT = 15; // seconds for a figure

static bool has_panel(const char *title)
{
    return panel_find(title) < panel_count;
}

const LessonChecks lesson_checks = {condition_check, condition_has_figure, has_panel};

// What was open, so that it can be opened again, and how everything was set.
static bool remember(View *view, LessonBefore *before)
{
    App *app = view->app;
    const char *scene = save_path(app), *title = app->assembly.title;
    *before = (LessonBefore){.fields = calloc((size_t)field_count, sizeof *before->fields)};
    if (!before->fields ||
        (app->document.part_count > 0 && !sources_copy(&before->sources, &app->sources)))
        return false;
    snprintf(before->title, sizeof before->title, "%s", title && title[0] ? title : "");
    utf8_sanitise(before->title);
    if (scene && strlen(scene) < sizeof before->scene)
        snprintf(before->scene, sizeof before->scene, "%s", scene);
    for (int i = 0; i < field_count; ++i)
        if (document_fields[i].action)
            before->fields[i] = field_value(&document_fields[i], &app->document);
    memcpy(before->panels, view->ui.open, sizeof before->panels);
    return true;
}

// Twice: some fields set others, and some can be set only when others are.
static void put_back(View *view, const LessonBefore *before)
{
    App *app = view->app;
    for (int i = 0; i < 2 * field_count; ++i) {
        const Field *field = &document_fields[i % field_count];
        const char *why;
        double was = before->fields[i % field_count];
        if (!field->action || !app_can(app, field->action, &why))
            continue;
        double is = field_value(field, &app->document);
        if (!(is < was) && !(is > was))
            continue;
        ActionArgs args = {.part = NO_PART};
        field_to_arguments(field, was, &args);
        app_do(app, field->action, &args, 0);
    }
    memcpy(view->ui.open, before->panels, sizeof before->panels);
    light_set(&view->ui, "");
}

static void drop(LessonRun *run)
{
    if (!run)
        return;
    lesson_free(&run->lesson);
    sources_free(&run->before.sources);
    free(run->before.fields);
    free(run);
}

static void forget(View *view)
{
    LessonRun *run = view->ui.lesson;
    view->ui.lesson = NULL;
    if (run && run->tour)
        tour_end(view, run->tour);
    drop(run);
}

static void begin_phase(LessonRun *run, enum LessonPhase phase, size_t first)
{
    run->phase = phase;
    run->next = first;
    run->frames = 0;
    run->since = clock_seconds();
}

static void begin_step(View *view, int step)
{
    LessonRun *run = view->ui.lesson;
    if (run->tour && !tour_stop_begins(view, run->tour, step))
        app_notify(view->app, NOTICE_ERROR, "The tour: not enough memory for its next stop");
    run->reached = run->shown = step;
    begin_phase(run, PHASE_SETUP, lesson_step(run, step)->first);
    run->answers[step] = ANSWER_OPEN;
    run->right[step] = -1;
    light_set(&view->ui, "");
    view->ui.lesson_top = true;
}

static void open_lesson(View *view)
{
    App *app = view->app;
    if (view->ui.lesson && view->ui.lesson->tour)
        lesson_close(view);
    Error err = {""};
    LessonRun *run = calloc(1, sizeof *run);
    bool good = run != NULL || error_set(&err, "not enough memory for the lesson");
    if (good && !lesson_find(app->lesson.name, run->path, sizeof run->path))
        good = error_set(&err, "there is no lesson \"%.200s\"", app->lesson.name);
    good = good && lesson_read(&run->lesson, run->path, &lesson_checks, &err);
    if (good && view->ui.lesson && !view->ui.lesson->over) { // another one: that was before both
        put_back(view, &view->ui.lesson->before);
        run->before = view->ui.lesson->before;
        view->ui.lesson->before = (LessonBefore){0};
    } else if (good) {
        good = remember(view, &run->before) || error_set(&err, "not enough memory for the lesson");
    }
    if (!good) {
        app_notify(app, NOTICE_ERROR, "%s", err.text);
        drop(run);
        return;
    }
    forget(view);
    view->ui.lesson = run;
    for (int i = 0; i < LESSON_MOST_VALUES; ++i)
        run->values.value[i] = NAN;
    begin_step(view, 0);
}

// --- tours

// Over at once: nothing is left to be offered.
static void end_tour(View *view)
{
    UiState *ui = &view->ui;
    memcpy(ui->open, ui->lesson->before.panels, sizeof ui->open);
    memcpy(ui->to_front, ui->lesson->before.in_front, sizeof ui->to_front);
    ui->front_after = 2; // they are there again by then
    light_set(&view->ui, "");
    forget(view);
    view->app->lesson.open = false; // who asks about unsaved work asks before the next tell()
    view->frames_wanted = 5;
}

void lesson_close(View *view)
{
    if (view->ui.lesson && view->ui.lesson->tour)
        end_tour(view); // document and panels are as they were before it
    forget(view);
}

static void open_tour(View *view)
{
    Error err = {""};
    LessonRun *run = calloc(1, sizeof *run);
    bool good = run || error_set(&err, "not enough memory for the tour");
    good = good && tour_of_scene(view->app, run->path, sizeof run->path, &err) &&
           lesson_read(&run->lesson, run->path, &lesson_checks, &err) &&
           ((run->tour = tour_begin(view)) || error_set(&err, "not enough memory for the tour"));
    if (!good) {
        app_notify(view->app, NOTICE_ERROR, "%s", err.text);
        drop(run);
        return;
    }
    memcpy(run->before.panels, view->ui.open, sizeof run->before.panels);
    memcpy(run->before.in_front, view->ui.in_front, sizeof run->before.in_front);
    memset(view->ui.open, 0, sizeof view->ui.open); // all the room for the picture
    forget(view); // of a lesson that is over, the offer to go back
    view->ui.lesson = run;
    begin_step(view, 0);
}

void tour_make_way(View *view)
{
    const LessonRun *run = view->ui.lesson;
    const ActionQueue *queue = &view->app->queue;
    for (size_t i = 0; run && run->tour && i < queue->count; ++i)
        if (tour_is_disturbed(view->app, queue->items[i].action)) {
            end_tour(view);
            return;
        }
}

// Nothing to go back to: the lesson is gone at once.
static void end_lesson(View *view)
{
    LessonRun *run = view->ui.lesson;
    put_back(view, &run->before);
    // A level that the lesson drew would be one of the hierarchies that are put back, and mean nothing.
    app_do(view->app, &action_overlay_level, &(ActionArgs){.part = NO_PART, .level = OVERLAY_OFF},
           0);
    run->over = true;
    if (run->before.sources.count > 0)
        return; // the strip offers it
    app_notify(view->app, NOTICE_INFO,
               "The lesson is over. The others are in Help > Lessons and on File > Start page");
    forget(view);
}

// As it was opened then. Nobody is asked about what is open now: it was the lesson's.
static void open_before(View *view)
{
    LessonRun *run = view->ui.lesson;
    App *app = view->app;
    const Sources *sources = &run->before.sources;
    ActionArgs args = {.part = NO_PART};
    if (run->before.scene[0]) {
        memcpy(args.text, run->before.scene, sizeof run->before.scene);
        app_do(app, &action_file_open, &args, 0);
    }
    for (int32_t i = 0; i < sources->count && !run->before.scene[0]; ++i) {
        const SourceFile *file = &sources->files[i];
        if (file->kit)
            continue;
        args.index = file->path ? (int32_t)file->options.unit : file->scene;
        args.number = file->options.up;
        if (file->path && strlen(file->path) >= sizeof args.text)
            continue;
        snprintf(args.text, sizeof args.text, "%s", file->path ? file->path : "");
        if (!file->path && i == 0)
            app_do(app, &action_scene_open, &args, 0);
        else if (file->path)
            app_do(app, i == 0 ? &action_file_open : &action_file_merge, &args, 0);
    }
    forget(view);
}

static void show_step(View *view, int step)
{
    view->ui.lesson->shown = step;
    view->ui.lesson_top = true;
}

static void obey_tour(View *view, enum LessonWish wish);

static void obey(View *view)
{
    LessonLink *link = &view->app->lesson;
    LessonRun *run = view->ui.lesson;
    enum LessonWish wish = link->wish;
    if (wish == LESSON_WISH_NONE || (wish == LESSON_WISH_TOUR && !tour_may_begin(view)))
        return;
    link->wish = LESSON_WISH_NONE;
    view->frames_wanted = 3;
    if (wish == LESSON_WISH_OPEN)
        open_lesson(view);
    else if (wish == LESSON_WISH_TOUR)
        open_tour(view);
    else if (run && run->tour)
        obey_tour(view, wish);
    else if (run && wish == LESSON_WISH_RETURN)
        open_before(view);
    else if (!run || run->over)
        return;
    else if (wish == LESSON_WISH_END)
        end_lesson(view);
    else if (wish == LESSON_WISH_BACK && run->shown > 0)
        show_step(view, run->shown - 1);
    else if (wish == LESSON_WISH_NEXT && run->shown < run->reached)
        show_step(view, run->shown + 1);
    else if (wish == LESSON_WISH_NEXT && run->phase == PHASE_DONE)
        begin_step(view, run->reached + 1);
    else if (run->shown == run->reached && run->phase == PHASE_TASK) {
        const LessonStep *step = lesson_step(run, run->reached);
        if (step->kind == TASK_ASK) {
            run->answers[run->reached] = wish == LESSON_WISH_ANSWER ? link->answer : ANSWER_SHOWN;
            begin_phase(run, PHASE_REVEAL, step->reveal);
        } else {
            begin_phase(run, PHASE_HELP, step->help);
        }
    }
}

// Files that come with the lesson lie beside it.
static bool find_file(const LessonRun *run, ActionArgs *args, Error *err)
{
    if (!path_stays_inside(run->path, args->text))
        return error_set(err, "%.300s does not lie beside the lesson", args->text);
    char *path = path_beside(run->path, args->text);
    bool good = path && strlen(path) < sizeof args->text;
    if (good)
        snprintf(args->text, sizeof args->text, "%s", path);
    free(path);
    return good || error_set(err, "the path of the file is too long");
}

static void do_action(View *view, const ScriptCommand *command)
{
    LessonRun *run = view->ui.lesson;
    Error err = {""};
    ActionArgs args;
    bool good = script_arguments(view->app, command, &args, &err) &&
                (!action_takes(command->action, ARG_PATH) || find_file(run, &args, &err));
    if (good && (run->tour ? tour_does(view, run->tour, command->action, &args)
                           : app_do(view->app, command->action, &args, 0)))
        return;
    Error where; // why is what a notice says already, if it was refused by the action
    script_refuse(&run->lesson.script, command->line, good ? "this could not be done" : err.text,
                  &where);
    app_notify(view->app, NOTICE_ERROR, "%s", where.text);
}

static void do_line(View *view, const ScriptCommand *command)
{
    LessonRun *run = view->ui.lesson;
    const ScriptWord *words = command->words;
    if (command->action) {
        do_action(view, command);
    } else if (lesson_is(command, "measure")) {
        run->values.value[lesson_value(&run->lesson, words[0].value)] =
            condition_value(view, words[2].value);
    } else if (lesson_is(command, "panel")) {
        int i = panel_find(words[0].value);
        view->ui.open[i] = view->ui.focus[i] = strcmp(words[1].value, "on") == 0;
    } else if (lesson_is(command, "light")) {
        light_set(&view->ui, words[0].value);
        if (command->count == 2)
            panel_show(&view->ui, panels[panel_find(words[1].value)]);
    }
}

// What belongs to texts and questions is shown by the strip.
static bool takes_time(const ScriptCommand *command)
{
    return command->action || lesson_is(command, "measure") || lesson_is(command, "panel") ||
           lesson_is(command, "light");
}

// Some figures are worked out last of all, when there is nothing else to do.
static bool may_be_known(const View *view, const ScriptCommand *command)
{
    return !lesson_is(command, "measure") ||
           !isnan(condition_value(view, command->words[2].value)) ||
           clock_seconds() - view->ui.lesson->since > MOST_WAIT;
}

// True: the section is done with.
static bool play_to(View *view, size_t end)
{
    LessonRun *run = view->ui.lesson;
    const ScriptCommand *commands = run->lesson.script.commands;
    while (run->next < end && !takes_time(&commands[run->next]))
        ++run->next;
    if (run->tour && tour_moves(run->tour)) {
        run->frames = 0;
        return false;
    }
    bool ready =
        ++run->frames > SETTLE_FRAMES && stages_settled(view->app) && !view->app->overlay.pending;
    if (!ready)
        return false;
    if (run->next >= end)
        return true;
    if (!may_be_known(view, &commands[run->next]))
        return false;
    do_line(view, &commands[run->next++]);
    run->frames = 0;
    run->since = clock_seconds();
    view->frames_wanted = 3;
    return false;
}

// The number at the end may be one that was measured.
static bool goal_holds(const View *view, const ScriptCommand *goal)
{
    const LessonRun *run = view->ui.lesson;
    ScriptWord words[SCRIPT_MAX_WORDS];
    char number[40];
    int at = goal->count - 1;
    memcpy(words, goal->words, (size_t)goal->count * sizeof *words);
    int value = goal->count == 3 ? lesson_value(&run->lesson, words[at].value) : -1;
    if (value >= 0) {
        snprintf(number, sizeof number, "%.17g", run->values.value[value]);
        words[at].value = number;
    }
    bool holds = false;
    Error ignored;
    return condition_holds(view, words, goal->count, &holds, &ignored) && holds;
}

static bool goals_hold(const View *view, const LessonStep *step)
{
    const ScriptCommand *commands = view->ui.lesson->lesson.script.commands;
    if (view->drag.kind != DRAG_NONE || view->held_tool != NO_TOOL)
        return false; // what is measured then would be of one pose each
    for (size_t i = step->task; i < step->help; ++i)
        if (lesson_is(&commands[i], "goal") && !goal_holds(view, &commands[i]))
            return false;
    return true;
}

static void go_on(View *view)
{
    LessonRun *run = view->ui.lesson;
    const LessonStep *step = lesson_step(run, run->reached);
    enum LessonPhase before = run->phase;
    if (run->phase == PHASE_SETUP && play_to(view, step->task))
        run->phase = step->kind == TASK_NONE ? PHASE_DONE : PHASE_TASK;
    if (run->phase == PHASE_HELP && play_to(view, step->reveal))
        run->phase = PHASE_TASK;
    if (run->phase == PHASE_TASK && step->kind == TASK_GOAL && goals_hold(view, step)) {
        light_set(&view->ui, "");
        begin_phase(run, PHASE_REVEAL, step->reveal);
    }
    if (run->phase == PHASE_REVEAL && play_to(view, step->end)) {
        run->right[run->reached] = lesson_right_choice(&run->lesson, &run->values, step);
        run->phase = PHASE_DONE;
        view->ui.lesson_bottom = 4; // what was revealed is below
    }
    if (run->phase != before)
        view->frames_wanted = 3;
}

// --- tours, again: they need what the steps of lessons need

static void next_stop(View *view)
{
    LessonRun *run = view->ui.lesson;
    if (run->reached + 1 < run->lesson.step_count)
        begin_step(view, run->reached + 1);
    else
        end_tour(view);
}

// Forward from the middle of a stop it is as if all of it had been played.
static void obey_tour(View *view, enum LessonWish wish)
{
    LessonRun *run = view->ui.lesson;
    if (wish == LESSON_WISH_END || !tour_goes_on(view, run->tour)) {
        end_tour(view);
    } else if (wish == LESSON_WISH_PAUSE) {
        tour_pause(run->tour);
    } else if (wish == LESSON_WISH_BACK && run->reached > 0) {
        begin_step(view, run->reached - 1);
    } else if (wish == LESSON_WISH_NEXT) {
        size_t end = lesson_step(run, run->reached)->end;
        tour_hurry(view, run->tour);
        for (; run->next < end; ++run->next)
            if (takes_time(&run->lesson.script.commands[run->next]))
                do_line(view, &run->lesson.script.commands[run->next]);
        next_stop(view);
    }
}

static void go_on_with_tour(View *view)
{
    LessonRun *run = view->ui.lesson;
    if (!tour_goes_on(view, run->tour)) {
        end_tour(view);
        return;
    }
    tour_frame(view, run->tour);
    go_on(view);
    if (run->phase == PHASE_DONE && tour_is_seen(run))
        next_stop(view);
}

static void tell(View *view)
{
    const LessonRun *run = view->ui.lesson;
    LessonLink *link = &view->app->lesson;
    bool open = run && !run->over, now = open && run->shown == run->reached;
    const LessonStep *step = open ? lesson_step(run, run->shown) : NULL;
    bool task = now && run->phase == PHASE_TASK;
    link->open = open;
    link->can_return = run && run->over;
    link->waits = task;
    link->choices = task && step->kind == TASK_ASK ? step->choices : 0;
    link->busy = open && !run->tour && run->phase != PHASE_TASK && run->phase != PHASE_DONE;
    link->tour_runs = open && run->tour && tour_runs(run);
    link->at_first = open && run->shown == 0;
    link->ends = now && run->phase == PHASE_DONE && run->shown + 1 == run->lesson.step_count;
}

void lesson_play(View *view)
{
    obey(view);
    if (view->ui.lesson_stays && view->ui.lesson && view->ui.lesson->over)
        forget(view);
    view->ui.lesson_stays = false;
    if (view->ui.lesson && view->ui.lesson->tour)
        go_on_with_tour(view);
    else if (view->ui.lesson && !view->ui.lesson->over)
        go_on(view);
    tell(view);
}
