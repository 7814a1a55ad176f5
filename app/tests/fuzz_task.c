// Any bytes at all as a task: refused with a message that names it, or read; then every step has a part and a
// goal, waits only for steps before it, and all of its lines can be shown.
// Build with -DSNUG_FUZZ=ON (clang).
#include "app/script/task.h"
#include "app/tests/fuzz_app.h"
#include "core/base/utf8.h"

#include <math.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void look_at(const Task *task, int number)
{
    static const char *const kinds[] = {"text", "hint", "forbid"};
    const TaskStep *step = &task->steps[number];
    const ScriptCommand *line;
    require(step->part && step->goal_count > 0 && step->goal_count <= TASK_MOST_GOALS);
    require(step->first <= step->end && step->end <= task->script.command_count);
    require(utf8_is_clean(step->title) && (step->after >> number) == 0);
    for (int k = 0; k < step->goal_count; ++k) {
        require(isfinite(step->goals[k].value) && vec3d_is_finite(step->goals[k].box.hi));
        bool other = step->goals[k].kind == GOAL_CONTACT || step->goals[k].kind == GOAL_JOINED;
        require(other == (step->goals[k].other != NULL));
    }
    for (int kind = 0; kind < 3; ++kind)
        for (int n = 0; (line = task_line(task, step, kinds[kind], n)); ++n)
            require(line->count > 0 && line->words[0].value[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Task task;
    Error err = {""};
    if (!task_parse(&task, "fuzz", (const char *)data, size, &err)) {
        require(strncmp(err.text, "fuzz:", 5) == 0);
        return 0;
    }
    require(task.title && task.about && task.step_count > 0 && utf8_is_clean(task.title));
    for (int i = 0; i < task.step_count; ++i)
        look_at(&task, i);
    task_free(&task);
    return 0;
}
