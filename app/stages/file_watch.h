// Watches the files of the open assembly and has them reloaded when they have changed and stand
// still again. A thread asks the file system: the window never waits for a slow disk.
#ifndef SNUG_APP_STAGES_FILE_WATCH_H
#define SNUG_APP_STAGES_FILE_WATCH_H

#include "app/stages/app.h"

typedef struct FileWatch FileWatch;

FileWatch *file_watch_create(void); // NULL: no thread to be had; nothing is watched then
void file_watch_free(FileWatch *watch);
void file_watch_update(FileWatch *watch, App *app); // once per frame

#endif
