// Files in and out, safely: only regular files are read, so that a FIFO or a device never blocks
// the program; writing replaces a file in one step or not at all. Errors name the file and what to
// do.
#ifndef SNUG_APP_IO_FILE_H
#define SNUG_APP_IO_FILE_H

#include "core/base/error.h"
#include "core/base/pieces.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

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

// Writes a temporary file beside the target and renames it: whenever the program or the machine
// stops, there is the old file or the new one, whole. A symbolic link is followed, an existing file
// keeps its permissions, and one that nobody may write is not replaced.
bool file_write_atomic(const char *path, const void *bytes, size_t size, Error *err);

// The same for what can be made again, such as an entry of a cache: nobody waits until the disk has
// it, so that a machine that stops may leave a file with anything in it, and the file is for the user
// alone.
bool file_write_spare(const char *path, const Piece *pieces, size_t count, Error *err);
// Whether a file in a folder may be one that somebody is writing, or was.
bool file_is_temporary(const char *name);

// A file that takes long to be whole: what is written to `out`, line by line, lies under `place` beside the target until
// the end, when it replaces it as above. Whenever the program stops before, there is the old file, and what was written
// so far in the other one.
typedef struct FileGrowing {
    FILE *out;
    char *place, *target;
    unsigned mode;
} FileGrowing;
bool file_grow_begin(const char *path, FileGrowing *out, Error *err);
// False: the target is what it was, and what there is stays in `place`, which the error names.
bool file_grow_end(FileGrowing *file, Error *err);

// Whether that would begin well, by beginning it: before work whose result would be lost. Nothing is
// left behind.
bool file_can_write(const char *path, Error *err);

// After a renaming: the new name is on the disk, too. 0, or the number of the error.
int file_sync_folder(const char *path);

// From now on each temporary file is noted as a link PREFIX.tmp and a number for as long as it is
// there; "": no more. Not while something is being written.
#define FILE_NOTE ".tmp"
void file_note_temporaries(const char *prefix);
// Removes the note, and the temporary file that a program which is no more has left.
void file_clear_note(const char *note);

// False, with the reason and what to do about it: a file that cannot be used (its st_mode is given),
// and a system call that failed.
bool file_refuse_kind(const char *path, unsigned mode, Error *err);
bool file_refuse_errno(const char *path, const char *what, int number, Error *err);

// The part after the last '/', within path.
const char *file_base_name(const char *path);

#endif
