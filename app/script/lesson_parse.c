#include "app/actions/list_files.h"
#include "app/actions/list_path.h"
#include "app/actions/list_primitives.h"
#include "app/actions/list_rules.h"
#include "app/actions/list_session.h"
#include "app/io/file.h"
#include "app/script/lesson.h"

#include <stdio.h>

// Lines that are no actions: how many words they take, and where they may stand.
enum Place { IN_HEAD = 1, IN_SETUP = 2, IN_TASK = 4, IN_HELP = 8, IN_REVEAL = 16 };
static const unsigned ANYWHERE = IN_SETUP | IN_TASK | IN_HELP | IN_REVEAL;

static const struct LineKind {
    const char *name;
    int least, most; // words
    unsigned places;
    const char *how;
} kinds[] = {
    {"title", 1, 1, IN_HEAD, "title \"what the lesson is called\""},
    {"about", 1, 1, IN_HEAD, "about \"one sentence\""},
    {"paper", 1, 1, IN_HEAD, "paper \"authors: title, year\""},
    {"step", 1, 1, IN_HEAD | IN_SETUP | IN_TASK | IN_HELP | IN_REVEAL,
     "step \"what it is called\""},
    {"text", 1, 1, IN_SETUP | IN_REVEAL, "text \"what is said\""},
    {"measure", 3, 3, IN_SETUP | IN_REVEAL, "measure tests = n_v"},
    {"light", 1, 2, IN_SETUP | IN_REVEAL, "light build.volume panel=\"Hierarchy\""},
    {"panel", 2, 2, IN_SETUP | IN_HELP | IN_REVEAL, "panel \"Tree\" on"},
    {"ask", 1, 1, IN_SETUP, "ask \"a question\""},
    {"choice", 1, 2 + LESSON_MOST_TERMS, IN_TASK, "choice \"an answer\" if tests < 100"},
    {"goal", 2, SCRIPT_MAX_WORDS, IN_SETUP | IN_TASK, "goal contacts > 0"},
    {"help", 0, 0, IN_TASK, "help, and nothing behind it"},
    {"reveal", 0, 0, IN_TASK | IN_HELP, "reveal, and nothing behind it"},
};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

bool lesson_is(const ScriptCommand *command, const char *name)
{
    return !command->action && strcmp(command->name, name) == 0;
}

static const struct LineKind *kind_of(const ScriptCommand *command)
{
    for (int i = 0; i < KIND_COUNT; ++i)
        if (lesson_is(command, kinds[i].name))
            return &kinds[i];
    return NULL;
}

// For script_parse: the words of a line, as far as they say something without their neighbours.
static bool knows(const ScriptCommand *command, Error *err)
{
    const struct LineKind *kind = kind_of(command);
    if (!kind)
        return error_set(err, "there is neither an action nor a line of lessons called \"%.100s\"",
                         command->name);
    if (command->count < kind->least || command->count > kind->most)
        return error_set(err, "it is written as: %s", kind->how);
    bool keyed = lesson_is(command, "light") || lesson_is(command, "goal");
    for (int i = 0; i < command->count && !keyed; ++i)
        if (command->words[i].key)
            return error_set(err, "%s has no argument \"%.60s\"", kind->name,
                             command->words[i].key);
    return !command->now || error_set(err, "\"now\" belongs to scripts, not to lessons");
}

const char *lesson_refuses(const Action *action)
{
    // Files that are read may come with a lesson; all others would be written.
    static const Action *const reads[] = {&action_file_open, &action_file_merge, &action_path_load,
                                          &action_rules_open, &action_primitives_open};
    for (size_t i = 0; i < sizeof reads / sizeof *reads; ++i)
        if (action == reads[i])
            return NULL;
    if (action_takes(action, ARG_PATH) || action == &action_file_recover)
        return "lessons and tasks must not write files";
    if (action == &action_app_quit || action == &action_app_cancel ||
        strncmp(action->name, "lesson.", 7) == 0 || strncmp(action->name, "task.", 5) == 0 ||
        strncmp(action->name, "start.", 6) == 0 || strcmp(action->name, "scene.tour") == 0)
        return "lessons and tasks cannot end the program or begin others";
    return strncmp(action->name, "edit.", 5) == 0 || strncmp(action->name, "settings.", 9) == 0
               ? "lessons and tasks must not touch what was done or set up before them"
               : NULL;
}

int lesson_value(const Lesson *lesson, const char *name)
{
    for (int i = 0; i < lesson->value_count; ++i)
        if (strcmp(lesson->values[i], name) == 0)
            return i;
    return -1;
}

static bool is_name(const char *text)
{
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_");
    return length > 0 && length < 40 && !text[length] && text[0] >= 'a' && text[0] <= 'z' &&
           strcmp(text, "and") != 0 && strcmp(text, "if") != 0;
}

