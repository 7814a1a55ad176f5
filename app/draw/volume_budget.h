// How many lines the volumes of the hierarchies may take in one frame.
#ifndef SNUG_APP_DRAW_VOLUME_BUDGET_H
#define SNUG_APP_DRAW_VOLUME_BUDGET_H

#include <stdbool.h>
#include <stddef.h>

// A processor draws about five lines in a microsecond, a graphics card a thousand. What stands
// still may take longer, but not so long that the next movement stutters.
static inline size_t volume_budget(bool software, bool moving)
{
    return !software ? 3200000 : moving ? 28000 : 200000;
}

#endif
