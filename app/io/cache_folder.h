// The folder of the cache: what is in it, and how it stays below its limit.
#ifndef SNUG_APP_IO_CACHE_FOLDER_H
#define SNUG_APP_IO_CACHE_FOLDER_H

#include "app/io/cache.h"

#include <limits.h>
#include <time.h>

typedef struct CacheFile {
    char name[DIGEST_TEXT + 16]; // within the folder
    uint64_t bytes;
    struct timespec used; // last
} CacheFile;

typedef struct CacheList {
    CacheFile *files; // those used longest ago first
    size_t count, capacity;
    uint64_t bytes;
} CacheList; // zero initialised: empty

// Where it is; create: made, for the user alone. False: there is no such place, or it is not the
// user's own; err says so.
bool cache_folder(bool create, char path[PATH_MAX], Error *err);
// Entries and nothing else. Temporary files that a program which is no more has left an hour ago are
// removed on the way.
bool cache_list(const char *folder, CacheList *out, Error *err);
void cache_list_free(CacheList *list);
// Removes what was used longest ago until the rest has at most so many bytes; returns how many went.
size_t cache_shrink(const char *folder, const CacheList *list, uint64_t bytes);
// All of it, but for what another program may be writing just now.
bool cache_clear(const char *folder, size_t *count, uint64_t *bytes, Error *err);

// "2GB", or what the environment says; 0: there is to be no cache.
uint64_t cache_limit(Error *err); // err: what is wrong with the environment, else untouched

#endif
