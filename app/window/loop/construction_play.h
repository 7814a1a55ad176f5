// Plays the recorded construction of a hierarchy.
#ifndef SNUG_APP_WINDOW_LOOP_CONSTRUCTION_PLAY_H
#define SNUG_APP_WINDOW_LOOP_CONSTRUCTION_PLAY_H

#include "app/window/view.h"

void construction_play(View *view); // before the actions of the frame are applied

#endif
