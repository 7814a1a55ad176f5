// Plays the lesson that is open; once per frame, after the actions of the frame were done.
#ifndef SNUG_APP_WINDOW_LOOP_LESSON_PLAY_H
#define SNUG_APP_WINDOW_LOOP_LESSON_PLAY_H

#include "app/script/lesson.h"
#include "app/window/view.h"

void lesson_play(View *view);
void lesson_close(View *view); // when the window closes
// Before actions are done: whoever opens, saves or plays something else ends the tour first.
void tour_make_way(View *view);

extern const LessonChecks lesson_checks; // for lesson_read, also without a window

#endif
