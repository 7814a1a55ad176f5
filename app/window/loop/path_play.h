// Plays the path that is open: time goes on from frame to frame.
#ifndef SNUG_APP_WINDOW_LOOP_PATH_PLAY_H
#define SNUG_APP_WINDOW_LOOP_PATH_PLAY_H

#include "app/window/view.h"

void path_play(View *view); // before the actions of the frame are applied

#endif