static bool take_measure(Lesson *lesson, size_t i, const LessonChecks *checks, Error *err)
{
    const ScriptWord *words = lesson->script.commands[i].words;
    if (strcmp(words[1].value, "=") != 0)
        return error_set(err, "it is written as: measure tests = n_v");
    if (!is_name(words[0].value))
        return error_set(err, "a name is made of small letters, digits and _, and begins with a "
                              "letter");
    if (lesson_value(lesson, words[0].value) >= 0)
        return error_set(err, "\"%.60s\" is measured twice", words[0].value);
    if (!checks->figure(words[2].value))
        return error_set(err, "there is no figure \"%.100s\"", words[2].value);
    if (lesson->value_count == LESSON_MOST_VALUES)
        return error_set(err, "more than %d figures", LESSON_MOST_VALUES);
    lesson->values[lesson->value_count] = words[0].value;
    lesson->measured_by[lesson->value_count++] = i;
    return true;
}

static bool take_head(Lesson *lesson, const ScriptCommand *command, Error *err)
{
    const char *text = command->words[0].value;
    const char **at = lesson_is(command, "title")   ? &lesson->title
                      : lesson_is(command, "about") ? &lesson->about
                                                    : NULL;
    if (at && *at)
        return error_set(err, "there are two lines %s", command->name);
    if (at)
        *at = text;
    return text[0] || error_set(err, "%s is empty", command->name);
}

static LessonStep *last(Lesson *lesson)
{
    return lesson->step_count > 0 ? &lesson->steps[lesson->step_count - 1] : NULL;
}

// Sections that are not there begin where the next one does.
static bool end_step(LessonStep *step, size_t end, Error *err)
{
    if (!step)
        return true;
    step->end = end;
    step->reveal = step->reveal ? step->reveal : end;
    step->help = step->help ? step->help : step->reveal;
    step->task = step->kind != TASK_NONE ? step->task : end;
    if (step->kind == TASK_ASK && step->choices < 2)
        return error_set(err, "the question before this has fewer than two choices");
    if (step->kind == TASK_ASK && step->reveal == step->end)
        return error_set(err, "the question before this is never revealed");
    if (step->kind == TASK_GOAL && step->help == step->reveal)
        return error_set(err, "the goal before this has no help: the actions that reach it");
    return true;
}

static bool begin_step(Lesson *lesson, const ScriptCommand *command, size_t i, Error *err)
{
    if (!lesson->title || !lesson->about)
        return error_set(err, "title and about come before the first step");
    if (lesson->step_count == LESSON_MOST_STEPS)
        return error_set(err, "more than %d steps", LESSON_MOST_STEPS);
    lesson->steps[lesson->step_count++] =
        (LessonStep){.title = command->words[0].value, .first = i + 1};
    return true;
}

// Where the line stands, given what came before it in its step.
static unsigned place_of(const LessonStep *step)
{
    return !step                     ? IN_HEAD
           : step->reveal            ? IN_REVEAL
           : step->help              ? IN_HELP
           : step->kind != TASK_NONE ? IN_TASK
                                     : IN_SETUP;
}

static bool take_section(LessonStep *step, const ScriptCommand *command, size_t i, Error *err)
{
    bool ask = lesson_is(command, "ask"), goal = lesson_is(command, "goal");
    if (ask || (goal && step->kind == TASK_NONE)) {
        step->kind = ask ? TASK_ASK : TASK_GOAL;
        step->task = i;
    } else if (goal && step->kind == TASK_ASK) {
        return error_set(err, "a step has a question or a goal; the other needs its own step");
    } else if (lesson_is(command, "choice")) {
        if (step->kind != TASK_ASK)
            return error_set(err, "a choice belongs to a question: ask comes before it");
        if (++step->choices > LESSON_MOST_CHOICES)
            return error_set(err, "more than %d choices", LESSON_MOST_CHOICES);
    } else if (lesson_is(command, "help")) {
        if (step->kind != TASK_GOAL)
            return error_set(err, "help belongs to a goal");
        step->help = i + 1;
    } else if (lesson_is(command, "reveal")) {
        step->reveal = i + 1;
    }
    return true;
}

static bool take_line(Lesson *lesson, size_t i, const LessonChecks *checks, Error *err)
{
    const ScriptCommand *command = &lesson->script.commands[i];
    const struct LineKind *kind = kind_of(command);
    LessonStep *step = last(lesson);
    unsigned place = place_of(step);
    const char *why = command->action ? lesson_refuses(command->action) : NULL;
    if (why)
        return error_set(err, "%s", why);
    if (!((kind ? kind->places : IN_SETUP | IN_HELP | IN_REVEAL) & place))
        return error_set(err, "%s cannot stand %s", command->name,
                         place == IN_HEAD    ? "before the first step"
                         : place == IN_SETUP ? "before a question or a goal"
                         : place == IN_TASK  ? "between a question or a goal and what follows it"
                         : place == IN_HELP  ? "within help"
                         : kind && (kind->places & ANYWHERE) ? "behind reveal"
                                                             : "behind the first step");
    if (lesson_is(command, "step"))
        return end_step(step, i, err) && begin_step(lesson, command, i, err);
    if (place == IN_HEAD)
        return take_head(lesson, command, err);
    if (lesson_is(command, "measure"))
        return take_measure(lesson, i, checks, err);
    if (lesson_is(command, "panel"))
        return (checks->panel(command->words[0].value) &&
                (strcmp(command->words[1].value, "on") == 0 ||
                 strcmp(command->words[1].value, "off") == 0)) ||
               error_set(err, "a panel's title and on or off must follow panel");
    return take_section(step, command, i, err);
}

