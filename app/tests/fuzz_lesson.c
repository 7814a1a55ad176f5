// Any bytes at all as a lesson: refused with a message that names it, or read; then all of it can be shown,
// and whatever its questions ask is worked out.
// Build with -DSNUG_FUZZ=ON (clang).
#include "app/script/lesson.h"
#include "app/tests/fuzz_app.h"
#include "core/base/utf8.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool some_condition(const ScriptWord *words, int count, Error *err)
{
    return (count > 1 && words[0].value[0]) || error_set(err, "what is expected?");
}

static bool some_name(const char *name)
{
    return name[0] != '\0';
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const LessonChecks checks = {some_condition, some_name, some_name};
    Lesson lesson;
    Error err = {""};
    if (!lesson_parse(&lesson, "fuzz", (const char *)data, size, &checks, &err)) {
        require(strncmp(err.text, "fuzz:", 5) == 0);
        return 0;
    }
    LessonValues values;
    for (int i = 0; i < LESSON_MOST_VALUES; ++i)
        values.value[i] = i * 1.5 - 3;
    require(lesson.title && lesson.about && lesson.step_count > 0 && utf8_is_clean(lesson.title));
    size_t before = 0;
    for (int s = 0; s < lesson.step_count; ++s) {
        const LessonStep *step = &lesson.steps[s];
        require(before < step->first && step->first <= step->task && step->task <= step->help &&
                step->help <= step->reveal && step->reveal <= step->end &&
                step->end <= lesson.script.command_count);
        before = step->end;
        int right = lesson_right_choice(&lesson, &values, step);
        require(right >= -1 && right < step->choices);
        for (size_t i = step->first; i < step->end; ++i) {
            const ScriptCommand *command = &lesson.script.commands[i];
            require(!command->action || !lesson_refuses(command->action));
            if (!lesson_is(command, "text") && !lesson_is(command, "ask") &&
                !lesson_is(command, "choice"))
                continue;
            TextBuffer out = {0};
            lesson_text(&lesson, &values, command->words[0].value, &out);
            free(out.text);
        }
    }
    lesson_free(&lesson);
    return 0;
}
