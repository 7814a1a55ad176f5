// Paths written in files: where they lead, seen from the file they stand in.
#ifndef SNUG_APP_IO_PATH_H
#define SNUG_APP_IO_PATH_H

#include <stdbool.h>

// Relative, without "..", and no link on the way leads out: stays in the folder of the file or
// below.
bool path_stays_inside(const char *file, const char *relative);

// `relative` in the folder of `file`, to be freed; an absolute one is copied. NULL: memory is
// short.
char *path_beside(const char *file, const char *relative);

// Absolute, without "." and ".." and links, also when the last part is not there yet; to be freed.
// NULL: its folder is not there, or memory is short.
char *path_absolute(const char *path);

// The same, but if the last part is a link it is not followed: whoever reads the file sees its own
// name and the folder that it lies in.
char *path_in_real_folder(const char *path);

// How `target` is written in a file at `file`: relative to its folder, "../" where needed. Both
// absolute as above. To be freed; NULL: memory is short.
char *path_relative(const char *file, const char *target);

#endif
