// Actions about the start page, lessons and tours. One line each, in the order of the command palette; they
// are defined in actions_lessons.c.
#ifndef SNUG_APP_ACTIONS_LIST_LESSONS_H
#define SNUG_APP_ACTIONS_LIST_LESSONS_H

#include "app/document/action.h"

#define LESSON_ACTIONS(X)                                                                          \
    X(start_show)                                                                                  \
    X(lesson_open)                                                                                 \
    X(lesson_next)                                                                                 \
    X(lesson_back)                                                                                 \
    X(lesson_answer)                                                                               \
    X(lesson_show)                                                                                 \
    X(lesson_pause)                                                                                \
    X(lesson_end)                                                                                  \
    X(lesson_return)                                                                               \
    X(scene_tour)

LESSON_ACTIONS(ACTION_DECLARE)

#endif
