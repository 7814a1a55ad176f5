// How much memory the program may use: a quarter of the machine's, unless --memory says otherwise.
// What would need more is refused with a sentence, so that no file makes a machine stand still.
#ifndef SNUG_APP_IO_MEMORY_BUDGET_H
#define SNUG_APP_IO_MEMORY_BUDGET_H

#include "core/base/error.h"

#include <stddef.h>

// "2GB", "500 MB", "none" (0). False: err says how it is written.
bool memory_budget_parse(const char *text, size_t *bytes, Error *err);
// text: of --memory; NULL: a quarter of what the machine, or the group that the program runs in, has.
bool memory_budget_begin(const char *text, Error *err);
size_t memory_budget(void); // in bytes, as begun with, or as it would be; 0: no limit
size_t memory_in_use(void); // by the whole program, as far as the C library hands it out

#endif
