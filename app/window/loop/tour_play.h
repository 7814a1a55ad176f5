// What tours have that other lessons have not: their motions take time, they go on by themselves, and in the
// end the document is as it was, with its history. Asked by lesson_play.c.
#ifndef SNUG_APP_WINDOW_LOOP_TOUR_PLAY_H
#define SNUG_APP_WINDOW_LOOP_TOUR_PLAY_H

#include "app/window/lesson_run.h"
#include "app/window/view.h"

// The file of the open scene's tour. False: err says why there is none.
bool tour_of_scene(const App *app, char *path, size_t size, Error *err);
bool tour_may_begin(const View *view); // what is being opened is there, and looked at
// It cannot go on beside this. Looking around and taking pictures disturb nobody; what changes parts is refused
// until the tour is over.
bool tour_is_disturbed(const App *app, const Action *by);

// Remembers everything, and puts the parts where they are when the scene is opened. NULL: memory ran short.
Tour *tour_begin(View *view);
// Frees it. The document is as before it, unless something else was opened meanwhile.
void tour_end(View *view, Tour *tour);
bool tour_goes_on(const View *view,
                  const Tour *tour);  // false: something else was opened, or memory is short
bool tour_runs(const LessonRun *run); // something is about to happen by itself

void tour_frame(View *view, Tour *tour); // once per frame: its time goes on
// A stop is begun for the first time, or again: then the document is as it was before it.
bool tour_stop_begins(View *view, Tour *tour, int stop);
// Does an action, or begins to: tour_moves says for how long.
bool tour_does(View *view, Tour *tour, const Action *action, const ActionArgs *args);
bool tour_moves(const Tour *tour);
// What takes time is there at once from now on, until the next stop.
void tour_hurry(View *view, Tour *tour);
void tour_pause(Tour *tour);
bool tour_is_seen(const LessonRun *run); // the stop that is shown, and read, for long enough

#endif
