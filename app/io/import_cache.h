// Files that were opened before: found by their contents, name and options and by those of the files
// that they refer to. The result is the same in every byte as if the file had been read.
#ifndef SNUG_APP_IO_IMPORT_CACHE_H
#define SNUG_APP_IO_IMPORT_CACHE_H

#include "app/io/cache.h"
#include "app/io/format.h"

#include <sys/stat.h>

typedef struct ImportCache {
    const char *path;
    const ImportFormat *format, *named; // that reads it; that its name says, or NULL
    const ImportOptions *options;       // NULL: the default ones
    // Since import_cache_take.
    bool on;
    Digest key;
    struct stat before;      // of the file, when it was looked at
    struct timespec started; // before that
} ImportCache;

// False: not there, or cancelled; then the file is to be read.
bool import_cache_take(ImportCache *cache, ImportResult *out, Job *job);
// What was read since.
void import_cache_keep(const ImportCache *cache, const ImportResult *result);

// For tests: files below this are quicker read than found, unless another program reads them.
// 128 KiB to begin with.
void import_cache_set_least(uint64_t bytes);

#endif
