// For small allocations of the program, which can do nothing sensible without them.
#ifndef SNUG_APP_IO_MUST_H
#define SNUG_APP_IO_MUST_H

#include <stdio.h>
#include <stdlib.h>

static inline void *must(void *memory)
{
    if (!memory) {
        fputs("snug: out of memory\n", stderr);
        abort();
    }
    return memory;
}

#endif
