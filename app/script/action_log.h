// What was done since the program started, as a script: kept all the time, so that it can be saved
// after something worth showing (or reporting) has happened. A drag is one line.
#ifndef SNUG_APP_SCRIPT_ACTION_LOG_H
#define SNUG_APP_SCRIPT_ACTION_LOG_H

#include "app/stages/app.h"

bool action_log_is_empty(const App *app);
bool action_log_save(const App *app, const char *path, Error *err);
char *action_log_text(const App *app); // to be freed; NULL: memory ran short

#endif
