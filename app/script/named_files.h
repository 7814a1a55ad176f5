// Files that come with the program and are called by their names: lessons and tasks.
#ifndef SNUG_APP_SCRIPT_NAMED_FILES_H
#define SNUG_APP_SCRIPT_NAMED_FILES_H

#include <stdbool.h>
#include <stddef.h>

enum { NAMED_FILES_MOST = 64, NAMED_FILE_SIZE = 64 };
typedef struct NamedFiles {
    char names[NAMED_FILES_MOST]
              [NAMED_FILE_SIZE]; // without folder and ending, "01-why-hierarchies"
    int count;
} NamedFiles;

// Those of a folder of assets, in order; ending: ".lesson".
void named_files_list(const char *folder, const char *ending, NamedFiles *out);
// Where the file lies that somebody calls so: a path to it, or one of the list, with or without the digits that
// it begins with. False: there is none.
bool named_files_find(const char *folder, const char *ending, const char *called, char *path,
                      size_t size);
// It is meant as a path: whoever looks for a name need not go on.
bool named_files_is_path(const char *ending, const char *called);

#endif
