// The place of an autosave under $XDG_STATE_HOME/snug: one file per running program, and a lock
// beside it that the system lets go when the program ends, however it ends.
#ifndef SNUG_APP_SESSION_AUTOSAVE_H
#define SNUG_APP_SESSION_AUTOSAVE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Autosave {
    char path[1024]; // "": there is none
    char lock[1040];
    int fd;
} Autosave;

bool autosave_begin(Autosave *place); // false: there is no such folder and none can be made
void autosave_end(Autosave *place);   // the file goes too: nothing is left to recover
// The newest autosave whose program is no more, with what is left of others cleared away.
bool autosave_find(const Autosave *own, char *path, size_t size);
void autosave_discard(const char *path);
bool autosave_take(const char *path, const char *own); // it becomes our own, in one step

#endif
