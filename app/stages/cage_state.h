// Two parts that bounce in a cage and off each other, as in the BoxTree paper of 1997: a path for them to
// be played, made on a worker when somebody asks for it.
#ifndef SNUG_APP_STAGES_CAGE_STATE_H
#define SNUG_APP_STAGES_CAGE_STATE_H

#include "app/document/document.h"

typedef struct App App;

// More room than in the paper's benchmark, which wants them close all the time: they fly about.
#define CAGE_ROOM 1.7
enum { CAGE_FRAMES = 2000, CAGE_FRAMES_PER_SECOND = 30 };

// Those who would bounce: the two that are selected, or else the first two that nothing holds. Or why
// nobody would.
const char *cage_parts(const App *app, int32_t parts[2]);
void cage_ask(App *app, uint64_t seed);

#endif
