#include "app/io/file.h"
#include "app/script/lesson.h"
#include "app/script/task.h"

#include <stdio.h>

enum Place { IN_HEAD = 1, IN_STEP = 2 };

// Lines that are no actions: how many words they take, and where they may stand.
static const struct LineKind {
    const char *name;
    int least, most; // words
    unsigned places;
    const char *how;
} kinds[] = {
    {"title", 1, 1, IN_HEAD, "title \"what the task is called\""},
    {"about", 1, 1, IN_HEAD, "about \"one sentence\""},
    {"others", 1, 1, IN_HEAD, "others stay"},
    {"free", 1, SCRIPT_MAX_WORDS, IN_HEAD, "free \"Wrench\" \"Socket\""},
    {"step", 1, 1, IN_HEAD | IN_STEP, "step \"what is to be done\""},
    {"part", 1, 1, IN_STEP, "part \"its name\""},
    {"after", 1, SCRIPT_MAX_WORDS, IN_STEP, "after \"a step before it\", or after none"},
    {"goal", 2, 3, IN_STEP, "goal turn >= 60"},
    {"text", 1, 1, IN_STEP, "text \"what is said\""},
    {"hint", 1, 1, IN_STEP, "hint \"what helps\""},
    {"forbid", 1, SCRIPT_MAX_WORDS, IN_STEP, "forbid \"Radiator\" \"Fender left\""},
};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

bool task_is(const ScriptCommand *command, const char *name)
{
    return !command->action && strcmp(command->name, name) == 0;
}

const ScriptCommand *task_line(const Task *task, const TaskStep *step, const char *kind, int number)
{
    for (size_t i = step->first; i < step->end; ++i)
        if (task_is(&task->script.commands[i], kind) && number-- == 0)
            return &task->script.commands[i];
    return NULL;
}

static const struct LineKind *kind_of(const ScriptCommand *command)
{
    for (int i = 0; i < KIND_COUNT; ++i)
        if (task_is(command, kinds[i].name))
            return &kinds[i];
    return NULL;
}

// For script_parse: the words of a line, as far as they say something without their neighbours.
static bool knows(const ScriptCommand *command, Error *err)
{
    const struct LineKind *kind = kind_of(command);
    if (!kind)
        return error_set(err, "there is neither an action nor a line of tasks called \"%.100s\"",
                         command->name);
    if (command->count < kind->least || command->count > kind->most)
        return error_set(err, "it is written as: %s", kind->how);
    for (int i = 0; i < command->count; ++i) {
        if (command->words[i].key && strcmp(kind->name, "goal") != 0)
            return error_set(err, "%s has no argument \"%.60s\"", kind->name,
                             command->words[i].key);
        if (!command->words[i].value[0])
            return error_set(err, "%s is empty", kind->name);
    }
    return !command->now || error_set(err, "\"now\" belongs to scripts, not to tasks");
}

// --- goals

static bool take_box(const ScriptCommand *command, TaskGoal *goal, Error *err)
{
    static const char *const corners[2] = {"low", "high"};
    Vec3d *to[2] = {&goal->box.lo, &goal->box.hi};
    for (int k = 0; k < 2; ++k) {
        const ScriptWord *word = command->count == 3 ? &command->words[1 + k] : NULL;
        if (!word || !word->key || strcmp(word->key, corners[k]) != 0 ||
            !script_numbers(word->value, to[k]->v, 3) || !vec3d_is_finite(*to[k]))
            return error_set(err, "it is written as: goal outside low=0,0,0 high=10,20,30");
    }
    for (int k = 0; k < 3; ++k)
        if (!(goal->box.lo.v[k] <= goal->box.hi.v[k]))
            return error_set(err, "the box has its low corner above its high one");
    goal->kind = GOAL_OUTSIDE;
    return true;
}

static bool take_number(const ScriptCommand *command, TaskGoal *goal, Error *err)
{
    static const struct {
        const char *word;
        enum TaskGoalKind kind;
    } numbers[] = {{"turn", GOAL_TURN}, {"shift", GOAL_SHIFT}, {"shape", GOAL_SHAPE}};
    const ScriptWord *words = command->words;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        if (strcmp(words[0].value, numbers[i].word) != 0)
            continue;
        bool least = command->count == 3 && strcmp(words[1].value, ">=") == 0;
        goal->at_most = command->count == 3 && strcmp(words[1].value, "<=") == 0;
        goal->kind = numbers[i].kind;
        return ((least || goal->at_most) && !words[1].key && !words[2].key &&
                script_numbers(words[2].value, &goal->value, 1) && isfinite(goal->value)) ||
               error_set(err, "it is written as: goal %s >= 60, or <=", numbers[i].word);
    }
    return error_set(err,
                     "there is no goal \"%.60s\": outside, turn, shift, shape, screw, contact or "
                     "joined",
                     words[0].value);
}

static bool take_goal(TaskStep *step, const ScriptCommand *command, Error *err)
{
    const ScriptWord *words = command->words;
    if (step->goal_count == TASK_MOST_GOALS)
        return error_set(err, "a step has at most %d goals", TASK_MOST_GOALS);
    TaskGoal *goal = &step->goals[step->goal_count++];
    *goal = (TaskGoal){.line = command->line};
    if (words[0].key)
        return error_set(err, "it is written as: goal turn >= 60");
    if (strcmp(words[0].value, "outside") == 0)
        return take_box(command, goal, err);
    bool two = command->count == 2 && !words[1].key;
    if (strcmp(words[0].value, "screw") == 0) {
        goal->kind = GOAL_SCREW;
        return (two && strcmp(words[1].value, "out") == 0) ||
               error_set(err, "it is written as: goal screw out");
    }
    bool contact = strcmp(words[0].value, "contact") == 0;
    if (contact || strcmp(words[0].value, "joined") == 0) {
        goal->kind = contact ? GOAL_CONTACT : GOAL_JOINED;
        goal->other = &words[1];
        return two || error_set(err, "it is written as: goal %s \"another part\"", words[0].value);
    }
    return take_number(command, goal, err);
}

