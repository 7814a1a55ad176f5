// Files in and out, safely: only regular files are read, so that a FIFO or a device never blocks
// the program; writing replaces a file in one step or not at all. Errors name the file and what to
// do.
#ifndef SNUG_APP_IO_FILE_H
#define SNUG_APP_IO_FILE_H

#include "core/base/error.h"

#include <stddef.h>
#include <stdint.h>

typedef struct FileBytes {
    char *data; // size bytes and a terminating 0; free() it
    size_t size;
} FileBytes;

// Opens a regular file for reading. The caller closes *fd.
bool file_open(const char *path, int *fd, uint64_t *size, Error *err);

// Reads up to `wanted` bytes, going on after interruptions; *got < wanted only at the end of the
// file.
bool file_read(int fd, const char *path, void *buffer, size_t wanted, size_t *got, Error *err);

// The whole file, at most max_size bytes of it: larger ones are refused.
bool file_read_whole(const char *path, size_t max_size, FileBytes *out, Error *err);

// Writes a temporary file beside the target and renames it. A symbolic link is followed; an
// existing file keeps its permissions.
bool file_write_atomic(const char *path, const void *bytes, size_t size, Error *err);

// The part after the last '/', within path.
const char *file_base_name(const char *path);

#endif
