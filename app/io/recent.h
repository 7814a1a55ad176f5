// Files that were opened, the newest first, kept in the XDG state folder: one absolute path per
// line.
#ifndef SNUG_APP_IO_RECENT_H
#define SNUG_APP_IO_RECENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RECENT_MOST = 15, RECENT_PATH = 1024 };

typedef struct Recent {
    bool kept; // on the disk: a window is open
    int32_t count;
    char paths[RECENT_MOST][RECENT_PATH];
} Recent;

void recent_read(Recent *recent, const char *text, size_t size); // lines that are no paths are lost
void recent_load(Recent *recent);                                // and keeps it from now on
bool recent_add(Recent *recent, const char *path);               // false: it is first already
char *recent_text(const Recent *recent);                         // to be freed; NULL: no memory

#endif
