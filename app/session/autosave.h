// The place of an autosave under $XDG_STATE_HOME/snug: one file per running program, and a lock
// beside it that the system lets go when the program ends, however it ends.
#ifndef SNUG_APP_SESSION_AUTOSAVE_H
#define SNUG_APP_SESSION_AUTOSAVE_H

#include "core/base/error.h"

#include <stddef.h>

typedef struct Autosave {
    char path[1024]; // "": there is none
    char lock[1040];
    int fd;
} Autosave;

bool autosave_begin(Autosave *place); // false: there is no such folder and none can be made
// The file goes too: nothing is left to recover. False: it could not be removed and will be offered.
bool autosave_end(Autosave *place, Error *err);
void autosave_leave(Autosave *place); // ends it, but the file stays for the next start
// The newest autosave whose program is no more, with what is left of others cleared away: their
// locks and the files that they were writing.
bool autosave_find(const Autosave *own, char *path, size_t size);
bool autosave_remove(const char *path, Error *err); // the file alone
bool autosave_discard(const char *path, Error *err);
bool autosave_take(const char *path, const char *own, Error *err); // becomes our own, in one step

#endif
