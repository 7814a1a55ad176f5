// What is where the part in the hand goes, and does not hold it: hidden parts, and those that rules ignore.
#ifndef SNUG_APP_STAGES_HAND_WAY_H
#define SNUG_APP_STAGES_HAND_WAY_H

#include "app/stages/app.h"

typedef struct HandWay {
    int32_t hidden, ignored; // parts whose boxes meet the box of the whole drag
} HandWay;
HandWay hand_way(const App *app);

#endif
