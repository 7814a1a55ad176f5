// Lessons: scripts (script.h) for people, which a teacher can write. A lesson is a title and steps:
//
//     title "AABB against OBB"
//     about "The same two rings in two kinds of boxes"
//     paper "G. van den Bergen: ..."
//
//     step "Boxes along the axes"
//     scene.open "Two tori"             # actions are done when the step begins
//     part.select "Flat ring"
//     measure aabb = n_v                # a figure of `expect`, kept under a name of one's own
//     text "Lines that follow each other are one paragraph;"
//     text "an empty line begins another. {aabb} is what was measured, {aabb / obb} a quotient."
//     light build.volume panel="Hierarchy"
//     ask "How many with boxes that turn with the part?"
//     choice "Fewer" if obb < aabb
//     choice "At least as many" if obb >= aabb
//     reveal                            # what happens and is said once there is an answer
//     build.volume "OBB"
//     measure obb = n_v
//     text "It took {obb}."
//
// Instead of `ask` a step can have `goal CONDITION`, as of `expect`, which the student has to bring
// about, and then `help`: the actions that do so for who does not find out. Steps without either only
// tell. Which choice is right is said by what was measured; the first one that holds counts.
#ifndef SNUG_APP_SCRIPT_LESSON_H
#define SNUG_APP_SCRIPT_LESSON_H

#include "app/script/named_files.h"
#include "app/script/script.h"

enum {
    LESSON_MAX_BYTES = 1 << 20,
    LESSON_MOST_STEPS = 64,
    LESSON_MOST_CHOICES = 6,
    LESSON_MOST_VALUES = 64,
    LESSON_MOST_TERMS = 15 // words of a quotient or of what makes a choice right
};

enum LessonTask { TASK_NONE, TASK_ASK, TASK_GOAL };

// Numbers of commands of the script, each section up to where the next one begins.
typedef struct LessonStep {
    const char *title;
    size_t first, task, help, reveal, end; // those that are not there are empty
    enum LessonTask kind;
    int choices; // of TASK_ASK
} LessonStep;

typedef struct Lesson {
    Script script;
    const char *title, *about; // these point into the script
    LessonStep steps[LESSON_MOST_STEPS];
    int step_count;
    const char *values[LESSON_MOST_VALUES]; // names of what is measured ...
    size_t measured_by[LESSON_MOST_VALUES]; // ... by this command
    int value_count;
} Lesson;

// What only the window knows.
typedef struct LessonChecks {
    bool (*condition)(const ScriptWord *words, int count, Error *err);
    bool (*figure)(const char *name);
    bool (*panel)(const char *title);
} LessonChecks;

// Whole or not at all; err names file and line. Bytes that are no UTF-8 become '?'.
bool lesson_parse(Lesson *lesson, const char *name, const char *text, size_t size,
                  const LessonChecks *checks, Error *err);
bool lesson_read(Lesson *lesson, const char *path, const LessonChecks *checks, Error *err);
void lesson_free(Lesson *lesson);

bool lesson_is(const ScriptCommand *command, const char *name); // a line of lessons, no action
// Why a lesson or a task must not do this: it would write files, end the program, or end the lesson. NULL: it
// may.
const char *lesson_refuses(const Action *action);

// What was measured so far; NAN: not yet.
typedef struct LessonValues {
    double value[LESSON_MOST_VALUES];
} LessonValues;
int lesson_value(const Lesson *lesson, const char *name); // its number; -1: there is none

// lesson_terms.c. Terms are names of what is measured and numbers with + - * / between them, worked out
// from left to right; conditions compare two of them, several are joined by `and`. Names must have been
// measured by a command before `limit`.
bool lesson_terms_check(const Lesson *lesson, const ScriptWord *words, int count, bool condition,
                        size_t limit, Error *err);
double lesson_terms(const Lesson *lesson, const LessonValues *values, const ScriptWord *words,
                    int count); // of a condition: 1 or 0; NAN: not known
bool lesson_text_check(const Lesson *lesson, const char *text, size_t limit, Error *err);
// The text with what was measured in the place of {names}.
void lesson_text(const Lesson *lesson, const LessonValues *values, const char *text,
                 TextBuffer *out);
// Of a question: the choice that is right; -1: none is, or it is not known yet.
int lesson_right_choice(const Lesson *lesson, const LessonValues *values, const LessonStep *step);

// lesson_list.c: the lessons that come with the program, in order.
void lesson_list(NamedFiles *out);
// Where the lesson lies that somebody calls so: a path to a file, one of the list, with or without the digits that it
// begins with, or a figure of the papers by its id, which is a lesson, too. False: there is none.
bool lesson_find(const char *called, char *path, size_t size);
// Tours of built-in scenes are lessons that go on by themselves: one for a scene, under the name of its files
// (scene_file_name).
void tour_list(NamedFiles *out);
bool tour_find(const char *called, char *path, size_t size);

#endif
