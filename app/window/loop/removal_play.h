// Plays the order of removal: parts leave one after the other.
#ifndef SNUG_APP_WINDOW_LOOP_REMOVAL_PLAY_H
#define SNUG_APP_WINDOW_LOOP_REMOVAL_PLAY_H

#include "app/window/view.h"

void removal_play(View *view); // before the actions of the frame are applied

#endif
