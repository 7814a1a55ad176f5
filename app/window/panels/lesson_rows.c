#include "app/window/panels/lesson_rows.h"

#include "app/script/task.h"
#include "core/base/utf8.h"

#include <stdio.h>
#include <string.h>

static const UiPrivate memory = {.size = sizeof(LessonRows)},
                       task_memory = {.size = sizeof(LessonRows)},
                       tour_memory = {.size = sizeof(LessonRows)};

// Title and sentence alone are of interest here, so whatever else a lesson says is taken as it is.
static bool any_condition(const ScriptWord *words, int count, Error *err)
{
    (void)words;
    (void)count;
    (void)err;
    return true;
}

static bool any_name(const char *name)
{
    (void)name;
    return true;
}

static void add(LessonRows *rows, const char *name, const char *title, const char *about)
{
    LessonRow *row = &rows->rows[rows->count++];
    snprintf(row->name, sizeof row->name, "%s", name);
    snprintf(row->title, sizeof row->title, "%s", title);
    snprintf(row->about, sizeof row->about, "%s", about);
    utf8_sanitise(row->title); // the cut may have gone through a character
    utf8_sanitise(row->about);
}

// Whoever begins by name what is left out here is told what is wrong with it.
static void add_read(LessonRows *rows, const char *name,
                     bool (*find)(const char *called, char *path, size_t size))
{
    static const LessonChecks none = {any_condition, any_name, any_name};
    Lesson lesson;
    Error ignored = {""};
    char path[1024];
    if (!find(name, path, sizeof path) || !lesson_read(&lesson, path, &none, &ignored))
        return;
    add(rows, name, lesson.title, lesson.about);
    lesson_free(&lesson);
}

static void add_lesson(LessonRows *rows, const char *name)
{
    add_read(rows, name, lesson_find);
}

static void add_tour(LessonRows *rows, const char *name)
{
    add_read(rows, name, tour_find);
}

static void add_task(LessonRows *rows, const char *name)
{
    Task task;
    Error ignored = {""};
    char path[1024];
    if (!task_find(name, path, sizeof path) || !task_read(&task, path, &ignored))
        return;
    add(rows, name, task.title, task.about);
    task_free(&task);
}

static const LessonRows *rows_of(const UiState *ui, const UiPrivate *owner,
                                 void (*list)(NamedFiles *out),
                                 void (*take)(LessonRows *rows, const char *name))
{
    LessonRows *rows = ui_own(ui, owner);
    if (rows->read)
        return rows;
    rows->read = true;
    NamedFiles names;
    list(&names);
    for (int i = 0; i < names.count; ++i)
        take(rows, names.names[i]);
    return rows;
}

const LessonRows *lesson_rows(const UiState *ui)
{
    return rows_of(ui, &memory, lesson_list, add_lesson);
}

const LessonRows *task_rows(const UiState *ui)
{
    return rows_of(ui, &task_memory, task_list, add_task);
}

const LessonRows *tour_rows(const UiState *ui)
{
    return rows_of(ui, &tour_memory, tour_list, add_tour);
}

bool lesson_rows_have(const LessonRows *rows, const char *name)
{
    for (int i = 0; i < rows->count; ++i)
        if (strcmp(rows->rows[i].name, name) == 0)
            return true;
    return false;
}
