// Numbers that a user can set.
#ifndef SNUG_CORE_BASE_PARAM_H
#define SNUG_CORE_BASE_PARAM_H

#include <stdbool.h>

// Read by the panel, the command line, files and benchmarks alike.
typedef struct Param {
    const char *name, *note;
    double min, max, normal;
    bool whole;
    const double *choices; // the only values there are, ascending; NULL: all from min to max
    int choice_count;
} Param;
enum { BV_MAX_PARAMS = 8 }; // of one volume or builder

#endif
