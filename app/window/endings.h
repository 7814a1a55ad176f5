// Endings that nobody in the window has asked for: a signal, a display that is gone. Unsaved work
// is kept first, and the next start offers it.
#ifndef SNUG_APP_WINDOW_ENDINGS_H
#define SNUG_APP_WINDOW_ENDINGS_H

#include "app/stages/app.h"

// Before the first thread is started: SIGTERM, SIGHUP and SIGINT wait until somebody looks.
void endings_hold(void);
// Once there is a window. `app` must stay until the program ends.
void endings_watch(App *app);
int endings_signal(void); // the one that has come; 0: none yet

#endif
