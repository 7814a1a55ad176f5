// Plays the recorded search: steps go on from frame to frame.
#ifndef SNUG_APP_WINDOW_LOOP_TRACE_PLAY_H
#define SNUG_APP_WINDOW_LOOP_TRACE_PLAY_H

#include "app/window/view.h"

void trace_play(View *view); // before the actions of the frame are applied

#endif
