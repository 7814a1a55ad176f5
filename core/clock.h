// The monotonic clock, in seconds.
#ifndef SNUG_CORE_CLOCK_H
#define SNUG_CORE_CLOCK_H

#include <time.h>

static inline double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
