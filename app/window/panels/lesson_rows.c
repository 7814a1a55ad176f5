#include "app/window/panels/lesson_rows.h"

#include "core/base/utf8.h"

#include <stdio.h>

static const UiPrivate memory = {.size = sizeof(LessonRows)};

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

const LessonRows *lesson_rows(const UiState *ui)
{
    static const LessonChecks none = {any_condition, any_name, any_name};
    LessonRows *rows = ui_own(ui, &memory);
    if (rows->read)
        return rows;
    rows->read = true;
    LessonNames list;
    lesson_list(&list);
    for (int i = 0; i < list.count; ++i) {
        Lesson lesson;
        Error ignored = {""};
        char path[1024];
        LessonRow *row = &rows->rows[rows->count];
        if (!lesson_find(list.names[i], path, sizeof path) ||
            !lesson_read(&lesson, path, &none, &ignored))
            continue; // whoever begins it by name is told what is wrong with it
        snprintf(row->name, sizeof row->name, "%s", list.names[i]);
        snprintf(row->title, sizeof row->title, "%s", lesson.title);
        snprintf(row->about, sizeof row->about, "%s", lesson.about);
        utf8_sanitise(row->title); // the cut may have gone through a character
        utf8_sanitise(row->about);
        lesson_free(&lesson);
        ++rows->count;
    }
    return rows;
}
