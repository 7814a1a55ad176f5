// Lessons and tours. The window plays them; here is only what can be wished of it, and when.
#include "app/actions/action_tools.h"

#include <stdio.h>

static const char *without_window(const App *app)
{
    return app->wake ? NULL : "there is no window";
}

static void start_show(App *app, const ActionArgs *args)
{
    (void)args;
    app->lesson.start_page = true;
}

const Action action_start_show = {
    .name = "start.show",
    .title = "Start page",
    .note = "shows scenes, tasks, lessons and recent files to begin with",
    .flags = ACTION_UNRECORDED,
    .obstacle = without_window,
    .act = start_show,
};

static void lesson_open(App *app, const ActionArgs *args)
{
    app->lesson.wish = LESSON_WISH_OPEN;
    snprintf(app->lesson.name, sizeof app->lesson.name, "%s", args->text);
}

const Action action_lesson_open = {
    .name = "lesson.open",
    .title = "Begin a lesson",
    .note = "text: its name, or the path of its file",
    .flags = ACTION_UNRECORDED,
    .args = {{.type = ARG_TEXT}},
    .obstacle = without_window,
    .act = lesson_open,
    .example = "text=why-hierarchies",
};

static const char *without_lesson(const App *app)
{
    return app->lesson.open ? NULL : "no lesson is open";
}

static const char *next_obstacle(const App *app)
{
    const LessonLink *lesson = &app->lesson;
    return !lesson->open     ? "no lesson is open"
           : lesson->tour    ? NULL
           : lesson->busy    ? "the lesson is still being prepared"
           : lesson->choices ? "the question waits for an answer"
           : lesson->waits   ? "the goal of this step is not reached yet"
                             : NULL;
}

static void lesson_next(App *app, const ActionArgs *args)
{
    (void)args;
    app->lesson.wish = app->lesson.ends ? LESSON_WISH_END : LESSON_WISH_NEXT;
}

const Action action_lesson_next = {
    .name = "lesson.next",
    .title = "Lesson: next step",
    .shortcut = "Ctrl+PgDn",
    .note =
        "goes on to the next step of the lesson or stop of the tour, and ends it after the last",
    .flags = ACTION_UNRECORDED,
    .obstacle = next_obstacle,
    .act = lesson_next,
};

static const char *back_obstacle(const App *app)
{
    return !app->lesson.open      ? "no lesson is open"
           : app->lesson.at_first ? "this is the first step"
                                  : NULL;
}

static void lesson_back(App *app, const ActionArgs *args)
{
    (void)args;
    app->lesson.wish = LESSON_WISH_BACK;
}

const Action action_lesson_back = {
    .name = "lesson.back",
    .title = "Lesson: step before",
    .shortcut = "Ctrl+PgUp",
    .note = "shows the step before again; what is open stays as it is, but a tour plays it again",
    .flags = ACTION_UNRECORDED,
    .obstacle = back_obstacle,
    .act = lesson_back,
};

static const char *answer_obstacle(const App *app)
{
    return !app->lesson.open     ? "no lesson is open"
           : app->lesson.choices ? NULL
                                 : "no question waits for an answer";
}

static bool lesson_answer(App *app, const ActionArgs *args, Error *err)
{
    if (args->index < 1 || args->index > app->lesson.choices)
        return error_set(err, "there is no answer number %d", (int)args->index);
    app->lesson.wish = LESSON_WISH_ANSWER;
    app->lesson.answer = args->index - 1;
    return true;
}

const Action action_lesson_answer = {
    .name = "lesson.answer",
    .title = "Lesson: answer the question",
    .note = "index: which of the choices, from 1 on; what is really measured follows",
    .flags = ACTION_UNRECORDED,
    .args = {{.type = ARG_INDEX}},
    .obstacle = answer_obstacle,
    .apply = lesson_answer,
    .example = "index=1",
};

static const char *show_obstacle(const App *app)
{
    return !app->lesson.open    ? "no lesson is open"
           : !app->lesson.waits ? "there is nothing to show"
                                : NULL;
}

static void lesson_show(App *app, const ActionArgs *args)
{
    (void)args;
    app->lesson.wish = LESSON_WISH_SHOW;
}

const Action action_lesson_show = {
    .name = "lesson.show",
    .title = "Lesson: show me",
    .note = "reveals the answer without a guess, or does what the goal of the step asks for",
    .flags = ACTION_UNRECORDED,
    .obstacle = show_obstacle,
    .act = lesson_show,
};

static void lesson_end(App *app, const ActionArgs *args)
{
    (void)args;
    app->lesson.wish = LESSON_WISH_END;
}

const Action action_lesson_end = {
    .name = "lesson.end",
    .title = "End the lesson",
    .note = "closes it; settings and panels are as before it, after a tour everything is",
    .flags = ACTION_UNRECORDED,
    .obstacle = without_lesson,
    .act = lesson_end,
};

static const char *return_obstacle(const App *app)
{
    return app->lesson.can_return ? NULL : "there is nothing to go back to";
}

static void lesson_return(App *app, const ActionArgs *args)
{
    (void)args;
    app->lesson.wish = LESSON_WISH_RETURN;
}

const Action action_lesson_return = {
    .name = "lesson.return",
    .title = "Open what was open before the lesson",
    .note = "after a lesson: opens again what it has replaced",
    .flags = ACTION_UNRECORDED,
    .obstacle = return_obstacle,
    .act = lesson_return,
};

static const char *pause_obstacle(const App *app)
{
    return app->lesson.tour ? NULL : "no tour is being played";
}

static void lesson_pause(App *app, const ActionArgs *args)
{
    (void)args;
    app->lesson.wish = LESSON_WISH_PAUSE;
}

const Action action_lesson_pause = {
    .name = "lesson.pause",
    .title = "Tour: pause or go on",
    .note = "stops the tour where it is, or lets it go on from there",
    .flags = ACTION_UNRECORDED,
    .obstacle = pause_obstacle,
    .act = lesson_pause,
};

// Which scene has one is seen once it is open: it may be about to be opened.
static const char *tour_obstacle(const App *app)
{
    const Sources *sources = &app->sources;
    bool scene = sources->count > 0 && !sources->files[0].path && !sources->files[0].kit;
    return !app->wake                       ? "there is no window"
           : app->lesson.tour               ? "a tour is being played: stop it first"
           : app->lesson.open               ? "a lesson is open: end it first"
           : app->task.start                ? "a task is open: end it first"
           : app->path.recording            ? "stop recording first"
           : !scene && !stages_loading(app) ? "no built-in scene is open"
                                            : NULL;
}

static void scene_tour(App *app, const ActionArgs *args)
{
    (void)args;
    app->lesson.wish = LESSON_WISH_TOUR;
}

const Action action_scene_tour = {
    .name = "scene.tour",
    .title = "Play the tour",
    .note = "shows the built-in scene that is open, stop by stop; then everything is as it was",
    .flags = ACTION_UNRECORDED,
    .obstacle = tour_obstacle,
    .act = scene_tour,
};
