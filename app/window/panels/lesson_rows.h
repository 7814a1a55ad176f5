// The lessons and tasks that come with the program, as menus list them: read when they are listed first.
#ifndef SNUG_APP_WINDOW_PANELS_LESSON_ROWS_H
#define SNUG_APP_WINDOW_PANELS_LESSON_ROWS_H

#include "app/script/lesson.h"
#include "app/window/panel.h"

typedef struct LessonRow {
    char name[NAMED_FILE_SIZE]; // for lesson.open
    char title[128], about[256];
} LessonRow;

typedef struct LessonRows {
    bool read;
    LessonRow rows[NAMED_FILES_MOST];
    int count;
} LessonRows;

const LessonRows *lesson_rows(const UiState *ui);
const LessonRows *task_rows(const UiState *ui); // for task.open
const LessonRows *tour_rows(const UiState *ui); // named as the files of their scenes
bool lesson_rows_have(const LessonRows *rows, const char *name);

#endif
