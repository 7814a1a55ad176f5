// Programs that belong to this one: they lie beside it where all were built, and out of the way of
// the path once installed.
#ifndef SNUG_APP_IO_PROGRAM_H
#define SNUG_APP_IO_PROGRAM_H

#include <stdbool.h>

enum { PROGRAM_PATH_MAX = 1200 };

// False: it is in neither place, or may not be run; errno says why.
bool program_beside(const char *name, char path[PROGRAM_PATH_MAX]);

#endif
