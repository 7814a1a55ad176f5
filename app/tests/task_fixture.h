// A task that is begun in what is open, with a clock of its own.
#ifndef SNUG_APP_TESTS_TASK_FIXTURE_H
#define SNUG_APP_TESTS_TASK_FIXTURE_H

#include "app/io/file.h"
#include "app/script/task_run.h"
#include "app/tests/joint_fixture.h"

#include <stdio.h>
#include <unistd.h>

#define HEAD "title \"T\"\nabout \"A\"\n"

static double seconds;
static inline double test_clock(void)
{
    return seconds;
}

// A file of its own, begun in what is open.
static inline void begin(App *app, const char *text)
{
    char path[80];
    Error err = {""};
    snprintf(path, sizeof path, "/tmp/snug-test-%ld.task", (long)getpid());
    assert_true(file_write_atomic(path, text, strlen(text), &err));
    seconds = 100;
    app->task.clock = test_clock;
    ActionArgs args = {.part = NO_PART};
    snprintf(args.text, sizeof args.text, "%s", path);
    assert_true(app_do(app, &action_task_open, &args, 0));
    stages_wait(app);
    unlink(path);
}

static inline bool move(App *app, int32_t part, double x, double y, double z)
{
    ActionArgs args = move_args(part, vec3d(x, y, z));
    bool done = app_do(app, &action_part_move, &args, 0);
    stages_wait(app);
    return done;
}

static inline const TaskStepRun *step(const App *app, int i)
{
    return &task_run(app)->steps[i];
}

#endif
