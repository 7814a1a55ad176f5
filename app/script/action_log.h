// What was done since the program started, as a script: kept all the time, so that it can be saved
// after something worth showing (or reporting) has happened. A drag is one line.
#ifndef SNUG_APP_SCRIPT_ACTION_LOG_H
#define SNUG_APP_SCRIPT_ACTION_LOG_H

#include "app/stages/app.h"

typedef struct ActionLog ActionLog;

ActionLog *action_log_create(void); // NULL: memory is short; then nothing is recorded
void action_log_free(ActionLog *log);

// Before the action: names are those that it is called with. Nothing is kept until action_log_keep.
void action_log_note(ActionLog *log, const App *app, const Action *action, const ActionArgs *args,
                     uint64_t merge_key);
void action_log_keep(ActionLog *log); // it was done

bool action_log_is_empty(const ActionLog *log);
bool action_log_save(const ActionLog *log, const char *path, Error *err);
char *action_log_text(const ActionLog *log); // to be freed; NULL: memory ran short

#endif
