// Between the actions about lessons and the window, which reads lessons and plays them: what was wished
// since the last frame, and what the window says about the one that it shows.
#ifndef SNUG_APP_STAGES_LESSON_LINK_H
#define SNUG_APP_STAGES_LESSON_LINK_H

#include <stdbool.h>
#include <stdint.h>

enum LessonWish {
    LESSON_WISH_NONE,
    LESSON_WISH_OPEN,
    LESSON_WISH_NEXT,
    LESSON_WISH_BACK,
    LESSON_WISH_ANSWER,
    LESSON_WISH_SHOW, // the answer, or how the goal is reached
    LESSON_WISH_END,
    LESSON_WISH_RETURN, // to what was open before
    LESSON_WISH_TOUR,   // of the built-in scene that is open
    LESSON_WISH_PAUSE   // of the tour, or to go on
};

typedef struct LessonLink {
    enum LessonWish wish;
    int32_t answer;  // from 0 on
    char name[1024]; // of the lesson to open, or its path
    bool start_page; // wished to be shown
    // By the window.
    bool open;           // a lesson is
    int32_t choices;     // of the question that waits for an answer; 0: none does
    bool waits;          // for an answer, or until a goal is reached
    bool busy;           // the step does what it has to do
    bool at_first, ends; // the step that is shown is the first, or the last
    bool can_return;     // something else was open before the lesson
    bool tour, paused;   // what is open is a tour: it goes on by itself, unless it is paused
    bool tour_runs;      // and something is about to happen
    bool tour_acts; // this very moment: nobody else changes the document while a tour is played
} LessonLink;

#endif
