// Plays the levels of the hierarchy that is looked at, one after the other.
#ifndef SNUG_APP_WINDOW_LOOP_TREE_PLAY_H
#define SNUG_APP_WINDOW_LOOP_TREE_PLAY_H

#include "app/window/view.h"

void tree_play(View *view); // before the actions of the frame are applied

#endif
