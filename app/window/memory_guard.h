// Memory under a limit of the system: graphics drivers end the program when they get none, so it is
// refused to ourselves first, and a window that cannot be is refused at the start. And memory that
// nobody uses any more, which goes back to the system.
#ifndef SNUG_APP_WINDOW_MEMORY_GUARD_H
#define SNUG_APP_WINDOW_MEMORY_GUARD_H

#include "core/base/error.h"

#include <stdbool.h>

// Before anything else: before threads and before memory is handed out.
bool memory_guard_begin(Error *err);

// Takes milliseconds: to be called when nobody waits.
void memory_guard_give_back(void);

#endif