static bool check_light(const ScriptCommand *command, const LessonChecks *checks, Error *err)
{
    const ScriptWord *words = command->words;
    if (words[0].key || !words[0].value[0] ||
        (command->count == 2 && (!words[1].key || strcmp(words[1].key, "panel") != 0)))
        return error_set(err, "it is written as: light build.volume panel=\"Hierarchy\"");
    if (strchr(words[0].value, '.') && !action_find(words[0].value))
        return error_set(err, "there is no action %.100s", words[0].value);
    if (strlen(words[0].value) >= 64)
        return error_set(err, "the name is too long");
    return command->count == 1 || checks->panel(words[1].value) ||
           error_set(err, "there is no panel \"%.100s\"", words[1].value);
}

static bool check_choice(const Lesson *lesson, const ScriptCommand *command, size_t limit,
                         Error *err)
{
    if (command->count == 1)
        return true;
    if (strcmp(command->words[1].value, "if") != 0 || command->count < 3)
        return error_set(err, "it is written as: choice \"an answer\" if tests < 100");
    return lesson_terms_check(lesson, command->words + 2, command->count - 2, true, limit, err);
}

// The number at the end of a goal may be one that was measured.
static bool check_goal(const Lesson *lesson, const ScriptCommand *command, size_t limit,
                       const LessonChecks *checks, Error *err)
{
    ScriptWord words[SCRIPT_MAX_WORDS];
    int at = command->count - 1, value = lesson_value(lesson, command->words[at].value);
    memcpy(words, command->words, (size_t)command->count * sizeof *words);
    if (command->count == 3 && value >= 0 && lesson->measured_by[value] < limit)
        words[at].value = "0";
    return checks->condition(words, command->count, err);
}

static bool any_choice_can_be_right(const Lesson *lesson, const LessonStep *step)
{
    for (size_t i = step->task + 1; i < step->help; ++i)
        if (lesson->script.commands[i].count > 1)
            return true;
    return false;
}

// What needs the names of all that is measured.
static bool check_step(const Lesson *lesson, const LessonStep *step, const LessonChecks *checks,
                       int *line, Error *err)
{
    for (size_t i = step->first; i < step->end; ++i) {
        const ScriptCommand *command = &lesson->script.commands[i];
        size_t limit = i < step->task ? step->task : step->end;
        bool says =
            lesson_is(command, "text") || lesson_is(command, "ask") || lesson_is(command, "choice");
        *line = command->line;
        if (lesson_is(command, "ask") || lesson_is(command, "choice"))
            limit = step->task;
        if (says && !lesson_text_check(lesson, command->words[0].value, limit, err))
            return false;
        if (lesson_is(command, "light") && !check_light(command, checks, err))
            return false;
        if (lesson_is(command, "choice") && !check_choice(lesson, command, step->end, err))
            return false;
        if (lesson_is(command, "goal") && !check_goal(lesson, command, step->task, checks, err))
            return false;
        if (lesson_is(command, "ask") && !any_choice_can_be_right(lesson, step))
            return error_set(err, "none of the choices says when it is right: choice \"...\" if");
    }
    return true;
}

static bool take_all(Lesson *lesson, const LessonChecks *checks, Error *err)
{
    const Script *script = &lesson->script;
    Error why = {""};
    int line = 1;
    bool good = true;
    for (size_t i = 0; good && i < script->command_count; ++i) {
        line = script->commands[i].line;
        good = take_line(lesson, i, checks, &why);
    }
    good = good && end_step(last(lesson), script->command_count, &why);
    if (good && lesson->step_count == 0)
        good = error_set(&why, lesson->title && lesson->about
                                   ? "there is no step"
                                   : "a lesson begins with title and about");
    for (int i = 0; good && i < lesson->step_count; ++i)
        good = check_step(lesson, &lesson->steps[i], checks, &line, &why);
    return good || script_refuse(script, line, why.text, err);
}

bool lesson_parse(Lesson *lesson, const char *name, const char *text, size_t size,
                  const LessonChecks *checks, Error *err)
{
    *lesson = (Lesson){0};
    bool good = script_parse_clean(&lesson->script, name, text, size, LESSON_MAX_BYTES, "a lesson",
                                   knows, err);
    if (good && !take_all(lesson, checks, err)) {
        lesson_free(lesson);
        good = false;
    }
    return good;
}

bool lesson_read(Lesson *lesson, const char *path, const LessonChecks *checks, Error *err)
{
    FileBytes bytes;
    *lesson = (Lesson){0};
    if (!file_read_whole(path, LESSON_MAX_BYTES, &bytes, err))
        return false;
    bool good = lesson_parse(lesson, file_base_name(path), bytes.data, bytes.size, checks, err);
    free(bytes.data);
    return good;
}

void lesson_free(Lesson *lesson)
{
    script_free(&lesson->script);
    *lesson = (Lesson){0};
}
