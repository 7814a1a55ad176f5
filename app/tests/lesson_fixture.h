// Lessons and tours in a window without its screen.
#ifndef SNUG_APP_TESTS_LESSON_FIXTURE_H
#define SNUG_APP_TESTS_LESSON_FIXTURE_H

#include "app/tests/app_fixture.h"
#include "app/window/lesson_run.h"
#include "app/window/loop/lesson_play.h"
#include "app/window/tool.h"

// A window without its screen.
typedef struct Class {
    App app;
    View view;
} Class;

static inline void nothing(void)
{
}

static inline void class_begin(Class *class)
{
    Error err = {""};
    *class = (Class){.view = {.app = &class->app, .held_tool = NO_TOOL}};
    assert_true(app_init(&class->app, &err));
    class->app.wake = nothing;
    ui_state_init(&class->view.ui);
}

static inline void class_end(Class *class)
{
    lesson_close(&class->view);
    ui_state_free(&class->view.ui);
    app_free(&class->app);
}

static inline void no_complaint(const App *app, const char *name, int step)
{
    for (size_t i = 0; i < app->notice_count; ++i)
        if (app->notices[i].kind == NOTICE_ERROR)
            fail_msg("%s, step %d: %s", name, step + 1, app->notices[i].text);
}

#endif
