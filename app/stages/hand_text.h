// What there is to say about the part in the hand: "held by Bracket, Bolt 2".
#ifndef SNUG_APP_STAGES_HAND_TEXT_H
#define SNUG_APP_STAGES_HAND_TEXT_H

#include "app/stages/app.h"

void hand_text_update(App *app);

#endif