// --- steps

static TaskStep *last(Task *task)
{
    return task->step_count > 0 ? &task->steps[task->step_count - 1] : NULL;
}

static bool begin_step(Task *task, size_t i, Error *err)
{
    const ScriptCommand *command = &task->script.commands[i];
    const char *title = command->words[0].value;
    if (!task->title || !task->about)
        return error_set(err, "title and about come before the first step");
    if (task->step_count == TASK_MOST_STEPS)
        return error_set(err, "more than %d steps", TASK_MOST_STEPS);
    for (int k = 0; k < task->step_count; ++k)
        if (strcmp(task->steps[k].title, title) == 0)
            return error_set(err, "there are two steps \"%.60s\"", title);
    int before = task->step_count++;
    task->steps[before] = (TaskStep){.title = title,
                                     .line = command->line,
                                     .first = i + 1,
                                     .after = before > 0 ? (uint64_t)1 << (before - 1) : 0};
    return true;
}

// Only steps that stand before it: so nothing waits for itself.
static bool take_after(Task *task, TaskStep *step, const ScriptCommand *command, Error *err)
{
    if (step->says_after)
        return error_set(err, "there are two lines after");
    step->says_after = true;
    step->after = 0;
    if (command->count == 1 && !command->words[0].quoted &&
        strcmp(command->words[0].value, "none") == 0)
        return true;
    for (int i = 0; i < command->count; ++i) {
        int found = task->step_count - 2;
        while (found >= 0 && strcmp(task->steps[found].title, command->words[i].value) != 0)
            --found;
        if (found < 0)
            return error_set(err, "there is no step \"%.60s\" before this one",
                             command->words[i].value);
        step->after |= (uint64_t)1 << found;
    }
    return true;
}

static bool end_step(TaskStep *step, size_t end, Error *err)
{
    if (!step)
        return true;
    step->end = end;
    if (!step->part)
        return error_set(err, "the step before this, \"%.60s\", does not say which part it moves",
                         step->title);
    return step->goal_count > 0 ||
           error_set(err, "the step before this, \"%.60s\", has no goal", step->title);
}

// --- lines

static bool take_head(Task *task, const ScriptCommand *command, Error *err)
{
    const char *word = command->words[0].value;
    if (task_is(command, "others")) {
        task->others_stay = true;
        return strcmp(word, "stay") == 0 || error_set(err, "it is written as: others stay");
    }
    const char **at = task_is(command, "title")   ? &task->title
                      : task_is(command, "about") ? &task->about
                                                  : NULL;
    if (at && *at)
        return error_set(err, "there are two lines %s", command->name);
    if (at)
        *at = word;
    return true;
}

static bool take_in_step(Task *task, TaskStep *step, const ScriptCommand *command, Error *err)
{
    if (task_is(command, "goal"))
        return take_goal(step, command, err);
    if (task_is(command, "after"))
        return take_after(task, step, command, err);
    if (task_is(command, "part")) {
        if (step->part)
            return error_set(err, "there are two lines part");
        step->part = &command->words[0];
    }
    return true;
}

static bool take_line(Task *task, size_t i, Error *err)
{
    const ScriptCommand *command = &task->script.commands[i];
    TaskStep *step = last(task);
    if (command->action) {
        const char *why = lesson_refuses(command->action);
        if (step)
            return error_set(err, "actions stand before the first step");
        return !why || error_set(err, "%s", why);
    }
    const struct LineKind *kind = kind_of(command);
    if (!(kind->places & (step ? IN_STEP : IN_HEAD)))
        return error_set(err, "%s cannot stand %s the first step", kind->name,
                         step ? "behind" : "before");
    if (task_is(command, "step"))
        return end_step(step, i, err) && begin_step(task, i, err);
    return step ? take_in_step(task, step, command, err) : take_head(task, command, err);
}

static bool take_all(Task *task, Error *err)
{
    const Script *script = &task->script;
    Error why = {""};
    int line = 1;
    bool good = true;
    for (size_t i = 0; good && i < script->command_count; ++i) {
        line = script->commands[i].line;
        good = take_line(task, i, &why);
    }
    good = good && end_step(last(task), script->command_count, &why);
    if (good && task->step_count == 0)
        good = error_set(&why, task->title && task->about ? "there is no step"
                                                          : "a task begins with title and about");
    return good || script_refuse(script, line, why.text, err);
}

bool task_parse(Task *task, const char *name, const char *text, size_t size, Error *err)
{
    *task = (Task){0};
    bool good =
        script_parse_clean(&task->script, name, text, size, TASK_MAX_BYTES, "a task", knows, err);
    if (good && !take_all(task, err)) {
        task_free(task);
        good = false;
    }
    return good;
}

bool task_read(Task *task, const char *path, Error *err)
{
    FileBytes bytes;
    *task = (Task){0};
    if (!file_read_whole(path, TASK_MAX_BYTES, &bytes, err))
        return false;
    bool good = task_parse(task, file_base_name(path), bytes.data, bytes.size, err);
    free(bytes.data);
    return good;
}

void task_free(Task *task)
{
    script_free(&task->script);
    *task = (Task){0};
}
